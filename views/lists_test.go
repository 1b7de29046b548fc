package views_test

import (
	"strings"
	"testing"
)

// twoLists is a workbench with Lena Vogt on the list Alpha and the next creator on
// Beta, which was made last.
func twoLists(t *testing.T, w, h int) *bench {
	b := openBench(t, w, h)
	b.keys("space", "a")
	b.text("Alpha")
	b.keys("enter", "V", "space", "a")
	b.text("Beta")
	b.keys("enter", "V")
	b.sees("list Beta")
	return b
}

// B writes the brief of the list that is on the screen, whichever was changed last.
func TestTheBriefIsThatOfTheListOnTheScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		b := twoLists(t, size[0], size[1])
		b.keys("2", "j")
		b.sees("▸  Alpha", "list Alpha")
		b.keys("B")
		b.sees(" name        Alpha")
		b.keys("esc", "enter")
		b.sees("no brief yet: B writes it")
		b.lacks("list Alpha", "list Beta") // the page names it
		b.keys("B")
		b.sees(" name        Alpha")
		b.keys("esc", "enter")
		b.sees("[Overview]", "list Alpha") // a page above it
		b.keys("B")
		b.sees(" name        Alpha")
	}
}

// Where no list is open, the first use of the one at hand asks which is meant. That one is
// the first of those whose brief may be written, or that of a new list.
func TestTheFirstUseOfAListAsks(t *testing.T) {
	b := twoLists(t, 120, 36)
	b.Restart()
	b.sees("list Beta")
	b.keys("B")
	b.sees("Write the brief of", "Beta · 1 creator", "Alpha · 1 creator")
	b.lacks(" no-gos")
	b.keys("down", "enter")
	b.sees(" name        Alpha")
	b.keys("esc")
	b.sees("list Alpha")
	b.keys("B")
	b.sees("▸  Alpha · 1 creator")
	b.keys("down", "down", "enter") // another
	b.sees(" name        e.g.")
}

// A quote is pinned to the list that is open, and nowhere else.
func TestAQuoteGoesToTheListThatIsOpen(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("a")
	d.text("Other") // is made last, and holds the creator too
	d.keys("enter", "2", "j")
	d.sees("▸  Oat drink", "list Oat drink")
	d.keys("enter", "enter", "tab", "tab", "tab", "down", "enter", "p")
	d.sees("Pinned to Creator 00 on Oat drink")
	d.keys("2", "k", "enter", "enter", "tab", "tab", "tab")
	d.sees("list Other")
}

// Where none is open a quote asks for its list, and says whom it adds.
func TestAQuoteAsksForItsList(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("j", "j", "enter", "tab", "tab", "tab", "down", "enter", "p")
	d.sees("Pin the quote to Creator 02 on", "Oat drink · 2 creators")
	d.keys("esc")
	if n := len(d.plan.past[len(d.plan.past)-1].Lists[0].Members); n != 2 {
		t.Fatalf("%d are on the list", n)
	}
	d.keys("p", "enter")
	d.sees("Pinned, and Creator 02 added to Oat drink")
	d.keys("p")
	d.sees("Pinned to Creator 02 on Oat drink")
}

// A flag is ruled on where its creator stands: a list that does not hold them is not
// offered.
func TestAFlagAsksForItsList(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("j", "j", "a")
	d.text("Other")
	d.keys("enter", "k", "enter", "tab", "tab", "tab", "tab")
	d.sees("list Other", "Swears.")
	d.keys("enter")
	d.sees("Rule on a flag of Creator 01 on", "Oat drink · 2 creators")
	if strings.Contains(d.Screen(), "Other · 1 creator") {
		t.Errorf("a list without the creator is offered:\n%s", d.Screen())
	}
	d.keys("enter")
	d.sees("Clear it: it does not count")
}

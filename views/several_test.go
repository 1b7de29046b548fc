package views_test

import (
	"strings"
	"testing"
)

// What is marked is judged at once for one stated sum; the rows last, lists and
// creators know them, and nobody is judged twice.
func TestSeveralAreJudgedForOneSum(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("space", "space", "space", "T")
	b.sees("Brand safety of", "0 checked", "checks 3", "6 cr", "Lena Vogt", "– 2 cr", "not checked yet", "› Safety of 3")
	b.keys("enter")
	b.sees(asks, "Check brand safety of 3 creators", "6 cr")
	b.keys("y")
	b.sees("all 3 checked", "Rating ", "% sure")
	b.money()
	b.keys("esc", "space", "T")
	b.sees("3 checked", "checks 1 for 2 cr", "– 2 cr")
	b.keys("esc", "V", "g", "A")
	b.sees("Lookalikes of  Lena Vogt", "finds up to 10 for ≤10 cr")
	b.keys("enter")
	b.sees(asks, "≤10 cr")
	b.keys("y")
	b.sees("like all of them together", "Shared")
	b.keys("space", "space", "a")
	b.text("Seconds")
	b.keys("enter")
	b.sees("2 creators on Seconds")
	b.keys("2", "enter", "T")
	b.sees("› Safety of 2")
}

// It comes back after a restart: what was judged is known, what was found is kept.
func TestSeveralComeBack(t *testing.T) {
	s := busyDesk()
	d := openDesk(t, s)
	d.keys("space", "space", "A", "enter", "y")
	d.sees("Creator 08", "2 creators like")
	spent := s.spent
	again := keeping()
	again.memory, again.left = s.memory, d.place
	d = openDesk(t, again)
	d.sees("Creator 08", "2 creators like")
	if again.spent > 0 || spent == 0 {
		t.Fatalf("a restart paid %s", again.spent)
	}
}

// What is read while a list is at hand is spent for its brief; what was read before
// there was one, for none.
func TestWhatIsSpentForABriefStandsUnderIt(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("enter", "esc", "a")
	b.text("Oat drink")
	b.keys("enter", "2", "enter", "down", "down", "f", "4", "b", "b")
	b.sees("by brief")
	for brief, spent := range map[string]string{"Oat drink": "0.05", "no brief": "0.1"} {
		_, y := b.at(" " + brief + "  ")
		if row := b.lines()[y]; !strings.Contains(row, spent) {
			b.t.Errorf("%s is not %s:\n%s", brief, spent, b.Screen())
		}
	}
}

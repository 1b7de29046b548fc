package views_test

import (
	"strings"
	"testing"
	"time"
)

const oatMilk = "We launch an oat-milk barista drink in Germany and Austria in spring. Home-barista and coffee creators, 120k-300k followers, " +
	"German-speaking, no kids content, nobody who promotes dairy brands."

// A brief that is pasted is read by its fields; what a search for it would find and what
// relaxing would is told before anything is paid, in the form and in the question.
func TestAPastedBriefIsRead(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		b := openBench(t, size[0], size[1])
		before := b.spent()
		b.keys("B")
		b.Paste(oatMilk)
		b.sees("Oat-milk barista drink", "Home-barista, coffee", "120k-300k followers", "in Germany and Austria", "German-speaking",
			"no kids content, nobody who promotes dairy brands", "match, 0 good.", "without “")
		b.keys("down")
		if small := size[1] == 24; small != strings.Contains(b.Screen(), "· more below") {
			t.Errorf("fields are out of sight: %t\n%s", small, b.Screen())
		}
		b.keys("ctrl+g")
		b.sees("┃ Home-barista, coffee", "nobody who promotes dairy brands ✕", "list Oat-milk barista")
		b.keys("up", "enter")
		b.sees(asks, "match, 0 good.", "relax")
		b.keys("r")
		b.sees("Relax what?", "without “")
		b.keys("enter")
		b.sees("┃ Home-barista, coffee")
		if b.spent() != before {
			t.Errorf("%s credits were spent", b.spent()-before)
		}
	}
}

// A topic that nobody writes of keeps nobody good: it goes with each condition that is relaxed.
func TestWhatNobodyWritesOfIsRelaxedToo(t *testing.T) {
	ask := func() *bench {
		b := openBench(t, 120, 36)
		b.keys("B", "Z", "tab")
		b.Paste("everyday cooking and zorbing creators in Germany")
		b.sees("match, 0 good.", "without “zorbing”, “everyday”: ", "25+ good")
		return b
	}
	b := ask()
	b.keys("ctrl+g", "enter")
	b.sees(asks, "without “zorbing”, “everyday”: ")
	b.keys("r", "enter")
	b.sees("┃ cooking creators in Germany")
	b = ask()
	for range 4 {
		if b.keys("up"); strings.Contains(b.Screen(), "▸ without “zorbing”, “everyday”") {
			break
		}
	}
	b.keys("enter")
	b.sees("query       cooking creators in Germany")
}

// A terminal pastes the ends of lines as carriage returns: a brief of labelled lines is read by
// its lines all the same.
func TestABriefOfLinesIsPasted(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n"} {
		b := openBench(t, 120, 36)
		b.keys("B")
		b.Paste(strings.Join([]string{"Sleep app", "Creators: yoga and meditation", "Followers: 20k-300k", "No: politics", "Competitors: Calm, Headspace", "Budget: 9,000 €"}, end))
		b.sees("name        Sleep app", "query       yoga, meditation", "competitors Calm, Headspace", "fees        9,000 €", "no-gos      politics")
	}
}

// Where a brief is pasted into the field of the search, it is offered to be read; what was
// typed into the form stays.
func TestABriefInTheSearchField(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("i")
	b.Paste(oatMilk)
	b.sees("This reads like a brief")
	b.keys("enter")
	b.sees("Oat-milk barista drink", "120k-300k followers", "Used in part: “We launch", "used in part: “We launch an oat-milk barista drink", "Read from it: name, dates, place.")
	b = openBench(t, 120, 36)
	b.keys("B")
	b.text("Ours")
	b.Paste(oatMilk)
	if s := b.Screen(); !strings.Contains(s, "Ours") || !strings.Contains(s, "120k-300k followers") {
		t.Errorf("%s", s)
	}
}

func TestTheFormOffersEachKeyOnce(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("B")
	lines := b.lines()
	if hints := lines[len(lines)-2]; strings.Count(hints, "Esc") != 1 {
		t.Errorf("the form offers %q", hints)
	}
}

// A brief that is typed letter by letter, or comes from a terminal that marks no paste, is
// read when its field is left, in whichever it stands; an ordinary name is not.
func TestATypedBriefIsRead(t *testing.T) {
	for _, keys := range [][2]string{{"B", "tab"}, {"B tab", "ctrl+g"}} {
		b := openBench(t, 120, 36)
		b.keys(strings.Fields(keys[0])...)
		for i, r := range oatMilk {
			if b.text(string(r)); i%60 == 59 {
				b.clock.Move(time.Minute) // each letter looks what would be found, since pauses end at once
			}
		}
		b.keys(keys[1])
		b.sees("name        Oat-milk barista drink", "query       Home-barista, coffee", "120k-300k followers", "match, 0 good")
	}
	b := openBench(t, 120, 36)
	b.keys("B")
	b.text("Oat drink launch")
	b.keys("tab")
	b.sees("name        Oat drink launch", "query       one sentence")
}

// A brief that was kept before it was read is read when it is searched for, and what
// leads on is said.
func TestAKeptBriefIsReadBeforeItIsSearched(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("B", "shift+tab")
	for i, r := range oatMilk {
		if b.text(string(r)); i%60 == 59 {
			b.clock.Move(time.Minute)
		}
	}
	b.Restart()
	b.keys("B", "ctrl+g")
	b.sees("query       Home-barista, coffee")
	b.keys("ctrl+g")
	b.sees("The brief of Oat-milk barista drink is saved. ⏎ searches, at the price above.", "up to 39 cr")
}

// A brief that could not be read is read again when it is searched for.
func TestABriefThatWasNotReadIsReadAgain(t *testing.T) {
	b := openBench(t, 120, 36)
	there := b.sent.next
	b.sent.next = &busy{next: there, refuses: 1000, asked: map[string]int{}}
	b.keys("B")
	b.Paste(oatMilk)
	b.sees("Not read yet")
	b.sent.next = there
	b.keys("ctrl+g")
	b.sees("query       Home-barista, coffee")
}

// A second brief that is pasted goes in place of the first, with all that it said.
func TestASecondBriefGoesInPlaceOfTheFirst(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("B")
	b.Paste(oatMilk)
	b.Paste("We launch a cooking cream. Vegan food creators, 10k-300k followers, no kids content.")
	b.sees("name        Cooking cream", "query       Vegan food", "10k-300k followers", "places      e.g.", "languages   e.g.", "no-gos      no kids content  ")
	b.lacks("dairy")
}

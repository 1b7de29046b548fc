package views_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/views/drive"
)

func TestBackReturnsToThePlaceThatWasLeft(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("j", "j", "enter")
	d.sees("Fact of Creator 02")
	d.keys("tab", "esc")
	d.sees("▸  Creator 02")
	d.keys("q")
	if !d.Quit() {
		t.Fatal("q does not quit the last page")
	}
}

func TestBackspaceGoesBackAndEscNeverQuits(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("enter")
	d.Send(tea.KeyPressMsg{Code: tea.KeyBackspace})
	d.sees("▸  Creator 00")
	d.keys("esc", "esc")
	if d.Quit() {
		t.Fatal("Esc quits")
	}
}

// A page that is open already is returned to: nobody walks in circles.
func TestAnOpenPageIsReturnedTo(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("@")
	d.text("creator")
	d.keys("enter")
	d.sees("Fact of Creator 07")
	d.keys("4", "@")
	d.text("creator")
	d.keys("enter")
	d.sees("Fact of Creator 07")
	calls := len(d.calls)
	d.keys("esc")
	d.sees("▸  Creator 00")
	if len(d.calls) != calls || strings.Count(strings.Join(d.calls, " "), "GET /creators/"+creator(7).ID) != 1 {
		t.Fatalf("%v", d.calls)
	}
}

// Esc drops a call that nothing can be gone back from.
func TestEscapeCancelsOnTheLastPage(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("i", "enter")
	d.hold = true
	d.keys("y")
	d.sees("searching")
	d.keys("esc")
	d.sees("Cancelled.")
	d.lacks("searching")
	d.deliver()
	d.sees("session 45 cr", "▸  Creator 00")
}

func TestPlacesAreOneKeyAway(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("enter", "4")
	d.sees("Overview · ")
	d.keys("4", "2")
	d.sees("shortlist")
	d.keys("esc")
	d.sees("Overview · ")
	d.keys("1")
	d.sees("▸  Creator 00")
	d.keys("esc")
	d.sees("▸  Creator 00")
}

func TestPaletteRunsActionsAndShowsReasons(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys(":")
	d.sees("Commands", "≤75 cr")
	d.text("mark from")
	d.sees("Mark from the last mark to here", "– Mark a row")
	d.keys("enter")
	d.lacks("Commands", "marked")
	d.keys(":")
	d.text("ledger")
	d.keys("enter")
	d.sees("Search results, next page")
	d.keys("ctrl+p")
	d.text("zzzzz")
	d.sees("No matching command, creator, list or theme.")
	d.keys("enter", "esc")
	d.lacks("Commands")
	d.keys("1", ":")
	d.text("browser")
	d.keys("enter")
	if len(d.opened) != 1 || d.opened[0] != "https://photos.example/x" {
		t.Fatalf("opened %v", d.opened)
	}
}

// Help narrows as one types, says what cannot run, and runs what is chosen.
func TestHelpFiltersAndRuns(t *testing.T) {
	d := openDesk(t, roomy())
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 20})
	d.keys("?")
	d.sees("Keys", "Open the creator")
	first := d.Screen()
	d.keys("down")
	if d.Screen() == first {
		t.Fatal("it does not move")
	}
	d.text("ledger")
	d.sees("Go to the ledger")
	d.lacks("Open the creator")
	d.keys("enter")
	d.sees("Outcome")
	d.keys("?")
	d.text("Accept the field")
	d.keys("enter")
	d.sees("– in text fields")
	d.keys("esc")
	d.lacks("– in text fields")
}

func TestPasteGoesIntoTheOpenField(t *testing.T) {
	d := openDesk(t, roomy())
	d.Send(tea.PasteMsg{Content: "nowhere"})
	d.keys("i", "right")
	d.Send(tea.PasteMsg{Content: " in\nBerlin"})
	d.sees("verified cooks in Berlin")
	d.keys("enter")
	d.Send(tea.PasteMsg{Content: "not into a question"})
	d.lacks("nowhere", "not into")
}

// An answer that nobody waits for any more has cost money all the same.
func TestALateAnswerStillCounts(t *testing.T) {
	d := openDesk(t, roomy())
	d.hold = true
	d.keys("enter", "esc")
	d.sees("▸  Creator 00")
	d.deliver()
	d.sees("▸  Creator 00", "last 0.1 cr", "session 0.1 cr", "749.9")
	d.keys("4")
	d.sees("Overview · ")
}

// flow runs a command as a terminal does, beside everything else, and closes
// answers when all of it has ended.
func flow(cmd tea.Cmd) (answers chan tea.Msg) {
	answers = make(chan tea.Msg, 8)
	var running sync.WaitGroup
	var begin func(tea.Cmd)
	begin = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		running.Go(func() {
			switch msg := cmd().(type) {
			case nil:
			case tea.BatchMsg:
				for _, c := range msg {
					begin(c)
				}
			default:
				if fmt.Sprintf("%T", msg) != "views.looked" { // nobody is asked for that
					answers <- msg
				}
			}
		})
	}
	begin(cmd)
	go func() {
		running.Wait()
		close(answers)
	}()
	return answers
}

// hanging sends a message whose call ends only when it is cancelled, and waits
// until that has left.
func (d *desk) hanging(msg tea.Msg) chan tea.Msg {
	d.t.Helper()
	d.hang = make(chan string)
	answers := flow(d.Hand(msg))
	select {
	case <-d.hang:
	case m := <-answers:
		d.t.Fatalf("no call left: %v", m)
	}
	return answers
}

func TestQuittingEndsWhatIsUnderWay(t *testing.T) {
	d := openDesk(t, roomy())
	answers := d.hanging(drive.Key("enter"))
	d.keys("ctrl+c")
	if _, came := <-answers; !came || !d.Quit() {
		t.Fatal("the call of a page goes on")
	}

	d = openDesk(t, roomy())
	d.keys("@")
	var paused tea.Msg
	d.Each(func(m tea.Msg, sent bool, deliver func()) {
		if sent {
			deliver()
		} else {
			paused = m
		}
	})
	d.text("cr")
	answers = d.hanging(paused)
	d.keys("ctrl+c")
	if _, came := <-answers; !came || !d.Quit() {
		t.Fatal("looking up a name goes on")
	}
}

func TestClosingAPageEndsItsCall(t *testing.T) {
	d := openDesk(t, roomy())
	answers := d.hanging(drive.Key("enter"))
	d.keys("esc")
	d.Send(<-answers)
	d.sees("▸  Creator 00")
}

func TestALargerTerminalReadsOn(t *testing.T) {
	d := openDesk(t, roomy())
	d.Send(tea.WindowSizeMsg{Width: 200, Height: 60})
	d.sees("Creator 48")
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 10})
	d.sees("Creator 00")
}

func TestASearchIsRememberedForTheNextStart(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("i", "enter", "y")
	if !strings.Contains(string(d.place), deskSession) {
		t.Fatalf("%s", d.place)
	}
}

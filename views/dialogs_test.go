package views_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// Keys that are pressed while a question is on its way reach nothing that will lie
// below it, nor answer it.
func TestKeysBeforeAQuestionAreDropped(t *testing.T) {
	d := openDesk(t, keeping())
	d.hold = true
	d.keys("i", "enter", "enter", "j", "y", ":", "4", "enter")
	d.deliver()
	d.sees(asks, "▸  Creator 00")
	d.keys("enter", "j", "n")
	d.lacks(asks)
	d.sees("▸  Creator 00")
	if d.searches() != 0 || d.times("GET /creators/"+creator(0).ID) != 0 {
		t.Fatalf("paid without a yes: %v", d.calls)
	}
}

// In a dialog the mouse reaches nothing that lies below it.
func TestADialogHasTheMouseAlone(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("i", "enter")
	for _, at := range [][2]int{{2, 0}, {4, 8}, {60, 0}, {110, 0}} {
		d.Send(tea.MouseClickMsg{X: at[0], Y: at[1], Button: tea.MouseLeft})
		d.sees(asks)
	}
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	d.keys("n", "esc")
	d.sees("▸  Creator 00")
	d.keys("?")
	d.Send(tea.MouseClickMsg{X: 110, Y: 0, Button: tea.MouseLeft})
	d.lacks("search keys and actions", "type a command or a name")
}

func TestClosingADialogEndsItsCall(t *testing.T) {
	d := openDesk(t, roomy())
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
	answers := d.hanging(paused)
	d.keys("esc")
	if _, came := <-answers; !came {
		t.Fatal("looking up a name goes on")
	}
}

package views_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
)

// A question that comes while another dialog is open stands over it, and leaves
// it as it was.
func TestDialogsStackUp(t *testing.T) {
	d := openDesk(t, keeping())
	d.hold = true
	d.keys("i", "enter", ":")
	d.text("go to")
	d.deliver()
	d.sees(asks)
	d.keys("j", "q")
	d.lacks(asks)
	d.sees("Go to the ledger")
	d.text(" the led")
	d.keys("enter")
	d.sees("/search/{search_id}")
	if d.searches() != 0 {
		t.Fatal("paid without a yes")
	}
}

// Each call that waits for an answer is asked about.
func TestNoQuestionIsLost(t *testing.T) {
	s := keeping()
	s.creators = 6 * api.Credit
	d := openDesk(t, s)
	d.keys("enter", "esc") // now the price is known
	d.hold = true
	d.keys("i", "enter", "j", "enter")
	d.deliver()
	for range 2 {
		d.sees(asks)
		d.keys("n")
	}
	d.lacks(asks)
}

// In a dialog the mouse reaches nothing that lies below it.
func TestADialogHasTheMouseAlone(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("i", "enter")
	for _, at := range [][2]int{{2, 0}, {4, 8}, {60, 0}, {110, 0}} {
		d.send(tea.MouseClickMsg{X: at[0], Y: at[1], Button: tea.MouseLeft})
		d.sees(asks)
	}
	d.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	d.keys("n")
	d.sees("▸  Creator 00")
	d.keys("?")
	d.send(tea.MouseClickMsg{X: 110, Y: 0, Button: tea.MouseLeft})
	d.lacks("any other key closes", "what do you want to do?")
}

func TestClosingADialogEndsItsCall(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("@")
	var paused tea.Msg
	d.keep = func(m tea.Msg) bool { paused = m; return true }
	d.text("cr")
	answers := d.hanging(paused)
	d.keys("esc")
	if _, came := <-answers; !came {
		t.Fatal("looking up a name goes on")
	}
}

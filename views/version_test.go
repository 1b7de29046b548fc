package views

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A message that changes what is seen changes the version; the view of one version
// is always the same.
func TestTheVersionChangesWithTheView(t *testing.T) {
	r := &Root{}
	if !r.unseen(tea.MouseMotionMsg{}) || !r.unseen(tea.ColorProfileMsg{}) || !r.unseen(tickMsg{time.Unix(5, 0)}) {
		t.Error("what nobody sees is said to be seen")
	}
	r.wake = time.Unix(5, 0)
	for _, msg := range []tea.Msg{tickMsg{time.Unix(5, 0)}, tea.KeyPressMsg{}, tea.WindowSizeMsg{}, tea.MouseWheelMsg{}, tea.BackgroundColorMsg{}, tea.PasteMsg{}} {
		if r.unseen(msg) {
			t.Errorf("%T is said to change nothing", msg)
		}
	}
}

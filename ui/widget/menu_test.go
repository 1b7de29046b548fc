package widget

import (
	"slices"
	"testing"

	"greenroom/ui/text"
)

// The chosen entry stands below in full where its line cuts it, reason and all, and the room
// for it stays the same, whatever is chosen or typed.
func TestWhatALineCutsIsShownWhole(t *testing.T) {
	m := Menu{}
	m.SetItems([]Item{{Label: text.Const("Open")}, {Label: text.Const("Pin the line to the creator"), Why: text.Const("– The creator is unknown: find them by name first.")}, {Label: text.Const("Close"), Hint: text.Const("0.1 cr")}})
	for _, c := range []struct {
		at, most int
		want     []string
	}{
		{0, 9, []string{"", "", ""}},
		{1, 9, []string{"Pin the line to the creator –", "The creator is unknown: find", "them by name first."}},
		{1, 2, []string{"Pin the line to the creator –", "The creator is unknown: find…"}},
		{2, 9, []string{"", "", ""}},
	} {
		m.Home()
		m.Move(c.at)
		var got []string
		for _, l := range m.Whole(30, c.most) {
			got = append(got, l.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d of %d: %q", c.at, c.most, got)
		}
	}
	if m.SetFilter("open"); len(m.Whole(30, 9)) != 3 || len(m.Whole(120, 9)) != 0 {
		t.Error("the room moves with the filter, or is kept where nothing is cut")
	}
	if m.SetFilter("qqq"); !slices.Equal(m.Whole(30, 9), make([]text.Text, 3)) {
		t.Error("something is chosen where nothing fits")
	}
}

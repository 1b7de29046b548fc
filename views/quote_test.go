package views_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/ui/theme"
)

// A quote that is begun is seen; pinning ends it, and one Esc leaves. Lines that are
// pinned bear a mark, also those of earlier sessions.
func TestAQuoteIsSeenAndEndsWithItsPin(t *testing.T) {
	for _, mode := range []string{"with times", "reading"} {
		d := openDesk(t, busyDesk())
		d.keys("2", "enter", "l", "enter", "tab", "tab", "tab", "down", "enter")
		if mode == "reading" {
			d.keys("m")
		}
		if one, two := d.lineOf("Hello there."), d.lineOf("Hello again"); !strings.HasPrefix(one, "▸◆") || strings.ContainsAny(two, "◆┃") {
			t.Fatalf("%s: the pinned line is not marked:\n%s", mode, d.Screen())
		}
		d.keys("j")
		if mode == "reading" {
			d.keys("j") // over the gap between two paragraphs
		}
		d.keys("v")
		if one, two := d.lineOf("Hello there."), d.lineOf("Hello again"); strings.Contains(one, "┃") || !strings.HasPrefix(two, "▸┃") {
			t.Fatalf("%s: the selection is not seen:\n%s", mode, d.Screen())
		}
		d.keys("p")
		d.sees("Pinned to Creator 01 on Oat drink")
		if two := d.lineOf("Hello again"); !strings.HasPrefix(two, "▸◆") {
			t.Fatalf("%s: what is pinned is not marked, or still selected:\n%s", mode, d.Screen())
		}
		d.keys("esc")
		d.sees("[Talks")
	}
}

// lineOf is the line of the screen that holds words.
func (b *bench) lineOf(words string) string {
	b.t.Helper()
	_, y := b.at(words)
	return b.lines()[y]
}

// The words that are selected are drawn upon another ground, not only their sign.
func TestASelectionIsHighlighted(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys(":")
	d.text("theme: dark")
	d.keys("enter", "enter", "tab", "tab", "tab", "down", "enter", "v")
	chosen := theme.Dark().Selected.Apply("Hello there.")
	if !strings.Contains(d.Root().View().Content, chosen) {
		t.Errorf("%q is not in\n%q", chosen, d.Screen())
	}
}

// How far down is told where there is more than is in view; a text that fits is there
// in full.
func TestATextThatFitsTellsNoShare(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("enter", "tab", "tab", "tab", "down", "enter")
	d.sees("Hello again", " 0:00 ")
	d.lacks("%", "╎")
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 7})
	d.keys("j")
	d.sees("%")
}

package views_test

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"greenroom/ui/text"
	"greenroom/views/view"
)

// Commands find what was seen, too: creators, lists with their briefs, themes.
func TestCommandsFindThings(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys(":")
	d.text("creator 07")
	d.sees("Creator: Creator 07", "0.1 cr")
	d.keys("enter")
	d.sees("› Creator 07")

	b := openBench(t, 120, 36)
	b.keys("a")
	b.text("Oat drink")
	b.keys("enter", ":")
	b.text("list: oat")
	b.sees("List: Oat drink", "1 creator")
	b.keys("enter")
	b.sees("verdict", "followers")
	b.keys(":")
	b.text("theme: light")
	b.keys("enter")
	b.sees("Theme light until you quit")
}

// What is copied is asked for where there is more than one thing.
func TestCopyingAsksWhat(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("y")
	d.sees("Copy", "Handle", "@creator00", "Address", "Row", "greenroom creator @creator00")
	d.keys("enter")
	d.sees("Sent to the clipboard: @creator00", "If you cannot paste it")
}

// A terminal that says that it takes copies is believed, also for those that follow;
// one that says it does not, or says nothing, is not.
func TestCopyingSaysWhatTheTerminalConfirmed(t *testing.T) {
	d := openDesk(t, busyDesk())
	var sent []tea.Msg
	d.Each(func(msg tea.Msg, asked bool, deliver func()) {
		if asked {
			deliver()
		} else {
			sent = append(sent, msg)
		}
	})
	d.keys("y", "enter")
	if !slices.Contains(sent, tea.Msg(tea.RawMsg{Msg: ansi.RequestPrimaryDeviceAttributes})) || !slices.Contains(sent, tea.SetClipboard("@creator00")()) {
		t.Fatal(sent)
	}
	d.Send(uv.PrimaryDeviceAttributesEvent{62, 22})
	d.sees("Sent to the clipboard: @creator00")
	d.Send(uv.PrimaryDeviceAttributesEvent{62, 22, 52})
	d.sees("Copied: @creator00")
	d.lacks("If pasting")
	sent = nil
	d.keys("j", "y", "enter")
	d.sees("Copied: @creator01")
	if slices.ContainsFunc(sent, func(m tea.Msg) bool { _, raw := m.(tea.RawMsg); return raw }) {
		t.Errorf("asked again: %v", sent)
	}
}

// A sentence that is longer than the line stands there whole.
func TestLongMessagesAreReadWhole(t *testing.T) {
	d := openDesk(t, busyDesk())
	for _, w := range []int{40, 80, 120} {
		d.Send(tea.WindowSizeMsg{Width: w, Height: 24})
		said := "The service was not reached. Is it running there? greenroom doctor tells which one is used, and from where that is known. It can be tried again."
		d.Send(view.Fail(text.Clean(said)))
		shown := strings.Join(strings.Fields(d.Screen()), " ")
		if !strings.Contains(shown, said) {
			t.Errorf("at %d columns:\n%s", w, d.Screen())
		}
		d.sees("minute")
	}
}

// A view of the rows is saved by its name, found by the commands, taken back by u,
// and taken from every screen.
func TestCommandsFindViews(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("C", "j", "j", "j", "s", "h", "h", "h", "w")
	b.text("Reach")
	b.keys("enter")
	b.sees("View “Reach” saved")
	b.keys("esc")
	b.sees("by Followers", "view “Reach”", "   Followers")
	b.keys("C", "0", "esc")
	b.sees("   Creator")
	b.keys("4", ":")
	b.text("view: rea")
	b.sees("View: Reach")
	b.keys("enter")
	b.sees("View “Reach” applied.", "   Followers▼")
	b.keys("u", "L")
	b.sees("No saved views yet")
}

package views_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// technical matches words only programs read: ids, methods, codes, names of plans.
var technical = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-|\breq_|\b(GET|POST|PUT|DELETE) /|\btier_\d|\b[a-z]+_(not_found|error|failed|exceeded|unavailable|available|required)\b|\{[a-z_]+\}`)

// walk opens every screen in turn and looks at it.
func walk(d *desk, look func(name string)) {
	steps := []struct{ name, keys string }{
		{"search", ""}, {"query", "i"}, {"search again", "esc"}, {"filter", "/"}, {"rows", "esc"}, {"creator", "enter"}, {"profiles", "tab"}, {"posts", "tab"},
		{"talks", "tab"}, {"transcript", "enter"}, {"back", "esc"}, {"shortlists", "2"}, {"shortlist", "enter"}, {"ledger", "4"}, {"by creator", "b"}, {"by day", "b"},
		{"calls", "b"}, {"help", "?"}, {"closed", "esc"}, {"palette", ":"}, {"left", "esc"}, {"by name", "@"}, {"end", "esc"},
	}
	for _, s := range steps {
		if s.keys != "" {
			d.keys(s.keys)
		}
		look(s.name)
	}
}

func TestNoScreenShowsWhatOnlyProgramsRead(t *testing.T) {
	d := openDesk(t, &counter{spoken: true})
	for _, w := range []int{120, 80, 40} {
		d.Send(tea.WindowSizeMsg{Width: w, Height: 36})
		walk(d, func(name string) {
			if found := technical.FindString(d.Screen()); found != "" {
				t.Errorf("%s at %d cells shows %q:\n%s", name, w, found, d.Screen())
			}
		})
		d.keys("1")
	}
}

// The terminal's cursor stands where the sign of the selected row does, and rows
// begin in one line on every screen.
func TestTheCursorOfTheTerminalIsOnTheSelectedRow(t *testing.T) {
	d := openDesk(t, &counter{spoken: true})
	stood := map[int][]string{}
	walk(d, func(name string) {
		v := d.Root().View()
		lines := d.lines()
		if v.Cursor == nil {
			for _, l := range lines {
				if strings.HasPrefix(l, "▸") && name != "help" && name != "shortlist" {
					t.Errorf("%s: a row is selected and no cursor is shown", name)
				}
			}
			return
		}
		if at := []rune(lines[v.Cursor.Y])[v.Cursor.X]; v.Cursor.Shape == tea.CursorUnderline && at != '▸' {
			t.Errorf("%s: the cursor is on %q:\n%s", name, at, d.Screen())
		}
		if v.Cursor.Shape == tea.CursorUnderline {
			stood[v.Cursor.Y] = append(stood[v.Cursor.Y], name)
		}
	})
	for y, names := range stood {
		if y != 5 && !strings.Contains(fmt.Sprint(names), "palette") && !strings.Contains(fmt.Sprint(names), "creator") && !strings.Contains(fmt.Sprint(names), "transcript") {
			t.Errorf("rows begin in line %d on %v", y, names)
		}
	}
}

// At 80 by 24 the places stand by name, and so does what the session spent; where
// there is less room the names go one by one, and the numbers stay.
func TestTheFrameAtEightyCells(t *testing.T) {
	b := openBench(t, 80, 24)
	b.keys("enter")
	b.sees(" 1 Search", " 2 Shortlists", " 4 Ledger", "session ", "hour ", "minute ", " : ", " ? ")
	b.Resize(60, 20)
	b.sees(" 1 Search", " 2 Shortlists", "  4", "minute ", "session ", " ? ")
	b.Resize(45, 20)
	b.sees(" 1 Search", "  2", "  4", " ? ")
	if strings.Contains(b.Screen(), "Shortlists") {
		t.Errorf("a name stands where only the number has room:\n%s", b.Screen())
	}
	b.Resize(40, 12)
	b.sees("minute ", "▸")
}

// A long title is cut so that the ways to commands and help stay in words.
func TestALongTitleLeavesRoomForTheWaysOn(t *testing.T) {
	b := openBench(t, 120, 24)
	b.keys("B")
	b.text("The list with a name that takes all there is")
	b.keys("ctrl+s", "2", "enter")
	if top := b.lines()[0]; !strings.Contains(top, "› The list with a name that takes…") || !strings.Contains(top, ": commands   ? help") {
		t.Error(top)
	}
}

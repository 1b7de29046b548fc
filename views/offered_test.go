package views_test

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/internal/racetest"
	"greenroom/keymap"
	"greenroom/ui/text"
)

// What the commands and the help grey out does nothing when its key is pressed, and
// what they offer does something: on every page, for every action.
func TestWhatIsOfferedIsWhatWorks(t *testing.T) {
	racetest.Once(t)
	t.Chdir(t.TempDir()) // exports write here
	offered, refused := 0, 0
	for _, at := range pages() {
		look := at.busy(t)
		calls, inCommands, inHelp := len(look.calls), look.offers(":"), look.offers("?")
		for b, can := range inHelp {
			if there, listed := inCommands[b]; listed && there != can || !listed && !bindingOf(b).Hidden {
				t.Errorf("%s: the commands offer %s: %v, the help: %v", at.name, b.action, there, can)
			}
			key, d := bindingOf(b).Keys[0], look // what is refused changes nothing
			if can && (moves(b.action) || b.scope == keymap.Global && !slices.Contains(everywhere, at.name)) {
				continue
			} else if can {
				d = at.busy(t)
			}
			before := d.traces()
			d.keys(key)
			said := strings.HasPrefix(d.lines()[len(d.lines())-2], " ! ")
			switch {
			case can && (said || d.traces() == before):
				t.Errorf("%s: %s is offered, and %s does nothing:\n%s", at.name, b.action, key, d.Screen())
			case !can && (!said || len(d.calls) != calls):
				t.Errorf("%s: %s is greyed out, and %s does something:\n%s", at.name, b.action, key, d.Screen())
			case can:
				offered++
			default:
				refused++
			}
		}
	}
	if offered < 250 || refused < 100 {
		t.Fatalf("%d offered, %d refused: the test looks in the wrong place", offered, refused)
	}
	t.Logf("%d offered, %d refused", offered, refused)
}

// everywhere are the pages on which the keys that hold everywhere are pressed.
var everywhere = []string{"search", "marked", "taken back", "transcript", "shortlists", "shortlist", "review", "ledger"}

// pages are the spots in which a page has the keys.
func pages() []spot {
	return slices.DeleteFunc(spots(), func(s spot) bool {
		last := ""
		if len(s.keys) > 0 {
			last = s.keys[len(s.keys)-1]
		}
		return slices.Contains([]string{"query", "field for videos", "words for videos", "words in what is kept", "others search for", "commands", "a command", "a creator by command", "keys",
			"by name", "lists", "brief", "what waits", "reasons", "because", "export", "ruling",
			"hits", "some of several", "against alike", "posts of a list", "match", "end of videos", "videos changed"}, s.name) || last == "@"
	})
}

// bound is a row of the table of keys.
type bound struct {
	scope  keymap.Scope
	action keymap.Action
}

func bindingOf(of bound) keymap.Binding {
	for b := range keymap.Default().In(of.scope) {
		if b.Action == of.action {
			return b
		}
	}
	return keymap.Binding{}
}

// moves are actions that do nothing where there is nothing more that way, or that
// leave no trace on a screen without a terminal.
func moves(a keymap.Action) bool {
	return slices.Contains([]keymap.Action{keymap.Down, keymap.Up, keymap.HalfDown, keymap.HalfUp, keymap.PageDown, keymap.PageUp, keymap.Top, keymap.Bottom, keymap.Redraw, keymap.Suspend}, a)
}

// offers are the keys of a page that the list which a key opens has, and whether it
// offers them.
func (d *desk) offers(key string) map[bound]bool {
	d.t.Helper()
	d.keys(key)
	d.sees(map[string]string{":": "─ Commands", "?": "─ Keys"}[key])
	found := map[bound]bool{}
	for b := range keymap.Default().In(keymap.Scopes()...) {
		if b.Scope == keymap.Field || b.Scope == keymap.Dialog {
			continue
		}
		begins := b.Name
		if key == "?" {
			begins = text.Format("%s  %s", text.Clean(b.AllKeys()).Pad(12), b.Name).String()
		}
		d.Send(tea.PasteMsg{Content: begins})
		for _, l := range d.lines() {
			if _, row, ok := strings.Cut(l, "▸  "); ok && strings.Contains(row, "│") && strings.HasPrefix(row, string([]rune(begins)[:min(len([]rune(begins)), 36)])) {
				found[bound{b.Scope, b.Action}] = !strings.Contains(row, " – ")
			}
		}
		d.keys("ctrl+u")
	}
	d.keys("esc")
	return found
}

package views_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/racetest"
	"greenroom/keymap"
	"greenroom/views/view"
)

// place is a screen in a state, and how to get there.
type spot struct {
	name string
	keys []string
}

// busyDesk is a service with something on every screen.
func busyDesk() *counter {
	s := keeping()
	s.archive = archive{{ID: deskSession, Query: "bakers in Rome", Limit: 10, Results: 50, Kept: 50, Cost: 45 * api.Credit}}
	s.spoken, s.few, s.plan, s.texts = true, true, weighed(), library{}
	return s
}

// spots are screens of which every action is tried.
func spots() []spot {
	talks := []string{"enter", "tab", "tab", "tab"}
	return []spot{
		{"search", nil}, {"most", []string{"]", "]", "]"}}, {"fewest", []string{"["}}, {"taken back", []string{"j", "j", "a", "enter", "u"}}, {"query", []string{"i"}}, {"creator", []string{"enter"}}, {"charts", []string{"enter", "c"}}, {"numbers of charts", []string{"enter", "c", "d"}},
		{"profiles", []string{"enter", "tab"}}, {"posts", []string{"enter", "tab", "tab"}}, {"talks", []string{"enter", "tab", "tab", "tab"}},
		{"marked", []string{"space", "down", "down"}}, {"video", append(slices.Clone(talks), "down", "enter")}, {"hits", append(slices.Clone(talks), "down", "enter", "/", "h", "e", "enter")},
		{"safety", append(slices.Clone(talks), "tab")}, {"flags", append(slices.Clone(talks), "tab", "enter")}, {"flags confirmed", append(slices.Clone(talks), "tab", "enter", "f", "f")}, {"ruling", append([]string{"2", "enter", "l"}, append(downs(9), "enter", "enter")...)},
		{"alike", append(slices.Clone(talks), "tab", "tab")}, {"those alike", append(slices.Clone(talks), "tab", "tab", "enter", "y")},
		{"e-mails", append(slices.Clone(talks), "tab", "tab", "tab")}, {"addresses", append(slices.Clone(talks), "tab", "tab", "tab", "enter", "y")},
		{"several", []string{"space", "space", "space", "T"}}, {"several judged", []string{"space", "space", "space", "T", "enter", "y"}},
		{"some of several", []string{"space", "space", "space", "T", "enter", "y", "space"}}, {"alike to several", []string{"space", "space", "A"}}, {"those alike to several", []string{"space", "space", "A", "enter", "y"}},
		{"post in full", []string{"enter", "tab", "tab", "enter"}}, {"transcript", []string{"enter", "tab", "tab", "enter", "enter", "y"}}, {"shortlists", []string{"2"}}, {"shortlist", []string{"2", "down", "enter"}},
		{"review", []string{"2", "enter"}}, {"figures", []string{"2", "enter", "down", "down"}}, {"match", append([]string{"2", "enter"}, downs(8)...)}, {"flags of a list", append([]string{"2", "enter", "l"}, downs(9)...)},
		{"against alike", append([]string{"2", "enter"}, downs(4)...)}, {"posts of a list", append([]string{"2", "enter"}, downs(11)...)}, {"rules of a list", append([]string{"2", "enter", "l"}, downs(10)...)},
		{"videos", []string{"5"}}, {"field for videos", []string{"5", "i"}}, {"words for videos", []string{"5", "i", "o"}}, {"others search for", []string{"5", "i", "o", "down"}},
		{"videos found", []string{"5", "i", "o", "enter"}}, {"end of videos", []string{"5", "i", "o", "enter", "G"}}, {"videos changed", []string{"5", "i", "o", "enter", "s"}},
		{"channel", []string{"5", "i", "o", "enter", "G", "enter"}},
		{"history", []string{"3"}}, {"ledger", []string{"4"}}, {"words in what is kept", strings.Split("6oat", "")}, {"what is kept", append(strings.Split("6oat", ""), "enter")}, {"a talk that is kept", append(strings.Split("6oat", ""), "enter", "j")},
		{"commands", []string{":"}}, {"a command", strings.Split(":load", "")}, {"a creator by command", strings.Split(":creator04", "")}, {"keys", []string{"?"}},
		{"by name", strings.Split("@cre", "")}, {"lists", []string{"a"}}, {"brief", []string{"B"}}, {"what waits", []string{"W"}},
		{"reasons", append(append([]string{"2", "enter", "l"}, downs(8)...), "enter")}, {"because", []string{"2", "enter", "+"}}, {"export", []string{"2", "enter", "E"}},
	}
}

func downs(n int) []string { return slices.Repeat([]string{"down"}, n) }

// priceStates returns states of knowledge before a screen is opened, with the service's
// charges.
func priceStates() map[string]func(t *testing.T) *desk {
	fresh := busyDesk
	all := map[string]func(t *testing.T) *desk{
		"new": func(t *testing.T) *desk { return openDesk(t, fresh()) },
		"another service": func(t *testing.T) *desk {
			first, s := fresh(), fresh()
			first.creators, s.creators, s.name = 300, 300, "agency"
			openDesk(t, first).keys("j", "enter")
			s.memory = first.memory // what was learned of it in an earlier session
			return openDesk(t, s)
		},
		"learned": func(t *testing.T) *desk {
			s := fresh()
			s.creators = 300
			d := openDesk(t, s)
			d.keys("j", "enter", "esc", "k")
			return d
		},
		"kept": func(t *testing.T) *desk {
			d := openDesk(t, fresh())
			d.keys("i", "enter", "y", "enter", "tab", "tab", "enter", "enter", "y", "esc", "esc")
			return d
		},
	}
	all["kept by an earlier session"] = func(t *testing.T) *desk {
		first := all["kept"](t)
		s := fresh()
		s.memory = first.counter.memory
		return openDesk(t, s)
	}
	return all
}

// For every action of every screen in every state, the price at the key is what
// pressing it, and a yes where it asks, is charged. Every action of the table is
// reached somewhere, and its key does something there or says why not.
func TestThePriceShownIsTheCharge(t *testing.T) {
	racetest.Once(t)
	t.Chdir(t.TempDir()) // exports write here
	tried, paid, free, reached := 0, 0, 0, reach{}
	for name, open := range priceStates() {
		for _, at := range spots() {
			d := at.on(t, name, open)
			for _, b := range d.here() {
				if shown, _ := d.price(b); shown == "" && name != "new" {
					continue // it is tried where everything could be charged
				}
				d := at.on(t, name, open)
				shown, _ := d.price(b)
				before, seen := d.counter.spent, d.traces()
				d.keys(b.Keys[0])
				reached.note(t, d, b, at.name, seen)
				if strings.Contains(d.Screen(), asks) && !strings.Contains(d.Screen(), "No minute") {
					if asked := upTo(d.bench, `costs up to ([0-9.]+) credit`); strings.TrimPrefix(shown, "≤") != asked.String()+" cr" {
						t.Errorf("%s, %s: %s says %q, and its question %s", name, at.name, b.Name, shown, asked)
					}
					d.keys("y")
				}
				tried++
				if d.counter.spent > before {
					paid++
				} else if shown != "" {
					free++
				}
				if !honest(shown, d.counter.spent-before) {
					t.Errorf("%s, %s: %s (%s) says %q and is charged %s", name, at.name, b.Name, b.Keys[0], shown, d.counter.spent-before)
				}
			}
		}
	}
	if tried < 150 || paid < 20 || free < 20 {
		t.Fatalf("tried %d actions, %d of them paid, %d said free: the test looks in the wrong place", tried, paid, free)
	}
	elsewhere := []keymap.Action{keymap.Complete, keymap.PreviewDown, keymap.PreviewUp, keymap.AskAgain, keymap.Versions, keymap.Proposals} // tests of their own bring about where these do something
	for b := range keymap.Default().In(keymap.Scopes()...) {
		if !b.Hidden && !reached[b.Scope][b.Action] && !slices.Contains(elsewhere, b.Action) {
			t.Errorf("%s (%s, on %s) means something on no screen", b.Name, b.Keys[0], b.Scope)
		}
	}
	t.Logf("%d actions, %d paid", tried, paid)
}

// reach are the actions that meant something somewhere.
type reach map[keymap.Scope]map[keymap.Action]bool

// traces are all that a key can leave.
func (d *desk) traces() string {
	return fmt.Sprint(d.Screen(), len(d.counter.calls), len(d.opened), d.Quit(), d.Root().View().MouseMode)
}

// idle are keys that do nothing where there is nothing more to move to, or where it
// stands as they would make it.
var idle = []keymap.Action{keymap.Down, keymap.NextItem, keymap.PrevItem, keymap.Redraw, keymap.Accept, keymap.Save, keymap.GoSearch, keymap.ToggleTimes, keymap.PrevColumn, keymap.NextColumn}

func (r reach) note(t *testing.T, d *desk, b keymap.Binding, where, before string) {
	t.Helper()
	if r[b.Scope] == nil {
		r[b.Scope] = map[keymap.Action]bool{}
	}
	r[b.Scope][b.Action] = true
	if d.traces() == before && !slices.Contains(idle, b.Action) {
		t.Errorf("%s: %s (%s) does nothing and says nothing:\n%s", where, b.Name, b.Keys[0], d.Screen())
	}
}

// here are the bindings that mean something now, but for answers to questions, and
// the field whose price is that of a look-up.
func (d *desk) here() []keymap.Binding {
	var all []keymap.Binding
	for b := range keymap.Default().In(keymap.Scopes()...) {
		switch b.Action {
		case keymap.ForceQuit, keymap.Suspend, keymap.Complete:
			continue
		}
		if _, here := d.price(b); here && (!b.Hidden || b.Action == keymap.Down || b.Scope == keymap.Field) {
			all = append(all, b)
		}
	}
	return all
}

// price returns the price at the key of an action, and whether it means anything here.
func (d *desk) price(b keymap.Binding) (string, bool) {
	return d.Root().Shown(b)
}

// honest says whether words of a price are those of a charge.
func honest(shown string, charged api.Credits) bool {
	words := strings.TrimSuffix(shown, " cr")
	most, atMost := strings.CutPrefix(words, "≤")
	switch {
	case shown == "" || strings.HasSuffix(shown, "free"), view.IsKept(shown):
		return charged == 0
	case atMost:
		c, err := api.ParseCredits(most)
		return err == nil && charged <= c && charged > 0
	}
	c, err := api.ParseCredits(words)
	return err == nil && charged == c
}

// Two keys within a tenth of a second, on any screen: what is paid is the first
// key's, at the price it showed, and nothing of 5 credits or more without a yes.
func TestABurstOfKeysPaysNothingUnasked(t *testing.T) {
	t.Chdir(t.TempDir())
	names := []string{"enter", "y", "r", "tab", "L"}
	pairs := 0
	for _, at := range spots() {
		for _, first := range []string{"enter", "tab", "r", "j"} {
			for _, second := range append([]string{first}, names...) {
				pairs++
				burst(t, at, [2]string{first, second}, time.Duration(pairs%3)*50*time.Millisecond)
			}
		}
	}
	t.Logf("%d bursts", pairs)
}

func burst(t *testing.T, at spot, keys [2]string, gap time.Duration) {
	t.Helper()
	d := at.busy(t)
	first, second := d.first(keys[0]), d.first(keys[1])
	before := d.counter.spent
	d.keys(keys[0])
	one := d.counter.spent - before
	d.Finger(max(gap, 1))
	now := d.first(keys[1])
	d.keys(keys[1])
	two := d.counter.spent - before - one
	if one >= 5*api.Credit || two >= 5*api.Credit || one > 0 && !honest(first, one) {
		t.Errorf("%s: %v within %s paid %s (%q) and %s", at.name, keys, gap, one, first, two)
	}
	if two > 0 && (keys[0] == keys[1] || second != now) {
		t.Errorf("%s: %v within %s paid %s that nobody could have read: %q, then %q", at.name, keys, gap, two, second, now)
	}
}

// first is the price that stands at a key, "" where the key means nothing.
func (d *desk) first(key string) string {
	for b := range keymap.Default().In(keymap.Scopes()...) {
		for _, k := range b.Keys {
			if k == key {
				if price, here := d.price(b); here {
					return price
				}
			}
		}
	}
	return ""
}

// Package ledger shows what calls cost and left, and what became of each: those
// of this session, and where a journal is given those of earlier ones. It owns
// their order and their totals; it asks the service nothing and knows no other
// screen.
package ledger

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Screen lists the calls, newest first.
type Screen struct {
	view.Acts
	frame   *view.Frame
	session *[]Entry // owned by whoever appends to it
	seen    int      // of session
	past    past
	list    []Entry // on show, oldest first
	lines   []line  // of it, newest first
	grouping
	raw   bool // technical details are asked for
	table widget.Table
	sums  sums
}

// New makes the ledger of a session, which whoever owns it appends to, and of
// the journal; nil is none.
func New(frame *view.Frame, session *[]Entry, journal Journal) *Screen {
	s := &Screen{frame: frame, session: session, past: past{journal: journal}}
	s.table.Row = s.row
	s.Acts = s.acts()
	s.lay()
	s.refresh()
	return s
}

// Init reads again what may have changed since the ledger was closed.
func (s *Screen) Init() view.Out {
	s.refresh()
	return s.read()
}

// Update reads what was appended: any answer may have come with a receipt.
func (s *Screen) Update(msg tea.Msg) view.Out {
	if out, ok := s.Take(msg); ok {
		return out
	}
	if _, decided := msg.(view.Planned); decided {
		s.lay() // briefs may be called otherwise
	}
	if s.refresh() {
		return s.read()
	}
	return view.Out{}
}

// refresh notes entries that came since, and says whether there are any; a
// selected call stays selected.
func (s *Screen) refresh() bool {
	all := *s.session
	if len(all) == s.seen {
		return false
	}
	s.seen = len(all)
	if s.past.period == thisSession {
		s.show(all)
	}
	return true
}

// show puts entries on show; the selected row stays selected where newer ones
// came.
func (s *Screen) show(all []Entry) {
	at, had := s.table.Cursor(), len(s.lines)
	s.list, s.sums = all, sums{}
	s.sums.add(all, s.frame.Now.Location())
	s.lay()
	if at > 0 && s.grouping == byCall {
		s.table.SetCursor(at + len(s.lines) - had)
	}
}

// at is the newest call of row i.
func (s *Screen) at(i int) Entry { return *s.lines[i].Entry }

// acts declares the actions on calls, and the ways to other calls.
func (s *Screen) acts() view.Acts {
	earlier := func() string {
		return view.Unless(s.past.journal != nil, "Calls of earlier sessions are not recorded here.")
	}
	some := func() string { return view.Unless(len(s.list) != 0, "No calls yet.") }
	return view.Acts{In: keymap.Ledger, Rows: &s.table, Share: share, Else: "Not available in the ledger.", Calls: []view.Call{view.Calling("loading the journal", &s.past.slot, s.settle)},
		Tabs: &view.TabSet{All: periods, At: func() int { return int(s.past.period) }, Turn: func(to int) view.Out { return s.turn(period(to)) }, Why: earlier},
		By: map[keymap.Action]view.Act{
			keymap.Reload: {Why: earlier, Do: func() view.Out {
				out := s.read()
				out.Toast = view.Say(text.Const("Calls reloaded.")).Toast
				return out
			}},
			keymap.Export: {Why: some, Do: func() view.Out { return view.Export(s.sheet(), text.Const("rows")) }},
			keymap.Group: {Why: some, Do: view.Then(func() {
				s.grouping = (s.grouping + 1) % groupings
				s.lay()
				s.table.Home()
			})},
			keymap.ToggleMode: {Why: func() string {
				return view.Unless(s.table.Len() > 0 && s.grouping == byCall, "Select a single call for details.")
			}, Do: view.Then(func() { s.raw = !s.raw })},
			keymap.Cancel: {Why: func() string { return view.Unless(s.raw, "No details are open.") }, Do: view.Then(func() { s.raw = false })},
			keymap.Copy: {Why: func() string {
				return view.Unless(s.table.Len() > 0 && s.at(s.table.Cursor()).RequestID != "", "This call has no request id.")
			}, Do: func() view.Out { return view.Copied(text.Clean(s.at(s.table.Cursor()).RequestID).String()) }},
		}}
}

// Do runs an action on the calls as they are by now.
func (s *Screen) Do(a keymap.Action) view.Out {
	s.refresh()
	return s.Acts.Do(a)
}

// state is which calls were on show.
type state struct {
	Period   period
	Grouping grouping
}

// State returns the state to remember.
func (s *Screen) State() any { return state{s.past.period, s.grouping} }

// Resume takes what was left.
func (s *Screen) Resume(raw []byte) {
	var old state
	if json.Unmarshal(raw, &old) != nil || old.Period < 0 || old.Period >= periodCount || old.Grouping < 0 || old.Grouping >= groupings {
		return
	}
	s.grouping = old.Grouping
	if s.past.journal != nil && old.Period != thisSession {
		s.past.period = old.Period
		s.list, s.sums = nil, sums{}
	}
	s.lay()
}

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
	if d, ok := s.past.slot.Settle(msg); ok {
		return s.settle(d)
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

// Can says why an action cannot run now.
func (s *Screen) Can(a keymap.Action) string {
	switch a {
	case keymap.NextTab, keymap.PrevTab, keymap.Reload:
		return view.Unless(s.past.journal != nil, "Calls of earlier sessions are not recorded here.")
	case keymap.Copy:
		return view.Unless(s.table.Len() > 0 && s.at(s.table.Cursor()).RequestID != "", "This call has no request id.")
	case keymap.Group, keymap.Export:
		return view.Unless(len(s.list) != 0, "No calls yet.")
	case keymap.ToggleMode:
		return view.Unless(s.table.Len() > 0 && s.grouping == byCall, "Select a single call for details.")
	}
	return view.Unless(view.Moves(a), "Not available in the ledger.")
}

// Do moves through the calls, turns to another time, or copies the id of a
// call.
func (s *Screen) Do(a keymap.Action) view.Out {
	s.refresh()
	switch a {
	case keymap.NextTab:
		return s.turn(s.past.period + 1)
	case keymap.PrevTab:
		return s.turn(s.past.period + periodCount - 1)
	case keymap.Reload:
		out := s.read()
		out.Toast = view.Say(text.Const("Calls reloaded.")).Toast
		return out
	case keymap.Export:
		return view.Export(s.sheet(), text.Const("rows"))
	case keymap.Group:
		s.grouping = (s.grouping + 1) % groupings
		s.lay()
		s.table.Home()
		return view.Out{}
	case keymap.ToggleMode:
		s.raw = !s.raw
		return view.Out{}
	case keymap.Copy:
		return view.Copied(text.Clean(s.at(s.table.Cursor()).RequestID).String())
	}
	view.Move(&s.table, a)
	return view.Out{}
}

// Scopes are the ledger's keys and those of moving.
func (s *Screen) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Ledger, keymap.List} }

// Click selects a call, or turns to the time that was clicked.
func (s *Screen) Click(x, y, w, h int) view.Out {
	p := view.PanesOf(w, h, share)
	if s.past.journal != nil && y == 1 && p.Head.Contains(x, y) {
		if i, ok := widget.TabAt(periods(), int(s.past.period), w, x); ok {
			return s.turn(period(i))
		}
	}
	s.table.Press(p.Rows, x, y)
	return view.Out{}
}

// Scroll moves the table.
func (s *Screen) Scroll(lines int) view.Out {
	s.table.Scroll(lines)
	return view.Out{}
}

// Busy names what is read.
func (s *Screen) Busy() string { return s.past.slot.While("loading the journal") }

// Close gives up what is being read.
func (s *Screen) Close() { s.past.slot.Close() }

// Row is where the selected call stands.
func (s *Screen) Row(w, h int) (x, y int, ok bool) {
	y, ok = s.table.Line()
	return 0, y + view.PanesOf(w, h, share).Rows.Y, ok
}

// state is which calls were on show.
type state struct {
	Period   period
	Grouping grouping
}

// State is what is to be remembered.
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

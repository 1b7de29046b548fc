// Package ledger shows what the calls of this session cost and left, and what
// became of each. It owns their order and their totals; it asks the service
// nothing and knows no other screen.
package ledger

import (
	tea "charm.land/bubbletea/v2"

	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Entry is one call. The receipt counts with an error too.
type Entry struct {
	Receipt client.Receipt
	Err     error
}

// Screen lists the calls, newest first.
type Screen struct {
	env     *view.Env
	entries *[]Entry
	table   widget.Table
	sums    sums
}

// New makes the ledger of entries, which whoever owns them appends to.
func New(env *view.Env, entries *[]Entry) *Screen {
	s := &Screen{env: env, entries: entries}
	s.table.Columns = columns()
	s.table.Row = s.row
	s.refresh()
	return s
}

// Init has nothing to ask.
func (s *Screen) Init() view.Out { return view.Out{} }

// Update reads what was appended: any answer may have come with a receipt.
func (s *Screen) Update(tea.Msg) view.Out {
	s.refresh()
	return view.Out{}
}

// refresh counts entries that came since; a selected call stays selected.
func (s *Screen) refresh() {
	n := len(*s.entries)
	added := n - s.table.Len()
	if added == 0 {
		return
	}
	at := s.table.Cursor()
	s.sums.add((*s.entries)[s.sums.calls:])
	s.table.SetLen(n)
	if at > 0 {
		s.table.SetCursor(at + added)
	}
}

// at is the entry in row i.
func (s *Screen) at(i int) Entry { return (*s.entries)[s.table.Len()-1-i] }

// Can says why an action cannot run now.
func (s *Screen) Can(a keymap.Action) string {
	switch {
	case view.Moves(a):
		return ""
	case a == keymap.Copy:
		if s.table.Len() == 0 || s.at(s.table.Cursor()).Receipt.RequestID == "" {
			return "This call has no request id."
		}
		return ""
	}
	return "The ledger does not do that."
}

// Do moves through the calls, or copies the id of one.
func (s *Screen) Do(a keymap.Action) view.Out {
	s.refresh()
	switch {
	case view.Move(&s.table, a):
	case a == keymap.Copy:
		id := text.Clean(s.at(s.table.Cursor()).Receipt.RequestID)
		out := view.Say(text.Format("Copied: %s", id))
		out.Cmd = tea.SetClipboard(id.String())
		return out
	}
	return view.Out{}
}

// Price is nothing: the ledger is free.
func (s *Screen) Price(keymap.Action) string { return "" }

// Type takes nothing.
func (s *Screen) Type(tea.Msg) view.Out { return view.Out{} }

// Typing is never true.
func (s *Screen) Typing() bool { return false }

// Scopes are the ledger's keys and those of moving.
func (s *Screen) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Ledger, keymap.List} }

// Cursor is nowhere.
func (s *Screen) Cursor(int, int) (x, y int, ok bool) { return 0, 0, false }

// Click selects a call.
func (s *Screen) Click(x, y, w, h int) view.Out {
	if p := panes(w, h); p.table.Contains(x, y) {
		if row, ok := s.table.Click(y - p.table.Y); ok {
			s.table.SetCursor(row)
		}
	}
	return view.Out{}
}

// Scroll moves the table.
func (s *Screen) Scroll(lines int) view.Out {
	s.table.Scroll(lines)
	return view.Out{}
}

// Title names the place.
func (s *Screen) Title() text.Text { return text.Const("Ledger") }

// Busy is nothing: no call is made here.
func (s *Screen) Busy() string { return "" }

// Loaded says whether there is an answer worth keeping.
func (s *Screen) Loaded() bool {
	return true
}

// Close has nothing to end.
func (s *Screen) Close() {}

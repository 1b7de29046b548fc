// Package history lists the searches that are kept: each is opened again for
// nothing, or asked anew for its price. It owns neither where they are kept nor
// how a search is made; it knows no other screen.
package history

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Session is one search that is kept.
type Session struct {
	ID      string // the search session
	Query   string // raw; "" where it is not known
	At      time.Time
	Limit   int         // of the search; 0: the service's default
	Results int         // that it found
	Kept    int         // of these
	Cost    api.Credits // 0 where it is not known
}

// whole says whether all that was found is kept.
func (s Session) whole() bool { return s.Kept >= s.Results }

// Sessions is where searches are kept.
type Sessions interface {
	// Sessions lists them, newest first.
	Sessions(ctx context.Context) ([]Session, error)
}

// Screen lists the searches.
type Screen struct {
	view.Left // the search that was left, until the list is read

	frame   *view.Frame
	money   *view.Money
	kept    Sessions
	all     []Session
	list    []Session // of them, what the filter keeps
	filter  filter
	read    bool // an answer has come
	slot    fetch.Slot[[]Session]
	failure text.Text
	table   widget.Table
}

// New makes the list of what is kept.
func New(frame *view.Frame, money *view.Money, kept Sessions) *Screen {
	s := &Screen{frame: frame, money: money, kept: kept}
	s.table = widget.Table{Row: s.row, Columns: []widget.Column{
		{Title: text.Const("Search"), Min: 20, Flex: 1},
		{Title: text.Const("When"), Min: 10},
		{Title: text.Const("Results"), Min: 7, Align: widget.Right, Priority: 1},
		{Title: text.Const("Kept"), Min: 9, Priority: 2},
		{Title: text.Const("Cost"), Min: 7, Align: widget.Right, Priority: 3},
	}}
	return s
}

// Init reads the list.
func (s *Screen) Init() view.Out {
	kept := s.kept
	return view.Out{Cmd: s.slot.Start(0, func(ctx context.Context, _ ...client.Option) ([]Session, client.Receipt, error) {
		list, err := kept.Sessions(ctx)
		return list, client.Receipt{}, err
	})}
}

// Update takes the list, and reads it again when a search was answered.
func (s *Screen) Update(msg tea.Msg) view.Out {
	if d, ok := s.slot.Settle(msg); ok {
		return s.settle(d)
	}
	if a, ok := msg.(fetch.Answer); ok && strings.HasPrefix(a.Receipt().Endpoint, "/v1/search") {
		return s.Init()
	}
	return view.Out{}
}

func (s *Screen) settle(d fetch.Done[[]Session]) view.Out {
	s.read = true
	if d.Err != nil {
		s.failure = text.Cat(text.Const("The search history could not be read. "), explain.Failure(d.Err, s.frame.Now))
		return view.Fail(s.failure)
	}
	s.failure = text.Text{}
	top := s.table.Cursor() == 0
	s.all = d.Value
	if s.narrow(); top {
		s.table.Home() // the newest, though it came just now
	}
	s.returnTo()
	return view.Out{}
}

func (s *Screen) selected() (Session, bool) {
	if s.table.Len() == 0 {
		return Session{}, false
	}
	return s.list[s.table.Cursor()], true
}

// Can says why an action cannot run now.
func (s *Screen) Can(a keymap.Action) string {
	one, ok := s.selected()
	switch {
	case a == keymap.Accept:
		return view.Unless(s.filter.typing, "No field is open.")
	case a == keymap.Cancel:
		return view.Unless(s.filter.typing || s.filter.on(), "Nothing is open here.")
	case a == keymap.LocalFilter:
		return view.Unless(len(s.all) > 0, "No search here.")
	case a != keymap.Open && a != keymap.Reload && a != keymap.Copy && a != keymap.Export && !view.Moves(a):
		return "Not available in the search history."
	case !ok:
		return "No search here."
	case one.Query == "" && (a == keymap.Reload || a == keymap.Copy):
		return "The query of this search is unknown; its results are kept."
	}
	return ""
}

// Do moves through the searches, opens one, or asks it anew.
func (s *Screen) Do(a keymap.Action) view.Out {
	if s.filter.typing {
		return s.doTyping(a)
	}
	one, _ := s.selected()
	switch a {
	case keymap.LocalFilter:
		s.edit()
		return view.Out{}
	case keymap.Cancel:
		s.leave()
		return view.Out{}
	case keymap.Open:
		return view.Open(view.Page{Kind: view.Search, ID: one.ID, Query: one.Query})
	case keymap.Reload:
		return view.Open(view.Page{Kind: view.Search, ID: one.ID, Query: one.Query, Again: limit(one)})
	case keymap.Copy:
		return view.Copying(
			view.Copy{Name: text.Const("Query"), Words: text.Clean(one.Query).String()},
			view.Copy{Name: text.Const("Command line"), Words: view.Command("search", one.Query)})
	case keymap.Export:
		return view.Export(s.sheet(), text.Const("searches"))
	}
	view.Move(&s.table, a)
	return view.Out{}
}

// limit is how many creators a search asked for.
func limit(s Session) int {
	if s.Limit <= 0 {
		return api.LimitDefault
	}
	return s.Limit
}

// Price is what an action on the selected search would cost.
func (s *Screen) Price(a keymap.Action) string {
	one, ok := s.selected()
	switch {
	case !ok:
	case a == keymap.Open && one.whole():
		return "kept, free"
	case a == keymap.Open:
		return "free"
	case a == keymap.Reload && one.Query != "":
		return s.money.SearchPrice(limit(one))
	}
	return ""
}

// Scopes are the history's keys and those of moving.
func (s *Screen) Scopes() []keymap.Scope { return []keymap.Scope{keymap.History, keymap.List} }

// Click selects a search, and opens it when it is selected already.
func (s *Screen) Click(x, y, w, h int) view.Out {
	if again, _ := s.table.Press(panes(w, h).Rows, x, y); again {
		return s.Do(keymap.Open)
	}
	return view.Out{}
}

// Scroll moves the table.
func (s *Screen) Scroll(lines int) view.Out {
	s.table.Scroll(lines)
	return view.Out{}
}

// Busy names what is read.
func (s *Screen) Busy() string { return s.slot.While("history") }

// Close gives up what is being read.
func (s *Screen) Close() { s.slot.Close() }

// State is what is to be remembered.
func (s *Screen) State() any {
	if one, ok := s.selected(); ok {
		return view.Left{At: one.ID}
	}
	return s.Left
}

// returnTo selects the search that was left.
func (s *Screen) returnTo() {
	if i := slices.IndexFunc(s.list, func(one Session) bool { return one.ID == s.At }); i >= 0 && s.At != "" {
		s.table.SetCursor(i)
	}
	s.At = ""
}

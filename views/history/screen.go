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

func (s Session) whole() bool { return s.Kept >= s.Results }

// Sessions stores searches.
type Sessions interface {
	// Sessions lists them, newest first.
	Sessions(ctx context.Context) ([]Session, error)
}

// Screen lists the searches.
type Screen struct {
	view.Acts
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
	one := func(why func() string) func() string {
		return func() string {
			if s.table.Len() == 0 {
				return "No search here."
			}
			return why()
		}
	}
	known := one(func() string {
		one, _ := s.selected()
		return view.Unless(one.Query != "", "The query of this search is unknown; its results are kept.")
	})
	there := one(func() string { return "" })
	s.Acts = view.Acts{In: keymap.History, Rows: &s.table, None: there, Types: func() bool { return s.filter.typing }, Input: &s.filter.input, Else: "Not available in the search history.",
		Calls: []view.Call{view.Calling("history", &s.slot, s.settle)}, By: map[keymap.Action]view.Act{
			keymap.LocalFilter: {Why: func() string { return view.Unless(len(s.all) > 0, "No search here.") }, Do: view.Then(s.edit)},
			keymap.Cancel:      {Why: func() string { return view.Unless(s.filter.on(), "Nothing is open here.") }, Do: view.Then(s.leave)},
			keymap.Open:        {Why: there, Do: func() view.Out { return s.open(0) }, Price: s.opening},
			keymap.Reload:      {Why: known, Do: func() view.Out { return s.open(limit(s.list[s.table.Cursor()])) }, Price: s.again},
			keymap.Copy:        {Why: known, Do: s.copying},
			keymap.Export:      {Why: there, Do: func() view.Out { return view.Export(s.sheet(), text.Const("searches")) }},
		}, Field: map[keymap.Action]view.Act{keymap.Accept: {Do: view.Then(func() { s.filter.typing = false })}, keymap.Cancel: {Do: view.Then(s.leave)}}}
	return s
}

// Init reads the list.
func (s *Screen) Init() view.Out { return view.Out{Cmd: s.slot.Start(0, fetch.Local(s.kept.Sessions))} }

// Update takes the list, and reads it again when a search was answered.
func (s *Screen) Update(msg tea.Msg) view.Out {
	if a, ok := msg.(fetch.Answer); ok && strings.HasPrefix(a.Receipt().Endpoint, "/v1/search") {
		return s.Init()
	}
	return s.Acts.Update(msg)
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

// open opens the selected search, or asks it again for so many.
func (s *Screen) open(again int) view.Out {
	one := s.list[s.table.Cursor()]
	return view.Open(view.Page{Kind: view.Search, ID: one.ID, Query: one.Query, Again: again})
}

func (s *Screen) copying() view.Out {
	query := s.list[s.table.Cursor()].Query
	return view.Copying(view.Copy{Name: text.Const("Query"), Words: text.Clean(query).String()}, view.Copy{Name: text.Const("Command line"), Words: view.Command("search", query)})
}

// limit returns how many creators a search asked for.
func limit(s Session) int {
	if s.Limit <= 0 {
		return api.LimitDefault
	}
	return s.Limit
}

func (s *Screen) opening() string {
	switch one, ok := s.selected(); {
	case !ok:
		return ""
	case one.whole():
		return "kept, free"
	}
	return "free"
}

func (s *Screen) again() string {
	if one, ok := s.selected(); ok && one.Query != "" {
		return s.money.SearchPrice(limit(one))
	}
	return ""
}

// State returns the state to remember.
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

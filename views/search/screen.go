// Package search is the screen where a planner asks for creators in plain
// words, sees what was understood and what it costs, and reads the results page
// by page. It knows no other screen and no HTTP.
package search

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Screen is one search: the query being written and the session found by it.
type Screen struct {
	env    *view.Env
	input  widget.Input
	typing bool
	limit  int

	found    session
	table    widget.Table
	order    order
	filter   filterField
	marks    map[string]bool
	lastMark string // the creator that was marked last, for ranges
	chip     int    // the chip that x points at; -1 for none
	preview  bool
	peek     bool // the preview stands over the rows: there is no room beside
	failure  text.Text

	search fetch.Slot[api.SearchPage]
	page   fetch.Slot[api.SearchPage]
}

// session is what the service found.
type session struct {
	id       string
	query    string
	rows     []row
	shown    []int // indexes of rows, filtered and sorted
	total    int   // in this session
	filtered int   // all matches
	pages    int
	cursor   *string
	chips    []chip
	cost     text.Text // "cost 75 cr", or "opened again, free"
}

// New makes the screen of a session, or of an empty search.
func New(env *view.Env, p view.Page) *Screen {
	s := &Screen{env: env, limit: api.LimitDefault, marks: map[string]bool{}, chip: -1, preview: true}
	s.input = widget.Input{Prompt: text.Const(" ┃ "), Placeholder: text.Const("for example: vegan food creators in Berlin, 10k-100k followers, engagement over 3%"), Limit: api.SearchQueryMax}
	s.input.SetValue(p.Query)
	s.found.id, s.found.query = p.ID, p.Query
	s.typing = p.ID == ""
	s.arrange()
	s.table.Row = s.tableRow
	s.table.Empty = text.Const("No row fits the filter. Esc in the filter shows all.")
	return s
}

// Init reads the first page of a session that exists; an empty search waits
// for words.
func (s *Screen) Init() view.Out {
	if s.found.id == "" {
		return view.Out{}
	}
	return view.Out{Cmd: s.loadPage("")}
}

func (s *Screen) loadPage(cursor string) tea.Cmd {
	c, id := s.env.Client, s.found.id
	return s.page.Start(0, func(ctx context.Context) (api.SearchPage, client.Receipt, error) {
		return c.SearchPage(ctx, id, cursor)
	})
}

// Update takes the answers of this screen's calls.
func (s *Screen) Update(msg tea.Msg) view.Out {
	if d, ok := s.search.Settle(msg); ok {
		return s.began(d)
	}
	if d, ok := s.page.Settle(msg); ok {
		return s.turned(d)
	}
	if _, ok := msg.(tea.WindowSizeMsg); ok {
		s.peek = s.peek && s.env.Cols < layout.SplitFrom
		s.arrange()
		return s.more()
	}
	return view.Out{}
}

// began takes the first page of a new session. A search that failed leaves the
// last one standing.
func (s *Screen) began(d fetch.Done[api.SearchPage]) view.Out {
	if d.Err != nil {
		s.failure = explain.Failure(d.Err, s.env.Now)
		return view.Out{}
	}
	s.failure = text.Text{}
	s.found = session{id: d.Value.SearchID, query: s.input.Value(), cost: text.Const("cost unknown")}
	if r := d.Receipt(); r.ChargedKnown {
		s.found.cost = text.Format("cost %s cr", r.Charged)
	}
	clear(s.marks)
	s.order, s.lastMark, s.chip = order{}, "", -1
	s.page.Close() // a page of the last session
	s.filter.clear()
	s.table.Home()
	s.add(d.Value)
	out := s.more()
	out.Here = view.Page{Kind: view.Search, ID: s.found.id, Query: s.found.query}
	return out
}

func (s *Screen) turned(d fetch.Done[api.SearchPage]) view.Out {
	if d.Err != nil {
		s.failure = explain.Failure(d.Err, s.env.Now)
		return view.Out{}
	}
	s.failure = text.Text{}
	if s.found.cost.Empty() {
		s.found.cost = text.Const("opened again, free")
	}
	s.add(d.Value)
	return s.more()
}

// add puts a page behind the rows there are.
func (s *Screen) add(p api.SearchPage) {
	f := &s.found
	f.pages++
	f.total, f.filtered = p.Total, p.FilteredTotal
	f.cursor = nil
	if p.HasMore {
		f.cursor = p.NextCursor
	}
	if p.Interpretation != nil {
		f.chips = chipsOf(*p.Interpretation)
	}
	for _, r := range p.Data {
		s.env.Learn(view.Known{Creator: r.Creator, Primary: r.PrimaryProfile, Match: &r.Match})
		f.rows = append(f.rows, newRow(len(f.rows), r))
	}
	s.arrange()
}

// more reads the next page, free of charge, while the rows do not fill the pane,
// their end is in view or the selection nears it.
func (s *Screen) more() view.Out {
	if s.found.cursor == nil || s.page.Busy() || s.filter.on() {
		return view.Out{}
	}
	_, seen := s.table.Visible()
	if len(s.found.rows) >= s.env.Rows && seen < s.table.Len() && !s.table.Near(api.SearchPageSize) {
		return view.Out{}
	}
	return view.Out{Cmd: s.loadPage(*s.found.cursor)}
}

// Typing says whether letters go into a field.
func (s *Screen) Typing() bool { return s.typing || s.filter.typing }

// Type takes a key or a paste into the field that is open.
func (s *Screen) Type(msg tea.Msg) view.Out {
	if s.typing {
		s.input.Type(msg)
		return view.Out{}
	}
	s.filter.input.Type(msg)
	s.filter.read()
	s.arrange()
	return view.Out{}
}

// Scopes lists where keys are looked up.
func (s *Screen) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Search, keymap.List} }

// Title is the query.
func (s *Screen) Title() text.Text { return text.Clean(s.found.query) }

// Busy names what is under way.
func (s *Screen) Busy() string {
	switch {
	case s.search.Busy():
		return "searching"
	case s.page.Busy():
		return "next page"
	}
	return ""
}

// Loaded says whether there is an answer worth keeping.
func (s *Screen) Loaded() bool {
	return len(s.found.rows) > 0
}

// Close drops what is under way.
func (s *Screen) Close() {
	s.search.Close()
	s.page.Close()
}

// Package search is the screen where a planner asks for creators in plain
// words, sees what was understood and what it costs, and reads the results page
// by page. It knows no other screen and no HTTP.
package search

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/brief"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Screen is one search: the query being written and the session found by it.
type Screen struct {
	view.Acts
	env    *view.Env
	input  widget.Input
	typing bool
	limit  int

	found  session
	table  widget.Table
	look   look
	filter filterField
	marking
	chip int // the chip that x points at; -1 for none
	peeking
	failure   text.Text
	again     bool   // the query is asked anew when the screen opens
	asked     string // the query of the search under way
	want      string // the creator to select once its row is here
	exporting bool   // once all rows are here
	least     int    // rows that were here when it was left: marks are among them

	foresight
	search fetch.Slot[api.SearchPage]
	page   fetch.Slot[api.SearchPage]
}

// marking holds the planner's marks.
type marking struct {
	marks    map[string]bool
	lastMark string // the creator that was marked last, for ranges
}

type peeking struct {
	preview bool
	pager   widget.Pager
	peek    bool // over the rows: there is no room beside
}

// session holds the results of the service.
type session struct {
	id       string
	query    string
	rows     []row
	shown    []int // indexes of rows, filtered and sorted
	total    int   // in this session
	filtered int   // all matches, and those who may match only
	may      int   // these
	left     *api.LeftOut
	pages    int
	chips    []chip
	unused   []api.Unused // words of the query
	nearest  *api.Nearest // of a search that found nobody
	earlier  *earlier     // what the same query found before; nil: nothing
	cost     text.Text    // "cost 75 cr", or "opened again, free"
	kept     time.Time    // when the first page was asked for, if it came from the memory
	facets   *api.Facets  // of a list of everything

	list  client.Pages     // leads to the page after all that were read
	ahead []api.SearchPage // read and not yet among the rows
	reach int              // pages are read ahead until so many wait
}

// New makes the screen of a session, or of an empty search.
func New(env *view.Env, p view.Page) *Screen {
	s := &Screen{env: env, limit: api.LimitDefault, chip: -1, look: look{columns: complete(nil)}}
	s.marks, s.preview = map[string]bool{}, true
	s.input = widget.Input{Prompt: text.Const(" ┃ "), Placeholder: text.Const("for example: vegan food creators in Berlin, 10k-100k followers, engagement over 3%"), Limit: api.SearchQueryMax}
	s.input.SetValue(p.Query)
	if s.found.id, s.found.query = p.ID, p.Query; p.Write {
		s.found.query, s.typing = "", true
	}
	if p.Again > 0 {
		s.limit, s.again = p.Again, true
	}
	s.Acts = s.acts()
	s.arrange()
	s.table.Row = s.tableRow
	s.table.Empty = text.Const("No row matches the filter. Esc in the filter shows all.")
	return s
}

// Init reads the first page of a session that exists, or asks anew; an empty
// search waits for the key that writes it: a place never opens in a field, so that the
// keys of places lead on from each.
func (s *Screen) Init() view.Out {
	if s.again {
		s.again = false
		out := s.ask(client.Refresh())
		if s.found.id != "" { // what it found before is read, for nothing, to be held against it
			s.least = s.limit
			out.Cmd = s.loadPage("")
		}
		view.As[*view.Ask](out).No = func() view.Out { return view.Out{Nav: view.Nav{Back: true}} }
		return out
	}
	var look tea.Cmd
	if s.changed() { // it was left so
		look = s.pause()
	}
	if s.found.id == "" {
		return view.Out{Cmd: look}
	}
	return view.Out{Cmd: tea.Batch(s.loadPage(""), look)}
}

func (s *Screen) loadPage(cursor string) tea.Cmd {
	return s.page.Start(0, fetch.With2(s.env.Client.SearchPage, s.found.id, cursor))
}

// Update takes what changes the rows or how they stand.
func (s *Screen) Update(msg tea.Msg) view.Out {
	switch msg := msg.(type) {
	case view.Shown:
		for i, r := range s.found.rows {
			s.found.rows[i] = newRow(&s.env.Frame, r.at, r.result)
			s.found.rows[i].since = r.since
		}
		s.arrange()
	case view.Planned:
		s.arrange() // there may be more to say of who is on a list
	case paused:
		return view.Out{Cmd: s.foresee(msg)}
	case tea.WindowSizeMsg:
		s.peek = s.peek && s.env.Cols < layout.SplitFrom
		return s.rearrange()
	}
	return s.Acts.Update(msg)
}

// takeSearch takes the first page of a new session. A search that failed leaves the
// last one standing.
func (s *Screen) takeSearch(d fetch.Done[api.SearchPage]) view.Out {
	if d.Err != nil {
		s.failure = explain.Failure(d.Err, s.env.Now)
		return view.Out{}
	}
	s.failure = text.Text{}
	r := d.Receipt()
	s.found = session{id: d.Value.SearchID, query: s.asked, earlier: s.remember(), cost: text.Const("cost unknown"), kept: r.KeptAt, reach: lead}
	if !r.Kept {
		s.found.reach = api.LimitMax
	}
	if r.ChargedKnown {
		s.found.cost = text.Format("cost %s cr", r.Charged)
	}
	clear(s.marks)
	s.want, s.least = "", 0
	s.look.order, s.lastMark, s.chip = nil, "", -1
	s.page.Close() // a page of the last session
	s.filter.clear()
	s.table.Home()
	s.queue(d.Value)
	out := s.more()
	out.Here = view.Page{Kind: view.Search, ID: s.found.id, Query: s.found.query}
	return out
}

// takePage takes a further page of the session.
func (s *Screen) takePage(d fetch.Done[api.SearchPage]) view.Out {
	if d.Err != nil {
		s.failure = explain.Failure(d.Err, s.env.Now)
		s.found.reach, s.exporting = 0, false
		return view.Out{}
	}
	s.failure = text.Text{}
	if s.found.cost.Empty() {
		s.found.cost, s.found.kept, s.found.reach = text.Const("opened again, free"), d.Receipt().KeptAt, lead
		if s.listed() {
			s.found.cost, s.found.facets = text.Const("your store, free"), d.Value.Facets
		}
	}
	s.queue(d.Value)
	return s.more()
}

// queue notes a page that was read. It joins the rows when the planner comes near
// their end, so that nothing moves that they look at.
func (s *Screen) queue(p api.SearchPage) {
	f := &s.found
	f.ahead = append(f.ahead, p)
	if failed := f.list.Read(p.HasMore, p.NextCursor); failed != nil {
		s.failure = explain.Failure(failed, s.env.Now)
	}
}

func (s *Screen) add(p api.SearchPage) {
	f := &s.found
	f.pages++
	f.total, f.filtered = p.Total, p.FilteredTotal
	if p.Interpretation != nil {
		f.chips, f.unused, f.nearest = chipsOf(f.query, *p.Interpretation), p.Interpretation.Unused, p.Interpretation.Nearest
		f.may, f.left = p.Interpretation.MayMatch.Count(), p.Interpretation.LeftOut
	}
	for _, r := range p.Data {
		s.env.Learn(view.Known{Creator: r.Creator, Primary: r.PrimaryProfile, Match: &r.Match})
		one := newRow(&s.env.Frame, len(f.rows), r)
		if f.earlier != nil {
			f.earlier.compare(&one)
		}
		f.rows = append(f.rows, one)
	}
	s.arrange()
}

// more lets pages that were read join the rows, and reads the next one, free of
// charge: while one is wanted, a few ahead, so that walking down waits for none, and
// to the end in a session that was just paid, so that all of it is kept before the
// service forgets it.
func (s *Screen) more() view.Out {
	f := &s.found
	for len(f.ahead) > 0 && (f.pages == 0 || s.wants()) {
		s.add(f.ahead[0])
		f.ahead = f.ahead[1:]
	}
	s.closeEarlier()
	s.returnTo()
	if s.exporting && !s.further() {
		return s.export()
	}
	if !f.list.More() || s.page.Busy() || len(f.ahead) >= f.reach && !s.wants() {
		return view.Out{}
	}
	return view.Out{Cmd: s.loadPage(f.list.Next())}
}

// further says whether there are pages that are not among the rows.
func (s *Screen) further() bool { return s.found.list.More() || len(s.found.ahead) > 0 }

// lead is the number of pages that wait behind the rows.
const lead = 3

// choosing says whether the rows are filtered or sorted here, which is true of those
// only that were read.
func (s *Screen) choosing() bool { return s.filter.on() || !s.look.own() }

// rearrange filters and sorts anew, and reads what that needs.
func (s *Screen) rearrange() view.Out {
	s.arrange()
	return s.more()
}

// wants says whether the rows need another page: they do not fill the pane,
// their end is in view or the selection nears it, or all are filtered or sorted.
func (s *Screen) wants() bool {
	if s.want != "" || len(s.found.rows) < s.least {
		return true
	}
	switch {
	case (s.choosing() || s.exporting) && !s.listed():
		return true // all that was paid for; what there is in a store has no end
	case s.filter.on():
		return false
	}
	_, seen := s.table.Visible()
	return len(s.found.rows) < s.env.Rows || seen >= s.table.Len() || s.table.Near(api.SearchPageSize)
}

// inARow writes the items of a list behind each other.
var inARow = strings.NewReplacer("\n- ", ", ", "\n– ", ", ", "\n• ", ", ", "\n* ", ", ")

// Type takes a key or a paste into the field that is open.
func (s *Screen) Type(msg tea.Msg) view.Out {
	if s.typing {
		if m, ok := msg.(tea.PasteMsg); ok && brief.IsBrief(m.Content) {
			return s.asBrief(m.Content, func(...client.Option) view.Out {
				return s.write(tea.PasteMsg{Content: inARow.Replace(m.Content)})
			})
		}
		return s.write(msg)
	}
	s.filter.input.Type(msg)
	s.filter.read()
	return s.rearrange()
}

func (s *Screen) write(msg tea.Msg) view.Out {
	s.input.Type(msg)
	if n := s.input.Left; n > 0 {
		return view.Fail(text.Format("A query can have %d characters: the last %s left out.", api.SearchQueryMax, text.Plural(n, "was", "were")))
	}
	return view.Out{Cmd: s.pause()}
}

// Busy names what is waited for. Pages that are only kept are not: Esc does not
// give them up.
func (s *Screen) Busy() string {
	switch {
	case s.search.Busy():
		return "searching"
	case s.page.Busy() && s.found.pages == 0:
		return "opening the search"
	case s.page.Busy() && !s.keeping():
		return "next page"
	}
	return ""
}

// keeping says whether a page is read in the background, to be kept.
func (s *Screen) keeping() bool {
	f := &s.found
	return s.page.Busy() && f.pages > 0 && (len(f.ahead) > 0 || !s.wants())
}

// Close drops what is under way.
func (s *Screen) Close() {
	s.Acts.Close()
	s.found.reach = 0
}

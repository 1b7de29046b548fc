package search

import (
	"cmp"
	"math"
	"strconv"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// panes places the parts of the screen in w by h cells.
type panes struct {
	head, list, preview, foot layout.Rect
}

// The share of the rows beside a preview. They have no less room than on a terminal of
// 80 columns as long as the preview keeps its least: a column that stands there does
// not vanish on a wider one.
const (
	share       = 0.62
	rowsLeast   = 82 // with the two columns between the panes
	previewKeep = 30
)

func (s *Screen) panes(w, h int) panes {
	query, chips := s.headLines(w, h)
	head, body, foot := layout.Rect{W: w, H: h}.Rows(query+chips+1, 1)
	p := panes{head: head, list: body, foot: foot}
	if s.preview {
		least := rowsLeast + s.env.Lead()
		p.list, p.preview = body.Split(max(share, float64(min(least, w-previewKeep))/float64(max(1, w))))
	}
	return p
}

// Render draws the query, what was understood, the rows and the preview.
func (s *Screen) Render(w, h int) []string {
	p := s.panes(w, h)
	lines := make([]string, 0, h)
	query, chips := s.headLines(w, h)
	head := append(s.input.RenderIn(s.env.Styles, w, query), s.chipLines(w, chips)...)
	lines = append(lines, append(head, s.rule(w, p))[:p.head.H]...)
	lines = append(lines, layout.Beside(s.env.Styles, s.body(p.list.W, p.list.H), p.preview, s.previewLines)...)
	if p.foot.H > 0 {
		lines = append(lines, s.footLine(w))
	}
	return lines
}

// headLines returns the lines of the query and of its reading: all they need, as long as
// most of the screen is left for the rows.
func (s *Screen) headLines(w, h int) (query, chips int) {
	most := max(2, h/2-1)
	query = s.input.Lines(w, most-1)
	return query, min(len(s.chipRows(w, most-query)), most-query)
}

func (s *Screen) rule(w int, p panes) string {
	st := s.env.Styles
	if p.preview.Empty() {
		return st.Border.Apply(text.Rule(w))
	}
	return st.Border.Apply(text.Rule(p.list.W+1) + "┬" + text.Rule(p.preview.W))
}

// Cursor returns the position of the text cursor.
func (s *Screen) Cursor(w, h int) (x, y int, ok bool) {
	switch {
	case s.typing:
		query, _ := s.headLines(w, h)
		x, y, ok = s.input.CursorIn(w, query)
		return x, y, ok && h > 1 && y < s.panes(w, h).head.H
	case s.filter.typing:
		x, ok = s.filter.input.Cursor(w)
		return x, h - 1, ok
	}
	return 0, 0, false
}

// Row returns the position of the selected creator.
func (s *Screen) Row(w, h int) (x, y int, ok bool) {
	if s.peek {
		return 0, 0, false
	}
	y, ok = s.table.Line()
	return 0, y + s.panes(w, h).list.Y, ok
}

// price is the limit and the most it costs, held against the budget.
func (s *Screen) price() []widget.Run {
	st, offer := s.env.Styles, s.offer()
	high, free := offer.High, s.env.Free(offer)
	runs := []widget.Run{{Text: text.Format(" limit ◂ %d ▸ ", s.limit), Style: st.Dim}, {Text: text.Format("  up to %s cr", high), Style: st.Price}}
	switch {
	case high == 0:
		runs[1] = widget.Run{Text: text.Const("  free "), Style: st.Free}
		return runs
	case free && (s.typing || s.found.id == "" || s.query() != s.found.query):
		runs[1] = widget.Run{Text: text.Const("  kept, free "), Style: st.Free}
		return runs
	case free: // asked again, of what is on show
		runs[1].Text = text.Format("  again up to %s cr", high)
	}
	minute := s.env.Budget.Minute
	switch {
	case !minute.Known:
		if s.env.Pays {
			return append(runs, widget.Run{Text: text.Format(" · %s left to pay ", s.env.Room.Left), Style: st.Dim})
		}
		return append(runs, widget.Run{Text: text.Const(" · budget unknown "), Style: st.Dim})
	case minute.LimitKnown && minute.Limit < high:
		return append(runs, widget.Run{Text: text.Const(" · over the minute budget "), Style: st.Warn})
	case minute.Remaining < high && minute.Reset.IsZero():
		return append(runs, widget.Run{Text: text.Const(" · over budget now "), Style: st.Warn})
	case minute.Remaining < high:
		return append(runs, widget.Run{Text: text.Format(" · fits in %s ", text.Countdown(minute.Reset.Sub(s.env.Now))), Style: st.Warn})
	case minute.Remaining > 0:
		return append(runs, widget.Run{Text: text.Format(" · %d%% of this minute ", (int64(high)*100+int64(minute.Remaining)-1)/int64(minute.Remaining)), Style: st.Dim})
	}
	return runs
}

func (s *Screen) body(w, h int) []string {
	if s.peek && s.selected() != nil {
		return s.previewLines(w, h)
	}
	if len(s.found.rows) > 0 {
		return s.table.Render(s.env.Styles, w, h)
	}
	return layout.FitLines(s.empty(w), w, h)
}

func (s *Screen) empty(w int) []string {
	b := widget.Block{W: w - 2, Lines: []string{""}}
	s.whyEmpty(&b)
	return b.Lines
}

// whyEmpty says why there are no rows, and what to do next.
func (s *Screen) whyEmpty(b *widget.Block) {
	st := s.env.Styles
	say := func(t text.Text, style theme.Style) { b.Say(t, style, "  ") }
	switch {
	case !s.failure.Empty():
		say(s.failure, st.Bad)
		b.Gap()
		say(text.Const("Your query is kept: edit it, or press Enter to try again."), st.Dim)
	case s.Busy() != "":
		say(text.Format("%s…", s.Busy()), st.Dim)
		if s.env.ToMake > 0 {
			b.Gap()
			say(text.Format("This first time the sample world is made first: %s of %s creators so far. Later starts find it there.",
				text.Thousands(int64(s.env.Made)), text.Thousands(int64(s.env.ToMake))), st.Dim)
		}
	case s.found.id != "":
		say(text.Format("Nothing matches (%s).", s.found.cost), st.Text)
		b.Gap()
		if n := s.found.nearest; n != nil {
			say(text.Format("No match because of “%s”. Without it, %s: %s", n.Without, text.Plural(n.FilteredTotal, "one matches", "match"), n.Query), st.Text)
			break
		}
		say(text.Const("Try a wider follower range, a lower engagement rate, a country instead of a city, or fewer topics."), st.Dim)
	default:
		lead := text.When(!s.typing, "%s begins a query. ", s.env.Keys.KeyOf(keymap.EditQuery, keymap.Search))
		say(text.Cat(lead, text.Const("Write a query in plain words and press Enter. You see the price above before anything is spent.")), st.Text)
		b.Gap()
		for _, e := range examples() {
			say(e, st.Dim)
		}
	}
}

func examples() []text.Text {
	return []text.Text{
		text.Const("vegan food creators in Berlin, 10k-100k followers, engagement over 3%"),
		text.Const("micro-influencers who run trails in Spain"),
		text.Const("French-speaking skincare creators, verified, under 500k followers"),
		text.Const("people who explain machine learning on long video"),
	}
}

// cost tells the cost of the session, or that it is kept and how old it is.
func (s *Screen) cost() widget.Run {
	if kept := view.Kept(s.found.kept, s.env.Now); !kept.Empty() {
		return widget.Run{Text: text.Format(" · %s", kept), Style: s.env.Styles.Free, Rank: 2}
	}
	return widget.Run{Text: text.Format(" · %s", s.found.cost), Style: s.env.Styles.Dim}
}

// counted tells how many may match only, and how many are left out for their topics.
func (s *Screen) counted() (runs []widget.Run) {
	st, f := s.env.Styles, &s.found
	runs = []widget.Run{{Text: text.When(f.may > 0, " · %s may match", text.Thousands(int64(f.may))), Style: st.Dim, Rank: 6}}
	if l := f.left; l != nil && l.Creators+l.Unread > 0 {
		runs = append(runs, widget.Run{Text: text.Format(" · %s left out%s", text.Thousands(int64(l.Creators)),
			text.When(l.Unread > 0, ", %s unchecked (no posts)", text.Thousands(int64(l.Unread)))), Style: st.Dim, Rank: 7})
	}
	return runs
}

// footLine tells how much there is, or holds the filter.
func (s *Screen) footLine(w int) string {
	if s.filter.typing {
		return s.filter.input.Render(s.env.Styles, w)
	}
	return widget.Line(w, s.foot(w)...)
}

// queryTold limits the cells of the query that the rows are of, where another is typed.
const queryTold = 32

// foot counts the results by kind, and ends with what they cost: for that, in w cells, what
// else can be told gives way.
func (s *Screen) foot(w int) []widget.Run {
	st, f := s.env.Styles, &s.found
	if len(f.rows) == 0 {
		return nil
	}
	word := text.Const("match")
	if s.listed() {
		word = text.Const("in total")
	}
	name, by := s.worn(), s.look.said()
	left := append([]widget.Run{
		{Text: text.Format("   %d of %d", min(s.table.Cursor()+1, len(f.shown)), len(f.shown)), Style: st.Dim},
		{Text: text.When(f.id != "" && s.query() != "" && s.query() != f.query, " for “%s”", text.Clean(f.query).Truncate(queryTold, text.Ellipsis)), Style: st.Warn, Rank: 1},
		{Text: text.When(s.filter.on(), " filtered"), Style: st.Strong},
		{Text: text.When(s.filter.on(), " by “%s”", s.filter.input.Value()), Style: st.Strong, Rank: 1},
		{Text: text.When(s.filter.on(), ", Esc shows all"), Style: st.Strong, Rank: 9},
		{Text: text.Format(" · %s %s", text.Thousands(int64(f.filtered-f.may)), word), Style: st.Dim, Rank: 3},
		{Text: text.When(f.rows[0].result.Match.LowConfidence, " · no good match"), Style: st.Warn},
		{Text: s.changes(), Style: st.Strong, Rank: 1},
		{Text: text.When(name != "", " · view “%s”", name), Style: st.Strong, Rank: 5},
		{Text: text.When(!by.Empty(), " · by %s", by), Style: st.Dim, Rank: 5},
		{Text: text.When(s.choosing() && s.further(), " · of the %d loaded", len(f.rows)), Style: st.Warn},
		{Text: text.When(len(s.marks) > 0, " · %d marked", len(s.marks)), Style: st.Marked, Rank: 1},
	}, s.counted()...) // behind what the planner did, which has to be seen
	switch {
	case !s.failure.Empty(): // what there is may not be all
		return widget.Fit(w, append(left, widget.Run{Text: text.Cat(text.Const(" · "), s.failure), Style: st.Bad}))
	case s.further():
		left = append(left, widget.Run{Text: text.Format(" · page %d free", f.pages+1), Style: st.Free, Rank: 4},
			widget.Run{Text: text.When(s.keeping() && f.reach > lead, ", the rest is being kept"), Style: st.Dim, Rank: 8})
	case !s.listed():
		left = append(left, widget.Run{Text: text.Format(" · all %d of this search", f.total), Style: st.Dim, Rank: 10})
	}
	return widget.Fit(w, append(left, s.cost()))
}

// Tell is the query, what came of it, what was understood and what it costs, the rows,
// and all that is known of the selected one.
func (s *Screen) Tell() []view.Fact {
	head := text.Const("Search")
	switch {
	case s.found.query != "":
		head = text.Format("Search: %s", s.found.query)
	case s.listed():
		head = text.Const("All creators in your store")
	}
	out := []view.Fact{view.Head(head)}
	if s.filter.typing {
		out = append(out, view.Field(text.Const("filter"), &s.filter.input))
	}
	if v := s.query(); s.typing || v != s.found.query || v == "" || s.found.id == "" {
		out = append(out, view.Field(text.Const("query"), &s.input))
	}
	rows := len(s.found.rows) > 0
	if rows {
		out = append(out, view.Runs(s.foot(math.MaxInt)...))
	} else {
		out = append(out, view.Blocked(s.whyEmpty)...)
	}
	out = append(out, s.tellReading()...)
	if rows {
		out = append(out, s.tellRows()...)
	}
	return out
}

// tellReading tells the reading of the query, and the price of the next search.
func (s *Screen) tellReading() []view.Fact {
	if s.browsing() {
		return []view.Fact{view.Runs(s.facetRuns()...)}
	}
	r, known := s.reading()
	if !known {
		return []view.Fact{view.Runs(s.unread()), view.Runs(s.price()...)}
	}
	understood := view.Fact{Label: text.Const("understood")}
	for i, c := range r.chips {
		understood.Children = append(understood.Children, view.Fact{Value: c.label, Here: i == s.chip})
	}
	var out []view.Fact
	if len(r.chips) > 0 {
		out = append(out, understood)
	}
	found := view.Sentences(r.found.Text)
	if s.input.Selected() { // a line that is read is written anew anyway
		found = view.Asked(found)
	}
	return append(append(out, found...), view.Runs(s.price()...))
}

// tellRows are the rows, each in short too.
func (s *Screen) tellRows() []view.Fact {
	out, at := view.Rows(&s.table, view.Blocked(s.about)...), 0
	for i := range out {
		if out[i].Kind != view.Row {
			continue
		}
		r := &s.found.rows[s.found.shown[at]]
		out[i].Said, out[i].Exact = s.short(r), exact(r)
		at++
	}
	return out
}

// short is a row in a line: who, where, how large and how lively, how well it fits and how
// old the numbers are.
func (s *Screen) short(r *row) text.Text {
	p := cmp.Or(r.result.PrimaryProfile, &api.ProfileSummary{})
	who := text.List(text.Const(", "), r.name, text.When(p.IsVerified, "verified"), r.place, listedCell(s, r).Text)
	fit := fitCell(s, r)
	return text.Format("%s. %s followers, %s engagement%s%s", who, r.followers, r.rate, text.When(!s.listed(), ". Fit %s, %s", fit.Text, fit.More),
		text.When(p.DataUpdatedAt != nil, ". Numbers %s", text.AgeOf(p.DataUpdatedAt, s.env.Now)))
}

// exact are the numbers of a row to the last digit.
func exact(r *row) text.Text {
	p := r.result.PrimaryProfile
	if p == nil {
		return text.Text{}
	}
	var some []text.Text
	if p.Followers != nil {
		some = append(some, text.Format("exactly %s followers", text.Thousands(*p.Followers)))
	}
	if p.EngagementRate != nil {
		some = append(some, text.Format("exactly %s%% engagement by followers", strconv.FormatFloat(*p.EngagementRate, 'f', -1, 64)))
	}
	return text.Join(some, text.Const(", "))
}

// Tell is which columns there are, which are shown, and what they sort by.
func (c *chooser) Tell() []view.Fact {
	return append([]view.Fact{view.Head(text.Const("Columns"))}, view.Rows(&c.table)...)
}

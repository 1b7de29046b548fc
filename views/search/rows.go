package search

import (
	"cmp"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// row is a result made drawable once, when it arrived.
type row struct {
	result    api.SearchResult
	at        int // place in the service's order
	name      text.Text
	handle    text.Text
	followers text.Text
	rate      text.Text
	fit       text.Text
	why       text.Text
	all       text.Text // name, handle and why, for the local filter
}

func newRow(at int, r api.SearchResult) row {
	n := row{result: r, at: at, name: text.Clean(r.Creator.Name), followers: text.Unknown, rate: text.Unknown}
	if p := r.PrimaryProfile; p != nil {
		n.handle = text.Clean("@" + p.Username)
		if p.IsVerified {
			n.handle = text.Cat(n.handle, text.Const(" ✓"))
		}
		n.followers, n.rate = text.CountOf(p.Followers), text.PercentOf(p.EngagementRate)
	}
	n.fit = text.Cat(widget.Bars(5, r.Match.Score), text.Format(" .%02d", min(99, int(r.Match.Score*100+0.5))))
	n.why = why(r.Match)
	n.all = text.Join([]text.Text{n.name, n.handle, n.why}, text.Const(" "))
	return n
}

// why is the first ground of a match: a quote where there is one, its glyph
// telling what it rests on. A quote of hashtags says little; another goes first.
func why(m api.Match) text.Text {
	var said text.Text
	for _, e := range m.Evidence {
		if e.EvidenceQuote == nil {
			continue
		}
		quote := text.Format("%s “%s”", glyph(e.Provenance), *e.EvidenceQuote)
		if !strings.HasPrefix(*e.EvidenceQuote, "#") {
			return quote
		}
		if said.Empty() {
			said = quote
		}
	}
	if !said.Empty() {
		return said
	}
	if len(m.Reasons) > 0 {
		return text.Format("○ %s", m.Reasons[0])
	}
	return text.Text{}
}

// glyph tells what a piece of evidence rests on, also without colour.
func glyph(p api.Provenance) string {
	switch p {
	case api.FromPost:
		return "●"
	case api.FromProfile:
		return "○"
	}
	return "·"
}

// order is how the rows stand: the zero order is the service's own.
type order struct {
	by      column
	reverse bool
}

type column int

const (
	byFit column = iota
	byName
	byFollowers
	byRate
	columnCount
)

// columns leave the grounds to the preview where that stands beside.
func (s *Screen) columns() []widget.Column {
	why := 16
	if !s.panes(s.env.Cols, s.env.Rows).preview.Empty() {
		why = 30
	}
	return []widget.Column{
		{Title: text.Const("Creator"), Min: 22, Max: 44, Flex: 3},
		{Title: text.Const("Followers"), Min: 9, Align: widget.Right},
		{Title: text.Const("Eng."), Min: 5, Align: widget.Right, Priority: 1},
		{Title: text.Const("Fit"), Min: 9, Priority: 2},
		{Title: text.Const("Why"), Min: why, Flex: 4, Priority: 3},
	}
}

// arrange filters and sorts what is shown; the selected creator stays selected.
func (s *Screen) arrange() {
	selected := s.selected()
	f := &s.found
	f.shown = f.shown[:0]
	for i := range f.rows {
		if s.filter.keeps(&f.rows[i]) {
			f.shown = append(f.shown, i)
		}
	}
	slices.SortStableFunc(f.shown, func(a, b int) int { return s.order.compare(&f.rows[a], &f.rows[b]) })
	s.table.Columns = s.columns()
	mark := []int{3, 0, 1, 2}[s.order.by]
	s.table.Columns[mark].Sort = widget.Descending
	if s.order.reverse != (s.order.by == byName) {
		s.table.Columns[mark].Sort = widget.Ascending
	}
	s.table.Breaks = s.weakLine()
	s.table.SetLen(len(f.shown))
	if selected != nil {
		if i := slices.Index(f.shown, selected.at); i >= 0 {
			s.table.SetCursor(i)
		}
	}
}

func (o order) compare(a, b *row) int {
	n, unknown := 0, 0
	switch o.by {
	case byName:
		n = cmp.Compare(strings.ToLower(a.name.String()), strings.ToLower(b.name.String()))
	case byFollowers:
		n, unknown = known(a, b, func(p *api.ProfileSummary) *int64 { return p.Followers })
	case byRate:
		n, unknown = known(a, b, func(p *api.ProfileSummary) *float64 { return p.EngagementRate })
	}
	if unknown != 0 {
		return unknown
	}
	if n == 0 {
		n = cmp.Compare(a.at, b.at)
	}
	if o.reverse {
		return -n
	}
	return n
}

// known compares a number of both, largest first. Where it is unknown of one,
// that one is last whichever way the rows are sorted.
func known[N int64 | float64](a, b *row, of func(*api.ProfileSummary) *N) (n, unknown int) {
	get := func(r *row) *N {
		if r.result.PrimaryProfile == nil {
			return nil
		}
		return of(r.result.PrimaryProfile)
	}
	x, y := get(a), get(b)
	switch {
	case x == nil && y == nil:
		return 0, 0
	case x == nil:
		return 0, 1
	case y == nil:
		return 0, -1
	}
	return cmp.Compare(*y, *x), 0
}

// weakLine stands above the first weak match, in the service's own order only.
func (s *Screen) weakLine() []widget.Break {
	if s.order != (order{}) {
		return nil
	}
	for i, at := range s.found.shown {
		if s.found.rows[at].result.Match.LowConfidence {
			return []widget.Break{{Before: i, Label: text.Const("weaker matches")}}
		}
	}
	return nil
}

// selected is the row under the cursor, nil without rows.
func (s *Screen) selected() *row {
	if i := s.table.Cursor(); i < len(s.found.shown) {
		return &s.found.rows[s.found.shown[i]]
	}
	return nil
}

func (s *Screen) tableRow(i int, buf []widget.Cell) widget.Row {
	st := s.env.Styles
	r := &s.found.rows[s.found.shown[i]]
	score := st.Good
	if r.result.Match.LowConfidence {
		score = st.Dim
	}
	return widget.Row{Marked: s.marks[r.result.Creator.ID], Cells: append(buf,
		widget.Cell{Text: r.name, Style: st.Strong, More: r.handle, MoreStyle: st.Dim},
		widget.Cell{Text: r.followers, Style: st.Text},
		widget.Cell{Text: r.rate, Style: st.Text},
		widget.Cell{Text: r.fit, Style: score},
		widget.Cell{Text: r.why, Style: st.Dim})}
}

package review

import (
	"cmp"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

const (
	nameWidth = 18
	colWidth  = 16 // at least
	colMost   = 48
	fullFrom  = 10 // lines, from which on the brief has a line of its own
)

// headRows is the height of what stands over the rows: as on other screens where
// there is room.
func headRows(h int) int {
	if h >= fullFrom {
		return view.HeadRows + 1
	}
	return 2
}

// Render draws the brief in a line, creators as columns, and below what stands
// under the cursor in full.
func (s *Screen) Render(w, h int) []string {
	l := s.list()
	if l == nil || len(l.Members) == 0 || w < nameWidth+4 || h < 4 {
		return widget.Message(s.env.Styles, widget.Size{W: w, H: h}, min(1, max(0, h/3)), s.why()...)
	}
	s.member() // the cursor is on the list
	lines := []string{s.head(l, w)}
	if h >= fullFrom {
		lines = append(lines, s.about(l, w), s.env.Styles.Border.Apply(text.Rule(w)))
	}
	lines = append(lines, s.names(l, w))
	lines = append(lines, each.Of(s.inView(h), func(i int) string { return s.line(l, i, w) })...)
	lines = append(lines, s.env.Styles.Border.Apply(text.Rule(w)))
	return layout.FitLines(append(lines, s.pager.Render(s.detail(w), w, max(0, h-len(lines)))...), w, h)
}

// inView are the rows of the table that are drawn in h lines: the verdict stays in sight.
func (s *Screen) inView(h int) []int {
	n := min(len(s.rows()), max(1, (h-headRows(h))*3/4))
	top := min(max(0, s.row-n+1), len(s.rows())-n)
	all := make([]int, n)
	for i := range all {
		all[i] = top + i
	}
	if n > 1 {
		all[0] = 0
	}
	return all
}

// colWidth returns the width of a creator's column in w cells: all the room is used.
func (s *Screen) colWidth(l *plan.List, w int) int {
	from, to := s.window(l, w)
	return min(max(colWidth, (w-nameWidth)/max(1, to-from)), colMost)
}

func (s *Screen) why() []text.Text {
	keys, lead := s.env.Keys, text.Const("This list is empty.")
	if t := s.proposed(); !t.Empty() {
		lead = text.Format("This list is empty. %s", t)
	}
	return []text.Text{lead,
		text.Format("%s adds creators from a search or a creator page; %s writes the brief.", keys.KeyOf(keymap.Add, keymap.Global), keys.KeyOf(keymap.Brief, keymap.Global))}
}

// window are the members in view, so that the one under the cursor is.
func (s *Screen) window(l *plan.List, w int) (from, to int) {
	n := min(max(1, (w-nameWidth)/colWidth), 8, len(l.Members)) // side by side
	from = min(max(s.col-n/2, 0), len(l.Members)-n)
	return from, from + n
}

func (s *Screen) head(l *plan.List, w int) string {
	st := s.env.Styles
	left := []widget.Run{{Text: text.Format(" %s", l.Name), Style: st.Title}}
	right := []widget.Run{{Text: text.Cat(counted(l), text.Const(" ")), Style: st.Text}}
	if t := s.proposed(); !t.Empty() {
		right = append([]widget.Run{{Text: text.Cat(t, text.Const("   ")), Style: st.Accent}}, right...)
	}
	return widget.Spread(w, left, right)
}

func counted(l *plan.List) text.Text {
	count := map[plan.Verdict]int{}
	for _, m := range l.Members {
		count[m.Verdict]++
	}
	return text.Format("%d yes · %d reserve · %d no · %d open", count[plan.Yes], count[plan.Reserve], count[plan.No], count[""])
}

// about is the brief in a line, what may be spent for it, and whether the service
// has the list.
func (s *Screen) about(l *plan.List, w int) string {
	words, right := s.sought(l)
	room := max(0, w-2-widget.Width(right))
	return widget.Spread(w, []widget.Run{{Text: text.Format(" %s", words.Truncate(room, text.Ellipsis)), Style: s.env.Styles.Dim}}, right)
}

// sought is the brief, and what stands at the other end of its line.
func (s *Screen) sought(l *plan.List) (words text.Text, right []widget.Run) {
	st := s.env.Styles
	right = slices.DeleteFunc([]widget.Run{{Text: s.fees(l), Style: st.Price}, {Text: text.When(l.Brief.Budget > 0, " budget %s cr ", view.Amount(l.Brief.Budget)), Style: st.Price},
		{Text: s.standing(l), Style: st.Dim}}, func(r widget.Run) bool { return r.Text.Empty() })
	words = text.Clean(s.env.Ours(cmp.Or(l.Brief.Query, l.Brief.Text)))
	for _, of := range []struct {
		lead  string
		words []string
	}{{"wanted", l.Brief.Wishes}, {"no-gos", l.Brief.NoGos}} {
		words = text.Cat(words, text.When(len(of.words) > 0, " · %s: %s", of.lead, strings.Join(of.words, ", ")))
	}
	if words.Empty() {
		words = text.Format("no brief yet: %s writes it; creators are matched with it", s.env.Keys.KeyOf(keymap.Brief, keymap.Global))
	}
	return words, right
}

func (s *Screen) names(l *plan.List, w int) string {
	st := s.env.Styles
	from, to := s.window(l, w)
	more := len(l.Members) - to
	count := text.Format(" %d of %d%s%s", s.col+1, len(l.Members), text.When(from > 0, " ←%d", from), text.When(more > 0, " →%d", more))
	runs, colWidth := []widget.Run{{Text: fit(count, nameWidth), Style: st.Dim}}, s.colWidth(l, w)
	for i := from; i < to; i++ {
		style := st.Header
		if i == s.col {
			style = st.Accent
		}
		runs = append(runs, widget.Run{Text: cell(text.Clean(l.Members[i].Name), colWidth), Style: style})
	}
	return widget.Line(w, runs...)
}

// fit is words in exactly w cells, with a blank behind them.
func fit(t text.Text, w int) text.Text { return t.Truncate(w-1, text.Ellipsis).Pad(w) }

// cell is words in a column of w cells, parted from the next.
func cell(t text.Text, w int) text.Text { return t.Truncate(room(w), text.Ellipsis).Pad(w) }

// room is how many cells of a column words have: where it is wide, two blanks part them from the next.
func room(w int) int { return max(colWidth, w-1) - 1 }

// line is a row of the table: the best is marked with a dot.
func (s *Screen) line(l *plan.List, at, w int) string {
	st, r := s.env.Styles, s.rows()[at]
	from, to := s.window(l, w)
	all := s.values(l, r, from, to)
	colWidth := s.colWidth(l, w)
	lead := text.Format("  %s", r.name)
	style := st.Dim
	if at == s.row {
		lead, style = text.Format("▸ %s", r.name), st.Accent
	}
	runs := []widget.Run{{Text: fit(lead, nameWidth), Style: style}}
	for i := from; i < to; i++ {
		v := all[i]
		if !v.full.Empty() && v.full.Width() < room(colWidth) && !v.ranked {
			v.text = v.full
		}
		if at == s.row && i == s.col {
			v.style = v.style.On(st.Selected)
			v.text = text.Cat(text.Const("▸"), v.text)
		}
		runs = append(runs, widget.Run{Text: cell(v.text, colWidth), Style: v.style})
	}
	return widget.Line(w, runs...)
}

// values are a row's, of the members in view and of all whose best counts; that bears
// its mark, where at least two differ. Who was rejected competes with nobody.
func (s *Screen) values(l *plan.List, r row, from, to int) []value {
	all := make([]value, len(l.Members))
	for i, m := range l.Members {
		if r.kind != nothing || i >= from && i < to {
			all[i] = r.cell(s, m, s.facts(m))
		}
	}
	var ranks []float64
	for i, v := range all {
		all[i].barred = v.barred || !v.ranked || l.Members[i].Verdict == plan.No
		if !all[i].barred {
			ranks = append(ranks, v.rank)
		}
	}
	if len(ranks) == 0 || slices.Min(ranks) == slices.Max(ranks) {
		return all
	}
	for i, v := range all {
		if !v.barred && v.rank == slices.Max(ranks) {
			all[i].text = text.Cat(v.text, text.Const(" ●"))
		}
	}
	return all
}

// strength orders what a reason rests on: words of a post before facts of a
// profile before what was inferred.
var strength = map[api.Provenance]int{api.FromPost: 2, api.FromProfile: 1}

// reasons are those of a match, the best proven first.
func reasons(m api.BriefMatch) []api.Reason {
	all := slices.Clone(m.Reasons)
	slices.SortStableFunc(all, func(a, b api.Reason) int { return strength[b.Provenance] - strength[a.Provenance] })
	return all
}

func reasonText(r api.Reason) text.Text {
	glyph, word := view.Ground(r.Provenance)
	t := text.Format("%s %s  %s", glyph, word, r.Text)
	if r.EvidenceQuote != nil {
		t = text.Cat(t, text.Format("  %s", view.Quoted(text.Clean(*r.EvidenceQuote), r.Machine)))
	}
	return t
}

func quoteText(q plan.Quote) text.Text {
	return text.Format("“%s” — %s%s", q.Words, q.Source, text.When(q.Timed, ", %s", text.Clock(q.At)))
}

// Click selects a cell, by a name a creator, by the name of a row the row; a click on
// the selected cell opens it.
func (s *Screen) Click(x, y, w, h int) view.Out {
	l := s.list()
	if l == nil || len(l.Members) == 0 || y < 1 {
		return view.Out{}
	}
	col, row, colWidth := s.col, s.row, s.colWidth(l, w)
	if from, to := s.window(l, w); x >= nameWidth {
		i := from + (x-nameWidth)/colWidth
		if i >= to {
			return view.Out{}
		}
		s.col = i
	}
	rows := s.inView(h)
	switch at := y - headRows(h); {
	case at >= len(rows):
		return view.Out{}
	case at >= 0:
		s.row = rows[at]
		if x >= nameWidth && s.col == col && s.row == row && s.Can(keymap.Open) == "" {
			return s.open()
		}
	}
	return view.Out{}
}

// Tell is the list with its brief, and a row for each creator with an answer to each
// question; the one under the cursor in full.
func (s *Screen) Tell() []view.Fact {
	l := s.list()
	out := []view.Fact{view.Head(text.Format("List: %s", s.Title()))}
	if l == nil || len(l.Members) == 0 {
		return append(out, view.Sentences(s.why()...)...)
	}
	s.member() // the cursor is on the list
	words, right := s.sought(l)
	out = append(append(out, view.Sentences(s.proposed(), counted(l))...), view.Labelled(text.Const("brief"), words))
	out = append(out, view.Sentences(each.Of(right, func(r widget.Run) text.Text { return r.Text })...)...)
	rows, at := s.rows(), len(out)
	out = append(out, view.Labelled(text.Const("at"), text.Format("%d of %d", s.col+1, len(l.Members))), view.Labelled(text.Const("question"), text.Clean(rows[s.row].name)))
	out[at].Kind, out[at+1].Kind = view.Aside, view.Aside
	at += 2
	for i, m := range l.Members {
		out = append(out, view.Fact{Kind: view.Row, Value: text.Clean(m.Name), Here: i == s.col})
	}
	for _, r := range rows {
		for i, v := range s.values(l, r, 0, len(l.Members)) {
			f := view.Labelled(text.Clean(r.name), v.text)
			if !v.full.Empty() && v.full != v.text {
				f.Children = view.Sentences(v.full)
			}
			out[at+i].Children = append(out[at+i].Children, f)
		}
	}
	here := &out[at+s.col]
	here.Children = append(here.Children, view.Asked(view.Sentences(s.full(widget.Block{Tells: true}).Told...))...)
	for i := at; i < len(out); i++ {
		out[i].Said = short(out[i])
	}
	return out
}

// inShort are the questions whose answers tell one creator from another.
var inShort = map[string]bool{"verdict": true, "followers": true, "ER by followers": true, "match": true, "safety": true}

// short is a creator in a line.
func short(f view.Fact) text.Text {
	said := f.Value
	for _, c := range f.Children {
		if inShort[c.Label.String()] && c.Value != text.Unknown {
			said = text.Format("%s. %s %s", said, c.Label, c.Value)
		}
	}
	return said
}

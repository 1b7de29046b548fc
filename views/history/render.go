package history

import (
	"greenroom/api"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// panes are those of the screen: nothing stands beside the searches.
func panes(w, h int) view.Panes { return view.PanesOf(w, h, 0) }

var againFree = text.Const(" opening one again is free")

// Render draws the list.
func (s *Screen) Render(w, h int) []string {
	st, p := s.frame.Styles, panes(w, h)
	lines := []string{s.head(w), widget.Line(w, widget.Run{Text: againFree, Style: st.Free}), st.Border.Apply(text.Rule(w))}[:p.Head.H]
	if len(s.list) == 0 {
		return append(lines, widget.Message(st, widget.Size{W: w, H: p.Rows.H}, min(1, p.Rows.H-1), s.why())...)
	}
	return append(lines, s.table.Render(st, p.Rows.W, p.Rows.H)...)
}

// head is how many searches are kept and what they cost, or what failed.
func (s *Screen) head(w int) string {
	if s.filter.typing && (s.failure.Empty() || len(s.list) == 0) {
		return s.filter.input.Render(s.frame.Styles, w)
	}
	return widget.Line(w, s.counted()...)
}

func (s *Screen) counted() []widget.Run {
	st := s.frame.Styles
	switch {
	case !s.failure.Empty() && len(s.list) > 0:
		return []widget.Run{{Text: text.Format(" ! %s", s.failure), Style: st.Bad}}
	case s.filter.on():
		return []widget.Run{{Text: text.Format(" filter “%s” keeps %d of %d, Esc shows all", s.filter.input.Value(), len(s.list), len(s.all)), Style: st.Strong}}
	case len(s.list) == 0:
		return []widget.Run{{Text: text.Const(" History"), Style: st.Title}}
	}
	var cost api.Credits
	for _, one := range s.list {
		cost += one.Cost
	}
	return []widget.Run{{Text: text.Format(" %s", text.Plural(len(s.list), "search", "searches")), Style: st.Strong}, {Text: text.Format(" · %s cr", view.Amount(cost)), Style: st.Dim}}
}

// Row is where the selected search stands.
func (s *Screen) Row(w, h int) (x, y int, ok bool) {
	y, ok = s.table.Line()
	return 0, y + panes(w, h).Rows.Y, ok
}

// why says why there are no rows.
func (s *Screen) why() text.Text {
	switch {
	case !s.failure.Empty():
		return s.failure
	case len(s.all) > 0:
		return text.Const("No search matches. Esc shows all.")
	case !s.read:
		return text.Const("Loading searches…")
	}
	return text.Format("No searches yet. Every paid search appears here with all its results, free to open again even after it expires on the service. %s goes to search.",
		s.frame.Keys.KeyOf(keymap.GoSearch, keymap.Global))
}

func (s *Screen) row(i int, buf []widget.Cell) widget.Row {
	st, one := s.frame.Styles, s.list[i]
	kept := widget.Cell{Text: text.Const("whole"), Style: st.Free}
	if !one.whole() {
		kept = widget.Cell{Text: text.Format("%d of %d", one.Kept, one.Results), Style: st.Warn}
	}
	query := widget.Cell{Text: text.Clean(one.Query), Style: st.Strong}
	if one.Query == "" {
		query = widget.Cell{Text: text.Const("a search with an unknown query"), Style: st.Dim}
	}
	cost := widget.Cell{Text: view.Amount(one.Cost), Style: st.Price}
	if one.Cost == 0 {
		cost = widget.Cell{Text: text.Unknown, Style: st.Dim}
	}
	return widget.Row{Cells: append(buf,
		query,
		widget.Cell{Text: text.Age(s.frame.Now.Sub(one.At)), Style: st.Dim},
		widget.Cell{Text: text.Thousands(int64(one.Results)), Style: st.Text},
		kept,
		cost,
	)}
}

// sheet is the searches on show, in their order and columns.
func (s *Screen) sheet() sheet.Table {
	t := sheet.Table{Title: "searches", Columns: []string{"search", "when", "results", "kept", "cost"}}
	for _, one := range s.list {
		cost := any(nil) // it is not known
		if one.Cost > 0 {
			cost = view.Amount(one.Cost).String()
		}
		t.Rows = append(t.Rows, []any{text.Clean(one.Query).String(), one.At.In(s.frame.Now.Location()).Format("2006-01-02 15:04"), one.Results, one.Kept, cost})
	}
	return t
}

package history

import (
	"greenroom/api"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

var againFree = text.Const(" opening one again is free")

// Render draws the list.
func (s *Screen) Render(w, h int) []string {
	head := [2]string{s.head(w), widget.Line(w, widget.Run{Text: againFree, Style: s.frame.Styles.Free})}
	return s.Draw(s.frame.Styles, widget.Size{W: w, H: h}, head, nil, s.why())
}

// head counts the kept searches and their cost, or tells what failed.
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

func (s *Screen) why() []text.Text {
	switch {
	case len(s.list) > 0:
		return nil
	case !s.failure.Empty():
		return []text.Text{s.failure}
	case len(s.all) > 0:
		return []text.Text{text.Const("No search matches. Esc shows all.")}
	case !s.read:
		return []text.Text{text.Const("Loading searches…")}
	}
	return []text.Text{text.Format("No searches yet. Every paid search appears here with all its results, free to open again even after it expires on the service. %s goes to search.",
		s.frame.Keys.KeyOf(keymap.GoSearch, keymap.Global))}
}

func (s *Screen) row(i int, buf []widget.Cell) widget.Row {
	st, one := s.frame.Styles, s.list[i]
	kept := widget.Cell{Text: text.Const("whole"), Style: st.Free}
	if !one.whole() {
		kept = widget.Cell{Text: text.Format("%d of %d", one.Kept, one.Results), Style: st.Warn}
	}
	query := widget.Cell{Text: text.Clean(s.frame.Ours(one.Query)), Style: st.Strong}
	if one.Query == "" {
		query = widget.Cell{Text: text.Const("a search with an unknown query"), Style: st.Dim}
	}
	cost := widget.Cell{Text: view.Amount(one.Cost), Style: st.Price}
	if one.Cost == 0 {
		cost = widget.Cell{Text: text.Unknown, Style: st.Dim}
	}
	return widget.Row{Cells: append(buf,
		query,
		widget.Cell{Text: text.Ago(s.frame.Now.Sub(one.At)), Style: st.Dim},
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
		t.Rows = append(t.Rows, []any{text.Clean(s.frame.Ours(one.Query)).String(), one.At.In(s.frame.Now.Location()).Format("2006-01-02 15:04"), one.Results, one.Kept, cost})
	}
	return t
}

// Tell counts the kept searches, with a row for each.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(text.Const("History"))}
	if s.filter.typing {
		out = append(out, view.Field(text.Const("filter"), &s.filter.input))
	}
	out = append(append(out, view.Runs(s.counted()...)), view.Sentences(againFree)...)
	if why := s.why(); len(why) > 0 {
		return append(out, view.Sentences(why...)...)
	}
	return append(out, view.Rows(&s.table)...)
}

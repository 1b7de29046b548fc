package search

import (
	"strings"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Click selects a row; a click on the selected one opens it. A click on the
// query opens it for writing, on a condition takes it out, on an arrow of the limit
// changes it, on a title sorts.
func (s *Screen) Click(x, y, w, h int) view.Out {
	p := s.panes(w, h)
	query, chips := s.headLines(w, h)
	switch {
	case p.head.Contains(x, y) && y < query:
		s.typing, s.filter.typing = true, false
		return view.Out{}
	case p.head.Contains(x, y) && y < query+chips && !s.browsing():
		return s.clickChips(x, w, s.chipRows(w, chips)[:y-query+1])
	case s.peek:
		return view.Out{} // the preview stands over the rows
	}
	if i, ok := s.table.Header(p.list, x, y); ok && len(s.found.rows) > 0 && s.look.drawn[i].compare != nil {
		s.look.sortBy(s.look.drawn[i].id)
		return s.rearrange()
	}
	again, ok := s.table.Press(p.list, x, y)
	if !ok {
		return view.Out{}
	}
	s.chip = -1
	if again {
		return s.Do(keymap.Open)
	}
	s.pager.Home()
	return s.more()
}

// clickChips takes a condition of the last row out of the query, or steps through the limits.
func (s *Screen) clickChips(x, w int, rows []chipRow) view.Out {
	right := s.priceIn(w)
	room := max(0, w-widget.Width(right)-1)
	if at := x - 1 - room; at >= 0 && len(rows) == 1 {
		switch limit := right[0].Text.String(); {
		case len(right) < 2:
		case at == text.Clean(limit[:strings.Index(limit, "◂")]).Width():
			s.step(-1)
		case at == text.Clean(limit[:strings.Index(limit, "▸")]).Width():
			s.step(1)
		}
		return view.Out{}
	}
	c, ok := rows[len(rows)-1].chipAt(x - 1)
	switch {
	case !ok:
		return view.Out{}
	case c.words == "":
		return view.Say(text.Format("“%s” cannot be removed: it matches no words of the query.", c.label))
	}
	return s.drop(c)
}

// Scroll moves the rows, or the preview that stands over them.
func (s *Screen) Scroll(lines int) view.Out {
	if s.peek {
		s.pager.Move(lines)
		return view.Out{}
	}
	return s.Acts.Scroll(lines)
}

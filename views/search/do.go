package search

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// limits are the sizes a planner steps through.
var limits = []int{10, 25, 50, 75, 100}

// Do runs an action.
func (s *Screen) Do(a keymap.Action) view.Out {
	if s.Typing() {
		return s.doTyping(a)
	}
	if out, ok := s.doMove(a); ok {
		return out
	}
	switch a {
	case keymap.Open:
		return s.open()
	case keymap.EditQuery:
		s.typing = true
	case keymap.LocalFilter:
		s.filter.open()
	case keymap.SortNext:
		s.order = order{by: (s.order.by + 1) % columnCount}
		s.arrange()
	case keymap.SortReverse:
		s.order.reverse = !s.order.reverse
		s.arrange()
	case keymap.Mark:
		return s.mark()
	case keymap.MarkRange:
		return s.markRange()
	case keymap.DropChip:
		return s.nextChip()
	case keymap.Preview:
		s.preview = !s.preview
		s.arrange()
	case keymap.Copy:
		r := s.selected()
		return view.Out{Cmd: tea.SetClipboard(strings.TrimSuffix(r.handle.String(), " ✓")), Toast: view.Toast{Text: text.Cat(text.Const("Copied "), r.handle)}}
	case keymap.MoreResults:
		s.step(1)
	case keymap.FewerResults:
		s.step(-1)
	}
	return view.Out{}
}

func (s *Screen) doTyping(a keymap.Action) view.Out {
	filtering := s.filter.typing
	switch a {
	case keymap.Accept:
		s.filter.typing = false
		if !filtering {
			return s.ask()
		}
	case keymap.Cancel:
		if filtering {
			s.filter.clear()
			s.arrange()
		}
		s.typing = false
	case keymap.NextItem:
		s.step(1)
	case keymap.PrevItem:
		s.step(-1)
	}
	return view.Out{}
}

func (s *Screen) doMove(a keymap.Action) (view.Out, bool) {
	switch a {
	case keymap.Down:
		s.table.Move(1)
	case keymap.Up:
		s.table.Move(-1)
	case keymap.HalfDown:
		s.table.Half(1)
	case keymap.HalfUp:
		s.table.Half(-1)
	case keymap.PageDown:
		s.table.Page(1)
	case keymap.PageUp:
		s.table.Page(-1)
	case keymap.Top:
		s.table.Home()
	case keymap.Bottom:
		s.table.End()
	default:
		return view.Out{}, false
	}
	return s.more(), true
}

// ask prices the search before it leaves.
func (s *Screen) ask() view.Out {
	query := strings.TrimSpace(s.input.Value())
	if query == "" {
		return view.Fail(text.Const("Write what you look for first: a topic, a place, a size."))
	}
	_, high := client.EstimateSearch(s.limit)
	what := text.Format("Search for up to %d creators: “%s”", s.limit, query)
	return view.Out{Ask: &view.Ask{What: what, High: high, Run: func() view.Out { return s.run(query) }}}
}

func (s *Screen) run(query string) view.Out {
	s.typing, s.failure = false, text.Text{}
	s.page.Close()
	_, high := client.EstimateSearch(s.limit)
	c, limit := s.env.Client, s.limit
	return view.Out{Cmd: s.search.Start(high, func(ctx context.Context) (api.SearchPage, client.Receipt, error) {
		return c.Search(ctx, api.SearchRequest{Query: query, Limit: &limit})
	})}
}

// open opens the creator under the cursor, or takes the chip away that x points
// at.
func (s *Screen) open() view.Out {
	if s.chip >= 0 {
		s.input.SetValue(without(s.input.Value(), s.found.chips[s.chip]))
		s.chip, s.typing = -1, true
		return view.Out{}
	}
	return view.Open(view.Page{Kind: view.Creator, ID: s.selected().result.Creator.ID})
}

// nextChip points at the next condition, and past the last at none.
func (s *Screen) nextChip() view.Out {
	if s.chip++; s.chip == len(s.found.chips) {
		s.chip = -1
		return view.Out{}
	}
	return view.Say(text.Format("Enter takes “%s” out of the query; %s goes on.", s.found.chips[s.chip].words, s.env.Keys.KeyOf(keymap.DropChip, keymap.Search)))
}

func (s *Screen) mark() view.Out {
	id := s.selected().result.Creator.ID
	if s.marks[id] {
		delete(s.marks, id)
	} else {
		s.marks[id] = true
	}
	s.lastRow = s.table.Cursor()
	s.table.Move(1)
	return s.more()
}

// markRange marks from the last marked row to the cursor.
func (s *Screen) markRange() view.Out {
	from, to := s.lastRow, s.table.Cursor()
	if from > to {
		from, to = to, from
	}
	for _, at := range s.found.shown[from : to+1] {
		s.marks[s.found.rows[at].result.Creator.ID] = true
	}
	return view.Out{}
}

func (s *Screen) step(delta int) {
	at := 0
	for i, n := range limits {
		if n <= s.limit {
			at = i
		}
	}
	s.limit = limits[min(max(at+delta, 0), len(limits)-1)]
}

// Can says why an action cannot run now.
func (s *Screen) Can(a keymap.Action) string {
	switch a {
	case keymap.Open:
		if s.chip < 0 && s.selected() == nil {
			return "There is no creator to open: search first."
		}
	case keymap.Mark, keymap.Copy:
		if s.selected() == nil {
			return "There is no creator here: search first."
		}
	case keymap.MarkRange:
		if s.lastRow < 0 || s.lastRow >= len(s.found.shown) || s.selected() == nil {
			return "Mark a row with the space bar first; then this marks from there to here."
		}
	case keymap.DropChip:
		if len(s.found.chips) == 0 {
			return "Nothing in this query was understood as a condition."
		}
	case keymap.LocalFilter, keymap.SortNext, keymap.SortReverse:
		if len(s.found.rows) == 0 {
			return "There are no rows yet: search first."
		}
	}
	return ""
}

// Price is what an action would cost now.
func (s *Screen) Price(a keymap.Action) string {
	switch a {
	case keymap.EditQuery, keymap.Accept:
		if s.filter.typing {
			return ""
		}
		_, high := client.EstimateSearch(s.limit)
		return fmt.Sprintf("≤%s cr", high)
	case keymap.Complete:
		_, high := client.EstimateAutocomplete()
		return fmt.Sprintf("%s cr", high)
	}
	return ""
}

// Click selects a row; a click on the selected one opens it. A click on the
// query opens it for writing.
func (s *Screen) Click(x, y, w, h int) view.Out {
	p := s.panes(w, h)
	if y == 0 {
		s.typing = true
		return view.Out{}
	}
	i, ok := s.table.Click(y - p.list.Y)
	if !ok || !p.list.Contains(x, y) {
		return view.Out{}
	}
	if i == s.table.Cursor() {
		return s.open()
	}
	s.table.SetCursor(i)
	return s.more()
}

// Scroll moves the rows.
func (s *Screen) Scroll(lines int) view.Out {
	s.table.Scroll(lines)
	return s.more()
}

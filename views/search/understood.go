package search

import (
	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// reading is the reading of a query, in the order in which it is told: unused words, how
// much it would find, and the conditions.
type reading struct {
	chips []chip
	lost  int        // so many of the chips, the first, are words that are not used
	found widget.Run // while the query is typed
}

// reading is that of the query on show; false where what stands there was not
// read, or not yet.
func (s *Screen) reading() (reading, bool) {
	r := reading{chips: s.found.chips}
	p, typed := s.foreseen()
	switch {
	case typed:
		r.chips, r.found = chipsOf(s.asks, p.Interpretation), s.matches(p)
	case s.waiting(), s.input.Value() != s.found.query && s.found.id != "":
		return reading{}, false
	}
	if s.typing && s.input.Selected() {
		r.found = widget.Run{Text: text.Const(" type to replace it, ← to edit it "), Style: s.env.Styles.Strong}
	}
	for r.lost < len(r.chips) && r.chips[r.lost].why != "" {
		r.lost++
	}
	return r, true
}

// need returns the cells that all unused words take, and the number behind them.
func (r reading) need() int {
	if r.lost == 0 {
		return 0
	}
	return r.found.Text.Width() + taken(r.chips[:r.lost])
}

// taken returns the cells that chips take, with the gap behind each.
func taken(list []chip) int {
	n := 0
	for _, c := range drawable(list) {
		n += c.Width() + 1
	}
	return n
}

// chipRow is a line of a reading: chips, words behind them, and chips again.
type chipRow struct {
	first, rest []chip
	words       []widget.Run
	at          int // the first of them among all
	w           int
}

// chipRows are the lines in which a reading stands, the first beside the price: chips of
// what is not used, which nobody expects, what would be found, and the conditions.
func (s *Screen) chipRows(w int) []chipRow {
	need := widget.Width(s.priceIn(w))
	one := chipRow{w: max(0, w-need-1)}
	r, known := s.reading()
	if s.browsing() || !known || need >= w {
		return []chipRow{one}
	}
	if !r.found.Text.Empty() {
		one.words = []widget.Run{r.found}
	}
	left := r.chips
	n := fitting(left[:r.lost], one.w-r.found.Text.Width())
	if one.first, left = left[:n], left[n:]; n == r.lost {
		n := fitting(left, one.w-taken(one.first)-r.found.Text.Width())
		one.rest, left = left[:n], left[n:]
	}
	rows := []chipRow{one}
	for len(left) > 0 {
		n := fitting(left, w-1)
		row := chipRow{rest: left[:max(n, 1)], at: len(r.chips) - len(left), w: w - 1}
		if n == 0 { // wider than the screen
			cut := left[0]
			cut.label = cut.label.Truncate(max(0, w-6), text.Ellipsis)
			row.rest = []chip{cut}
		}
		rows, left = append(rows, row), left[max(n, 1):]
	}
	return rows
}

// fitting counts the chips that fit in w cells.
func fitting(list []chip, w int) int {
	n := 0
	for n < len(list) && taken(list[:n+1])-1 <= w {
		n++
	}
	return n
}

// chipLines shows the reading in h lines, and the price of the next search. The price is
// the last to go where there is little room.
func (s *Screen) chipLines(w, h int) []string {
	if s.browsing() {
		return []string{" " + widget.Line(max(0, w-1), s.facetRuns()...)}
	}
	right := s.priceIn(w)
	need := widget.Width(right)
	if need >= w {
		return []string{text.Spaces(w)}
	}
	lines := []string{}
	for i, row := range s.chipRows(w)[:h] {
		if i > 0 {
			lines = append(lines, " "+s.drawRow(row))
			continue
		}
		lines = append(lines, " "+s.understood(row)+widget.Line(need, right...))
	}
	return lines
}

// priceIn is price, without the limit and its share of the budget where there is
// little room, or where words are not used that need it.
func (s *Screen) priceIn(w int) []widget.Run {
	right := s.price()
	r, _ := s.reading()
	switch {
	case widget.Width(right) > w-20:
	case w-1-widget.Width(right) >= r.need():
		return right
	case w-1-widget.Width(right[:2]) >= r.need():
		return right[:2]
	}
	return right[1:2]
}

// understood is the conditions of the session on show. They say nothing of a
// query that was changed since.
func (s *Screen) understood(row chipRow) string {
	if _, known := s.reading(); known {
		return s.drawRow(row)
	}
	return widget.Line(row.w, s.unread())
}

// unread says why nothing is known of the query yet.
func (s *Screen) unread() widget.Run {
	if s.waiting() {
		return widget.Run{Text: text.Const("free preview in a moment"), Style: s.env.Styles.Dim}
	}
	return widget.Run{Text: text.Format("not searched yet: %s %s", s.env.Keys.KeyOf(keymap.EditQuery, keymap.Search), s.env.Keys.KeyOf(keymap.Accept, keymap.Field)), Style: s.env.Styles.Warn}
}

func (s *Screen) drawRow(row chipRow) string {
	n := taken(row.first)
	told := min(widget.Width(row.words), row.w-n)
	return s.drawChips(row.first, s.chip-row.at, n) + widget.Line(told, row.words...) + s.drawChips(row.rest, s.chip-row.at-len(row.first), row.w-n-told)
}

// chipAt is the chip drawn at cell x of a row.
func (row chipRow) chipAt(x int) (chip, bool) {
	list, room := row.first, taken(row.first)
	if x >= room {
		n := room + widget.Width(row.words)
		list, room, x = row.rest, row.w-n, x-n
	}
	i, ok := widget.ChipAt(drawable(list), room, x)
	if !ok {
		return chip{}, false
	}
	return list[i], true
}

// drawChips draws chips into w cells.
func (s *Screen) drawChips(list []chip, at, w int) string {
	return layout.Fit(widget.Chips(s.env.Styles, drawable(list), at, widget.Size{W: w, H: 1})[0], w)
}

func drawable(list []chip) []widget.Chip {
	return each.Of(list, func(c chip) widget.Chip { return widget.Chip{Label: c.label, Fixed: c.words == ""} })
}

// unused returns the words known not to be used of a query that is about to be paid.
func (s *Screen) unused(query string) []text.Text {
	var in api.Interpretation
	switch {
	case s.asks == query && !s.asking.Busy() && s.told.Err == nil:
		in = s.told.Value.Interpretation
	case s.found.id != "" && s.found.query == query:
		in.Unused = s.found.unused
	}
	if len(in.Unused) == 0 {
		return nil
	}
	words := each.Of(in.Unused, func(u api.Unused) text.Text { return text.Format("“%s”", u.Text) })
	return []text.Text{text.Format("Not used: %s.", text.Join(words, text.Const(", ")))}
}

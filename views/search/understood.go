package search

import (
	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// reading is what was understood of a query, in the order in which it is told:
// what is not used, how much it would find, and the conditions.
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
	for r.lost < len(r.chips) && r.chips[r.lost].why != "" {
		r.lost++
	}
	return r, true
}

// need is how many cells all that is not used takes, and the number behind it.
func (r reading) need() int {
	if r.lost == 0 {
		return 0
	}
	return r.found.Text.Width() + taken(r.chips[:r.lost])
}

// taken is how many cells chips take, with the gap behind each.
func taken(list []chip) int {
	n := 0
	for _, c := range drawable(list) {
		n += c.Width() + 1
	}
	return n
}

// folded says what is not used in w cells: what has no room for chips is named as
// far as it goes, and counted.
func (r reading) folded(w int) text.Text {
	for n := r.lost; ; n-- {
		var words []text.Text
		for _, c := range r.chips[:n] {
			words = append(words, text.Clean(c.words))
		}
		said, rest := text.Format("not used: %s", text.Join(words, text.Const(", "))), text.Const("  ")
		if n < r.lost {
			rest = text.Format(" +%d  ", r.lost-n)
		}
		if n == 1 || said.Width()+rest.Width() <= w {
			return text.Cat(said.Truncate(max(1, w-rest.Width()), text.Ellipsis), rest)
		}
	}
}

// parts are how a reading stands in w cells: chips, words behind them, and chips
// again. Chips of what is not used come first where all of them fit.
func (s *Screen) parts(r reading, w int) (first []chip, words []widget.Run, rest []chip) {
	found := r.found
	switch {
	case r.lost > 0 && r.need() <= w:
		first = r.chips[:r.lost]
	case r.lost > 0:
		room := w - found.Text.Width()
		if room < foldedMin {
			room, found = w, widget.Run{}
		}
		words = append(words, widget.Run{Text: r.folded(room), Style: s.env.Styles.Warn})
	}
	if !found.Text.Empty() {
		words = append(words, found)
	}
	return first, words, r.chips[r.lost:]
}

// foldedMin is how many cells say what is not used at least; the number of those
// who would be found gives way to it.
const foldedMin = 20

// chipLine is what was understood, and what the next search would cost. The
// price is the last to go where there is little room.
func (s *Screen) chipLine(w int) string {
	if s.browsing() {
		return " " + widget.Line(max(0, w-1), s.facetRuns()...)
	}
	right := s.priceIn(w)
	need := widget.Width(right)
	if need >= w {
		return text.Spaces(w)
	}
	room := max(0, w-need-1)
	return " " + s.understood(room) + widget.Line(need, right...)
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
func (s *Screen) understood(w int) string {
	st := s.env.Styles
	r, known := s.reading()
	switch {
	case known:
	case s.waiting():
		return widget.Line(w, widget.Run{Text: text.Const("free preview in a moment"), Style: st.Dim})
	default:
		return widget.Line(w, widget.Run{Text: text.Format("not searched yet: %s %s", s.env.Keys.KeyOf(keymap.EditQuery, keymap.Search), s.env.Keys.KeyOf(keymap.Accept, keymap.Field)), Style: st.Warn})
	}
	first, words, rest := s.parts(r, w)
	n := taken(first)
	told := min(widget.Width(words), w-n)
	return s.drawChips(first, s.chip, n) + widget.Line(told, words...) + s.drawChips(rest, s.chip-r.lost, w-n-told)
}

// chipAt is the chip drawn at cell x of what understood drew in w cells.
func (s *Screen) chipAt(x, w int) (chip, bool) {
	r, known := s.reading()
	if !known {
		return chip{}, false
	}
	list, words, rest := s.parts(r, w)
	room := taken(list)
	if x >= room {
		n := room + widget.Width(words)
		list, room, x = rest, w-n, x-n
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
	chips := make([]widget.Chip, len(list))
	for i, c := range list {
		chips[i] = widget.Chip{Label: c.label, Fixed: c.words == ""}
	}
	return chips
}

// unused is what is known not to be used of a query that is about to be paid.
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
	var words []text.Text
	for _, u := range in.Unused {
		words = append(words, text.Format("“%s”", u.Text))
	}
	return []text.Text{text.Format("Not used: %s.", text.Join(words, text.Const(", ")))}
}

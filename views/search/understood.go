package search

import (
	"cmp"
	"fmt"
	"strings"

	"greenroom/api"
	"greenroom/client/brief"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// reading is the reading of a query, in the order in which it is told: how much it would
// find, the conditions, and the words that are not used.
type reading struct {
	chips []chip
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
	case s.waiting(), s.query() != s.found.query && s.found.id != "":
		return reading{}, false
	}
	if s.typing && s.input.Selected() {
		r.found = widget.Run{Text: text.Const(" type to replace it, ← to edit it "), Style: s.env.Styles.Strong}
	}
	return r, true
}

// taken returns the cells that chips take, with the gap behind each.
func taken(list []chip) int {
	n := 0
	for _, c := range drawable(list) {
		n += c.Width() + 1
	}
	return n
}

// chipRow is a line of a reading: words, and chips behind them.
type chipRow struct {
	words widget.Run
	chips []chip
	at    int // the first of them among all
	w     int
	more  widget.Run // what has no line below the last one
}

// chipRows are the lines in which a reading stands, at most so many, the first beside the
// price. The last says how many chips have no line, and how many of them are words not used.
func (s *Screen) chipRows(w, most int) []chipRow {
	need := widget.Width(s.priceIn(w))
	row := chipRow{w: max(0, w-need-1)}
	r, known := s.reading()
	if s.browsing() || !known || need >= w {
		return []chipRow{row}
	}
	row.words = r.found
	left := r.chips
	n := fitting(left, row.w-r.found.Text.Width())
	row.chips, left = left[:n], left[n:]
	rows := []chipRow{row}
	for len(left) > 0 && len(rows) < most {
		n := fitting(left, w-1)
		row := chipRow{chips: left[:max(n, 1)], at: len(r.chips) - len(left), w: w - 1}
		if n == 0 { // wider than the screen
			cut := left[0]
			cut.label = cut.label.Truncate(max(0, w-6), text.Ellipsis)
			row.chips = []chip{cut}
		}
		rows, left = append(rows, row), left[max(n, 1):]
	}
	if last := &rows[len(rows)-1]; len(left) > 0 {
		last.more = s.hidden(left)
		for len(last.chips) > 0 && taken(last.chips)+last.words.Text.Width()+last.more.Text.Width() > last.w {
			left, last.chips = r.chips[last.at+len(last.chips)-1:], last.chips[:len(last.chips)-1]
			last.more = s.hidden(left)
		}
	}
	return rows
}

// hidden says how many chips have no line: conditions and words not used, or suggestions alone.
func (s *Screen) hidden(left []chip) widget.Run {
	lost := len(each.Where(left, func(c chip) bool { return c.why != "" }))
	offered := len(each.Where(left, func(c chip) bool { return c.offered }))
	told := text.Format(" +%d suggested ", offered)
	if real := len(left) - offered; real > 0 {
		told = text.Format(" +%d more%s ", real, text.When(lost > 0, ", %d not used", lost))
	}
	style := s.env.Styles.Dim
	if lost > 0 {
		style = s.env.Styles.Warn
	}
	return widget.Run{Text: told, Style: style}
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
	for i, row := range s.chipRows(w, h)[:h] {
		if i > 0 {
			lines = append(lines, " "+s.drawRow(row))
			continue
		}
		lines = append(lines, " "+s.understood(row)+widget.Line(need, right...))
	}
	return lines
}

// priceIn is price, without the limit and its share of the budget where there is
// little room.
func (s *Screen) priceIn(w int) []widget.Run {
	right := s.price()
	if widget.Width(right) > w-20 {
		return right[1:2]
	}
	return right
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
	told, more := min(row.words.Text.Width(), row.w), min(row.more.Text.Width(), row.w)
	return widget.Line(told, row.words) + s.drawChips(row.chips, s.chip-row.at, max(0, row.w-told-more)) + widget.Line(min(more, row.w-told), row.more)
}

// chipAt is the chip drawn at cell x of a row.
func (row chipRow) chipAt(x int) (chip, bool) {
	told := row.words.Text.Width()
	i, ok := widget.ChipAt(drawable(row.chips), row.w-told-row.more.Text.Width(), x-told)
	if !ok {
		return chip{}, false
	}
	return row.chips[i], true
}

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

// chip is one condition that the service understood, with the words it came
// from: deleting these from the query removes it.
type chip struct {
	label text.Text
	words string
	why   string // the words are not used

	offered bool // suggested, not applied
}

// chipsOf is a chip for each word that was read otherwise, each condition and exclusion, and
// behind them each word that is not used; the two ends of a range are one. What a model
// suggests comes last.
func chipsOf(query string, in api.Interpretation) []chip {
	chips := each.Of(in.Corrected, func(c api.Correction) chip {
		return chip{label: text.Format("%s, not %s", c.To, c.From), words: c.From}
	})
	for i := 0; i < len(in.Filters); i++ {
		f := in.Filters[i]
		label := labelOf(f)
		if i+1 < len(in.Filters) && in.Filters[i+1].Field == f.Field && in.Filters[i+1].Text == f.Text && in.Filters[i+1].Op != f.Op {
			label = fmt.Sprintf("%s %s–%s", api.ConditionOf(f.Field).Name, valueOf(f), valueOf(in.Filters[i+1]))
			i++
		}
		chips = append(chips, chip{label: text.Clean(spoken(label, f.Text, f.Value)), words: f.Text})
	}
	for _, e := range in.Excluded {
		words := brief.Clause(query, e.Text)
		label := labelOf(api.Filter{Field: e.Field, Op: "ne", Value: e.Value})
		if !strings.EqualFold(e.Text, fmt.Sprint(e.Value)) { // of "no meat, fish" the second alone reads like a wish
			label = spoken(label, words, e.Value)
		}
		chips = append(chips, chip{label: text.Clean(label), words: words})
	}
	chips = append(chips, each.Of(in.Unused, func(u api.Unused) chip {
		return chip{label: text.Format("not used: %s", u.Text), words: u.Text, why: cmp.Or(u.Why, "Unclear what this asks for.")}
	})...)
	for _, g := range in.Suggested { // not applied: the planner may type it
		chips = append(chips, chip{label: text.Format("suggested for “%s”: %s", g.Text, g.Phrase), offered: true})
	}
	return chips
}

// spoken is a condition in the words of the query where they name its value; else what
// was understood.
func spoken(label, words string, value any) string {
	name, ok := value.(string)
	if ok && strings.Contains(strings.ToLower(words), strings.ToLower(name)) {
		return words
	}
	return label
}

func labelOf(f api.Filter) string {
	op := map[string]string{"gte": "≥ ", "lte": "≤ ", "ne": "not "}[f.Op]
	name := api.ConditionOf(f.Field).Name
	if v, ok := f.Value.(bool); ok {
		if v {
			return name
		}
		return "not " + name
	}
	return name + " " + op + valueOf(f)
}

func valueOf(f api.Filter) string {
	n, ok := f.Value.(float64)
	switch unit := api.ConditionOf(f.Field).Unit; {
	case ok && unit == api.Count:
		return text.Count(int64(n)).String()
	case ok:
		return fmt.Sprintf("%g", n) + map[api.Unit]string{api.PerCent: "%"}[unit]
	}
	return english.Words(fmt.Sprint(f.Value))
}

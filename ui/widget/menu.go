package widget

import (
	"slices"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"

	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Item is an entry of a menu. A Why says why it cannot be chosen now; it is
// still shown.
type Item struct {
	Label text.Text
	Hint  text.Text // key or price, flush right
	Why   text.Text
}

// Menu is a list to choose from that a filter narrows: the palette, the
// completion. Its cursor and scroll are kept.
type Menu struct {
	Empty text.Text // shown when nothing fits

	items  []Item
	shown  []entry
	filter string
	table  Table
}

type entry struct {
	item int
	hits []text.Span
}

// SetItems replaces the entries; the filter stays.
func (m *Menu) SetItems(items []Item) {
	m.items = items
	m.apply()
}

// SetFilter narrows the menu to entries whose label holds filter, or if there
// are none, its letters in order, best first; "" shows all in their order. The cursor goes to the
// first.
func (m *Menu) SetFilter(filter string) {
	if filter == m.filter {
		return
	}
	m.filter = filter
	m.apply()
	m.table.Home()
}

func (m *Menu) apply() {
	m.shown = m.shown[:0]
	if m.filter == "" {
		for i := range m.items {
			m.shown = append(m.shown, entry{item: i})
		}
	} else if m.holding(); len(m.shown) == 0 {
		for _, f := range fuzzy.FindFrom(text.Value(m.filter), labels(m.items)) {
			m.shown = append(m.shown, entry{f.Index, spansOf(m.items[f.Index].Label, f.MatchedIndexes)})
		}
	}
	m.table.SetLen(len(m.shown))
}

// holding takes the entries whose label holds the filter as it is written: who
// writes a word means it, not letters strewn over a line.
func (m *Menu) holding() {
	for i, it := range m.items {
		if hits := text.FindIn(it.Label, m.filter); len(hits) > 0 {
			m.shown = append(m.shown, entry{i, hits})
		}
	}
}

type labels []Item

func (l labels) String(i int) string { return l[i].Label.String() }
func (l labels) Len() int            { return len(l) }

// spansOf makes spans of the bytes at which matched letters begin.
func spansOf(t text.Text, at []int) []text.Span {
	var spans []text.Span
	s := t.String()
	slices.Sort(at)
	for _, i := range at {
		if i < 0 || i >= len(s) {
			continue
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		if n := len(spans); n > 0 && spans[n-1].To == i {
			spans[n-1].To += size
			continue
		}
		spans = append(spans, text.Span{From: i, To: i + size})
	}
	return spans
}

// Len is the number of entries that fit the filter.
func (m *Menu) Len() int { return len(m.shown) }

// Shown are the entries that fit the filter, in their order.
func (m *Menu) Shown() []Item {
	all := make([]Item, len(m.shown))
	for i, e := range m.shown {
		all[i] = m.items[e.item]
	}
	return all
}

// At is the place of the chosen entry among those that are shown; false if none is.
func (m *Menu) At() (int, bool) { return m.table.Cursor(), len(m.shown) > 0 }

// Cursor is the index, in the items as they were set, of the chosen entry;
// false if nothing fits.
func (m *Menu) Cursor() (item int, ok bool) {
	if len(m.shown) == 0 {
		return 0, false
	}
	return m.shown[m.table.Cursor()].item, true
}

// Move moves the cursor by entries; Page and Half by what is in view, Home and End to
// the ends.
func (m *Menu) Move(delta int) { m.table.Move(delta) }

// Page moves the cursor by pages.
func (m *Menu) Page(delta int) { m.table.Page(delta) }

// Half moves the cursor by half pages.
func (m *Menu) Half(delta int) { m.table.Half(delta) }

// Home chooses the first entry.
func (m *Menu) Home() { m.table.Home() }

// End chooses the last one.
func (m *Menu) End() { m.table.End() }

// Jump chooses the next entry whose label begins with a letter, around at the end.
func (m *Menu) Jump(letter string) {
	for by := 1; by <= len(m.shown); by++ {
		i := (m.table.Cursor() + by) % len(m.shown)
		if hits := text.FindIn(m.items[m.shown[i].item].Label, letter); len(hits) > 0 && hits[0].From == 0 {
			m.table.SetCursor(i)
			return
		}
	}
}

// Click chooses the entry at line y of the last Render; false if none is there.
func (m *Menu) Click(y int) bool {
	i, ok := m.table.Click(y)
	if ok {
		m.table.SetCursor(i)
	}
	return ok
}

// Render draws the entries in h lines of w cells.
func (m *Menu) Render(st *theme.Styles, w, h int) []string {
	if w <= 0 || h <= 0 {
		return layout.Blank(w, h)
	}
	hint := m.hintCols()
	m.table.Bare, m.table.Empty = true, m.Empty
	m.table.Columns = []Column{{Min: 8, Flex: 1}, {Min: hint, Align: Right, Priority: 1}}
	room := w - gutter - edge - gap - hint - whyCols
	m.table.Row = func(i int, buf []Cell) Row { return Row{Cells: m.cells(st, m.shown[i], room, buf)} }
	return m.table.Render(st, w, h)
}

// hintCols is the width of the longest hint in sight.
func (m *Menu) hintCols() (cols int) {
	for _, e := range m.shown {
		cols = max(cols, m.items[e.item].Hint.Width())
	}
	return cols
}

// Whole is the chosen entry in full, in lines of w cells, where its line among w cells cuts
// it. They are as many as the longest entry needs that is cut, and most at the most, so that
// nothing moves; none where none is cut.
func (m *Menu) Whole(w, most int) []text.Text {
	room, high := w-gutter-edge-gap-m.hintCols(), 0
	var lines []text.Text
	at, _ := m.Cursor()
	for i, it := range m.items {
		if all := text.List(text.Const(" "), it.Label, it.Why); all.Width() > room {
			wrapped := all.Wrap(w - edge)
			if high = max(high, len(wrapped)); i == at && m.Len() > 0 {
				lines = wrapped
			}
		}
	}
	out := make([]text.Text, min(high, most))
	if copy(out, lines) < len(lines) {
		out[most-1] = text.Cat(out[most-1].Truncate(w-edge-1, text.Text{}), text.Const("…"))
	}
	return out
}

// whyCols is the least that a reason gets of a line: a label gives way to it.
const whyCols = 24

func (m *Menu) cells(st *theme.Styles, e entry, room int, buf []Cell) []Cell {
	it := m.items[e.item]
	label := Cell{Text: it.Label, Hits: e.hits}
	if !it.Why.Empty() {
		if room > whyCols && it.Label.Width() > room {
			label.Text, label.Hits = it.Label.Truncate(room, text.Ellipsis), nil
		}
		label.Style, label.More, label.MoreStyle = st.Faint, it.Why, st.Faint
	}
	return append(buf, label, Cell{Text: it.Hint, Style: st.Key})
}

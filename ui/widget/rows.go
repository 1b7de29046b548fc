package widget

import (
	"slices"
	"strings"

	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Tab is one tab; Note is its price or count, in a lesser style, Short the same where
// there is less room. Costs says that it is a price.
type Tab struct {
	Title, Note, Short text.Text
	Costs              bool
}

func (t Tab) style(st *theme.Styles) theme.Style {
	if t.Costs {
		return st.Cost(t.Note.String())
	}
	return st.Faint
}

// Tabs draws tabs in one line of w cells, a cell from its edge like all other lines,
// the active one in brackets too. Where they do not fit, notes are shortened, then go, then the tabs far from the active one.
func Tabs(st *theme.Styles, tabs []Tab, active, w int) string {
	shown, from := tabsShown(tabs, active, w)
	p := newPen(nil, w, theme.Style{})
	for i := from; i < len(shown); i++ {
		p.tab(st, shown[i], i == active)
	}
	return p.line()
}

// TabRule is the line below Tabs. Notes that found no room there stand in it, each
// below its tab as far as it fits.
func TabRule(st *theme.Styles, tabs []Tab, active, w int) string {
	shown, from := tabsShown(tabs, active, w)
	p, at := newPen(nil, w, theme.Style{}), 1
	for i := from; i < len(shown); i++ {
		note, room := tabs[i].Short, tabsWidth(shown[i:i+1])-2
		if note.Width() > room {
			note = text.Clean(strings.TrimSuffix(note.String(), " cr"))
		}
		if shown[i].Note.Empty() && note.Width() <= min(room, w-at-2) && !note.Empty() {
			p.write(text.Clean(text.Rule(at-(w-p.left))), st.Border)
			p.blank(1)
			p.write(note, tabs[i].style(st))
			p.blank(1)
		}
		at += room + 2
	}
	p.write(text.Clean(text.Rule(p.left)), st.Border)
	return p.line()
}

// TabAt is the tab drawn at cell x of what Tabs drew; false if none.
func TabAt(tabs []Tab, active, w, x int) (int, bool) {
	shown, from := tabsShown(tabs, active, w)
	for i := from; i < len(shown) && x >= 0; i++ {
		n := tabsWidth(shown[i : i+1])
		if x < n {
			return i, true
		}
		x -= n
	}
	return 0, false
}

// tabsShown are the tabs with the notes that there is room for, and the first of them
// that is drawn.
func tabsShown(tabs []Tab, active, w int) (shown []Tab, from int) {
	shown = tabs
	for _, note := range []func(Tab) text.Text{func(t Tab) text.Text { return t.Short }, func(Tab) text.Text { return text.Text{} }} {
		if tabsWidth(shown) <= w {
			break
		}
		shown = slices.Clone(tabs)
		for i := range shown {
			shown[i].Note = note(tabs[i])
		}
	}
	for from < active && from < len(shown)-1 && tabsWidth(shown[from:active+1]) > w {
		from++
	}
	return shown, from
}

func tabsWidth(tabs []Tab) int {
	n := 0
	for _, t := range tabs {
		n += t.Title.Width() + 3
		if !t.Note.Empty() {
			n += t.Note.Width() + 1
		}
	}
	return n
}

func (p *pen) tab(st *theme.Styles, t Tab, active bool) {
	open, end, style := text.Const(" "), text.Const(" "), st.Dim
	if active {
		open, end, style = text.Const("["), text.Const("]"), st.Accent
	}
	p.blank(1)
	p.write(open, style)
	p.write(t.Title, style)
	if !t.Note.Empty() {
		p.blank(1)
		p.write(t.Note, t.style(st))
	}
	p.write(end, style)
}

// Chip is a condition read from a query. Fixed chips cannot be removed and have
// no cross.
type Chip struct {
	Label text.Text
	Fixed bool
}

// Chips draws chips in at most h lines of w cells, exactly h lines; the focused
// one (-1: none) is marked by ▸ and style. What does not fit is counted: "+3".
func Chips(st *theme.Styles, chips []Chip, focus int, size Size) []string {
	w, h := size.W, size.H
	lines := layout.Blank(w, h)
	if w <= 0 {
		return lines
	}
	next := 0
	for i := range lines {
		p := newPen(nil, w, theme.Style{})
		for next < len(chips) && chipFits(&p, chips, next, i == h-1) {
			p.chip(st, chips[next], next == focus)
			next++
		}
		if i == h-1 && next < len(chips) {
			p.write(text.Format("+%d", len(chips)-next), st.Dim)
		}
		lines[i] = p.line()
	}
	return lines
}

// ChipAt is the chip drawn at cell x of what Chips drew in one line of w cells;
// false if none.
func ChipAt(chips []Chip, w, x int) (int, bool) {
	p := newPen(nil, w, theme.Style{})
	for i := 0; i < len(chips) && chipFits(&p, chips, i, true); i++ {
		from := w - p.left
		p.blank(chips[i].Width()) // with the blank behind it
		if x >= from && x < w-p.left {
			return i, x < w-p.left-1
		}
	}
	return 0, false
}

// Size is a pane's size in cells.
type Size struct{ W, H int }

// chipFits reports whether chip i has room: on the last line besides the count
// of the rest. A chip wider than a line is cut.
func chipFits(p *pen, chips []Chip, i int, last bool) bool {
	need := chips[i].Width()
	if last && i < len(chips)-1 {
		need += 5
	}
	return need <= p.left || len(p.buf) == 0 && !last
}

// Width returns its cells, with the blank behind it.
func (c Chip) Width() int {
	if c.Fixed {
		return c.Label.Width() + 2
	}
	return c.Label.Width() + 4
}

func (p *pen) chip(st *theme.Styles, c Chip, focus bool) {
	style, side := st.Chip, text.Const(" ")
	if focus {
		style, side = st.Accent.On(st.Chip), cursorGlyph
	}
	p.write(side, style)
	p.write(c.Label, style)
	if !c.Fixed {
		p.write(text.Const(" ✕"), st.ChipKey)
	}
	p.blank(1)
}

// Pair is a key and its value.
type Pair struct {
	Key   text.Text
	Value text.Text
	Style theme.Style // of the value
	Note  text.Text   // after the value: its age
}

// KV draws pairs in exactly h lines of w cells, values aligned and wrapped
// beside their keys.
func KV(st *theme.Styles, pairs []Pair, size Size) []string {
	w, h := size.W, size.H
	col := keyColumn(pairs, w)
	lines := make([]string, 0, max(0, h))
	for _, pair := range pairs {
		for i, v := range pair.Value.Wrap(w - col - 2) {
			if len(lines) >= h {
				return lines
			}
			p := newPen(nil, w, theme.Style{})
			if i == 0 {
				p.first(st, pair, col)
			} else {
				p.blank(col + 2)
				p.write(v, pair.Style)
			}
			lines = append(lines, p.line())
		}
	}
	for len(lines) < h {
		lines = append(lines, text.Spaces(w))
	}
	return lines
}

// KVHeight is the number of lines that KV needs for pairs in w cells.
func KVHeight(pairs []Pair, w int) int {
	col, n := keyColumn(pairs, w), 0
	for _, p := range pairs {
		n += len(p.Value.Wrap(w - col - 2))
	}
	return n
}

func keyColumn(pairs []Pair, w int) int {
	col := 0
	for _, p := range pairs {
		col = max(col, p.Key.Width())
	}
	return min(col, max(0, w/2))
}

// first writes the line of a pair that has its key, and its note where there is
// room.
func (p *pen) first(st *theme.Styles, pair Pair, col int) {
	key := pair.Key.Truncate(col, text.Ellipsis)
	p.write(key, st.Dim)
	p.blank(col - key.Width() + 2)
	p.write(pair.Value.Wrap(p.left)[0], pair.Style)
	if !pair.Note.Empty() && p.left > 4 {
		p.blank(2)
		p.write(pair.Note, st.Faint)
	}
}

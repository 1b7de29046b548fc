package widget

import (
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

const (
	gutter = 3 // cursor glyph, mark glyph, blank
	gap    = 2 // between columns
	edge   = 1 // on the right, so that no word touches a border
)

// The glyphs of rows.
var (
	cursorGlyph = text.Const("▸")
	markGlyph   = text.Const("◆")
	ascGlyph    = text.Const("▲")
	descGlyph   = text.Const("▼")
)

// Render draws the table in h lines of w cells: the header if there is one and
// room for it, then rows.
func (t *Table) Render(st *theme.Styles, w, h int) []string {
	if w <= 0 || h <= 0 {
		return layout.Blank(w, h)
	}
	t.widths = columnWidths(t.widths[:0], t.Columns, w-gutter-edge)
	lines := make([]string, 0, h)
	if t.headed = !t.Bare && h > 1; t.headed {
		lines = append(lines, t.header(st, w))
	}
	t.height = h - len(lines)
	top := t.settled(t.height)
	t.top = top
	for l := top; len(lines) < h; l++ {
		lines = append(lines, t.lineAt(st, l, w))
	}
	return lines
}

func (t *Table) lineAt(st *theme.Styles, l, w int) string {
	if t.n == 0 && l == 0 && !t.Empty.Empty() {
		return Line(w, Run{Text: text.Const("   "), Style: st.Dim}, Run{Text: t.Empty, Style: st.Dim})
	}
	i, ok := t.rowAt(l)
	switch {
	case ok:
		return t.row(st, i, w)
	case i < len(t.Breaks) && t.Breaks[i].Before+i == l:
		return breakLine(st, t.Breaks[i].Label, w)
	}
	return text.Spaces(w)
}

func breakLine(st *theme.Styles, label text.Text, w int) string {
	p := newPen(nil, w, theme.Style{})
	p.blank(gutter)
	p.write(text.Const("── "), st.Faint)
	if !label.Empty() {
		p.write(label, st.Dim)
		p.write(text.Const(" "), st.Faint)
	}
	p.use(st.Faint)
	p.buf = append(p.buf, text.Rule(p.left)...)
	p.left = 0
	return p.line()
}

func (t *Table) header(st *theme.Styles, w int) string {
	p := newPen(t.buf, w, theme.Style{})
	p.blank(gutter)
	first := true
	for i, c := range t.Columns {
		if t.widths[i] < 0 {
			continue
		}
		if !first {
			p.blank(gap)
		}
		first = false
		p.heading(st, c, t.widths[i])
	}
	t.buf = p.buf
	return p.line()
}

func (c Column) arrow() text.Text {
	switch c.Sort {
	case Ascending:
		return ascGlyph
	case Descending:
		return descGlyph
	}
	return text.Text{}
}

// Heading is a column's title with its arrow.
func (c Column) Heading() text.Text { return text.Cat(c.Title, c.arrow()) }

// heading writes a column's title; the arrow of a sorted one is never cut.
func (p *pen) heading(st *theme.Styles, c Column, w int) {
	title, arrow, style := c.Title.Truncate(w, text.Ellipsis), c.arrow(), st.Header
	if c.Sort != Unsorted {
		title, style = c.Title.Truncate(max(0, w-1), text.Text{}), st.Strong
	}
	spare := w - title.Width() - arrow.Width()
	if c.Align == Right {
		p.blank(spare)
	}
	p.write(title, style)
	p.write(arrow, style)
	if c.Align == Left {
		p.blank(spare)
	}
}

func (t *Table) row(st *theme.Styles, i, w int) string {
	var row Row
	if t.Row != nil {
		row = t.Row(i, t.cells[:0])
	}
	selected := i == t.cursor
	base := theme.Style{}
	if selected && !t.Blur {
		base = st.Selected
	}
	p := newPen(t.buf, w, base)
	p.glyph(selected, cursorGlyph, st.Accent)
	p.glyph(row.Marked, markGlyph, st.Marked)
	p.blank(1)
	p.row(st, row.Cells, t)
	if cap(row.Cells) > cap(t.cells) {
		t.cells = row.Cells[:0]
	}
	line := p.line()
	t.buf = p.buf
	return line
}

func (p *pen) glyph(on bool, g text.Text, s theme.Style) {
	if on {
		p.write(g, s)
		return
	}
	p.blank(1)
}

func (p *pen) row(st *theme.Styles, cells []Cell, t *Table) {
	first := true
	for k, w := range t.widths {
		if w < 0 {
			continue
		}
		if !first {
			p.blank(gap)
		}
		first = false
		if k >= len(cells) {
			p.blank(w)
			continue
		}
		p.cell(st, &cells[k], min(w, p.left), t.Columns[k].Align)
	}
}

// cell writes c in exactly w cells.
func (p *pen) cell(st *theme.Styles, c *Cell, w int, side Align) {
	if lead := c.Lead.Text.Width(); lead > 0 && w > 2*lead {
		p.write(c.Lead.Text, c.Lead.Style)
		p.blank(1)
		w -= lead + 1
	}
	t := c.Text
	if t.Width() > w {
		t = t.Truncate(w, text.Ellipsis)
	}
	used, more, between := t.Width(), text.Text{}, min(1, t.Width())
	if !c.More.Empty() && w-used >= 4 && t == c.Text {
		more = c.More.Truncate(w-used-between, text.Ellipsis)
		used += between + more.Width()
	}
	if side == Right {
		p.blank(w - used)
	}
	if len(c.Hits) > 0 {
		p.highlight(t, c.Hits, [2]theme.Style{c.Style, st.Match})
	} else {
		p.write(t, c.Style)
	}
	if !more.Empty() {
		p.blank(between)
		p.write(more, c.MoreStyle)
	}
	if side == Left {
		p.blank(w - used)
	}
}

// columnWidths appends the width of each column in a line of w cells; -1 for
// those that drop out.
func columnWidths(widths []int, cols []Column, w int) []int {
	need := -gap
	for _, c := range cols {
		widths = append(widths, c.Min)
		need += c.Min + gap
	}
	for need > w {
		k := leastWanted(cols, widths)
		if k < 0 {
			break
		}
		need -= widths[k] + gap
		widths[k] = -1
	}
	return widen(widths, cols, w-need)
}

func leastWanted(cols []Column, widths []int) int {
	k := -1
	for i, c := range cols {
		if widths[i] >= 0 && c.Priority > 0 && (k < 0 || c.Priority >= cols[k].Priority) {
			k = i
		}
	}
	return k
}

// widen hands out spare cells: to fixed columns up to Max, then to flexible
// ones by weight.
func widen(widths []int, cols []Column, spare int) []int {
	for i, c := range cols {
		if widths[i] >= 0 && c.Flex == 0 && c.Max > widths[i] && spare > 0 {
			n := min(spare, c.Max-widths[i])
			widths[i] += n
			spare -= n
		}
	}
	for spare > 0 {
		weight := 0
		for i, c := range cols {
			if growable(c, widths[i]) {
				weight += c.Flex
			}
		}
		if weight == 0 {
			break
		}
		share := spare
		for i, c := range cols {
			if !growable(c, widths[i]) || spare == 0 {
				continue
			}
			n := min(max(1, share*c.Flex/weight), spare)
			if c.Max > 0 {
				n = min(n, c.Max-widths[i])
			}
			widths[i] += n
			spare -= n
		}
	}
	return widths
}

func growable(c Column, w int) bool { return w >= 0 && c.Flex > 0 && (c.Max == 0 || w < c.Max) }

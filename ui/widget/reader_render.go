package widget

import (
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// readable is the most cells of a line of running text.
const readable = 100

// Render draws h lines of w cells.
func (r *Reader) Render(st *theme.Styles, w, h int) []string {
	if w <= 0 || h <= 0 {
		return layout.Blank(w, h)
	}
	side := r.side(w)
	r.ensure(max(1, min(w-side, readable)))
	r.height = h
	r.top = r.settled(h)
	lines := make([]string, h)
	var buf []byte
	for i := range lines {
		if r.top+i >= len(r.lines) {
			lines[i] = text.Spaces(w)
			continue
		}
		p := newPen(buf, w, theme.Style{})
		lines[i] = r.line(st, &p, r.top+i, side)
		buf = p.buf
	}
	return lines
}

// side is the width of the cursor's glyph and the stamps; on narrow panes the
// stamps give way.
func (r *Reader) side(w int) int {
	if r.Bare || r.stampW == 0 || w < r.stampW+24 {
		return min(2, w-1)
	}
	return r.stampW + 4
}

func (r *Reader) line(st *theme.Styles, p *pen, i, side int) string {
	l, w := r.lines[i], p.left
	para := &r.paras[l.Line]
	p.glyph(i == r.at, cursorGlyph, st.Accent)
	r.mark(st, p, l)
	if side > 2 {
		stamp := text.Text{}
		if l.From == 0 {
			stamp = para.Stamp
		}
		p.blank(r.stampW - stamp.Width())
		p.write(stamp, st.Faint)
	}
	p.blank(side - (w - p.left))
	style := theme.Style{}
	switch {
	case para.Heading:
		style = st.Title
	case para.Dim:
		style = st.Dim
	}
	r.passage(st, p, l, style)
	return p.line()
}

// chosenGlyph stands at every line that is selected, so that colour is not needed.
var chosenGlyph = text.Const("┃")

// mark is the column behind the cursor's: what is selected, and what is kept.
func (r *Reader) mark(st *theme.Styles, p *pen, l text.Span) {
	from, to := r.chosen(l)
	switch {
	case l.From == 0 && r.Kept != nil && r.Kept(l.Line):
		p.glyph(true, markGlyph, st.Marked)
	default:
		p.glyph(from < to, chosenGlyph, st.Accent)
	}
}

// chosen is the part of a line that is selected, in bytes from its beginning.
func (r *Reader) chosen(l text.Span) (from, to int) {
	for _, c := range r.Chosen {
		if from, to := max(c.From, l.From), min(c.To, l.To); c.Line == l.Line && from < to {
			return from - l.From, to - l.From
		}
	}
	return 0, 0
}

// passage writes the words of one line with the hits in it, upon what is selected.
func (r *Reader) passage(st *theme.Styles, p *pen, l text.Span, style theme.Style) {
	t, at, end := r.paras[l.Line].Text.Part(l), 0, l.To-l.From
	if t.Width() > p.left {
		p.write(t, style)
		return
	}
	first, last := r.chosen(l)
	write := func(from, to int, style theme.Style) {
		a, b := min(max(first, from), to), max(min(last, to), from)
		if a >= b {
			p.write(t.Slice(from, to), style)
			return
		}
		p.write(t.Slice(from, a), style)
		p.write(t.Slice(a, b), style.On(st.Selected))
		p.write(t.Slice(b, to), style)
	}
	for i := r.firstHit(l); i < len(r.hits) && r.hits[i].Line == l.Line && r.hits[i].From < l.To; i++ {
		look := st.Match
		if i == r.current {
			look = st.MatchCurrent
		}
		from, to := max(r.hits[i].From-l.From, at), min(r.hits[i].To-l.From, end)
		write(at, from, style)
		write(from, to, look.On(style))
		at = to
	}
	write(at, end, style)
}

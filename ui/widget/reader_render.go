package widget

import (
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// readable is the widest a line of running text gets.
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
	if side > 2 {
		stamp := text.Text{}
		if l.From == 0 {
			stamp = para.Stamp
		}
		p.blank(1 + r.stampW - stamp.Width())
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

// passage writes the words of one line with the hits in it.
func (r *Reader) passage(st *theme.Styles, p *pen, l text.Span, style theme.Style) {
	t, at, end := r.paras[l.Line].Text.Part(l), 0, l.To-l.From
	if t.Width() > p.left {
		p.write(t, style)
		return
	}
	for i := r.firstHit(l); i < len(r.hits) && r.hits[i].Line == l.Line && r.hits[i].From < l.To; i++ {
		look := st.Match
		if i == r.current {
			look = st.MatchCurrent
		}
		from, to := max(r.hits[i].From-l.From, at), min(r.hits[i].To-l.From, end)
		p.write(t.Slice(at, from), style)
		p.write(t.Slice(from, to), look.On(style))
		at = to
	}
	p.write(t.Slice(at, end), style)
}

package widget

import (
	"slices"

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

// passage writes the words of one line with hits and the brief's words in it.
func (r *Reader) passage(st *theme.Styles, p *pen, l text.Span, style theme.Style) {
	t := r.paras[l.Line].Text.Part(l)
	if t.Width() > p.left {
		p.write(t, style)
		return
	}
	runs := r.looks(st, t, l)
	at := 0
	for _, k := range runs {
		from, to := max(k.From, at), min(k.To, l.To-l.From)
		if from >= to {
			continue
		}
		p.write(t.Slice(at, from), style)
		p.write(t.Slice(from, to), k.style.On(style))
		at = to
	}
	p.write(t.Slice(at, l.To-l.From), style)
}

type look struct {
	text.Span
	style theme.Style
}

// looks lists what is highlighted in t, in order. Hits go before words.
func (r *Reader) looks(st *theme.Styles, t text.Text, l text.Span) []look {
	var all []look
	for i := r.firstHit(l); i < len(r.hits); i++ {
		h := r.hits[i]
		if h.Line != l.Line || h.From >= l.To {
			break
		}
		style := st.Match
		if i == r.current {
			style = st.MatchCurrent
		}
		all = append(all, look{text.Span{From: h.From - l.From, To: h.To - l.From}, style})
	}
	hits := len(all)
	for _, w := range r.words {
		for _, s := range text.FindIn(t, w) {
			if !overlaps(all[:hits], s) {
				all = append(all, look{s, st.Strong})
			}
		}
	}
	slices.SortFunc(all, func(a, b look) int { return a.From - b.From })
	return all
}

func overlaps(looks []look, s text.Span) bool {
	for _, k := range looks {
		if s.From < k.To && k.From < s.To {
			return true
		}
	}
	return false
}

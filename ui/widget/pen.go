package widget

import (
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"slices"
)

// pen writes one line of exactly w cells and changes style only where it must.
type pen struct {
	buf  []byte
	left int // cells still free
	base theme.Style
	cur  theme.Style
}

func newPen(buf []byte, w int, base theme.Style) pen {
	return pen{buf: buf[:0], left: max(0, w), base: base}
}

func (p *pen) use(s theme.Style) {
	if s == p.cur {
		return
	}
	p.buf = append(p.buf, p.cur.Close()...)
	p.buf = append(p.buf, s.Open()...)
	p.cur = s
}

// write puts t in style s on the base, cut where the line ends.
func (p *pen) write(t text.Text, s theme.Style) {
	if t.Width() > p.left {
		t = t.Truncate(p.left, text.Ellipsis)
	}
	if t.Empty() {
		return
	}
	p.use(s.On(p.base))
	p.buf = append(p.buf, t.String()...)
	p.left -= t.Width()
}

func (p *pen) blank(n int) {
	n = min(n, p.left)
	if n <= 0 {
		return
	}
	p.use(p.base)
	p.buf = append(p.buf, text.Spaces(n)...)
	p.left -= n
}

// highlight writes t in style s and its spans in style hit. Spans are sorted
// and may reach beyond t.
func (p *pen) highlight(t text.Text, spans []text.Span, styles [2]theme.Style) {
	at, n := 0, len(t.String())
	for _, sp := range spans {
		from, to := max(sp.From, at), min(sp.To, n)
		if from >= to {
			continue
		}
		p.write(t.Slice(at, from), styles[0])
		p.write(t.Slice(from, to), styles[1])
		at = to
	}
	if at < n {
		p.write(t.Slice(at, n), styles[0])
	}
}

// line ends the line and returns it; the pen is used up.
func (p *pen) line() string {
	p.blank(p.left)
	p.use(theme.Style{})
	return string(p.buf)
}

// Highlight is t in exactly w cells with spans of it in the style hit.
func Highlight(t text.Text, spans []text.Span, w int, styles [2]theme.Style) string {
	p := newPen(nil, w, theme.Style{})
	t = t.Truncate(max(0, w), text.Ellipsis)
	p.highlight(t, spans, styles)
	return p.line()
}

// Run is a piece of a line in one style.
type Run struct {
	Text  text.Text
	Style theme.Style
	Rank  int // for Fit: the lower, the longer it stays; 0 always
}

// Fit leaves out what finds no room in w cells, highest rank first.
func Fit(w int, runs []Run) []Run {
	for Width(runs) > w {
		top := slices.MaxFunc(runs, func(a, b Run) int { return a.Rank - b.Rank }).Rank
		if top == 0 {
			break
		}
		runs = slices.DeleteFunc(slices.Clone(runs), func(r Run) bool { return r.Rank == top })
	}
	return runs
}

// Line is runs after each other in exactly w cells, cut or padded.
func Line(w int, runs ...Run) string { return Spread(w, runs, nil) }

// Spread is a line of exactly w cells with left and right at its ends. Where
// both do not fit, right is left out run by run from its front, then left is
// cut.
func Spread(w int, left, right []Run) string {
	free := w - Width(left)
	for len(right) > 0 && Width(right)+1 > free {
		right = right[1:]
	}
	p := newPen(nil, w, theme.Style{})
	for _, r := range left {
		p.write(r.Text, r.Style)
	}
	p.blank(p.left - Width(right))
	for _, r := range right {
		p.write(r.Text, r.Style)
	}
	return p.line()
}

// Joined returns the text of runs.
func Joined(runs []Run) text.Text {
	parts := make([]text.Text, len(runs))
	for i, r := range runs {
		parts[i] = r.Text
	}
	return text.Cat(parts...)
}

// Width returns the cells of runs.
func Width(runs []Run) int {
	n := 0
	for _, r := range runs {
		n += r.Text.Width()
	}
	return n
}

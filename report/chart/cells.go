package chart

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// layer is the drawing style of a cell.
type layer int

const (
	empty layer = iota
	back        // the middle half, the median, weeks without a post
	series
	far    // outliers
	chosen // marks, with their names
)

// canvas are cells, each of two by four dots.
type canvas struct {
	of    Chart
	w, h  int
	begin int // the cell that time begins in
	wide  int // cells of a week, of bars
	low   float64
	high  float64
	dots  []rune // of braille, or 0
	over  []rune // stands over the dots, or 0
	layer []layer
}

// mostWide limits the width of a week's column: a few weeks are no wall.
const mostWide = 6

// margin is the room at both sides of a drawing, for the first value and the last.
const margin = 8

// Cells is a pen that draws a chart in h lines of w cells; the last names the months, or
// numbers.
func Cells(c Chart, st *theme.Styles, w, h int) []string {
	p := &canvas{w: max(1, w-2*margin), h: max(1, h-1), of: c}
	if c.Kind == Bars && len(c.Series) > 0 {
		p.wide = min(mostWide, max(1, p.w/len(c.Series)))
		p.begin = max(0, p.w-len(c.Series)*p.wide) // the newest at the right
	}
	p.low, p.high = c.Extent()
	if !(p.high > p.low) {
		p.low, p.high = p.low-1, p.high+1
	}
	p.dots, p.over, p.layer = make([]rune, p.w*p.h), make([]rune, p.w*p.h), make([]layer, p.w*p.h)
	left, right := make([]string, p.h), make([]string, p.h)
	if len(c.Series) > 0 {
		map[Kind]func(Chart){Line: p.line, Dots: p.cloud, Bars: p.bars, Cloud: p.cloud, Strip: p.strip}[c.Kind](c)
	}
	switch n := len(c.Marks); {
	case len(c.Series) == 0 || c.Kind == Strip:
	case c.Kind == Line:
		if n > 1 {
			left[p.row(c.Marks[0].Value)] = c.Marks[0].Label
		}
		right[p.row(c.Marks[n-1].Value)] = c.Marks[n-1].Label
	default:
		low, high := c.Extent()
		left[p.row(low)], left[p.row(high)] = c.Number(low), c.Number(high)
	}
	if c.Band != nil && c.Kind != Strip {
		right[p.row(c.Band.Median)] = c.Band.Label
	}
	var out []string
	for y := range p.h {
		out = append(out, st.Dim.Apply(lead(left[y]))+p.cells(st, y)+st.Dim.Fit(text.Clean(" "+right[y]), w-margin-p.w))
	}
	return append(out, st.Faint.Fit(text.Clean(strings.Repeat(" ", margin)+p.months(c)), w))
}

// lead is a label at the left, against the drawing.
func lead(s string) string {
	t := text.Clean(s).Truncate(margin-1, text.Ellipsis)
	return strings.Repeat(" ", max(0, margin-1-t.Width())) + t.String() + " "
}

// x returns the position of a point, in dots.
func (p *canvas) x(at Point) int {
	return 2*p.begin + int(math.Round(p.of.Share(at)*float64(2*(p.w-p.begin)-1)))
}

func (p *canvas) y(v float64) int {
	share := (v - p.low) / (p.high - p.low)
	return int(math.Round((1 - min(1, max(0, share))) * float64(4*p.h-1)))
}

// row is the line of cells that a value is in.
func (p *canvas) row(v float64) int { return p.y(v) / 4 }

// dot sets a dot.
func (p *canvas) dot(x, y int, l layer) {
	if x < 0 || y < 0 || x >= 2*p.w || y >= 4*p.h {
		return
	}
	i := y/4*p.w + x/2
	p.dots[i] |= [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}[y%4][x%2]
	p.layer[i] = max(p.layer[i], l)
}

// put sets a sign over a cell.
func (p *canvas) put(col, row int, r rune, l layer) {
	if col < 0 || row < 0 || col >= p.w || row >= p.h {
		return
	}
	p.over[row*p.w+col], p.layer[row*p.w+col] = r, l
}

// line joins looks, with dashes where nobody looked for long.
func (p *canvas) line(c Chart) {
	if len(c.Series) == 1 {
		p.put(p.w/2, p.row(c.Series[0].Value), '◉', series)
		return
	}
	for i, at := range c.Series {
		p.dot(p.x(at), p.y(at.Value), series)
		if i == 0 {
			continue
		}
		before, dashed := c.Series[i-1], false
		for _, g := range c.Gaps {
			dashed = dashed || g.From.Equal(before.At)
		}
		x0, y0, x1, y1 := p.x(before), p.y(before.Value), p.x(at), p.y(at.Value)
		steps := max(abs(x1-x0), abs(y1-y0), 1)
		for s := range steps {
			if dashed && s/3%2 == 1 {
				continue
			}
			share := float64(s) / float64(steps)
			p.dot(x0+int(math.Round(share*float64(x1-x0))), y0+int(math.Round(share*float64(y1-y0))), series)
		}
	}
}

// across is a line from side to side, and down one from top to bottom.
func (p *canvas) across(row int, sign rune) {
	for col := range p.w {
		p.put(col, row, sign, back)
	}
}

func (p *canvas) down(at Point) {
	for row := range p.h {
		p.put(p.x(at)/2, row, '╎', back)
	}
}

// seat puts a sign where a point stands; an outlier stands at the edge.
func (p *canvas) seat(at Point, row int, sign rune, l layer) (col, seated int) {
	col = p.x(at) / 2
	switch p.of.Beyond(at) {
	case 1:
		sign, l = '△', far
		if p.of.Kind != Strip {
			row = 0
		}
	case -1:
		sign, l = '▽', far
		if p.of.Kind != Strip {
			row = p.h - 1
		}
	}
	p.put(col, row, sign, l)
	return col, row
}

// cloud is a dot for each of many over what is in the middle: of posts over the middle half
// and the median, else over both medians. Outliers stand at the edge; of people, they and
// the marked ones have their names.
func (p *canvas) cloud(c Chart) {
	if b := c.Band; b != nil {
		if c.Kind == Cloud {
			p.down(Point{Across: c.Middle()})
		}
		for row := p.row(b.High); c.Kind == Dots && row <= p.row(b.Low); row++ {
			p.across(row, '┈')
		}
		p.across(p.row(b.Median), '╌')
	}
	for _, at := range c.Series {
		p.seat(at, p.row(at.Value), '◉', series)
	}
	if c.Kind == Dots {
		return
	}
	for _, m := range c.Marks {
		p.seat(m.Point, p.row(m.Value), '◆', chosen)
	}
	for _, m := range c.Marks {
		col, row := p.seat(m.Point, p.row(m.Value), '◆', chosen)
		p.label(col, row, m)
	}
}

// strip stacks the many over their number, the median as a line; who is marked stands
// highest, with the name.
func (p *canvas) strip(c Chart) {
	height := make([]int, p.w)
	if c.Band != nil {
		p.down(Point{Value: c.Band.Median})
	}
	for _, at := range c.Series {
		if !at.Marked {
			col, _ := p.seat(at, max(0, p.h-1-height[p.x(at)/2]), '◉', series)
			height[col]++
		}
	}
	for _, m := range c.Marks {
		if m.Marked {
			col, row := p.seat(m.Point, max(0, p.h-1-height[p.x(m.Point)/2]), '◆', chosen)
			p.label(col, row, m)
		}
	}
}

// label writes the name of a mark beside it, where room is free, else close above or below;
// that of one who is marked over dots, too, but over no other mark.
func (p *canvas) label(col, row int, m Mark) {
	name := text.Clean(m.Label).Truncate(labelMost, text.Ellipsis)
	n := name.Width()
	if n == 0 || utf8.RuneCountInString(name.String()) != n {
		return // letters of two cells, or of none
	}
	write := func(from, row int) {
		for i, r := range []rune(name.String()) {
			p.put(from+i, row, r, chosen)
		}
	}
	for _, over := range []layer{back, far} {
		for _, by := range []int{0, -1, 1, -2, 2} {
			for _, from := range []int{col + 2, col - 1 - n} {
				if row+by >= 0 && row+by < p.h && from >= 0 && from+n <= p.w && p.free(from, row+by, n, over) {
					write(from, row+by)
					return
				}
			}
		}
		if !m.Marked {
			return
		}
	}
}

// labelMost limits the length of a name in a drawing.
const labelMost = 20

// free says whether nothing above a layer stands in cells of a row.
func (p *canvas) free(from, row, n int, above layer) bool {
	return slices.Max(p.layer[row*p.w+from:row*p.w+from+n]) <= above
}

// bars are a column for each week; one without a post is a point on the ground.
func (p *canvas) bars(c Chart) {
	for i, at := range c.Series {
		from := p.begin + i*p.wide
		eighths := int(math.Round(at.Value / p.high * float64(8*p.h)))
		for col := from; col < from+max(1, p.wide-1); col++ {
			if at.Value == 0 {
				p.put(col, p.h-1, '┈', back)
			}
			for row := range p.h {
				if full := eighths - 8*(p.h-1-row); full > 0 {
					p.put(col, row, []rune("▁▂▃▄▅▆▇█")[min(8, full)-1], series)
				}
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

// cells is a line of the drawing.
func (p *canvas) cells(st *theme.Styles, y int) string {
	styles := map[layer]theme.Style{empty: st.Text, back: st.Faint, series: st.Accent, far: st.Warn, chosen: st.Marked}
	var out, run strings.Builder
	was := empty
	flush := func() {
		if run.Len() > 0 {
			out.WriteString(styles[was].Apply(run.String())) // a picture: its words are its sentence and its numbers
			run.Reset()
		}
	}
	for x := range p.w {
		i := y*p.w + x
		if p.layer[i] != was {
			flush()
			was = p.layer[i]
		}
		switch {
		case p.over[i] != 0:
			run.WriteRune(p.over[i])
		case p.dots[i] != 0:
			run.WriteRune(0x2800 + p.dots[i])
		default:
			run.WriteByte(' ')
		}
	}
	flush()
	return out.String()
}

// months are the names of months below the days that they begin with, and numbers below
// those that have them.
func (p *canvas) months(c Chart) string {
	line := []rune(strings.Repeat(" ", p.w))
	free := 0
	for _, t := range c.Ticks {
		col, name := p.x(t.Point)/2, []rune(t.Name)
		if p.of.Kind == Strip || p.of.Kind == Cloud {
			col = min(max(0, col-len(name)/2), p.w-len(name))
		}
		if col >= free && col+len(name) <= p.w {
			copy(line[col:], name)
			free = col + len(name) + 1
		}
	}
	return string(line)
}

package chart

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"time"
)

// The drawing, in units: its size, and the room around what is drawn.
const (
	width, height            = 560.0, 112.0
	left, right, top, bottom = 12.0, 64.0, 16.0, 22.0
)

// svg is a pen that draws on a canvas of these units.
type svg struct {
	strings.Builder
	c         Chart
	low, high float64
}

// SVG draws a chart; "" where it has nothing to draw. Colours are of the classes that the
// page gives: its strokes and fills follow the page into print.
func SVG(c Chart) string {
	if len(c.Series) < 2 { // its sentence tells all of one
		return ""
	}
	p := &svg{c: c}
	p.low, p.high = c.Extent()
	p.put(`<svg class="chart" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`, width, height, html.EscapeString(c.Title))
	p.put(`<path class="axis" d="M%.0f %.1fH%.0f"/>`, left, height-bottom, width-right)
	p.months()
	switch c.Kind {
	case Line:
		p.line()
	case Dots:
		p.dots()
	case Bars:
		p.bars()
	}
	p.WriteString("</svg>")
	return p.String()
}

func (p *svg) put(format string, args ...any) { fmt.Fprintf(p, format, args...) }

func (p *svg) text(x, y float64, anchor, class, words string) {
	p.put(`<text x="%.1f" y="%.1f" text-anchor="%s" class="%s">%s</text>`, x, y, anchor, class, html.EscapeString(words))
}

// x returns the position of a moment; the middle where there is but one.
func (p *svg) x(at time.Time) float64 {
	return left + p.c.Share(Point{At: at})*(width-left-right)
}

// y returns the position of a value; the middle where all are the same.
func (p *svg) y(v float64) float64 {
	floor, roof := top+4, height-bottom-6
	if p.high <= p.low {
		return (floor + roof) / 2
	}
	return roof - (v-p.low)/(p.high-p.low)*(roof-floor)
}

// apart is the least distance between names of months.
const apart = 46.0

func (p *svg) months() {
	last := math.Inf(-1)
	for _, t := range p.c.Ticks {
		if x := p.x(t.At); x-last >= apart {
			p.put(`<path class="tick" d="M%.1f %.1fv4"/>`, x, height-bottom)
			p.text(x, height-6, "middle", "note", t.Name)
			last = x
		}
	}
}

func (p *svg) line() {
	for i := 1; i < len(p.c.Series); i++ {
		a, b := p.c.Series[i-1], p.c.Series[i]
		class := "line"
		if slices.Contains(p.c.Gaps, Gap{a.At, b.At}) {
			class = "gap"
		}
		p.put(`<path class="%s" d="M%.1f %.1fL%.1f %.1f"/>`, class, p.x(a.At), p.y(a.Value), p.x(b.At), p.y(b.Value))
	}
	for _, at := range p.c.Series {
		p.put(`<circle class="look" cx="%.1f" cy="%.1f" r="3"/>`, p.x(at.At), p.y(at.Value))
	}
	for i, m := range p.c.Marks {
		x, y, anchor := p.x(m.At), p.y(m.Value)-7, "start"
		if i > 0 || len(p.c.Marks) == 1 {
			x, y = x+7, y+11
		}
		p.text(x, max(y, 11), anchor, "value", m.Label)
	}
}

func (p *svg) dots() {
	if b := p.c.Band; b != nil {
		p.put(`<rect class="band" x="%.0f" y="%.1f" width="%.0f" height="%.1f"/>`, left, p.y(b.High), width-left-right, max(p.y(b.Low)-p.y(b.High), 1))
		p.put(`<path class="median" d="M%.0f %.1fH%.0f"/>`, left, p.y(b.Median), width-right)
		p.text(width-right+6, p.y(b.Median)+4, "start", "value", b.Label)
	}
	for _, at := range p.c.Series {
		if p.c.Beyond(at) == 0 {
			p.put(`<circle class="dot" cx="%.1f" cy="%.1f" r="3"/>`, p.x(at.At), p.y(at.Value))
		}
	}
	for _, m := range p.c.Marks {
		x, y, tip := p.x(m.At), top, -7.0
		if m.Beyond < 0 {
			y, tip = height-bottom-9, 7.0
		}
		p.put(`<path class="outlier" d="M%.1f %.1fl4 %.1fl4 %.1fz"/>`, x-4, y, tip, -tip)
		p.text(x+7, y, "start", "note", m.Label)
	}
}

func (p *svg) bars() {
	wide := (width - left - right) / float64(len(p.c.Series))
	for i, at := range p.c.Series {
		x := left + float64(i)*wide
		if at.Value == 0 {
			p.put(`<path class="silent" d="M%.1f %.1fh%.1f"/>`, x+wide*.15, height-bottom-3, wide*.7)
			continue
		}
		p.put(`<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, x+wide*.15, p.y(at.Value), wide*.7, height-bottom-p.y(at.Value))
	}
	p.text(width-right+6, p.y(p.high)+4, "start", "value", fmt.Sprintf("%.0f", p.high))
}

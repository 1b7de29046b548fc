package record

import (
	"fmt"
	"strings"
)

// drawn are block elements and straight lines as what they cover, in eighths of a cell:
// left, top, width, height. A font draws them with gaps where its cell is another.
var drawn = func() map[string][][4]float64 {
	all := map[string][][4]float64{"▀": {{0, 0, 8, 4}}, "▐": {{4, 0, 4, 8}}, "▔": {{0, 0, 8, 1}}, "▕": {{7, 0, 1, 8}}, "─": {{0, 3.8, 8, .5}}, "│": {{3.6, 0, .9, 8}}}
	for n := 1.0; n <= 8; n++ {
		all[string('▁'+rune(n)-1)] = [][4]float64{{0, 8 - n, 8, n}}
		all[string('▏'-rune(n)+1)] = [][4]float64{{0, 0, n, 8}}
	}
	quarters := [][4]float64{{0, 0, 4, 4}, {4, 0, 4, 4}, {0, 4, 4, 4}, {4, 4, 4, 4}}
	for i, which := range []int{4, 8, 1, 13, 9, 7, 11, 2, 6, 14} { // from ▖ to ▟, a bit for each quarter
		for bit, q := range quarters {
			if which>>bit&1 == 1 {
				all[string('▖'+rune(i))] = append(all[string('▖'+rune(i))], q)
			}
		}
	}
	return all
}()

// shapes are rectangles: one that goes on where the last ended is a part of it.
type shapes struct {
	all []shape
}

type shape struct {
	x, y, w, h float64
	fill       string
}

func (s *shapes) add(x, y, w, h float64, fill string) {
	if n := len(s.all); n > 0 {
		if last := &s.all[n-1]; last.fill == fill && last.y == y && last.h == h && short(last.x+last.w) == short(x) {
			last.w += w
			return
		}
	}
	s.all = append(s.all, shape{x, y, w, h, fill})
}

// String is a path for each run of a colour.
func (s *shapes) String() string {
	var b strings.Builder
	for i, r := range s.all {
		if i == 0 || s.all[i-1].fill != r.fill {
			if i > 0 {
				fmt.Fprintf(&b, `" fill="%s"/>`, s.all[i-1].fill)
			}
			b.WriteString(`<path d="`)
		}
		fmt.Fprintf(&b, "M%s %sh%sv%sH%sz", short(r.x), short(r.y), short(r.w), short(r.h), short(r.x))
	}
	if n := len(s.all); n > 0 {
		fmt.Fprintf(&b, `" fill="%s"/>`, s.all[n-1].fill)
	}
	return b.String()
}

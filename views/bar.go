package views

import (
	"strings"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// piece is a run of words in one style. The lower its rank, the longer it stays
// when the line gets narrow.
type piece struct {
	words text.Text
	style theme.Style
	rank  int
}

// bar lays pieces from the left and from the right into exactly w cells upon a
// style, and leaves out what finds no room, highest rank first.
func bar(w int, base theme.Style, left, right []piece) string {
	for width(left)+width(right) > w {
		var ok bool
		if left, right, ok = dropOne(left, right); !ok {
			return base.Apply(text.Spaces(w))
		}
	}
	var b strings.Builder
	write := func(ps []piece) {
		for _, p := range ps {
			b.WriteString(p.style.On(base).Text(p.words))
		}
	}
	write(left)
	b.WriteString(base.Apply(text.Spaces(w - width(left) - width(right))))
	write(right)
	return b.String()
}

func width(ps []piece) int {
	w := 0
	for _, p := range ps {
		w += p.words.Width()
	}
	return w
}

// dropOne leaves out the pieces of the highest rank: all of them, since a
// figure without its label would mislead.
func dropOne(left, right []piece) (l, r []piece, ok bool) {
	top := -1
	for _, p := range append(append([]piece(nil), left...), right...) {
		top = max(top, p.rank)
	}
	if top < 0 {
		return nil, nil, false
	}
	keep := func(ps []piece) []piece {
		var out []piece
		for _, p := range ps {
			if p.rank != top {
				out = append(out, p)
			}
		}
		return out
	}
	return keep(left), keep(right), true
}

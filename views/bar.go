package views

import (
	"slices"
	"strings"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// piece is a run of words in one style. The lower its rank, the longer it stays
// when the line gets narrow. A click on it runs its action, if it has one.
type piece struct {
	words  text.Text
	style  theme.Style
	rank   int
	action keymap.Action
}

// part is a piece where it stands in a line.
type part struct {
	piece
	x int
}

// parts lays pieces from the left and from the right into w cells, and leaves
// out what finds no room, highest rank first.
func parts(w int, left, right []piece) []part {
	for width(left)+width(right) > w {
		left, right = dropOne(left, right)
	}
	var out []part
	x := 0
	put := func(ps []piece) {
		for _, p := range ps {
			out = append(out, part{p, x})
			x += p.words.Width()
		}
	}
	put(left)
	x = w - width(right)
	put(right)
	return out
}

// bar draws parts in exactly w cells upon a style.
func bar(w int, base theme.Style, ps []part) string {
	var b strings.Builder
	at := 0
	for _, p := range ps {
		b.WriteString(base.Apply(text.Spaces(p.x - at)))
		b.WriteString(p.style.On(base).Text(p.words))
		at = p.x + p.words.Width()
	}
	b.WriteString(base.Apply(text.Spaces(w - at)))
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
func dropOne(left, right []piece) (l, r []piece) {
	top := 0
	for _, p := range slices.Concat(left, right) {
		top = max(top, p.rank)
	}
	least := func(p piece) bool { return p.rank == top }
	return slices.DeleteFunc(left, least), slices.DeleteFunc(right, least)
}

package plan

import (
	"slices"

	"greenroom/service/importer/cells"
)

// most is more than any account has, and of likes, comments and views more than any
// post has: the largest account is known to have some 700 million followers, the
// post seen most often 16 billion views, liked most often 80 million likes.
var most = map[Field]float64{Followers: 2e9, Following: 2e9, Posts: 5e7, Gained: 5e8, Likes: 1e9, Comments: 1e9, Views: 1e11, Shares: 1e9}

// BeyondAny holds for a number that is more than any account or post has.
func (f Field) BeyondAny(value float64) bool { return most[f] > 0 && value > most[f] }

// beyond counts the cells of a column that come to more than any account has.
func (c *column) beyond(f Field, style cells.Style) (n int) {
	for _, cell := range c.cells {
		if figure, ok := cells.Number(cell, style); ok && f.BeyondAny(figure.Value) {
			n++
		}
	}
	return n
}

// possible are the readings of a column's numbers that stay within what accounts
// have, each another than the others: with either decimal sign, and, where its
// header names a unit, in that unit or written out. Those that were told are fixed.
func (p *Plan) possible(c *column, at *Column, style cells.Style) (styles []cells.Style) {
	decimals, units := []byte{'.', ','}, []float64{style.Unit}
	if p.table.told.Decimal != 0 {
		decimals = []byte{style.Decimal}
	}
	if p.table.told.Units[string(at.Field)] == 0 && style.Unit > 1 {
		units = append(units, 0)
	}
	for _, unit := range units {
		for _, decimal := range decimals {
			s := style
			s.Decimal, s.Unit = decimal, unit
			same := func(other cells.Style) bool { return c.same(s, other) }
			if c.beyond(at.Field, s) == 0 && !slices.ContainsFunc(styles, same) {
				styles = append(styles, s)
			}
		}
	}
	return styles
}

// same holds where two readings come to the same numbers.
func (c *column) same(a, b cells.Style) bool {
	return !slices.ContainsFunc(c.cells, func(cell string) bool {
		x, _ := cells.Number(cell, a)
		y, _ := cells.Number(cell, b)
		return x.Value != y.Value
	})
}

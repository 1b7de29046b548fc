package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"greenroom/service/importer/cells"
)

// most is more than any account has, and of likes, comments and views more than any
// post has: the largest account is known to have some 700 million followers, the
// post seen most often 16 billion views, liked most often 80 million likes.
var most = map[Field]float64{Rate: 100, Followers: 1e9, Following: 1e9, Posts: 5e7, Gained: 5e8, Likes: 1e9, Comments: 1e9, Views: 1e11, Shares: 1e9}

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

// possible are the readings of a column's numbers that stay within what accounts have,
// each another than the others: with either decimal sign, where none was told, and with "b"
// for a billion or, as Turkish has it, for a thousand.
func (p *Plan) possible(c *column, at *Column, style cells.Style) (styles []cells.Style) {
	decimals := []byte{'.', ','}
	if p.table.told.Decimal != 0 {
		decimals = []byte{style.Decimal}
	}
	mils := []float64{style.Mil}
	if slices.ContainsFunc(c.cells, func(cell string) bool { return cells.SaysUnit(cell, "b") }) {
		mils = append(mils, 1e3)
	}
	for _, style.Mil = range mils {
		for _, style.Decimal = range decimals {
			if c.beyond(at.Field, style) == 0 && !slices.ContainsFunc(styles, func(other cells.Style) bool { return c.same(style, other) }) {
				styles = append(styles, style)
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

// Likes a follower: of hardly any account are they fewer than one in 2,000, or more than
// four in ten. Readings that differ by a thousand are never both between.
const fewestLikes, mostLikes = 0.0005, 0.4

// seldom lists numbers that hardly anybody has: most of a column of them are never above
// it.
var seldom = map[Field]float64{Followers: 2e8, Following: 1e5, Posts: 1e6, Likes: 2e7, Comments: 1e6}

// choose reads numbers in thousands or in millions where one of the two would be more
// than anybody has, or at odds with the numbers beside them. Rounded to one digit and
// less they are left to be asked about. Alone, the reading that is left counts also
// where nothing stands beside it.
func (p *Plan) choose(at *Column, alone bool, with func(*cells.Style, float64)) bool {
	var possible, kept []cells.Style
	c := p.table.columns[at.Index]
	for _, factor := range []float64{1e3, 1e6} {
		style := at.Style
		with(&style, factor)
		above, coarse := 0, false
		for _, cell := range c.cells {
			figure, ok := cells.Number(cell, style)
			above += int(boolean(ok && figure.Value > seldom[at.Field]))
			coarse = coarse || ok && figure.Value < style.Unit/10
		}
		if coarse || above*2 > len(c.cells) || seldom[at.Field] == 0 {
			continue
		}
		if possible = append(possible, style); p.keeps(at, style) {
			kept = append(kept, style)
		}
	}
	if alone && len(kept) != 1 && len(possible) == 1 {
		kept = possible
	}
	if len(kept) != 1 {
		return false
	}
	at.Style, at.eliminated = kept[0], true
	return true
}

// keeps holds for a reading by which likes and followers are to each other as they are for
// nearly everybody. What stands beside has to be written out in full.
func (p *Plan) keeps(at *Column, style cells.Style) bool {
	beside := map[Field][]Field{Followers: {Likes, Engagement}, Likes: {Followers}, Engagement: {Followers}}
	for _, f := range beside[at.Field] {
		of := p.Of(f, at.Platform)
		if len(of) == 0 {
			continue
		}
		fits, all := 0, 0
		for x, y := range p.table.pairs(at.Index, of[0]) {
			own, ok := cells.Number(x, style)
			other, known := cells.Number(y, cells.Style{})
			if !ok || !known || own.Value <= 0 || other.Value <= 0 || strings.Trim(y, "0123456789") != "" {
				continue
			}
			share := own.Value / other.Value
			if at.Field == Followers {
				share = 1 / share
			}
			all++
			fits += int(boolean(share >= fewestLikes && share <= mostLikes))
		}
		if all >= 3 && fits*5 >= all*4 {
			return true
		}
	}
	return false
}

// anyLetter reads a number whatever the letter behind it counts, to see that it is one.
var anyLetter = cells.Letter{Factor: 1}

// settleLetter asks what a letter behind numbers counts, where no other cell proves it.
func (p *Plan) settleLetter(c *column, at *Column) error {
	letter, cell, proved := cells.LetterIn(c.cells)
	if letter.Factor = cmp.Or(p.table.told.Mil, letter.Factor); cell == "" || proved || p.table.told.Mil != 0 {
		at.Style.Letter = letter
		return nil
	}
	if p.marginal(at, fmt.Sprintf("it has numbers such as %s, and --mil does not say what %q is", cell, letter.Sign)) {
		return nil
	}
	answer, err := p.table.settle(Question{fmt.Sprintf("Column %q has numbers such as %q: what does %q count?", at.Header, cell, letter.Sign), "--mil", []string{"thousand", "lakh", "million"}})
	letter.Factor = map[string]float64{"thousand": 1e3, "lakh": 1e5, "million": 1e6}[answer]
	at.Style.Letter = letter
	return err
}

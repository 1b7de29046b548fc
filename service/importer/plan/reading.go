package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"greenroom/service/importer/cells"
)

// wholeFields are numbers without a fraction in tables of creators.
var wholeFields = []Field{Followers, Following, Posts, Gained}

// settleNumbers decides how the numbers of each column are written: by its own
// cells, by those of the other columns, at last by what parts the cells.
func (p *Plan) settleNumbers() error {
	told := p.table.told
	points, commas := 0, 0
	for _, c := range p.numeric() {
		point, comma, _ := c.hints()
		points, commas = points+point, commas+comma
	}
	table := told.Decimal
	switch {
	case table != 0:
	case points > 0 && commas == 0:
		table = '.'
	case commas > 0 && points == 0:
		table = ','
	}
	p.Decimal = table
	p.hearWords()
	for _, c := range p.numeric() {
		if err := p.settleColumn(c, table); err != nil {
			return err
		}
	}
	return nil
}

// numeric are the columns that are read as numbers: followers, which others are
// held against, before them.
func (p *Plan) numeric() (list []*column) {
	for _, c := range p.Columns {
		switch {
		case c.Field == Followers:
			list = slices.Insert(list, 0, p.table.columns[c.Index])
		case slices.Contains(measured, c.Field):
			list = append(list, p.table.columns[c.Index])
		}
	}
	return list
}

// hints counts the cells that tell the decimal sign, and those that read
// otherwise with either.
func (c *column) hints() (points, commas int, open []string) {
	for _, cell := range c.cells {
		switch sign, thousandths := cells.Hint(cell); {
		case thousandths:
			open = append(open, cell)
		case sign == '.':
			points++
		case sign == ',':
			commas++
		}
	}
	return points, commas, open
}

func (p *Plan) settleColumn(c *column, table byte) error {
	at := &p.Columns[c.index]
	if c.zeros() && at.Sure != SureTold {
		p.drop(c.index, "it is zero in every row")
		return nil
	}
	whole := slices.Contains(wholeFields, at.Field) || p.Kind != Creators && at.Field != Duration && at.Field != Rate
	style := cells.Style{Whole: whole, Unit: c.unit, Decimal: table}
	for word, counts := range p.table.told.Words {
		if word != "" && slices.ContainsFunc(c.cells, func(cell string) bool { return cells.SaysUnit(cell, word) }) {
			style = counting(style, word, counts)
		}
	}
	if unit := p.table.told.Units[string(at.Field)]; unit != 0 {
		style.Unit = unit
	}
	points, commas, open := c.hints()
	switch {
	case p.table.told.Decimal != 0:
	case points > 0 && commas == 0:
		style.Decimal = '.'
	case commas > 0 && points == 0:
		style.Decimal = ','
	}
	if p.table.told.Units[string(at.Field)] == 0 && c.writtenOut(style) {
		at.Style = unitOf(style, 0)
		// That the one reading is absurd proves no other: the header may name the wrong unit.
		return p.askUnit(at, "a unit in its header, and numbers such as "+c.cells[0]+" that look written out")
	}
	if n := c.beyond(at.Field, style); n > 0 && at.Sure != SureTold {
		switch left := p.possible(c, at, style); {
		case len(left) == 1:
			at.Style = left[0]
			at.eliminated = true
			return p.settleWords(c, at)
		case n*2 > c.nonzero(style):
			p.drop(c.index, "its numbers are more than any account has")
			return nil
		}
	}
	// A unit in words turns 1.234 into 1.234 million, whatever counts whole.
	if own := points+commas > 0 || p.table.told.Decimal != 0; !own && p.matters(at.Field, style, open) {
		if style.Decimal = p.guessDecimal(c, open, table); style.Decimal == 0 {
			var err error
			if style.Decimal, err = ask(p.table, Question{fmt.Sprintf("Column %q has numbers such as %s: is the sign in it a decimal point or does it part thousands?", at.Header, open[0]), "--decimal", []string{"point", "comma"}}, Decimals); err != nil {
				return err
			}
		}
	}
	at.Style = style
	if err := p.settleWords(c, at); err != nil {
		return err
	}
	return p.settleUnit(c, at)
}

// nonzero counts the cells but for zeros, which some tools write for what they do not know.
func (c *column) nonzero(style cells.Style) (n int) {
	n = len(c.cells)
	for _, f := range c.figures(style) {
		n -= int(boolean(f.Value == 0))
	}
	return n
}

// zeros holds for a column of nothing but zeros. A few rows may all be zero.
func (c *column) zeros() bool { return len(c.cells) >= 3 && c.nonzero(cells.Style{}) == 0 }

// matters holds where a cell comes to another number with the other sign.
func (p *Plan) matters(f Field, style cells.Style, open []string) bool {
	if f == Rate || f == Growth {
		return false // nobody's rate is in the thousands
	}
	for _, cell := range open {
		point, comma := style, style
		point.Decimal, comma.Decimal = '.', ','
		a, _ := cells.Number(cell, point)
		b, _ := cells.Number(cell, comma)
		if a.Value != b.Value {
			return true
		}
	}
	return false
}

// guessDecimal takes numbers that all have three digits behind their sign for
// thousands where smaller ones stand beside them without any: decimals would be
// cut or filled otherwise. Without smaller ones, commas are taken for thousands in
// a table that has no decimal comma, and any sign where the table parts thousands
// by it. Before a unit (37,201 K) neither is the rule.
func (p *Plan) guessDecimal(c *column, open []string, table byte) byte {
	small, large := 0, 0
	signs := map[byte]bool{}
	for _, cell := range c.cells {
		if _, thousandths := cells.Hint(cell); thousandths {
			signs[cell[strings.IndexAny(cell, ".,")]] = true
		} else if f, ok := cells.Number(cell, cells.Style{}); ok && f.Value < 1000 && f.Value == float64(int64(f.Value)) {
			small++
		} else if ok {
			large++
		}
	}
	group, decimal := byte(','), byte('.')
	if signs['.'] {
		group, decimal = '.', ','
	}
	switch {
	case len(signs) != 1:
		return 0
	case small > 0 && large == 0 && small+len(open) >= 5:
		return decimal
	case table == decimal:
		return table
	case group == ',' && table == 0 && p.table.delimiter != ';' && !slices.ContainsFunc(open, cells.Scaled):
		return decimal
	}
	return 0
}

// settleUnit asks about whole things that have fractions: they are in thousands
// or millions, and only a header or the planner says which.
func (p *Plan) settleUnit(c *column, at *Column) error {
	if at.Style.Unit != 0 || p.Kind != Creators {
		return nil
	}
	odd, example := 0, ""
	for cell, f := range c.figures(at.Style) {
		if f.Value != math.Trunc(f.Value) && !cells.Scaled(cell) {
			odd, example = odd+1, cell
		}
	}
	switch {
	case odd == 0 && at.Field == Followers && !p.keeps(at, at.Style) && p.keeps(at, unitOf(at.Style, 1e3)):
		return p.askUnit(at, "numbers such as "+c.cells[0]+", too small for the likes beside them unless they are thousands")
	case odd == 0:
		return nil
	case slices.Contains(wholeFields, at.Field):
	case !slices.Contains([]Field{Likes, Comments, Views, Engagement}, at.Field) || !p.below(at, tinyShare), at.Field == Engagement && p.tooFew(at, c):
		return nil
	}
	if p.choose(at, false, func(s *cells.Style, factor float64) { s.Unit = factor }) {
		return nil
	}
	return p.askUnit(at, "fractions such as "+example)
}

// writtenOut holds where the header names a unit and most cells look as if they had none:
// whole numbers of four digits and more.
func (c *column) writtenOut(style cells.Style) bool {
	large, unit := 0, style.Unit
	if style.Unit = 0; unit < 1e3 {
		return false
	}
	for cell, f := range c.figures(style) {
		if f.Value != math.Trunc(f.Value) {
			return false
		}
		large += int(boolean(f.Value >= 1000 && !cells.Scaled(cell)))
	}
	return large*2 > len(c.cells)
}

// askUnit asks what a column counts in, for a reason; a column of less weight is left out.
func (p *Plan) askUnit(at *Column, why string) (err error) {
	prefix := string(at.Field) + "="
	if p.marginal(at, fmt.Sprintf("it has %s, and --unit %s… does not say what it counts in", why, prefix)) {
		return nil
	}
	at.Style.Unit, err = ask(p.table, Question{fmt.Sprintf("Column %q has %s: what does it count in?", at.Header, why), "--unit", []string{prefix + "thousands", prefix + "millions", prefix + "ones"}}, Units)
	return err
}

func unitOf(style cells.Style, unit float64) cells.Style {
	style.Unit = unit
	return style
}

// marginal leaves a column out that is not worth the whole table, where nobody can be
// asked: any but that of the followers.
func (p *Plan) marginal(at *Column, why string) bool {
	if at.Field == Followers || at.Sure == SureTold || p.table.told.Ask != nil {
		return false
	}
	p.drop(at.Index, why)
	return true
}

// tinyShare is a share of the followers that no average of likes, comments or
// views is as low as: one in a hundred thousand.
const tinyShare = 1e-5

// below holds for averages that are a smaller share of the followers beside them in
// most rows.
func (p *Plan) below(at *Column, share float64) bool {
	followers := p.Of(Followers, at.Platform)
	if len(followers) == 0 {
		return false
	}
	none := 0
	low, all := held(p.table.numbers(followers[0], at.Index, p.Columns[followers[0]].Style, at.Style), func(of, v float64) bool {
		none += int(boolean(of <= 0))
		return of > 0 && v < of*share
	})
	return low*2 > all-none
}

// settleDates decides the order of day and month in each column of dates.
func (p *Plan) settleDates() error {
	for i := range p.Columns {
		at := &p.Columns[i]
		if at.Field != Date && at.Field != AsOf {
			continue
		}
		name, err := p.orderOf(at)
		if err != nil {
			return err
		}
		if at.Order = DateOrders[name]; name != "" {
			p.DateOrder = name
		}
	}
	return nil
}

// orderOf names the order of a column's dates: what is told, the one that fits nearly all of
// them (a damaged cell in twenty does not count), or an answer; "" where none is needed.
// Cells that nothing tells apart are left out, and listed.
func (p *Plan) orderOf(at *Column) (string, error) {
	fits, all, example := map[cells.Order]int{}, 0, ""
	for _, cell := range p.table.columns[at.Index].cells {
		orders := cells.Orders(cell)
		all += int(boolean(len(orders) > 0))
		for _, o := range orders {
			fits[o]++
		}
		if _, ok := cells.Date(cell, cells.AnyOrder); !ok && len(orders) > 0 {
			example = cell
		}
	}
	var possible []string
	for _, name := range []string{"day-first", "month-first", "year-first"} {
		switch order := DateOrders[name]; {
		case order == p.table.told.Dates:
			return name, nil
		case all > 0 && fits[order]*20 >= all*19:
			possible = append(possible, name)
		}
	}
	switch {
	case len(possible) == 1:
		return possible[0], nil
	case example == "" || len(possible) == 0:
		return "", nil
	}
	return p.table.settle(Question{fmt.Sprintf("Column %q has dates such as %s, and none tells day and month apart: which comes first?", at.Header, example), "--dates", possible})
}

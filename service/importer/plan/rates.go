package plan

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"greenroom/service/importer/cells"
)

// A column of rates without a % sign that are all up to one may be shares of one.
// Likes and comments beside followers tell which; a % sign in other cells does not,
// as a sheet that formats some of its cells may keep shares in the rest. Without
// them: engagement lies about 1 to 5 % for most accounts (medians of public tables:
// 0.4 to 3), so that a median of 0.12 and less is a share; above it, either is
// possible.
const shareMedian = 0.12

// fewRates is of how many rates one that may be a share, among such as are per cent, is
// asked about: of more, some are as low as that.
const fewRates = 20

func (p *Plan) settleRates() error {
	for i := range p.Columns {
		at, c := &p.Columns[i], p.table.columns[i]
		_, signed := c.rates(at.Style)
		alone := len(p.Of(Followers, at.Platform)) == 0 || signed == len(c.cells)
		if at.Field == Engagement && at.Sure != SureTold && (alone || p.tooFew(at, c)) {
			network, shares := at.Platform, signed > 0 || c.fractions(at.Style)
			p.drop(i, map[bool]string{true: "no followers beside it say what share it is", false: "its numbers are too small to count people"}[alone])
			if shares && c.highest(at.Style) <= 100 && len(p.Of(Rate, network)) == 0 {
				p.use(i, Rate, network, SureGuess)
			}
		}
		if at.Field != Rate {
			continue
		}
		told := p.table.told.Rates
		values, _ := c.rates(at.Style)
		switch above := countAbove(values, 1); {
		case told != "":
			at.Ratio = told == "ratio"
		case len(values) == 0 || values[len(values)-1] == 0:
		case c.saysShare() && countAbove(values, mostShare) == 0:
			at.Ratio = true
		case c.saysShare():
			if err := p.askRates(at, c); err != nil {
				return err
			}
		case signed == 0 && values[len(values)/2] > shareMedian && (above*20 > len(values) || above > 0 && len(values) < fewRates), signed > 0 && above == len(values):
		default:
			if err := p.settleRate(at, c, values, signed > 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// leastShare is a share of the followers that hardly any account's average engagement
// is as low as: three in a thousand.
const leastShare = 0.003

// tooFew holds for a column called "engagement" that does not count interactions: it has
// fractions, or none above a hundred, and for most of the followers beside it its numbers
// are far too few to be people.
func (p *Plan) tooFew(at *Column, c *column) bool {
	return (c.fractions(at.Style) || c.highest(at.Style) <= 100) && p.below(at, leastShare)
}

func (c *column) fractions(s cells.Style) bool {
	values, _ := c.rates(s)
	return slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
}

// highest is the largest of a column's numbers without a % sign.
func (c *column) highest(s cells.Style) float64 {
	values, _ := c.rates(s)
	return slices.Max(append(values, 0))
}

func (p *Plan) settleRate(at *Column, c *column, values []float64, mixed bool) error {
	ratio, percent := p.ratesBeside(at)
	median := values[len(values)/2]
	switch {
	case ratio > 0 && percent == 0 || percent > 0 && ratio == 0:
		at.Ratio = ratio > 0
		return nil
	case c.saysPercent() && (median > shareMedian || values[len(values)-1] > 1):
		return nil
	case values[len(values)-1] <= 1 && median > 0 && median <= shareMedian && percent == 0 && !c.saysPercent():
		at.Ratio, at.eliminated = true, mixed
		return nil
	case values[len(values)-1] > 1 && median > shareMedian && (values[0] > shareMedian || len(values) >= fewRates):
		return nil
	}
	return p.askRates(at, c)
}

func (p *Plan) askRates(at *Column, c *column) (err error) {
	at.Ratio, err = ask(p.table, Question{fmt.Sprintf("Column %q has rates such as %s: are they shares of one or per cent?", at.Header, c.sample()), "--rates", []string{"ratio", "percent"}}, Ratios)
	return err
}

// ratesBeside counts the rows whose likes and comments per follower are about the
// rate as a share of one, and as per cent.
func (p *Plan) ratesBeside(at *Column) (ratio, percent int) {
	number := func(row []string, f Field) float64 {
		columns := p.Of(f, at.Platform)
		if len(columns) == 0 {
			return 0
		}
		n, _ := cells.Number(valueIn(row, columns[0]), p.Columns[columns[0]].Style)
		return n.Value
	}
	for _, row := range p.table.sample {
		followers, rate := number(row, Followers), number(row, Rate)
		likes := number(row, Likes)
		per := max(likes+number(row, Comments), number(row, Engagement))
		if followers <= 0 || likes <= 0 && number(row, Engagement) <= 0 || rate <= 0 {
			continue
		}
		switch measured := per / followers / rate; {
		case measured > 0.5 && measured < 2:
			ratio++
		case measured > 0.005 && measured < 0.02:
			percent++
		}
	}
	return ratio, percent
}

// countAbove counts the values above a limit; they are in order.
func countAbove(values []float64, limit float64) int {
	return len(values) - sort.Search(len(values), func(i int) bool { return values[i] > limit })
}

// rates are the numbers of a column that have no % sign, in order; signed counts
// those that have one.
func (c *column) rates(s cells.Style) (values []float64, signed int) {
	for _, f := range c.figures(s) {
		if f.Percent {
			signed++
		} else {
			values = append(values, f.Value)
		}
	}
	slices.Sort(values)
	return values, signed
}

// mostShare is a rate that hardly any account has: three in ten. A column that is
// called a ratio and holds more may be per cent all the same.
const mostShare = 0.3

func (c *column) saysShare() bool {
	return containsAny(c.words, []string{"ratio", "fraction", "decimal"})
}

func (c *column) saysPercent() bool {
	return slices.Contains(c.words, "percent")
}

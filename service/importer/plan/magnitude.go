package plan

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
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
	for _, figure := range c.figures(style) {
		n += int(boolean(f.BeyondAny(figure.Value)))
	}
	return n
}

// figures are the cells of a column that can be read as numbers.
func (c *column) figures(style cells.Style) iter.Seq2[string, cells.Figure] {
	return func(yield func(string, cells.Figure) bool) {
		for _, cell := range c.cells {
			if f, ok := cells.Number(cell, style); ok && !yield(cell, f) {
				return
			}
		}
	}
}

// possible are the readings of a column's numbers that stay within what accounts have,
// each another than the others: with either decimal sign, where none was told, and with "b"
// for a billion or, as Turkish has it, for a thousand.
func (p *Plan) possible(c *column, at *Column, style cells.Style) (styles []cells.Style) {
	decimals := []byte{'.', ','}
	if p.table.told.Decimal != 0 {
		decimals = []byte{style.Decimal}
	}
	words := []map[string]float64{style.Words}
	if slices.ContainsFunc(c.cells, func(cell string) bool { return cells.SaysUnit(cell, "b") }) {
		words = append(words, counting(style, "b", 1e3).Words)
	}
	for _, style.Words = range words {
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
		for _, figure := range c.figures(style) {
			above += int(boolean(figure.Value > seldom[at.Field]))
			coarse = coarse || figure.Value < style.Unit/10
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

// anyWord reads a number whatever a doubtful word behind it counts, to see that it is one.
var anyWord = map[string]float64{"": 1}

// counting is a style in which a word counts so much.
func counting(s cells.Style, word string, factor float64) cells.Style {
	words := map[string]float64{word: factor}
	for other, counts := range s.Words {
		words[other] = cmp.Or(words[other], counts)
	}
	s.Words = words
	return s
}

// settleWords decides what words behind numbers count that count otherwise elsewhere: by what
// is told, by other cells of the column and of the columns beside it, and where there are but
// two ways, by what would be more than anybody has. The words that are left are asked about
// together, until each has its answer.
func (p *Plan) settleWords(c *column, at *Column) error {
	told, doubts := p.table.told, cells.Doubts(c.cells, p.beside)
	several := len(doubts) > 1
	doubts = slices.DeleteFunc(doubts, func(d cells.Doubt) bool {
		counts := cmp.Or(told.Words[d.Word], d.Counts, p.words[d.Word])
		if bare := told.Words[""]; counts == 0 && (!several || d.Word == "mil") && slices.Contains(d.May, bare) {
			counts = bare
		}
		if counts != 0 {
			at.Style = counting(at.Style, d.Word, counts)
		}
		return counts != 0 || len(d.May) == 2 && p.choose(at, true, func(s *cells.Style, factor float64) { *s = counting(*s, d.Word, factor) })
	})
	for len(doubts) > 0 {
		q := wordQuestion(at, doubts, several)
		if p.marginal(at, fmt.Sprintf("it has numbers such as %s, and --mil %s=… does not say what %q is", doubts[0].Cell, doubts[0].Word, doubts[0].Word)) {
			return nil
		}
		answer, err := p.table.settle(q)
		if err != nil {
			return err
		}
		word, amount, paired := strings.Cut(answer, "=")
		if !paired {
			word, amount = doubts[0].Word, answer
		}
		at.Style = counting(at.Style, word, Units[amount])
		doubts = slices.DeleteFunc(doubts, func(d cells.Doubt) bool { return d.Word == word })
	}
	return nil
}

// wordQuestion asks what words of a column count, each by its name where it has several.
func wordQuestion(at *Column, doubts []cells.Doubt, several bool) Question {
	q, words, such := Question{Flag: "--mil"}, []string{}, []string{}
	for _, d := range doubts {
		words, such = append(words, strconv.Quote(d.Word)), append(such, strconv.Quote(d.Cell))
		for _, amount := range []string{"thousand", "lakh", "million"} {
			if several && slices.Contains(d.May, Units[amount]) {
				amount = d.Word + "=" + amount
			} else if !slices.Contains(d.May, Units[amount]) {
				continue
			}
			q.Answers = append(q.Answers, amount)
		}
	}
	does := map[bool]string{true: "does each of ", false: "does "}[len(doubts) > 1]
	q.Text = fmt.Sprintf("Column %q has numbers such as %s: what %s%s count?", at.Header, strings.Join(such, " and "), does, strings.Join(words, " and "))
	return q
}

// hearWords notes what each column of numbers proves of words that count otherwise elsewhere;
// what two prove differently is not proved. Signs of a language count for all columns.
func (p *Plan) hearWords() {
	p.words = map[string]float64{}
	for _, c := range p.numeric() {
		p.beside = append(p.beside, c.cells...)
	}
	for _, c := range p.numeric() {
		for _, d := range cells.Doubts(c.cells, p.beside) {
			if before, known := p.words[d.Word]; d.Counts != 0 && known && before != d.Counts {
				p.words[d.Word] = 0
			} else if d.Counts != 0 {
				p.words[d.Word] = d.Counts
			}
		}
	}
}

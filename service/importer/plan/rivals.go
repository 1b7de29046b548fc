package plan

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"greenroom/service/importer/cells"
)

// settleRivals looks at columns that say the same field as the one that was
// chosen: where they agree the one that is written out counts, where they differ
// nobody but the planner knows which is meant.
func (p *Plan) settleRivals() error {
	kind := p.Kind.letter()
	for _, c := range slices.Clone(p.Columns) {
		if c.Field == None || c.Sure == SureTold || repeatedFields[c.Field] || p.Kind == VideoList {
			continue
		}
		own, rivals := p.table.columns[c.Index], []Column{}
		for _, other := range p.Columns {
			of := p.table.columns[other.Index]
			if other.Field != None || p.Columns[other.Index].apart || of.other || of.network != own.network && len(p.Networks) > 0 || len(of.cells) == 0 {
				continue
			}
			score, least := of.scoreFor(c.Field, kind, len(p.Networks) > 0), max(least, own.scoreFor(c.Field, kind, len(p.Networks) > 0)-0.08)
			if score < least {
				if slices.Contains(measured, c.Field) && score > 0 && of.share("number") > 0 {
					p.hearRival(c.Index, other.Index)
				}
				continue
			}
			if why := p.stranger(other, c.Field); why != "" {
				p.Columns[other.Index].Why = why
				continue
			}
			if p.rivals(c, other) {
				rivals = append(rivals, other)
			}
			if p.Columns[c.Index].Field == None {
				break
			}
		}
		if len(rivals) > 0 {
			if err := p.askRivals(p.Columns[p.Own(c.Field, c.Platform)[0]], rivals...); err != nil {
				return err
			}
		}
	}
	return nil
}

var measured = []Field{Followers, Following, Posts, PostsPerWeek, Gained, Growth, Rate, Engagement, Likes, Comments, Views, Shares, Duration}

// rivals holds for a column that may be the field of another, and differs; any else is left out,
// or takes its place.
func (p *Plan) rivals(c, other Column) bool {
	own, of := p.table.columns[c.Index], p.table.columns[other.Index]
	if !slices.Contains(measured, c.Field) {
		said := of.called(Username) >= 0.8 && of.called(Name) < 0.8 || of.share("signedat") > 0.8 && own.called(Username) < 0.8 && !of.qualified()
		handles := c.Field == Username && said && of.share("handle") > 0.9 && !of.constant() && !slices.Contains(p.witnesses(c), ByAddresses)
		if (handles || slices.Contains([]Field{PostID, ProfileID, ChannelID}, c.Field)) && !p.table.agree(c.Index, other.Index, false) {
			return true
		}
		p.Columns[other.Index].Why = "another column says it"
		return false
	}
	switch {
	case p.Kind == Creators && of.averaged() != own.averaged() && (c.Field == Likes || c.Field == Comments || c.Field == Views):
		if of.averaged() {
			p.swap(c.Index, other.Index, "it is no average")
		} else {
			p.Columns[other.Index].Why = "it is no average"
		}
	case p.table.agree(c.Index, other.Index, true) && !own.ofAnotherDay(of.header):
		p.hearRival(c.Index, other.Index)
	case of.within(own.header):
		p.Columns[other.Index].Why = stretch
	case own.within(of.header):
		p.swap(c.Index, other.Index, stretch)
	default:
		return true
	}
	return false
}

// ofAnotherDay holds for headers that both say a day, and not the same.
func (h header) ofAnotherDay(other header) bool {
	one, _, dated := cells.DayIn(h.text)
	two, _, both := cells.DayIn(other.text)
	return dated && both && !one.Equal(two)
}

const stretch = "it is of a stretch of time, and another column is of all"

// within holds for a header that says what another does, and of which days.
func (h header) within(all header) bool {
	return len(h.words) > len(all.words) && !slices.ContainsFunc(all.words, func(w string) bool { return !slices.Contains(h.words, w) }) &&
		!slices.ContainsFunc(h.words, func(w string) bool {
			return !slices.Contains(all.words, w) && !lists.Has("span", w) && !lists.Has("period", w)
		})
}

// hearRival takes the one of two columns that says a number more exactly, where they
// agree. Where they differ the one whose header says it in full counts.
func (p *Plan) hearRival(chosen, other int) {
	own, of := p.table.columns[chosen], p.table.columns[other]
	switch more := p.table.finer(other, chosen); {
	case !p.table.agree(chosen, other, true):
		p.Columns[other].Why = "another column says it, and they differ"
	case more > 0 || more == 0 && of.share("plain") > own.share("plain"):
		p.swap(chosen, other, "another column says it more exactly")
	default:
		p.Columns[other].Why = "another column says it"
	}
}

// finer is in how many rows more a column has more digits that count than another.
func (t *table) finer(a, b int) (more int) {
	for x, y := range t.pairs(a, b) {
		more += cmp.Compare(figuresIn(x), figuresIn(y))
	}
	return more
}

// figuresIn counts the digits that count of a number: 4 of 51,230, 3 of 51.2K.
func figuresIn(cell string) int {
	f, _ := cells.Number(cell, cells.Style{Whole: true})
	return len(strings.Trim(strings.ReplaceAll(strconv.FormatFloat(math.Abs(f.Value), 'f', -1, 64), ".", ""), "0"))
}

// rounds holds where a number is another one, rounded or cut to fewer digits. Nobody
// rounds what they count below a thousand.
func rounds(x, y string, a, b float64) bool {
	digits := min(figuresIn(x), figuresIn(y))
	whole := a == math.Trunc(a) && b == math.Trunc(b)
	if whole && min(math.Abs(a), math.Abs(b)) < 1000 || figuresIn(x) == figuresIn(y) || digits == 0 || digits > 3 || a*b <= 0 {
		return a == b
	}
	coarse := math.Abs(a)
	if figuresIn(y) == digits {
		coarse = math.Abs(b)
	}
	return math.Abs(a-b) <= math.Pow10(int(math.Floor(math.Log10(coarse)))+1-digits)
}

func (p *Plan) swap(from, to int, why string) {
	c := p.Columns[from]
	p.drop(from, why)
	p.use(to, c.Field, c.Platform, c.Sure)
}

// askRivals asks which of several columns is the field of the first.
func (p *Plan) askRivals(c Column, others ...Column) error {
	if at := &p.Columns[c.Index]; slices.Contains(measured, c.Field) && p.marginal(at, fmt.Sprintf("another column may be the %s too, and --map %s=… does not say which", label(c.Field), c.Field)) {
		return nil
	}
	var names, answers []string
	for _, one := range append([]Column{c}, others...) {
		name := one.Header
		if slices.ContainsFunc(p.Columns, func(other Column) bool { return other.Index != one.Index && SameHeader(other.Header, name) }) {
			name = fmt.Sprintf("#%d", one.Index+1)
		}
		names, answers = append(names, strconv.Quote(one.Header)), append(answers, quoted(string(c.Field)+"="+name))
	}
	all := map[bool]string{true: "both", false: "all"}[len(others) == 1]
	answer, err := p.table.settle(Question{fmt.Sprintf("Columns %s %s may be the %s, and differ: which is it?", strings.Join(names, " and "), all, label(c.Field)), "--map", answers})
	if chosen := slices.Index(answers, answer); chosen > 0 {
		p.swap(c.Index, others[chosen-1].Index, "you chose another")
	}
	return err
}

// short holds for a number that is written short: 13.8M.
func short(cell string) bool { return strings.IndexFunc(cell, unicode.IsLetter) >= 0 }

// agree holds where two columns tell the same in nearly all rows: numbers but for
// rounding, since 13.8M is 13,812,345. Numbers that are both written out and differ
// are of two days.
func (t *table) agree(a, b int, numbers bool) bool {
	unread := 0
	same, all := held(t.pairs(a, b), func(x, y string) bool {
		if !numbers {
			return x == y
		}
		f, ok := cells.Number(x, cells.Style{Whole: true})
		g, fine := cells.Number(y, cells.Style{Whole: true})
		unread += int(boolean(!ok || !fine))
		return ok && fine && (alike(x, y, f.Value, g.Value) || rounds(x, y, f.Value, g.Value))
	})
	return same*10 >= (all-unread)*9
}

// alike holds for two numbers that are the same as their cells are written, in full or short.
func alike(x, y string, a, b float64) bool {
	return a == b || (short(x) || short(y)) && math.Abs(a-b) <= 0.06*max(math.Abs(a), math.Abs(b))
}

// pairs are the cells of two columns in the rows where both are known.
func (t *table) pairs(a, b int) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, row := range t.sample {
			x, y := valueIn(row, a), valueIn(row, b)
			if x != "" && y != "" && !yield(x, y) {
				return
			}
		}
	}
}

// held counts the pairs of which something holds, and all.
func held[V any](pairs iter.Seq2[V, V], holds func(V, V) bool) (held, all int) {
	for a, b := range pairs {
		all++
		held += int(boolean(holds(a, b)))
	}
	return held, all
}

// numbers are those of two columns in the rows where both can be read.
func (t *table) numbers(a, b int, of, beside cells.Style) iter.Seq2[float64, float64] {
	return func(yield func(float64, float64) bool) {
		for x, y := range t.pairs(a, b) {
			f, ok := cells.Number(x, of)
			g, fine := cells.Number(y, beside)
			if ok && fine && !yield(f.Value, g.Value) {
				return
			}
		}
	}
}

// quoted is an answer as it is typed after a flag.
func quoted(text string) string {
	if strings.ContainsAny(text, " #()'&") {
		return strconv.Quote(text)
	}
	return text
}

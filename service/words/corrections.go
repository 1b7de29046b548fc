package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// turnsBack are the words that correct those in front, with their tokens: "sorry", "I
// mean", "anzi". They say nothing else. A number that stands behind one alone takes the
// place of the one in front: "10k followers, I mean 100k".
func (r *reader) turnsBack() (all []spanned) {
	for i := 0; i < len(r.toks); i++ {
		n := r.turn(i, turnSorry)
		if n == 0 || r.toks[i].used || n == 1 && i > 0 && plainGap(r.toks[i].before) || i == 0 && n < len(r.toks) && plainGap(r.toks[n].before) || i+n >= len(r.toks) {
			continue
		}
		if n == 1 && noes[r.wordAt(i)] && (i == 0 || strings.Contains(r.toks[i].before, ":") || !strings.Contains(r.toks[i+1].before, ",")) { // "Spain, no Portugal"
			continue
		}
		for i+n+1 < len(r.toks) && (!noes[r.wordAt(i+n)] || strings.Contains(r.toks[i+n+1].before, ",")) { // "sorry, I meant"
			next := r.turn(i+n, turnSorry)
			if next == 0 || i+n+next >= len(r.toks) {
				break
			}
			n += next
		}
		all = append(all, spanned{i, i + n - 1})
		for k := i; k < i+n; k++ {
			r.toks[k].used = true
		}
		r.correctNumber(i, i+n)
		i += n - 1
	}
	return all
}

const numberReach = 4 // words between a number and what corrects it

// correctNumber puts the number at token next in the place of the one in front of
// token i, where nothing says what it counts.
func (r *reader) correctNumber(i, next int) {
	if r.toks[next].number == nil || next+1 < len(r.toks) && softGap(r.toks[next+1].before) {
		return
	}
	for k := i - 1; k >= max(0, i-numberReach); k-- {
		if r.toks[k].number != nil && !r.toks[k].used && k+1 < i {
			old := *r.toks[k].number
			r.toks[k].number = r.toks[next].number
			r.toks[next].number = &old
			r.leave("corrected", i, next)
			r.clauses[len(r.clauses)-1].text = r.text[r.toks[k].start:r.toks[next-1].end]
			return
		}
	}
}

// corrections takes back what words behind it correct: the later of two places, sizes
// or topics holds.
func (r *reader) corrections(turns []spanned) {
	for _, t := range turns {
		if slices.ContainsFunc(r.clauses, func(c clause) bool { return c.from == t.from }) { // a number
			continue
		}
		a, b := r.clauseBefore(t.from), r.clauseBehind(t.to)
		switch {
		case b < 0 || !r.startsAt(b, t.to+1):
			r.leave("alone", t.from, t.to)
		case a >= 0 && r.corrects(a, b, t.from):
			r.takeBack(a, b, t)
		case t.from > 0 && r.toks[t.from-1].number != nil && !r.toks[t.from-1].used && isRange(r.clauses[b]):
			r.clauses = slices.DeleteFunc(r.clauses, func(c clause) bool { return c.from == t.from-1 && c.to == c.from }) // "a 10k" is a run
			r.leave("corrected", t.from-1, t.to)
		default:
			r.leave("alone", t.from, t.to)
		}
	}
}

func isRange(c clause) bool { return c.op == opGte || c.op == opLte }

// startsAt: clause b begins at token i, but for small words.
func (r *reader) startsAt(b, i int) bool {
	for k := i; k < r.clauses[b].from; k++ {
		if !r.statesNothing(k) && !r.is(k, lexicon.Not) {
			return false
		}
	}
	return true
}

// corrects: clause b says of the same what clause a says right in front of token i.
func (r *reader) corrects(a, b, i int) bool {
	x, y := r.clauses[a], r.clauses[b]
	for k := x.to + 1; k < i; k++ {
		if !r.statesNothing(k) {
			return false
		}
	}
	return x.field == y.field && !strings.HasPrefix(x.field, unusedField) && (y.op == opEq || x.op == y.op || isRange(x)) && (x.field != FieldTopic || !noes[r.wordAt(i)])
}

// takeBack leaves clause a and the others of its words, and gives clause b its sign.
func (r *reader) takeBack(a, b int, turn spanned) {
	x := r.clauses[a]
	if x.op == opNe {
		r.clauses[b].op = opNe
	}
	r.clauses = slices.DeleteFunc(r.clauses, func(c clause) bool { return c.from == x.from && c.to == x.to })
	r.leave("corrected", x.from, turn.to)
}

// clauseBehind is the first clause that begins behind token i; -1 for none.
func (r *reader) clauseBehind(i int) int {
	found := -1
	for k, c := range r.clauses {
		if c.from > i && (found < 0 || c.from < r.clauses[found].from) {
			found = k
		}
	}
	return found
}

package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// leftOutTwice: what excludes the words in front of token i turns round a clause that is
// excluded already: "Berlin dışında yaşayan olmasın", "Nicht-Veganer ausschließen".
func (r *reader) leftOutTwice(c *clause, i int) bool {
	who := r.is(c.from-1, lexicon.Who) || r.spans(c.from, c.to, lexicon.Who)
	switch {
	case c.op != opNe, !softGap(r.toks[i].before) && !(who && r.lang.Grammar[lexicon.ClauseCommas]):
		return false
	case r.lang.Grammar[lexicon.Cases]:
		return r.endsAt(c.to, i) && r.is(c.to, lexicon.NotAfter)
	}
	return (who || c.notKind == lexicon.Outside || r.byPrefix(c.to)) && r.goesOnTo(c.to, i, lexicon.Filler|lexicon.Speak) // "die nicht in Berlin wohnen, ausschließen"
}

// goesOnTo: only few words of the classes stand between tokens to and i.
func (r *reader) goesOnTo(to, i int, c lexicon.Class) bool {
	return !anyAt(to+1, i, func(k int) bool {
		return i-k > unitReach || !r.is(k, c) || r.is(k, lexicon.And|lexicon.Or) || !softGap(r.toks[k].before)
	})
}

// letsOff: the word at token i lets off what stands in front of it what was left out
// before that: "alkol yok, şarap hariç".
func (r *reader) letsOff(i int) bool {
	last := len(r.clauses) - 1
	if last < 1 || !r.among(i, wordLetsOff) || r.clauses[last].op != opEq || !r.endsAt(r.clauses[last].to, i) {
		return false
	}
	before := r.clauses[last-1]
	return before.op == opNe && before.to+1 == r.clauses[last].from && !r.among(before.to, wordLetsOff)
}

const outReach = 8 // words between a "not" and the amount that it leaves people out for

// leftOut turns round an amount that a "not" further in front is said of: "exclude
// creators with engagement under 2%".
func (r *reader) leftOut(a *amount) {
	if a.ranged {
		return
	}
	from := r.notInFront(a.from)
	if from < 0 {
		if at, n, _ := r.ahead(a.to+1, lexicon.NotAfter, lexicon.Filler|lexicon.People); n > 0 && r.heading(at) == 0 && !(r.phrase(at, lexicon.Not) >= n && at+n < len(r.toks) && plainGap(r.toks[at+n].before)) { // "unter 10k Followern ausschließen"
			a.min, a.max, a.to = a.max, a.min, at+n-1
		} else if at := a.to + 1; r.among(at, wordOut) && strings.ContainsAny(r.toks[at].before, "-–—:=") && r.partEnds(at+1) { // "inactive for 3 months: out"
			a.min, a.max, a.to = a.max, a.min, at
		}
		return
	}
	if outer := r.notInFront(from); outer >= 0 && r.among(from, wordLacking) { // "no creators without 10k followers"
		a.from = outer
		return
	}
	if n, kind := r.notAt(a.from); n == 0 || r.among(a.from, wordLacking) || r.turnsRound(from, a.from, kind) { // "nobody without at least 10k"
		a.min, a.max = a.max, a.min
	}
	a.from = from
}

// leftOutWith returns the beginning of an exclusion that the amount is only one part of,
// "exclude vegan creators under 10k"; -1 where there is none.
func (r *reader) leftOutWith(a *amount, field string) int {
	people, topic := false, false
	for at := a.from; at > 0 && at > a.from-outReach && !r.toks[at-1].used && softGap(r.toks[at].before) && !strings.HasPrefix(field, unusedField); at-- {
		n, e := r.phraseBefore(at, lexicon.Not)
		switch {
		case n > 0 && topic && (e.Value == lexicon.Leaves || r.among(at-1, wordWholeNo) && (at-n == 0 || !softGap(r.toks[at-n].before))):
			return at - n
		case n > 0, r.is(at-1, lexicon.Ends|lexicon.And|lexicon.Or):
			return -1
		}
		people = people || r.is(at-1, lexicon.People) // "vegan creators"
		topic = topic || people && r.topicAt(at-1) > 0
	}
	return -1
}

// leftOutTogether leaves a topic that is left out with the place beside it, in a part of
// their own: "runners from Denmark, but no cyclists from Copenhagen" leaves out neither
// cyclists nor Copenhagen, and asks for neither.
func (r *reader) leftOutTogether() {
	for a := 0; a < len(r.clauses); a++ {
		x := r.clauses[a]
		b := slices.IndexFunc(r.clauses, func(y clause) bool { return y.field == FieldLocation && y.op == opEq && r.besideClause(x, y) })
		if x.field != FieldTopic || x.op != opNe || x.notKind == lexicon.Except || b < 0 {
			continue
		}
		y := r.clauses[b]
		from, to := min(x.from, y.from), max(x.to, y.to)
		elsewhere := slices.ContainsFunc(r.clauses, func(c clause) bool { return c.field == FieldLocation && c.op == opEq && c.to < from })
		if !(from == 0 || !softGap(r.toks[from].before) || r.is(from-1, lexicon.Ends|lexicon.And)) || !(elsewhere || !r.lang.AdjectivesFollow && r.turn(y.from, turnFrom) > 0) {
			continue
		}
		r.clauses = slices.Delete(r.clauses, max(a, b), max(a, b)+1)
		r.clauses = slices.Delete(r.clauses, min(a, b), min(a, b)+1)
		r.leave("both", from, to)
		a = -1
	}
}

// leftOutLately takes back how lately something was posted that is left out: "nobody who
// worked with Nike in the last year" asks of nobody to have posted in that time.
func (r *reader) leftOutLately() {
	for k, c := range r.clauses {
		if c.field == FieldLastPostDays && slices.ContainsFunc(r.clauses, func(x clause) bool {
			return x.field == FieldTopic && x.op == opNe && x.to < c.from && r.besideClause(x, c)
		}) {
			r.leaveClause("dated", k, c.to)
		}
	}
}

// besideClause: one clause stands right beside another, but for small words.
func (r *reader) besideClause(x, y clause) bool {
	if x.from > y.from {
		x, y = y, x
	}
	return x.to < y.from && r.samePart(x.to, y.from) && r.only(x.to+1, y.from, lexicon.Filler|lexicon.People|lexicon.Place) && !r.spans(x.to+1, y.from, lexicon.And|lexicon.Or|lexicon.Ends|lexicon.Who)
}

// notInFront returns the "not" that only small words part from token i; -1 where there is
// none.
func (r *reader) notInFront(i int) int {
	if n, _ := r.phraseBefore(i+1, lexicon.Not); n > 1 && i < len(r.toks) { // "remove anyone under"
		return i + 1 - n
	}
	return r.notBack(i, besideNots|lexicon.Posting|lexicon.Posts|lexicon.Followers, lexicon.Ends|lexicon.And|lexicon.Or)
}

const besideNots = lexicon.People | lexicon.About | lexicon.Who | lexicon.Filler

// notBack returns the "not" that only words of the class small, and of none of the class
// but, part from token i; -1 where there is none.
func (r *reader) notBack(i int, small, but lexicon.Class) int {
	for at := i; at > 0 && at > i-outReach && !r.toks[at-1].used && (softGap(r.toks[at].before) || r.is(at, lexicon.Who)); at-- {
		n, e := r.phraseBefore(at, lexicon.Not)
		switch {
		case n > 0 && (e.Value == lexicon.Except || e.Value == lexicon.Seldom && (at < i || r.phrase(i, lexicon.AtLeast|lexicon.AtMost) == 0) || e.Value == lexicon.Barely || r.phrase(at-n, lexicon.Filler) > n):
			return -1
		case n > 0:
			return at - n
		case r.shortNot(at - 2):
			return at - 2
		case r.noPerson(at - 1):
			return at - 1
		case !r.is(at-1, small) || r.is(at-1, but):
			return -1
		}
	}
	return -1
}

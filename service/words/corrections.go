package words

import (
	"fmt"
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/topics"
)

// turnsBack returns the words that correct those in front, with their tokens: "sorry", "I
// mean", "anzi". They say nothing else. A number that stands behind one alone takes the
// place of the one in front: "10k followers, I mean 100k".
func (r *reader) turnsBack() (all []spanned) {
	for i := 0; i < len(r.toks); i++ {
		n := r.turn(i, turnSorry)
		if n == 0 || r.toks[i].used || n == 1 && i > 0 && plainGap(r.toks[i].before) && !r.betweenPlaces(i) || i == 0 && n < len(r.toks) && plainGap(r.toks[n].before) || i+n >= len(r.toks) {
			continue
		}
		if k, _ := r.optionalPhrase(i); k > n || r.phrase(i, lexicon.Not) >= n && r.goesOnInPart(i+n) { // "meglio se verificati", "forget Paris"
			continue
		}
		if n == 1 && r.among(i, wordNo) && (i == 0 || strings.Contains(r.toks[i].before, ":") || !strings.Contains(r.toks[i+1].before, ",")) { // "Spain, no Portugal"
			continue
		}
		for i+n+1 < len(r.toks) && (!r.among(i+n, wordNo) || strings.Contains(r.toks[i+n+1].before, ",")) { // "sorry, I meant"
			next := r.turn(i+n, turnSorry)
			if next == 0 || i+n+next >= len(r.toks) {
				break
			}
			n += next
		}
		all = append(all, spanned{i, i + n - 1})
		r.span(i, i+n-1)
		r.correctNumber(i, i+n)
		i += n - 1
	}
	return all
}

// betweenPlaces: token i stands between two places alone: "Ankara pardon İzmir".
func (r *reader) betweenPlaces(i int) bool {
	p, n := r.placeAt(i + 1)
	return p != nil && r.isPlace(i-1) && plainGap(r.toks[i+1].before) && (r.partEnds(i+1+n) || !r.isPlace(i+1+n)) && !r.is(i, lexicon.Place|lexicon.Or|lexicon.And|lexicon.Not)
}

const numberReach = 4 // words between a number and what corrects it

// correctNumber puts the number at token next in the place of the one in front of
// token i, where nothing says what it counts.
func (r *reader) correctNumber(i, next int) {
	if r.toks[next].number == nil || next+1 < len(r.toks) && softGap(r.toks[next+1].before) {
		return
	}
	for k := i - 1; k >= max(0, i-numberReach); k-- {
		if r.toks[k].number != nil {
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
		case r.correctsBound(a, t):
		case b < 0 || !r.startsAt(b, t.to+1):
			r.leave("alone", t.from, t.to)
		case r.correctsOne(a, b, t):
		default:
			r.leave("alone", t.from, t.to)
		}
	}
}

// correctsOne takes back the clause that clause b corrects: the one in front of the words that
// correct, or of the two before it that which speaks of the same: "baking in Belgium, no wait, chocolate".
func (r *reader) correctsOne(a, b int, turn spanned) bool {
	for k := a; k > 0 && r.goesOn(k); k-- { // "vegan cooks, sorry, vegetarian"
		if said, now := r.clauses[k-1].topic, r.clauses[b].topic; topics.Holds(said.Groups, now.Groups) || topics.Holds(now.Groups, said.Groups) {
			a = k - 1
		}
	}
	for reach := 0; a >= 0 && reach <= correctionReach; reach++ {
		if r.corrects(a, b, turn) {
			r.takeBack(a, b, turn)
			return true
		}
		if r.clauses[a].field == r.clauses[b].field {
			return false
		}
		a = r.clauseBefore(r.clauses[a].from)
	}
	return false
}

const correctionReach = 2 // clauses between what is corrected and the words that do so

func isRange(c clause) bool { return c.op == opGte || c.op == opLte }

// startsAt: clause b begins at token i, but for small words.
func (r *reader) startsAt(b, i int) bool {
	return !anyAt(i, r.clauses[b].from, func(k int) bool { return !r.statesNothing(k) && !r.is(k, lexicon.Not) })
}

// corrects: clause b says of the same what clause a says in front of words that correct, and
// nothing else stands between but what is read.
func (r *reader) corrects(a, b int, turn spanned) bool {
	x, y := r.clauses[a], r.clauses[b]
	covered := r.covered()
	if anyAt(x.to+1, turn.from, func(k int) bool { return !covered[k] && !r.onlyGrammar(k, k+1) || r.beginsSentence(k) }) {
		return false
	}
	return x.field == y.field && (y.op == opEq || x.op == y.op || isRange(x) || same(x, y))
}

// takeBack leaves clause a and the others of its words, and gives clause b its sign.
func (r *reader) takeBack(a, b int, turn spanned) {
	for strings.Contains(r.toks[turn.from].before, "?") && a > 0 && r.goesOn(a) { // "abattoir workers? no, butchers"
		r.clauses[a-1].to = r.clauses[a].to
		r.clauses = slices.Delete(r.clauses, a, a+1)
		a, b = a-1, b-1
	}
	x := r.clauses[a]
	if x.op == opNe && !same(x, r.clauses[b]) {
		r.clauses[b].op = opNe
	}
	r.clauses = slices.DeleteFunc(r.clauses, func(c clause) bool { return c.from == x.from })
	to := turn.to
	if anyAt(x.to+1, turn.from, func(k int) bool { return r.toks[k].used }) { // what stands between holds
		to = x.to
	}
	r.leave("corrected", x.from, to)
}

// same: two clauses speak of one thing, whatever they say of it.
func same(x, y clause) bool {
	return x.field == y.field && fmt.Sprint(x.value) == fmt.Sprint(y.value)
}

// correctsBound: a bound alone stands behind words that correct, and takes the place of
// that of the range in front, clause a: "50k min — sorry, I meant max".
func (r *reader) correctsBound(a int, turn spanned) bool {
	const most = lexicon.AtMost | lexicon.AtMostAfter
	at := turn.to + 1
	n, e := r.entry(at, most|lexicon.AtLeast|lexicon.AtLeastAfter)
	if a < 0 || n == 0 || !r.partEnds(at+n) || !isRange(r.clauses[a]) || !r.onlyGrammar(r.clauses[a].to+1, turn.from) {
		return false
	}
	c := &r.clauses[a]
	if c.op = opGte; e.Class&most != 0 {
		c.op = opLte
	}
	c.to, c.text = at+n-1, r.span(c.from, at+n-1)
	return true
}

// takeBackSame leaves what is asked for where the same is left out behind it, for the
// later holds, and what is let off what was left out: "no sports, golf is fine".
func (r *reader) takeBackSame() {
	for b := 0; b < len(r.clauses); b++ {
		for a := 0; a < len(r.clauses); a++ {
			x, y := r.clauses[a], r.clauses[b]
			switch {
			case x.op == opEq && y.op == opNe && x.to < y.from && same(x, y):
				r.leaveClause("corrected", a, x.to)
			case x.op == opNe && y.op == opEq && x.field == FieldLocation && same(x, y) && x.to < y.from && r.samePart(x.to, y.from): // "not Germans in Germany"
				r.clauses[a].to = y.to
				r.clauses[a].text = r.span(x.from, y.to)
				r.clauses = slices.Delete(r.clauses, b, b+1)
				r.takeBackSame()
				return
			case x.op == opEq && y.op == opNe && wider(y.topic, x.topic) && r.is(y.to+1, lexicon.People): // "chefs, not food bloggers"
				r.leaveClause("wider", b, y.to+1)
			case x.op == opNe && y.op == opEq && x.to < y.from && r.welcomed(y.to+1) && !(x.to+1 == y.from && plainGap(r.toks[y.from].before)) && topics.Holds(x.topic.Groups, y.topic.Groups):
				r.leaveClause("exception", b, y.to+1)
			}
		}
	}
}

// wider: one topic is the name of what another is a word for: food, of chefs.
func wider(a, b Topic) bool {
	groups := b.Groups
	if len(groups) == 0 && len(b.Terms) == 1 {
		groups = topics.Around(b.Terms[0])
	}
	return slices.ContainsFunc(a.Groups, func(g int) bool {
		label := topics.Terms(topics.Groups()[g].Label)
		return slices.Contains(groups, g) && slices.Equal(label, a.Terms) && !slices.Equal(label, b.Terms)
	})
}

// leaveClause makes of clause k one that asks nothing, with the words up to token to.
func (r *reader) leaveClause(kind string, k, to int) {
	from := r.clauses[k].from
	r.clauses[k] = clause{field: unusedField + kind, from: from, to: to, text: r.span(from, to)}
}

// onlyGrammar: tokens from to to-1 state nothing.
func (r *reader) onlyGrammar(from, to int) bool {
	return !anyAt(from, to, func(k int) bool { return !r.statesNothing(k) })
}

// clauseBehind is the first clause that begins behind token i; -1 for none.
func (r *reader) clauseBehind(i int) int {
	return r.nearest(func(c clause) int { return c.from - i - 1 })
}

// nearest is the clause that is the least far, of equals the first; -1 where all are less
// than nothing far.
func (r *reader) nearest(far func(c clause) int) int {
	found, least := -1, len(r.toks)
	for k, c := range r.clauses {
		if n := far(c); n >= 0 && n < least {
			found, least = k, n
		}
	}
	return found
}

// isOptional: the phrase says that something need not be. "need not" goes with what
// stands behind it, "optional" with what stands in front, "either" ends its part of
// the query: "vegan or not, baking".
func isOptional(e lexicon.Entry) bool {
	return slices.Contains([]string{"optional", "need not", "either", also, wished, gladly}, e.Value)
}

// What softens a condition in front of it, or behind it where its part ends: "ideally in
// Berlin". "Gern" does so only where its part begins: "die gern kochen" is no wish.
// "Is fine too" lets in what stands in front; a topic is another choice then.
const wished, gladly, also = "wished", "gladly", "also"

// softens counts the tokens from i on whose condition the word of n tokens there makes a wish.
// A topic is one only beside another that is asked for; a "not" stays one.
func (r *reader) softens(i, n int, value string) int {
	next := i + n
	if value == gladly && (i > 0 && softGap(r.toks[i].before) || r.phrase(i, lexicon.Filler) > n) {
		return 0
	}
	if r.partEnds(next) {
		if k := r.clauseBefore(i); k >= 0 && r.clauses[k].field != FieldTopic && r.samePart(r.clauses[k].to, i) {
			from := r.clauses[k].from
			r.clauses = slices.Delete(r.clauses, k, k+1)
			return r.leaveFrom(i, "optional", from, next-1)
		}
		return 0
	}
	if r.notAhead(next) {
		return 0
	}
	to := max(next, r.untilPart(next))
	for k := next + 1; k <= to; k++ {
		if r.beginsSentence(k) || r.notAhead(k) {
			to = k - 1
		}
	}
	if k := slices.IndexFunc(r.clauses, func(c clause) bool { // a number, or a range, which is read already
		return c.from >= next && c.from <= to+1 && r.samePart(next, c.from) && r.onlyGrammar(next, c.from)
	}); k >= 0 {
		number := r.clauses[k]
		to = max(to, number.to)
		r.clauses = slices.DeleteFunc(r.clauses, func(c clause) bool { return c.from == number.from && c.to == number.to })
	}
	asked := slices.ContainsFunc(r.clauses, func(c clause) bool { return c.field == FieldTopic && c.op == opEq })
	if !asked && anyAt(next, to+1, func(k int) bool { return r.topicAt(k) > 0 && !r.isLanguage(k) }) {
		return 0
	}
	return r.leaveFrom(i, "optional", i, to)
}

func (r *reader) notAhead(i int) bool { n, _ := r.notAt(i); return n > 0 }

// optional reads what need not be: "doesn't have to be in Berlin" goes with the words
// behind it, "verified not required" with those in front, each with the others where
// its own are missing. It leaves nobody out, and says so.
func (r *reader) optional(i int) int {
	n, value := r.optionalPhrase(i)
	switch {
	case n == 0:
		return 0
	case value == wished, value == gladly:
		return r.softens(i, n, value)
	}
	from, to, next := i, i+n-1, i+n
	front := r.clauseBefore(i)
	beside := front >= 0 && r.samePart(r.clauses[front].to, i)
	behind := !r.partEnds(next) || next < len(r.toks) && strings.TrimSpace(r.toks[next].before) == ":"
	switch {
	case value == also && (front < 0 || !beside || r.clauses[front].field == FieldTopic):
		return 0
	case value == "either" && (behind || i == 0 || !softGap(r.toks[i].before)):
		return 0
	case front >= 0 && !r.soleTopic(front, next) && (beside && value != "need not" || !behind && (beside || r.partAlone(i, n))):
		for from = r.clauses[front].from; ; from = r.clauses[front].from {
			r.clauses = slices.Delete(r.clauses, front, front+1)
			if front = slices.IndexFunc(r.clauses, func(c clause) bool { return wanted(c) && r.joinedTo(c, from) }); front < 0 || r.soleTopic(front, next) { // "Paris or Lyon isn't needed"
				break
			}
		}
	case behind:
		if k := slices.IndexFunc(r.clauses, func(c clause) bool { return c.from == next }); k >= 0 { // "nice to have: 10k followers"
			to = r.clauses[k].to
			r.clauses = slices.DeleteFunc(r.clauses, func(c clause) bool { return c.from == next })
		}
		to = max(to, r.untilPart(next))
		if r.is(to+1, lexicon.Not) && softGap(r.toks[to+1].before) { // "don't mind if they are not verified"
			to = r.untilPart(to + 1)
		}
	default:
		for from > 0 && softGap(r.toks[from].before) { // "age is no issue"
			from--
		}
	}
	if anyAt(from, to+1, func(k int) bool { return r.turn(k, turnLives) > 0 && !r.anyPlace(from, to) }) { // "where they live doesn't matter"
		r.clauses = slices.DeleteFunc(r.clauses, func(c clause) bool {
			if c.field != FieldLocation || c.op != opEq || c.to >= from {
				return false
			}
			from = c.from
			return true
		})
	}
	for k, c := range r.clauses { // "vegan bakers, or not vegan, doesn't matter"
		if c.field == FieldTopic && c.op == opEq && c.from == c.to && anyAt(from, to+1, func(k int) bool { return r.wordAt(k) == r.wordAt(c.from) }) {
			r.leaveClause("optional", k, c.to)
		}
	}
	return r.leaveFrom(i, "optional", from, to)
}

// soleTopic: clause k is the one topic that is asked for, also from token i on: "pottery, no problem".
func (r *reader) soleTopic(k, i int) bool {
	others := slices.ContainsFunc(r.clauses[:k], func(c clause) bool { return c.field == FieldTopic && c.op == opEq })
	return r.clauses[k].field == FieldTopic && r.clauses[k].op == opEq && !others && !r.wishBehind(i)
}

func (r *reader) anyPlace(from, to int) bool { return anyAt(from, to+1, r.isPlace) }

// optionalPhrase counts the words at token i that say that something need not be.
func (r *reader) optionalPhrase(i int) (n int, value string) {
	next := i + 1
	not := r.phrase(next, lexicon.Not)
	if same := next + not; i > 0 && not > 0 && same < len(r.toks) && r.is(i, lexicon.Or) && r.wordAt(same) == r.wordAt(i-1) { // "kids or no kids"
		return not + 2, "either"
	}
	n, e := r.entry(i, lexicon.Unknown)
	if !isOptional(e) && next < len(r.toks) && softGap(r.toks[next].before) && r.is(i, lexicon.Who|lexicon.Filler) { // "que no tienen por qué"
		n, e = r.entry(next, lexicon.Unknown)
		n++
	}
	if !isOptional(e) || r.phrase(i, lexicon.NotAfter) > n || r.phrase(next, lexicon.NotAfter) >= n { // "bakers need not apply"
		return 0, ""
	}
	return n, e.Value
}

// clauseBefore is the last clause that ends in front of token i; -1 for none.
func (r *reader) clauseBefore(i int) int {
	return r.nearest(func(c clause) int { return i - 1 - c.to })
}

// samePart: nothing that parts phrases stands between the tokens.
func (r *reader) samePart(from, to int) bool {
	return !slices.ContainsFunc(r.toks[from+1:to+1], func(t token) bool { return !softGap(t.before) })
}

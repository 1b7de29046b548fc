package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// isOptional: the phrase says that something need not be. "need not" goes with what
// stands behind it, "optional" with what stands in front, "either" ends its part of
// the query: "vegan or not, baking".
func isOptional(e lexicon.Entry) bool {
	return e.Value == "optional" || e.Value == "need not" || e.Value == "either"
}

// optional reads what need not be: "doesn't have to be in Berlin" goes with the words
// behind it, "verified not required" with those in front, each with the others where
// its own are missing. It leaves nobody out, and says so.
func (r *reader) optional(i int) int {
	n, value := r.optionalPhrase(i)
	if n == 0 {
		return 0
	}
	from, to, next := i, i+n-1, i+n
	front := r.clauseBefore(i)
	beside := front >= 0 && r.samePart(r.clauses[front].to, i)
	behind := !r.partEnds(next) || next < len(r.toks) && strings.TrimSpace(r.toks[next].before) == ":"
	switch {
	case value == "either" && (behind || i == 0 || !softGap(r.toks[i].before)):
		return 0
	case front >= 0 && (beside && value != "need not" || !behind && (beside || r.partAlone(i, n))):
		from = r.clauses[front].from
		r.clauses = slices.Delete(r.clauses, front, front+1)
	case behind:
		to = max(to, r.untilPart(next))
		if r.is(to+1, lexicon.Not) && softGap(r.toks[to+1].before) { // "don't mind if they are not verified"
			to = r.untilPart(to + 1)
		}
	default:
		for from > 0 && softGap(r.toks[from].before) && !r.toks[from-1].used { // "age is no issue"
			from--
		}
	}
	r.leave("optional", from, to)
	r.negated = 0
	return to + 1 - i
}

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
	if !isOptional(e) {
		return 0, ""
	}
	return n, e.Value
}

// clauseBefore is the last clause that ends in front of token i; -1 for none.
func (r *reader) clauseBefore(i int) int {
	found := -1
	for k, c := range r.clauses {
		if c.to < i && (found < 0 || c.to > r.clauses[found].to) {
			found = k
		}
	}
	return found
}

// samePart: nothing that parts phrases stands between the tokens.
func (r *reader) samePart(from, to int) bool {
	return !slices.ContainsFunc(r.toks[from+1:to+1], func(t token) bool { return !softGap(t.before) })
}

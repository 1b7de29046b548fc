package words

import (
	"slices"

	"greenroom/service/words/lexicon"
)

// Here each "not" of a query is held against what was read: one that nothing claims takes back what it stands beside.

// unclaimedNots leaves what is asked for beside a "not" that left out nothing, turned nothing round and is no idiom:
// "Leipzig won't do either" asks for Leipzig no more than it leaves it out.
func (r *reader) unclaimedNots() {
	for i := 0; i < len(r.toks); i++ {
		n := r.cue(i)
		if n == 0 || r.claimed(i, n) {
			i += max(0, n-1)
			continue
		}
		if from, to := r.besideNot(i, n); to >= from {
			r.clauses = slices.DeleteFunc(r.clauses, func(c clause) bool { return wanted(c) && c.from >= from && c.to <= to })
			r.leave("not", from, to)
			i = to
		}
	}
}

// cue counts the words of a "not" at token i, of whatever kind and on whichever side it stands.
func (r *reader) cue(i int) int {
	switch n := r.phrase(i, lexicon.Not|lexicon.NotAfter); {
	case n > 0 && i+n < len(r.toks) && r.toks[i+n].before == "-", n > 0 && r.phrase(i, lexicon.AtLeast|lexicon.AtMost) > n: // "sans-alcool", "no less than"
		return 0
	case n > 0:
		return n
	case r.shortNot(i):
		return 2
	}
	return oneIf(r.toks[i].entry.Class == 0 && (r.among(i, wordNo) || r.among(i, wordNot) || whoDoNot(r.wordAt(i))))
}

// claimed: a clause holds the "not" of n words at token i, an idiom does, it corrects, or it goes on with what is left out.
func (r *reader) claimed(i, n int) bool {
	next := r.clauseBehind(i + n - 1)
	idiom := anyAt(max(0, i-longestPhrase+1), i+1, func(from int) bool {
		k := r.phrase(from, lexicon.Filler|lexicon.Thing)
		return k > n && from+k > i
	})
	return idiom || slices.Contains(r.covered()[i:i+n], true) || r.anyUsed(i, i+n) ||
		r.turn(i, wordNotOnly) > 0 || anyAt(i+n, min(i+n+2, len(r.toks)), func(k int) bool { return r.among(k, wordOnly) }) ||
		next >= 0 && r.clauses[next].op == opNe && r.samePart(i, r.clauses[next].from) && r.onlyGrammar(i+n, r.clauses[next].from)
}

// wanted: a clause asks for something.
func wanted(c clause) bool {
	return c.op == opEq && isCondition(c) || c.field == FieldTopic && c.op == opEq
}

// besideNot is what is asked for beside a "not" of n words at token i: behind it in its part of the query, or right in
// front where it ends that; where it is said of who is asked for in front, the words behind it alone.
func (r *reader) besideNot(i, n int) (from, to int) {
	end := i
	for end+1 < len(r.toks) && !r.partEnds(end+1) && !r.is(end+1, lexicon.Ends) {
		end++
	}
	behind := -1
	for _, c := range r.clauses {
		if wanted(c) && c.from >= i+n && c.to <= end {
			behind = max(behind, c.to)
		}
	}
	k := r.clauseBefore(i)
	front := k >= 0 && wanted(r.clauses[k]) && r.samePart(r.clauses[k].to, i) && r.onlyGrammar(r.clauses[k].to+1, i) && !r.looksAhead(i)
	switch {
	case front && i+n <= end && r.is(i-1, lexicon.Who) && r.turn(i+n, wordVerdict) == 0: // "cooks who aren't professional" asks for cooks
		return i, end
	case front && (r.onlyGrammar(i+n, end+1) || !r.is(i, lexicon.Not) && r.is(i, lexicon.NotAfter)):
		return r.joinedFrom(k), i + n - 1
	case behind >= 0:
		return i, behind
	}
	return i, -1
}

// joinedFrom is where what clause k asks for begins, with the topics right in front of it and what "and" or "or" joins.
func (r *reader) joinedFrom(k int) int {
	from := r.clauseFrom(k)
	for _, c := range slices.Backward(r.clauses) {
		if wanted(c) && r.joinedTo(c, from) {
			from = c.from
		}
	}
	return from
}

// joinedTo: "and" or "or" joins what a clause is of to what begins at token i.
func (r *reader) joinedTo(c clause, i int) bool {
	return c.to == i-2 && r.is(i-1, lexicon.And|lexicon.Or) && r.samePart(c.to, i)
}

// looksAhead: the "not" at token i never stands behind what it leaves out.
func (r *reader) looksAhead(i int) bool {
	_, e := r.entry(i, lexicon.Not)
	return e.Value == lexicon.Instead || r.among(i, wordLacking) || r.among(i, wordNobody)
}

func (r *reader) anyUsed(i, j int) bool {
	return slices.ContainsFunc(r.toks[i:j], func(t token) bool { return t.used })
}

package words

import (
	"strings"

	"greenroom/service/words/lexicon"
)

// Here stand those that leave out nobody: a "not" of which nothing follows, or what
// follows cannot be counted.

// endsEmpty ends a "not" behind the sign that ends its part of the query, where other
// words stand in that: "no brands please, skincare".
func (r *reader) endsEmpty(i int) {
	if not := r.negated - 1; not >= 0 && not+1 < i && !(r.lang.Grammar[lexicon.ClauseCommas] && r.turn(i, turnTopics) > 0) && !softGap(r.toks[i].before) && !strings.Contains(r.toks[i].before, ":") && !r.anyUsed(not, i) {
		r.negated = 0
	}
}

// emptyNots says of each "not" that left out nothing that it was not used.
func (r *reader) emptyNots() {
	covered := r.covered()
	for _, i := range r.refused {
		if covered[i] || r.toks[i].used || r.is(i+1, lexicon.Like) { // "not like @lenacooks" is told of who is named
			continue
		}
		end := i + 1
		for end < len(r.toks) && !covered[end] && softGap(r.toks[end].before) {
			end++
		}
		if end > i+1 {
			r.leave("empty", i, end-1)
		}
	}
}

// whoOnly counts the words from token i on, a "not" of n words, that leave out those who
// do one thing alone: "not the ones who only do makeup". Who does so is not counted, and
// neither are they left out who do it beside others.
func (r *reader) whoOnly(i, n int) int {
	who, only := r.is(i+n-1, lexicon.Who), false
	k := i + n
	for ; k < len(r.toks) && (plainGap(r.toks[k].before) || r.whoBehind(k)) && !r.toks[k].used; k++ {
		switch {
		case r.isTurn(k, 1, wordOnly):
			only = who
		case r.is(k, lexicon.Who):
			who = true
		case !only && !r.is(k, lexicon.Filler|lexicon.People|lexicon.Posts|lexicon.About|lexicon.Verb):
			return 0
		}
	}
	if !only {
		return 0
	}
	return r.leaveFrom(i, "share", i, k-1)
}

// whoBehind: the word at token k tells who those in front of its comma are: "nicht die,
// die nur Make-up zeigen".
func (r *reader) whoBehind(k int) bool {
	return r.is(k, lexicon.Who) && strings.TrimSpace(r.toks[k].before) == "," && r.wordAt(k-1) == r.wordAt(k)
}

// twice reads a "without" behind a "nobody": who leaves out those who ride without
// a helmet leaves out neither rides nor helmets. It says so and leaves out nothing.
func (r *reader) twice(i, n int) int {
	if !r.among(i, wordLacking) || i == 0 || !plainGap(r.toks[i].before) && r.negated == 0 {
		return 0
	}
	from, k := r.negated-1, len(r.clauses)-1
	if from < 0 {
		if k < 0 || r.clauses[k].field != FieldTopic || r.clauses[k].op != opNe || r.clauses[k].to != i-1 {
			return 0
		}
		from = r.clauses[k].from
	}
	if from >= i || r.among(from, wordLacking) || !r.among(from, wordNobody) && !(r.wordAt(from) == "no" && r.wordAt(from+1) == "one") && !r.spans(from, i, lexicon.Who|lexicon.People) {
		return 0
	}
	if r.negated == 0 {
		r.clauses = r.clauses[:k]
	}
	end := i + n
	for r.is(end, lexicon.Filler|lexicon.About) && plainGap(r.toks[end].before) {
		end++
	}
	if end < len(r.toks) && plainGap(r.toks[end].before) {
		end += r.topicRun(end)
	}
	return r.leaveFrom(i, "twice", from, end-1)
}

// whoDo counts the words from token i on that say of those who were left out what they
// do: who leaves out "chefs who cook meat" leaves out neither chefs nor meat. It says so
// and leaves out nothing.
func (r *reader) whoDo(i int) int {
	last := len(r.clauses) - 1
	if r.negated == 0 || last < 0 || !r.lang.Grammar[lexicon.NotsTurn] || r.wordAt(i) != "who" || !plainGap(r.toks[i].before) || r.clauses[last].op != opNe || r.clauses[last].field != FieldTopic || r.clauses[last].to != i-1 {
		return 0
	}
	end := r.untilPart(i + 1)
	if end <= i {
		return 0
	}
	from := r.clauses[last].from
	r.clauses = r.clauses[:last]
	return r.leaveFrom(i, "twice", from, end)
}

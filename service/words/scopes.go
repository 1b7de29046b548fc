package words

import (
	"strings"

	"greenroom/service/words/lexicon"
)

// Here scopes are opened and closed, and what a second "not" does to the first.

// negation opens the scope of a "not": "without", "doesn't post about", "non-".
func (r *reader) negation(i int) int {
	n, kind := r.notAt(i)
	if k := r.second(i, n, kind); k > 0 {
		return k
	}
	if n == 0 && (r.leavesOut(i) || r.noPlace(i) || r.slashed(i)) {
		n = 1
	}
	if n == 1 && r.inPortuguese(i) || n > 0 && r.endsSaid(i, i+n) {
		return 0
	}
	if n == 0 || i+n < len(r.toks) && r.toks[i+n].before == "-" && !r.among(i, wordPrefix) && !(r.wordAt(i) == "no" && r.isTopic(i+n, 1)) {
		return 0 // "no-bake" is a word
	}
	if k := r.whoOnly(i, n); k > 0 {
		return k
	}
	if k := r.notOnly(i); k > 0 {
		return k
	}
	if only := r.phrase(i, lexicon.Filler); only > n { // "not without"
		return only
	}
	switch {
	case r.scope == nil || r.heading(i) > 0: // a heading begins anew
		r.scope = &scope{at: i, kind: kind, label: r.heading(i) > 0}
		r.refused = append(r.refused, i)
	case r.turnsRound(r.scope.at, i, kind):
		r.scope.turned = !r.scope.turned
	}
	r.scope.reach = negationReach
	return n
}

// endsSaid: a comma ends the part of the query in front of token next, and something is asked for in it in front of
// token i: "Leipzig geht auch nicht, München".
func (r *reader) endsSaid(i, next int) bool {
	k := r.clauseBefore(i)
	return k >= 0 && wanted(r.clauses[k]) && r.samePart(r.clauses[k].to, i) && !anyAt(r.clauses[k].to+1, i+1, r.beginsSentence) &&
		next < len(r.toks) && strings.Contains(r.toks[next].before, ",") && !r.is(next, lexicon.Who)
}

// denied reads a denial at token i: "it's not that we dislike gamers, but". What it speaks of is left out
// where a "not" of nothing else follows in the sentence, "leave those out", and is not asked for otherwise.
func (r *reader) denied(i int) int {
	at := i + r.turn(i, wordDenied)
	if at == i || r.scope != nil {
		return 0
	}
	for at < len(r.toks) && softGap(r.toks[at].before) && !r.toks[at].used {
		n := max(r.turn(at, wordAttitude), r.phrase(at, lexicon.Not), oneIf(r.is(at, lexicon.Filler|lexicon.About)))
		if r.shortNot(at) {
			n = 2
		}
		if n == 0 {
			break
		}
		at += n
	}
	to := r.untilPart(at)
	for k := to + 1; k < len(r.toks) && !r.beginsSentence(k); k++ {
		if n, _ := r.notAt(k); (n > 0 || r.is(k, lexicon.Not)) && r.onlyGrammar(k+max(1, n), r.untilPart(k+max(1, n))+1) || r.turn(k, wordLeaveThem) > 0 || r.isTurn(k, 1, wordOnly) {
			r.scope = &scope{at: i, reach: negationReach}
			return at - i
		}
	}
	return r.leaveFrom(i, "optional", i, to)
}

// notOnly counts the words from token i on that let in more than one thing: "not only", "but
// not just desserts". A place behind them is no condition, nor is a topic of which that is said
// behind another: "headphones, not just Bose ones".
func (r *reader) notOnly(i int) int {
	n := r.turn(i, wordNotOnly)
	if k, kind := r.notAt(i); n == 0 && k > 0 && kind != lexicon.Except {
		for n = k; i+n < len(r.toks) && plainGap(r.toks[i+n].before) && r.is(i+n, lexicon.Filler) && !r.isTurn(i+n, 1, wordOnly); n++ { // "must not be exclusively about cars"
		}
		if n = n + 1; i+n > len(r.toks) || !plainGap(r.toks[i+n-1].before) || !r.isTurn(i+n-1, 1, wordOnly) {
			n = 0
		}
	}
	if n == 0 {
		return 0
	}
	at := i + n
	_, said := r.placeAt(at)
	for ; said == 0 && !r.partEnds(at) && r.is(at, lexicon.Place|lexicon.About|lexicon.Filler); _, said = r.placeAt(at) {
		at++
	}
	if r.partEnds(at) { // "makeup, but not only that, Paris"
		return r.leaveFrom(i, "optional", i, at-1)
	}
	if said == 0 && i > 0 && !softGap(r.toks[i].before) && r.wished() {
		said = r.topicRun(at)
	}
	if end := at + said; said == 0 || r.is(end, lexicon.Ends|lexicon.And|lexicon.Or) && !anyAt(end, min(end+unitReach, len(r.toks)), func(k int) bool { return r.among(k, wordWhole) }) { // but "not only London but all of England"
		for k := i; k < i+n; k++ {
			r.toks[k].entry.Class |= lexicon.Filler
		}
		return n
	}
	r.scope = nil
	r.leave("optional", i, at+said-1)
	return at + said - i
}

// fronted: an "instead of" is in force that its part begins with. It leaves out one thing, or
// several that a word joins, and what is asked for follows: "instead of cats dogs".
func (r *reader) fronted() bool {
	return r.excluding() && r.scope.kind == lexicon.Instead && (r.scope.at == 0 || !softGap(r.toks[r.scope.at].before))
}

// endNegation ends what a "not" excludes, unless its list goes on at token next.
func (r *reader) endNegation(next int) {
	r.crossExamples(next)
	if r.scope != nil && next < len(r.toks) && !r.toks[r.scope.at].crossed && (!r.fronted() || r.is(next, lexicon.Or|lexicon.And)) && (r.listGoesOn(next) || r.complement(next) || r.is(next, lexicon.Or) && r.complement(next+1) || r.is(next, lexicon.Or|lexicon.And) && r.prefixed(next+1)) {
		if r.scope.reach = negationReach; r.scope.turned && r.byPrefix(next-1) { // "no non-vegans or gamblers"
			r.scope.turned = false
		}
		return
	}
	r.eitherWay(next)
	r.scope = nil
}

// endsEmpty ends a "not" behind the sign that ends its part of the query, where other
// words stand in that: "no brands please, skincare".
func (r *reader) endsEmpty(i int) {
	if r.scope != nil && r.scope.at < i && (r.scope.at+1 < i || r.among(r.scope.at, wordNot) && strings.Contains(r.toks[i].before, ". ")) && !(r.lang.Grammar[lexicon.ClauseCommas] && r.turn(i, turnTopics) > 0) && r.partEnds(i) && !strings.Contains(r.toks[i].before, ":") && !r.anyUsed(r.scope.at, i) {
		r.scope = nil
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

// second counts the words from token i on that say something of those who were left out, by
// another "not" of n words or by what they do. A search cannot tell who does one thing with
// or without another: it says so, and leaves out neither.
func (r *reader) second(i, n int, kind string) int {
	last := len(r.clauses) - 1
	if last >= 0 && (r.clauses[last].op != opNe || r.clauses[last].to >= i) {
		last = -1
	}
	if from := r.firstNot(i, last); from >= 0 && (r.among(i, wordLacking) || r.among(i, wordNot) && r.shortNot(from) && i == from+2) { // "nobody who rides without a helmet", "they can't not be vegan"
		if r.scope == nil {
			r.clauses = r.clauses[:last]
		}
		return r.leaveFrom(i, "twice", from, r.untilPart(i+n))
	}
	switch {
	case last < 0 || i+n >= len(r.toks):
	case kind == lexicon.Except:
		if r.clauses[last].notKind != lexicon.Except && r.goesOnTo(r.clauses[last].to, i, lexicon.Filler|lexicon.Ends|lexicon.Posts|lexicon.People) { // "no beauty except skincare"
			if k := r.excepted(i, n); k > 0 {
				return k
			}
			return r.leaveFrom(i, "exception", i, r.untilPart(i+n))
		}
	case r.clauses[last].field == FieldTopic && r.tellsWho(r.clauses[last].to+1, i, n): // "no recipes that are not vegan", "no chefs who cook meat"
		from := r.clauses[last].from
		r.clauses = r.clauses[:last]
		return r.leaveFrom(i, "twice", from, r.untilPart(i+max(1, n)))
	}
	return 0
}

// firstNot returns the "not" that token i may say more of: the one in force, or that of
// the clause that ends there. It leaves out people; -1 where there is none.
func (r *reader) firstNot(i, last int) int {
	from := -1
	if r.scope != nil {
		from = r.scope.at
	} else if last >= 0 && r.clauses[last].field == FieldTopic && r.clauses[last].to == i-1 {
		from = r.clauses[last].from
	}
	if from < 0 || r.among(from, wordLacking) || !r.shortNot(from) && !r.among(from, wordNobody) && !(r.wordAt(from) == "no" && r.wordAt(from+1) == "one") && !r.spans(from, i, lexicon.Who|lexicon.People) {
		return -1
	}
	return from
}

// tellsWho: a "not" of n words at token i is said of those whom the clause in front of token
// from leaves out, or, where there is none, what they do.
func (r *reader) tellsWho(from, i, n int) bool {
	if n == 0 {
		return from == i && r.wordAt(i) == "who" && r.lang.Grammar[lexicon.NotsTurn] && plainGap(r.toks[i].before) && r.untilPart(i+1) > i
	}
	who := r.is(i, lexicon.Who) || r.spans(from, i, lexicon.Who)
	return who && i-from <= unitReach && softGap(r.toks[i].before) && !anyAt(from, i, func(k int) bool {
		return !r.is(k, lexicon.Filler|lexicon.Who|lexicon.People) || !softGap(r.toks[k].before) && !r.lang.Grammar[lexicon.ClauseCommas]
	})
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

// turnsRound: the "not" of a kind at token i turns round the one at token from, so
// that both say what is wanted: "nobody who is not in Italy", "exclude everyone
// outside Italy", "no non-vegans". Where two of them say no more than one, as in
// "no quiero a nadie", it does not.
func (r *reader) turnsRound(from, i int, kind string) bool {
	if r.prefixed(i) {
		return true
	}
	n, outer := r.notAt(from)
	if n == 0 { // "leave gambling out"
		n, outer = 1, lexicon.Leaves
	}
	who, people := r.is(i, lexicon.Who), false // "que no sea"
	for k := from + n; k < i; k++ {
		if r.toks[k].used || !softGap(r.toks[k].before) && !r.is(k, lexicon.Who) {
			return false
		}
		who = who || r.is(k, lexicon.Who)
		people = people || r.is(k, lexicon.People)
	}
	switch {
	case !softGap(r.toks[i].before), kind == lexicon.Leaves, kind == lexicon.Nobody:
		return false
	case kind == lexicon.Outside, kind == lexicon.Except:
		return outer != lexicon.Except
	case outer == lexicon.Leaves, who:
		return true
	}
	return r.lang.Grammar[lexicon.NotsTurn] && !r.among(i, wordLacking) && (outer == lexicon.Nobody || people || r.wordAt(i) == "non")
}

package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// exclusionBehind reads what excludes the words in front of it: "alkol hariç".
func (r *reader) exclusionBehind(i int) int {
	n := r.verdict(i)
	if n == 0 && (whoDoNot(r.wordAt(i)) || r.isNoBehind(i)) {
		n = 1
	}
	if k := r.phrase(i, lexicon.Not); n == 0 && k > 0 && whoDoNot(r.wordAt(i+k)) { // "yüzünü hiç göstermeyen"
		n = k + 1
	}
	if k := r.phrase(i, lexicon.Not); n == 0 && k > 0 && (i+k < len(r.toks) || r.clauseFrom(len(r.clauses)-1) > 0) && r.partEnds(i+k) && !r.looksAhead(i) && !anyAt(max(0, i-unitReach), i, func(k int) bool { return r.turn(k, wordSplit) > 0 }) { // "aber Polen nicht, Schach"
		n = k
	}
	if n == 0 || len(r.clauses) == 0 || r.heading(i) > 0 || i > 0 && strings.Contains(r.toks[i].before, ". ") {
		return 0
	}
	if next := i + n; r.phrase(i, lexicon.Not) >= n && !r.partEnds(next) && plainGap(r.toks[next].before) && !r.yesBehind(next) { // "fuera de España"
		return 0
	}
	last := &r.clauses[len(r.clauses)-1]
	if r.leftOutTwice(last, i) {
		last.op, last.text, last.to = opEq, r.span(last.from, i+n-1), i+n-1
		return n
	}
	if r.letsOff(i) {
		from := last.from
		r.clauses = r.clauses[:len(r.clauses)-1]
		r.leave("exception", from, i+n-1)
		return n
	}
	if r.sizeBehind(last, i) { // "çok büyük olmasın"
		last.negate()
		last.text, last.to = r.span(last.from, i+n-1), i+n-1
		return n
	}
	if last.op != opEq || !softGap(r.toks[i].before) && !r.isAnswer(i) || !r.endsAt(last.to, i) {
		return 0
	}
	if r.wordAt(i) == "degil" && r.turn(last.from-1, wordOnly) > 0 { // "sadece moda değil, seyahat de" is "not only"
		r.toks[i].entry.Class = lexicon.Filler
		return n
	}
	last = &r.clauses[r.excludeRun(len(r.clauses)-1)]
	last.text, last.to = r.span(last.from, i+n-1), i+n-1
	r.excludeJoined()
	return n
}

// sizeBehind: the clause is of a word for a size or for who is active, and ends in front of token i.
func (r *reader) sizeBehind(c *clause, i int) bool {
	return c.to < i && isRange(*c) && r.endsAt(c.to, i) && !anyAt(c.from, c.to+1, func(k int) bool { return r.toks[k].number != nil })
}

// verdict counts the words at token i that say no to what stands in front of them: a phrase that
// does, or a "not" of a judgement: "isn't our thing", "ist nichts für uns".
func (r *reader) verdict(i int) int {
	n, not := r.phrase(i, lexicon.NotAfter), oneIf(r.among(i, wordNot))
	if r.shortNot(i) {
		not = 2
	}
	if k := r.turn(i+not, wordVerdict); not > 0 && k > 0 {
		n = max(n, not+k)
	}
	return n
}

// heading counts the words at token i that say no and stand in front of a list of what
// they leave out: "speaks German\nNot wanted: politics", "No-gos are hunting, weapons".
func (r *reader) heading(i int) int {
	n := max(r.phrase(i, lexicon.Not|lexicon.NotAfter), r.refusingLabel(i))
	if n == 0 && whoDoNot(r.wordAt(i)) {
		n = 1
	}
	next := i + n
	if k := i + r.turn(i, wordNoGos); k > i && r.among(k, wordIs) && r.goesOnInPart(k+1) {
		return k + 1 - i
	}
	if next >= len(r.toks) || !strings.HasPrefix(strings.TrimSpace(r.toks[next].before), ":") {
		return 0
	}
	if n == 1 && r.among(i, wordNo) && i > 0 && plainGap(r.toks[i].before) && r.topicAt(i-1) > 0 && r.turn(next, wordSeeks)+r.turn(next+1, wordSeeks) > 0 { // "ganaderos no: quiero pastoras"
		return 0
	}
	return n
}

// refusingLabel counts the words at the beginning of a part that say no in front of a
// colon and name no topic: "What we can't accept: nudity".
func (r *reader) refusingLabel(i int) int {
	if i > 0 && softGap(r.toks[i].before) && !r.beginsSentence(i) {
		return 0
	}
	end := i + 1
	for end < len(r.toks) && end-i <= longestLabel && softGap(r.toks[end].before) && !strings.Contains(r.toks[end].before, "\n") {
		end++
	}
	refuses := false
	for k := i; k < end; {
		n := r.phrase(k, lexicon.Not|lexicon.NotAfter)
		if r.shortNot(k) {
			n = 2
		}
		if small := r.phrase(k, lexicon.Filler); n < small { // "anything but boring"
			k += small
			continue
		}
		if n == 0 && !r.statesNothing(k) {
			return 0
		}
		refuses = refuses || n > 0
		k += max(1, n)
	}
	return oneIf(refuses) * (end - i)
}

// endsAt: token to is the last in front of token i, but for the ending that is
// written apart, a word for people, "crypto bros not wanted", and, in Turkish, grammar: "alkol hakkında konuşmayan".
func (r *reader) endsAt(to, i int) bool {
	at := i
	for at > to+1 && (r.among(at-1, wordIs) || r.suffix(at-1) || r.is(at-1, lexicon.People)) && softGap(r.toks[at].before) {
		at--
	}
	if to == at-1 {
		return true
	}
	return r.lang.Grammar[lexicon.Cases] && i-to <= unitReach && !anyAt(to+1, i, func(k int) bool {
		return !r.is(k, lexicon.Filler|lexicon.About) || !plainGap(r.toks[k].before) || r.is(k, lexicon.People|lexicon.And|lexicon.Or|lexicon.Ends)
	})
}

// isNoBehind: the word at token i says no to what stands in front of it, and ends its
// part of the query: "yoga, apuestas no".
func (r *reader) isNoBehind(i int) bool {
	if !r.among(i, wordNo) && !r.sortedOut(i) || i == 0 || !plainGap(r.toks[i].before) && !r.isAnswer(i) || !r.partEnds(i+1) && !r.yesBehind(i+1) {
		return false
	}
	from := r.clauseFrom(len(r.clauses) - 1)
	return from == 0 && i+1 < len(r.toks) || from > 0 && r.allSaid(len(r.clauses)-1)
}

// yesBehind: one thing stands at token i, and behind it a word that says yes to it and nothing else: "beer no wine yes".
func (r *reader) yesBehind(i int) bool {
	_, n := r.placeAt(i)
	yes := i + max(n, r.topicRun(i))
	return yes > i && r.among(yes, wordYes) && plainGap(r.toks[yes].before) && r.partEnds(yes+1)
}

// sortedOut: the word at token i says no where another says yes in the same way: "MTB out, gravel in".
func (r *reader) sortedOut(i int) bool {
	return r.among(i, wordOut) && anyAt(0, len(r.toks), func(k int) bool { return r.among(k, wordIn) && r.partEnds(k+1) })
}

// allSaid: nothing but small words stands in front of the topics that end with clause k in their part of the query.
func (r *reader) allSaid(k int) bool {
	from := r.clauseFrom(k)
	for from > 0 && !r.partEnds(from) && !r.among(from-1, wordWelcome) && r.is(from-1, lexicon.Filler|lexicon.Ends|lexicon.Place) && !r.toks[from-1].used {
		from--
	}
	return from == 0 || from > 0 && (r.partEnds(from) || r.among(from-1, wordWelcome)) // "kedi evet köpek hayır"
}

// isAnswer: the word at token i answers what stands in front of a sign: "alcohol: no".
func (r *reader) isAnswer(i int) bool {
	n := r.verdict(i)
	switch strings.TrimSpace(r.toks[i].before) {
	case ":", "?", "-", "–", "—":
		n = max(n, r.phrase(i, lexicon.Not)) // "swearing: rather not"
		return r.partEnds(i+max(1, n)) && (n > 0 || r.among(i, wordNo))
	case ",":
		return n > 1 && r.partEnds(i+n) // "le keto, c'est non"
	}
	return false
}

// clauseFrom is the first token of the topics that end with clause k.
func (r *reader) clauseFrom(k int) int {
	if k < 0 {
		return -1
	}
	for k > 0 && r.goesOn(k) {
		k--
	}
	return r.clauses[k].from
}

// goesOn: clause k is a wanted topic right behind another.
func (r *reader) goesOn(k int) bool {
	a, b := r.clauses[k-1], r.clauses[k]
	return a.field == FieldTopic && b.field == FieldTopic && a.op == opEq && b.op == opEq && a.to+1 == b.from && plainGap(r.toks[b.from].before)
}

// excludeRun excludes clause k, as one thing with the topics right in front of it
// where they are one: "fast fashion excluded". It returns where the clause is then.
func (r *reader) excludeRun(k int) int {
	from := r.partFrom(k)
	if from == k {
		r.clauses[k].negate()
		return k
	}
	first, to, rest := r.clauses[from].from, r.clauses[k].to, slices.Clone(r.clauses[k+1:])
	r.clauses = r.clauses[:from]
	r.scope = &scope{at: first}
	r.addTopic(first, to)
	r.scope = nil
	r.clauses = append(r.clauses, rest...)
	return from
}

// partFrom is the first clause of the topics up to clause last that are one thing:
// they begin behind a comma, a conjunction or with the query.
func (r *reader) partFrom(last int) int {
	from := last
	for from > 0 && r.goesOn(from) {
		from--
	}
	at := r.clauses[from].from
	if from == last || at > 0 && !r.partEnds(at) && !r.is(at-1, lexicon.And|lexicon.Or) || r.clauses[last].to-at >= longestItem || r.lang.Grammar[lexicon.Cases] && at == 0 && !r.is(r.clauses[last].from, lexicon.Verb) { // but "balık tutmak yerine"
		return last
	}
	return from
}

// excludeJoined: what "and" joins to the clause that was excluded is excluded, too:
// "Kaffee, München und Stuttgart ausgenommen". So is what commas join to those, of
// places or where the wish stands elsewhere: "alkol, sigara ve kumar hariç, spor",
// "spor, alkol, sigara ve kumar hariç".
func (r *reader) excludeJoined() {
	last := len(r.clauses) - 1
	field, open, list := r.clauses[last].field, r.wishBehind(r.clauses[last].to+1), false
	for k := last; k > 0; k-- {
		a, b := r.clauses[k-1], r.clauses[k]
		if a.field != field || a.op != opEq {
			return
		}
		and := a.to+2 == b.from && r.is(a.to+1, lexicon.And|lexicon.Or) && plainGap(r.toks[a.to+1].before) && plainGap(r.toks[b.from].before) // no "viaggi, e crociere no"
		comma := a.to+1 == b.from && strings.Contains(r.toks[b.from].before, ",") && !r.is(a.from, lexicon.Place)                             // "Kaffee in Deutschland, München und Stuttgart ausgenommen"
		switch {
		case and:
			list = true
		case comma && list && (open || field != FieldTopic || r.clauseFrom(k-1) > r.clauses[0].from):
		default:
			return
		}
		k = r.excludeRun(k-1) + 1
	}
}

// wishBehind: a topic is asked for from token i on.
func (r *reader) wishBehind(i int) bool {
	return anyAt(i, len(r.toks), func(k int) bool { return r.topicAt(k) > 0 && r.phrase(k, lexicon.NotAfter) == 0 })
}

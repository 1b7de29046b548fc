package words

import (
	"slices"
	"strings"

	"greenroom/internal/statement"
	"greenroom/service/words/lexicon"
)

// dashed: a sign that leaves out is written right in front of token i, as searches
// take it: "yoga -fashion", "#yoga -#vegan", "yoga !fashion". Behind an "and" it only stands for
// the beginning of a word: "Food-Bloggerinnen und -Blogger".
func (r *reader) dashed(i int) bool {
	t := r.toks[i]
	if i == 0 || t.number != nil || r.is(i-1, lexicon.And|lexicon.Or) {
		return false
	}
	before := strings.TrimSuffix(t.before, "#")
	sign := strings.TrimRight(before, "-−!")
	return len(before) > len(sign) && strings.TrimRight(sign, " ,\u00a0") != sign && strings.Trim(sign, " ,;\u00a0") == "" &&
		(strings.HasSuffix(before, "!") || r.toks[i-1].number == nil)
}

// crosses and ticks are drawn to say no and yes.
const crosses, ticks = "❌✖✗✘🚫⛔👎", "✅✔☑👍"

// marks returns the position of the picture in a gap that says yes or no of the words
// behind it, or of those in front; -1 for none. No says which of the two it is.
func marks(gap string, behind bool) (at int, no bool) {
	if at = strings.LastIndexAny(gap, crosses+ticks); behind {
		at = strings.IndexAny(gap, crosses+ticks)
	}
	return at, at >= 0 && strings.IndexAny(gap[at:], crosses) == 0
}

// crossOut tells which tokens a cross leaves out: those behind it, up to the next
// mark or the end of the part, or those in front where marks stand at the ends.
func (r *reader) crossOut() {
	if len(r.toks) == 0 || !strings.ContainsAny(r.text, crosses) {
		return
	}
	tail := r.text[r.toks[len(r.toks)-1].end:]
	behind := strings.ContainsAny(tail, crosses+ticks)
	for i := 1; i < len(r.toks) && !behind; i++ { // "alcohol ❌, yoga"
		gap := r.toks[i].before
		at, _ := marks(gap, false)
		behind = at >= 0 && strings.ContainsAny(gap[at:], ",;\n") && !strings.ContainsAny(gap[:at], ",;\n")
	}
	switch first, _ := marks(r.toks[0].before, false); {
	case first >= 0:
		behind = false
	case strings.ContainsAny(r.text, ticks) && strings.IndexAny(r.text, crosses+ticks) > r.toks[0].start: // "Spain ✅ Portugal ❌ yoga"
		behind = true
	}
	ends := ".;!?|\n"
	if strings.IndexAny(r.text, crosses) < r.toks[0].start && !strings.ContainsAny(r.text, ticks) { // "❌ gambling, yoga"
		ends += ","
	}
	no := false
	for k := range r.toks {
		i := k
		gap := r.toks[i].before
		if behind {
			i = len(r.toks) - 1 - k
			if gap = tail; i+1 < len(r.toks) {
				gap = r.toks[i+1].before
			}
		}
		if at, is := marks(gap, behind); at >= 0 {
			no = is
		} else if strings.ContainsAny(gap, ends) {
			no = false
		}
		r.toks[i].crossed = no
	}
}

// crossed begins to leave out what a sign stands at, at token i. What counts there is
// not turned round: it is left.
func (r *reader) crossed(i int) {
	if r.scope != nil || !r.toks[i].crossed && !r.dashed(i) || r.is(i, lexicon.And|lexicon.Or) {
		return
	}
	r.scope = &scope{at: i, reach: negationReach}
}

// ruledOut crosses out all of a sentence that ends by leaving out what it speaks of:
// "Anyone selling crystals is out." A query of one sentence does so only of somebody. It
// returns the tokens of the ends. A label that leaves out does so with the list behind it.
func (r *reader) ruledOut() (ends []spanned) {
	for from := 0; from < len(r.toks); {
		end := from + 1
		for end < len(r.toks) && !r.beginsSentence(end) {
			end++
		}
		for i := from; i < end; i++ {
			if n := r.heading(i); n > 0 {
				r.crossList(i, i+n)
			}
		}
		n := longest(min(longestPhrase, end-from), func(n int) bool { return r.phrase(end-n, lexicon.NotAfter) == n })
		if n > 0 && (end-from < len(r.toks) || r.somebody(from)) && r.says(from, end-n) && !r.toldInClause(from, end-n) {
			for i := from; i < end-n; i++ {
				r.toks[i].crossed = true
			}
			r.span(end-n, end-1)
			ends = append(ends, spanned{end - n, end - 1})
		}
		from = end
	}
	return ends
}

// rivals crosses out the names behind a word for competitors, or in front of it where they are said to be some:
// "competitors: Nike, Adidas", "Nike is a competitor". The word itself asks for nothing then.
func (r *reader) rivals() {
	for i := range r.toks {
		if !r.among(i, wordRivals) {
			continue
		}
		at := i + 1
		for at < len(r.toks) && !r.name(at) && (r.among(at, wordIs) || r.is(at, lexicon.Filler|lexicon.Like)) && !r.among(at, wordOf) && !strings.ContainsAny(r.toks[at].before, ".!?;\n,") {
			at++
		}
		from, to := at, at
		for to < len(r.toks) && r.name(to) && (to == from && !strings.ContainsAny(r.toks[to].before, ".!?;\n,") || to > from && !r.beginsSentence(to)) {
			if to++; r.is(to, lexicon.And|lexicon.Or) && r.name(to+1) {
				to++
			}
		}
		if r.partEnds(i+1) && to == from && i > 0 {
			for to = r.backOver(i, lexicon.Filler|lexicon.About); to > 0 && r.among(to-1, wordIs); to-- {
			}
			for from = to; from > 0 && softGap(r.toks[from].before) && (r.name(from-1) || r.is(from-1, lexicon.And|lexicon.Or)); from-- {
			}
			if !anyAt(to, i, func(k int) bool { return r.among(k, wordIs) }) {
				from = to
			}
		}
		for k := from; k < to; k++ {
			r.toks[k].crossed, r.toks[k].capital = true, false // a town that is called so is not meant
			if i < k {
				r.toks[i].crossed, r.toks[i].entry, r.toks[i].terms = true, lexicon.Entry{Class: lexicon.Filler}, nil
			}
		}
	}
}

// crossExamples crosses out what stands in brackets from token i on, behind what is left out: "no crypto (Bitcoin, NFT)".
// Brackets that say yes or no themselves, or count, or name what is of another kind, do not go on with it.
func (r *reader) crossExamples(i int) {
	for r.is(i, lexicon.Filler|lexicon.People|lexicon.Posts) && plainGap(r.toks[i].before) { // "no kids content (toys)"
		i++
	}
	if !r.excluding() || i >= len(r.toks) || strings.TrimSpace(r.toks[i].before) != "(" || r.clauses[len(r.clauses)-1].field != FieldTopic {
		return
	}
	end := i + 1
	for end < len(r.toks) && !strings.Contains(r.toks[end].before, ")") {
		end++
	}
	if !anyAt(i, end, func(k int) bool {
		return r.toks[k].number != nil || r.notAhead(k) || r.among(k, wordWelcome) || r.among(k, wordOnly) || r.isPlace(k) || r.is(k, lexicon.Ends)
	}) {
		for at := end; at < len(r.toks) && strings.Contains(r.toks[at].before, ",") && r.wished(); end = at { // "no alcohol (beer, wine), politics"
			n := r.item(at)
			if n == 0 || r.welcomed(at+n) {
				break
			}
			at += n
		}
		for k := i; k < end; k++ {
			r.toks[k].crossed = true
		}
	}
}

// name: the word at token i may be that of a brand: it has a capital, and is no place and, in German, no topic.
func (r *reader) name(i int) bool {
	return i < len(r.toks) && r.toks[i].capital && len(r.toks[i].terms) > 0 && !r.isPlace(i) && !(r.lang.Grammar[lexicon.Capitals] && r.isTopic(i, 1))
}

// toldInClause: token i ends a clause that tells of somebody named in front of its comma:
// "Streamer, die mit Glücksspiel Schluss gemacht haben".
func (r *reader) toldInClause(from, i int) bool {
	for i--; i > from && softGap(r.toks[i].before); i-- {
	}
	return i > from && r.lang.Grammar[lexicon.ClauseCommas] && r.is(i, lexicon.Who)
}

// closeRuledOut gives the ends of what was ruled out to what they leave out.
func (r *reader) closeRuledOut(ends []spanned) {
	for _, e := range ends {
		k := r.clauseBefore(e.from)
		if k < 0 || r.clauses[k].op != opNe || anyAt(r.clauses[k].to+1, e.from, r.beginsSentence) {
			r.leave("empty", e.from, e.to)
			continue
		}
		r.clauses[k].to, r.clauses[k].text = e.to, r.span(r.clauses[k].from, e.to)
	}
}

// somebody: the word at token i begins to tell of people.
func (r *reader) somebody(i int) bool {
	return r.is(i, lexicon.Who|lexicon.People) || slices.Contains(statement.Cue(r.wordAt(i)), cueOpening)
}

// says: tokens from from to to say one thing that can be crossed out: they count nothing,
// say no themselves nowhere, and are no list but where they tell who: "Wer Fleisch verkauft,".
func (r *reader) says(from, to int) bool {
	who := r.somebody(from)
	return from < to && !anyAt(from, to, func(k int) bool {
		return r.toks[k].number != nil || r.is(k, lexicon.Not) || r.shortNot(k) || k > from && !who && !softGap(r.toks[k].before)
	})
}

// crossedNumbers leaves the parts with a cross that count something: no range is
// turned round by a picture.
func (r *reader) crossedNumbers() {
	for i := 0; i < len(r.toks); i++ {
		end := i
		for end < len(r.toks) && r.toks[end].crossed && (end == i || softGap(r.toks[end].before)) {
			end++
		}
		if end > i && slices.ContainsFunc(r.toks[i:end], func(t token) bool { return t.number != nil }) {
			r.leave("number", i, end-1)
		}
		i = max(i, end-1)
	}
}

// freeOf counts the two words of what lacks something: "alcohol-free", "sugar free".
// It is a topic of its own.
func (r *reader) freeOf(i int) int {
	if r.wordAt(i+1) != "free" || !r.lang.Grammar[lexicon.NotsTurn] || !plainGap(r.toks[i+1].before) && r.toks[i+1].before != "-" || r.topicAt(i) != 1 || r.phrase(i, lexicon.Unknown) > 1 {
		return 0
	}
	if next := i + 2; r.toks[i+1].before != "-" && (next == len(r.toks) || !plainGap(r.toks[next].before) || r.is(next, lexicon.Filler|lexicon.Place)) { // "yoga free in May"
		return 0
	}
	return 2
}

// slashed: "s/" at token i is short for "sin", "sem", "sans".
func (r *reader) slashed(i int) bool {
	if i == 0 || strings.ContainsAny(r.toks[i].before, "'’") || i+1 >= len(r.toks) || strings.TrimSpace(r.toks[i+1].before) != "/" {
		return false
	}
	return r.turn(i, wordShortNot) > 0
}

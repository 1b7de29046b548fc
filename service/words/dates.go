package words

import (
	"strings"

	"greenroom/service/words/lexicon"
)

// dates leaves days of the calendar that say since when somebody posts, with the words
// that say that they do: "have not posted since March", "seit Juni aktiv".
func (r *reader) dates() {
	for i := range r.toks {
		n := r.turn(i, turnSince)
		from, to := i, i+n
		if r.among(i, wordSinceBehind) { // "hazirandan beri"
			from, to = i-1, i+n-1
			n = min(n, max(0, i))
		}
		if n == 0 || r.toks[i].used {
			continue
		}
		day := to
		if r.among(i, wordSinceBehind) {
			day = from
		}
		for r.is(day, lexicon.Place|lexicon.About) && day < to+2 {
			day++
		}
		k := r.turn(day, turnMonth)
		if k == 0 && !r.yearAt(day) || day >= len(r.toks) || !softGap(r.toks[max(day, i)].before) {
			continue
		}
		if to = max(to, day+max(k, 1)-1); r.yearAt(to + 1) {
			to++
		}
		at, after := r.postingBefore(from), r.postingBehind(to+1)
		if at == from && after == to && !r.among(i, wordSinceAlone) { // "recipes from March"
			continue
		}
		r.leave("date", at, after)
	}
}

// inMonths are the tokens [from, to) that name when something is, the first month at token
// i: "a launch in April", "June to August", "ab Mai". There are none where from is to.
func (r *reader) inMonths(i int) (from, to int) {
	from, to = i, i+r.turn(i, turnMonth)
	ranged := false
	for to > i && r.goesOnInPart(to) {
		at := to
		if r.is(at, lexicon.To|lexicon.And) {
			at++
		}
		next := r.turn(at, turnMonth)
		if next == 0 || at == to && !strings.ContainsAny(r.toks[at].before, "-–") {
			break
		}
		ranged = ranged || !r.is(to, lexicon.And) || r.is(i-1, lexicon.Between)
		to = at + next
	}
	if i > 0 && plainGap(r.toks[i].before) {
		if from -= r.turnBefore(i, turnSince); from == i && r.is(i-1, lexicon.Place|lexicon.Between) {
			from--
		}
	}
	if !ranged && (from == i || !r.partEnds(to)) {
		return i, i
	}
	return from, to
}

// yearAt: token i is a year of our time.
func (r *reader) yearAt(i int) bool {
	return i >= 0 && i < len(r.toks) && r.toks[i].number != nil && !r.toks[i].number.scaled && r.toks[i].number.value >= 2005 && r.toks[i].number.value < 2100 && len(r.toks[i].word) == 4
}

const posts = lexicon.Active | lexicon.Posting | lexicon.Dormant

// postingBefore returns the beginning of words that end in front of token i and say that
// somebody posts, or does not.
func (r *reader) postingBefore(i int) int {
	at := i
	for at > 0 && softGap(r.toks[at].before) && r.is(at-1, posts|lexicon.Not|lexicon.Filler) && !r.is(at-1, lexicon.People|lexicon.And|lexicon.Or|lexicon.Who) {
		at--
	}
	if anyAt(at, i, func(k int) bool { return r.phrase(k, posts) > 0 }) {
		return at
	}
	return i
}

// postingBehind is the last of such words from token i on.
func (r *reader) postingBehind(i int) int {
	end := i
	for end < len(r.toks) && plainGap(r.toks[end].before) && r.is(end, posts|lexicon.Not) {
		end++
	}
	return end - 1
}

// whereActive: in front of token i stands where somebody is active: "auf TikTok aktiv".
func (r *reader) whereActive(i int) bool {
	return i > 0 && softGap(r.toks[i].before) && len(r.clauses) > 0 && r.clauses[len(r.clauses)-1].to == i-1 && r.clauses[len(r.clauses)-1].field != FieldTopic
}

// saysWho: at token i ends what is said of who is asked for, or it names them, with a
// topic in front at most: "active", "active people", "active yoga accounts".
func (r *reader) saysWho(i int) bool {
	if i == len(r.toks) || !softGap(r.toks[i].before) || r.is(i, lexicon.People) {
		return true
	}
	n := r.topicAt(i)
	return n > 0 && r.is(i+n, lexicon.People)
}

package words

import (
	"math"
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// excluding: a "not" is in force, and no second one turns it round.
func (r *reader) excluding() bool { return r.negated > 0 && r.evened != r.negated }

// notAt counts the words of the "not" at token i and tells its kind.
func (r *reader) notAt(i int) (int, string) {
	if n, e := r.entry(i, lexicon.Not); n > 0 {
		return n, e.Value
	}
	switch {
	case r.shortNot(i):
		return 2, ""
	case i >= 0 && i < len(r.toks) && r.noPerson(i):
		return 1, lexicon.Nobody
	}
	return 0, ""
}

// prefixes are the words for "not" that a hyphen joins to what they turn round.
var prefixes = map[string]bool{"non": true, "nicht": true, "nao": true}

// byPrefix: the word at token i, or the one in front, has "non" in front of it.
func (r *reader) byPrefix(i int) bool {
	for k := i; k > 0 && k >= i-1; k-- {
		if prefixes[r.wordAt(k-1)] && r.toks[k].before == "-" || r.wordAt(k-1) == "non" && r.lang.Code == "en" {
			return true
		}
	}
	return false
}

// turnsRound: the "not" of a kind at token i turns round the one at token from, so
// that both say what is wanted: "nobody who is not in Italy", "exclude everyone
// outside Italy", "no non-vegans". Where two of them say no more than one, as in
// "no quiero a nadie", it does not.
func (r *reader) turnsRound(from, i int, kind string) bool {
	n, outer := r.notAt(from)
	if n == 0 { // "leave gambling out"
		n, outer = 1, lexicon.Leaves
	}
	who, people := r.is(i, lexicon.Who) && r.phrase(i, lexicon.Not) > 1, false // "que no sea"
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
		return outer != lexicon.Except || kind == lexicon.Outside
	case outer == lexicon.Leaves, who, prefixes[r.wordAt(i)] && i+1 < len(r.toks) && r.toks[i+1].before == "-":
		return true
	}
	return r.lang.Code == "en" && !slices.Contains(lacking, r.wordAt(i)) && (outer == lexicon.Nobody || people || r.wordAt(i) == "non")
}

// exception reads what is let off an exclusion: "no beauty except skincare" leaves
// out no skincare. It says so.
func (r *reader) exception(i int) int {
	n, kind := r.notAt(i)
	last := len(r.clauses) - 1
	if n == 0 || kind != lexicon.Except || last < 0 || i+n >= len(r.toks) || r.clauses[last].op != opNe || r.clauses[last].letOff || r.clauses[last].to >= i { // "sports except golf, except tennis"
		return 0
	}
	for k := r.clauses[last].to + 1; k < i; k++ {
		if i-k > unitReach || !r.is(k, lexicon.Filler|lexicon.Ends|lexicon.Posts|lexicon.People) || r.is(k, lexicon.And|lexicon.Or) || !softGap(r.toks[k].before) {
			return 0
		}
	}
	to := r.untilPart(i + n)
	r.leave("exception", i, to)
	r.negated = 0
	return to + 1 - i
}

const outReach = 8 // words between a "not" and the amount that it leaves people out for

// leftOut turns round an amount that a "not" further in front is said of: "exclude
// creators with engagement under 2%".
func (r *reader) leftOut(a *amount, field string) {
	if a.ranged || strings.HasPrefix(field, unusedField) || math.IsNaN(a.min) == math.IsNaN(a.max) {
		return
	}
	from := r.notInFront(a.from)
	if from < 0 {
		return
	}
	if n, kind := r.notAt(a.from); n == 0 || r.turnsRound(from, a.from, kind) {
		a.min, a.max = a.max, a.min
	}
	a.from = from
}

// notInFront is where the "not" begins that only small words part from token i; -1
// where none does.
func (r *reader) notInFront(i int) int {
	const small = lexicon.People | lexicon.About | lexicon.Who | lexicon.Filler | lexicon.Posting | lexicon.Posts | lexicon.Followers
	for at := i; at > 0 && at > i-outReach && !r.toks[at-1].used && (softGap(r.toks[at].before) || r.is(at, lexicon.Who)); at-- {
		n, e := r.phraseBefore(at, lexicon.Not)
		switch {
		case n > 0 && (e.Value == lexicon.Except || e.Class&lexicon.Dormant != 0 || r.phrase(at-n, lexicon.Filler) > n):
			return -1
		case n > 0:
			return at - n
		case r.shortNot(at - 2):
			return at - 2
		case r.noPerson(at - 1):
			return at - 1
		case !r.is(at-1, small) || r.is(at-1, lexicon.Ends|lexicon.And|lexicon.Or):
			return -1
		}
	}
	return -1
}

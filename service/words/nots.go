package words

import (
	"strings"

	"greenroom/service/words/lexicon"
)

// scope is the reach of a "not": what is read in it is left out. One is open at a time;
// what closes it is the end of its part, a word that ends exclusions, words that say
// nothing to it, or what is read, where no list goes on.
type scope struct {
	at     int    // its first token
	kind   string // of the "not"
	reach  int    // words that it may still skip
	turned bool   // a second "not" turns it round
	label  bool   // a colon stands behind it: what it leaves out is a list
}

// excluding: a "not" is in force, and no second one turns it round.
func (r *reader) excluding() bool { return r.scope != nil && !r.scope.turned }

// notAt counts the words of the "not" at token i and tells its kind.
func (r *reader) notAt(i int) (int, string) {
	if n := r.heading(i); n > 0 {
		return n, ""
	}
	if n, e := r.entry(i, lexicon.Not); n > 0 && r.saysNot(e.Value, i+n) {
		return n, e.Value
	} else if n > 0 {
		return 0, ""
	}
	if n, kind := r.framed(i); n > 0 {
		return n, kind
	}
	switch {
	case r.shortNot(i):
		return 2, ""
	case r.paired(i), r.strangeNot(i):
		return 1, ""
	case i >= 0 && i < len(r.toks) && r.noPerson(i):
		return 1, lexicon.Nobody
	}
	return 0, ""
}

// saysNot: a "not" of a kind says so in front of token next: "hardly any meat", not "hardly 10k";
// "stopped posting", not "stopped in Rome".
func (r *reader) saysNot(kind string, next int) bool {
	switch {
	case next >= len(r.toks):
		return kind != lexicon.Ceased
	case kind == lexicon.Seldom, kind == lexicon.Barely:
		return r.toks[next].number == nil && !r.is(next, lexicon.Followers|lexicon.Engagement|lexicon.Counted) && !(r.is(next, lexicon.AtLeast|lexicon.AtMost) && next+1 < len(r.toks) && r.toks[next+1].number != nil)
	case kind == lexicon.Ceased:
		return r.is(next, lexicon.Posting|lexicon.Posts|lexicon.Speak|lexicon.Verb) || r.turn(next, turnTopics) > 0 || r.is(next, lexicon.Filler)
	}
	return true
}

// paired: the word at token i leaves out what stands behind it where it comes twice: "ne futbol ne basketbol".
func (r *reader) paired(i int) bool {
	return r.among(i, wordPaired) && anyAt(max(0, i-2*unitReach), min(len(r.toks), i+2*unitReach), func(k int) bool { return k != i && r.wordAt(k) == r.wordAt(i) })
}

// frames are words that are a "not" only behind another: "all of Europe but France", "rather
// cats than dogs", "ils ne parlent plus de viande". Between may stand what is read and small
// words of a class, behind it words of another.
var frames = []struct {
	first, second, kind string
	between, behind     lexicon.Class
}{
	{wordWhole, wordSave, lexicon.Except, lexicon.Place | lexicon.Network | lexicon.Channel, lexicon.Place | lexicon.Speak | lexicon.On},
	{wordWhole, wordBareSave, lexicon.Except, ^lexicon.Class(0), lexicon.Place | lexicon.Speak | lexicon.On},
	{wordSooner, wordThan, "", ^lexicon.Class(0), lexicon.Place | lexicon.About},
	{wordSplit, wordNoMore, "", ^lexicon.Class(0), lexicon.Place | lexicon.About},
}

// framed counts the words of such a "not" at token i and tells its kind.
func (r *reader) framed(i int) (int, string) {
	for _, f := range frames {
		n := r.turn(i, f.second)
		if n == 0 || r.partEnds(i+n) || !r.readable(r.pastSmall(i+n, f.behind)) {
			continue
		}
		for at := i - 1; at >= 0 && softGap(r.toks[at+1].before); at-- {
			if r.turn(at, f.first) > 0 {
				return n, f.kind
			}
			if !r.is(at, f.between) && !r.among(at, wordOf) && r.turn(at, turnPlace) == 0 && !r.toks[at].used && r.is(at, lexicon.Filler|lexicon.Verb) && r.topicRun(at) == 0 {
				break
			}
		}
	}
	return 0, ""
}

// lessOf counts the words at token i that want less of a thing where more of another is
// wanted: "less fashion, more sustainability". How much of it there may be is not said.
func (r *reader) lessOf(i int) int {
	at := i + r.turn(i, wordLess)
	n := r.topicRun(at)
	if at == i || n == 0 || !anyAt(0, len(r.toks), func(k int) bool {
		next := k + r.turn(k, wordMore)
		return next > k && (k == 0 || !plainGap(r.toks[k].before) || k == at+n || r.is(k-1, lexicon.And|lexicon.Ends)) && r.topicRun(next) > 0
	}) {
		return 0
	}
	return r.leaveFrom(i, "share", i, at+n-1)
}

// pastSmall is the first token from i on that is none of a class, or is read.
func (r *reader) pastSmall(i int, c lexicon.Class) int {
	for r.is(i, c) {
		i++
	}
	return i
}

// readable: a topic, a place, a language or a network stands at token i.
func (r *reader) readable(i int) bool {
	return r.topicRun(i) > 0 || r.isPlace(i) || r.phrase(i, lexicon.Network) > 0
}

// leavesOut: the word at token i leaves out what stands between it and its second part:
// "leave gambling out of it", "lass Politik weg".
func (r *reader) leavesOut(i int) bool {
	says := false
	for k := i + 1; k < len(r.toks) && k <= i+2*negationReach && softGap(r.toks[k].before); k++ {
		if says && isAmong(r.wordAt(i)+" "+r.wordAt(k), wordParted) {
			r.toks[k].entry.Class, r.toks[k].terms = lexicon.Filler, nil
			return true
		}
		says = says || r.topicAt(k) > 0
	}
	return false
}

// noPerson: "personne" at token i is nobody: "yoga, personne de Berlin".
func (r *reader) noPerson(i int) bool {
	from := i
	for from > 0 && softGap(r.toks[from].before) && r.is(from-1, lexicon.Filler|lexicon.NotAfter) && !r.is(from-1, lexicon.People|lexicon.About) { // "surtout personne"
		from--
	}
	return r.turn(i, wordNobodyAlone) > 0 && (from == 0 || !softGap(r.toks[from].before))
}

// shortNot: "don't", "isn't" stands at token i.
func (r *reader) shortNot(i int) bool {
	return i >= 0 && strings.HasSuffix(r.wordAt(i), "n") && r.wordAt(i+1) == "t" && strings.Trim(r.toks[i+1].before, "'’") == ""
}

// prefixed: the word at token i is a "not" that a hyphen joins to the next.
func (r *reader) prefixed(i int) bool {
	return r.among(i, wordPrefix) && i+1 < len(r.toks) && r.toks[i+1].before == "-"
}

// byPrefix: the word at token i, or the one in front, has "non" in front of it.
func (r *reader) byPrefix(i int) bool {
	return anyAt(max(1, i-1), i+1, func(k int) bool {
		return r.among(k-1, wordPrefix) && r.toks[k].before == "-"
	})
}

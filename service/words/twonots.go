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
	case kind == lexicon.Seldom:
		return r.toks[next].number == nil && !(r.is(next, lexicon.AtLeast|lexicon.AtMost) && next+1 < len(r.toks) && r.toks[next+1].number != nil)
	case kind == lexicon.Ceased:
		return r.is(next, lexicon.Posting|lexicon.Posts|lexicon.Speak|lexicon.Verb) || r.turn(next, turnTopics) > 0 || r.is(next, lexicon.Filler) && r.topicRun(next) == 0
	}
	return true
}

// frames are words that are a "not" only behind another: "all of Europe but France", "rather
// cats than dogs", "ils ne parlent plus de viande". Between may stand what is read and small
// words of a class, behind it words of another.
var frames = []struct {
	first, second, kind string
	between, behind     lexicon.Class
}{
	{wordWhole, wordSave, lexicon.Except, lexicon.Place | lexicon.Network | lexicon.Channel, lexicon.Place | lexicon.Speak | lexicon.On},
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
			if !r.is(at, f.between) && !r.among(at, wordOf) && !r.toks[at].used && r.is(at, lexicon.Filler|lexicon.Verb) && r.topicRun(at) == 0 {
				break
			}
		}
	}
	return 0, ""
}

// pastSmall is the first token from i on that is none of a class, or is read.
func (r *reader) pastSmall(i int, c lexicon.Class) int {
	for r.is(i, c) && r.topicRun(i) == 0 {
		i++
	}
	return i
}

// readable: a topic, a place, a language or a network stands at token i.
func (r *reader) readable(i int) bool {
	return r.topicRun(i) > 0 || r.isPlace(i) || r.isLanguage(i) || r.phrase(i, lexicon.Network) > 0
}

// prefixed: the word at token i is a "not" that a hyphen joins to the next.
func (r *reader) prefixed(i int) bool {
	return r.among(i, wordPrefix) && i+1 < len(r.toks) && r.toks[i+1].before == "-"
}

// byPrefix: the word at token i, or the one in front, has "non" in front of it.
func (r *reader) byPrefix(i int) bool {
	return anyAt(max(1, i-1), i+1, func(k int) bool {
		return r.among(k-1, wordPrefix) && r.toks[k].before == "-" || r.wordAt(k-1) == "non" && r.lang.Grammar[lexicon.NotsTurn]
	})
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
	case outer == lexicon.Leaves, who:
		return true
	}
	return r.lang.Grammar[lexicon.NotsTurn] && !r.among(i, wordLacking) && (outer == lexicon.Nobody || people || r.wordAt(i) == "non")
}

// exception reads what is let off an exclusion: "no beauty except skincare" leaves
// out no skincare. It says so.
func (r *reader) exception(i int) int {
	n, kind := r.notAt(i)
	last := len(r.clauses) - 1
	if n == 0 || kind != lexicon.Except || last < 0 || i+n >= len(r.toks) || r.clauses[last].op != opNe || r.clauses[last].notKind == lexicon.Except || r.clauses[last].to >= i { // "sports except golf, except tennis"
		return 0
	}
	if !r.goesOnTo(r.clauses[last].to, i, lexicon.Filler|lexicon.Ends|lexicon.Posts|lexicon.People) {
		return 0
	}
	return r.leaveFrom(i, "exception", i, r.untilPart(i+n))
}

// notOfLeftOut counts the words of a "not" at token i that is said of a topic that was
// left out: who leaves out "recipes that are not vegan" leaves out neither. It says so
// and leaves out nothing.
func (r *reader) notOfLeftOut(i, n int) int {
	last := len(r.clauses) - 1
	if last < 0 || i+n >= len(r.toks) || r.clauses[last].op != opNe || r.clauses[last].field != FieldTopic || r.clauses[last].to >= i {
		return 0
	}
	from, who := r.clauses[last].to+1, r.is(i, lexicon.Who) && n > 1
	for k := from; k < i; k++ {
		if i-k > unitReach || !r.is(k, lexicon.Filler|lexicon.Who|lexicon.People) || !softGap(r.toks[k].before) && !r.lang.Grammar[lexicon.ClauseCommas] {
			return 0
		}
		who = who || r.is(k, lexicon.Who)
	}
	if !who || !softGap(r.toks[i].before) {
		return 0
	}
	first := r.clauses[last].from
	r.clauses = r.clauses[:last]
	return r.leaveFrom(i, "twice", first, r.untilPart(i+n))
}

// leftOutTwice: what excludes the words in front of token i turns round a clause that is
// excluded already: "Berlin dışında yaşayan olmasın", "Nicht-Veganer ausschließen".
func (r *reader) leftOutTwice(c *clause, i int) bool {
	who := r.is(c.from-1, lexicon.Who) || r.spans(c.from, c.to, lexicon.Who)
	switch {
	case c.op != opNe, !softGap(r.toks[i].before) && !(who && r.lang.Grammar[lexicon.ClauseCommas]):
		return false
	case r.lang.Grammar[lexicon.Cases]:
		return r.endsAt(c.to, i) && (r.is(c.to, lexicon.NotAfter) || whoDoNot(r.wordAt(c.to)))
	}
	return (who || c.notKind == lexicon.Outside || r.byPrefix(c.to)) && r.goesOnTo(c.to, i, lexicon.Filler|lexicon.Speak) // "die nicht in Berlin wohnen, ausschließen"
}

// goesOnTo: only few words of the classes stand between tokens to and i.
func (r *reader) goesOnTo(to, i int, c lexicon.Class) bool {
	return !anyAt(to+1, i, func(k int) bool {
		return i-k > unitReach || !r.is(k, c) || r.is(k, lexicon.And|lexicon.Or) || !softGap(r.toks[k].before)
	})
}

// letsOff: the word at token i lets off what stands in front of it what was left out
// before that: "alkol yok, şarap hariç".
func (r *reader) letsOff(i int) bool {
	last := len(r.clauses) - 1
	if last < 1 || !r.among(i, wordLetsOff) || r.clauses[last].op != opEq || !r.endsAt(r.clauses[last].to, i) {
		return false
	}
	before := r.clauses[last-1]
	return before.op == opNe && before.to+1 == r.clauses[last].from && !r.among(before.to, wordLetsOff)
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
		if at, n, _ := r.ahead(a.to+1, lexicon.NotAfter, lexicon.Filler|lexicon.People); n > 0 && r.heading(at) == 0 && !(r.phrase(at, lexicon.Not) >= n && at+n < len(r.toks) && plainGap(r.toks[at+n].before)) { // "unter 10k Followern ausschließen"
			a.min, a.max, a.to = a.max, a.min, at+n-1
		}
		return
	}
	if outer := r.notInFront(from); outer >= 0 && r.among(from, wordLacking) { // "no creators without 10k followers"
		a.from = outer
		return
	}
	if n, kind := r.notAt(a.from); n == 0 || r.turnsRound(from, a.from, kind) {
		a.min, a.max = a.max, a.min
	}
	a.from = from
}

// leftOutWith is where an exclusion begins that the amount is only one part of, "exclude
// vegan creators under 10k"; -1 where none does.
func (r *reader) leftOutWith(a *amount, field string) int {
	people, topic := false, false
	for at := a.from; at > 0 && at > a.from-outReach && !r.toks[at-1].used && softGap(r.toks[at].before) && !strings.HasPrefix(field, unusedField); at-- {
		n, e := r.phraseBefore(at, lexicon.Not)
		switch {
		case n > 0 && topic && (e.Value == lexicon.Leaves || r.among(at-1, wordWholeNo) && (at-n == 0 || !softGap(r.toks[at-n].before))):
			return at - n
		case n > 0, r.is(at-1, lexicon.Ends|lexicon.And|lexicon.Or):
			return -1
		}
		people = people || r.is(at-1, lexicon.People) // "vegan creators"
		topic = topic || people && r.topicAt(at-1) > 0
	}
	return -1
}

// leftOutTogether leaves a topic that is left out with the place beside it, in a part of
// their own: "runners from Denmark, but no cyclists from Copenhagen" leaves out neither
// cyclists nor Copenhagen, and asks for neither.
func (r *reader) leftOutTogether() {
	for a := 0; a < len(r.clauses); a++ {
		x := r.clauses[a]
		b := slices.IndexFunc(r.clauses, func(y clause) bool { return y.field == FieldLocation && y.op == opEq && r.besideClause(x, y) })
		if x.field != FieldTopic || x.op != opNe || x.notKind == lexicon.Except || b < 0 {
			continue
		}
		y := r.clauses[b]
		from, to := min(x.from, y.from), max(x.to, y.to)
		elsewhere := slices.ContainsFunc(r.clauses, func(c clause) bool { return c.field == FieldLocation && c.op == opEq && c.to < from })
		if !(from == 0 || !softGap(r.toks[from].before) || r.is(from-1, lexicon.Ends|lexicon.And)) || !(elsewhere || !r.lang.AdjectivesFollow && r.turn(y.from, turnFrom) > 0) {
			continue
		}
		r.clauses = slices.Delete(r.clauses, max(a, b), max(a, b)+1)
		r.clauses = slices.Delete(r.clauses, min(a, b), min(a, b)+1)
		r.leave("both", from, to)
		a = -1
	}
}

// besideClause: one clause stands right beside another, but for small words.
func (r *reader) besideClause(x, y clause) bool {
	if x.from > y.from {
		x, y = y, x
	}
	return x.to < y.from && r.samePart(x.to, y.from) && r.only(x.to+1, y.from, lexicon.Filler|lexicon.People|lexicon.Place) && !r.spans(x.to+1, y.from, lexicon.And|lexicon.Or|lexicon.Ends|lexicon.Who)
}

// notInFront is where the "not" begins that only small words part from token i; -1
// where none does.
func (r *reader) notInFront(i int) int {
	const small = lexicon.People | lexicon.About | lexicon.Who | lexicon.Filler | lexicon.Posting | lexicon.Posts | lexicon.Followers
	if n, _ := r.phraseBefore(i+1, lexicon.Not); n > 1 && i < len(r.toks) { // "remove anyone under"
		return i + 1 - n
	}
	for at := i; at > 0 && at > i-outReach && !r.toks[at-1].used && (softGap(r.toks[at].before) || r.is(at, lexicon.Who)); at-- {
		n, e := r.phraseBefore(at, lexicon.Not)
		switch {
		case n > 0 && (e.Value == lexicon.Except || e.Value == lexicon.Seldom || e.Value == lexicon.Ceased || e.Class&lexicon.Dormant != 0 || r.phrase(at-n, lexicon.Filler) > n):
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

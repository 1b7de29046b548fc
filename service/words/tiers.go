package words

import (
	"math"
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/tags"
)

// tiers are the usual bounds of influencers by size; NaN is open.
var tiers = map[string][2]float64{
	"nano": {1e3, 1e4}, "micro": {1e4, 1e5}, "mid": {1e5, 5e5}, "macro": {5e5, 1e6}, "mega": {1e6, math.NaN()},
}

// tier reads "micro-influencers", "nano or micro creators", "micro fitness
// influencers" and returns the last token.
func (r *reader) tier(i int) int {
	lo, hi, j, plain := math.Inf(1), 0.0, i, false
	for {
		n, e := r.entry(j, lexicon.Tier)
		if n == 0 {
			break
		}
		t := tiers[e.Value]
		lo, hi, j = min(lo, t[0]), max(hi, t[1]), j+n          // max with NaN is NaN
		plain = plain || n > 1 || r.wordAt(j-1) == e.Value+"s" // "mid-tier", "micros"
		if r.is(j, lexicon.Or|lexicon.And|lexicon.To) && r.is(j+1, lexicon.Tier) {
			j, plain = j+1, true
		} else if r.is(j, lexicon.People) && r.is(j+1, lexicon.Or|lexicon.And|lexicon.To) && r.is(j+2, lexicon.Tier) { // "micro creators and nano creators"
			j += 2
		}
	}
	if j == i {
		return i
	}
	if to := r.tierBound(lo, hi, i, j); to >= 0 {
		return to
	}
	if r.is(j-1, lexicon.People) || strings.Contains(r.toks[j-1].word, "influ") { // "microinfluencers"
		return r.sized(FieldFollowers, lo, hi, i, j-1)
	}
	for n := range 2 {
		if r.is(j+n, lexicon.People) || n == 0 && r.is(j, lexicon.Ends|lexicon.Channel) { // "nano only"
			end := j - 1
			if n == 0 {
				end = j
			}
			return r.sized(FieldFollowers, lo, hi, i, end)
		}
	}
	if plain || r.least(i, j, tags.Of(tags.Size)) >= sureSize || r.notBefore(i) > 0 && (j == len(r.toks) || !plainGap(r.toks[j].before)) { // "not nano"
		return r.sized(FieldFollowers, lo, hi, i, j-1)
	}
	return i
}

// comparedSizes reads two sizes of which one is liked better: "rather micro than macro",
// "lieber kleine als große Accounts". It asks for that one.
func (r *reader) comparedSizes() {
	for at := range r.toks {
		better, n := r.sizeAt(at + r.turn(at, wordSooner))
		than := at + r.turn(at, wordSooner) + n
		worse := than + r.turn(than, wordThan)
		if _, k := r.sizeAt(worse); r.turn(at, wordSooner) > 0 && n > 0 && worse > than && k > 0 {
			to := worse + k - 1
			r.within(FieldFollowers, better[0], better[1], at, to+oneIf(r.is(to+1, lexicon.People) && softGap(r.toks[to+1].before)))
		}
	}
}

// sizeAt tells the bounds of the size that is named at token i, and counts its words with
// those for creators behind it.
func (r *reader) sizeAt(i int) (bounds [2]float64, n int) {
	k, e := r.entry(i, lexicon.Tier|lexicon.Unknown)
	bounds, tier := tiers[e.Value]
	if !tier {
		bounds, tier = vagueSizes[e.Value]
	}
	for n = k; n > 0 && r.is(i+n, lexicon.People) && softGap(r.toks[i+n].before); n++ {
	}
	return bounds, n * oneIf(tier)
}

// tierBound reads a tier that is compared, tokens i to j-1, and returns the last token;
// -1 where it is not: "below macro", "at least mid-tier", "micro or larger".
func (r *reader) tierBound(lo, hi float64, i, j int) int {
	from, to := i, j-1
	n, e := r.phraseBefore(i, lexicon.AtLeast|lexicon.AtMost)
	if n == 0 || !plainGap(r.toks[i].before) {
		if n, e = r.entry(j, lexicon.AtLeastAfter|lexicon.AtMostAfter); n == 0 || !plainGap(r.toks[j].before) {
			return -1
		}
		to += n
	} else {
		from -= n
	}
	edge, most := lo, e.Class&(lexicon.AtMost|lexicon.AtMostAfter) != 0
	if without := anyAt(from, i, func(k int) bool { return r.among(k, wordBeyond) }) && !r.spans(from, i, lexicon.Not); without != most { // but "not below macro"
		edge = hi
	}
	if not := r.notBefore(from); not > 0 {
		from, most = from-not, !most
	}
	if math.IsNaN(edge) {
		return -1
	}
	if r.is(to+1, lexicon.People) {
		to++
	}
	if lo, hi = edge, math.NaN(); most {
		lo, hi = math.NaN(), edge
	}
	r.within(FieldFollowers, lo, hi, from, to)
	return to
}

// doer: the word at token i names people by what they do, as its language does: "bakers", "chefs".
func (r *reader) doer(i int) bool {
	w := r.wordAt(i)
	return anyAt(0, len(w), func(cut int) bool {
		return cut != 1 && cut != 2 && slices.Contains(turns().of[w[cut:]], wordDoers+" "+r.lang.Code)
	})
}

// sized adds a range with two ends; what excludes one leaves what is beside it,
// where only one side is.
func (r *reader) sized(field string, lo, hi float64, from, to int) (last int) {
	not, behind := r.notBefore(from), 0
	if to+1 < len(r.toks) && plainGap(r.toks[to+1].before) {
		behind = r.phrase(to+1, lexicon.NotAfter)
	}
	from, to = from-not, to+behind
	switch {
	case not+behind == 0:
	case lo == tiers["nano"][0]:
		lo, hi = hi, math.NaN()
	case math.IsNaN(hi):
		lo, hi = hi, lo
	default:
		field = unusedField + "middle"
	}
	r.within(field, lo, hi, from, to)
	return to
}

// tiersByNumbers takes a bound of a size by name back where a number beside it says what is
// meant: "mid-tier (50k-250k)".
func (r *reader) tiersByNumbers() {
	byName := func(c clause) bool {
		return c.field == FieldFollowers && !anyAt(c.from, c.to+1, func(k int) bool { return r.toks[k].number != nil })
	}
	for a := 0; a < len(r.clauses); a++ {
		t := r.clauses[a]
		b := slices.IndexFunc(r.clauses, func(n clause) bool {
			from, to := min(t.to, n.to)+1, max(t.from, n.from)
			return n.field == t.field && n.op == t.op && !byName(n) && from <= to && to-from <= unitReach && r.only(from, to, lexicon.Filler|lexicon.People|lexicon.Place|lexicon.Followers)
		})
		if !byName(t) || b < 0 {
			continue
		}
		n := &r.clauses[b]
		n.from, n.to = min(t.from, n.from), max(t.to, n.to)
		n.text = r.span(n.from, n.to)
		r.clauses = slices.Delete(r.clauses, a, a+1)
		a--
	}
}

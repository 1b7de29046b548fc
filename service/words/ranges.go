package words

import (
	"math"
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// ranges reads every range of a number that is known of creators, and every one
// that is not.
func (r *reader) ranges() {
	for i := 0; i < len(r.toks); i++ {
		if r.toks[i].used {
			continue
		}
		if r.toks[i].number != nil {
			i = r.quantity(i)
		} else {
			i = r.tier(i)
		}
	}
}

// amount is a range as it stands in the query, tokens from to to.
type amount struct {
	from, to int
	min, max float64 // NaN is open
	compared bool    // the query says over, under, between, +
	ranged   bool
	scaled   bool
	percent  bool
	loose    bool // "two": a word that needs its unit
}

// quantity reads the range around the number at token i and returns its last
// token.
func (r *reader) quantity(i int) int {
	a := amount{from: i, to: i, min: r.toks[i].number.value, max: math.NaN()}
	a.note(r.toks[i].number)
	r.outOf(&a)
	r.upper(&a)
	r.tolerance(&a)
	r.comparison(&a)
	r.digits(&a)
	if a.ranged && a.min > a.max {
		a.min, a.max = a.max, a.min
	}
	field := r.unit(&a)
	if field != "" {
		r.tolerance(&a)
	}
	switch {
	case field == "" && a.compared:
		r.pending = &a
		return i
	case field == "":
		return i
	case field == FieldEngagement:
		a.min, a.max = min(a.min, 100), min(a.max, 100)
	}
	if p := r.pending; p != nil && p.to < a.from && (p.to+1 < a.from || softGap(r.toks[a.from].before)) && !slices.ContainsFunc(r.toks[p.to+1:a.from], notJoining) {
		r.within(field, p.min, p.max, p.from, p.to) // "over 3 but under 7 posts a week"
	}
	r.pending = nil
	r.noMore(&a)
	if from := r.leftOutWith(&a, field); from >= 0 {
		r.leave("both", from, a.to)
		return a.to
	}
	r.leftOut(&a, field)
	if a.ranged {
		return r.sized(field, a.min, a.max, a.from, a.to)
	}
	r.within(field, a.min, a.max, a.from, a.to)
	return a.to
}

// noMore reads "not more" and "no less" behind a number that may have its bound.
func (r *reader) noMore(a *amount) {
	n, e := r.entry(a.to+1, lexicon.AtLeastAfter|lexicon.AtMostAfter)
	if n < 2 || !r.is(a.to+1, lexicon.Not) && !r.is(a.to+n, lexicon.NotAfter) || r.phrase(a.to+n, lexicon.AtLeast|lexicon.AtMost) > 1 {
		return
	}
	a.to += n
	if e.Class&lexicon.AtMostAfter != 0 && math.IsNaN(a.max) {
		a.atMost()
	}
}

func notJoining(t token) bool { return t.entry.Class&(lexicon.And|lexicon.Ends) == 0 }

func (a *amount) note(n *number) {
	a.loose = n.loose
	a.scaled = a.scaled || n.scaled
	a.percent = a.percent || n.percent
	a.compared = a.compared || n.plus
}

// upper reads the second number of "10k-100k", "10 to 100k", "between 10k and
// 100k".
func (r *reader) upper(a *amount) {
	j := a.to + 1
	if j >= len(r.toks) {
		return
	}
	joint, between := lexicon.To, r.isBetween(a.from)
	if between {
		joint |= lexicon.And
	}
	n := r.phrase(j, joint)
	if n > 0 && between && r.is(j+n, lexicon.About) { // "tra i 10k e i 50k"
		n++
	}
	switch {
	case r.toks[j].number != nil && (isDash(r.toks[j].before) || joint&lexicon.And != 0 && strings.TrimSpace(r.toks[j].before) == "&"):
	case n > 0 && j+n < len(r.toks) && r.toks[j+n].number != nil:
		j += n
	default:
		return
	}
	high := r.toks[j].number
	low, top := r.toks[a.from].number, high.value
	if low.scaled && !high.scaled && high.value < low.value { // "10k to 50"
		for _, scale := range []float64{1e3, 1e6} {
			if top = high.value * scale; top > low.value {
				break
			}
		}
	}
	if high.scaled && !low.scaled {
		for _, scale := range []float64{1e6, 1e3} { // "10-100k", but not "500 to 10k"
			if a.min*scale < high.value {
				a.min *= scale
				break
			}
		}
	}
	a.max, a.ranged, a.compared, a.to = top, true, true, j
	a.note(high)
}

func isDash(s string) bool {
	return slices.Contains([]string{"-", "–", "—", "~", "〜", "..", "…"}, strings.TrimSpace(s))
}

// comparison reads what stands around the number: "at least", ">", "or more".
func (r *reader) comparison(a *amount) {
	if a.ranged {
		if n, _ := r.phraseBefore(a.from, lexicon.Between); n > 0 && !r.anyUsed(a.from-n, a.from) {
			a.from -= n
		}
		if n := r.phrase(a.to+1, lexicon.RangeEnd); n > 0 {
			a.to += n
		}
		return
	}
	if a.percent && r.is(a.from-1, lexicon.PerCent) && !r.toks[a.from-1].used { // "en az yüzde 2"
		a.from--
	}
	sign := r.toks[a.from].before
	switch n, most := r.comparing(a.from); {
	case strings.ContainsAny(sign, ">≥"):
		a.compared = true
	case strings.ContainsAny(sign, "<≤"):
		a.atMost()
	case n > 0:
		a.from -= n
		a.compared = true
		if most {
			a.atMost()
		}
	}
	if n, _ := r.phraseBefore(a.from, lexicon.Exact); n > 0 && !a.compared {
		a.from, a.max, a.compared = a.from-n, a.min, true
		return
	}
	r.behind(a)
	if n := r.phrase(a.to+1, lexicon.NotAfter); n > 0 && a.compared && plainGap(r.toks[a.to+1].before) { // "100 binin üstünde kimse olmasın"
		a.to += n
		a.min, a.max = a.max, a.min
	}
}

func (a *amount) atMost() {
	if math.IsNaN(a.max) {
		a.max = a.min
	}
	a.min, a.compared = math.NaN(), true
}

const mostArticles = 3 // between a comparison and its number: "sotto i", "au moins le"

// comparing counts the words before token i that compare it. A "not" in front
// turns them round, unless a phrase has it already.
func (r *reader) comparing(i int) (n int, most bool) {
	for skip := 0; skip <= mostArticles; skip++ {
		if n, e := r.phraseBefore(i-skip, lexicon.AtLeast|lexicon.AtMost); n > 0 {
			most, from := e.Class&lexicon.AtMost != 0, i-skip-n
			if not := r.notBefore(from); not > 0 {
				return skip + n + not, !most
			}
			return skip + n, most
		}
		if !r.is(i-skip-1, lexicon.About) && !r.among(i-skip-1, wordInserted) {
			break
		}
	}
	return 0, false
}

// notBefore counts the words in front of the comparison at token i that turn it
// round: "not over", "no one above", "nobody with more than", "keine Accounts über".
func (r *reader) notBefore(i int) int {
	for at := i; at > 0 && at > i-unitReach && plainGap(r.toks[at].before) && !r.toks[at-1].used; at-- {
		if n, e := r.phraseBefore(at, lexicon.Not); n > 0 {
			if e.Class&lexicon.Dormant != 0 { // "que no publican desde hace"
				break
			}
			return i - at + n
		}
		if r.shortNot(at - 2) {
			return i - at + 2
		}
		if !r.is(at-1, lexicon.People|lexicon.About|lexicon.Who|lexicon.Filler) || r.is(at-1, lexicon.Posting|lexicon.Posts|lexicon.Active|lexicon.Dormant|lexicon.Growth) {
			break
		}
	}
	return 0
}

// behind reads "or more", "and up", "or less" behind the number or its unit.
func (r *reader) behind(a *amount) {
	if n, e := r.moreAt(a.to + 1); n > 0 {
		a.to += n
		a.bound(e)
	}
}

// bound takes a bound behind the number.
func (a *amount) bound(e lexicon.Entry) {
	a.compared = true
	if e.Class&lexicon.AtMostAfter != 0 {
		a.atMost()
	}
}

// moreAt counts the words at token i that bound the number in front of them.
func (r *reader) moreAt(i int) (int, lexicon.Entry) {
	at := i
	n, e := r.entry(at, lexicon.AtLeastAfter|lexicon.AtMostAfter)
	if n == 0 && (r.is(at, lexicon.About) || r.suffix(at)) {
		at++
		n, e = r.entry(at, lexicon.AtLeastAfter|lexicon.AtMostAfter)
	}
	next := at + n
	switch {
	case n == 0 || !softGap(r.toks[at].before) || r.phrase(next-1, lexicon.AtLeast|lexicon.AtMost) > 1: // "and less than"
		return 0, e
	case r.wordAt(at) == "plus" && isAmong("plus "+r.wordAt(at+1), wordPlusMinus): // "20k followers plus minus 5k"
		return 0, e
	case r.is(at, lexicon.And|lexicon.Or) && next < len(r.toks) && r.toks[next].number != nil: // "over 10k and under 50k"
		return 0, e
	}
	return next - i, e
}

// suffix: token i is what a language adds to a number: "4'ün üzerinde".
func (r *reader) suffix(i int) bool {
	return i < len(r.toks) && r.toks[i].before != "" && strings.Trim(r.toks[i].before, "'’") == ""
}

package words

import (
	"math"
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// ranges reads every range of a number that is known of creators, and every one
// that is not. A comparison may wait for its unit: "over 3 but under 7 posts a week".
func (r *reader) ranges() {
	var waiting *amount
	for i := 0; i < len(r.toks); i++ {
		switch {
		case r.toks[i].used:
		case r.toks[i].number == nil:
			i = r.tier(i)
		default:
			a := r.amountAt(i)
			field := r.unit(&a)
			if field == "" {
				if a.compared {
					waiting = &a
				}
				continue
			}
			if w := waiting; w != nil && w.to < a.from && !slices.ContainsFunc(r.toks[w.to+1:a.from], notJoining) && (w.to+1 < a.from || softGap(r.toks[a.from].before)) {
				r.within(field, w.min, w.max, w.from, w.to)
			}
			waiting = nil
			i = r.quantity(&a, field)
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

// amountAt is the number at token i with what bounds it.
func (r *reader) amountAt(i int) amount {
	a := amount{from: i, to: i, min: r.toks[i].number.value, max: math.NaN()}
	a.note(r.toks[i].number)
	for _, section := range []string{"share", "bounds"} {
		r.apply(section, &a)
	}
	r.digits(&a)
	if a.ranged {
		a.min, a.max = min(a.min, a.max), max(a.min, a.max)
	}
	return a
}

// quantity adds what an amount of a field asks for, and returns its last token.
func (r *reader) quantity(a *amount, field string) int {
	if field == FieldEngagement {
		a.min, a.max = min(a.min, 100), min(a.max, 100)
	}
	r.noMore(a)
	r.judged(a)
	if from := r.leftOutWith(a, field); from >= 0 {
		r.leave("both", from, a.to)
		return a.to
	}
	r.leftOut(a)
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

// judged reads "is too many" and "is too few" behind an amount: what is too few is the least, also
// where it is compared, "less than one post a week is too little".
func (r *reader) judged(a *amount) {
	at := a.to + 1
	for at < len(r.toks) && (r.among(at, wordIs) || r.is(at, lexicon.Filler)) && softGap(r.toks[at].before) && r.turn(at, wordTooMuch)+r.turn(at, wordTooLittle) == 0 { // "ist uns zu wenig"
		at++
	}
	much, little := r.turn(at, wordTooMuch), r.turn(at, wordTooLittle)
	if n := max(much, little); n > 0 && softGap(r.toks[at].before) && !a.ranged {
		edge := cmpNaN(a.min, a.max)
		if a.min, a.max = edge, math.NaN(); much > 0 {
			a.min, a.max = a.max, a.min
		}
		a.to = at + n - 1
	}
}

func notJoining(t token) bool { return t.entry.Class&(lexicon.And|lexicon.Ends) == 0 }

func (a *amount) note(n *number) {
	a.loose = n.loose
	a.scaled = a.scaled || n.scaled
	a.percent = a.percent || n.percent
	a.compared = a.compared || n.plus
}

// share makes per cent of "one in ten", "3 of 100".
func (m *match) share() bool {
	of := m.second().value
	if of <= m.a.min {
		return false
	}
	m.a.min, m.a.percent, m.a.loose = 100*m.a.min/of, true, false
	return true
}

// compared takes "at least", "under", "no one above".
func (m *match) compared() bool {
	m.a.compared = true
	if m.has(lexicon.AtMost) == (m.part("nots").element == nil) {
		m.a.atMost()
	}
	return m.turned()
}

// turned turns round what a "not" behind a number does: "100 binin üstünde kimse olmasın".
func (m *match) turned() bool {
	if m.has(lexicon.NotAfter) {
		m.a.min, m.a.max = m.a.max, m.a.min
	}
	return true
}

// between takes the second number of a range, which may have the scale of both:
// "10-100k", "10k to 50", but not "500 to 10k".
func (m *match) between() bool {
	low, high := *m.r.toks[m.anchor].number, *m.second()
	low.scaled = low.scaled && low.value >= thousand // not "one hundred to two hundred thousand"
	a := m.a
	a.min, a.max, a.ranged, a.compared = low.value, high.value, true, true
	for _, scale := range [...]float64{1e3, 1e6} {
		if low.scaled && !high.scaled && a.max < low.value {
			a.max = high.value * scale
		}
		if high.scaled && !low.scaled && low.value*scale < high.value {
			a.min = low.value * scale
		}
	}
	a.note(&high)
	return true
}

// tolerance takes what a number may differ by: "30k ±10k", "50k give or take 10%".
func (m *match) tolerance() bool {
	by, a := m.second(), m.a
	step := by.value
	switch {
	case by.percent && !a.percent:
		step = a.min * step / 100
	case a.scaled && !by.scaled && step < thousand: // "30k ± 5", "2m ± 0.5"
		if step *= thousand; step*thousand < a.min {
			step *= thousand
		}
	}
	a.min, a.max, a.ranged, a.compared = max(0, a.min-step), a.min+step, true, true
	return true
}

func (a *amount) atMost() {
	if math.IsNaN(a.max) {
		a.max = a.min
	}
	a.min, a.compared = math.NaN(), true
}

// notBefore counts the words in front of the comparison at token i that turn it
// round: "not over", "no one above", "nobody with more than", "keine Accounts über".
func (r *reader) notBefore(i int) int {
	if from := r.notBack(i, besideNots, lexicon.Posting|lexicon.Posts|lexicon.Active|lexicon.Dormant|lexicon.Growth); from >= 0 {
		return i - from
	}
	return 0
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
	case n == 0 || !softGap(r.toks[at].before) || r.number(next-1+r.phrase(next-1, lexicon.AtLeast|lexicon.AtMost)) && r.phrase(next-1, lexicon.AtLeast|lexicon.AtMost) > 1: // "and less than"
		return 0, e
	case r.wordAt(at) == "plus" && isAmong("plus "+r.wordAt(at+1), wordPlusMinus): // "20k followers plus minus 5k"
		return 0, e
	case r.is(at, lexicon.And|lexicon.Or) && next < len(r.toks) && r.toks[next].number != nil: // "over 10k and under 50k"
		return 0, e
	}
	return next - i, e
}

// number: a number stands at token i.
func (r *reader) number(i int) bool { return i < len(r.toks) && r.toks[i].number != nil }

// suffix: token i is what a language adds to a number: "4'ün üzerinde".
func (r *reader) suffix(i int) bool {
	return i < len(r.toks) && r.toks[i].before != "" && strings.Trim(r.toks[i].before, "'’") == ""
}

package words

import "greenroom/service/words/lexicon"

// growth reads "growing more than 5% a month", "3 % de croissance".
func (r *reader) growth(a *amount) string {
	if !a.percent && (a.scaled || orZero(a.min) >= 1000 || orZero(a.max) >= 1000) { // "5k-20k & growing", "from 8000 followers up"
		return ""
	}
	at, n, _ := r.ahead(a.to+1, lexicon.Growth, lexicon.About|lexicon.Followers)
	switch from := r.growthBefore(a.from); {
	case from >= 0:
		a.from = from
	case n > 0:
		a.to = at + n - 1
	default:
		return ""
	}
	if n, e := r.phraseBefore(a.from, lexicon.Rhythm); n > 0 && !r.toks[a.from-1].used {
		a.rescaled(daysPerGrowth / e.Number)
		a.from -= n
		return FieldGrowth30d
	}
	if days, from := r.lastDaysBefore(a.from); days > 0 {
		a.rescaled(daysPerGrowth / days)
		a.from = from
		return FieldGrowth30d
	}
	if at, n, e := r.ahead(a.to+1, lexicon.Rhythm|lexicon.Within, lexicon.About|lexicon.Followers); n > 0 {
		a.rescaled(daysPerGrowth / e.Number)
		a.to = at + n - 1
	} else if days, to := r.lastDays(a.to + 1); days > 0 {
		a.rescaled(daysPerGrowth / days)
		a.to = to
	}
	return FieldGrowth30d
}

// growthBehind: a number in per cent and a word for growth follow from token i on, in
// any order, without a comma between.
func (r *reader) growthBehind(i int) bool {
	percent, grown := false, false
	for n := i; n < len(r.toks) && n < i+2*contextReach && softGap(r.toks[n].before); n++ {
		percent = percent || r.toks[n].number != nil && r.toks[n].number.percent
		grown = grown || r.phrase(n, lexicon.Growth) > 0
		if percent && grown {
			return true
		}
	}
	return false
}

// lastDaysBefore reads "in den letzten 30 Tagen um" in front of token i: how many
// days, and its first token; 0 where nothing of the kind stands there.
func (r *reader) lastDaysBefore(i int) (days float64, from int) {
	i = r.backOver(i, lexicon.About|lexicon.Filler)
	pn, e := r.phraseBefore(i, lexicon.Period)
	at := i - pn - 1
	if pn == 0 || at < 1 || r.toks[at].number == nil || r.toks[at].used {
		return 0, 0
	}
	n, _ := r.phraseBefore(at, lexicon.Last)
	if n == 0 {
		return 0, 0
	}
	return e.Number * r.toks[at].number.value, r.lead(at-n, lexicon.Followers)
}

// lastDays reads "in the last 30 days" from token i on: how many days, and its
// last token; 0 where nothing of the kind stands there.
func (r *reader) lastDays(i int) (days float64, to int) {
	at, n, _ := r.ahead(i, lexicon.Last, lexicon.About|lexicon.Followers|lexicon.Place)
	if at += n; n == 0 || at >= len(r.toks) || r.toks[at].number == nil || r.toks[at].used {
		return 0, 0
	}
	pn, e := r.entry(at+1, lexicon.Period)
	if pn == 0 {
		return 0, 0
	}
	return e.Number * r.toks[at].number.value, at + pn
}

// growthBefore finds a word for growth in front of token i, with what grows; -1
// if there is none.
func (r *reader) growthBefore(i int) int {
	for j := i; j > 0 && j > i-contextReach; j-- {
		if n, _ := r.phraseBefore(j, lexicon.Growth); n > 0 && !r.toks[j-1].used && softGap(r.toks[j].before) {
			return r.lead(j-n, lexicon.Followers)
		}
		if r.toks[j-1].entry.Class == 0 || r.toks[j-1].used {
			break
		}
	}
	return -1
}

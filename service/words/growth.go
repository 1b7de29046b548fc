package words

import "greenroom/service/words/lexicon"

// growth reads "growing more than 5% a month", "3 % de croissance".
func (r *reader) growth(a *amount) string {
	if !a.percent && (a.scaled || orZero(a.min) >= 1000 || orZero(a.max) >= 1000) { // "5k-20k & growing", "from 8000 followers up"
		return ""
	}
	if !a.percent && a.loose || !a.percent && r.phrase(a.to+1, lexicon.Period) > 0 { // "growth in the last 60 days"
		return ""
	}
	at, n, _ := r.ahead(a.to+1, lexicon.Growth, lexicon.About|lexicon.Followers)
	days, before := r.timeBefore(a.from)
	switch from := r.growthBefore(before); {
	case from >= 0:
		a.from = from
	case n > 0:
		a.to, a.from = at+n-1, before
	case a.percent && r.followersNear(a) && r.timeBehind(a.to) > 0: // "4 % de seguidores este mes"
		a.from = before
	default:
		return ""
	}
	switch n, e := r.phraseBefore(a.from, lexicon.Rhythm); {
	case n > 0 && !r.toks[a.from-1].used:
		days, a.from = e.Number, a.from-n
	case days == 0:
		if days, a.from = r.timeBefore(a.from); days == 0 {
			days = r.daysAdjective(a)
		}
		if days == 0 {
			days = r.timeAhead(a)
		}
	}
	if days > 0 {
		r.orMore(a)
		a.rescaled(daysPerGrowth / days)
	}
	return FieldGrowth30d
}

// followersNear: the number counts followers, in front of it or behind, and takes the
// word behind it.
func (r *reader) followersNear(a *amount) bool {
	if f, end := r.unitAfter(a.to); f == FieldFollowers {
		a.to = end
		return true
	}
	f, _ := r.unitBefore(a.from)
	return f == FieldFollowers
}

// timeBehind is how many days are told behind token i; 0 where none are.
func (r *reader) timeBehind(i int) float64 {
	a := amount{to: i}
	return r.timeAhead(&a)
}

// timeAhead reads the days behind the number, "a month", "in the last 30 days", and
// takes their words.
func (r *reader) timeAhead(a *amount) (days float64) {
	if at, n, e := r.ahead(a.to+1, lexicon.Rhythm|lexicon.Within, lexicon.About|lexicon.Followers|lexicon.Place); n > 0 {
		a.to = at + n - 1
		return e.Number
	}
	days, to := r.lastDays(a.to + 1)
	if days > 0 {
		a.to = to
	}
	return days
}

// daysAdjective reads "30-day" in front of what grows, and takes its words.
func (r *reader) daysAdjective(a *amount) float64 {
	at := a.from - 2
	n, e := r.phraseBefore(a.from, lexicon.Period)
	if n != 1 || at < 0 || r.toks[at].number == nil || r.anyUsed(at, a.from) || r.toks[at].number.value <= 0 {
		return 0
	}
	a.from = at
	return e.Number * r.toks[at].number.value
}

// timeBefore reads "in den letzten 30 Tagen um", "this month by" in front of token i:
// how many days, and its first token; 0 and i where nothing of the kind stands there.
func (r *reader) timeBefore(i int) (days float64, from int) {
	if days, from = r.lastDaysBefore(i); days > 0 {
		return days, from
	}
	at := r.backOver(i, lexicon.About|lexicon.Filler)
	if n, e := r.phraseBefore(at, lexicon.Within); n > 0 && !r.anyUsed(at-n, at) && r.growthBefore(at-n) >= 0 {
		return e.Number, at - n
	}
	return 0, i
}

// percentBehind: a number in per cent follows from token i on, without a comma between.
func (r *reader) percentBehind(i int) bool {
	for n := i; n < len(r.toks) && n < i+contextReach && softGap(r.toks[n].before); n++ {
		if r.toks[n].number != nil && r.toks[n].number.percent {
			return true
		}
	}
	return false
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

// lastDays reads "in the last 30 days", "sur les 30 derniers jours", "in 60 days" from
// token i on: how many days, and its last token; 0 where nothing of the kind is there.
func (r *reader) lastDays(i int) (days float64, to int) {
	at, n, _ := r.ahead(i, lexicon.Last, lexicon.About|lexicon.Followers|lexicon.Place|lexicon.AtLeast|lexicon.AtMost)
	if at += n; at == i || at >= len(r.toks) || r.toks[at].number == nil || r.toks[at].used || !plainGap(r.toks[at].before) {
		return 0, 0
	}
	last, _ := r.entry(at+1, lexicon.Last)
	pn, e := r.entry(at+1+last, lexicon.Period)
	if pn == 0 || !softGap(r.toks[at+1+last].before) {
		return 0, 0
	}
	return e.Number * r.toks[at].number.value, at + last + pn
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

package words

import (
	"math"
	"strings"

	"greenroom/service/words/lexicon"
)

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
	case a.percent && r.followersNear(a) && r.timeAhead(&amount{to: a.to}) > 0: // "4 % de seguidores este mes"
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

// networks reads "on at least two networks".
func (r *reader) networks(a *amount) string {
	at, n, _ := r.ahead(a.to+1, lexicon.Networks, lexicon.About)
	if n == 0 || a.percent || a.scaled {
		return ""
	}
	a.to = at + n - 1
	switch r.orMore(a); {
	case a.min == 1 && !a.compared: // "on one network" is not on more
		a.min, a.max, a.compared = math.NaN(), 1, true
	case !a.ranged && a.compared && r.strict(a):
		a.min, a.max = a.min+1, a.max-1
	}
	a.from = r.lead(a.from, lexicon.On|lexicon.About|lexicon.Both)
	return FieldPlatform
}

// strict: the comparison leaves out the number itself: "more than one network".
func (r *reader) strict(a *amount) bool {
	return anyAt(a.from, a.to+1, func(i int) bool {
		return r.among(i, wordStrict) && !r.is(i-1, lexicon.Not|lexicon.Or) && !r.among(i-1, wordTheLeast)
	})
}

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
		lo, hi, j = min(lo, t[0]), max(hi, t[1]), j+n // max with NaN is NaN
		plain = plain || n > 1                        // "mid-tier"
		if r.is(j, lexicon.Or|lexicon.And|lexicon.To) && r.is(j+1, lexicon.Tier) {
			j, plain = j+1, true
		} else if r.is(j, lexicon.People) && r.is(j+1, lexicon.Or|lexicon.And|lexicon.To) && r.is(j+2, lexicon.Tier) { // "micro creators and nano creators"
			j += 2
		}
	}
	if j == i {
		return i
	}
	if r.is(j-1, lexicon.People) || strings.Contains(r.toks[j-1].word, "influ") { // "microinfluencers"
		return r.sized(FieldFollowers, lo, hi, i, j-1)
	}
	for n := range 2 {
		if r.is(j+n, lexicon.People) && !r.toks[j+n].used || n == 0 && r.is(j, lexicon.Ends|lexicon.Channel) { // "nano only"
			end := j - 1
			if n == 0 {
				end = j
			}
			return r.sized(FieldFollowers, lo, hi, i, end)
		}
	}
	if plain || r.sizeAlone(i, j) || r.notBefore(i) > 0 && (j == len(r.toks) || !plainGap(r.toks[j].before)) { // "not nano"
		return r.sized(FieldFollowers, lo, hi, i, j-1)
	}
	return i
}

// sizeAlone: tokens i to j-1 stand for a size without a word for creators beside
// them: between commas ("football, mega"), or before a noun for who does it
// ("nano bakers", but "macro photographers" do macro photography).
func (r *reader) sizeAlone(i, j int) bool {
	if j == len(r.toks) || !plainGap(r.toks[j].before) {
		return i > 0 && !plainGap(r.toks[i].before)
	}
	for n := j; n < len(r.toks) && n <= j+1 && plainGap(r.toks[n].before) && r.lang.Code == "en" && r.topicAt(n) > 0; n++ {
		for _, end := range [...]string{"ers", "ists", "stars", "foodies", "parents", "moms", "dads"} {
			if w := r.wordAt(n); len(w) > len(end)+1 && strings.HasSuffix(w, end) || w == end {
				r.toks[n].used = r.toks[n].used || w == "stars"
				return !strings.HasPrefix(w, "photo")
			}
		}
	}
	return false
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

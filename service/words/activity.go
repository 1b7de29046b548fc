package words

import (
	"math"
	"slices"

	"greenroom/service/words/lexicon"
)

// What words that name no number stand for.
const (
	daysActive    = 30  // "active accounts"
	daysDormant   = 90  // the row says dormant from here on
	growthFast    = 3.0 // per cent in 30 days: the quarter of the sample world that grows most
	engagementTop = 3.5 // per cent: from here on the trade calls a rate high, below 1 low
	engagementLow = 1.0
	daysPerWeek   = 7
	daysPerGrowth = 30 // growth is known over 30 days
)

const contextReach = 4 // words of grammar between a number and the verb it belongs to

// rescaled multiplies both ends, rounded to hundredths.
func (a *amount) rescaled(by float64) {
	a.min, a.max = math.Round(a.min*by*100)/100, math.Round(a.max*by*100)/100
}

// perWeek reads "at least 3 posts a week", "twice a week", "haftada 3 gönderi".
func (r *reader) perWeek(a *amount) string {
	if a.percent || a.scaled || orZero(a.min) >= 1000 || orZero(a.max) >= 1000 { // "posts daily, 20k+"
		return ""
	}
	if r.postsPerBefore(a) {
		return FieldPostsPerWeek
	}
	at, n, _ := r.ahead(a.to+1, lexicon.Posts|lexicon.Times, lexicon.About)
	end := at + n - 1
	if n == 0 {
		end = a.to
	}
	counted := n > 0 || r.is(a.to, lexicon.Times)              // "twice"
	if !counted && a.loose && (a.min == 0.5 || a.max == 0.5) { // "posted half a year ago"
		return ""
	}
	back, before := r.phraseBefore(a.from, lexicon.Rhythm)
	switch at, n, e := r.ahead(end+1, lexicon.Rhythm, lexicon.About|lexicon.Posting); {
	case n > 0 && (counted || r.postingNear(a.from)):
		a.to = at + n - 1
		before = e
	case back > 0 && counted:
		a.from, a.to = a.from-back, end
	default:
		return ""
	}
	if at, k, _ := r.ahead(a.to+1, lexicon.Posts, lexicon.About); n == 0 && k > 0 && plainGap(r.toks[at].before) { // "einmal pro Woche ein Beitrag"
		a.to = at + k - 1
	}
	r.orMore(a)
	a.rescaled(daysPerWeek / before.Number)
	if at, does := r.activeBefore(a.from); at >= 0 && does.Class&lexicon.Dormant == 0 { // "posting frequency of"
		a.from = at
	}
	a.from = r.lead(a.from, lexicon.Posting|lexicon.Who)
	return FieldPostsPerWeek
}

// postsPerBefore reads "posts per week" in front of the number: "posts per week: over 4".
func (r *reader) postsPerBefore(a *amount) bool {
	at := r.backOver(a.from, lexicon.About)
	n, e := r.phraseBefore(at, lexicon.Rhythm)
	if n == 0 || r.anyUsed(at-n, at) {
		return false
	}
	from := r.backOver(at-n, lexicon.About)
	k, _ := r.phraseBefore(from, lexicon.Posts)
	if k == 0 || r.anyUsed(from-k, from) || r.counts(a.to+1) {
		return false
	}
	a.rescaled(daysPerWeek / e.Number)
	a.from = from - k
	return true
}

// counts: what numbers count stands at token i.
func (r *reader) counts(i int) bool {
	_, n, _ := r.ahead(i, lexicon.Followers|lexicon.Engagement|lexicon.Period|lexicon.Networks|lexicon.Growth, lexicon.About)
	return n > 0
}

// orMore reads "or more" behind a unit, where nothing compares yet.
func (r *reader) orMore(a *amount) {
	if !a.compared {
		r.behind(a)
	}
}

// days reads when the last post was: "active in the last 30 days", "inactive for
// more than 60 days".
func (r *reader) days(a *amount) string {
	if a.percent {
		return ""
	}
	at := a.to + 1
	if pn, _ := r.entry(at+1, lexicon.Period); pn > 0 && r.is(at, lexicon.About) && a.loose { // "half a year"
		at++
	}
	n, _ := r.entry(at, lexicon.Last) // "30 derniers jours"
	pn, e := r.entry(at+n, lexicon.Period)
	if pn == 0 {
		return ""
	}
	end := at + n + pn - 1
	last := n > 0
	from := a.from
	if back, _ := r.phraseBefore(r.backOver(from, lexicon.About), lexicon.Last); back > 0 {
		last, from = true, r.backOver(from, lexicon.About)-back
	} else if a.from < a.to && r.is(a.from, lexicon.Last) { // "within 10 days"
		last = true
	}
	an, _ := r.entry(end+1, lexicon.Ago)
	bn, _ := r.phraseBefore(from, lexicon.Ago) // "vor weniger als"
	if bn == 0 {
		bn, _ = r.phraseBefore(r.backOver(from, lexicon.About), lexicon.Ago)
	}
	verb, does := r.activeBefore(from)
	dormant, newest := does.Class&lexicon.Dormant != 0, does.Number > 0 // "last post"
	old := end + 1                                                      // "two weeks old"
	if newest && an == 0 && r.is(old, lexicon.Unknown) && r.toks[old].entry.Value == "age" && plainGap(r.toks[old].before) {
		an = 1
	}
	behind, k, next := r.ahead(end+1+an, lexicon.Active|lexicon.Posting|lexicon.Dormant, lexicon.About)
	if verb < 0 && k > 0 && next.Class&lexicon.Dormant != 0 { // "seit drei Monaten inaktiv"
		dormant = true
	}
	if newest || dormant {
		end = r.moreDays(a, end)
	}
	switch {
	case last && verb < 0 && k == 0 && (r.growthBehind(end+1) || r.growthBefore(r.backOver(from, lexicon.Place|lexicon.About)) >= 0 && r.percentBehind(end+1)):
		return "" // "in den letzten 30 Tagen um 6 % gewachsen", "growth in the last 60 days over 10%"
	case !last && !newest && an == 0 && bn == 0 && !dormant && (verb < 0 || !r.is(from-1, lexicon.Place|lexicon.About) && !(a.compared && math.IsNaN(a.min))):
		return ""
	case dormant != (r.nots(verb) > 0), newest && a.compared && an+bn == 0 && math.IsNaN(a.max): // "last post older than 60 days"
		a.min, a.max = cmpNaN(a.min, a.max), math.NaN()
	case an+bn == 0 || math.IsNaN(a.max) && !a.compared: // "less than 10 days ago" says it itself
		a.min, a.max = math.NaN(), cmpNaN(a.max, a.min)
	}
	a.from, a.to = from-bn, end+an
	a.rescaled(e.Number)
	if verb >= 0 {
		a.from = verb - r.nots(verb)
	} else if k > 0 { // "in den letzten 14 Tagen aktiv"
		a.to = behind + k - 1
	}
	return FieldLastPostDays
}

// moreDays reads what compares days behind them, "10 günden eski", and returns its
// last token; end where nothing does.
func (r *reader) moreDays(a *amount, end int) int {
	if a.compared {
		return end
	}
	b := *a
	b.to = end
	if r.behind(&b); b.compared {
		b.from, *a = a.from, b
	}
	return b.to
}

func cmpNaN(a, b float64) float64 {
	if math.IsNaN(a) {
		return b
	}
	return a
}

// activeBefore finds the verb in front of token i that says who posts, or that
// nobody does, and what it says; -1 if there is none.
func (r *reader) activeBefore(i int) (at int, e lexicon.Entry) {
	for j := i; j > 0 && j > i-contextReach; j-- {
		if n, e := r.phraseBefore(j, lexicon.Active|lexicon.Posting|lexicon.Posts|lexicon.Dormant); n > 0 && !r.toks[j-1].used {
			return j - n, e
		}
		if c := r.toks[j-1].entry.Class; c == 0 || c == lexicon.National && r.isTopic(j-1, 1) || !softGap(r.toks[j-1].before) { // "posting about food within 10 days"
			break
		}
	}
	return -1, lexicon.Entry{}
}

// nots counts the words of a "not" in front of token i.
func (r *reader) nots(i int) int {
	for at := max(i, 0); at > 0 && at > i-unitReach; at-- { // "que no hayan publicado"
		if n, _ := r.phraseBefore(at, lexicon.Not); n > 0 {
			return i - at + n
		}
		if !r.is(at-1, lexicon.Filler) || r.is(at-1, lexicon.Who|lexicon.People) || !plainGap(r.toks[at].before) {
			break
		}
	}
	return 0
}

func (r *reader) postingNear(i int) bool {
	at, does := r.activeBefore(i)
	return at >= 0 && does.Class&lexicon.Dormant == 0
}

// ahead finds the longest phrase of a class from token i on, with at most
// unitReach words of grammar in front of it: where it begins, how many words it
// has (0 if there is none) and what it says.
func (r *reader) ahead(i int, c, grammar lexicon.Class) (at, n int, e lexicon.Entry) {
	for skipped := 0; skipped <= unitReach && i < len(r.toks) && softGap(r.toks[i].before); skipped++ {
		if n, e = r.entry(i, c); n > 0 {
			return i, n, e
		}
		if !r.is(i, grammar) || r.toks[i].used {
			break
		}
		i++
	}
	return i, 0, lexicon.Entry{}
}

// backOver is over, back from the token in front of i.
func (r *reader) backOver(i int, c lexicon.Class) int {
	for n := 0; n < unitReach && r.is(i-1, c) && !r.toks[i-1].used && softGap(r.toks[i].before); n++ {
		i--
	}
	return i
}

// sign reads a condition on a number that names none: "fast growing", "posted
// this week", "high engagement", "bilingual", "on both networks".
func (r *reader) sign(i int) int {
	for _, s := range []func(int) int{r.rising, r.recent, r.rhythm, r.dormant, r.level, r.several} {
		if n := s(i); n > 0 {
			return n
		}
	}
	return 0
}

// bound adds a condition on a number; a "not" turns it round. It counts the words from
// token i on.
func (r *reader) bound(i int, c clause, from, to int) int {
	r.add(c, from, to)
	return to + 1 - i
}

func (r *reader) rising(i int) int {
	n, e := r.entry(i, lexicon.Rising|lexicon.Falling)
	if n == 0 {
		return 0
	}
	return r.bound(i, growing(e.Class&lexicon.Falling == 0), i, i+n-1)
}

// growing is the condition on growth that names no number.
func growing(fast bool) clause {
	if fast {
		return clause{field: FieldGrowth30d, op: opGte, value: growthFast}
	}
	return clause{field: FieldGrowth30d, op: opLte, value: 0.0}
}

// rhythm reads "posting daily", "tous les jours" beside a verb of posting.
func (r *reader) rhythm(i int) int {
	n, e := r.entry(i, lexicon.Rhythm)
	if n == 0 {
		k, _ := r.entry(i, lexicon.Posting)
		if at, n, e := r.ahead(i+k, lexicon.Rhythm, lexicon.About); k > 1 && n > 0 { // "put something up every day"
			return r.bound(i, clause{field: FieldPostsPerWeek, op: opGte, value: perWeekOf(e)}, i, at+n-1)
		}
		return 0
	}
	if r.longestTopic(i) > n && !r.is(i+n, lexicon.About|lexicon.Place) { // "share daily life"
		return 0
	}
	c := clause{field: FieldPostsPerWeek, op: opGte, value: perWeekOf(e)}
	k, than := r.phraseBefore(i, lexicon.AtLeast|lexicon.AtMost) // "posting less than weekly"
	if than.Class&lexicon.AtMost != 0 {
		c.op = opLte
	}
	from, to := r.lead(i-k, lexicon.Posting|lexicon.Posts|lexicon.About), i+n-1
	if r.negated > 0 && r.spans(from, i, lexicon.Posting) && slices.ContainsFunc(r.toks[from:i+1], func(t token) bool { return isAmong(t.word, wordThroughout) }) { // "hasn't posted in a month"
		c.field, c.op, c.value = FieldLastPostDays, opLte, e.Number
	}
	said := from < i && r.spans(from, i, lexicon.Posting|lexicon.Posts) || e.Class&lexicon.Posts != 0 // "weekly posters"
	if at, k, _ := r.ahead(i+n, lexicon.Posting|lexicon.Posts, lexicon.About); k > 0 {
		said, to = true, at+k-1
	} else if r.among(i+n, wordSomething) && r.is(i+n+1, lexicon.Posting) { // "jeden Tag etwas posten"
		said, to = true, i+n+1
	}
	if at := i - 1; !said && r.among(at, wordSomething) && r.is(at-1, lexicon.Posting) && plainGap(r.toks[at].before) { // "share something every day"
		said, from = true, r.lead(at, lexicon.Posting)
	}
	if !said {
		return 0
	}
	return r.bound(i, c, from, to)
}

// perWeekOf is how often a week something is that is done once each so many days.
func perWeekOf(e lexicon.Entry) float64 { return math.Round(100*daysPerWeek/e.Number) / 100 }

func (r *reader) spans(from, to int, c lexicon.Class) bool {
	return slices.ContainsFunc(r.toks[from:to], func(t token) bool { return t.entry.Class&c != 0 })
}

func (r *reader) dormant(i int) int {
	n, _ := r.entry(i, lexicon.Dormant)
	if pn, e := r.entry(i, lexicon.Period); n == 0 && pn > 0 { // "seit einem Jahr inaktiv"
		if at, k, _ := r.ahead(i+pn, lexicon.Dormant, lexicon.About); k > 0 {
			return r.bound(i, clause{field: FieldLastPostDays, op: opGte, value: e.Number}, r.lead(i, lexicon.About), at+k-1)
		}
	}
	if n == 0 {
		return 0
	}
	days, to := float64(daysDormant), i+n-1
	if at, k, e := r.ahead(to+1, lexicon.Period|lexicon.Within, lexicon.About|lexicon.Place|lexicon.Filler); k > 0 { // "inactive for a year"
		days, to = e.Number, at+k-1
	}
	return r.bound(i, clause{field: FieldLastPostDays, op: opGte, value: days}, i, to)
}

// level reads "high engagement", "engagement élevé", "low engagement", "strong
// growth".
func (r *reader) level(i int) int {
	const how, what = lexicon.High | lexicon.Low, lexicon.Engagement | lexicon.Growth | lexicon.Metric
	n, e := r.entry(i, how|what)
	if n == 0 {
		return 0
	}
	missing := how
	if e.Class&how != 0 {
		missing = what
	}
	at, k, other := r.ahead(i+n, missing, lexicon.About)
	if k == 0 {
		return 0
	}
	both := e.Class | other.Class
	if both&lexicon.Metric != 0 { // "high conversion rate"
		r.leave("metric", i, at+k-1)
		return at + k - i
	}
	c := clause{field: FieldEngagement, op: opGte, value: engagementTop}
	switch low := both&lexicon.Low != 0; {
	case both&lexicon.Growth != 0:
		c = growing(!low)
	case low:
		c.op, c.value = opLte, engagementLow
	}
	return r.bound(i, c, i, at+k-1)
}

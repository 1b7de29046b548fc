package search

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"time"

	"greenroom/service/words"
	"greenroom/service/words/places"
)

// What a score is made of: what the texts say, how well the numbers and the
// place fit, and how well known the creator is.
const (
	shareText, shareFit, sharePopularity = 0.80, 0.12, 0.08

	fullName    = 0.96 // the query says the creator's name
	partName    = 0.40 // and a part of it, at least
	partNameMax = 0.35
	listed      = 0.60 // when no topic is asked for

	// Line is the score that a good match has at least; sureLine is its confidence: from
	// here on nine in ten graded matches are right. What stands below is weak in both.
	Line     = 0.30
	sureLine = 0.77
)

// ranked is a creator with what orders it.
type ranked struct {
	in        *run // whose creator it is
	doc       uint32
	score     float64
	low       bool
	place     places.Fit // Unknown too where the home is only inferred
	open      uint16     // checks that nobody knows of it; see filter.open
	age       age
	textScore textScore
}

func better(a, b ranked) int {
	if a.score != b.score {
		return cmp.Compare(b.score, a.score)
	}
	return above(a.in.x, a.doc, b.in.x, b.doc)
}

// Search answers a query. The order of the hits is the same for the same base, changes
// and query. Where there are none, the interpretation names what kept them out.
func (s *Segments) Search(q Query) Results {
	found := s.search(q)
	if found.Total == 0 {
		found.Interpretation.Nearest = s.Nearest(q)
	}
	return found
}

func (s *Segments) search(q Query) Results {
	helpers, done := s.helpers()
	defer done()
	return s.searchWith(q, helpers)
}

// searchWith is search with so many goroutines beside this one.
func (s *Segments) searchWith(q Query, helpers int) Results {
	i := s.inquire(q, scratches.Get().(*scratch))
	defer scratches.Put(i.s)
	i.scan(helpers)
	top := i.top()
	i.plan.told.MayMatch, i.plan.told.LeftOut = i.mayMatch(), i.leftOut()
	return Results{Hits: i.explain(top), Total: i.total, Good: goodOf(top), Interpretation: i.plan.told}
}

func (i *inquiry) top() []ranked {
	top := slices.Concat(i.high.best, i.low.best, i.may.best)
	return top[:min(len(top), i.plan.limit)]
}

// goodOf counts the good matches of a ranked list: those before the first that stands
// below the line.
func goodOf(top []ranked) int {
	if n := slices.IndexFunc(top, func(k ranked) bool { return k.low }); n >= 0 {
		return n
	}
	return len(top)
}

// findNamed finds the creators whose name is in the query, or says a topic of it.
func (i *inquiry) findNamed(text string) {
	for _, r := range i.runs {
		r.named, r.bearers = map[uint32]float32{}, map[uint32]uint16{}
	}
	i.names(text)
	i.bear()
}

// rankNamed ranks those of a block, and takes them from the others.
func (r *run) rankNamed(b int, found *blockSet) {
	for d, share := range r.named {
		if int(d/blockDocs) != b {
			continue
		}
		found[d%blockDocs>>6] &^= 1 << (d & 63)
		if !r.filter.admits(d) {
			continue
		}
		if r.excluded(d) {
			r.barred++
			continue
		}
		c := r.scoreTexts(d)
		c.name = share
		var self blockSet
		self.set(d % blockDocs)
		r.count(b, &self)
		r.place(r.rank(d, c))
	}
}

// mostLacking is one in how many topics may lack proof, at most.
const mostLacking = 3

// asked counts the topics that say what is asked for.
func (r *run) asked() (n int) {
	for i := range min(r.plan.own, len(r.topics)) {
		n += int(one(!r.topics[i].manner))
	}
	return n
}

// partial: what matters most is not proved, or something of what was asked is missing. Of what
// seeds are about half is enough.
func (r *run) partial(c *textScore) bool {
	if r.main >= 0 && !c.main.proved() || c.covered == 0 || mostLacking*bits.OnesCount16(c.lacking) > r.asked() {
		return true
	}
	like := uint16(0)
	for n := r.plan.own; n < len(r.topics); n++ {
		like |= 1 << (n % maxTopics)
	}
	return 2*bits.OnesCount16(like&c.covered) < bits.OnesCount16(like)
}

// rank places a creator. A weak match never stands above a good one, and one of
// whom a condition is not known never above one who meets it: what a topic adds
// only orders creators of one standing.
func (r *run) rank(d uint32, c textScore) ranked {
	k := ranked{in: r.of, doc: d, place: r.filter.home(d), open: r.filter.open(d), age: r.ageOf(d), textScore: c}
	k.score = r.raw(&k)
	k.textScore.signs.Partial = r.partial(&c)
	k.low = k.score < Line || k.open != 0 || len(r.topics) > 0 && c.name <= 0.5 && (k.textScore.signs.Partial || k.textScore.signs.Sure() < sureLine)
	if k.low {
		k.score = lowScore(k.score, k.open != 0)
	}
	k.score = math.Round(k.score*1e4) / 1e4 // as scoreStep says
	return k
}

func lowScore(raw float64, unsure bool) float64 {
	const half = Line / 2
	if unsure {
		return half * 0.99 * raw
	}
	return half * (1 + 0.99*raw)
}

// raw is the score without a look at what is missing.
func (r *run) raw(k *ranked) float64 {
	popularity, name := r.popularity(k.doc), float64(k.textScore.name)
	if name >= 1 {
		return fullName + (1-fullName)*popularity
	}
	raw := r.upper(float64(k.textScore.sum), r.fit(k.doc, k.place), popularity)
	if name > 0 {
		raw = max(raw, partName+partNameMax*name)
	}
	if r.likely(k.doc) {
		raw *= likelyLeaves
	}
	return raw * k.age.leaves()
}

// likelyLeaves is the factor of the score of a creator whose language is only inferred
// from the country: below one of equal fit who states it.
const likelyLeaves = 0.85

// likely: a language is asked for that the creator does not state, and that is spoken there.
func (r *run) likely(d uint32) bool {
	return r.plan.Where.Languages|r.plan.Where.EveryLanguage != 0 && r.x.languages[d] == 0 && r.x.spoken(d) != 0
}

// popularityOf grows with the logarithm of followers; 300 million is 1.
func popularityOf(followers int64) float64 {
	return min(1, math.Log10(1+float64(max(0, followers)))/8.5)
}

// popularity is of the profiles asked for.
func (r *run) popularity(d uint32) float64 {
	if !r.filter.narrowed {
		return float64(r.x.popularity[d])
	}
	return popularityOf(r.filter.followers(d))
}

// fit returns how well the numbers and the place agree with what was asked, from 0 to 1:
// the middle of a range is best.
func (r *run) fit(d uint32, at places.Fit) float64 {
	bonus := 0.0
	if r.x.flags[d]&flagVerified != 0 {
		bonus = 0.1
	}
	if r.x.flags[d]&flagPrivate != 0 {
		bonus -= 0.3
	}
	return r.fitOf(middle(r.filter.followed, float64(r.filter.followers(d)), true), middle(r.filter.engaged, r.x.engagement[d], false), float64(one(at == places.Agrees)), bonus)
}

// fitMax is the best fit that a creator of a block can have.
func (r *run) fitMax(b int) float64 { return r.fitOf(r.middleMax(b), 1, 1, 0.1) }

// fitOf counts how well each agrees that is asked for, and a bonus.
func (r *run) fitOf(followers, engagement, place, bonus float64) float64 {
	sum, n := 0.6, 1.0
	if !r.filter.followed.Open() {
		sum, n = sum+followers, n+1
	}
	if !r.filter.engaged.Open() {
		sum, n = sum+engagement, n+1
	}
	if len(r.plan.Where.Places) > 0 {
		sum, n = sum+place, n+1
	}
	return max(0, min(1, sum/n+bonus))
}

func (r *run) middleMax(b int) float64 {
	f := r.filter.followed
	if f.Min == nil || f.Max == nil || r.filter.narrowed {
		return 1
	}
	z := &r.x.blockStats[b]
	ideal := math.Expm1((math.Log1p(*f.Min) + math.Log1p(*f.Max)) / 2)
	return middle(f, max(float64(z.least), min(float64(z.most), ideal)), true)
}

// middle is 1 in the middle of a closed range and 0.6 at its ends; of what is not known, 0.
func middle(b words.Bounds, v float64, logarithmic bool) float64 {
	switch {
	case v < 0:
		return 0
	case b.Min == nil || b.Max == nil:
		return 1
	}
	lo, hi := *b.Min, *b.Max
	if logarithmic {
		lo, hi, v = math.Log1p(lo), math.Log1p(hi), math.Log1p(v)
	}
	if hi <= lo {
		return 1
	}
	return 1 - 0.4*math.Abs(2*(v-lo)/(hi-lo)-1)
}

// day is a day since 1970; 0 is unknown.
type day uint16

const dayLong = 24 * time.Hour

func dayOf(t time.Time) day {
	if t.IsZero() || t.Unix() < 0 {
		return 0
	}
	return day(min(t.Unix()/int64(dayLong/time.Second), 1<<16-1))
}

// String is "12 October 2025".
func (d day) String() string {
	return time.Unix(0, 0).UTC().Add(time.Duration(d) * dayLong).Format("2 January 2006")
}

// A creator without a post for so many days is dormant, numbers that are so many
// days old are stale: the figures planners asked for.
const (
	dormantDays, staleDays = 90, 60
	// What is left of the score then. The first keeps a creator who has fallen
	// silent below one of equal fit who posts; the second only parts equals.
	dormantLeaves, staleLeaves = 0.85, 0.97
)

// age holds the ages of a creator's data on a day.
type age struct{ lastPost, seen day }

func (r *run) ageOf(d uint32) (a age) {
	if r.today == 0 {
		return a
	}
	if at := r.x.lastPosts[d]; at != 0 && int(at)+dormantDays < int(r.today) {
		a.lastPost = at
	}
	if at := r.x.seen[d]; at != 0 && int(at)+staleDays < int(r.today) {
		a.seen = at
	}
	return a
}

func (a age) leaves() float64 {
	left := 1.0
	if a.lastPost != 0 {
		left *= dormantLeaves
	}
	if a.seen != 0 {
		left *= staleLeaves
	}
	return left
}

func (a age) reasons() (out []string) {
	if a.lastPost != 0 {
		out = append(out, "dormant: no post for 90 days, last known post on "+a.lastPost.String())
	}
	if a.seen != 0 {
		out = append(out, "numbers may be outdated: from "+a.seen.String())
	}
	return out
}

// mayRankHigh returns those of a set who may stand above the line: who says something
// close on the main topic, and on all that is asked for where that is little.
func (r *run) mayRankHigh(found *blockSet) blockSet {
	set, all := *found, r.asked() < mostLacking
	for n := range min(r.plan.own, len(r.topics)) {
		t := &r.topics[n]
		if t.manner || !all && n != r.main {
			continue
		}
		for w := range set {
			set[w] &= t.said.by[byNear][w] | t.said.by[byDirect][w] | t.said.proved[w]
		}
	}
	if r.main >= 0 && len(r.topics[r.main].proofs) > 0 {
		set.and(&r.topics[r.main].said.proved)
	}
	return set
}

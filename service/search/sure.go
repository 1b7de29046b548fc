package search

import (
	"math"
	"slices"
)

// Signs count what speaks for a match and against it, by kind. All but Proved and Profile count
// against it, from 0 to 1.
type Signs struct {
	Proved    float64 // log-odds that the creator is about the main topic, from -4 to 8
	Silent    float64 // it is known for the main topic, and so many posts of it say no word of it
	Rare      float64 // how few of its posts are about the main topic
	Qualifier float64 // how little is said of what else is asked for
	Unsaid    float64 // it has no word like the query's own, which means something narrower than its topic
	Manner    float64 // in how few of the texts it is shown as asked for
	Profile   float64 // it says the main topic of itself
	Partial   bool    // something of what is asked for is not shown
}

const (
	leastOdds, mostOdds = -4, 8
	clearOdds           = 2    // from here on a qualifier lacks nothing
	oftenShare          = 0.5  // so many texts, and what has no proofs lacks nothing
	rareShare           = 0.25 // so many posts about the main topic are not few
	fewPosts            = 4    // so many, and their share counts in full
	hardlySaid          = 0.6  // a qualifier that lacks more is missing
	saidOnce            = 0.5  // what is left of the rareness of what the creator says of itself
	thinOdds            = 3    // below, a topic is hardly proved
	unshown             = 0.3  // a manner that no text names: who names it once names it seldom
)

// note adds what is said of a topic: how far it is proved, and in which texts.
func (s *Signs) note(t *topicRun, main bool, l level, own ownWord) {
	odds := float64(leastOdds)
	if l > 0 {
		odds = max(leastOdds, min(mostOdds, (float64(l)-evenLevel)/stepsPerOdds))
	}
	lack, rare := max(0, min(1, (clearOdds-odds)/(clearOdds-leastOdds))), max(0, 1-own.share()/oftenShare)
	listed := len(t.proofs) > 0
	switch {
	case main:
		s.Proved, s.Silent, s.Profile = odds, float64(one(listed && !own.said)), float64(one(own.profile))
	case t.manner && own.exact == 0:
		s.Manner = max(s.Manner, unshown)
	case t.manner:
		s.Manner = max(s.Manner, rare)
	case listed:
		s.Qualifier = max(s.Qualifier, lack)
	case own.foreign: // it writes another language than the query, and cannot say its words
		s.Qualifier = max(s.Qualifier, saidOnce*max(lack, rare))
	case own.profile:
		s.Qualifier = max(s.Qualifier, lack, rare*saidOnce)
	default:
		s.Qualifier = max(s.Qualifier, lack, rare)
	}
	if own.narrow && (main || !t.manner) {
		s.Unsaid = max(s.Unsaid, 1-float64(own.alike)/2)
	}
}

// seldom notes how few of so many posts are about the main topic.
func (s *Signs) seldom(about, posts int) {
	read := min(1, float64(posts)/enoughPosts)
	s.Silent *= read * read // few say little
	if posts > 0 && s.Silent == 0 {
		s.Rare = max(0, 1-float64(about)/float64(posts)/rareShare) * min(1, float64(posts)/fewPosts)
	}
}

// Weights are the weights of signs, in log-odds: None of them for a match, Proved for each step,
// and what the others take away; Thin is of a topic that is hardly proved, Missing of a qualifier
// of which hardly anything is said.
type Weights struct{ None, Proved, Profile, Thin, Silent, Rare, Qualifier, Missing, Unsaid, Manner float64 }

// whole and partial are the weights that TestFit of service/quality finds: of those who show all
// that is asked for, and of the others.
var (
	whole   = Weights{None: 1.29, Proved: 0.14, Profile: 0.25, Thin: 0.31, Silent: 1.6, Rare: 0.51, Qualifier: 1.35, Missing: 1.01, Unsaid: 1.59, Manner: 2.9}
	partial = Weights{None: -1.4, Proved: 0.12, Profile: 0.67, Silent: 0.8, Rare: 1.96, Missing: 1.12, Unsaid: 0.21, Manner: 0.69}
)

// Sure is the probability that a match is right.
func (s Signs) Sure() float64 {
	if s.Partial {
		return partial.Sure(s)
	}
	return whole.Sure(s)
}

// Thin is how far the main topic is hardly proved.
func (s Signs) Thin() float64 { return max(0, min(1, 1-s.Proved/thinOdds)) }

// Missing is how far hardly anything is said of a qualifier.
func (s Signs) Missing() float64 { return max(0, (s.Qualifier-hardlySaid)/(1-hardlySaid)) }

// Sure is the probability by some weights.
func (w Weights) Sure(s Signs) float64 {
	against := w.Thin*s.Thin() + w.Silent*s.Silent + w.Rare*s.Rare + w.Qualifier*s.Qualifier + w.Missing*s.Missing() + w.Unsaid*s.Unsaid + w.Manner*s.Manner
	return 1 / (1 + math.Exp(against-w.None-w.Proved*s.Proved-w.Profile*s.Profile))
}

// confidence returns the probability that a creator is about what was asked. It is below
// sureLine for weak matches, and for no other.
func (r *run) confidence(k ranked) float64 {
	sure := r.sure(k)
	if k.low {
		sure = min(sure, sureLine-0.01)
	} else {
		sure = max(sure, sureLine)
	}
	return math.Round(100*sure) / 100
}

func (r *run) sure(k ranked) float64 {
	c := k.textScore
	switch {
	case c.name >= 1:
		return 0.98
	case len(r.topics) == 0:
		return 0.9
	}
	return max(c.signs.Sure(), float64(c.name)*0.6)
}

// Sure tells of some creators how likely each is to be about what a query asks for, whether it
// meets its conditions or not. Whom the index does not have is left out.
func (s *Segments) Sure(q Query, ids []string) map[string]float64 {
	on := scratches.Get().(*scratch)
	defer scratches.Put(on)
	out := map[string]float64{}
	for _, r := range s.inquire(q, on).runs {
		block := -1
		for _, d := range r.x.docsOf(ids) {
			if b := int(d / blockDocs); b != block {
				block = b
				r.readProofs(b)
			}
			c := r.scoreTexts(d)
			c.name, c.signs.Partial = r.named[d], r.partial(&c)
			out[r.x.id(d)] = r.sure(ranked{textScore: c})
		}
	}
	return out
}

// readProofs notes how far the creators of a block prove each topic.
func (r *run) readProofs(b int) {
	first := uint32(b) * blockDocs
	for n := range r.topics {
		r.topics[n].said.reset()
		r.topics[n].readProofs(first, min(first+blockDocs, uint32(r.x.Len())))
	}
}

// docsOf are the living creators of these ids, in their order.
func (x *Index) docsOf(ids []string) (out []uint32) {
	heads := make(bitset, 1<<10)
	for _, id := range ids {
		heads.set(headOfID(idBytes(id)))
	}
	for d, id := range x.ids {
		if d := uint32(d); heads.has(headOfID(id)) && !x.isDead(d) && slices.Contains(ids, x.id(d)) {
			out = append(out, d)
		}
	}
	return out
}

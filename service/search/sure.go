package search

import (
	"math"
)

// Signs are what speaks for a match and against it, by kind. All but Proved and Profile count
// against it, from 0 to 1.
type Signs struct {
	Proved    float64 // log-odds that the creator is about the main topic, from -4 to 8
	Silent    float64 // it is known for the main topic, and so many posts of it say no word of it
	Qualifier float64 // how little is said of what else is asked for
	Manner    float64 // in how few of the texts it is shown as asked for
	Profile   float64 // it says the main topic of itself
	Partial   bool    // something of what is asked for is not shown
}

const (
	leastOdds, mostOdds = -4, 8
	clearOdds           = 2   // from here on a qualifier lacks nothing
	oftenShare          = 0.5 // so many texts, and what has no proofs lacks nothing
)

// note adds what is said of a topic: how far it is proved, and by which share of the texts in
// words of the query itself.
func (s *Signs) note(t *topicRun, main bool, l level, own ownWord, share float64) {
	odds := float64(leastOdds)
	if l > 0 {
		odds = max(leastOdds, min(mostOdds, (float64(l)-evenLevel)/stepsPerOdds))
	}
	lack, rare := max(0, min(1, (clearOdds-odds)/(clearOdds-leastOdds))), max(0, 1-share/oftenShare)
	listed := len(t.proofs) > 0
	switch {
	case main:
		s.Proved, s.Silent, s.Profile = odds, float64(one(listed && !own.said)), float64(one(own.profile))
	case t.manner:
		s.Manner = max(s.Manner, rare)
	case listed:
		s.Qualifier = max(s.Qualifier, lack)
	default:
		s.Qualifier = max(s.Qualifier, lack, rare)
	}
}

// Weights are what signs weigh, in log-odds: None of them for a match, Proved for each step and
// Profile for it, and what the others take away.
type Weights struct{ None, Proved, Profile, Silent, Qualifier, Manner float64 }

// whole and partial are the weights that TestFit of service/quality finds: of those who show all
// that is asked for, and of the others.
var (
	whole   = Weights{None: 0.32, Proved: 0.33, Profile: 0.46, Silent: 1.63, Qualifier: 1.72, Manner: 1.80}
	partial = Weights{None: -1.88, Proved: 0.08, Profile: 0.45, Silent: 0.8}
)

// Sure is the probability that a match is right.
func (s Signs) Sure() float64 {
	if s.Partial {
		return partial.Sure(s)
	}
	return whole.Sure(s)
}

// Sure is the probability by some weights.
func (w Weights) Sure(s Signs) float64 {
	return 1 / (1 + math.Exp(-w.None-w.Proved*s.Proved-w.Profile*s.Profile+w.Silent*s.Silent+w.Qualifier*s.Qualifier+w.Manner*s.Manner))
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

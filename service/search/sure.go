package search

import (
	"math"
	"math/bits"
)

// Signs are what speaks for a match and against it, by kind. All but Proved count against it,
// from 0 to 1.
type Signs struct {
	Proved    float64 // log-odds that the creator is about the main topic, from -4 to 8
	Unlisted  float64 // no table has the main topic: only its own word can prove it
	Silent    float64 // it is known for the main topic, and so many posts of it say no word of it
	Qualifier float64 // how little is said of what else is asked for
	Manner    float64 // in how few of the texts it is shown as asked for
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
		s.Proved, s.Unlisted, s.Silent = odds, float64(one(!listed)), float64(one(listed && !own.said))
	case t.manner:
		s.Manner = max(s.Manner, rare)
	case listed:
		s.Qualifier = max(s.Qualifier, lack)
	default:
		s.Qualifier = max(s.Qualifier, lack, rare)
	}
}

// Weights are what signs weigh, in log-odds: None of them for a match, Proved for each step, and
// what the others take away.
type Weights struct{ None, Proved, Unlisted, Silent, Qualifier, Manner float64 }

// fitted are the weights that TestFit of service/quality finds.
var fitted = Weights{None: 0.57, Proved: 0.20, Unlisted: 0.23, Silent: 1.65, Qualifier: 1.05, Manner: 0.91}

// Sure is the probability that a match above the line is right.
func (w Weights) Sure(s Signs) float64 {
	return 1 / (1 + math.Exp(-w.None-w.Proved*s.Proved+w.Unlisted*s.Unlisted+w.Silent*s.Silent+w.Qualifier*s.Qualifier+w.Manner*s.Manner))
}

// confidence is how sure it is that a creator is about what was asked. It is below
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
	sure := mannerSure
	switch covered := float64(bits.OnesCount16(c.mask)) / float64(len(r.topics)); {
	case r.main >= 0 && !k.low:
		sure = fitted.Sure(c.signs)
	case r.main >= 0:
		sure = calibrated(c.main.sure()) * (0.7 + 0.3*covered)
	}
	return max(sure, float64(c.name)*0.6)
}

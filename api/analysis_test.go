package api

import "testing"

// A good match is told with no more confidence than its score has.
func TestAMatchIsToldAsSureAsItIs(t *testing.T) {
	for want, m := range map[string]BriefMatch{
		"good":         {Score: MatchSureFrom, Decision: DecisionGood},
		"likely good":  {Score: MatchSureFrom - 0.01, Decision: DecisionGood},
		"perhaps good": {Score: MatchLikelyFrom - 0.01, Decision: DecisionGood},
		"neutral":      {Score: 0.19, Decision: DecisionNeutral},
		"avoid":        {Score: 0.01, Decision: DecisionAvoid},
	} {
		if got := m.Word(); got != want {
			t.Errorf("%+v is told as %q, not %q", m, got, want)
		}
	}
	if got := (BriefMatch{Score: MatchLikelyFrom, Decision: DecisionGood}).Word(); got != "likely good" {
		t.Errorf("more right than wrong: %q", got)
	}
}

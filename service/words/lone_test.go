package words

import "testing"

// A word that falls away beside others is asked for where it is all there is; words
// for creators ask for anybody.
func TestALoneFillerIsATopic(t *testing.T) {
	for query, topics := range map[string]int{"Freunde": 1, "produits": 1, "candidates": 1, "product": 1, "people": 0, "creators": 0, "the": 0, "gute Freunde": 0} {
		if m := Understand(query); len(m.Topics) != topics || m.Interpretation().Narrows() != (topics > 0) {
			t.Errorf("%q: %v", query, m.Topics)
		}
	}
}

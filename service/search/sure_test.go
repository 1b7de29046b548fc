package search

import (
	"math"
	"testing"
)

// Sure tells of those that it is asked about what a search for the same tells, below its line
// as above it, and of nobody whom the index does not have.
func TestSureIsWhatASearchTells(t *testing.T) {
	x := company(t)
	told := 0
	for _, query := range []string{"knitting", "coffee", "cooking", "running", "vegan cooking"} {
		var ids []string
		hits := x.Search(Query{Text: query, Limit: 100, Now: testNow}).Hits
		for _, h := range hits {
			ids = append(ids, h.ID)
		}
		sure := x.Sure(Query{Text: query, Now: testNow}, append(ids, "00000000-0000-4000-8000-00000000dead"))
		if len(sure) != len(ids) {
			t.Errorf("%s: %d of %d are told", query, len(sure), len(ids))
		}
		for _, h := range hits {
			got := math.Round(100*sure[h.ID]) / 100
			if h.Low && got >= sureLine && h.May == "" && !h.Signs.Partial || !h.Low && got != h.Confidence {
				t.Errorf("%s, %s: %v, and the search says %v", query, h.ID, got, h.Confidence)
			}
			told++
		}
	}
	if told < 5 {
		t.Errorf("only %d are told of", told)
	}
}

package plan_test

import (
	"fmt"
	"math"
	"testing"

	"greenroom/client/plan"
)

// Weights rank creators; a rank that a quarter of a weight turns round says so, equals share
// one, and what is not known makes a rank unsure and is never told as the least.
func TestWeightsRankCreators(t *testing.T) {
	unknown := math.NaN()
	for name, of := range map[string]struct {
		all  []plan.Criterion
		want string
	}{
		"one criterion":     {[]plan.Criterion{{1, []float64{10, 30, 20}}}, "3 0.00 3-3|1 1.00 1-1|2 0.50 2-2|"},
		"far apart":         {[]plan.Criterion{{3, []float64{0, 100}}, {1, []float64{9, 1}}}, "2 0.25 2-2|1 0.75 1-1|"},
		"a quarter decides": {[]plan.Criterion{{5, []float64{0, 100}}, {4, []float64{9, 1}}}, "2 0.44 1-2|1 0.56 1-2|"},
		"equals":            {[]plan.Criterion{{2, []float64{5, 5, 1}}}, "1 1.00 1-1|1 1.00 1-1|3 0.00 3-3|"},
		"all alike":         {[]plan.Criterion{{2, []float64{5, 5}}}, "1 0.50 1-1|1 0.50 1-1|"},
		"not known":         {[]plan.Criterion{{1, []float64{10, unknown, 30}}}, "3 0.00 2-3|2 0.50 1-2|1 1.00 1-1|"},
	} {
		got := ""
		for _, s := range plan.Rate(len(of.all[0].Values), of.all) {
			got += fmt.Sprintf("%d %.2f %d-%d|", s.Rank, s.Score, s.Best, s.Worst)
		}
		if got != of.want {
			t.Errorf("%s: %s, want %s", name, got, of.want)
		}
	}
}

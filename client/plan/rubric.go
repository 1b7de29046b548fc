package plan

import (
	"math"
	"slices"
)

// Criterion is a row of numbers, the more the better, with its weight. NaN is not known.
type Criterion struct {
	Weight float64
	Values []float64 // of each creator
}

// Standing ranks a creator: the share of the points that can be reached, from 0 to 1, and
// the rank, from 1 on. Best and Worst bound the rank where a weight moves by a quarter, or
// where unknown values are the best or the worst there is. Unknown counts the criteria of
// which nothing is known.
type Standing struct {
	Score             float64
	Rank, Best, Worst int
	Unknown           int
}

// Stable says whether small changes leave the rank as it is.
func (s Standing) Stable() bool { return s.Best == s.Worst }

// weightMoves is by how much weights are moved.
const weightMoves = 0.25

// Rate ranks n creators. Each criterion counts from 0 for the least of them to 1 for the most;
// what is not known counts as the middle. Of equals each has the same rank.
func Rate(n int, all []Criterion) []Standing {
	out := make([]Standing, n)
	for i, s := range scores(n, all, 0.5, -1, 0) {
		out[i].Score = s
		for _, c := range all {
			if math.IsNaN(c.Values[i]) {
				out[i].Unknown++
			}
		}
	}
	for i, r := range ranks(scores(n, all, 0.5, -1, 0)) {
		out[i].Rank, out[i].Best, out[i].Worst = r, r, r
	}
	seen := func(i, rank int) {
		out[i].Best, out[i].Worst = min(out[i].Best, rank), max(out[i].Worst, rank)
	}
	for k := range all {
		for _, by := range []float64{1 - weightMoves, 1 + weightMoves} {
			for i, r := range ranks(scores(n, all, 0.5, k, by)) {
				seen(i, r)
			}
		}
	}
	if slices.ContainsFunc(out, func(s Standing) bool { return s.Unknown > 0 }) {
		low, high := scores(n, all, 0, -1, 0), scores(n, all, 1, -1, 0)
		for i := range out {
			seen(i, rankAmong(high[i], low, i))
			seen(i, rankAmong(low[i], high, i))
		}
	}
	return out
}

// scores are the shares where what is not known counts as given, and the weight of one
// criterion is moved; -1 is none.
func scores(n int, all []Criterion, unknown float64, moved int, by float64) []float64 {
	sums, whole := make([]float64, n), 0.0
	for k, c := range all {
		w := c.Weight
		if k == moved {
			w *= by
		}
		whole += w
		least, most := math.Inf(1), math.Inf(-1)
		for _, v := range c.Values {
			if !math.IsNaN(v) {
				least, most = min(least, v), max(most, v)
			}
		}
		for i, v := range c.Values {
			switch {
			case math.IsNaN(v):
				sums[i] += w * unknown
			case most > least:
				sums[i] += w * (v - least) / (most - least)
			default:
				sums[i] += w * 0.5
			}
		}
	}
	for i := range sums {
		if whole > 0 {
			sums[i] /= whole
		}
	}
	return sums
}

func ranks(scores []float64) []int {
	out := make([]int, len(scores))
	for i, s := range scores {
		out[i] = rankAmong(s, scores, i)
	}
	return out
}

// rankAmong is the rank of a score among those of the others.
func rankAmong(score float64, of []float64, self int) int {
	rank := 1
	for i, o := range of {
		if i != self && o > score+1e-9 {
			rank++
		}
	}
	return rank
}

package plan

import (
	"cmp"
	"slices"
)

// assign pairs columns with fields, the best score of all first. The answer is the field of
// each column, -1 for none; a score of 0 is never paired.
func assign(scores [][]float64) []int {
	type pair struct{ column, field int }
	var pairs []pair
	fields := make([]int, len(scores))
	for i, row := range scores {
		fields[i] = -1
		for j, score := range row {
			if score > 0 {
				pairs = append(pairs, pair{i, j})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(scores[b.column][b.field], scores[a.column][a.field]) })
	taken := map[int]bool{}
	for _, p := range pairs {
		if fields[p.column] < 0 && !taken[p.field] {
			fields[p.column], taken[p.field] = p.field, true
		}
	}
	return fields
}

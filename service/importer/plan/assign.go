package plan

import "math"

// assign pairs columns with fields so that the sum of scores is the largest there
// is (the Hungarian method, by shortest augmenting paths). The answer is the field
// of each column, -1 for none; a score of 0 is never paired.
func assign(scores [][]float64) []int {
	n := len(scores)
	if n == 0 {
		return nil
	}
	// Each column has a field of its own that means none, so there is always a pairing.
	m := len(scores[0]) + n
	cost := func(i, j int) float64 {
		if j < len(scores[i]) && scores[i][j] > 0 {
			return -scores[i][j]
		}
		if j == len(scores[i])+i {
			return 0
		}
		return 1e6
	}
	u, v := make([]float64, n+1), make([]float64, m+1)
	owner, way := make([]int, m+1), make([]int, m+1)
	for i := 1; i <= n; i++ {
		owner[0] = i
		at := 0
		least, used := make([]float64, m+1), make([]bool, m+1)
		for j := range least {
			least[j] = math.Inf(1)
		}
		for owner[at] != 0 {
			used[at] = true
			row, delta, next := owner[at], math.Inf(1), 0
			for j := 1; j <= m; j++ {
				if used[j] {
					continue
				}
				if reduced := cost(row-1, j-1) - u[row] - v[j]; reduced < least[j] {
					least[j], way[j] = reduced, at
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := range used {
				if used[j] {
					u[owner[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			owner[at] = owner[way[at]]
			at = way[at]
		}
	}
	fields := make([]int, n)
	for j := 1; j <= m; j++ {
		if i := owner[j]; i > 0 {
			if fields[i-1] = j - 1; j-1 >= len(scores[i-1]) {
				fields[i-1] = -1
			}
		}
	}
	return fields
}

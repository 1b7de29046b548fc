package widget

import (
	"math"
	"slices"
)

// Fences are the bounds beyond which a value is an outlier: three interquartile
// ranges from the quartiles. Fewer than five values have none.
func Fences(values []float64) (low, high float64) {
	known := make([]float64, 0, len(values))
	for _, v := range values {
		if !math.IsNaN(v) {
			known = append(known, v)
		}
	}
	if len(known) < 5 {
		return math.Inf(-1), math.Inf(1)
	}
	slices.Sort(known)
	q1, q3 := quantile(known, 0.25), quantile(known, 0.75)
	reach := 3 * (q3 - q1)
	return q1 - reach, q3 + reach
}

// quantile interpolates in sorted values.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

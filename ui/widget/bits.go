package widget

import (
	"math"
	"slices"

	"charm.land/bubbles/v2/spinner"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Gauge draws the rest of a budget in w cells, ▮▮▮▯: left of all. It shows a full cell
// only where all of it is there, and at least one while anything is.
func Gauge(w int, left, all int64) text.Text {
	if w <= 0 {
		return text.Text{}
	}
	full := 0
	if all > 0 && left > 0 {
		full = max(1, int(float64(min(left, all))/float64(all)*float64(w)))
	}
	cells := make([]byte, 0, 64)
	for i := range w {
		if i < full {
			cells = append(cells, "▮"...)
		} else {
			cells = append(cells, "▯"...)
		}
	}
	return text.Clean(string(cells))
}

// Spark draws values as a line of at most w bars ▁▂▃▄▅▆▇█, oldest first; more
// values than cells show the newest. NaN leaves a blank. Outliers, values beyond
// three interquartile ranges of the middle half, do not flatten the rest: they
// are drawn as ▲ or ▼ and styled.
func Spark(st *theme.Styles, w int, values []float64) []Run {
	if w <= 0 {
		return nil
	}
	if len(values) > w {
		values = values[len(values)-w:]
	}
	low, high := Fences(values)
	floor, roof := extent(values, low, high)
	var runs []Run
	for _, v := range values {
		g, style := sparkGlyph(v, floor, roof), st.Neutral
		switch {
		case v > high:
			g, style = '▲', st.Warn
		case v < low:
			g, style = '▼', st.Warn
		}
		runs = append(runs, Run{Text: text.Clean(string(g)), Style: style})
	}
	return runs
}

// Levels draws how often things happen as at most w bars from nothing up, oldest
// first; more counts than cells show the newest.
func Levels(w int, counts []float64) text.Text {
	if len(counts) > w {
		counts = counts[len(counts)-max(w, 0):]
	}
	most := 0.0
	for _, n := range counts {
		most = max(most, n)
	}
	bars := make([]rune, len(counts))
	for i, n := range counts {
		if bars[i] = ' '; n > 0 {
			bars[i] = sparkGlyph(n-most/8, 0, most)
		}
	}
	return text.Clean(string(bars))
}

func sparkGlyph(v, floor, roof float64) rune {
	if math.IsNaN(v) {
		return ' '
	}
	if roof <= floor {
		return '▄'
	}
	steps := []rune("▁▂▃▄▅▆▇█")
	at := (v - floor) / (roof - floor) * float64(len(steps))
	return steps[int(min(max(at, 0), float64(len(steps)-1)))]
}

// extent is the least and the greatest value within the fences.
func extent(values []float64, low, high float64) (floor, roof float64) {
	floor, roof = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v >= low && v <= high {
			floor, roof = min(floor, v), max(roof, v)
		}
	}
	return floor, roof
}

// Spinner is the frame of a spinner for a tick's number.
func Spinner(tick int) text.Text {
	frames := spinner.MiniDot.Frames
	n := len(frames)
	return text.Clean(frames[(tick%n+n)%n])
}

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
	q1, q3 := Quantile(known, 0.25), Quantile(known, 0.75)
	reach := 3 * (q3 - q1)
	return q1 - reach, q3 + reach
}

// Quantile returns the value below which a share of the sorted values lies, interpolated.
func Quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

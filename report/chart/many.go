package chart

import (
	"math"
	"slices"
	"strings"

	"greenroom/ui/widget"
)

// Among places one of many by a number: the marked ones have a name in the drawing.
func Among(all []Point, w Words) Chart {
	c := Chart{Kind: Strip, words: w, Series: slices.DeleteFunc(slices.Clone(all), func(p Point) bool { return !finite(p.Value) })}
	c.named(w)
	low, high := c.Extent()
	if c.Band != nil && high > low {
		for _, v := range []float64{low, c.Band.Median, high} {
			c.Ticks = append(c.Ticks, Tick{Point{Value: v}, w.Number(v)})
		}
	}
	return c
}

// Against is one number of many held against another, which spans tens: it is drawn by its
// logarithm. Who is marked, and who lies far outside, has a name.
func Against(all []Point, across, w Words) Chart {
	c := Chart{Kind: Cloud, words: w, across: across}
	c.Series = slices.DeleteFunc(slices.Clone(all), func(p Point) bool { return !(p.Across > 0) || !finite(p.Across) || !finite(p.Value) })
	c.named(w)
	if len(c.Series) == 0 {
		return c
	}
	sorted := valuesOf(c.Series, func(p Point) float64 { return p.Across })
	c.breadth = [3]float64{sorted[0], widget.Quantile(sorted, 0.5), sorted[len(sorted)-1]}
	low, high := c.breadth[0], c.breadth[2]
	for ten := math.Pow(10, math.Floor(math.Log10(low))); ten <= high; ten *= 10 {
		for _, step := range []float64{1, 2, 5} {
			if v := ten * step; v >= low && v <= high {
				c.Ticks = append(c.Ticks, Tick{Point{Across: v}, across.Number(v)})
			}
		}
	}
	return c
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// named marks what the drawing names, and finds the middle and what lies far outside.
func (c *Chart) named(w Words) {
	values := valuesOf(c.Series, func(p Point) float64 { return p.Value })
	if len(values) >= Fewest {
		c.Band = &Band{Low: widget.Quantile(values, 0.25), Median: widget.Quantile(values, 0.5), High: widget.Quantile(values, 0.75)}
		c.Band.Label = w.Number(c.Band.Median)
	}
	low, high := widget.Fences(values)
	for _, p := range c.Series {
		beyond, label := 0, p.Name
		if c.Band != nil && p.Value > high {
			beyond = 1
		} else if c.Band != nil && p.Value < low {
			beyond = -1
		}
		if beyond != 0 {
			label = strings.TrimSpace(w.Number(p.Value) + " " + p.Name) // its place at the edge says nothing of it
		}
		if beyond != 0 || p.Marked {
			c.Marks = append(c.Marks, Mark{p, label, beyond})
		}
	}
}

func valuesOf(all []Point, of func(Point) float64) []float64 {
	values := make([]float64, len(all))
	for i, p := range all {
		values[i] = of(p)
	}
	slices.Sort(values)
	return values
}

// Middle is the median of what a cloud is held against.
func (c Chart) Middle() float64 { return c.breadth[1] }

// Share returns a point's position from the left: 0 to 1.
func (c Chart) Share(p Point) float64 {
	from, to, at := 0.0, 0.0, 0.0
	switch c.Kind {
	case Strip:
		from, to = c.Extent()
		at = p.Value
	case Cloud:
		from, to, at = math.Log(c.breadth[0]), math.Log(c.breadth[2]), math.Log(p.Across)
	default:
		begin, end := c.Span()
		if c.Kind == Bars && !end.IsZero() {
			end = end.Add(week)
		}
		to, at = float64(end.Sub(begin)), float64(p.At.Sub(begin))
	}
	if to <= from {
		return 0.5
	}
	return min(1, max(0, (at-from)/(to-from)))
}

// Ranks tells how two numbers of many go together, by the order of each: 1 as one, -1
// against each other (Spearman).
func (c Chart) Ranks() float64 {
	a := ranked(c.Series, func(p Point) float64 { return p.Across })
	b := ranked(c.Series, func(p Point) float64 { return p.Value })
	mean := float64(len(a)+1) / 2
	both, first, second := 0.0, 0.0, 0.0
	for i := range a {
		both += (a[i] - mean) * (b[i] - mean)
		first += (a[i] - mean) * (a[i] - mean)
		second += (b[i] - mean) * (b[i] - mean)
	}
	if first == 0 || second == 0 {
		return 0
	}
	return both / math.Sqrt(first*second)
}

// ranked are the places of points by a number, from 1; those of the same number share the
// middle of theirs.
func ranked(all []Point, of func(Point) float64) []float64 {
	sorted := valuesOf(all, of)
	out := make([]float64, len(all))
	for i, p := range all {
		from, _ := slices.BinarySearch(sorted, of(p))
		to := from
		for to < len(sorted) && sorted[to] == of(p) {
			to++
		}
		out[i] = float64(from+to+1) / 2
	}
	return out
}

// Package chart is the few drawings of a report as values: what is drawn, what is
// marked, where nobody looked, and the sentence that tells the same. Pens draw them:
// SVG for pages, Cells for terminals. It knows no language and no list: numbers and days are put into words by
// who asks for a chart.
package chart

import (
	"math"
	"slices"
	"time"

	"greenroom/internal/each"
)

// Kind names a kind of chart.
type Kind string

// The kinds: a value over time, one value for each post, how many a week; and many by one
// number, or by two.
const (
	Line  Kind = "line"
	Dots  Kind = "dots"
	Bars  Kind = "bars"
	Strip Kind = "strip"
	Cloud Kind = "cloud"
)

// Fewest is the least number of values that have a middle: fewer are drawn as they are,
// without band, median and outliers.
const Fewest = 8

// Point is a value at a moment, or that of somebody, who may be marked. Across is what a
// cloud holds it against.
type Point struct {
	At     time.Time `json:"at"`
	Value  float64   `json:"value"`
	Across float64   `json:"across,omitempty"`
	Name   string    `json:"name,omitempty"`
	Marked bool      `json:"marked,omitempty"`
}

// Mark is a point with words beside it. Beyond says that it lies outside of what is drawn:
// 1 above, -1 below.
type Mark struct {
	Point
	Label  string `json:"label"`
	Beyond int    `json:"beyond,omitempty"`
}

// Gap is a time in which nobody looked, or nothing was posted.
type Gap struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// Band is the middle half of values, and their median.
type Band struct {
	Low    float64 `json:"low"`
	Median float64 `json:"median"`
	High   float64 `json:"high"`
	Label  string  `json:"label"`
}

// Tick is a day, or a number, with its name below the drawing.
type Tick struct {
	Point
	Name string
}

// Chart is one drawing. Without a series there is nothing to draw, and Sentence says why.
type Chart struct {
	Kind     Kind    `json:"kind"`
	Title    string  `json:"title"`
	Sentence string  `json:"sentence"`
	Series   []Point `json:"series"`
	Marks    []Mark  `json:"marks,omitempty"`
	Gaps     []Gap   `json:"gaps,omitempty"`
	Band     *Band   `json:"band,omitempty"`
	Ticks    []Tick  `json:"-"`
	words    Words
	across   Words
	breadth  [3]float64 // of what a cloud is held against: the least, the middle, the most
	// Until is up to when posts are counted, of Bars.
	Until time.Time `json:"until,omitzero"`
}

// Words name numbers and moments in a language.
type Words interface {
	Number(v float64) string
	Month(at time.Time) string
}

// Times: from when on two looks at an account leave a gap between them, how far back weeks
// are counted, and how many names of months find room.
const (
	gapFrom   = 60 * 24 * time.Hour
	week      = 7 * 24 * time.Hour
	mostWeeks = 52
	mostTicks = 7
)

// Over is a value over time: each look is a point, the first and the last are marked.
func Over(looks []Point, w Words) Chart {
	c := Chart{Kind: Line, Series: inOrder(looks), words: w}
	for i, p := range c.Series {
		if i == 0 || i == len(c.Series)-1 {
			c.Marks = append(c.Marks, Mark{Point: p, Label: w.Number(p.Value)})
		}
		if i > 0 && p.At.Sub(c.Series[i-1].At) > gapFrom {
			c.Gaps = append(c.Gaps, Gap{c.Series[i-1].At, p.At})
		}
	}
	c.ticks(w)
	return c
}

// Each is a value for each post, with the middle half and the median where there are enough.
// Outliers are marked and drawn at the edge.
func Each(posts []Point, w Words) Chart {
	c := Chart{Kind: Dots, Series: inOrder(posts), words: w}
	c.ticks(w)
	c.named(w)
	return c
}

// Weekly counts the posts of each week, up to the moment they were looked at. A week
// without any is a gap, and a point of nought. Weeks begin on Monday.
func Weekly(posts []time.Time, seen time.Time, w Words) Chart {
	c := Chart{Kind: Bars, Until: seen, words: w}
	if len(posts) == 0 {
		return c
	}
	count := map[time.Time]float64{}
	first, last := monday(slices.MinFunc(posts, time.Time.Compare)), monday(seen)
	for _, at := range posts {
		count[monday(at)]++
	}
	if earliest := last.Add(-(mostWeeks - 1) * week); first.Before(earliest) {
		first = earliest
	}
	for at := first; !at.After(last); at = at.Add(week) {
		c.Series = append(c.Series, Point{At: at, Value: count[at]})
		switch n := len(c.Gaps); {
		case count[at] > 0:
		case n > 0 && c.Gaps[n-1].To.Equal(at):
			c.Gaps[n-1].To = at.Add(week)
		default:
			c.Gaps = append(c.Gaps, Gap{at, at.Add(week)})
		}
	}
	c.ticks(w)
	return c
}

func monday(at time.Time) time.Time {
	day := at.UTC().Truncate(24 * time.Hour)
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}

func inOrder(all []Point) []Point {
	all = slices.DeleteFunc(slices.Clone(all), func(p Point) bool { return !finite(p.Value) || p.At.IsZero() })
	slices.SortStableFunc(all, func(a, b Point) int { return a.At.Compare(b.At) })
	return all
}

// Number is a value of the chart in words.
func (c Chart) Number(v float64) string { return c.words.Number(v) }

// Numbers are those of a point in words.
func (c Chart) Numbers(p Point) string {
	if c.Kind == Cloud {
		return c.across.Number(p.Across) + " · " + c.Number(p.Value)
	}
	return c.Number(p.Value)
}

// Axes names what stands at the sides of a drawing: its values, and the days or numbers
// below it.
func (c Chart) Axes() (side, below []string) {
	if !c.Drawn() {
		return nil, nil
	}
	if low, high := c.Extent(); c.Kind != Strip && c.Kind != Line {
		side = []string{c.Number(low), c.Number(high)}
	}
	if c.Band != nil {
		side = append(side, c.Band.Label)
	}
	return side, each.Of(c.Ticks, func(t Tick) string { return t.Name })
}

// Span is from when to when a chart goes; both are zero where it is empty.
func (c Chart) Span() (from, to time.Time) {
	if len(c.Series) == 0 {
		return from, to
	}
	return c.Series[0].At, c.Series[len(c.Series)-1].At
}

// Drawn says whether a drawing tells more than its sentence: a single look does not.
func (c Chart) Drawn() bool { return len(c.Series) > 1 || len(c.Series) == 1 && c.Kind != Line }

// Beyond says whether a point is drawn at the edge.
func (c Chart) Beyond(p Point) int {
	for _, m := range c.Marks {
		if m.Point == p {
			return m.Beyond
		}
	}
	return 0
}

// Extent is the least and the most that is drawn: outliers are not in it.
func (c Chart) Extent() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, p := range c.Series {
		if c.Beyond(p) == 0 {
			low, high = min(low, p.Value), max(high, p.Value)
		}
	}
	if c.Kind == Bars {
		low = 0
	}
	if b := c.Band; b != nil {
		low, high = min(low, b.Low), max(high, b.High)
	}
	return low, high
}

// ticks name the first day of months, fewer of them where there are many.
func (c *Chart) ticks(w Words) {
	from, to := c.Span()
	if from.IsZero() {
		return
	}
	var all []Tick
	for at := time.Date(from.Year(), from.Month(), 1, 0, 0, 0, 0, time.UTC); !at.After(to); at = at.AddDate(0, 1, 0) {
		if !at.Before(from) {
			all = append(all, Tick{Point{At: at}, w.Month(at)})
		}
	}
	step := len(all)/mostTicks + 1
	for i := 0; i < len(all); i += step {
		c.Ticks = append(c.Ticks, all[i])
	}
}

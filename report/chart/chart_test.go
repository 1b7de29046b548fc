package chart_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"greenroom/report/chart"
)

type words struct{}

func (words) Number(v float64) string   { return fmt.Sprintf("%g", v) }
func (words) Month(at time.Time) string { return at.Format("Jan") }

func day(n int) time.Time { return time.Date(2026, 1, n, 12, 0, 0, 0, time.UTC) }

func points(values ...float64) (all []chart.Point) {
	for i, v := range values {
		all = append(all, chart.Point{At: day(1 + 3*i), Value: v})
	}
	return all
}

// A value over time is in order, marks its ends, and leaves a gap where nobody looked for
// two months; what is no number is not drawn.
func TestALineHasItsEndsAndGaps(t *testing.T) {
	in := []chart.Point{{At: day(100), Value: 30}, {At: day(1), Value: 10}, {At: day(20), Value: 20}, {At: day(21), Value: math.NaN()}, {Value: 9}}
	c := chart.Over(in, words{})
	if len(c.Series) != 3 || c.Series[0].Value != 10 || len(c.Marks) != 2 || c.Marks[0].Label != "10" || c.Marks[1].Label != "30" {
		t.Errorf("%+v", c)
	}
	if len(c.Gaps) != 1 || !c.Gaps[0].From.Equal(day(20)) || !c.Gaps[0].To.Equal(day(100)) {
		t.Errorf("gaps %v", c.Gaps)
	}
	if one := chart.Over(in[:1], words{}); len(one.Marks) != 1 || len(one.Gaps) != 0 {
		t.Errorf("one look: %+v", one)
	}
}

// Fewer than eight posts have no median and no outlier; of eight and more an outlier stands
// at the edge and does not stretch the drawing.
func TestFewPostsHaveNoMiddle(t *testing.T) {
	if c := chart.Each(points(1, 2, 3, 4, 5, 6, 90), words{}); c.Band != nil || len(c.Marks) != 0 {
		t.Errorf("seven posts: %+v", c)
	}
	c := chart.Each(points(4, 3, 5, 4, 3, 5, 4, 90, 4), words{})
	if c.Band == nil || c.Band.Median != 4 || len(c.Marks) != 1 || c.Marks[0].Beyond != 1 || c.Marks[0].Label != "90" {
		t.Fatalf("%+v", c)
	}
	if _, high := c.Extent(); high != 5 {
		t.Errorf("it is drawn up to %g", high)
	}
}

// Posts are counted by weeks that begin on Monday; silent weeks beside each other are one
// gap, also those up to the last look; no more than a year is counted.
func TestWeeksAreCounted(t *testing.T) {
	c := chart.Weekly([]time.Time{day(5), day(11), day(12), day(26)}, day(40), words{}) // 5 January 2026 is a Monday
	got := ""
	for _, p := range c.Series {
		got += fmt.Sprintf("%s %g ", p.At.Format("2.1."), p.Value)
	}
	if got != "5.1. 2 12.1. 1 19.1. 0 26.1. 1 2.2. 0 9.2. 0 " || len(c.Gaps) != 2 || !c.Gaps[1].To.Equal(day(47).Truncate(24*time.Hour)) {
		t.Errorf("%s, gaps %v", got, c.Gaps)
	}
	if low, _ := c.Extent(); low != 0 {
		t.Errorf("bars begin at %g", low)
	}
	if years := chart.Weekly([]time.Time{day(-900)}, day(1), words{}); len(years.Series) != 52 {
		t.Errorf("%d weeks", len(years.Series))
	}
	if none := chart.Weekly(nil, day(1), words{}); len(none.Series) != 0 || chart.SVG(none) != "" {
		t.Error("nothing is drawn of no posts")
	}
}

// Every drawing is well-formed, stays in its frame, and takes no word of others as its own.
func TestDrawingsAreWellFormed(t *testing.T) {
	hostile := chart.Over(points(1, 2), words{})
	hostile.Title, hostile.Marks[0].Label = `"><script>alert(1)</script>`, "<b>&"
	for name, c := range map[string]chart.Chart{
		"line": chart.Over(points(3, 1, 2), words{}), "one look": chart.Over(points(7), words{}), "level": chart.Over(points(5, 5, 5), words{}),
		"dots": chart.Each(points(4, 3, 5, 4, 3, 5, 4, 90, -80, 4), words{}), "weeks": chart.Weekly([]time.Time{day(1), day(90)}, day(120), words{}), "hostile": hostile,
	} {
		drawn := chart.SVG(c)
		d := xml.NewDecoder(strings.NewReader(drawn))
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v in %s", name, err, drawn)
			}
			if e, ok := tok.(xml.StartElement); ok {
				within(t, name, e)
			}
		}
		if strings.Contains(drawn, "NaN") || strings.Contains(drawn, "Inf") || strings.Contains(drawn, "<script") {
			t.Errorf("%s: %s", name, drawn)
		}
	}
}

func within(t *testing.T, name string, e xml.StartElement) {
	t.Helper()
	if e.Name.Local == "script" {
		t.Errorf("%s: a script", name)
	}
	for _, a := range e.Attr {
		most := map[string]float64{"cx": 560, "cy": 112, "x": 560, "y": 112}[a.Name.Local]
		var v float64
		if _, err := fmt.Sscan(a.Value, &v); most > 0 && err == nil && (v < 0 || v > most) {
			t.Errorf("%s: %s of %s is %g", name, a.Name.Local, e.Name.Local, v)
		}
	}
}

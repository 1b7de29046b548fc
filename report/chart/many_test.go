package chart

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

type plain struct{}

func (plain) Number(v float64) string { return fmt.Sprint(v) }
func (plain) Month(time.Time) string  { return "" }

func cloud(values ...float64) []Point {
	var all []Point
	for i, v := range values {
		all = append(all, Point{Value: v, Across: math.Pow(10, float64(i+3)), Name: fmt.Sprint("n", i), Marked: i == 2})
	}
	return all
}

// Who has ten times the followers stands as far to the right of the next as that of the one
// before; what has no logarithm, and no value, is nowhere.
func TestACloudIsHeldAgainstTens(t *testing.T) {
	all := append(cloud(5, 4, 3), Point{Value: 1}, Point{Value: math.NaN(), Across: 10})
	c := Against(all, plain{}, plain{})
	if len(c.Series) != 3 || c.Share(c.Series[0]) != 0 || math.Abs(c.Share(c.Series[1])-0.5) > 1e-9 || c.Share(c.Series[2]) != 1 || c.Middle() != 1e4 {
		t.Errorf("%+v, %v %v", c.Series, c.Share(c.Series[1]), c.Middle())
	}
	if r := c.Ranks(); r != -1 {
		t.Errorf("ranks %v", r)
	}
	if c.Band != nil || len(c.Marks) != 1 || c.Marks[0].Label != "n2" {
		t.Errorf("%+v, %+v", c.Band, c.Marks)
	}
	if r := Against(cloud(4, 4, 4), plain{}, plain{}).Ranks(); r != 0 {
		t.Errorf("ranks of one value: %v", r)
	}
	if r := Against(cloud(1, 2, 2, 3), plain{}, plain{}).Ranks(); math.Abs(r-0.9487) > 1e-3 {
		t.Errorf("ranks with a tie: %v", r)
	}
}

// An outlier has its number and its name, and stretches nothing.
func TestOutliersOfManyStandAtTheEdge(t *testing.T) {
	for _, make := range []func([]Point) Chart{func(p []Point) Chart { return Among(p, plain{}) }, func(p []Point) Chart { return Against(p, plain{}, plain{}) }} {
		c := make(cloud(4, 5, 4, 5, 4, 5, 4, 5, 90))
		if _, high := c.Extent(); high != 5 || len(c.Marks) != 2 || c.Marks[1].Label != "90 n8" || c.Marks[1].Beyond != 1 || c.Share(c.Series[8]) != 1 {
			t.Errorf("%s: up to %v, marks %+v", c.Kind, high, c.Marks)
		}
	}
}

// However close they stand, each who is marked is seen: no name is written over a mark.
func TestEveryMarkIsSeenBesideItsName(t *testing.T) {
	var all []Point
	for i := range 60 {
		all = append(all, Point{Value: float64(i%7) + 1, Across: float64(2000 * (i + 1)), Name: fmt.Sprint("Somebody ", i), Marked: i > 52})
	}
	c := Against(all, plain{}, plain{})
	for w := 12; w < 130; w++ {
		seats := map[[2]int]bool{}
		lines := strings.Join(drawn(c, w, 16), "\n")
		for _, m := range c.Marks {
			seats[[2]int{int(c.Share(m.Point) * float64(w)), int(m.Value)}] = true
		}
		if got := strings.Count(lines, "◆"); got < len(seats)-1 {
			t.Fatalf("%d wide: %d marks of %d are seen:\n%s", w, got, len(seats), lines)
		}
	}
}

// One look, and one week, are told in a sentence; a drawing of them would show a dot alone.
func TestOneIsNotDrawnOnAPage(t *testing.T) {
	at := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	looks := []Point{{At: at, Value: 4}, {At: at.AddDate(0, 1, 0), Value: 5}}
	for n, drawn := range []bool{false, false, true} {
		if got := SVG(Over(looks[:n], plain{})); (got != "") != drawn {
			t.Errorf("of %d looks: %q", n, got)
		}
	}
}

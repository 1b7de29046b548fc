package chart

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"greenroom/ui/theme"
)

var day = time.Date(2025, 9, 1, 0, 0, 0, 0, time.UTC)

// seconds are numbers of a chart in words.
type seconds struct{}

func (seconds) Number(v float64) string {
	return strings.TrimSuffix(strings.TrimSuffix(time.Duration(v*1e9).String(), "s"), ".0")
}
func (seconds) Month(at time.Time) string { return at.Format("Jan") }

func drawn(c Chart, w, h int) []string {
	var out []string
	for _, l := range Cells(c, theme.None(), w, h) {
		out = append(out, ansi.Strip(l))
	}
	return out
}

// A rising line begins below and ends above; where nobody looked for long it is dashed.
func TestALineRisesWhereItsValuesDo(t *testing.T) {
	at := func(d int, v float64) Point { return Point{At: day.AddDate(0, 0, d), Value: v} }
	rows := drawn(Over([]Point{at(0, 10), at(30, 20)}, seconds{}), 60, 9)
	first, last := []rune(rows[7]), []rune(rows[0])
	if first[margin] == ' ' || last[len(last)-margin-1] == ' ' {
		t.Errorf("the ends are not in the corners:\n%s", strings.Join(rows, "\n"))
	}
	dots := func(rows []string) (n int) {
		for _, r := range strings.Join(rows, "") {
			if r > 0x2800 && r <= 0x28ff {
				n++
			}
		}
		return n
	}
	whole := drawn(Over([]Point{at(0, 10), at(50, 10)}, seconds{}), 60, 9)
	dashed := drawn(Over([]Point{at(0, 10), at(90, 10)}, seconds{}), 60, 9)
	if dots(dashed) >= dots(whole) {
		t.Errorf("a gap is drawn as if it were known:\n%s", strings.Join(dashed, "\n"))
	}
}

// Each post is seen, an outlier at the edge; each week has its column, a silent one a point.
func TestPostsAndWeeksAreSeen(t *testing.T) {
	var posts []Point
	var days []time.Time
	for i := range 10 {
		v := 4.0 + float64(i)/10
		if i == 4 {
			v = 90
		}
		posts = append(posts, Point{At: day.AddDate(0, 0, 3*i), Value: v})
		days = append(days, day.AddDate(0, 0, 14*i))
	}
	all := strings.Join(drawn(Each(posts, seconds{}), 120, 12), "\n")
	if strings.Count(all, "◉") != 9 || strings.Count(all, "△") != 1 || !strings.Contains(strings.Split(all, "\n")[0], "△") || !strings.Contains(all, "╌") {
		t.Errorf("\n%s", all)
	}
	c := Weekly(days, day.AddDate(0, 0, 130), seconds{})
	rows := drawn(c, 20+3*len(c.Series), 5)
	ground := rows[3]
	if full, silent := strings.Count(ground, "██")+strings.Count(ground, "█ "), strings.Count(ground, "┈"); full < 10 || silent == 0 {
		t.Errorf("%d and %d silent:\n%s", full, silent, strings.Join(rows, "\n"))
	}
}

// Posts far above and far below stand at their edges, and a page draws each where its day is.
func TestPostsFarOffAreMarkedAndDatedOnPages(t *testing.T) {
	var posts []Point
	for i, v := range []float64{4, 5, 4, 5, 4, 5, 4, 5, 40, -40} {
		posts = append(posts, Point{At: day.AddDate(0, 0, i), Value: v})
	}
	c := Each(posts, seconds{})
	if len(c.Marks) != 2 || c.Marks[0].Beyond != 1 || c.Marks[1].Beyond != -1 || c.Marks[0].Label != "40" {
		t.Fatalf("%+v", c.Marks)
	}
	svg := SVG(c)
	for _, want := range []string{`cx="12.0"`, `cx="388.4"`} { // the first day, and the eighth of ten
		if !strings.Contains(svg, want) {
			t.Errorf("no post at %s: %s", want, svg)
		}
	}
}

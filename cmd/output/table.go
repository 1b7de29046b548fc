package output

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/ui/text"
)

// widestCell is the most columns of the terminal that one cell is given.
const widestCell = 90

// Rows are cells that came from outside: cleaned, then set in columns
// by what they take on a terminal.
type Rows struct {
	rows [][]text.Text
}

// Add adds a row.
func (t *Rows) Add(cells ...string) {
	row := each.Of(cells, text.Clean)
	t.rows = append(t.rows, row)
}

// AddWrapped adds a row whose second cell runs over several lines.
func (t *Rows) AddWrapped(name, value string) {
	for i, line := range text.Clean(value).Wrap(widestCell) {
		if i > 0 {
			name = ""
		}
		t.rows = append(t.rows, []text.Text{text.Clean(name), line})
	}
}

// Write writes the rows.
func (t *Rows) Write(w io.Writer) {
	var widths []int
	for _, row := range t.rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], min(c.Width(), widestCell))
		}
	}
	for _, row := range t.rows {
		var line strings.Builder
		for i, c := range row {
			line.WriteString(c.Fit(widths[i]))
			line.WriteString("  ")
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// Sheet turns items of one type into a table: a head, and a row for each.
type Sheet[T any] struct {
	Head []string
	Row  func(T) []string
}

// Draw draws items under the head.
func (s Sheet[T]) Draw(w io.Writer, items []T) {
	var t Rows
	s.add(&t, items)
	t.Write(w)
}

// One draws one item.
func (s Sheet[T]) One(w io.Writer, item T) { s.Draw(w, []T{item}) }

// Summed is Draw with a last row.
func (s Sheet[T]) Summed(last func([]T) []string) func(io.Writer, []T) {
	return func(w io.Writer, items []T) {
		var t Rows
		s.add(&t, items)
		t.Add(last(items)...)
		t.Write(w)
	}
}

func (s Sheet[T]) add(t *Rows, items []T) {
	t.Add(s.Head...)
	for _, item := range items {
		t.Add(s.Row(item)...)
	}
}

// Some is a text that may be unknown.
func Some[T ~string](s *T) string {
	if s == nil {
		return text.Unknown.String()
	}
	return string(*s)
}

// Yes is a truth in a cell.
func Yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// Beginning is as much of a text as a row has room for.
func Beginning(s *string) string {
	if s == nil {
		return ""
	}
	return text.Clean(*s).Truncate(60, text.Ellipsis).String()
}

// Moment is a time in a cell, - where there is none.
func Moment(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format(time.DateTime)
}

// Or is a text, - where there is none.
func Or(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// Amount is credits in a cell, - where there are none.
func Amount(c *api.Credits) string {
	if c == nil {
		return "-"
	}
	return c.String()
}

// Size is a size for people.
func Size(n int64) string {
	for _, u := range []struct {
		name string
		size int64
	}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}} {
		if n >= u.size {
			return strconv.FormatFloat(math.Round(float64(n)/float64(u.size)*10)/10, 'f', -1, 64) + " " + u.name
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

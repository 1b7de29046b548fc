// Package widget owns what screens are made of: tables, readers, inputs, menus,
// dialogs, tabs, gauges. A widget holds its own state (cursor, scroll, search),
// offers methods instead of keys, and draws itself with Render into exactly h
// lines of exactly w cells. It does no I/O, reads no clock and must not know
// creators, credits or screens.
//
// Render changes nothing that can be seen. Tables, menus and readers remember
// the size they were last drawn in, since paging and scrolling need it.
package widget

import (
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Align says on which side of its column a cell stands.
type Align int

// The sides.
const (
	Left Align = iota
	Right
)

// Order says how a column sorts the table, if it does.
type Order int

// The orders.
const (
	Unsorted Order = iota
	Ascending
	Descending
)

// Column describes one column. It is Min cells wide at least; columns with Flex
// share what is left, by weight, up to Max (0: no bound); columns without Flex
// get up to Max first. Where the Mins do not fit, columns drop out, the highest
// Priority first; Priority 0 stays.
type Column struct {
	Title    text.Text
	Min, Max int
	Flex     int
	Align    Align
	Priority int
	Sort     Order
}

// Cell is a cell of a column: Text, then More in its own style where room is left (a
// handle after a name). Hits are spans of Text to highlight.
type Cell struct {
	Text      text.Text
	Style     theme.Style
	More      text.Text
	MoreStyle theme.Style
	Hits      []text.Span
	Lead      Run // a sign before Text, which tells nothing
}

// Row is one row: a cell for each column, in order; missing cells are blank.
type Row struct {
	Cells  []Cell
	Marked bool
}

// Break is a line across the table before a row: "── weaker matches ──". Before
// == Len stands at the end.
type Break struct {
	Before int
	Label  text.Text
}

// Table shows rows that it asks for one by one, only those in view. Set Row and
// Columns, then SetLen. Breaks are sorted by Before. The zero cursor is row 0.
type Table struct {
	Columns []Column
	// Row gives row i. It may append its cells to buf and return them; they are
	// drawn before the next call.
	Row    func(i int, buf []Cell) Row
	Breaks []Break
	Empty  text.Text // shown instead of rows when there are none
	Bare   bool      // without header
	Blur   bool      // another pane has the keys: the row keeps its glyph only

	n, cursor, top int
	height         int // lines for rows when last drawn
	headed         bool
	buf            []byte
	cells          []Cell
	widths         []int
}

// SetLen tells how many rows there are; the cursor stays where it can.
func (t *Table) SetLen(n int) {
	t.n = max(0, n)
	t.SetCursor(t.cursor)
}

// Len is the number of rows.
func (t *Table) Len() int { return t.n }

// Cursor is the selected row; 0 also when there is none, so check Len.
func (t *Table) Cursor() int { return t.cursor }

// SetCursor selects row i, or the nearest there is, and brings it into view.
func (t *Table) SetCursor(i int) {
	t.cursor = min(max(i, 0), max(0, t.n-1))
	t.top = t.settled(t.height)
}

// Move moves the cursor by rows.
func (t *Table) Move(delta int) { t.SetCursor(t.cursor + delta) }

// Page moves the cursor by pages, keeping one row of the last in view.
func (t *Table) Page(delta int) { t.Move(delta * max(1, t.height-1)) }

// Half moves the cursor by half pages.
func (t *Table) Half(delta int) { t.Move(delta * max(1, t.height/2)) }

// Home selects the first row.
func (t *Table) Home() { t.SetCursor(0) }

// End selects the last row.
func (t *Table) End() { t.SetCursor(t.n - 1) }

// Scroll moves the view by lines, as a wheel does; the cursor is taken along
// only where it would leave the view.
func (t *Table) Scroll(lines int) {
	t.top = min(max(t.top+lines, 0), max(0, t.lines()-t.height))
	for t.cursor > 0 && t.lineOf(t.cursor) >= t.top+t.height && t.height > 0 {
		t.cursor--
	}
	for t.cursor < t.n-1 && t.lineOf(t.cursor) < t.top {
		t.cursor++
	}
}

// Near reports whether the cursor is within rows of the end: time for the next
// page.
func (t *Table) Near(rows int) bool { return t.cursor >= t.n-rows }

// Visible is the first row in view and the row after the last, as last drawn.
func (t *Table) Visible() (from, to int) {
	from, to = t.n, 0
	for l := t.top; l < t.top+t.height; l++ {
		if i, ok := t.rowAt(l); ok {
			from, to = min(from, i), i+1
		}
	}
	return min(from, to), to
}

// Click is the row drawn at line y of the last Render; false if none is there.
func (t *Table) Click(y int) (row int, ok bool) {
	if t.headed {
		y--
	}
	if y < 0 || y >= t.height {
		return 0, false
	}
	return t.rowAt(t.top + y)
}

// Header is the column whose title is drawn at a place on the screen, where the
// last Render was drawn in pane.
func (t *Table) Header(pane layout.Rect, x, y int) (column int, ok bool) {
	x -= pane.X + gutter
	if !t.headed || y != pane.Y || x < 0 {
		return 0, false
	}
	for i, w := range t.widths {
		if w < 0 {
			continue
		}
		if x < w {
			return i, true
		}
		x -= w + gap
	}
	return 0, false
}

// Drawn says whether a column had room in the last Render.
func (t *Table) Drawn(column int) bool { return column < len(t.widths) && t.widths[column] >= 0 }

// Line is the line of the selected row in the last Render; false without one.
func (t *Table) Line() (y int, ok bool) {
	y = t.lineOf(t.cursor) - t.top
	ok = t.n > 0 && y >= 0 && y < t.height
	if t.headed {
		y++
	}
	return y, ok
}

// Press selects the row at a place on the screen, where the last Render was drawn
// in pane. It says whether that row was selected already; ok is false if no row
// is there.
func (t *Table) Press(pane layout.Rect, x, y int) (again, ok bool) {
	row, ok := t.Click(y - pane.Y)
	if !ok || !pane.Contains(x, y) {
		return false, false
	}
	again = row == t.cursor
	t.SetCursor(row)
	return again, true
}

// At returns the item under a table's cursor in the list that it shows; nil without a row.
func At[T any](t *Table, list []T) *T {
	if t.cursor < len(list) {
		return &list[t.cursor]
	}
	return nil
}

// lines is the number of rows and breaks.
func (t *Table) lines() int { return t.n + t.breaksUpTo(t.n) }

func (t *Table) breaksUpTo(row int) int {
	for i, b := range t.Breaks {
		if b.Before > row {
			return i
		}
	}
	return len(t.Breaks)
}

func (t *Table) lineOf(row int) int { return row + t.breaksUpTo(row) }

// rowAt is the row on a line; false, and the number of the break, on a break or
// beyond the end.
func (t *Table) rowAt(line int) (int, bool) {
	for i, b := range t.Breaks {
		at := b.Before + i
		if line == at {
			return i, false
		}
		if line < at {
			return line - i, line-i >= 0 && line-i < t.n
		}
	}
	row := line - len(t.Breaks)
	return row, row >= 0 && row < t.n
}

// settled is the first line in view that keeps the cursor in a view of h lines.
func (t *Table) settled(h int) int {
	at := t.lineOf(t.cursor)
	top := t.top
	if h > 0 {
		top = min(max(top, at-h+1), max(0, t.lines()-h))
	}
	if at < top {
		top = at
	}
	if top > 0 && top == at {
		if _, row := t.rowAt(top - 1); !row && h > 1 {
			top-- // a break belongs to the rows below it
		}
	}
	return max(0, top)
}

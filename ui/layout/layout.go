// Package layout owns the arithmetic of panes: rectangles, the split into list
// and preview, boxes, and laying lines beside and upon each other. Lines are
// styled strings of an exact width in cells. It must not know what the panes
// show.
package layout

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// SplitFrom is the width in cells from which a list gets a preview beside it.
const SplitFrom = 110

// Rect is a pane on the screen, in cells. X and Y are of its left upper corner.
type Rect struct{ X, Y, W, H int }

// Contains reports whether the cell x, y of the screen lies in r.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Empty reports whether nothing can be drawn in r.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Inset is r without n cells on the left and right and m rows above and below.
func (r Rect) Inset(n, m int) Rect {
	return Rect{r.X + n, r.Y + m, max(0, r.W-2*n), max(0, r.H-2*m)}
}

// Split parts r into a list and a preview with two columns between them: a blank
// and a border, so that the list does not touch it. Below SplitFrom columns, or with a ratio outside 0..1, the list has everything and
// the preview is empty. ratio is the list's share.
func (r Rect) Split(ratio float64) (list, preview Rect) {
	if r.W < SplitFrom || ratio <= 0 || ratio >= 1 {
		return r, Rect{X: r.X + r.W, Y: r.Y, H: r.H}
	}
	w := min(max(int(float64(r.W)*ratio), 20), r.W-21)
	list, preview = r, r
	list.W = w - 1
	preview.X, preview.W = r.X+w+1, r.W-w-1
	return list, preview
}

// ColumnsFrom is the width in cells from which what decides stands beside what
// proves it.
const ColumnsFrom = 140

// Columns is Split for panes that stand below each other in less than ColumnsFrom.
func (r Rect) Columns(ratio float64) (left, right Rect) {
	if r.W < ColumnsFrom {
		ratio = 0
	}
	return r.Split(ratio)
}

// Rows parts r into a header and a status of the wanted heights and the body
// between. Where there is too little room the status goes first to one row,
// then the header, then the status, so that a row of body stays.
func (r Rect) Rows(header, status int) (head, body, foot Rect) {
	header, status = max(0, header), max(0, status)
	for header+status >= r.H && header+status > 0 {
		switch {
		case status > 1 || header == 0:
			status--
		default:
			header--
		}
	}
	head, body, foot = r, r, r
	head.H = header
	body.Y, body.H = r.Y+header, max(0, r.H-header-status)
	foot.Y, foot.H = r.Y+max(0, r.H-status), status
	return head, body, foot
}

// JoinH lays lines side by side: left[i] + sep + right[i]. Lines are padded
// already; the shorter side decides.
func JoinH(left []string, sep string, right []string) []string {
	lines := make([]string, min(len(left), len(right)))
	for i := range lines {
		lines[i] = left[i] + sep + right[i]
	}
	return lines
}

// Beside lays what draw makes for a pane at the right of lines, behind a border; an
// empty pane leaves them alone.
func Beside(st *theme.Styles, lines []string, pane Rect, draw func(w, h int) []string) []string {
	if pane.Empty() {
		return lines
	}
	return JoinH(lines, st.Border.Apply(" │"), draw(pane.W, pane.H))
}

// Blank is h lines of w blanks.
func Blank(w, h int) []string {
	lines := make([]string, max(0, h))
	for i := range lines {
		lines[i] = text.Spaces(w)
	}
	return lines
}

// Fit cuts or pads a styled line to exactly w cells.
func Fit(line string, w int) string {
	if w <= 0 {
		return ""
	}
	n := cells(line)
	if n > w {
		line = Cut(line, 0, w)
		n = cells(line)
	}
	if n < w {
		line += text.Spaces(w - n)
	}
	return line
}

// FitLines cuts or pads styled lines to exactly h lines of w cells.
func FitLines(lines []string, w, h int) []string {
	fitted := make([]string, max(0, h))
	for i := range fitted {
		if i < len(lines) {
			fitted[i] = Fit(lines[i], w)
			continue
		}
		fitted[i] = text.Spaces(w)
	}
	return fitted
}

// Cut is the cells from..to of a styled line, with its styles. A wide letter
// cut in half becomes blanks; cells beyond the line are missing.
func Cut(line string, from, to int) string {
	from = max(0, from)
	n := cells(line)
	to = min(to, n)
	if from >= to {
		return ""
	}
	cut := line
	if to < n {
		cut = ansi.Truncate(line, to, "")
		cut += text.Spaces(to - cells(cut))
	}
	if from > 0 {
		whole := cut
		cut = ansi.TruncateLeft(whole, from, "")
		if cells(cut) > to-from { // it keeps a wide letter that is cut in half
			cut = ansi.TruncateLeft(whole, from+1, "")
		}
		if short := to - from - cells(cut); short > 0 {
			cut = text.Spaces(short) + cut
		}
	}
	if strings.IndexByte(cut, '\x1b') >= 0 && !strings.HasSuffix(cut, reset) {
		cut += reset
	}
	return cut
}

const reset = "\x1b[m"

// Overlay lays box upon base with its left upper corner at x, y. What would
// stand outside base is cut off. base is not changed; its lines keep their
// width.
func Overlay(base, box []string, x, y int) []string {
	lines := append([]string(nil), base...)
	for i, over := range box {
		row := y + i
		if row < 0 || row >= len(lines) {
			continue
		}
		lines[row] = overlayLine(lines[row], over, x)
	}
	return lines
}

func overlayLine(line, over string, x int) string {
	w, n := cells(line), cells(over)
	if x < 0 {
		over, n, x = Cut(over, -x, n), max(0, n+x), 0
	}
	if x >= w || n == 0 {
		return line
	}
	if x+n > w {
		over, n = Cut(over, 0, w-x), w-x
	}
	return Cut(line, 0, x) + over + Cut(line, x+n, w)
}

// Center returns the position of a box of bw by bh cells in the middle of w by h.
func Center(w, h, bw, bh int) (x, y int) { return max(0, (w-bw)/2), max(0, (h-bh)/2) }

// Frame is a border's title and its outer size in cells.
type Frame struct {
	Title text.Text
	W, H  int
	Focus bool // drawn as the one that has the keys
}

// Box draws a border of exactly f.W by f.H cells around lines, which are cut or
// padded to the inside of W-2 by H-2. Without room for a border the lines stand
// alone. The border's parts are Lip Gloss's; its Render takes eight times as long
// and knows no title.
func Box(st *theme.Styles, f Frame, lines []string) []string {
	if f.W < 2 || f.H < 2 {
		return FitLines(lines, f.W, f.H)
	}
	border, look := lipgloss.RoundedBorder(), st.Border
	if f.Focus {
		look = st.BorderFocus
	}
	top := look.Apply(border.TopLeft + strings.Repeat(border.Top, f.W-2) + border.TopRight)
	if title := f.Title.Truncate(f.W-6, text.Ellipsis); f.W >= 7 && !title.Empty() {
		top = look.Apply(border.TopLeft+border.Top+" ") + st.Title.Text(title) +
			look.Apply(" "+strings.Repeat(border.Top, f.W-5-title.Width())+border.TopRight)
	}
	boxed, side := append(make([]string, 0, f.H), top), look.Apply(border.Left)
	for _, l := range FitLines(lines, f.W-2, f.H-2) {
		boxed = append(boxed, side+l+side)
	}
	return append(boxed, look.Apply(border.BottomLeft+strings.Repeat(border.Bottom, f.W-2)+border.BottomRight))
}

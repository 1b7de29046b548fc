package layout

import (
	"strings"

	"charm.land/lipgloss/v2"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

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

package layout

import (
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
// alone.
func Box(st *theme.Styles, f Frame, lines []string) []string {
	if f.W < 2 || f.H < 2 {
		return FitLines(lines, f.W, f.H)
	}
	border := st.Border
	if f.Focus {
		border = st.BorderFocus
	}
	boxed := make([]string, 0, f.H)
	boxed = append(boxed, boxTop(st, f, border))
	side := border.Apply("│")
	for _, l := range FitLines(lines, f.W-2, f.H-2) {
		boxed = append(boxed, side+l+side)
	}
	return append(boxed, border.Apply("╰"+text.Rule(f.W-2)+"╯"))
}

func boxTop(st *theme.Styles, f Frame, border theme.Style) string {
	if f.Title.Empty() || f.W < 7 {
		return border.Apply("╭" + text.Rule(f.W-2) + "╮")
	}
	title := f.Title.Truncate(f.W-6, text.Ellipsis)
	return border.Apply("╭─ ") + st.Title.Text(title) + border.Apply(" "+text.Rule(f.W-5-title.Width())+"╮")
}

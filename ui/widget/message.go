package widget

import (
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Message draws sentences in a pane that has nothing else to show, from line top
// on: the first says what happened, the others why and what next.
func Message(st *theme.Styles, size Size, top int, sentences ...text.Text) []string {
	lines, style := layout.Blank(size.W, top), st.Text
	for _, s := range sentences {
		for _, l := range s.Wrap(min(size.W-4, 76)) {
			lines = append(lines, "  "+style.Text(l))
		}
		lines, style = append(lines, ""), st.Dim
	}
	return layout.FitLines(lines, size.W, size.H)
}

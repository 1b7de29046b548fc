package creator

import (
	"strings"

	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// flow draws runs in lines of w cells: one for which there is no room any more begins
// a further line, without what joined it to the one before.
func flow(w int, runs ...widget.Run) []string {
	var lines []string
	var line []widget.Run
	used := 0
	for _, r := range runs {
		if n := r.Text.Width(); used > 0 && used+n > w {
			lines = append(lines, widget.Line(w, line...))
			r.Text = text.Cat(text.Const("  "), text.Clean(strings.TrimLeft(r.Text.String(), " ·,")))
			line, used = nil, 0
		}
		line, used = append(line, r), used+r.Text.Width()
	}
	return append(lines, widget.Line(w, line...))
}

package views

import (
	"greenroom/ui/text"
	"greenroom/views/view"
)

// Told is all that stands on the terminal, told: the page, what lies over it, and what the
// root draws around them.
func (r *Root) Told() []view.Fact {
	out := append(r.Where(), r.top().Tell()...)
	for _, d := range r.dialogs {
		out = append(out, d.Tell()...)
	}
	out = append(append(out, r.Status()...), view.Sentences(r.Said())...)
	for _, c := range r.Choices() { // as they stand in the line of hints
		out = append(out, c, view.Fact{Value: text.Format("%s %s", c.Label, c.Price)})
	}
	return out
}

// Drawn is the same, drawn: nothing lies over anything.
func (r *Root) Drawn() []string {
	body := r.body()
	lines := r.lines(body)
	for _, b := range r.boxes(body) {
		lines = append(lines, b.lines...)
	}
	return lines
}

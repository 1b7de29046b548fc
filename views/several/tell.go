package several

import (
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Tell is what is asked of whom, what was answered or what that costs, and a row for each
// creator.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(widget.Joined(s.question())), view.Runs(s.state()...)}
	if s.kind == view.Alike && !s.asked {
		return append(append(out, view.Sentences(nobodyYet())...), view.Blocked(s.whole)...)
	}
	return append(out, view.Rows(&s.table, view.Blocked(s.whole)...)...)
}

package several

import (
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Tell tells what is asked of whom, the answer or its price, and a row for each creator.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(widget.Joined(s.question())), view.Runs(s.state()...)}
	if s.kind == view.Alike && !s.asked {
		return append(append(out, view.Sentences(nobodyYet())...), view.Blocked(s.whole)...)
	}
	return append(out, view.Rows(&s.table, view.Blocked(s.whole)...)...)
}

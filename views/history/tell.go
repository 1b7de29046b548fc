package history

import (
	"greenroom/ui/text"
	"greenroom/views/view"
)

// Tell counts the kept searches, with a row for each.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(text.Const("History"))}
	if s.filter.typing {
		out = append(out, view.Field(text.Const("filter"), &s.filter.input))
	}
	out = append(append(out, view.Runs(s.counted()...)), view.Sentences(againFree)...)
	if why := s.why(); len(why) > 0 {
		return append(out, view.Sentences(why...)...)
	}
	return append(out, view.Rows(&s.table)...)
}

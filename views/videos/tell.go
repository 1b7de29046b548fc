package videos

import (
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Tell tells the query, its filters, and a row for each video or channel.
func (s *Screen) Tell() []view.Fact {
	left, right := s.asks()
	out := []view.Fact{view.Head(text.Const("Videos"))}
	if s.field.open {
		out = append(out, view.Field(text.Const("query"), &s.field.input))
	} else {
		out = append(out, view.Sentences(widget.Joined(left), widget.Joined(right))...)
	}
	out = append(out, view.Runs(s.filters()...))
	if s.field.open && len(s.field.suggestions) > 0 {
		out = append(out, view.Fact{Kind: view.Note, Value: text.Const("Suggestions")})
		for i, q := range s.field.suggestions {
			out = append(out, view.Fact{Kind: view.Row, Value: text.Clean(q), Here: i == s.field.at})
		}
		return out
	}
	if why := s.why(); len(why) > 0 {
		return append(out, view.Sentences(why...)...)
	}
	whole := s.table // with the column that gives way to the preview
	whole.Columns = columns(false)
	return append(out, view.Rows(&whole, view.Blocked(s.whole)...)...)
}

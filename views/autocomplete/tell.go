package autocomplete

import (
	"greenroom/ui/text"
	"greenroom/views/view"
)

// Tell tells the typed text, the creators found, and the price of a look-up.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(text.Const("Find by name or handle")), view.Narrows(text.Const("name"), &s.input)}
	if len(s.rows) == 0 && !s.failure.Empty() {
		return append(out, view.Fact{Kind: view.Alarm, Value: s.failure})
	}
	return append(append(out, view.Runs(s.footer()...)), view.Rows(&s.table)...)
}

package history

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// filter narrows the searches to those that hold all of its words.
type filter struct {
	input  widget.Input
	typing bool
}

func (f *filter) on() bool { return strings.TrimSpace(f.input.Value()) != "" }

func (f *filter) keeps(one Session) bool {
	words := text.Clean(one.Query)
	for w := range strings.FieldsSeq(f.input.Value()) {
		if len(text.FindIn(words, w)) == 0 {
			return false
		}
	}
	return true
}

// narrow lists what the filter keeps; the selected search stays selected.
func (s *Screen) narrow() {
	at, _ := s.selected()
	s.list = each.Where(s.all, s.filter.keeps)
	s.table.SetLen(len(s.list))
	for i, one := range s.list {
		if one.ID == at.ID {
			s.table.SetCursor(i)
		}
	}
}

// Type edits the filter; the list follows each letter.
func (s *Screen) Type(msg tea.Msg) view.Out {
	if s.filter.input.Type(msg) {
		s.narrow()
	}
	return view.Out{}
}

func (s *Screen) edit() {
	s.filter.typing = true
	s.filter.input.Prompt, s.filter.input.Placeholder = text.Const(" / "), text.Const("words of a query")
}

// leave shows all searches again.
func (s *Screen) leave() {
	s.filter = filter{}
	s.narrow()
}

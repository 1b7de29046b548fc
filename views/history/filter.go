package history

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
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
	s.list = nil
	for _, one := range s.all {
		if s.filter.keeps(one) {
			s.list = append(s.list, one)
		}
	}
	s.table.SetLen(len(s.list))
	for i, one := range s.list {
		if one.ID == at.ID {
			s.table.SetCursor(i)
		}
	}
}

// Typing says whether words of the filter are typed.
func (s *Screen) Typing() bool { return s.filter.typing }

// Type edits the filter; the list follows each letter.
func (s *Screen) Type(msg tea.Msg) view.Out {
	if s.filter.input.Type(msg) {
		s.narrow()
	}
	return view.Out{}
}

func (s *Screen) doTyping(a keymap.Action) view.Out {
	switch a {
	case keymap.Accept:
		s.filter.typing = false
	case keymap.Cancel:
		s.leave()
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

// Cursor is where the text cursor stands.
func (s *Screen) Cursor(w, h int) (x, y int, ok bool) {
	if !s.filter.typing || panes(w, h).Head.H == 0 {
		return 0, 0, false
	}
	x, ok = s.filter.input.Cursor(w)
	return x, 0, ok
}

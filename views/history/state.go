package history

import (
	"encoding/json"
	"slices"
)

// state is the search that was selected.
type state struct {
	At string `json:",omitempty"`
}

// State is what is to be remembered.
func (s *Screen) State() any {
	if one, ok := s.selected(); ok {
		return state{one.ID}
	}
	return state{s.want}
}

// Resume takes what was left; it is gone back to when the list is read.
func (s *Screen) Resume(raw []byte) {
	var old state
	if json.Unmarshal(raw, &old) == nil {
		s.want = old.At
	}
}

// returnTo selects the search that was left.
func (s *Screen) returnTo() {
	if i := slices.IndexFunc(s.list, func(one Session) bool { return one.ID == s.want }); i >= 0 && s.want != "" {
		s.table.SetCursor(i)
	}
	s.want = ""
}

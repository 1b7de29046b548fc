package review

import "encoding/json"

// state is where a planner stood on a list.
type state struct {
	Row int `json:",omitempty"`
	Col int `json:",omitempty"`
}

// State is what is to be remembered.
func (s *Screen) State() any { return state{s.row, s.col} }

// Resume takes what was left; the list itself may be read later.
func (s *Screen) Resume(raw []byte) {
	var old state
	if json.Unmarshal(raw, &old) != nil {
		return
	}
	s.row, s.col = min(max(old.Row, 0), len(rows())-1), max(old.Col, 0)
}

// Loaded keeps the place on a list that is left: it is worked on again.
func (s *Screen) Loaded() bool { return true }

package search

import (
	"encoding/json"
	"maps"
	"slices"

	"greenroom/client/plan"
)

// state is the planner's place on the screen.
type state struct {
	Query   string // as it stood in the field, searched for or not
	Typing  bool   `json:",omitempty"`
	Limit   int
	Filter  string         `json:",omitempty"`
	Order   []plan.SortKey `json:",omitempty"`
	Columns []plan.Column  `json:",omitempty"`
	Marks   []string       `json:",omitempty"`
	Last    string         `json:",omitempty"` // mark
	At      string         `json:",omitempty"` // the selected creator
	Rows    int            `json:",omitempty"` // that were read
	Preview bool
}

// State returns the state to remember.
func (s *Screen) State() any {
	out := state{Query: s.input.Value(), Typing: s.typing, Limit: s.limit, Filter: s.filter.input.Value(), Order: s.look.order,
		Marks: slices.Sorted(maps.Keys(s.marks)), Last: s.lastMark, At: s.want, Rows: max(s.least, len(s.found.rows)), Preview: s.preview}
	if !slices.Equal(s.look.columns, complete(nil)) {
		out.Columns = s.look.columns
	}
	if r := s.selected(); r != nil && s.want == "" {
		out.At = r.result.Creator.ID
	}
	return out
}

// Resume takes what was left, before the rows are there.
func (s *Screen) Resume(raw []byte) {
	var old state
	if json.Unmarshal(raw, &old) != nil {
		return
	}
	s.input.SetValue(old.Query)
	s.typing = old.Typing
	if slices.Contains(limits, old.Limit) {
		s.limit = old.Limit
	}
	s.look.order, s.look.columns, s.preview = old.Order, complete(old.Columns), old.Preview
	for _, id := range old.Marks {
		s.marks[id] = true
	}
	s.lastMark, s.want, s.least = old.Last, old.At, old.Rows
	s.filter.set(old.Filter)
	s.arrange()
}

// return to the creator that was selected, once its row is here; every page is
// read until then.
func (s *Screen) returnTo() {
	for i, at := range s.found.shown {
		if s.want != "" && s.found.rows[at].result.Creator.ID == s.want {
			s.table.SetCursor(i)
			s.want = ""
		}
	}
	if s.found.pages > 0 && !s.further() {
		s.want, s.least = "", 0
	}
}

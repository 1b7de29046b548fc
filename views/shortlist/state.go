package shortlist

import (
	"encoding/json"
	"slices"
)

// state is the list that was selected.
type state struct {
	At string `json:",omitempty"`
}

// State is what is to be remembered.
func (x *index) State() any {
	if c := x.selected(); c != nil && x.want == "" {
		return state{c.id}
	}
	return state{x.want}
}

// Resume takes what was left; it is gone back to when that list is there.
func (x *index) Resume(raw []byte) {
	var old state
	if json.Unmarshal(raw, &old) == nil {
		x.want = old.At
	}
}

// returnTo selects the list that was left, once it is there. With all that the
// service has it is given up.
func (x *index) returnTo() {
	if x.want == "" {
		return
	}
	if i := slices.IndexFunc(x.lists, func(c *content) bool { return c.id == x.want }); i >= 0 {
		x.table.SetCursor(i)
		x.want = ""
	}
	if x.read && !x.pages.More() {
		x.want = ""
	}
}

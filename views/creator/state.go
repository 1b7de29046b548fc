package creator

import (
	"encoding/json"
	"slices"

	"greenroom/api"
	"greenroom/client/plan"
)

// state is a planner's place with a creator, and the head of the screen.
type state struct {
	Tab   tab
	Sort  api.PostSort   `json:",omitempty"`
	Row   int            `json:",omitempty"`
	Post  bool           `json:",omitempty"` // it stood in full
	Talks int            `json:",omitempty"` // their order
	Short bool           `json:",omitempty"` // profiles
	Flags plan.FlagState `json:",omitempty"` // that are shown
	Known *api.CreatorBasic
	First *api.ProfileSummary `json:",omitempty"`
}

// State returns the state to remember.
func (s *Screen) State() any {
	k := s.env.Known[s.id]
	out := state{Tab: s.tab, Sort: s.posts.sort, Row: s.row, Post: s.posts.view.open, Talks: s.talks.order, Short: s.profiles.brief, Flags: s.safety.only, Known: &k.Creator, First: k.Primary}
	if s.tab != overview && s.table().Len() > 0 {
		out.Row = s.table().Cursor()
	}
	return out
}

// Resume takes what was left, before anything is loaded.
func (s *Screen) Resume(raw []byte) {
	var old state
	if json.Unmarshal(raw, &old) != nil || old.Tab < 0 || old.Tab >= tabCount {
		return
	}
	s.tab, s.row = old.Tab, old.Row
	s.posts.view.open, s.profiles.brief = old.Post, old.Short
	if slices.Contains(plan.FlagStates(), old.Flags) {
		s.safety.show(old.Flags)
	}
	if old.Talks > 0 && old.Talks < len(talkOrders()) {
		s.talks.order = old.Talks
	}
	if old.Sort != "" {
		s.posts.sort = old.Sort
	}
	if old.Known == nil || old.Known.ID != s.id {
		return
	}
	c := api.Creator{CreatorBasic: *old.Known}
	if old.First != nil {
		c.Profiles = []api.ProfileSummary{*old.First}
	}
	s.learn(c)
}

// returnTo selects the row that was selected, once it is there.
func (s *Screen) returnTo() {
	if s.row > 0 && s.tab != overview && s.row < s.table().Len() {
		s.table().SetCursor(s.row)
		s.row = 0
	}
}

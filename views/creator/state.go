package creator

import (
	"encoding/json"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/ui/text"
	"greenroom/views/view"
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

// quote is words that a reason or a flag rests on, and the post they are from.
type quote struct {
	words string
	post  view.Page // the talk in which they are said; the zero page where they are written
}

// in is the page of a talk, at the words where they are said in it.
func (q quote) in(p view.Page) view.Page {
	if p.Is(q.post) {
		p.Query = q.words
	}
	return p
}

// seek takes what a page names.
func (s *Screen) seek(p view.Page) {
	if p.Post != "" {
		s.sought, s.quote, s.tab = p.Post, quote{words: p.Query}, posts
	}
}

// Seek goes to a post, or to the talk in which something is said, when the screen is
// opened again.
func (s *Screen) Seek(p view.Page) view.Out {
	if s.seek(p); s.sought == "" || !s.answers[posts].asked {
		return view.Out{}
	}
	return s.stand()
}

// stand selects the post that was asked for, where it was read. Words that are not
// written in it are said in it: then it is the talk, which opens at them.
func (s *Screen) stand() view.Out {
	i := slices.IndexFunc(s.posts.list, func(p post) bool { return p.ID == s.sought })
	if i < 0 {
		return view.Say(text.Format("The post is not among the %d loaded; there are more further down.", len(s.posts.list)))
	}
	s.sought = ""
	s.posts.table.SetCursor(i)
	p := s.posts.list[i]
	at := slices.Index(s.talks.list, i)
	if s.quote.words == "" || at < 0 || p.Caption != nil && strings.Contains(view.Flat(*p.Caption), view.Flat(s.quote.words)) {
		return view.Out{}
	}
	s.tab = talks
	s.talks.table.SetCursor(at)
	s.quote.post = talkPage(p.Post, s.id)
	if s.env.Kept != nil && s.env.Kept(s.quote.post) {
		return view.Open(s.quote.in(s.quote.post))
	}
	return view.Say(text.Const("Found in this video: Enter opens it at these words."))
}

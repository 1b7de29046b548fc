package videos

import (
	"cmp"
	"encoding/json"
	"slices"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// acts declares the actions on results, and while a query is written.
func (s *Screen) acts() view.Acts {
	query := func() string {
		return view.Unless(s.wanted.Q != "", "No query yet: "+s.env.Keys.KeyOf(keymap.EditQuery, keymap.Videos)+" writes one.")
	}
	video := func() string { return view.Unless(s.selected() != nil, "No video here.") }
	narrow := func(do func()) view.Act { return view.Act{Why: query, Do: view.Then(do)} }
	field := &s.field
	return view.Acts{In: keymap.Videos, Enter: s.enter, Rows: &s.table, Share: share, None: video, Types: func() bool { return field.open }, Input: &field.input, Else: "Not available in video search.",
		Calls: []view.Call{view.Calling("searching videos", &s.slot, s.add), view.Answered(&s.env.Frame, "loading suggestions", &field.slot, s.suggested)},
		By: map[keymap.Action]view.Act{
			keymap.EditQuery: {Do: view.Then(s.edit)},
			keymap.Uploaded:  narrow(func() { s.wanted.UploadDate = following(api.UploadDates(), s.wanted.UploadDate) }),
			keymap.Length:    narrow(func() { s.wanted.Length = following(api.VideoLengths(), s.wanted.Length) }),
			keymap.SortNext:  narrow(func() { s.wanted.Sort = following(api.VideoSorts(), s.wanted.Sort) }),
			keymap.Contents:  narrow(func() { s.wanted.Content = following(api.VideoContents(), s.wanted.Content) }),
			keymap.Reload:    {Why: query, Do: func() view.Out { return s.search("", view.Again(!s.changed())...) }, Price: s.reloading},
			keymap.Down:      {Why: video, Do: s.down, Price: func() string { return s.env.TellIf(s.selected() != nil && s.atEnd(), s.next) }},
			keymap.Copy:      {Why: video, Do: s.copying},
			keymap.Export:    {Why: video, Do: func() view.Out { return view.Export(s.sheet(), text.Const("videos")) }},
			keymap.Browse: {Why: func() string {
				return cmp.Or(view.Unless(s.env.Browse != nil, "No browser can be opened from here; copy the URL instead."), video())
			}, Do: func() view.Out { return view.Out{Cmd: s.env.Browse(s.selected().URL)} }},
		},
		Field: map[keymap.Action]view.Act{
			keymap.Cancel: {Do: view.Then(func() { field.open = false })}, keymap.Accept: {Do: s.accept, Price: s.accepting},
			keymap.NextItem: {Why: func() string { return view.Unless(s.typed() != "", "Start writing a query to get suggestions.") }, Do: s.nextSuggestion, Price: s.suggesting},
			keymap.PrevItem: {Do: view.Then(func() { field.at = max(field.at-1, -1) })},
		}}
}

// following is the choice after one; the first stands for none.
func following[T ~string](all []T, one T) T {
	i := max(0, slices.Index(all, one))
	if i+1 == len(all) {
		return ""
	}
	return all[i+1]
}

// down goes on, and at the end reads the next page.
func (s *Screen) down() view.Out {
	if s.atEnd() {
		return s.search(s.pages.Next())
	}
	s.table.Move(1)
	return view.Out{}
}

// atEnd says whether going down reads the next page.
func (s *Screen) atEnd() bool { return s.table.Near(1) && s.pages.More() && !s.slot.Busy() }

// enter reads what is said in the video, or in the channel; before
// anything was searched for it searches.
func (s *Screen) enter() view.Entry {
	r := s.selected()
	switch {
	case r == nil && (s.Loaded() || s.wanted.Q == ""):
		return view.Entry{Why: "No video here."}
	case !s.Loaded():
		return view.Entry{Price: s.env.Tell(s.offer(s.wanted)), Do: func() view.Out { return s.search("") }}
	}
	e := view.Entry{Price: s.opening(r), Hint: "channel", Do: func() view.Out { return view.Open(pageOf(r)) }}
	if r.VideoFields != nil {
		e.Hint = "transcript"
	}
	return e
}

// Loaded says whether there is an answer worth keeping.
func (s *Screen) Loaded() bool { return s.shown.Q != "" }

func pageOf(r *api.VideoResult) view.Page {
	if r.VideoFields != nil {
		return view.Page{Kind: view.Transcript, ID: r.VideoID, Platform: api.VideoPlatform}
	}
	return view.Page{Kind: view.Channel, ID: handle(r), Platform: api.VideoPlatform}
}

func handle(r *api.VideoResult) string {
	if r.ChannelHandle != nil && *r.ChannelHandle != "" {
		return *r.ChannelHandle
	}
	return r.ChannelID
}

// copying asks what of a result is copied.
func (s *Screen) copying() view.Out {
	r := s.selected()
	title, command := r.ChannelName, view.Command("channel", handle(r))
	if r.VideoFields != nil {
		title, command = r.Title, view.Command("transcript", r.URL)
	}
	return view.Copying(
		view.Copy{Name: text.Const("Address"), Words: r.URL},
		view.Copy{Name: text.Const("Title"), Words: title},
		view.Copy{Name: text.Const("Command line"), Words: command})
}

// nextSuggestion selects the next one, and asks for some where there are none.
func (s *Screen) nextSuggestion() view.Out {
	f := &s.field
	if f.of != s.typed() || len(f.suggestions) == 0 {
		return s.alike().Ask(text.Format("Suggestions for %s…", s.typed()), &f.slot)
	}
	f.at = min(f.at+1, len(f.suggestions)-1)
	return view.Out{}
}

// accept searches for what stands in the field, or for the suggestion that is
// selected.
func (s *Screen) accept() view.Out {
	q := s.typed()
	if s.field.at >= 0 {
		q = s.field.suggestions[s.field.at]
	}
	if q == "" {
		return view.Fail(text.Const("Write a query first."))
	}
	s.field.open, s.wanted.Q = false, q
	out := s.search("")
	view.As[*view.Ask](out).No = func() view.Out { // who types fast presses Enter again
		s.edit()
		return view.Out{}
	}
	return out
}

// Type edits the query.
func (s *Screen) Type(msg tea.Msg) view.Out {
	if s.field.input.Type(msg) {
		s.field.at = -1
	}
	return view.Out{}
}

// accepting returns the price of searching for the typed words.
func (s *Screen) accepting() string {
	p := s.wanted
	if p.Q, p.Cursor = s.typed(), ""; p.Q == "" {
		return ""
	}
	return s.env.Tell(s.offer(p))
}

func (s *Screen) suggesting() string {
	return s.env.TellIf(s.typed() != "" && (s.field.of != s.typed() || len(s.field.suggestions) == 0), func() view.Offer { return s.alike().Offer })
}

func (s *Screen) reloading() string {
	if s.wanted.Q == "" {
		return ""
	}
	return s.env.Again(s.offer(s.wanted), !s.changed())
}

func (s *Screen) opening(r *api.VideoResult) string {
	if r.VideoFields != nil {
		return s.env.TranscriptPrice(api.VideoPlatform, r.VideoID)
	}
	return s.env.ChannelPrice(handle(r))
}

// Offers returns the offers of the next page, of the results and of the selected one.
func (s *Screen) Offers() []view.Offer {
	var all []view.Offer
	if s.wanted.Q != "" {
		all = append(all, s.offer(s.wanted))
	}
	if q := s.typed(); s.field.open && q != "" {
		p := s.wanted
		p.Q = q
		all = append(all, s.offer(p), s.alike().Offer)
	}
	if s.pages.More() {
		all = append(all, s.next())
	}
	for i := range s.results {
		r := &s.results[i]
		if r.VideoFields != nil {
			all = append(all, s.env.TranscriptOffer(api.VideoPlatform, r.VideoID, ""))
		} else {
			all = append(all, s.env.ChannelOffer(handle(r)))
		}
	}
	return all
}

// state is the planner's place on the screen.
type state struct {
	Wanted client.VideoSearchParams
	Draft  string `json:",omitempty"`
	Typing bool   `json:",omitempty"`
	Row    int    `json:",omitempty"`
}

// State returns the state to remember.
func (s *Screen) State() any {
	st := state{Wanted: s.wanted, Typing: s.field.open, Row: s.table.Cursor()}
	if s.field.open {
		st.Draft = s.field.input.Value()
	}
	return st
}

// Resume takes what was left, before anything is loaded.
func (s *Screen) Resume(raw []byte) {
	var old state
	if json.Unmarshal(raw, &old) != nil {
		return
	}
	s.wanted = old.Wanted
	s.wanted.Limit, s.wanted.Cursor = pageSize, ""
	s.left = old.Row
	if old.Typing {
		s.edit()
		s.field.input.SetValue(old.Draft)
	}
}

// Click selects a row, and opens it when it is selected already; none stands beneath a field.
func (s *Screen) Click(x, y, w, h int) view.Out {
	if s.field.open {
		return view.Out{}
	}
	return s.Acts.Click(x, y, w, h)
}

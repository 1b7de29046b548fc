package videos

import (
	"encoding/json"
	"slices"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// Do runs an action that Can allows.
func (s *Screen) Do(a keymap.Action) view.Out {
	if s.field.open {
		return s.doTyping(a)
	}
	switch a {
	case keymap.EditQuery:
		s.edit()
	case keymap.Uploaded:
		s.wanted.UploadDate = following(api.UploadDates(), s.wanted.UploadDate)
	case keymap.Length:
		s.wanted.Length = following(api.VideoLengths(), s.wanted.Length)
	case keymap.SortNext:
		s.wanted.Sort = following(api.VideoSorts(), s.wanted.Sort)
	case keymap.Contents:
		s.wanted.Content = following(api.VideoContents(), s.wanted.Content)
	case keymap.Reload:
		if s.changed() {
			return s.search("")
		}
		return s.search("", client.Refresh())
	case keymap.Open:
		if !s.Loaded() {
			return s.search("")
		}
		return s.open()
	case keymap.Copy:
		return s.copying()
	case keymap.Export:
		return view.Export(s.sheet(), text.Const("videos"))
	case keymap.Browse:
		return view.Out{Cmd: s.env.Browse(s.selected().URL)}
	default:
		return s.move(a)
	}
	return view.Out{}
}

// following is the choice after one; the first stands for none.
func following[T ~string](all []T, one T) T {
	i := max(0, slices.Index(all, one))
	if i+1 == len(all) {
		return ""
	}
	return all[i+1]
}

func (s *Screen) move(a keymap.Action) view.Out {
	if a == keymap.Down && s.atEnd() {
		return s.search(s.pages.Next())
	}
	view.Move(&s.table, a)
	return view.Out{}
}

// atEnd says whether going down reads the next page.
func (s *Screen) atEnd() bool { return s.table.Near(1) && s.pages.More() && !s.slot.Busy() }

// open opens what is said in the video, or in the channel.
func (s *Screen) open() view.Out { return view.Open(pageOf(s.selected())) }

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

func (s *Screen) doTyping(a keymap.Action) view.Out {
	f := &s.field
	switch a {
	case keymap.Cancel:
		f.open = false
	case keymap.Accept:
		return s.accept()
	case keymap.NextItem:
		if f.of != s.typed() || len(f.suggestions) == 0 {
			return s.suggest()
		}
		f.at = min(f.at+1, len(f.suggestions)-1)
	case keymap.PrevItem:
		f.at = max(f.at-1, -1)
	}
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
	out.Ask.No = func() view.Out { // who types fast presses Enter again
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

// Typing is true while the query is written.
func (s *Screen) Typing() bool { return s.field.open }

// Can says why an action cannot run now.
func (s *Screen) Can(a keymap.Action) string {
	if s.field.open {
		return s.canType(a)
	}
	switch a {
	case keymap.EditQuery:
		return ""
	case keymap.Uploaded, keymap.Length, keymap.SortNext, keymap.Contents, keymap.Reload:
		if s.wanted.Q == "" {
			return "No query yet: " + s.env.Keys.KeyOf(keymap.EditQuery, keymap.Videos) + " writes one."
		}
		return ""
	case keymap.Browse:
		if s.env.Browse == nil {
			return "No browser can be opened from here; copy the URL instead."
		}
	case keymap.Open:
		if !s.Loaded() && s.wanted.Q != "" {
			return ""
		}
	case keymap.Copy, keymap.Export:
	case keymap.Cancel:
		return "Nothing is open here."
	default:
		if !view.Moves(a) {
			return "Not available in video search."
		}
	}
	return view.Unless(s.selected() != nil, "No video here.")
}

func (s *Screen) canType(a keymap.Action) string {
	switch a {
	case keymap.Accept, keymap.Cancel, keymap.PrevItem:
		return ""
	case keymap.NextItem:
		return view.Unless(s.typed() != "", "Start writing a query to get suggestions.")
	}
	return "You are writing a query."
}

// Price is what an action would cost now.
func (s *Screen) Price(a keymap.Action) string {
	switch {
	case s.Can(a) != "":
	case a == keymap.Accept:
		p := s.wanted
		p.Q, p.Cursor = s.typed(), ""
		if p.Q == "" {
			return ""
		}
		return s.env.Tell(s.offer(p))
	case a == keymap.NextItem && (s.field.of != s.typed() || len(s.field.suggestions) == 0):
		return s.env.Tell(s.suggestOffer())
	case a == keymap.Reload && s.changed():
		return s.env.Tell(s.offer(s.wanted))
	case a == keymap.Reload:
		return s.env.Anew(s.offer(s.wanted))
	case a == keymap.Down && s.atEnd():
		return s.env.Tell(s.next())
	case a == keymap.Open && !s.Loaded():
		return s.env.Tell(s.offer(s.wanted))
	case a == keymap.Open:
		return s.opening(s.selected())
	case a == keymap.Complete:
		return s.env.LookupPrice()
	}
	return ""
}

// opening is what reading a result would cost.
func (s *Screen) opening(r *api.VideoResult) string {
	if r.VideoFields != nil {
		return s.env.TranscriptPrice(api.VideoPlatform, r.VideoID)
	}
	return s.env.ChannelPrice(handle(r))
}

// Hint names what Enter opens.
func (s *Screen) Hint(a keymap.Action) string {
	switch r := s.selected(); {
	case a != keymap.Open || r == nil:
		return ""
	case r.VideoFields != nil:
		return "transcript"
	}
	return "channel"
}

// Offers are what the next page, what stands here and what is selected would cost.
func (s *Screen) Offers() []view.Offer {
	var all []view.Offer
	if s.wanted.Q != "" {
		all = append(all, s.offer(s.wanted))
	}
	if q := s.typed(); s.field.open && q != "" {
		p := s.wanted
		p.Q = q
		all = append(all, s.offer(p), s.suggestOffer())
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

// state is where a planner was.
type state struct {
	Wanted client.VideoSearchParams
	Draft  string `json:",omitempty"`
	Typing bool   `json:",omitempty"`
	Row    int    `json:",omitempty"`
}

// State is what is to be remembered.
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

// Click selects a row, and opens it when it is selected already.
func (s *Screen) Click(x, y, w, h int) view.Out {
	if s.field.open {
		return view.Out{}
	}
	if again, _ := s.table.Press(view.PanesOf(w, h, share).Rows, x, y); again && s.Can(keymap.Open) == "" {
		return s.open()
	}
	return view.Out{}
}

// Scroll moves the rows.
func (s *Screen) Scroll(lines int) view.Out {
	s.table.Scroll(lines)
	return view.Out{}
}

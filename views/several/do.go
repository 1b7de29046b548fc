package several

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// offer is the question: about those who were not judged yet, or about all.
func (s *Screen) offer(ids []string) view.Offer {
	if s.kind == view.Alike {
		_, high := s.env.Prices.Each(api.OpLookalike, view.AlikeMost)
		return view.Offer{Key: "alike " + strings.Join(s.ids, " "), High: high, Call: view.Tries(s.lookCall())}
	}
	known := 0
	for _, id := range ids {
		if s.env.Keyed(id).Creator != "" {
			known++ // an account may be nobody's there, and is not charged then
		}
	}
	low, _ := s.env.Prices.Each(api.OpSafetyCreators, known)
	_, high := s.env.Prices.Each(api.OpSafetyCreators, len(ids))
	return view.Offer{Key: "safety " + strings.Join(ids, " "), Low: low, High: high, Call: view.Tries(s.judgeCall(ids))}
}

func (s *Screen) lookCall() fetch.Call[api.Page[api.LookalikeResult]] {
	return fetch.With(s.env.Client.Lookalike, view.AlikeRequest(s.members(s.ids)...))
}

func (s *Screen) judgeCall(ids []string) fetch.Call[judged] {
	return fetch.With(s.env.Client.SafetyOfCreators, view.CreatorRefs(s.members(ids)))
}

// ask asks the question for a stated sum.
func (s *Screen) ask(opts ...client.Option) view.Out {
	ids := s.open()
	if len(opts) > 0 || len(ids) == 0 {
		ids = s.ids // anew
	}
	what := text.Format("Check brand safety of %s", text.Plural(len(ids), "creator", "creators"))
	if s.kind == view.Alike {
		what = text.Format("Find up to %d lookalikes to %s", view.AlikeMost, text.Plural(len(s.ids), "creator", "creators"))
	}
	high := s.offer(ids).High
	return view.Out{Ask: &view.Ask{What: what, High: high, Run: func(more ...client.Option) view.Out {
		return view.Out{Cmd: s.start(ids, high, slices.Concat(opts, more))}
	}}}
}

func (s *Screen) start(ids []string, high api.Credits, opts []client.Option) tea.Cmd {
	if s.kind == view.Alike {
		return s.looking.Start(high, s.lookCall(), opts...)
	}
	return s.judging.Start(high, s.judgeCall(ids), opts...)
}

// Can says why an action cannot run now.
func (s *Screen) Can(a keymap.Action) string {
	switch a {
	case keymap.Open:
		switch id := s.selected(); {
		case s.waits():
		case id == "":
			return "No creator to open."
		case s.member(id).Creator == "":
			return "The service does not know this account."
		}
		return view.Unless(s.Busy() == "", "Already running.")
	case keymap.Reload:
		return view.Unless(s.Busy() == "", "Already running.")
	case keymap.Mark, keymap.Export:
		return view.Unless(s.selected() != "", "No rows yet.")
	case keymap.ClearMarks:
		return view.Unless(len(s.marks) != 0, "Nothing is marked.")
	case keymap.Cancel:
		return "Nothing is open here."
	}
	return ""
}

// Do runs an action.
func (s *Screen) Do(a keymap.Action) view.Out {
	switch a {
	case keymap.Open:
		if s.waits() {
			return s.ask()
		}
		return view.Open(view.Page{Kind: view.Creator, ID: s.member(s.selected()).Creator})
	case keymap.Reload:
		if s.waits() {
			return s.ask()
		}
		return s.ask(client.Refresh())
	case keymap.Mark:
		if id := s.selected(); s.marks[id] {
			delete(s.marks, id)
		} else {
			s.marks[id] = true
		}
		s.table.Move(1)
	case keymap.ClearMarks:
		clear(s.marks)
	case keymap.Export:
		return view.Export(s.sheet(), text.Const("creators"))
	default:
		view.Move(&s.table, a)
	}
	return view.Out{}
}

// Price is what an action would cost now.
func (s *Screen) Price(a keymap.Action) string {
	switch {
	case a == keymap.Complete:
		return s.env.LookupPrice()
	case (a == keymap.Open || a == keymap.Reload) && s.waits():
		return s.env.Tell(s.offer(s.open()))
	case a == keymap.Reload:
		return s.env.Anew(s.offer(s.ids))
	case a == keymap.Open && s.selected() != "" && s.Can(a) == "":
		return s.env.OpenPrice(s.member(s.selected()).Creator)
	}
	return ""
}

// Hint names what Enter does.
func (s *Screen) Hint(a keymap.Action) string {
	switch {
	case a != keymap.Open || !s.waits():
		return ""
	case s.kind == view.Alike:
		return "find them"
	}
	return "judge"
}

// Offers are the question, and the selected creator.
func (s *Screen) Offers() []view.Offer {
	var all []view.Offer
	if s.waits() {
		all = append(all, s.offer(s.open()))
	}
	if id := s.selected(); id != "" && s.member(id).Creator != "" {
		all = append(all, s.env.CreatorOffer(s.member(id).Creator))
	}
	return all
}

// Click selects a row; a click on the selected one opens it once there is an answer.
func (s *Screen) Click(x, y, w, h int) view.Out {
	again, ok := s.table.Press(view.PanesOf(w, h, share).Rows, x, y)
	if ok && again && !s.waits() && s.Can(keymap.Open) == "" {
		return s.Do(keymap.Open)
	}
	return view.Out{}
}

// Scroll moves the rows.
func (s *Screen) Scroll(lines int) view.Out {
	s.table.Scroll(lines)
	return view.Out{}
}

// Row is where the selected row stands.
func (s *Screen) Row(w, h int) (x, y int, ok bool) {
	y, ok = s.table.Line()
	return 0, y + view.PanesOf(w, h, share).Rows.Y, ok
}

// state is what a planner left here.
type state struct {
	Asked bool     `json:",omitempty"`
	Marks []string `json:",omitempty"`
	Row   int      `json:",omitempty"`
}

// State is what is to be remembered.
func (s *Screen) State() any {
	return state{Asked: s.asked, Marks: slices.Sorted(maps.Keys(s.marks)), Row: s.table.Cursor()}
}

// Resume takes what was left. Judgements are kept with the decisions; who is alike is
// asked for again, from what is kept.
func (s *Screen) Resume(raw []byte) {
	var old state
	if json.Unmarshal(raw, &old) != nil {
		return
	}
	s.again = old.Asked && s.kind == view.Alike
	for _, id := range old.Marks {
		s.marks[id] = true
	}
	s.table.SetCursor(old.Row)
}

// sheet is the rows on show, in their order and columns.
func (s *Screen) sheet() sheet.Table {
	t := sheet.Table{Title: s.Title().String()}
	for _, c := range s.table.Columns {
		t.Columns = append(t.Columns, strings.ToLower(c.Title.String()))
	}
	t.Columns = append(t.Columns, "creator_id")
	for i := range s.table.Len() {
		var row []any
		for _, c := range s.row(i, nil).Cells {
			row = append(row, c.Text.String())
		}
		t.Rows = append(t.Rows, append(row, s.member(s.at(i)).Creator))
	}
	return t
}

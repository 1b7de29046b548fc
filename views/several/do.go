package several

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"greenroom/client"
	"greenroom/internal/each"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// offer is the question: about those who were not judged yet, or about all.
func (s *Screen) offer(ids []string) view.Offer {
	if s.kind == view.Alike {
		return s.env.Alike(s.members(s.ids)...).Offer
	}
	return s.env.Safety(s.members(ids)...).Offer
}

// ask asks the question for a stated sum.
func (s *Screen) ask(opts ...client.Option) view.Out {
	ids := s.open()
	if len(opts) > 0 || len(ids) == 0 {
		ids = s.ids // anew
	}
	if s.kind == view.Alike {
		return s.env.Alike(s.members(s.ids)...).Ask(text.Format("Find up to %d lookalikes to %s", view.AlikeMost, text.Plural(len(s.ids), "creator", "creators")), &s.looking, opts...)
	}
	return s.env.Safety(s.members(ids)...).Ask(text.Format("Check brand safety of %s", text.Plural(len(ids), "creator", "creators")), &s.judging, opts...)
}

// acts declares the actions on the question and its rows.
func (s *Screen) acts() view.Acts {
	rows := func() string { return view.Unless(s.selected() != "", "No rows yet.") }
	return view.Acts{In: keymap.Several, Enter: s.enter, Rows: &s.table, Share: share, Calls: []view.Call{view.Calling("checking brand safety", &s.judging, s.judged), view.Calling("finding lookalikes", &s.looking, s.alike)},
		By: map[keymap.Action]view.Act{
			keymap.Reload:     {Why: s.idle, Do: func() view.Out { return s.ask(view.Again(!s.waits())...) }, Price: s.reloading},
			keymap.Mark:       {Why: rows, Do: view.Then(s.mark)},
			keymap.Export:     {Why: rows, Do: func() view.Out { return view.Export(s.sheet(), text.Const("creators")) }},
			keymap.ClearMarks: {Why: func() string { return view.Unless(len(s.marks) != 0, "Nothing is marked.") }, Do: view.Then(func() { clear(s.marks) })},
			keymap.Cancel:     {Why: func() string { return "Nothing is open here." }},
			keymap.Complete:   {Price: s.env.LookupPrice},
		}}
}

func (s *Screen) idle() string { return view.Unless(s.Busy() == "", "Already running.") }

// enter asks the question while it waits, else opens the selected creator.
func (s *Screen) enter() view.Entry {
	id := s.selected()
	switch {
	case s.waits():
		return view.Entry{Why: s.idle(), Price: s.env.Tell(s.offer(s.open())), Hint: map[view.Kind]string{view.Alike: "find them", view.Safety: "judge"}[s.kind],
			Do: func() view.Out { return s.ask() }}
	case id == "":
		return view.Entry{Why: "No creator to open."}
	}
	of := s.member(id).Creator
	if of == "" {
		return view.Entry{Why: "The service does not know this account."}
	}
	return view.Entry{Why: s.idle(), Price: s.env.OpenPrice(of), Do: func() view.Out { return view.Open(view.Page{Kind: view.Creator, ID: of}) }}
}

func (s *Screen) mark() {
	if id := s.selected(); s.marks[id] {
		delete(s.marks, id)
	} else {
		s.marks[id] = true
	}
	s.table.Move(1)
}

func (s *Screen) reloading() string {
	if s.waits() {
		return s.env.Tell(s.offer(s.open()))
	}
	return s.env.Anew(s.offer(s.ids))
}

// Offers are the question, and the selected creator.
func (s *Screen) Offers() []view.Offer {
	var all []view.Offer
	if s.waits() {
		all = append(all, s.offer(s.open()))
	}
	if id := s.selected(); id != "" && s.member(id).Creator != "" {
		all = append(all, s.env.Creator(s.member(id).Creator).Offer)
	}
	return all
}

// Click selects a row; the one that is selected is opened once there is an answer.
func (s *Screen) Click(x, y, w, h int) view.Out {
	if s.waits() {
		s.table.Press(view.PanesOf(w, h, share).Rows, x, y)
		return view.Out{}
	}
	return s.Acts.Click(x, y, w, h)
}

// state is the planner's place on the screen.
type state struct {
	Asked bool     `json:",omitempty"`
	Marks []string `json:",omitempty"`
	Row   int      `json:",omitempty"`
}

// State returns the state to remember.
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
	t.Columns = append(each.Of(s.table.Columns, func(c widget.Column) string { return strings.ToLower(c.Title.String()) }), "creator_id")
	for i := range s.table.Len() {
		row := each.Of(s.row(i, nil).Cells, func(c widget.Cell) any { return c.Text.String() })
		t.Rows = append(t.Rows, append(row, s.member(s.at(i)).Creator))
	}
	return t
}

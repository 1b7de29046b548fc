package search

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/brief"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// limits are the sizes a planner steps through.
var limits = []int{10, 25, 50, 75, 100}

// acts declares the actions among the rows, and while something is typed.
func (s *Screen) acts() view.Acts {
	rows := func() string { return view.Unless(len(s.found.rows) != 0, "No rows yet: search first.") }
	someone := func() string { return view.Unless(s.selected() != nil, "No creators here: search first.") }
	step := func(by int) func() view.Out { return view.Then(func() { s.step(by) }) }
	scroll := func(by int) view.Act {
		return view.Act{Why: func() string { return view.Unless(s.pager.Can(by), "The preview ends here.") }, Do: view.Then(func() { s.pager.Move(by) })}
	}
	sort := func(how func()) view.Act {
		return view.Act{Why: rows, Do: func() view.Out { how(); return s.rearrange() }}
	}
	return view.Acts{In: keymap.Search, Enter: s.enter, Calls: []view.Call{view.Calling("", &s.search, s.takeSearch), view.Calling("", &s.page, s.takePage), view.Calling("", &s.asking, s.takeLook)}, Types: func() bool { return s.typing || s.filter.typing }, Rows: &s.table, Moved: func() view.Out { s.pager.Home(); return s.more() }, By: map[keymap.Action]view.Act{
		keymap.EditQuery:   {Do: s.edit},
		keymap.LocalFilter: {Why: rows, Do: view.Then(s.filter.open)},
		keymap.SortNext:    sort(s.look.next), keymap.SortReverse: sort(s.look.reverse),
		keymap.Choose:   {Why: rows, Do: func() view.Out { return view.Out{Next: view.Over{Screen: s.choose()}} }},
		keymap.SaveView: {Why: rows, Do: s.saveView},
		keymap.TakeView: {Why: func() string {
			return view.Unless(len(s.env.Plan.Views) > 0, "No saved views yet: "+s.env.Keys.KeyOf(keymap.SaveView, keymap.Search)+" saves columns, order and filter.")
		}, Do: s.takeView},
		keymap.Mark: {Why: someone, Do: s.mark},
		keymap.MarkRange: {Why: func() string {
			return view.Unless(s.markedRow() >= 0, "Mark a row with the space bar first, then press this to mark up to here.")
		}, Do: s.markRange},
		keymap.ClearMarks: {Why: func() string { return view.Unless(len(s.marks) != 0, "Nothing is marked.") }, Do: s.clearMarks},
		keymap.Export:     {Why: rows, Do: s.exportAll},
		keymap.DropChip:   {Why: s.cannotDrop, Do: s.dropChip, Hint: func() string { return map[bool]string{true: "only those of"}[s.browsing()] }},
		keymap.Reload:     {Why: s.cannotReload, Do: func() view.Out { return s.ask(client.Refresh()) }, Price: func() string { return s.env.Anew(s.offer()) }},
		keymap.Cancel: {Why: func() string {
			return view.Unless(s.chip >= 0 || s.filter.on() || s.peek, "Nothing is open here.")
		}, Do: s.leave},
		keymap.Charts: {Why: rows, Do: func() view.Out {
			return view.Open(view.Page{Kind: view.Plot, ID: s.found.id, Query: strings.Join(slices.Sorted(maps.Keys(s.marks)), ",")})
		}},
		keymap.Preview:     {Do: view.Then(s.togglePreview)},
		keymap.PreviewDown: scroll(1), keymap.PreviewUp: scroll(-1),
		keymap.Copy:   {Why: func() string { return s.canReach(keymap.Copy) }, Do: func() view.Out { return s.selected().copying() }},
		keymap.Browse: {Why: func() string { return s.canReach(keymap.Browse) }, Do: func() view.Out { return view.Out{Cmd: s.env.Browse(s.selected().result.PrimaryProfile.URL)} }},
		keymap.MoreResults: {Why: func() string {
			return view.Unless(s.limit < limits[len(limits)-1], "That is the most a search can find.")
		}, Do: step(1)},
		keymap.FewerResults: {Why: func() string { return view.Unless(s.limit > limits[0], "That is the minimum.") }, Do: step(-1)},
		keymap.Complete:     {Price: s.env.LookupPrice},
	}, Field: map[keymap.Action]view.Act{
		keymap.Accept: {Do: s.accept, Price: func() string { return s.env.TellIf(s.typing, s.offer) }}, keymap.Cancel: {Do: view.Then(s.leaveField)},
		keymap.NextItem: {Do: step(1)}, keymap.PrevItem: {Do: step(-1)},
	}}
}

// edit opens the field: to go on with words that were not searched for, or to write
// others in place of those that were.
func (s *Screen) edit() view.Out {
	if s.typing = true; s.changed() {
		return view.Out{Cmd: s.pause()}
	}
	s.input.Select()
	return view.Out{}
}

// exportAll exports the rows, once all are here.
func (s *Screen) exportAll() view.Out {
	if s.exporting = s.further() && !s.listed(); s.exporting {
		return s.more()
	}
	return s.export()
}

func (s *Screen) clearMarks() view.Out {
	n := len(s.marks)
	clear(s.marks)
	s.lastMark = ""
	return view.Say(text.Format("%s cleared.", text.Plural(n, "mark is", "marks are")))
}

// dropChip points at the next condition; of a full list it asks for one.
func (s *Screen) dropChip() view.Out {
	if s.browsing() {
		return s.narrow()
	}
	return s.nextChip()
}

// leave closes what is open over the rows, the last opened first.
func (s *Screen) leave() view.Out {
	switch {
	case s.peek:
		s.peek = false
	case s.chip >= 0:
		s.chip = -1
	default:
		s.filter.clear()
		return s.rearrange()
	}
	return view.Out{}
}

// togglePreview shows or hides the preview: beside the rows where there is
// room, over them where there is none.
func (s *Screen) togglePreview() {
	if s.env.Cols < layout.SplitFrom {
		s.peek = !s.peek && s.selected() != nil
		return
	}
	s.preview = !s.preview
	s.arrange()
}

// accept takes the field that is open.
func (s *Screen) accept() view.Out {
	s.input.Keep()
	if s.filter.typing {
		s.filter.typing = false
		return view.Out{}
	}
	return s.asBrief(s.query(), s.ask)
}

func (s *Screen) leaveField() {
	if s.filter.typing {
		s.filter.clear()
		s.arrange()
	}
	if s.typing && s.found.id != "" {
		s.input.SetValue(s.found.query)
	}
	s.input.Keep()
	s.typing = false
}

// asBrief offers to read words as a brief, if they look like one that was not read yet;
// else it goes on.
func (s *Screen) asBrief(words string, on func(...client.Option) view.Out) view.Out {
	if l := s.env.AtHand(); !brief.IsBrief(words) || l != nil && words == brief.Query(l.Brief) {
		return on()
	}
	as := text.Const("Search for it as it is")
	if n := utf8.RuneCountInString(words); n > api.SearchQueryMax {
		as = text.Format("Search for its first %d of %d characters", api.SearchQueryMax, n)
	}
	return view.Out{Next: &view.Pick{Title: text.Const("This reads like a brief"), Items: []text.Text{text.Const("Read it as a brief, by its fields: free"), text.Format("%s: %s", as, s.env.Tell(s.offer()))},
		Done: func(i int, _ string) view.Out {
			if i == 0 {
				return view.Out{Next: view.Over{Screen: s.env.Brief(words)}}
			}
			return on()
		}}}
}

// ask prices the search before it leaves.
func (s *Screen) ask(opts ...client.Option) view.Out {
	query := s.query()
	if query == "" {
		return view.Fail(text.Const("Write a query first: a topic, a place, a size."))
	}
	limit, typed := s.limit, s.typing
	s.typing = false
	what := text.Format("Search for up to %d creators: “%s”", limit, query)
	notes := func() []text.Text {
		all := slices.Concat(s.promise(query, limit), s.unused(query))
		if len(s.found.rows) > 0 && query == s.found.query {
			all = append(all, text.Const("The results of this query are already on the screen."))
		}
		return all
	}
	odd := func() bool { return s.odd(query) }
	wrong := func() text.Text { return s.refused(query) }
	told := func() api.Credits { high, _ := s.priceOf(query, limit); return high }
	return view.Out{Next: &view.Ask{What: what, Notes: notes, High: told(), Look: s.lookAt(query, true), Told: told, Odd: odd, Other: func() *view.Pick { return s.relax(query) }, Wrong: wrong, Run: func(more ...client.Option) view.Out {
		return s.run(query, limit, slices.Concat(opts, more)...)
	}, No: func() view.Out {
		s.typing = typed
		return view.Out{}
	}}}
}

// run searches for what was asked, whatever stands in the field by now.
func (s *Screen) run(query string, limit int, opts ...client.Option) view.Out {
	high, tight := s.priceOf(query, limit)
	cmd := s.search.Start(high, fetch.With(s.env.Client.Search, api.SearchRequest{Query: query, Limit: &limit}), append(opts, tight...)...)
	if cmd != nil {
		s.typing, s.failure, s.asked = false, text.Text{}, query
	}
	return view.Out{Cmd: cmd}
}

// enter opens the creator under the cursor, or takes the chip away
// that x points at.
func (s *Screen) enter() view.Entry {
	r := s.selected()
	switch {
	case s.chip >= 0:
		return view.Entry{Do: func() view.Out { return s.drop(s.found.chips[s.chip]) }}
	case r == nil:
		return view.Entry{Why: "No creator to open: search first."}
	}
	id := r.result.Creator.ID
	return view.Entry{Price: s.env.OpenPrice(id), Do: func() view.Out { return view.Open(view.Page{Kind: view.Creator, ID: id}) }}
}

// drop takes the words of a condition out of the query, which is then written on.
func (s *Screen) drop(c chip) view.Out {
	s.input.SetValue(brief.Without(s.input.Value(), c.words))
	s.chip, s.typing, s.filter.typing = -1, true, false
	return view.Out{Cmd: s.pause()}
}

// nextChip points at the next condition that words of the query stand for, and
// past the last at none.
func (s *Screen) nextChip() view.Out {
	for s.chip++; s.chip < len(s.found.chips) && s.found.chips[s.chip].words == ""; {
		s.chip++
	}
	if s.chip >= len(s.found.chips) {
		s.chip = -1
		return view.Out{}
	}
	c := s.found.chips[s.chip]
	said := text.Format("%s removes “%s” from the query; %s moves on.", s.env.Keys.KeyOf(keymap.Open, keymap.Search), c.words, s.env.Keys.KeyOf(keymap.DropChip, keymap.Search))
	return view.Say(text.Cat(said, text.When(c.why != "", " It is not used: %s", c.why)))
}

func (s *Screen) mark() view.Out {
	id := s.selected().result.Creator.ID
	if s.marks[id] {
		delete(s.marks, id)
	} else {
		s.marks[id] = true
	}
	s.lastMark = id
	s.table.Move(1)
	return s.more()
}

func (s *Screen) markRange() view.Out {
	from, to := s.markedRow(), s.table.Cursor()
	if from > to {
		from, to = to, from
	}
	for _, at := range s.found.shown[from : to+1] {
		s.marks[s.found.rows[at].result.Creator.ID] = true
	}
	return view.Out{}
}

// markedRow returns the present row of the creator marked last; -1 if there is none.
func (s *Screen) markedRow() int {
	return slices.IndexFunc(s.found.shown, func(at int) bool { return s.found.rows[at].result.Creator.ID == s.lastMark })
}

func (s *Screen) step(delta int) {
	at := 0
	for i, n := range limits {
		if n <= s.limit {
			at = i
		}
	}
	s.limit = limits[min(max(at+delta, 0), len(limits)-1)]
}

func (s *Screen) cannotDrop() string {
	return view.Unless(s.browsing() || slices.ContainsFunc(s.found.chips, func(c chip) bool { return c.words != "" }), "The query has no conditions to remove.")
}

func (s *Screen) cannotReload() string {
	if s.query() == "" {
		return "No query yet: write one first."
	}
	return view.Unless(!s.search.Busy(), "The search is already running.")
}

// canReach says why the profile of the selected creator cannot be copied or
// opened.
func (s *Screen) canReach(a keymap.Action) string {
	r := s.selected()
	switch {
	case r == nil:
		return "No creators here: search first."
	case r.result.PrimaryProfile == nil:
		return "No profile of this creator is known."
	case a == keymap.Browse && s.env.Browse == nil:
		return "No browser can be opened from here; copy the handle instead."
	case a == keymap.Browse && r.result.PrimaryProfile.URL == "":
		return "No URL of this profile is known."
	}
	return ""
}

// Chosen are the marked creators in the order of the rows, else the one under the
// cursor.
func (s *Screen) Chosen() []plan.Member {
	var all []plan.Member
	for i := range s.found.rows {
		if id := s.found.rows[i].result.Creator.ID; s.marks[id] {
			all = append(all, s.env.Member(id))
		}
	}
	if r := s.selected(); len(all) == 0 && r != nil {
		all = append(all, s.env.Member(r.result.Creator.ID))
	}
	return all
}

// offer is to search for what stands in the field.
func (s *Screen) offer() view.Offer {
	o := s.env.SearchOffer(s.query(), s.limit)
	o.High, _ = s.priceOf(s.query(), s.limit)
	return o
}

// Offers are the search that stands in the field, or is on show, and the selected creator.
func (s *Screen) Offers() []view.Offer {
	var all []view.Offer
	if s.query() != "" {
		all = append(all, s.offer())
	}
	if r := s.selected(); r != nil {
		all = append(all, s.env.Creator(r.result.Creator.ID).Offer)
	}
	return all
}

package creator

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/internal/english"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// safetyTab is the judgement on whether a brand can stand beside this creator:
// what was read, and a row for each flag, which the planner clears or confirms.
type safetyTab struct {
	env   *view.Env
	id    string
	found *api.Safety // what was read here
	table widget.Table
	slot  fetch.Slot[api.Found[api.CreatorSafety, api.CreatorRef]]
}

func (t *safetyTab) setUp(env *view.Env, id string) {
	t.env, t.id = env, id
	t.table = widget.Table{Row: t.row, Empty: text.Const("No flags in what was read."), Columns: []widget.Column{
		{Title: text.Const("Flag"), Min: 14, Max: 22},
		{Title: text.Const("Severity"), Min: 6, Priority: 2},
		{Title: text.Const("Found in"), Min: 20, Flex: 1},
		{Title: text.Const("You"), Min: 9, Priority: 1},
	}}
}

// judged is the judgement, else the one that the review of a list asked for; nil
// where none was.
func (t *safetyTab) judged() *api.Safety {
	if t.found != nil {
		return t.found
	}
	return t.env.Plan.Facts[t.id].Safety
}

func (t *safetyTab) offer() view.Offer {
	low, high := t.env.Prices.Each(api.OpSafetyCreators, 1)
	return view.Offer{Key: "safety " + t.id, Low: low, High: high, Call: view.Tries(t.call())}
}

func (t *safetyTab) call() fetch.Call[api.Found[api.CreatorSafety, api.CreatorRef]] {
	return fetch.With(t.env.Client.SafetyOfCreators, []api.CreatorRef{{CreatorID: &t.id}})
}

func (t *safetyTab) load(opts ...client.Option) tea.Cmd {
	return t.slot.Start(t.offer().High, t.call(), opts...)
}

// take writes the judgement down, where the review of a list finds it too.
func (t *safetyTab) take(found api.Found[api.CreatorSafety, api.CreatorRef]) *view.Change {
	if len(found.Data) == 0 {
		return nil
	}
	s := found.Data[0].Safety
	t.found = &s
	t.table.SetLen(len(s.Flags))
	return view.Read([]string{t.id}, t.env.Now, func(_ int, f *plan.Facts) { f.Safety = &s })
}

// note is the rating, and how many flags stand, in a word or two.
func (t *safetyTab) note() text.Text {
	s := t.judged()
	if s == nil {
		return text.Text{}
	}
	m := t.member()
	if n := m.Standing(s); n > 0 {
		return text.Format("%s ▲%d", view.Rated(s), n)
	}
	if view.Unsure(s) {
		return text.Format("%s, %s sure", s.Rating, text.Percent(s.Confidence*100))
	}
	return view.Rated(s)
}

// member is the creator as the list at hand holds them, else as they are known.
func (t *safetyTab) member() plan.Member {
	m, _ := t.env.OnList(t.env.Member(t.id))
	return m
}

func (t *safetyTab) selected() *api.Flag {
	if s := t.judged(); s != nil {
		return widget.At(&t.table, s.Flags)
	}
	return nil
}

func (t *safetyTab) canRule() string {
	m := t.env.Member(t.id)
	switch {
	case t.selected() == nil:
		return "No flag to clear or confirm."
	case !slices.ContainsFunc(t.env.Plan.Lists, func(l plan.List) bool { return l.Holds(m) >= 0 }):
		return "Rulings on flags are kept with the creator on a list: " + t.env.Keys.KeyOf(keymap.Add, keymap.Global) + " adds this creator."
	}
	return ""
}

func (t *safetyTab) rule() view.Out {
	m, f := t.env.Member(t.id), *t.selected()
	return view.Out{OnList: &view.OnList{What: text.Format("Rule on a flag of %s on", m.Name), Of: &m, Do: func(l plan.List) view.Out {
		return view.RuleOn(l.ID, l.Members[l.Holds(m)], f, t.env.Now)
	}}}
}

func (t *safetyTab) row(i int, buf []widget.Cell) widget.Row {
	st, s, m := t.env.Styles, t.judged(), t.member()
	if s == nil || i >= len(s.Flags) {
		return widget.Row{Cells: buf}
	}
	f := s.Flags[i]
	style, found := st.Warn, text.Clean(f.Description)
	if r := m.Ruling(f); r != nil && !r.Stands {
		style = st.Dim
	}
	if len(f.Evidence) > 0 {
		found = text.Format("“%s”", t.env.Said(f.Evidence[0]))
	}
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: text.Clean(english.Words(string(f.Type))), Style: style},
		widget.Cell{Text: text.Clean(string(f.Severity)), Style: st.Text},
		widget.Cell{Text: found, Style: st.Text},
		widget.Cell{Text: view.Ruled(m.Ruling(f)), Style: st.Strong})}
}

// render draws what was read and how sure that is, the flags, and the selected one
// in full.
func (t *safetyTab) render(w, h int) []string {
	st, s := t.env.Styles, t.judged()
	if s == nil {
		return layout.FitLines([]string{"", "   " + st.Dim.Text(text.Const("The service does not know this creator."))}, w, h)
	}
	b := widget.Block{W: w - 2, Lines: []string{t.rating(w, s)}}
	b.Say(text.Clean(s.Summary), st.Text, "  ")
	b.Gap()
	t.table.SetLen(len(s.Flags))
	below := t.detail(w)
	rows := max(2, min(len(s.Flags)+1, h-len(b.Lines)-len(below)-1))
	return layout.FitLines(slices.Concat(b.Lines, t.table.Render(st, w, rows), []string{""}, below), w, h)
}

// rating is the line with the rating and how sure it is, or why there is none.
func (t *safetyTab) rating(w int, s *api.Safety) string {
	st := t.env.Styles
	if not := view.NotJudged(s); not != (text.Text{}) {
		return widget.Line(w, widget.Run{Text: text.Format("   %s", not), Style: st.Warn})
	}
	return widget.Line(w, widget.Run{Text: text.Format("   Rating %s", s.Rating), Style: st.Strong},
		widget.Run{Text: text.Format("   %s sure", text.Percent(s.Confidence*100)), Style: st.Dim})
}

// detail is the selected flag in full: all it was found in, and what the planner
// thinks of it.
func (t *safetyTab) detail(w int) []string {
	f := t.selected()
	if f == nil {
		return nil
	}
	st, m := t.env.Styles, t.member()
	b := widget.Block{W: w - 2}
	b.Say(text.Clean(f.Description), st.Text, "  ")
	for _, e := range f.Evidence {
		b.Say(text.Format("“%s”", t.env.Said(e)), st.Text, "  ")
	}
	if r := m.Ruling(*f); r != nil {
		b.Say(text.Format("%s: %s", view.Ruled(r), r.Reason), st.Strong, "  ")
	}
	return b.Lines
}

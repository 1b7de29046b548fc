package creator

import (
	"fmt"
	"slices"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/each"
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
	only  plan.FlagState // the flags that are shown; "" for all
	slot  fetch.Slot[api.Found[api.CreatorSafety, api.CreatorRef]]
}

func (t *safetyTab) setUp(env *view.Env, id string) {
	t.env, t.id = env, id
	t.table = widget.Table{Row: t.row, Columns: []widget.Column{
		{Title: text.Const("Flag"), Min: 14, Max: 22},
		{Title: text.Const("Severity"), Min: 6, Priority: 2},
		{Title: text.Const("Found in"), Min: 20, Flex: 1},
		{Title: text.Const("You"), Min: 9, Priority: 1},
	}}
	t.show("")
}

// judged is the judgement, else the one that the review of a list asked for; nil
// where none was.
func (t *safetyTab) judged() *api.Safety {
	if t.found != nil {
		return t.found
	}
	return t.env.Plan.Facts[t.id].Safety
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
	m, l := t.member()
	if n := l.Count(m, s).Standing(); n > 0 {
		return text.Format("%s ▲%d", view.Rated(s), n)
	}
	if view.Unsure(s) {
		return text.Format("%s, %s sure", s.Rating, text.Percent(s.Confidence*100))
	}
	return view.Rated(s)
}

// member is the creator as the list at hand holds them, and that list; else as they are
// known, and nil.
func (t *safetyTab) member() (plan.Member, *plan.List) { return t.env.OnList(t.env.Member(t.id)) }

func (t *safetyTab) shown() []api.Flag {
	s := t.judged()
	if s == nil || t.only == "" {
		return view.Flags(s)
	}
	m, l := t.member()
	return each.Where(s.Flags, func(f api.Flag) bool {
		r, _ := l.Ruling(m, f)
		return r.State() == t.only
	})
}

func (t *safetyTab) selected() *api.Flag { return widget.At(&t.table, t.shown()) }

// next shows the flags of the next state: all, open, confirmed, cleared.
func (t *safetyTab) next() {
	all := append([]plan.FlagState{""}, plan.FlagStates()...)
	t.show(all[(slices.Index(all, t.only)+1)%len(all)])
	t.table.SetLen(len(t.shown()))
	t.table.Home()
}

// show shows the flags in a state; "" shows all.
func (t *safetyTab) show(only plan.FlagState) {
	t.only, t.table.Empty = only, text.Const("No flags in what was read.")
	if only != "" {
		t.table.Empty = text.Format("No flag is %s.", only)
	}
}

// states tell how many flags are in which state, and which are shown.
func (t *safetyTab) states(s *api.Safety) []widget.Run {
	st := t.env.Styles
	m, l := t.member()
	count := l.Count(m, s)
	runs := []widget.Run{{Text: text.Const("   Flags"), Style: st.Dim}}
	for _, of := range append([]plan.FlagState{""}, plan.FlagStates()...) {
		name, n, style := text.Clean(string(of)), count[of], st.Dim
		if of == "" {
			name, n = text.Const("all"), len(s.Flags)
		}
		if of == t.only {
			name, style = text.Format("[%s]", name), st.Accent
		}
		runs = append(runs, widget.Run{Text: text.Format("  %s %d", name, n), Style: style})
	}
	return runs
}

func (t *safetyTab) canRule() string {
	m := t.env.Member(t.id)
	switch {
	case t.selected() == nil && t.only != "":
		return fmt.Sprintf("No flag is %s: %s shows the others.", t.only, t.env.Keys.KeyOf(keymap.FlagState, keymap.Creator))
	case t.selected() == nil:
		return "No flag to clear or confirm."
	case !slices.ContainsFunc(t.env.Plan.Lists, func(l plan.List) bool { return l.Holds(m) >= 0 }):
		return "Rulings on flags are kept with the creator on a list: " + t.env.Keys.KeyOf(keymap.Add, keymap.Global) + " adds this creator."
	}
	return ""
}

func (t *safetyTab) rule() view.Out {
	m, f := t.env.Member(t.id), *t.selected()
	return view.Out{Next: &view.OnList{What: text.Format("Rule on a flag of %s on", m.Name), Of: &m, Do: func(l plan.List) view.Out {
		return t.env.RuleOn(l.ID, m, f)
	}}}
}

func (t *safetyTab) row(i int, buf []widget.Cell) widget.Row {
	st, all := t.env.Styles, t.shown()
	if i >= len(all) {
		return widget.Row{Cells: buf}
	}
	f := all[i]
	m, l := t.member()
	r, _ := l.Ruling(m, f)
	style, found := st.Warn, text.Clean(f.Description)
	if r.State() == plan.FlagCleared {
		style = st.Dim
	}
	if len(f.Evidence) > 0 {
		found = t.quoted(f, f.Evidence[0])
	}
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: text.Clean(english.Words(string(f.Type))), Style: style},
		widget.Cell{Text: text.Clean(string(f.Severity)), Style: st.Text},
		widget.Cell{Text: found, Style: st.Text},
		widget.Cell{Text: text.Clean(string(r.State())), Style: st.Strong})}
}

// render draws what was read and how sure that is, the flags, and the selected one
// in full.
func (t *safetyTab) render(w, h int) []string {
	st, s := t.env.Styles, t.judged()
	if s == nil {
		return layout.FitLines([]string{"", "   " + st.Dim.Text(unknownThere())}, w, h)
	}
	b := widget.Block{W: w - 2, Lines: []string{widget.Line(w, t.rating(s)...)}}
	b.Say(text.Clean(s.Summary), st.Text, "  ")
	b.Say(view.ReadBy(s.JudgedBy), st.Strong, "  ")
	shown := t.shown()
	if len(s.Flags) > 0 {
		b.Lines = append(b.Lines, widget.Line(w, t.states(s)...))
	}
	b.Gap()
	t.table.SetLen(len(shown))
	detail := widget.Block{W: w - 2}
	t.detail(&detail)
	below := detail.Lines
	rows := max(2, min(len(shown)+1, h-len(b.Lines)-len(below)-1))
	return layout.FitLines(slices.Concat(b.Lines, t.table.Render(st, w, rows), []string{""}, below), w, h)
}

// rating is the line with the rating and how sure it is, or why there is none.
func (t *safetyTab) rating(s *api.Safety) []widget.Run {
	st := t.env.Styles
	if not := view.NotJudged(s); not != (text.Text{}) {
		return []widget.Run{{Text: text.Format("   %s", not), Style: st.Warn}}
	}
	return []widget.Run{{Text: text.Format("   Rating %s", s.Rating), Style: st.Strong}, {Text: text.Format("   %s sure", text.Percent(s.Confidence*100)), Style: st.Dim}}
}

func unknownThere() text.Text { return text.Const("The service does not know this creator.") }

// detail is the selected flag in full: all it was found in, and what the planner
// thinks of it.
func (t *safetyTab) quoted(f api.Flag, e string) text.Text {
	return view.Quoted(t.env.Said(e), slices.Contains(f.Machine, e))
}

func (t *safetyTab) detail(b *widget.Block) {
	f := t.selected()
	if f == nil {
		return
	}
	st := t.env.Styles
	m, l := t.member()
	b.Say(text.Clean(f.Description), st.Text, "  ")
	for _, e := range f.Evidence {
		b.Say(t.quoted(*f, e), st.Text, "  ")
	}
	b.Say(view.ModelSays(*f), st.Accent, "  ")
	if r, scope := l.Ruling(m, *f); r != nil {
		b.Say(view.RulingText(r, scope), st.Strong, "  ")
	}
}

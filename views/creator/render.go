package creator

import (
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Render draws the headline, the tabs and the tab that is open.
func (s *Screen) Render(w, h int) []string {
	st := s.env.Styles
	head, body, _ := layout.Rect{W: w, H: h}.Rows(view.HeadRows, 0)
	rule := widget.TabRule(st, s.tabs(), int(s.tab), w)
	if sum := s.summary(); len(sum) > 0 {
		rule = widget.Line(w, sum...)
	}
	top := []string{widget.Line(w, fitting(s.headed(), w)...), widget.Tabs(st, s.tabs(), int(s.tab), w), rule}
	if cut := len(top) - head.H; cut > 0 {
		top = top[cut:]
	}
	return append(append(make([]string, 0, h), top...), s.body(w, body.H)...)
}

// summary sums up the rows of the open tab; empty for most tabs.
func (s *Screen) summary() []widget.Run {
	switch {
	case s.tab == posts && s.answers[posts].asked:
		return s.posts.summary()
	case s.tab == talks && s.answers[talks].asked && len(s.talks.list) > 0:
		return s.talks.summary()
	}
	return nil
}

// Row returns the position of the selected row or line.
func (s *Screen) Row(w, h int) (x, y int, ok bool) {
	head, _, _ := layout.Rect{W: w, H: h}.Rows(view.HeadRows, 0)
	switch {
	case !s.answers[s.tab].asked || s.reading():
		return 0, 0, false
	case s.tab == overview:
		y, ok = s.read.Line()
	case s.tab == profiles && !s.profiles.brief:
		y, ok = s.profiles.line()
	default:
		y, ok = s.table().Line()
	}
	return 0, y + head.H, ok
}

func (s *Screen) body(w, h int) []string {
	if s.answers[s.tab].asked {
		return s.parts[s.tab].render(w, h)
	}
	what, next := s.why(s.tab)
	b := widget.Block{W: w - 2, Lines: []string{""}}
	b.Say(what, s.env.Styles.Dim, "  ")
	b.Say(next, s.env.Styles.Dim, "  ")
	return layout.FitLines(b.Lines, w, h)
}

// why says why a tab shows nothing, and what next.
func (s *Screen) why(t tab) (what, next text.Text) {
	switch {
	case !s.answers[t].failed.Empty():
		return s.answers[t].failed, text.Format("%s tries again; %s goes back.", s.env.Keys.KeyOf(keymap.Reload, keymap.Creator), s.env.Keys.KeyOf(keymap.Back, keymap.Global))
	case s.Busy() != "":
		return text.Format("%s…", s.Busy()), text.Text{}
	}
	return text.Const("Not loaded."), s.way(t)
}

// way says how a tab that was not read is read, and what that tells.
func (s *Screen) way(t tab) text.Text {
	what := map[tab]text.Text{
		safety: text.Const("brand safety of captions, bio and transcripts"),
		alike:  text.Format("up to %d creators with similar content, priced per creator", view.AlikeMost),
		emails: text.Const("public e-mail addresses; free if there are none"),
	}[t]
	if what.Empty() {
		return text.Format("%s loads it; the tab shows the price.", s.env.Keys.KeyOf(keymap.Reload, keymap.Creator))
	}
	return text.Format("%s reads it, %s: %s.", s.env.Keys.KeyOf(keymap.Open, keymap.Creator), s.env.Tell(s.offer(t)), what)
}

// Tell tells who this is with what decides, the tabs with their prices, and the open one.
func (s *Screen) Tell() []view.Fact {
	head := each.Of(s.headed(), func(one said) widget.Run { return one.Run })
	out := []view.Fact{view.Head(text.Format("%s, %s", s.Title(), s.parts[s.tab].title))}
	out = append(out, view.Runs(head...), view.Tabs(s.tabs(), int(s.tab)))
	if sum := s.summary(); len(sum) > 0 {
		out = append(out, view.Runs(sum...))
	}
	if s.answers[s.tab].asked {
		return append(out, s.parts[s.tab].tell()...)
	}
	what, next := s.why(s.tab)
	return append(out, view.Sentences(what, next)...)
}

// tellOverview tells what decides first, and then the findings of analysis: a row for each
// of its parts.
func (s *Screen) tellOverview() []view.Fact {
	out := view.Blocked(s.decision)
	if s.creator == nil {
		return out
	}
	for _, p := range paras(*s.creator, &s.env.Frame) {
		last := len(out) - 1
		switch {
		case p.Heading:
			out = append(out, view.Fact{Kind: view.Row, Label: p.Text})
		case p.Text.Empty():
		case p.Dim || out[last].Kind != view.Row:
			out = append(out, view.Fact{Kind: view.Note, Value: p.Text})
		default:
			out[last].Children = append(out[last].Children, view.Fact{Value: p.Text})
		}
	}
	return out
}

func inOne(runs []widget.Run) view.Fact { return view.Runs(runs...) }

func (t *profileTab) tell() []view.Fact {
	if t.brief || len(t.list) == 0 {
		return view.Rows(&t.table)
	}
	out := []view.Fact{{Kind: view.Aside, Value: text.Plural(len(t.list), "account", "accounts")}}
	for i := range t.list {
		lines := t.cardRuns(i)
		f := view.Runs(lines[0]...)
		f.Kind, f.Here = view.Row, i == t.table.Cursor()
		f.Children = each.Of(lines[1:], inOne)
		if f.Here {
			f.Children = append(f.Children, view.Asked(view.Pairs(t.pairs(&t.list[i])))...)
		}
		out = append(out, f)
	}
	return out
}

// tell sums up all posts, with a row for each; the selected one in full.
func (t *postTab) tell() []view.Fact {
	var out, more []view.Fact
	if p := t.selected(); p != nil {
		more = t.tellPost(p)
		out = each.Of(t.sum(), inOne)
	}
	return append(out, view.Rows(&t.table, more...)...)
}

func (t *postTab) tellPost(p *post) []view.Fact {
	out := []view.Fact{view.Runs(t.title(p)...)}
	out = append(out, view.Sentences(t.when(p))...)
	for _, said := range t.says(p) {
		out = append(out, view.Sentences(said.Text)...)
	}
	return append(append(out, view.Sentences(text.Clean(p.URL))...), view.Pairs(t.figures(p))...)
}

// tell is a row for each post in which somebody speaks.
func (t *talkTab) tell() []view.Fact {
	var more []view.Fact
	if p := t.selected(); p != nil {
		more = t.posts.tellPost(p)
	}
	return view.Rows(&t.table, more...)
}

func (t *safetyTab) tell() []view.Fact {
	s := t.judged()
	if s == nil {
		return view.Sentences(unknownThere())
	}
	out := append([]view.Fact{view.Runs(t.rating(s)...)}, view.Sentences(text.Clean(s.Summary), view.ReadBy(s.JudgedBy))...)
	if len(s.Flags) > 0 {
		out = append(out, view.Runs(t.states(s)...))
	}
	t.table.SetLen(len(t.shown()))
	return append(out, view.Rows(&t.table, view.Blocked(t.detail)...)...)
}

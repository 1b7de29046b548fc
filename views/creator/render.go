package creator

import (
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

// Package charts draws what is kept of a creator over time: followers, the engagement of
// posts, and how often there is one. It asks nobody and costs nothing. What is drawn is what
// a report draws, and each drawing has a sentence that tells the same.
package charts

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/report"
	"greenroom/report/chart"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Screen are the charts of a creator.
type Screen struct {
	env     *view.Env
	of      plan.Member
	list    []chart.Chart
	failure text.Text
	slot    fetch.Slot[[]chart.Chart]
	numbers bool // instead of the drawings
	read    widget.Reader
}

// New are those of the creator that p names.
func New(env *view.Env, p view.Page) *Screen { return &Screen{env: env, of: env.Member(p.ID)} }

// Init reads what is kept.
func (s *Screen) Init() view.Out {
	kept, of, lang := s.env.Report.Kept, s.of, s.env.Report.Lang
	return view.Out{Cmd: s.slot.Start(0, func(ctx context.Context, _ ...client.Option) ([]chart.Chart, client.Receipt, error) {
		if kept == nil {
			return nil, client.Receipt{}, nil
		}
		all, err := report.Charts(ctx, kept, of, lang)
		return all, client.Receipt{}, err
	})}
}

// Update takes what was read.
func (s *Screen) Update(msg tea.Msg) view.Out {
	d, ok := s.slot.Settle(msg)
	if !ok {
		return view.Out{}
	}
	s.list, s.failure = d.Value, text.Text{}
	if d.Err != nil {
		s.failure = text.Cat(text.Const("What is kept could not be read. "), explain.Failure(d.Err, s.env.Now))
	}
	s.read.SetParas(s.paras())
	return view.Out{}
}

// paras are the numbers that are drawn, in words.
func (s *Screen) paras() []widget.Para {
	var all []widget.Para
	for _, f := range s.facts() {
		all = append(all, widget.Para{Text: f.Label, Heading: true})
		for _, c := range f.Children {
			all = append(all, widget.Para{Stamp: c.Label, Text: c.Value})
		}
	}
	return all
}

// Can says why an action cannot run now.
func (s *Screen) Can(a keymap.Action) string {
	switch {
	case a == keymap.ToggleMode:
		return view.Unless(len(s.list) > 0, "Nothing is kept to be drawn.")
	case view.Moves(a):
		return view.Unless(s.numbers, "All charts are in sight; "+s.env.Keys.KeyOf(keymap.ToggleMode, keymap.Drawn)+" shows the numbers.")
	}
	return "Not available among charts."
}

// Do runs an action that Can allows.
func (s *Screen) Do(a keymap.Action) view.Out {
	if a == keymap.ToggleMode {
		s.numbers = !s.numbers
		return view.Out{}
	}
	view.Move(&s.read, a)
	return view.Out{}
}

// Click does nothing: nothing can be chosen.
func (s *Screen) Click(int, int, int, int) view.Out { return view.Out{} }

// Scroll moves the numbers.
func (s *Screen) Scroll(lines int) view.Out {
	if s.numbers {
		s.read.Move(lines)
	}
	return view.Out{}
}

// Title names the screen in the top line.
func (s *Screen) Title() text.Text { return text.Format("%s, charts", s.of.Name) }

// Scopes are the keys of charts and those of moving.
func (s *Screen) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Drawn, keymap.List} }

// sideCols is what a title and its sentence take beside a drawing, and wide from how many
// cells on they stand there.
const (
	sideCols = 36
	wide     = 96
)

// Render draws the charts below each other, each with its sentence.
func (s *Screen) Render(w, h int) []string {
	st, p := s.env.Styles, view.PanesOf(w, h, 0)
	lines := []string{
		widget.Line(w, widget.Run{Text: text.Format(" %s", s.Title()), Style: st.Strong}), widget.Line(w, widget.Run{Text: text.Cat(text.Const(" "), from), Style: st.Dim}),
		st.Border.Apply(text.Rule(w)),
	}[:p.Head.H]
	if why := s.why(); !why.Empty() {
		return append(lines, widget.Message(st, widget.Size{W: w, H: p.Rows.H}, min(1, p.Rows.H-1), why)...)
	}
	if s.numbers {
		return append(lines, s.read.Render(st, w, p.Rows.H)...)
	}
	var drawn []string
	for i, c := range s.list {
		rows := (p.Rows.H - len(drawn)) / (len(s.list) - i)
		drawn = append(drawn, s.band(c, w, max(1, rows))...)
	}
	return append(lines, layout.FitLines(drawn, w, p.Rows.H)...)
}

// from is what the charts are made of.
var from = text.Const("from what is kept, free; nobody is asked")

// band is a chart with what is said of it: beside it where there is room, else above.
func (s *Screen) band(c chart.Chart, w, h int) []string {
	st := s.env.Styles
	side := w
	if w >= wide {
		side = sideCols
	}
	said := []string{st.Header.Fit(text.Clean(" "+c.Title), side)}
	for _, l := range text.Clean(c.Sentence).Wrap(max(1, side-2)) {
		said = append(said, st.Text.Fit(text.Cat(text.Const(" "), l), side))
	}
	if side < w {
		said = layout.FitLines(said, side, h)
		for i, l := range layout.FitLines(draw(c, st, w-side, h), w-side, h) {
			said[i] += l
		}
		return said
	}
	if len(c.Series) > 0 && h-len(said) >= 4 {
		said = append(said, draw(c, st, w, h-len(said))...)
	}
	return layout.FitLines(said, w, h)
}

// why is why nothing is drawn; empty where something is.
func (s *Screen) why() text.Text {
	switch {
	case !s.failure.Empty():
		return s.failure
	case s.slot.Busy():
		return text.Const("Reading what is kept.")
	case len(s.list) == 0:
		return text.Const("Nothing is kept to be drawn: the workbench was started without storage.")
	}
	return text.Text{}
}

// facts are the charts, each with its numbers.
func (s *Screen) facts() []view.Fact {
	var all []view.Fact
	for _, c := range s.list {
		f := view.Labelled(text.Clean(c.Title), text.Clean(c.Sentence))
		for _, p := range c.Series {
			f.Children = append(f.Children, view.Labelled(view.Day(p.At), text.Clean(c.Number(p.Value))))
		}
		all = append(all, f)
	}
	return all
}

// Tell is the sentence of each chart, and its numbers.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(s.Title()), {Value: from}}
	if why := s.why(); !why.Empty() {
		return append(out, view.Sentences(why)...)
	}
	para := 0 // as the numbers are listed
	for _, f := range s.facts() {
		f.Here = s.numbers && para == s.read.Para()
		for i := range f.Children {
			para++
			f.Children[i].Kind, f.Children[i].Here = view.Aside, s.numbers && para == s.read.Para()
		}
		para++
		out = append(out, f)
	}
	return out
}

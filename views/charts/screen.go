// Package charts draws what is kept of a creator: followers over time, the engagement of
// posts, how often there is one, and where they stand among those alike; and followers
// against engagement of what a search found. It asks for nothing that costs. What is drawn is what
// a report draws, and each drawing has a sentence that tells the same.
package charts

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/internal/each"
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

// Screen are the charts of a creator, or of what a search found.
type Screen struct {
	view.Acts
	env     *view.Env
	page    view.Page
	list    []chart.Chart
	failure text.Text
	slot    fetch.Slot[[]chart.Chart]
	numbers bool // instead of the drawings
	read    widget.Reader
	pager   widget.Pager // of drawings that do not fit
}

// New are those of the creator, or of the search, that p names.
func New(env *view.Env, p view.Page) *Screen {
	s := &Screen{env: env, page: p}
	s.Acts = view.Acts{In: keymap.Drawn, Over: s.mover, Calls: []view.Call{view.Calling("", &s.slot, s.take)}, Else: "Not available among charts.", None: func() string {
		return view.Unless(s.numbers || s.pager.Can(1) || s.pager.Can(-1), "All charts are in sight; "+env.Keys.KeyOf(keymap.ToggleMode, keymap.Drawn)+" shows the numbers.")
	}, By: map[keymap.Action]view.Act{keymap.ToggleMode: {
		Why: func() string { return view.Unless(len(s.list) > 0, "Nothing is kept to be drawn.") }, Do: view.Then(func() { s.numbers = !s.numbers }),
	}}}
	return s
}

// Init reads what is kept.
func (s *Screen) Init() view.Out {
	if s.page.Kind == view.Plot {
		return view.Out{Cmd: s.slot.Start(0, s.results())}
	}
	return view.Out{Cmd: s.slot.Start(0, s.creator())}
}

func (s *Screen) take(d fetch.Done[[]chart.Chart]) view.Out {
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
		all = append(all, each.Of(f.Children, func(c view.Fact) widget.Para { return widget.Para{Stamp: c.Label, Text: c.Value} })...)
	}
	return all
}

// mover returns the cursor that a key moves.
func (s *Screen) mover() view.Mover {
	if s.numbers {
		return &s.read
	}
	return &s.pager
}

// Title names the screen in the top line.
func (s *Screen) Title() text.Text {
	if s.page.Kind == view.Plot {
		return text.Const("Search results, charts")
	}
	return text.Format("%s, charts", s.env.Member(s.page.ID).Name)
}

// sideCols is the width of a title and its sentence beside a drawing; from wide cells on
// they stand there.
const (
	sideCols = 36
	wide     = 96
)

// Render draws the charts below each other, each with its sentence.
func (s *Screen) Render(w, h int) []string {
	st, p := s.env.Styles, view.PanesOf(w, h, 0)
	var body []string
	below := text.Text{}
	switch why := s.why(); {
	case !why.Empty():
		body = widget.Message(st, widget.Size{W: w, H: p.Rows.H}, min(1, p.Rows.H-1), why)
	case s.numbers:
		body = s.read.Render(st, w, p.Rows.H)
	default:
		if body = s.pager.Render(s.drawn(w, p.Rows.H), w, p.Rows.H); s.pager.Can(1) {
			below = text.Const(" · more below")
		}
	}
	head := []string{
		widget.Line(w, widget.Run{Text: text.Format(" %s", s.Title()), Style: st.Strong}),
		widget.Line(w, widget.Run{Text: text.Format(" %s", s.from()), Style: st.Dim}, widget.Run{Text: below, Style: st.Strong}), st.Border.Apply(text.Rule(w)),
	}
	return append(head[:p.Head.H], body...)
}

// leastDrawn is the least height of a drawing, leastStrip that of a strip.
const leastDrawn, leastStrip = 5, 3

// drawn are the charts in h lines, or in as many as they need.
func (s *Screen) drawn(w, h int) (lines []string) {
	need, grow := make([]int, len(s.list)), 0
	for i, c := range s.list {
		need[i] = len(s.said(c, w))
		if c.Drawn() {
			least := leastStrip
			if c.Kind != chart.Strip {
				least, grow = leastDrawn, grow+1
			}
			if need[i] += least; w >= wide {
				need[i] = max(need[i]-least, least)
			}
		}
		h -= need[i]
	}
	for i, c := range s.list {
		rows := need[i]
		if c.Drawn() && c.Kind != chart.Strip && h > 0 {
			rows += h / grow
			h, grow = h-h/grow, grow-1
		}
		lines = append(lines, s.band(c, w, rows)...)
	}
	return lines
}

// from tells the sources of the charts.
func (s *Screen) from() text.Text {
	if s.page.Kind == view.Plot {
		return text.Const("all that the search found, free")
	}
	return text.Const("from what is kept, free; nobody is asked")
}

// said returns the lines beside a drawing, or above it: its title and its sentence.
func (s *Screen) said(c chart.Chart, w int) []string {
	st, side := s.env.Styles, w
	if w >= wide {
		side = sideCols
	}
	lines := text.Clean(c.Sentence).Wrap(max(1, side-2))
	return append([]string{st.Header.Fit(text.Clean(" "+c.Title), side)}, each.Of(lines, func(l text.Text) string { return st.Text.Fit(text.Cat(text.Const(" "), l), side) })...)
}

// band is a chart with what is said of it: beside it where there is room, else above.
func (s *Screen) band(c chart.Chart, w, h int) []string {
	st, said := s.env.Styles, s.said(c, w)
	if w >= wide {
		said = layout.FitLines(said, sideCols, h)
		var drawing []string
		if c.Drawn() {
			drawing = chart.Cells(c, st, w-sideCols, h)
		}
		for i, l := range layout.FitLines(drawing, w-sideCols, h) {
			said[i] += l
		}
		return said
	}
	if c.Drawn() && h > len(said) {
		said = append(said, chart.Cells(c, st, w, h-len(said))...)
	}
	return layout.FitLines(said, w, h)
}

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

func (s *Screen) facts() []view.Fact {
	var all []view.Fact
	for _, c := range s.list {
		f := view.Labelled(text.Clean(c.Title), text.Clean(c.Sentence))
		for _, p := range c.Series {
			of := cmp.Or(text.When(!p.At.IsZero(), "%s", view.Day(p.At)), text.Clean(p.Name))
			one := view.Labelled(of, text.Clean(c.Numbers(p)))
			one.Marked = p.Marked
			f.Children = append(f.Children, one)
		}
		side, below := c.Axes()
		for _, axis := range []struct {
			label text.Text
			names []string
		}{{text.Const("beside it"), side}, {text.Const("below it"), below}} {
			if len(axis.names) > 0 {
				f.Children = append(f.Children, view.Labelled(axis.label, text.Clean(strings.Join(axis.names, ", "))))
			}
		}
		all = append(all, f)
	}
	return all
}

// Tell is the sentence of each chart, and its numbers.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(s.Title()), {Value: s.from()}}
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

// creator are the charts of what is kept of a creator.
func (s *Screen) creator() fetch.Call[[]chart.Chart] {
	c, kept, of, lang, own := s.env.Client, s.env.Report.Kept, s.env.Member(s.page.ID), s.env.Report.Lang, s.env.Known[s.page.ID].Primary
	return func(ctx context.Context, _ ...client.Option) ([]chart.Chart, client.Receipt, error) {
		if kept == nil {
			return nil, client.Receipt{}, nil
		}
		all, err := report.Charts(ctx, kept, of, lang)
		if err != nil || of.Creator == "" {
			return all, client.Receipt{}, err
		}
		alike, _, _ := c.Lookalike(ctx, view.AlikeRequest(plan.Member{Creator: of.Creator}), client.KeptOnly()) // what is not kept is not drawn
		points := pointsOf(own, of.Name, true)
		for _, r := range alike.Data {
			points = append(points, pointsOf(r.PrimaryProfile, r.Creator.Name, false)...)
		}
		return append(all, report.Among(points, lang)), client.Receipt{}, nil
	}
}

// mostRead limits the results read for a drawing.
const mostRead = 1000

// results is the chart of all that a search found, which is free to read. The marked ones
// are named.
func (s *Screen) results() fetch.Call[[]chart.Chart] {
	c, id, marked, lang := s.env.Client, s.page.ID, strings.Split(s.page.Query, ","), s.env.Report.Lang
	return func(ctx context.Context, opts ...client.Option) ([]chart.Chart, client.Receipt, error) {
		var points []chart.Point
		read, pages := 0, client.PagesFrom("")
		for {
			page, receipt, err := c.SearchPage(ctx, id, pages.Next(), opts...)
			if err == nil {
				if failed := pages.Read(page.HasMore, page.NextCursor); failed != nil {
					err = failed
				}
			}
			if err != nil {
				return nil, receipt, err
			}
			for _, r := range page.Data {
				read++
				if p := r.PrimaryProfile; p != nil && p.Followers != nil && *p.Followers > 0 {
					points = append(points, pointsOf(p, r.Creator.Name, slices.Contains(marked, r.Creator.ID))...)
				}
			}
			if !pages.More() || read >= mostRead {
				return []chart.Chart{report.Against(points, read-len(points), pages.More(), lang)}, receipt, nil
			}
		}
	}
}

// pointsOf is the point of somebody; none where the engagement is not known.
func pointsOf(p *api.ProfileSummary, name string, marked bool) []chart.Point {
	if p == nil || p.EngagementRate == nil {
		return nil
	}
	at := chart.Point{Value: *p.EngagementRate, Name: text.Clean(name).String(), Marked: marked}
	if p.Followers != nil {
		at.Across = float64(*p.Followers)
	}
	return []chart.Point{at}
}

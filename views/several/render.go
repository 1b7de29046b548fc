package several

import (
	"cmp"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// share is the part of two panes that the rows take.
const share = 0.62

func (s *Screen) columns() []widget.Column {
	if s.kind == view.Alike {
		return view.AlikeColumns()
	}
	return []widget.Column{
		{Title: text.Const("Creator"), Min: 18, Flex: 1, Max: 40},
		{Title: text.Const("Rating"), Min: 12, Max: 16},
		{Title: text.Const("Flags"), Min: 5, Align: widget.Right},
		{Title: text.Const("Found"), Min: 16, Flex: 2, Priority: 1},
	}
}

func (s *Screen) row(i int, buf []widget.Cell) widget.Row {
	id := s.at(i)
	row := widget.Row{Marked: s.marks[id]}
	if s.kind == view.Alike {
		row.Cells = view.AlikeCells(s.env.Styles, &s.found[i], append(buf, s.who(id)))
	} else {
		row.Cells = s.safetyCells(id, buf)
	}
	return row
}

func (s *Screen) who(id string) widget.Cell {
	m := s.member(id)
	c := widget.Cell{Text: text.Clean(m.Name), Style: s.env.Styles.Strong, MoreStyle: s.env.Styles.Dim}
	if c.Text.Empty() {
		c.Text = text.Clean(s.env.Names[id].Who)
	}
	if m.Username != "" && m.Name != "@"+m.Username {
		c.More = text.Format("@%s", m.Username)
	}
	c.More = s.env.Beside(c.More, m.Creator)
	return s.env.Named(c, id)
}

func (s *Screen) safetyCells(id string, buf []widget.Cell) []widget.Cell {
	st, judged := s.env.Styles, s.safety(id)
	switch {
	case s.absent[id]:
		return append(buf, s.who(id), widget.Cell{Text: text.Const("not known"), Style: st.Dim}, widget.Cell{Text: text.Unknown, Style: st.Dim},
			widget.Cell{Text: text.Const("unknown to the service"), Style: st.Dim})
	case judged == nil:
		price := s.env.Tell(s.offer([]string{id}))
		return append(buf, s.who(id), widget.Cell{Text: text.Format("– %s", price), Style: st.Cost(price)}, widget.Cell{Text: text.Unknown, Style: st.Dim}, widget.Cell{Text: text.Const("not checked yet"), Style: st.Dim})
	}
	m, l := s.env.OnList(s.member(id)) // with what was decided about flags
	flags := widget.Cell{Text: text.Const("clear"), Style: st.Good}
	if judged.Little() {
		flags.Text, flags.Style = text.Format("none in %d", judged.Coverage.Judged), st.Text
	}
	if n := l.Count(m, judged).Standing(); n > 0 {
		flags.Text, flags.Style = text.Format("%d ▲", n), st.Warn
	} else if view.NotJudged(judged) != (text.Text{}) {
		flags.Text, flags.Style = text.Unknown, st.Warn
	} else if view.Unsure(judged) {
		flags.Text, flags.Style = text.Format("%s sure", text.Percent(judged.Confidence*100)), st.Warn
	}
	return append(buf, s.who(id), widget.Cell{Text: view.Rated(judged), Style: st.Strong}, flags, widget.Cell{Text: s.env.Said(judged.Summary), Style: st.Text})
}

// Render draws the question, what it would cost, the rows, and the selected one in
// full.
func (s *Screen) Render(w, h int) []string {
	st := s.env.Styles
	p := view.PanesOf(w, h, share)
	top := []string{widget.Line(w, s.question()...), widget.Line(w, s.state()...), st.Border.Apply(text.Rule(w))}
	var rows []string
	if s.kind == view.Alike && !s.asked {
		rows = s.waiting(p.Rows.W, p.Rows.H)
	} else {
		rows = s.table.Render(st, p.Rows.W, p.Rows.H)
	}
	rows = layout.Beside(st, rows, p.Side, view.Gathered(s.whole))
	return append(top[:p.Head.H], layout.FitLines(rows, w, p.Rows.H)...)
}

func (s *Screen) question() []widget.Run {
	names := each.Of(s.ids, func(id string) text.Text { return s.who(id).Text })
	lead := text.Const(" Brand safety of  ")
	if s.kind == view.Alike {
		lead = text.Const(" Lookalikes of  ")
	}
	return []widget.Run{{Text: lead, Style: s.env.Styles.Title}, {Text: text.Join(names, text.Const(", ")), Style: s.env.Styles.Text}}
}

// state tells the answer, or its price.
func (s *Screen) state() []widget.Run {
	st := s.env.Styles
	var runs []widget.Run
	switch open := len(s.open()); {
	case !s.failed.Empty():
		runs = append(runs, widget.Run{Text: text.Format(" %s", s.failed), Style: st.Bad})
	case s.Busy() != "":
		runs = append(runs, widget.Run{Text: text.Format(" %s…", s.Busy()), Style: st.Dim})
	case s.waits() && s.kind == view.Alike:
		runs = s.ways(text.Format("finds up to %d", view.AlikeMost))
	case s.waits():
		runs = append([]widget.Run{{Text: text.Format(" %d checked", len(s.ids)-open), Style: st.Dim}, {Text: text.Const(" · "), Style: st.Faint}}, s.ways(text.Format("checks %d", open))...)
	case s.kind == view.Alike:
		runs = append(runs, widget.Run{Text: text.Format(" %s like all of them together", text.Plural(len(s.found), "creator", "creators")), Style: st.Dim})
	default:
		runs = append(runs, widget.Run{Text: text.Format(" all %d checked", len(s.ids)-len(s.absent)), Style: st.Dim})
	}
	return append(runs, widget.Run{Text: text.When(s.left > 0, " · at most %d at once: %d left out", api.SeedsMax, s.left), Style: st.Warn},
		widget.Run{Text: text.When(len(s.marks) > 0, " · %d marked", len(s.marks)), Style: st.Marked})
}

// ways is which key asks, and for how much.
func (s *Screen) ways(does text.Text) []widget.Run {
	st, price := s.env.Styles, s.env.Tell(s.offer(s.open()))
	return []widget.Run{{Text: text.Format(" %s %s for ", s.env.Keys.KeyOf(keymap.Open, keymap.Several), does), Style: st.Text}, {Text: text.Clean(price), Style: st.Cost(price)}}
}

func (s *Screen) waiting(w, h int) []string {
	b := widget.Block{W: w - 2, Lines: []string{""}}
	b.Say(nobodyYet(), s.env.Styles.Dim, "  ")
	return layout.FitLines(b.Lines, w, h)
}

func nobodyYet() text.Text {
	return text.Const("Creators with content similar to all of these will appear here.")
}

// whole is the selected row in full.
func (s *Screen) whole(b *widget.Block) {
	id := s.selected()
	if id == "" {
		return
	}
	st, who := s.env.Styles, s.who(id)
	b.Line(widget.Run{Text: who.Text, Style: st.Title}, widget.Run{Text: text.Format("  %s", who.More), Style: st.Dim})
	b.Gap()
	if s.kind == view.Alike {
		r := &s.found[s.table.Cursor()]
		b.Say(text.Format("alike %.2f", r.Similarity.Score), st.Strong, "")
		b.Say(view.Traits(r), st.Text, "")
		if r.Creator.Bio != nil {
			b.Gap()
			b.Say(s.env.Said(*r.Creator.Bio), st.Dim, "")
		}
		return
	}
	judged := s.safety(id)
	if judged == nil {
		return
	}
	b.Say(cmp.Or(view.NotJudged(judged), text.Format("Rating %s, %s sure", judged.Rating, text.Percent(judged.Confidence*100))), st.Strong, "")
	b.Say(s.env.Said(judged.Summary), st.Text, "")
	b.Say(view.ReadBy(judged.JudgedBy), st.Dim, "")
	m, l := s.env.OnList(s.member(id))
	for _, f := range judged.Flags {
		b.Gap()
		b.Say(s.env.Said(view.FlagText(l, m, f).String()), st.Text, "")
	}
}

// Tell tells what is asked of whom, the answer or its price, and a row for each creator.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(widget.Joined(s.question())), view.Runs(s.state()...)}
	if s.kind == view.Alike && !s.asked {
		return append(append(out, view.Sentences(nobodyYet())...), view.Blocked(s.whole)...)
	}
	return append(out, view.Rows(&s.table, view.Blocked(s.whole)...)...)
}

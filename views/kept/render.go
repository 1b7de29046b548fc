package kept

import (
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Render draws the lines.
func (s *Screen) Render(w, h int) []string {
	st := s.env.Styles
	field := s.input.Render(st, w)
	if !s.typing {
		field = widget.Line(w, widget.Run{Text: text.Const(" ┃ "), Style: st.Faint}, widget.Run{Text: text.Clean(s.input.Value()), Style: st.Strong})
	}
	s.before = max(1, w/4)
	s.table.Columns[0].Min = s.before
	return s.Draw(st, widget.Size{W: w, H: h}, [2]string{field, widget.Line(w, s.count()...)}, nil, s.why())
}

// count tells how many lines there are, and that they cost nothing.
func (s *Screen) count() []widget.Run {
	st := s.env.Styles
	runs := []widget.Run{{Text: text.Const(" everything kept here"), Style: st.Dim}, {Text: text.Const(" · free"), Style: st.Free}}
	if len(s.list) > 0 {
		said := text.Plural(len(s.list), "text", "texts")
		if len(s.list) == view.FoundMost {
			said = text.Format("the first %d texts; more words find fewer", len(s.list))
		}
		runs = append([]widget.Run{{Text: text.Cat(text.Const(" "), said), Style: st.Strong}, {Text: text.Const(" of"), Style: st.Dim}}, runs...)
	}
	return runs
}

func (s *Screen) why() []text.Text {
	say := func(t text.Text) []text.Text { return []text.Text{t} }
	switch {
	case len(s.list) > 0:
		return nil
	case !s.failure.Empty():
		return say(s.failure)
	case s.env.Texts == nil:
		return say(text.Const("Nothing is kept here: the cache is off."))
	case s.slot.Busy():
		return say(text.Const("Looking…"))
	case s.asked == "":
		return say(text.Const("Every post and talk that was read stays here. Words find them again, for nothing; “words in quotes” stand together."))
	}
	return say(text.Format("No post or talk that was read holds all of these words. %s writes others.", s.env.Keys.KeyOf(keymap.EditQuery, keymap.Kept)))
}

func (s *Screen) row(i int, buf []widget.Cell) widget.Row {
	st, l := s.env.Styles, &s.list[i]
	all := l.text.String()
	before, after := text.Clean(all[:l.hit.From]), text.Clean(all[l.hit.From:])
	if n := before.Width() - s.before; n > 0 {
		before = text.Cat(text.Ellipsis, before.CutLeft(n+1))
	}
	cells := append(buf, widget.Cell{Text: before, Style: st.Dim},
		widget.Cell{Text: after, Style: st.Text, Hits: []text.Span{{From: 0, To: l.hit.To - l.hit.From}}})
	return widget.Row{Cells: append(cells, widget.Cell{Text: text.Clean(l.of.Name), Style: st.Strong, More: l.kind(), MoreStyle: st.Dim}, widget.Cell{Text: view.Day(l.Posted), Style: st.Dim})}
}

// kind names the kind of text, and the place of the words in a talk.
func (l *line) kind() text.Text {
	switch {
	case l.Timed:
		return text.Format("talk %s", text.Clock(l.At))
	case l.Spoken:
		return text.Const("talk")
	}
	return text.Const("post")
}

// Tell tells the words looked for, with a row for each text.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(s.Title()), view.Field(text.Const("words"), &s.input), view.Runs(s.count()...)}
	if why := s.why(); len(why) > 0 {
		return append(out, view.Sentences(why...)...)
	}
	out = append(out, view.Columns(&s.table))
	for i := range s.list {
		l := &s.list[i]
		out = append(out, view.Fact{Kind: view.Row, Value: l.text, Here: i == s.table.Cursor(), Children: []view.Fact{
			view.Labelled(text.Const("who"), text.Format("%s %s", l.of.Name, l.kind())), view.Labelled(text.Const("when"), view.Day(l.Posted))}})
	}
	return out
}

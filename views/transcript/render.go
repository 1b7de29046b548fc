package transcript

import (
	"slices"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

const (
	headRows = 3
	share    = 0.68 // of the width that the text has beside the list of hits
)

// placed are the panes of the screen: the head over all, the text with one
// column for the place in it, and the side where there is room.
type placed struct{ head, text, bar, side layout.Rect }

func panes(w, h int) placed {
	head, body, _ := layout.Rect{W: w, H: h}.Rows(headRows, 0)
	left, side := body.Split(share)
	bar := left
	if left.W > 20 {
		left.W -= 2
	}
	bar.X, bar.W = left.X+left.W, bar.W-left.W
	return placed{head, left, bar, side}
}

// Render draws the reader.
func (s *Screen) Render(w, h int) []string {
	if s.doc == nil {
		return s.message(w, h, s.why()...)
	}
	p := panes(w, h)
	body := s.body(p.text.W, p.text.H) // first: what stands around it tells how much of it is in view
	lines := s.head(w)[:p.head.H]
	if h == 2 {
		lines[0] = s.tool(w)
	}
	body = layout.JoinH(body, "", s.bar(p.bar.W, p.bar.H))
	if !p.side.Empty() {
		body = layout.JoinH(body, "  ", s.side(p.side.W, p.side.H))
	}
	return append(lines, body...)
}

// body is the text, or why there is none in it.
func (s *Screen) body(w, h int) []string {
	if len(s.doc.track.passages) == 0 {
		return s.message(w, h, empty)
	}
	s.reader.Chosen, s.reader.Kept = s.selection(), s.pinned()
	return s.reader.Render(s.env.Styles, w, h)
}

func (s *Screen) head(w int) []string {
	st, t := s.env.Styles, s.doc.track
	title := widget.Line(w, widget.Run{Text: text.Cat(text.Const(" "), s.Title()), Style: st.Strong}, widget.Run{Text: s.whose(), Style: st.Dim})
	meta := []widget.Run{{Text: text.Format(" %s", t.language), Style: st.Text}}
	room := w - meta[0].Text.Width()
	for _, fact := range s.facts() {
		if room -= 3 + fact.Width(); room < 0 {
			break
		}
		meta = append(meta, widget.Run{Text: text.Const(" · "), Style: st.Faint}, widget.Run{Text: fact, Style: st.Dim})
	}
	return []string{title, widget.Spread(w, meta, s.another()), s.tool(w)}
}

// another is the next language, and what it costs; nothing where there is none.
func (s *Screen) another() []widget.Run {
	code := s.next()
	if code == "" {
		return nil
	}
	note := s.languageNote(code)
	return []widget.Run{{Text: text.Format("%s %s %s ", s.key(keymap.NextLanguage), languageName(code, s.languages), note), Style: s.env.Styles.Cost(note.String())}}
}

// whose tells the speaker, as far as known, and the network.
func (s *Screen) whose() text.Text {
	name := s.env.Known[s.page.Creator].Creator.Name
	return text.Format("%s · %s", text.When(name != "", " · %s", name), view.Network(s.page.Platform))
}

// facts tells the known facts of the transcript, the most wanted first.
func (s *Screen) facts() []text.Text {
	t := s.doc.track
	facts := []text.Text{text.Format("%s words", text.Thousands(int64(t.words))), text.AgeSince(t.seen, s.env.Now), view.Kept(t.kept, s.env.Now),
		t.source, text.When(t.length > 0, "%s", text.Clock(t.length))}
	return slices.DeleteFunc(facts, text.Text.Empty)
}

// tool is the line between head and text: what is typed, what was found, or
// what is going on, and the place at its end.
func (s *Screen) tool(w int) string {
	st := s.env.Styles
	at := s.position()
	place := text.When(!at.Empty(), " %s ", at)
	if s.Typing() {
		right := place
		if s.field == findWords && s.input.Value() != "" {
			right = text.Format(" %s ", s.counted())
		}
		right = right.Truncate(max(0, w/2), text.Ellipsis)
		return s.input.Render(st, w-right.Width()) + st.Dim.Text(right)
	}
	return s.rule(w, s.doing(), place)
}

// doing tells what was found, or what is going on.
func (s *Screen) doing() widget.Run {
	st := s.env.Styles
	switch {
	case s.slot.Busy():
		return widget.Run{Text: text.Format(" loading %s ", s.loading()), Style: st.Strong}
	case s.failed:
		return widget.Run{Text: text.Format(" ! %s ", s.failure), Style: st.Bad}
	case s.from >= 0:
		return widget.Run{Text: text.Format(" a quote %s ", s.begins()), Style: st.Strong}
	case s.reader.Query() != "":
		return widget.Run{Text: text.Format(" “%s” %s ", s.env.Said(s.reader.Query()), s.counted()), Style: st.Strong}
	}
	return widget.Run{}
}

// rule is a line across with words at both ends.
func (s *Screen) rule(w int, left widget.Run, right text.Text) string {
	st := s.env.Styles
	left.Text = left.Text.Truncate(max(0, w-right.Width()-1), text.Ellipsis)
	n := w - left.Text.Width() - right.Width()
	if n < 0 {
		return left.Style.Fit(left.Text, w)
	}
	return left.Style.Text(left.Text) + st.Faint.Apply(text.Rule(n)) + st.Dim.Text(right)
}

func (s *Screen) loading() text.Text {
	if s.asked == "" {
		return text.Const("the transcript")
	}
	return languageName(s.asked, s.languages)
}

// counted is the number of the hit and of all.
func (s *Screen) counted() text.Text {
	current, all := s.reader.Hits()
	if all == 0 {
		return text.Const("no hits")
	}
	return text.Format("%s of %s", text.Thousands(int64(current)), text.Thousands(int64(all)))
}

// position tells the planner's place: the time, and how far down where there is more than
// is in view.
func (s *Screen) position() text.Text {
	return text.List(text.Const(" · "), text.When(s.doc.track.timed, "%s", text.Clock(s.time())), text.When(!s.reader.Fits(), "%d%%", s.reader.Percent()))
}

// bar is a column that shows how far down the planner stands.
func (s *Screen) bar(w, h int) []string {
	st, lines := s.env.Styles, layout.Blank(w, h)
	if w != 2 || h < 3 || s.reader.Fits() {
		return lines
	}
	at := s.reader.Percent() * (h - 1) / 100
	for i := range lines {
		if i == at {
			lines[i] = st.Accent.Text(text.Const(" ┃"))
			continue
		}
		lines[i] = st.Faint.Text(text.Const(" ╎"))
	}
	return lines
}

// why says why there is no transcript: it is on its way, failed, or was not asked for.
func (s *Screen) why() []text.Text {
	switch {
	case !s.offered():
		return []text.Text{
			text.Const("The service has transcripts of videos and of posts on the photo network,"),
			text.Const("but not of this network. Nothing was spent.")}
	case s.slot.Busy():
		return []text.Text{text.Format("Loading: %s …", s.what(""))}
	case s.failed:
		return append([]text.Text{s.failure}, s.wayOut()...)
	}
	return []text.Text{
		text.Format("%s: not loaded.", s.what("")),
		text.Format("%s loads it, %s.", s.key(keymap.Reload), s.env.Tell(s.offer("")))}
}

// wayOut tells how to go on after a failure.
func (s *Screen) wayOut() []text.Text {
	if list := s.languageList(); list != "" && s.page.Platform == api.VideoPlatform {
		return []text.Text{
			text.Format("Available in: %s.", list),
			text.Format("%s loads %s, %s.", s.key(keymap.NextLanguage), languageName(s.next(), s.languages), s.env.Tell(s.offer(s.next())))}
	}
	return []text.Text{text.Format("%s tries again, %s.", s.key(keymap.Reload), s.env.Tell(s.offer(s.missing)))}
}

func (s *Screen) message(w, h int, sentences ...text.Text) []string {
	return widget.Message(s.env.Styles, widget.Size{W: w, H: h}, min(2, h/4), sentences...)
}

func (s *Screen) key(a keymap.Action) string { return s.env.Keys.KeyOf(a, keymap.Transcript) }

// Cursor returns the position of the field's cursor.
func (s *Screen) Cursor(w, h int) (x, y int, ok bool) {
	if !s.Typing() || s.doc == nil {
		return 0, 0, false
	}
	p := panes(w, h)
	if p.head.H == 0 {
		return 0, 0, false
	}
	x, ok = s.input.Cursor(w)
	return x, p.head.H - 1, ok
}

// Tell is whose words these are, what was found in them, and a row for each passage.
func (s *Screen) Tell() []view.Fact {
	head := view.Head(text.Cat(text.Const("Transcript: "), s.Title(), s.whose()))
	if s.doc == nil {
		return append([]view.Fact{view.Head(text.Const("Transcript"))}, view.Sentences(s.why()...)...)
	}
	out := []view.Fact{head}
	if s.Typing() {
		out = append(out, view.Field(text.Const("find"), &s.input))
	}
	if s.field == findWords && s.input.Value() != "" {
		out = append(out, view.Sentences(s.counted())...)
	}
	out = append(out, view.Sentences(s.doing().Text, text.Join(append([]text.Text{s.doc.track.language}, s.facts()...), text.Const(" · ")))...)
	out = append(append(out, view.Sentences(widget.Joined(s.another()))...), view.Labelled(text.Const("at"), s.position()))
	if s.reader.Query() == "" {
		out = append(out, view.Asked(view.Pairs(s.about()))...)
	} else {
		out = append(out, view.Asked(view.Sentences(s.hitTitle()))...)
		if len(s.hits) == 0 {
			out = append(out, view.Sentences(noHits)...)
		}
	}
	if len(s.doc.track.passages) == 0 {
		return append(out, view.Sentences(empty)...)
	}
	return append(out, s.tellPassages()...)
}

// tellPassages are the paragraphs, those that are selected and those that hold what was
// looked for as such.
func (s *Screen) tellPassages() []view.Fact {
	kept, chosen, hit := s.pinned(), s.selection(), map[int]bool{}
	for _, h := range s.hits {
		hit[h.Line] = true
	}
	at := s.reader.Para()
	var out []view.Fact
	for i, p := range s.doc.paras {
		if p.Text.Empty() {
			continue
		}
		f := view.Fact{Kind: view.Row, Label: p.Stamp, Value: p.Text, Here: i == at, Marked: kept(i)}
		if p.Heading {
			f.Kind = view.Note
		}
		if hit[i] {
			f.Children = append(f.Children, view.Fact{Value: text.Const("a hit")})
		}
		for _, c := range chosen {
			if c.Line == i {
				f.Children = append(f.Children, view.Fact{Value: text.Const("in the quote")})
			}
		}
		out = append(out, f)
	}
	return out
}

var empty = text.Const("This transcript is empty.")

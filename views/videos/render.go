package videos

import (
	"cmp"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/english"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// share is the part of the width that the rows have beside the preview.
const share = 0.64

// Render draws the query, its filters, and what was found.
func (s *Screen) Render(w, h int) []string {
	p, head := view.PanesOf(w, h, share), [2]string{s.query(w), widget.Line(w, s.filters()...)}
	if s.field.open && len(s.field.suggestions) > 0 {
		return append([]string{head[0], head[1], s.env.Styles.Border.Apply(text.Rule(w))}[:p.Head.H], layout.FitLines(s.suggestions(w), w, h-p.Head.H)...)
	}
	s.table.Columns = columns(!p.Side.Empty())
	return s.Draw(s.env.Styles, widget.Size{W: w, H: h}, head, view.Gathered(s.whole), s.why())
}

func (s *Screen) query(w int) string {
	if s.field.open {
		return s.field.input.Render(s.env.Styles, w)
	}
	left, right := s.asks()
	return widget.Spread(w, left, right)
}

// asks tells the query, and the limit of its results.
func (s *Screen) asks() (left, right []widget.Run) {
	st := s.env.Styles
	if s.wanted.Q == "" {
		return []widget.Run{{Text: text.Const(" Videos"), Style: st.Title}}, nil
	}
	found := text.Text{}
	if s.total != nil && s.Loaded() {
		found = text.Format("about %s on the network ", text.Count(int64(*s.total)))
	}
	return []widget.Run{{Text: text.Format(" ┃ %s", s.wanted.Q), Style: st.Strong}}, []widget.Run{{Text: found, Style: st.Dim}}
}

func (s *Screen) filters() []widget.Run {
	st := s.env.Styles
	var runs []widget.Run
	for _, f := range []struct {
		action     keymap.Action
		name, what string
	}{
		{keymap.Uploaded, "uploaded", string(cmp.Or(s.wanted.UploadDate, api.UploadAny))},
		{keymap.Length, "length", string(cmp.Or(s.wanted.Length, api.LengthAny))},
		{keymap.SortNext, "by", string(cmp.Or(s.wanted.Sort, api.VideoRelevance))},
		{keymap.Contents, "show", string(cmp.Or(s.wanted.Content, api.ContentAll))},
	} {
		runs = append(runs, widget.Run{Text: text.Format("  %s", s.env.Keys.KeyOf(f.action, keymap.Videos)), Style: st.Key},
			widget.Run{Text: text.Format(" %s ", f.name), Style: st.Dim}, widget.Run{Text: text.Clean(english.Words(f.what)), Style: st.Text})
	}
	switch {
	case s.field.open:
		runs = append(runs, widget.Run{Text: text.Format("   %s suggestions", s.env.Keys.KeyOf(keymap.NextItem, keymap.Field)), Style: st.Dim})
	case s.Loaded() && s.changed():
		runs = append(runs, widget.Run{Text: text.Format("   not searched yet: %s searches", s.env.Keys.KeyOf(keymap.Reload, keymap.Videos)), Style: st.Warn})
	}
	return runs
}

func (s *Screen) why() []text.Text {
	edit := s.env.Keys.KeyOf(keymap.EditQuery, keymap.Videos)
	switch {
	case s.Loaded():
		return nil
	case s.Busy() != "":
		return []text.Text{text.Format("%s…", s.Busy())}
	case !s.failure.Empty():
		return []text.Text{s.failure, text.Format("%s tries again, %s edits the query.", s.env.Keys.KeyOf(keymap.Reload, keymap.Videos), edit)}
	case s.field.open:
		return []text.Text{text.Const("This searches videos of the long-video network, as the service reads it now."), text.Const("Enter on a video reads its transcript; on a channel, those of its newest videos.")}
	case s.wanted.Q != "":
		return []text.Text{text.Format("Not searched yet. %s searches, %s.", s.env.Keys.KeyOf(keymap.Reload, keymap.Videos), s.env.Tell(s.offer(s.wanted)))}
	}
	_, page := s.env.Prices.Each(api.OpVideoSearch, 1)
	return []text.Text{text.Format("%s writes a query.", edit), text.Format("Searches videos as the service reads them now: %s cr per page.", page)}
}

func columns(preview bool) []widget.Column {
	cols := []widget.Column{
		{Title: text.Const("Video or channel"), Min: 26, Flex: 4},
		{Title: text.Const("Channel"), Min: 10, Flex: 1, Max: 20, Priority: 2},
		{Title: text.Const("Length"), Min: 7, Align: widget.Right, Priority: 3},
		{Title: text.Const("Views"), Min: 6, Align: widget.Right, Priority: 1},
		{Title: text.Const("Published"), Min: 11, Priority: 4},
	}
	if !preview {
		cols = append(cols, widget.Column{Title: text.Const("Read"), Min: 10, Align: widget.Right, Priority: 1})
	}
	return cols
}

func (s *Screen) row(i int, buf []widget.Cell) widget.Row {
	st, r := s.env.Styles, &s.results[i]
	price := widget.Cell{Text: text.Clean(s.opening(r)), Style: st.Cost(s.opening(r))}
	if r.VideoFields == nil {
		name := text.Format("Channel: %s", r.ChannelName)
		subscribers := text.Unknown
		if r.ChannelFields != nil {
			subscribers = text.CountOf(r.SubscriberCount)
		}
		return widget.Row{Cells: append(buf, widget.Cell{Text: name, Style: st.Strong}, widget.Cell{Text: verified(r), Style: st.Dim},
			widget.Cell{Text: text.Unknown, Style: st.Faint}, widget.Cell{Text: subscribers, Style: st.Text}, widget.Cell{Text: text.Const("subscribers"), Style: st.Dim}, price)}
	}
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: text.Clean(r.Title), Style: st.Text},
		widget.Cell{Text: text.Join([]text.Text{text.Clean(r.ChannelName), verified(r)}, text.Const(" ")), Style: st.Dim},
		widget.Cell{Text: length(r.VideoFields), Style: st.Text},
		widget.Cell{Text: text.CountOf(r.ViewCount), Style: st.Text},
		widget.Cell{Text: s.published(r.VideoFields), Style: st.Dim}, price)}
}

func verified(r *api.VideoResult) text.Text { return text.When(r.ChannelVerified, "✓") }

func length(v *api.VideoFields) text.Text {
	switch {
	case v.DurationSeconds != nil:
		return text.Clock(time.Duration(*v.DurationSeconds) * time.Second)
	case v.DurationText != nil:
		return text.Clean(*v.DurationText)
	}
	return text.Unknown
}

func (s *Screen) published(v *api.VideoFields) text.Text {
	switch {
	case v.PublishedAt != nil:
		return text.AgoOf(v.PublishedAt, s.env.Now)
	case v.PublishedText != nil:
		return text.Clean(*v.PublishedText)
	}
	return text.Unknown
}

// whole draws the selected result in full.
func (s *Screen) whole(b *widget.Block) {
	r := s.selected()
	if r == nil {
		return
	}
	st, title := s.env.Styles, r.ChannelName
	if r.VideoFields != nil {
		title = r.Title
	}
	b.Say(text.Clean(title), st.Title, "")
	b.Say(text.Format("%s · %s", r.ChannelName, s.opening(r)), st.Dim, "")
	b.Gap()
	b.Text(s.env.SaidLines(r.Description), st.Text)
	b.Gap()
	b.Say(text.Clean(r.URL), st.Link, "")
}

// suggestions lists popular searches.
func (s *Screen) suggestions(w int) []string {
	st := s.env.Styles
	lines := []string{widget.Line(w, widget.Run{Text: text.Const("   Suggestions"), Style: st.Dim})}
	for i, q := range s.field.suggestions {
		run := widget.Run{Text: text.Format("   %s", q), Style: st.Text}
		if i == s.field.at {
			run = widget.Run{Text: text.Format(" ▸ %s", q), Style: st.Strong}
		}
		lines = append(lines, widget.Line(w, run))
	}
	return lines
}

func (s *Screen) sheet() sheet.Table {
	t := sheet.Table{Title: "videos " + s.shown.Q, Columns: []string{"kind", "video", "channel", "length", "views", "subscribers", "published", "transcript", "url"}}
	for i := range s.results {
		r := &s.results[i]
		row := []any{"channel", "", s.env.Said(r.ChannelName).String(), nil, nil, nil, nil, s.opening(r), r.URL}
		if v := r.VideoFields; v != nil {
			row[0], row[1], row[3], row[6] = "video", s.env.Said(r.Title).String(), length(v).String(), s.day(r)
			row[4] = sheet.Number(v.ViewCount)
		} else if c := r.ChannelFields; c != nil {
			row[5] = sheet.Number(c.SubscriberCount)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// day is the publishing day of a video, as a date where it is known to the day.
func (s *Screen) day(r *api.VideoResult) any {
	switch v := r.VideoFields; {
	case v.PublishedAt != nil:
		return v.PublishedAt.Format("2006-01-02")
	case v.PublishedText != nil:
		return strings.TrimSpace(*v.PublishedText)
	}
	return nil
}

// Tell tells the query, its filters, and a row for each video or channel.
func (s *Screen) Tell() []view.Fact {
	left, right := s.asks()
	out := []view.Fact{view.Head(text.Const("Videos"))}
	if s.field.open {
		out = append(out, view.Field(text.Const("query"), &s.field.input))
	} else {
		out = append(out, view.Sentences(widget.Joined(left), widget.Joined(right))...)
	}
	out = append(out, view.Runs(s.filters()...))
	if s.field.open && len(s.field.suggestions) > 0 {
		out = append(out, view.Fact{Kind: view.Note, Value: text.Const("Suggestions")})
		for i, q := range s.field.suggestions {
			out = append(out, view.Fact{Kind: view.Row, Value: text.Clean(q), Here: i == s.field.at})
		}
		return out
	}
	if why := s.why(); len(why) > 0 {
		return append(out, view.Sentences(why...)...)
	}
	whole := s.table // with the column that gives way to the preview
	whole.Columns = columns(false)
	return append(out, view.Rows(&whole, view.Blocked(s.whole)...)...)
}

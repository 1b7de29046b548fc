package shortlist

import (
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

const share = 0.6 // of the width that the rows have beside the preview

// Render draws the list.
func (x *index) Render(w, h int) []string {
	x.table.Columns = columns(!view.PanesOf(w, h, share).Side.Empty())
	return x.Draw(x.env.Styles, widget.Size{W: w, H: h}, [2]string{x.head(w), text.Spaces(w)}, x.preview, x.why())
}

// head is the field while it is typed in, what failed, or how many there are.
func (x *index) head(w int) string {
	if x.typing {
		return x.input.Render(x.env.Styles, w)
	}
	left, right := x.counted()
	return widget.Spread(w, left, right)
}

func (x *index) counted() (left, right []widget.Run) {
	st := x.env.Styles
	switch {
	case !x.failure.Empty() && len(x.lists) > 0:
		return []widget.Run{{Text: text.Format(" ! %s", x.failure), Style: st.Bad}}, nil
	case len(x.lists) == 0:
		return []widget.Run{{Text: text.Const(" Shortlists"), Style: st.Title}}, nil
	}
	return []widget.Run{{Text: text.Format(" %s%s", text.Plural(len(x.lists), "shortlist", "shortlists"), text.When(x.pages.More(), ", more below")), Style: st.Dim}},
		[]widget.Run{{Text: text.Const("free to read "), Style: st.Free}}
}

func (x *index) why() []text.Text {
	find := x.env.Keys.KeyOf(keymap.Find, keymap.Shortlist)
	switch {
	case len(x.lists) > 0:
		return nil
	case x.bare && x.typing:
		return []text.Text{text.Const("This service does not list shortlists. Type or paste an id to open one, free.")}
	case x.bare:
		return []text.Text{text.Const("This service does not list shortlists."), text.Format("%s opens one by id, free.", find)}
	case !x.failure.Empty():
		return []text.Text{x.failure, text.Format("%s reloads them, free. %s opens one by id.",
			x.env.Keys.KeyOf(keymap.Reload, keymap.Shortlist), find)}
	case !x.read:
		return []text.Text{text.Const("Loading shortlists …")}
	}
	return []text.Text{text.Const("No shortlists yet."),
		text.Format("Shortlists saved on this service appear here. %s opens one by id.", find)}
}

func (x *index) row(i int, buf []widget.Cell) widget.Row {
	st, c := x.env.Styles, x.lists[i]
	brief := text.Unknown
	if len(c.brief) > 0 {
		brief = c.brief[0]
	}
	version, _ := c.edition()
	name := widget.Cell{Text: c.name, Style: st.Strong}
	if n := len(x.env.Plan.Proposed(c.id)); n > 0 {
		name.More, name.MoreStyle = text.Format("%d proposed", n), st.Accent
	}
	return widget.Row{Cells: append(buf,
		name,
		widget.Cell{Text: text.Format("%d", len(c.members)), Style: st.Text},
		widget.Cell{Text: version, Style: st.Dim},
		widget.Cell{Text: text.AgoOf(&c.updated, x.env.Now), Style: st.Dim},
		widget.Cell{Text: brief, Style: st.Dim},
	)}
}

// preview is the selected shortlist in short.
func (x *index) preview(w, h int) []string {
	st, c := x.env.Styles, x.selected()
	out := []string{styled(text.Cat(text.Const(" "), c.name), st.Strong, w)}
	out = append(append(out, each.Of(x.about(c).Wrap(max(1, w-2)), func(l text.Text) string { return styled(text.Cat(text.Const(" "), l), st.Dim, w) })...), text.Spaces(w))
	out = append(out, each.Of(wrapped(c.brief, w-2), func(l text.Text) string { return styled(text.Cat(text.Const(" "), l), st.Text, w) })...)
	if len(c.brief) > 0 {
		out = append(out, text.Spaces(w))
	}
	for _, m := range c.members {
		out = append(out, widget.Line(w, widget.Run{Text: text.Format(" %s ", m.handle), Style: st.Text},
			widget.Run{Text: view.Network(m.platform), Style: st.Faint}))
	}
	return layout.FitLines(out, w, h)
}

// about tells the size, age and version of a shortlist.
func (x *index) about(c *content) text.Text {
	_, version := c.edition()
	return text.Format("%s · %s · changed: %s", text.Plural(len(c.members), "creator", "creators"), version, text.AgoOf(&c.updated, x.env.Now))
}

// panes are the head and, from the width on that a split needs, the members beside the
// words; below it one page holds all, at the side of nothing.
func (r *review) panes(w, h int) view.Panes {
	p := view.PanesOf(w, h, share)
	if p.Side.Empty() {
		p.Rows, p.Side = p.Side, p.Rows
	}
	return p
}

// Render draws the shortlist.
func (r *review) Render(w, h int) []string {
	st := r.env.Styles
	if r.list == nil {
		return widget.Message(st, widget.Size{W: w, H: h}, min(1, h/3), r.why()...)
	}
	p := r.panes(w, h)
	out := r.head(w)[:p.Head.H]
	page := r.page(p)
	if !p.Rows.Empty() {
		page = layout.JoinH(r.table.Render(st, p.Rows.W, p.Rows.H), st.Border.Apply(" │"), page)
	}
	return append(out, page...)
}

func (r *review) why() []text.Text {
	reload := r.env.Keys.KeyOf(keymap.Reload, keymap.Shortlist)
	switch {
	case r.missing:
		return []text.Text{text.Const("Shortlist not found."), r.failure,
			text.Format("It may have been deleted, or belong to another service. %s reloads it, free.", reload)}
	case !r.failure.Empty():
		return []text.Text{r.failure, text.Format("%s reloads it, free.", reload)}
	}
	return []text.Text{text.Const("Loading the shortlist…")}
}

func (r *review) head(w int) []string {
	st := r.env.Styles
	third := st.Faint.Apply(text.Rule(w))
	if !r.failure.Empty() {
		third = styled(text.Format(" ! %s", r.failure), st.Bad, w)
	}
	return []string{
		styled(text.Cat(text.Const(" "), r.list.name), st.Strong, w),
		styled(text.Cat(text.Const(" "), r.about()), st.Dim, w), third}
}

// about tells the size, age and version of the list.
func (r *review) about() text.Text {
	return text.Format("%s · version %d · changed: %s · created %s", text.Plural(len(r.list.members), "creator", "creators"), r.list.version,
		text.AgoOf(&r.list.updated, r.env.Now), date(r.list.created, r.env.Now))
}

var noBrief, noNotes = text.Const("No brief."), text.Const("No notes yet.")

func (r *review) page(p view.Panes) []string {
	st, w := r.env.Styles, p.Side.W
	var all []string
	section := func(title text.Text, body []text.Text, empty text.Text) {
		all = append(all, styled(text.Cat(text.Const(" "), title), st.Title, w))
		all = append(all, each.Of(wrapped(body, w-4), func(l text.Text) string { return styled(text.Cat(text.Const("   "), l), st.Text, w) })...)
		if len(body) == 0 {
			all = append(all, styled(text.Cat(text.Const("   "), empty), st.Dim, w))
		}
		all = append(all, text.Spaces(w))
	}
	section(text.Const("Brief"), r.list.brief, noBrief)
	r.tableAt = -1
	if p.Rows.Empty() {
		r.tableAt = len(all)
		all = append(append(all, r.table.Render(st, w, max(1, len(r.list.members))+1)...), text.Spaces(w)) // at its full height
	}
	section(text.Const("Notes"), r.list.notes, noNotes)
	return r.pager.Render(all, w, p.Side.H)
}

// rowAt is the member drawn at a cell.
func (r *review) rowAt(x, y, w, h int) (int, bool) {
	p := r.panes(w, h)
	switch {
	case p.Rows.Contains(x, y):
		return r.table.Click(y - p.Rows.Y)
	case p.Rows.Empty() && p.Side.Contains(x, y):
		return r.table.Click(y - p.Side.Y + r.pager.Top() - r.tableAt)
	}
	return 0, false
}

// row is a member with what is already known; nothing is asked for it.
func (r *review) row(i int, buf []widget.Cell) widget.Row {
	st, m := r.env.Styles, r.list.members[i]
	_, k := r.known(m)
	name, handle := m.handle, text.Text{}
	if k.Creator.Name != "" {
		name, handle = text.Clean(k.Creator.Name), m.handle
	}
	followers, rate, seen := text.Unknown, text.Unknown, text.Unknown
	if k.Primary != nil {
		followers, rate = text.CountOf(k.Primary.Followers), text.PercentOf(k.Primary.EngagementRate)
		seen = text.AgeOf(k.Primary.DataUpdatedAt, r.env.Now)
	}
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: name, Style: st.Strong, More: handle, MoreStyle: st.Dim},
		widget.Cell{Text: view.Network(m.platform), Style: st.Dim},
		widget.Cell{Text: followers, Style: st.Text},
		widget.Cell{Text: rate, Style: st.Text},
		widget.Cell{Text: seen, Style: st.Faint},
	)}
}

// Tell counts the shortlists, with a row for each; the selected one in full.
func (x *index) Tell() []view.Fact {
	out := []view.Fact{view.Head(text.Const("Shortlists"))}
	if x.typing {
		out = append(out, view.Field(text.Const("id"), &x.input))
	} else {
		left, right := x.counted()
		out = append(out, view.Sentences(widget.Joined(left), widget.Joined(right))...)
	}
	if why := x.why(); len(why) > 0 {
		return append(out, view.Sentences(why...)...)
	}
	c := x.selected()
	more := append(view.Sentences(x.about(c)), view.Sentences(c.brief...)...)
	for _, m := range c.members {
		more = append(more, view.Sentences(text.Format("%s %s", m.handle, view.Network(m.platform)))...)
	}
	whole := x.table // with the columns that have room nowhere
	whole.Columns = columns(false)
	return append(out, view.Rows(&whole, more...)...)
}

// Tell is the shortlist: its brief, a row for each creator, and its notes.
func (r *review) Tell() []view.Fact {
	if r.list == nil {
		return append([]view.Fact{view.Head(text.Const("Shortlist"))}, view.Sentences(r.why()...)...)
	}
	out := []view.Fact{view.Head(r.list.name)}
	if !r.failure.Empty() {
		out = append(out, view.Fact{Kind: view.Alarm, Value: r.failure})
	}
	out = append(out, view.Sentences(r.about())...)
	for _, part := range []struct {
		label text.Text
		lines []text.Text
		none  text.Text
	}{{text.Const("Brief"), r.list.brief, noBrief}, {text.Const("Notes"), r.list.notes, noNotes}} {
		f := view.Fact{Label: part.label, Children: view.Sentences(part.lines...)}
		if len(part.lines) == 0 {
			f.Value = part.none
		}
		out = append(out, f)
	}
	return append(out, view.Rows(&r.table)...)
}

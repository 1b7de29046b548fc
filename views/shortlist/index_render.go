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

// why says why there are no rows, and what next.
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

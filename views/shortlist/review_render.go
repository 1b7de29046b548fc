package shortlist

import (
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

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

// page draws what is in view of brief, members and notes.
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

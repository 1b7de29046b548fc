package creator

import (
	"slices"

	"greenroom/api"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// profileTab is the creator's accounts on all networks.
type profileTab struct {
	env   *view.Env
	brief bool // without what is known in detail
	list  []api.Profile
	table widget.Table
}

func (t *profileTab) setUp(env *view.Env) {
	t.env = env
	t.table.Row = t.row
	t.table.Empty = text.Const("No profile is stored for this creator.")
	t.setColumns()
}

// setColumns shows what is known in detail, or leaves it out.
func (t *profileTab) setColumns() {
	t.table.Columns = []widget.Column{
		{Title: text.Const("Network"), Min: 10, Max: 18},
		{Title: text.Const("Handle"), Min: 12, Max: 32, Flex: 1},
		{Title: text.Const("Followers"), Min: 9, Align: widget.Right},
		{Title: text.Const("Eng."), Min: 5, Align: widget.Right},
		{Title: text.Const("Data"), Min: 8, Priority: 3},
	}
	if !t.brief {
		t.table.Columns = slices.Insert(t.table.Columns, 4,
			widget.Column{Title: text.Const("30 d"), Min: 6, Align: widget.Right, Priority: 1},
			widget.Column{Title: text.Const("Posts/wk"), Min: 8, Align: widget.Right, Priority: 2})
	}
}

func (t *profileTab) set(list []api.Profile) {
	t.list = list
	t.table.SetLen(len(list))
}

func (t *profileTab) row(i int, buf []widget.Cell) widget.Row {
	st, p := t.env.Styles, t.list[i]
	handle := text.Clean("@" + p.Username)
	if p.IsVerified {
		handle = text.Cat(handle, text.Const(" ✓"))
	}
	growth, cadence := text.Unknown, text.Unknown
	if d := p.ProfileDetails; d != nil {
		growth = text.PercentOf(d.Growth.Followers30dPct)
		if g := d.Growth.Followers30dPct; g != nil && *g > 0 {
			growth = text.Cat(text.Const("+"), growth)
		}
		if n := d.Metrics.PostsPerWeek; n != nil {
			cadence = text.Format("%.1f", *n)
		}
	}
	cells := append(buf,
		widget.Cell{Text: text.Clean(string(p.Platform)), Style: st.Text},
		widget.Cell{Text: handle, Style: st.Strong},
		widget.Cell{Text: text.CountOf(p.Followers), Style: st.Text},
		widget.Cell{Text: text.PercentOf(p.EngagementRate), Style: st.Text})
	if !t.brief {
		cells = append(cells, widget.Cell{Text: growth, Style: st.Text}, widget.Cell{Text: cadence, Style: st.Text})
	}
	return widget.Row{Cells: append(cells, widget.Cell{Text: text.AgeOf(p.DataUpdatedAt, t.env.Now), Style: st.Dim})}
}

func (t *profileTab) selected() *api.Profile {
	if i := t.table.Cursor(); i < len(t.list) {
		return &t.list[i]
	}
	return nil
}

// render draws the table and below it the selected profile in full.
func (t *profileTab) render(w, h int) []string {
	rows := min(len(t.list)+1, max(1, h/3))
	lines := t.table.Render(t.env.Styles, w, min(h, rows))
	p := t.selected()
	if p == nil || h <= rows+1 {
		return layout.FitLines(lines, w, h)
	}
	lines = append(lines, "")
	for _, l := range widget.KV(t.env.Styles, t.pairs(p), widget.Size{W: max(0, w-3), H: h - len(lines)}) {
		lines = append(lines, "   "+l)
	}
	return layout.FitLines(lines, w, h)
}

func (t *profileTab) pairs(p *api.Profile) []widget.Pair {
	st := t.env.Styles
	pair := func(k, v text.Text) widget.Pair { return widget.Pair{Key: k, Value: v, Style: st.Text} }
	pairs := []widget.Pair{pair(text.Const("name"), textOf(p.DisplayName)), pair(text.Const("bio"), t.said(p.Bio)), pair(text.Const("address"), text.Clean(p.URL))}
	for i, u := range p.ExternalURLs {
		key := text.Const("links")
		if i > 0 {
			key = text.Text{}
		}
		pairs = append(pairs, pair(key, t.env.Said(u)))
	}
	d := p.ProfileDetails
	if d == nil || t.brief {
		return pairs
	}
	if d.IsPrivate {
		pairs = append(pairs, widget.Pair{Key: text.Const("private"), Value: text.Const("yes: posts cannot be read"), Style: st.Warn})
	}
	last := text.Unknown
	if d.Activity.LastPostAt != nil {
		last = text.AgeOf(d.Activity.LastPostAt, t.env.Now)
	}
	return append(pairs,
		pair(text.Const("category"), textOf(d.Category)),
		pair(text.Const("following"), text.CountOf(d.Metrics.Following)),
		pair(text.Const("posts"), text.CountOf(d.Metrics.Posts)),
		pair(text.Const("avg likes"), text.CountOf(d.Metrics.AvgLikesRecent)),
		pair(text.Const("avg comments"), text.CountOf(d.Metrics.AvgCommentsRecent)),
		pair(text.Const("avg views"), text.CountOf(d.Metrics.AvgViewsRecent)),
		pair(text.Const("last post"), last))
}

// said is what somebody wrote of themselves.
func (t *profileTab) said(s *string) text.Text {
	if s == nil {
		return textOf(nil)
	}
	return t.env.Said(*s)
}

func textOf(s *string) text.Text {
	if s == nil || *s == "" {
		return text.Unknown
	}
	return text.Clean(*s)
}

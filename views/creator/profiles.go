package creator

import (
	"greenroom/api"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// profileTab is the creator's accounts on all networks.
type profileTab struct {
	env   *view.Env
	brief bool // a row each, not a card
	list  []api.Profile
	table widget.Table
	cards
}

func (t *profileTab) setUp(env *view.Env) {
	t.env = env
	t.table = widget.Table{Row: t.row, Empty: text.Const("No profiles stored for this creator."), Columns: []widget.Column{
		{Title: text.Const("Network"), Min: 10, Max: 18},
		{Title: text.Const("Handle"), Min: 12, Max: 32, Flex: 1},
		{Title: text.Const("Followers"), Min: 9, Align: widget.Right},
		{Title: text.Const("ER/foll"), Min: 7, Align: widget.Right},
		{Title: text.Const("Data"), Min: 8, Priority: 3},
	}}
}

func (t *profileTab) set(list []api.Profile) {
	t.list, t.drawn = list, false
	t.table.SetLen(len(list))
}

func (t *profileTab) row(i int, buf []widget.Cell) widget.Row {
	st, p := t.env.Styles, t.list[i]
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: view.Network(p.Platform), Style: st.Text},
		widget.Cell{Text: view.Handle(&p.ProfileSummary), Style: st.Strong},
		widget.Cell{Text: text.CountOf(p.Followers), Style: st.Text},
		widget.Cell{Text: text.PercentOf(p.EngagementRate), Style: st.Text},
		widget.Cell{Text: text.AgeOf(p.DataUpdatedAt, t.env.Now), Style: st.Dim})}
}

func (t *profileTab) selected() *api.Profile {
	return widget.At(&t.table, t.list)
}

// render draws a card for each account, or in short a row.
func (t *profileTab) render(w, h int) []string {
	if t.brief || len(t.list) == 0 || w < 1 || h < 1 {
		return layout.FitLines(t.table.Render(t.env.Styles, w, h), w, h)
	}
	return t.renderCards(w, h)
}

// pairs returns an account's facts beside its numbers.
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
	if d == nil {
		return pairs
	}
	return append(pairs,
		pair(text.Const("category"), textOf(d.Category)),
		pair(text.Const("following"), text.CountOf(d.Metrics.Following)),
		pair(text.Const("posts"), text.CountOf(d.Metrics.Posts)))
}

// said shows words that somebody wrote of themselves.
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

package creator

import (
	"context"

	tea "charm.land/bubbletea/v2"

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

func (t *profileTab) selected() *api.Profile { return widget.At(&t.table, t.list) }

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

// cards are the accounts of a creator, a few lines each, and where they stand in
// what was drawn last.
type cards struct {
	over   map[account][]view.Measure
	failed bool // the numbers over time could not be read
	pager  widget.Pager
	starts []int // the first line of each card
	head   int   // lines above the cards
	shown  int   // the card that was selected when it was drawn last
	drawn  bool
}

// account names a profile.
type account struct {
	network  api.Platform
	username string
}

func accountOf(p *api.Profile) account { return account{p.Platform, p.Username} }

// measured are the numbers over time of the accounts of one creator.
type measured struct {
	on     *Screen
	over   map[account][]view.Measure
	failed bool
}

// readPast reads the numbers over time of all profiles from the disk, which costs
// nothing.
func (s *Screen) readPast() tea.Cmd {
	if s.env.Past == nil || len(s.profiles.list) == 0 {
		return nil
	}
	past, all := s.env.Past, make([]account, len(s.profiles.list))
	for i := range s.profiles.list {
		all[i] = accountOf(&s.profiles.list[i])
	}
	return func() tea.Msg {
		m := measured{on: s, over: map[account][]view.Measure{}}
		for _, a := range all {
			list, err := past.Measures(context.Background(), a.network, a.username)
			m.failed = m.failed || err != nil
			m.over[a] = list
		}
		return m
	}
}

// trendCells is the most readings that a line over time shows.
const trendCells = 16

// overTime is the followers of an account as a line, or why there is none.
func (t *profileTab) overTime(p *api.Profile) []widget.Run {
	st := t.env.Styles
	var known []float64
	var first view.Measure
	for _, m := range t.over[accountOf(p)] {
		if m.Followers == nil {
			continue
		}
		if len(known) == 0 {
			first = m
		}
		known = append(known, float64(*m.Followers))
	}
	switch {
	case t.env.Past == nil:
		return []widget.Run{{Text: text.Const("no trend: history is not kept here"), Style: st.Faint}}
	case t.failed:
		return []widget.Run{{Text: text.Const("no trend: the history could not be read"), Style: st.Warn}}
	case len(known) == 0:
		return []widget.Run{{Text: text.Const("no trend: follower count unknown"), Style: st.Faint}}
	case len(known) == 1:
		return []widget.Run{{Text: text.Format("no trend yet: one reading, on %s%s", view.Day(first.At), before(p, known[0])), Style: st.Faint}}
	}
	return append(widget.Spark(st, trendCells, known), widget.Run{
		Text:  text.Format("  %s → %s since %s, %d readings", text.Count(int64(known[0])), text.Count(int64(known[len(known)-1])), view.Day(first.At), len(known)),
		Style: st.Dim})
}

// before returns an account's followers 30 days ago, by the growth that is told.
func before(p *api.Profile, now float64) text.Text {
	if p.ProfileDetails == nil || p.Growth.Followers30dPct == nil || *p.Growth.Followers30dPct <= -100 {
		return text.Text{}
	}
	return text.Format("; about %s 30 days earlier", count(now/(1+*p.Growth.Followers30dPct/100)))
}

// card is one account in three lines or four: who, how large and where to, how
// lively, and what a post gets.
func (t *profileTab) card(i, w int) []string {
	var lines []string
	for at, runs := range t.cardRuns(i) {
		mark := widget.Run{Text: text.Const("   "), Style: t.env.Styles.Text}
		if at == 0 && i == t.table.Cursor() {
			mark = widget.Run{Text: text.Const("▸  "), Style: t.env.Styles.Accent}
		}
		lines = append(lines, widget.Line(w, append([]widget.Run{mark}, runs...)...))
	}
	return lines
}

func (t *profileTab) cardRuns(i int) [][]widget.Run {
	st, p := t.env.Styles, &t.list[i]
	lead := st.Text
	if i == t.table.Cursor() {
		lead = st.Accent
	}
	lines := [][]widget.Run{{{Text: view.Network(p.Platform), Style: lead}, {Text: text.Format("  %s", view.Handle(&p.ProfileSummary)), Style: st.Strong}, numbersOf(t.env, p.DataUpdatedAt), t.latest(p)}}
	line := func(runs ...widget.Run) { lines = append(lines, runs) }
	size := []widget.Run{{Text: text.Format("%s followers", text.CountOf(p.Followers)), Style: st.Strong}}
	d := p.ProfileDetails
	if d == nil {
		line(append(size, widget.Run{Text: text.Format(" · %s ER by followers", text.PercentOf(p.EngagementRate)), Style: st.Text})...)
		line(t.overTime(p)...)
		return lines
	}
	if g := d.Growth.Followers30dPct; g != nil {
		size = append(size, widget.Run{Text: text.Format(" · %s in 30 d", text.Signed(*g)), Style: st.Text})
	} else {
		size = append(size, widget.Run{Text: text.Const(" · growth unknown"), Style: st.Faint})
	}
	line(append(size, widget.Run{Text: text.Format(" · %s ER by followers · ", text.PercentOf(p.EngagementRate)), Style: st.Text}, t.often(d))...)
	line(t.overTime(p)...)
	m := d.Metrics
	line(widget.Run{Text: text.Format("per post: %s likes · %s comments · %s views", text.CountOf(m.AvgLikesRecent), text.CountOf(m.AvgCommentsRecent), text.CountOf(m.AvgViewsRecent)), Style: st.Dim})
	return lines
}

func (t *profileTab) often(d *api.ProfileDetails) widget.Run {
	switch n := d.Metrics.PostsPerWeek; {
	case d.IsPrivate:
		return widget.Run{Text: text.Const("private: no posts can be read"), Style: t.env.Styles.Warn}
	case n == nil:
		return widget.Run{Text: text.Const("posts per week unknown"), Style: t.env.Styles.Faint}
	default:
		return widget.Run{Text: text.Format("%.1f posts a week", *n), Style: t.env.Styles.Text}
	}
}

// latest is the time of the newest post.
func (t *profileTab) latest(p *api.Profile) widget.Run {
	if p.ProfileDetails == nil || p.Activity.LastPostAt == nil {
		return widget.Run{}
	}
	return lastPost(t.env, *p.Activity.LastPostAt, t.env.Styles.Dim)
}

// renderCards draws the cards, and what the selected one tells of itself: beside
// them where there are two columns, else in its card.
func (t *profileTab) renderCards(w, h int) []string {
	list, side := layout.Rect{W: w, H: h}.Columns(cardShare)
	head := make([]string, 0, h)
	if t.head = min(1, h-1); t.head > 0 { // rows begin where they do below the header of a table
		head = append(head, widget.Line(list.W, widget.Run{Text: text.Format("   %s", text.Plural(len(t.list), "account", "accounts")), Style: t.env.Styles.Header}))
		list.H--
	}
	lines := make([]string, 0, 5*len(t.list))
	t.starts = t.starts[:0]
	end := 0
	for i := range t.list {
		t.starts = append(t.starts, len(lines))
		lines = append(lines, t.card(i, list.W)...)
		if i == t.table.Cursor() {
			if side.Empty() {
				lines = append(lines, t.indented(&t.list[i], list.W)...)
			}
			end = len(lines) - 1
		}
		lines = append(lines, "")
	}
	at := t.table.Cursor()
	if t.pager.Render(lines, list.W, list.H); !t.drawn || t.shown != at { // a wheel may have moved the view since
		t.pager.Reveal(end)
		t.pager.Reveal(t.starts[at])
		t.shown, t.drawn = at, true
	}
	return layout.Beside(t.env.Styles, append(head, t.pager.Render(lines, list.W, list.H)...), side, func(w, h int) []string {
		return layout.FitLines(shifted(widget.KV(t.env.Styles, t.pairs(&t.list[at]), widget.Size{W: max(0, w-2), H: h}), 1), w, h)
	})
}

// cardShare is the part of two columns that cards take.
const cardShare = 0.6

func (t *profileTab) indented(p *api.Profile, w int) []string {
	pairs := t.pairs(p)
	size := widget.Size{W: max(0, w-3), H: widget.KVHeight(pairs, max(0, w-3))}
	return shifted(widget.KV(t.env.Styles, pairs, size), 3)
}

// cardAt is the card drawn in a line of the tab.
func (t *profileTab) cardAt(y int) (int, bool) {
	line := t.pager.Top() + y - t.head
	if y < t.head {
		return 0, false
	}
	for i := len(t.starts) - 1; i >= 0; i-- {
		if line >= t.starts[i] {
			return i, true
		}
	}
	return 0, false
}

// line returns the first line of the selected card in the last drawing.
func (t *profileTab) line() (y int, ok bool) {
	if t.table.Cursor() >= len(t.starts) {
		return 0, false
	}
	y = t.starts[t.table.Cursor()] - t.pager.Top()
	return y + t.head, y >= 0
}

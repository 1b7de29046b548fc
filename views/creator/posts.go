package creator

import (
	"cmp"
	"math"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/english"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

type postTab struct {
	env   *view.Env
	sort  api.PostSort // the order of list
	pages client.Pages // leads to the page after those that are here
	asked reading      // what the running call asks for
	list  []post
	table widget.Table

	groups []group            // list by network
	now    map[string]current // numbers as the networks show them
	ask    func() string      // what reading those of the selected post costs; "" where they cannot be read
	told   together
	view   postView
}

// reading is a page of posts to ask for; without a cursor it is the first, which
// takes the place of all that are here.
type reading struct {
	sort   api.PostSort
	cursor string
}

// post is a post made drawable once, when it arrived.
type post struct {
	api.Post
	line    text.Text // the caption in one line
	caption []text.Text
	out     int // above the others of its network, 1, or below them, -1
}

func (t *postTab) setUp(env *view.Env) {
	t.env, t.sort = env, api.SortRecent
	t.table = widget.Table{Row: t.row, Empty: text.Const("No posts stored for this creator."), Columns: []widget.Column{
		{Title: text.Const("Posted"), Min: 9},
		{Title: text.Const("Post"), Min: 18, Flex: 1},
		{Title: text.Const("On"), Min: 10, Priority: 4},
		{Title: text.Const("Kind"), Min: 8, Priority: 5},
		{Title: text.Const("Likes"), Min: 6, Align: widget.Right},
		{Title: text.Const("Comments"), Min: 8, Align: widget.Right, Priority: 2},
		{Title: text.Const("Views"), Min: 6, Align: widget.Right, Priority: 1},
		{Title: text.Const("ER/view"), Min: 7, Align: widget.Right, Priority: 3},
	}}
}

func (t *postTab) add(page api.Page[api.Post]) *client.Error {
	if t.asked.cursor == "" {
		t.list, t.pages = nil, client.Pages{}
		t.table.Home()
	}
	t.sort = t.asked.sort
	t.arrows()
	for _, p := range page.Data {
		one := post{Post: p, line: text.Text{}}
		if p.Caption != nil {
			one.line, one.caption = text.Clean(*p.Caption), text.CleanLines(*p.Caption)
		}
		t.list = append(t.list, one)
	}
	t.study()
	failed := t.pages.Read(page.HasMore, page.NextCursor)
	t.table.SetLen(len(t.list))
	t.table.Breaks = t.more(len(t.list))
	return failed
}

// more tells below n rows that going on is paid for.
func (t *postTab) more(n int) []widget.Break {
	if !t.pages.More() {
		return nil
	}
	_, high := t.env.Prices.Posts(view.PostsPage)
	return []widget.Break{{Before: n, Label: text.Format("more: ↓ reads the next %d, ≤%s cr", view.PostsPage, high)}}
}

func (t *postTab) next() reading { return reading{t.sort, t.pages.Next()} }

// following is the order after the one the posts stand in.
func (t *postTab) following() api.PostSort {
	sorts := api.PostSorts()
	return sorts[(slices.Index(sorts, t.sort)+1)%len(sorts)]
}

// resort orders what is here. Only where the posts are complete is that order
// the truth.
func (t *postTab) resort(by api.PostSort) {
	t.sort = by
	t.arrows()
	slices.SortStableFunc(t.list, func(a, b post) int { return cmp.Compare(key(b, by), key(a, by)) })
	t.table.Home()
}

// key is the number a sort orders by, largest first; posts without it are last.
func key(p post, sort api.PostSort) float64 {
	of := func(n *int64) float64 {
		if n == nil {
			return math.Inf(-1)
		}
		return float64(*n)
	}
	switch sort {
	case api.SortMostLikes:
		return of(p.Metrics.Likes)
	case api.SortMostViews:
		return of(p.Metrics.Views)
	case api.SortMostComments:
		return of(p.Metrics.Comments)
	case api.SortTopEngagement:
		if v := p.Metrics.Views; v == nil || *v <= 0 {
			return math.Inf(-1)
		}
		return (max(0, of(p.Metrics.Likes)) + max(0, of(p.Metrics.Comments))) / of(p.Metrics.Views)
	}
	return float64(p.PostedAt.Unix())
}

// arrows show which column the posts are sorted by.
func (t *postTab) arrows() {
	for i, by := range postSorts() {
		t.table.Columns[i].Sort = widget.Unsorted
		if by == t.sort {
			t.table.Columns[i].Sort = widget.Descending
		}
	}
}

func (t *postTab) row(i int, buf []widget.Cell) widget.Row {
	st, p := t.env.Styles, &t.list[i]
	rate, likes := widget.Cell{Text: text.PercentOf(p.Metrics.EngagementRate), Style: st.Text}, widget.Cell{Text: text.CountOf(p.Metrics.Likes), Style: st.Text}
	if far := (map[int]text.Text{1: text.Const("▲ "), -1: text.Const("▼ ")}[p.out]); p.out != 0 && p.Metrics.EngagementRate != nil {
		rate.Text, rate.Style = text.Cat(far, rate.Text), st.Warn
	} else if p.out != 0 {
		likes.Text, likes.Style = text.Cat(far, likes.Text), st.Warn
	}
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: view.Day(p.PostedAt), Style: st.Dim},
		widget.Cell{Text: t.env.Said(p.line.String()), Style: st.Text},
		widget.Cell{Text: view.Network(p.Platform), Style: st.Dim},
		widget.Cell{Text: text.Clean(string(p.Type)), Style: st.Dim},
		likes,
		widget.Cell{Text: text.CountOf(p.Metrics.Comments), Style: st.Text},
		widget.Cell{Text: text.CountOf(p.Metrics.Views), Style: st.Text},
		rate)}
}

func (t *postTab) selected() *post { return widget.At(&t.table, t.list) }

// panes are those of posts and of talks.
func panes(w, h int) (list, preview layout.Rect) { return layout.Rect{W: w, H: h}.Split(0.66) }

// render draws the table and the selected post, which has all the room when it
// was opened.
func (t *postTab) render(w, h int) []string {
	if t.view.open && t.selected() != nil {
		return t.renderPost(w, h)
	}
	list, preview := panes(w, h)
	return layout.FitLines(layout.Beside(t.env.Styles, t.table.Render(t.env.Styles, list.W, list.H), preview, t.beside), w, h)
}

// summary is the order, and the run of engagement, oldest first, with median
// beside mean.
func (t *postTab) summary() []widget.Run {
	st := t.env.Styles
	runs := []widget.Run{{Text: text.Format("   %s first ", english.Words(string(t.sort))), Style: st.Strong}}
	values := t.engagement()
	if len(values) < 3 {
		return runs
	}
	runs = append(runs, widget.Run{Text: text.Const("  ER by views "), Style: st.Dim})
	runs = append(runs, widget.Spark(st, 30, values)...)
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return append(runs, widget.Run{Text: text.Format("  median %s · mean %s", text.Percent(median(slices.Sorted(slices.Values(values)))), text.Percent(sum/float64(len(values)))), Style: st.Dim})
}

func (t *postTab) engagement() []float64 {
	byTime := slices.Clone(t.list)
	slices.SortStableFunc(byTime, func(a, b post) int { return a.PostedAt.Compare(b.PostedAt) })
	var values []float64
	for _, p := range byTime {
		if r := p.Metrics.EngagementRate; r != nil {
			values = append(values, *r)
		}
	}
	return values
}

func day(at, now time.Time) text.Text {
	if at.IsZero() {
		return text.Const("date unknown")
	}
	return text.Format("%s · %s", at.Format("2 January 2006"), text.Ago(now.Sub(at)))
}

// beside is the selected post, and below it what all of them tell.
func (t *postTab) beside(w, h int) []string {
	p := t.selected()
	if p == nil {
		return layout.Blank(w, h)
	}
	lines := append(append(t.words(p, w-2), ""), t.numbers(p, w-2)...)
	return layout.FitLines(shifted(append(append(lines, ""), t.overall(w-2)...), 1), w, h)
}

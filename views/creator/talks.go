package creator

import (
	"cmp"
	"math"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// talkTab is the posts in which somebody speaks: videos and reels.
type talkTab struct {
	env   *view.Env
	id    string // of the creator
	posts *postTab
	list  []int // indexes of posts
	order int   // of talkOrders
	table widget.Table
}

// talkOrder is an order of talks; less says what comes first.
type talkOrder struct {
	name   text.Text
	column int  // whose title stands for it; 0: none
	dated  bool // it is that of the first column
	less   func(env *view.Env, a, b *post) int
}

// talkOrders begin with that of the posts.
func talkOrders() []talkOrder {
	longest := func(p *post) float64 {
		if p.Media.DurationSeconds == nil {
			return -1
		}
		return *p.Media.DurationSeconds
	}
	return []talkOrder{
		{text.Const("as in posts"), 0, false, func(*view.Env, *post, *post) int { return 0 }},
		{text.Const("newest first"), 0, true, func(_ *view.Env, a, b *post) int { return b.PostedAt.Compare(a.PostedAt) }},
		{text.Const("longest first"), 3, false, func(_ *view.Env, a, b *post) int { return cmp.Compare(longest(b), longest(a)) }},
		{text.Const("most views first"), 4, false, func(_ *view.Env, a, b *post) int {
			return cmp.Compare(key(*b, api.SortMostViews), key(*a, api.SortMostViews))
		}},
		{text.Const("loaded first"), 5, false, func(env *view.Env, a, b *post) int { return cmp.Compare(talkRank(env, a.Post), talkRank(env, b.Post)) }},
	}
}

// talkRank puts what was read first, then what costs least, and last what has no
// words.
func talkRank(env *view.Env, p api.Post) api.Credits {
	switch {
	case env.Plan.Silent[plan.SilentKey(p.Platform, p.PlatformID)] != "":
		return api.Credits(math.MaxInt64)
	case view.IsKept(env.TranscriptPrice(p.Platform, p.PlatformID)):
		return -1
	}
	return env.TranscriptOffer(p.Platform, p.PlatformID, "").High
}

func (t *talkTab) setUp(env *view.Env, id string, posts *postTab) {
	t.env, t.id, t.posts = env, id, posts
	t.table = widget.Table{Row: t.row, Empty: text.Const("None of the posts loaded so far is a video."), Columns: []widget.Column{
		{Title: text.Const("Posted"), Min: 9},
		{Title: text.Const("Video"), Min: 18, Flex: 1},
		{Title: text.Const("On"), Min: 10, Priority: 3},
		{Title: text.Const("Length"), Min: 7, Align: widget.Right},
		{Title: text.Const("Views"), Min: 6, Align: widget.Right, Priority: 2},
		{Title: text.Const("Transcript"), Min: 10, Align: widget.Right, Priority: 1},
	}}
}

func (t *talkTab) refresh() {
	t.list = t.list[:0]
	for i, p := range t.posts.list {
		if spoken(p.Post) {
			t.list = append(t.list, i)
		}
	}
	by := talkOrders()[t.order]
	slices.SortStableFunc(t.list, func(a, b int) int { return by.less(t.env, &t.posts.list[a], &t.posts.list[b]) })
	t.listed()
	t.table.SetLen(len(t.list))
	t.table.Breaks = t.posts.more(len(t.list))
}

// listed tells the reader what comes before and after each talk.
func (t *talkTab) listed() {
	pages := each.Of(t.list, func(i int) view.Page { return talkPage(t.posts.list[i].Post, t.id) })
	if t.env.Talks == nil {
		t.env.Talks = map[string][]view.Page{}
	}
	t.env.Talks[t.id] = pages
}

func talkPage(p api.Post, creator string) view.Page {
	return view.Page{Kind: view.Transcript, ID: p.PlatformID, Platform: p.Platform, Creator: creator}
}

// spoken says whether a post may have a transcript that can be asked for.
func spoken(p api.Post) bool {
	return p.Platform == api.VideoPlatform || p.Platform == api.PhotoPlatform && (p.Type == api.PostVideo || p.Type == api.PostReel)
}

func (t *talkTab) row(i int, buf []widget.Cell) widget.Row {
	st, p := t.env.Styles, &t.posts.list[t.list[i]]
	length := text.Unknown
	state, style := talkState(t.env, p.Post)
	if d := p.Media.DurationSeconds; d != nil {
		length = text.Clock(time.Duration(*d * float64(time.Second)))
	}
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: view.Day(p.PostedAt), Style: st.Dim},
		widget.Cell{Text: t.env.Said(p.line.String()), Style: st.Text},
		widget.Cell{Text: view.Network(p.Platform), Style: st.Dim},
		widget.Cell{Text: length, Style: st.Text},
		widget.Cell{Text: text.CountOf(p.Metrics.Views), Style: st.Text},
		widget.Cell{Text: state, Style: style})}
}

func (t *talkTab) selected() *post {
	if i := t.table.Cursor(); i < len(t.list) {
		return &t.posts.list[t.list[i]]
	}
	return nil
}

func (t *talkTab) render(w, h int) []string {
	list, preview := panes(w, h)
	return layout.FitLines(layout.Beside(t.env.Styles, t.table.Render(t.env.Styles, list.W, list.H), preview, t.beside), w, h)
}

func (t *talkTab) beside(w, h int) []string {
	p := t.selected()
	if p == nil {
		return layout.Blank(w, h)
	}
	return layout.FitLines(shifted(append(append(t.posts.words(p, w-2), ""), t.posts.numbers(p, w-2)...), 1), w, h)
}

// summary is the order, how many talks were read or have no words, and what all
// the others would cost.
func (t *talkTab) summary() []widget.Run {
	st := t.env.Styles
	read, without, left, total := 0, 0, 0, api.Credits(0)
	for _, i := range t.list {
		switch p := t.posts.list[i].Post; talkRank(t.env, p) {
		case -1:
			read++
		case api.Credits(math.MaxInt64):
			without++
		default:
			left++
			total += t.env.TranscriptOffer(p.Platform, p.PlatformID, "").High
		}
	}
	return []widget.Run{{Text: text.Format("   %s ", talkOrders()[t.order].name), Style: st.Strong},
		{Text: text.When(left > 0, "  all %d not loaded ", left), Style: st.Dim}, {Text: text.When(left > 0, "≤%s cr", total), Style: st.Price},
		{Text: text.Format("  %d loaded · %d without transcript", read, without), Style: st.Dim},
		{Text: text.When(t.posts.pages.More(), " · of %d posts", len(t.posts.list)), Style: st.Dim}}
}

func (t *talkTab) resort() { t.orderBy((t.order + 1) % len(talkOrders())) }

// orderBy sorts anew; the selected talk stays selected.
func (t *talkTab) orderBy(order int) {
	at := t.selected()
	t.order = order
	t.refresh()
	t.table.SetCursor(max(0, slices.IndexFunc(t.list, func(i int) bool { return &t.posts.list[i] == at })))
}

package creator

import (
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// postView is one post in full, over the rows.
type postView struct {
	open  bool
	pager widget.Pager
}

// renderPost draws the selected post in full: its words, and beside or below them
// its numbers and what all posts tell.
func (t *postTab) renderPost(w, h int) []string {
	p := t.selected()
	left, right := layout.Rect{W: w, H: h}.Columns(0.5)
	if right.Empty() {
		b := append(t.words(p, w-4), "")
		b = append(append(b, t.numbers(p, w-4)...), "")
		return t.view.paged(t.env, shifted(append(b, t.overall(w-4)...), 3), layout.Rect{W: w, H: h})
	}
	numbers := append(append(t.numbers(p, right.W-2), ""), t.overall(right.W-2)...)
	return layout.JoinH(t.view.paged(t.env, shifted(t.words(p, left.W-4), 3), left), t.env.Styles.Border.Apply(" │"), layout.FitLines(shifted(numbers, 1), right.W, h))
}

// paged are the lines in view; the last says where there are more.
func (v *postView) paged(env *view.Env, lines []string, pane layout.Rect) []string {
	out := v.pager.Render(lines, pane.W, pane.H)
	if len(out) > 2 && v.pager.Can(1) {
		out[len(out)-1] = widget.Line(pane.W, widget.Run{Text: text.Format("   … %s shows the rest", env.Keys.KeyOf(keymap.PageDown, keymap.List)), Style: env.Styles.Dim})
	}
	return out
}

func shifted(lines []string, by int) []string {
	return each.Of(lines, func(l string) string { return text.Spaces(by) + l })
}

// words shows the text of a post, with place and date.
func (t *postTab) words(p *post, w int) []string {
	lines := []string{widget.Line(max(0, w), t.title(p)...), widget.Line(max(0, w), widget.Run{Text: t.when(p), Style: t.env.Styles.Dim}), ""}
	for _, said := range t.says(p) {
		lines = append(lines, each.Of(said.Text.Wrap(max(1, w)), said.Style.Text)...)
	}
	return append(append(lines, ""), layout.Fit(t.env.Styles.Link.Text(text.Clean(p.URL)), max(0, w)))
}

// title names a post, and which of how many it is.
func (t *postTab) title(p *post) []widget.Run {
	st := t.env.Styles
	return []widget.Run{{Text: text.Format("%s on %s", p.Type, view.Network(p.Platform)), Style: st.Title}, {Text: text.Format("   %d of %d", t.table.Cursor()+1, len(t.list)), Style: st.Dim}}
}

func (t *postTab) says(p *post) (all []widget.Run) {
	st := t.env.Styles
	if len(p.caption) == 0 {
		all = append(all, widget.Run{Text: text.Const("This post has no caption."), Style: st.Dim})
	}
	all = append(all, each.Of(p.caption, func(c text.Text) widget.Run { return widget.Run{Text: t.env.Said(c.String()), Style: st.Text} })...)
	if len(p.Mentions) > 0 {
		all = append(all, widget.Run{Text: text.Format("mentions @%s", strings.Join(p.Mentions, " @")), Style: st.Dim})
	}
	return all
}

// when is the day of a post, its place and its length.
func (t *postTab) when(p *post) text.Text {
	said := []text.Text{day(p.PostedAt, t.env.Now)}
	if p.Location != nil && p.Location.Name != nil {
		said = append(said, text.Clean(*p.Location.Name))
	}
	if d := p.Media.DurationSeconds; d != nil {
		said = append(said, text.Clock(time.Duration(*d*float64(time.Second))))
	}
	if n := len(p.Media.CarouselItems); n > 0 {
		said = append(said, text.Plural(n, "picture or video", "pictures and videos"))
	}
	return text.Join(said, text.Const(" · "))
}

// numbers are those of a post against the others of its network; for each that is
// missing, why.
func (t *postTab) numbers(p *post, w int) []string {
	pairs := t.figures(p)
	return widget.KV(t.env.Styles, pairs, widget.Size{W: max(0, w), H: widget.KVHeight(pairs, max(0, w))})
}

func (t *postTab) figures(p *post) []widget.Pair {
	st, g, m := t.env.Styles, t.groupOf(p.Platform), p.Metrics
	pairs := []widget.Pair{
		t.held("likes", p, text.CountOf(m.Likes), g.likes, count),
		t.held("comments", p, text.CountOf(m.Comments), g.comments, count),
		t.held("views", p, text.CountOf(m.Views), g.views, count),
	}
	if m.Shares != nil {
		pairs = append(pairs, widget.Pair{Key: text.Const("shares"), Value: text.Count(*m.Shares), Style: st.Text})
	}
	pairs = append(append(pairs, t.rate(p, g)), t.live(p)...)
	if spoken(p.Post) {
		words, style := talkState(t.env, p.Post)
		pairs = append(pairs, widget.Pair{Key: text.Const("transcript"), Value: words, Style: style})
	}
	return pairs
}

// held is a number of a post against the median of those of its network, or why it is
// not told. The median comes first, since the end is cut where there is little room.
func (t *postTab) held(name string, p *post, n text.Text, all []float64, show func(float64) text.Text) widget.Pair {
	pair := widget.Pair{Key: text.Clean(name), Value: n, Style: t.env.Styles.Text}
	switch {
	case n == text.Unknown:
		pair.Value, pair.Style = text.Cat(text.Const("–  "), missing(name, p.Post)), t.env.Styles.Dim
	case len(all) > 1:
		pair.Note = text.Format("median %s of %d on %s", show(median(all)), len(all), view.Network(p.Platform))
	}
	return pair
}

func (t *postTab) rate(p *post, g *group) widget.Pair {
	pair := t.held("ER by views", p, text.PercentOf(p.Metrics.EngagementRate), g.rates, text.Percent)
	if p.out != 0 {
		pair.Style = t.env.Styles.Warn
		pair.Value = text.Cat(pair.Value, map[int]text.Text{1: text.Const(" ▲ far above the others"), -1: text.Const(" ▼ far below the others")}[p.out])
	}
	return pair
}

// missing is why a number of a post is not there.
func missing(name string, p api.Post) text.Text {
	still := p.Type == api.PostImage || p.Type == api.PostCarousel
	switch {
	case name == "views" && still:
		return text.Const("images have no view count")
	case name == "ER by views" && p.Metrics.Views == nil:
		return text.Const("by views, which are unknown")
	case name == "ER by views":
		return text.Const("likes or comments unknown")
	}
	return text.Const("unknown when the post was read")
}

// talkState tells whether the speech of a post was read, is missing, or what reading it
// costs.
func talkState(env *view.Env, p api.Post) (text.Text, theme.Style) {
	st := env.Styles
	if env.Plan.Silent[plan.SilentKey(p.Platform, p.PlatformID)] != "" {
		if p.Platform == api.PhotoPlatform {
			return text.Const("silent"), st.Dim
		}
		return text.Const("none"), st.Dim
	}
	price := env.TranscriptPrice(p.Platform, p.PlatformID)
	if view.IsKept(price) {
		return text.Const("read, free"), st.Cost(price)
	}
	return text.Clean(price), st.Cost(price)
}

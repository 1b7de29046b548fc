package creator

import (
	"math"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// group are the posts of one network that were read: what one of them has is held
// against the others there, since networks count differently. The numbers are sorted.
type group struct {
	network                api.Platform
	posts                  int
	likes, comments, views []float64
	rates                  []float64
}

// study gathers the posts by network, the one with the most posts first, and marks
// those that stand far out.
func (t *postTab) study() {
	t.groups = nil
	for i := range t.list {
		p := &t.list[i]
		g := t.groupOf(p.Platform)
		if g == nil {
			t.groups = append(t.groups, group{network: p.Platform})
			g = &t.groups[len(t.groups)-1]
		}
		g.posts++
		for _, n := range []struct {
			told *int64
			to   *[]float64
		}{{p.Metrics.Likes, &g.likes}, {p.Metrics.Comments, &g.comments}, {p.Metrics.Views, &g.views}} {
			if n.told != nil {
				*n.to = append(*n.to, float64(*n.told))
			}
		}
		if r := p.Metrics.EngagementRate; r != nil {
			g.rates = append(g.rates, *r)
		}
	}
	for _, g := range t.groups {
		for _, numbers := range [][]float64{g.likes, g.comments, g.views, g.rates} {
			slices.Sort(numbers)
		}
	}
	t.told = together{}
	slices.SortStableFunc(t.groups, func(a, b group) int { return b.posts - a.posts })
	for i := range t.list {
		t.list[i].out = t.outlier(&t.list[i])
	}
}

func (t *postTab) groupOf(p api.Platform) *group {
	if i := slices.IndexFunc(t.groups, func(g group) bool { return g.network == p }); i >= 0 {
		return &t.groups[i]
	}
	return nil
}

// outlier is 1 for a post far above the others of its network, -1 for one far
// below: by engagement where that is told, else by likes.
func (t *postTab) outlier(p *post) int {
	g := t.groupOf(p.Platform)
	all, n := g.rates, math.NaN()
	switch {
	case p.Metrics.EngagementRate != nil:
		n = *p.Metrics.EngagementRate
	case p.Metrics.Likes != nil:
		all, n = g.likes, float64(*p.Metrics.Likes)
	}
	low, high := widget.Fences(all)
	switch {
	case n > high:
		return 1
	case n < low:
		return -1
	}
	return 0
}

func count(n float64) text.Text { return text.CountOf(&n) }

func median(sorted []float64) float64 { return widget.Quantile(sorted, 0.5) }

// together keeps the summary of all posts, as it was drawn last: nothing of it changes
// from key to key.
type together struct {
	lines  []string
	w      int
	styles *theme.Styles
	sort   api.PostSort
	more   bool
}

// overall sums up the posts that were read: networks, spread of engagement, and cadence.
func (t *postTab) overall(w int) []string {
	now := together{w: w, styles: t.env.Styles, sort: t.sort, more: t.pages.More()}
	if now.lines = t.told.lines; now.lines == nil || t.told.w != w || t.told.styles != now.styles || t.told.sort != now.sort || t.told.more != now.more {
		now.lines = nil
		for _, runs := range t.sum() {
			now.lines = append(now.lines, flow(w, runs...)...)
		}
		t.told = now
	}
	return now.lines
}

// sum draws the summary, a line for each figure.
func (t *postTab) sum() [][]widget.Run {
	st := t.env.Styles
	lines := [][]widget.Run{{{Text: text.Format("All %s", text.Plural(len(t.list), "post", "posts")), Style: st.Title}, {Text: t.partly(), Style: st.Dim}}}
	for _, g := range t.groups {
		runs := []widget.Run{{Text: text.Format("%s  %s", view.Network(g.network), text.Plural(g.posts, "post", "posts")), Style: st.Text}}
		if len(g.likes) > 0 {
			runs = append(runs, widget.Run{Text: text.Format(" · median %s likes", count(median(g.likes))), Style: st.Dim})
		}
		if len(g.rates) > 0 {
			runs = append(runs, widget.Run{Text: text.Format(", %s", text.Percent(median(g.rates))), Style: st.Dim})
		}
		if lines = append(lines, runs); len(t.spread(g.rates)) > 0 {
			lines = append(lines, t.spread(g.rates))
		}
	}
	return append(lines, t.cadence())
}

// partly says that more posts are stored than were read.
func (t *postTab) partly() text.Text {
	if !t.pages.More() {
		return text.Const(" stored")
	}
	return text.Const(" loaded so far")
}

// spreadFrom is the least number of values with a spread.
const spreadFrom = 4

// spread tells where the engagement of posts lies: the least, the middle half, the most.
func (t *postTab) spread(sorted []float64) []widget.Run {
	if len(sorted) < spreadFrom {
		return nil
	}
	st := t.env.Styles
	low, high := sorted[0], sorted[len(sorted)-1]
	if low == high {
		return nil
	}
	return []widget.Run{{Text: text.Format("  %s ", text.Percent(low)), Style: st.Dim}, {Text: widget.Levels(histogramCells, histogram(sorted)), Style: st.Neutral},
		{Text: text.Format(" %s", text.Percent(high)), Style: st.Dim},
		{Text: text.Format(", middle half %s to %s", text.Percent(widget.Quantile(sorted, 0.25)), text.Percent(widget.Quantile(sorted, 0.75))), Style: st.Dim}}
}

const histogramCells = 8

// histogram counts the sorted values, which are not all the same, in equal steps.
func histogram(sorted []float64) []float64 {
	low, high := sorted[0], sorted[len(sorted)-1]
	steps := make([]float64, histogramCells)
	for _, v := range sorted {
		steps[min(int((v-low)/(high-low)*histogramCells), histogramCells-1)]++
	}
	return steps
}

// cadence tells the posts of each week, and the longest silence. Posts that were ordered
// otherwise leave gaps that nobody made.
func (t *postTab) cadence() []widget.Run {
	st := t.env.Styles
	say := func(words text.Text) []widget.Run { return []widget.Run{{Text: words, Style: st.Dim}} }
	if t.pages.More() && t.sort != api.SortRecent {
		return say(text.Const("frequency: sort by time to see it"))
	}
	var days []time.Time
	for _, p := range t.list {
		if !p.PostedAt.IsZero() {
			days = append(days, p.PostedAt)
		}
	}
	if len(days) < 3 {
		return say(text.Const("frequency: too few dates known"))
	}
	slices.SortFunc(days, time.Time.Compare)
	first, last, silence := days[0], days[len(days)-1], time.Duration(0)
	for i := 1; i < len(days); i++ {
		silence = max(silence, days[i].Sub(days[i-1]))
	}
	const week = 7 * 24 * time.Hour
	weeks := make([]float64, int(last.Sub(first)/week)+1)
	for _, d := range days {
		weeks[min(int(d.Sub(first)/week), len(weeks)-1)]++
	}
	runs := []widget.Run{{Text: text.Const("by week "), Style: st.Dim}, {Text: widget.Levels(trendCells, weeks), Style: st.Neutral}}
	often := float64(len(days)) / max(1, last.Sub(first).Hours()/week.Hours())
	return append(runs, widget.Run{Text: text.Format("  %.1f a week", often), Style: st.Dim}, widget.Run{Text: text.Format(" · longest gap %s", text.Plural(int(silence.Hours()/24), "day", "days")), Style: st.Dim})
}

package creator

import (
	"time"

	"greenroom/api"
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
	table widget.Table
}

func (t *talkTab) setUp(env *view.Env, id string, posts *postTab) {
	t.env, t.id, t.posts = env, id, posts
	t.table.Row = t.row
	t.table.Empty = text.Const("None of the posts read so far is a video.")
	t.table.Columns = []widget.Column{
		{Title: text.Const("Posted"), Min: 8, Max: 10},
		{Title: text.Const("Video"), Min: 20, Flex: 1},
		{Title: text.Const("Length"), Min: 7, Align: widget.Right},
		{Title: text.Const("Views"), Min: 6, Align: widget.Right, Priority: 2},
		{Title: text.Const("Transcript"), Min: 10, Align: widget.Right, Priority: 1},
	}
}

func (t *talkTab) refresh() {
	t.list = t.list[:0]
	for i, p := range t.posts.list {
		if spoken(p.Post) {
			t.list = append(t.list, i)
		}
	}
	t.listed()
	t.table.SetLen(len(t.list))
	t.table.Breaks = t.posts.more(len(t.list))
}

// listed tells the reader what comes before and after each talk.
func (t *talkTab) listed() {
	pages := make([]view.Page, 0, len(t.list))
	for _, i := range t.list {
		pages = append(pages, talkPage(t.posts.list[i].Post, t.id))
	}
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
	length, price := text.Unknown, t.env.TranscriptPrice(p.Platform, p.PlatformID)
	if d := p.Media.DurationSeconds; d != nil {
		length = text.Clock(time.Duration(*d * float64(time.Second)))
	}
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: posted(p.PostedAt), Style: st.Dim},
		widget.Cell{Text: t.env.Said(p.line.String()), Style: st.Text},
		widget.Cell{Text: length, Style: st.Text},
		widget.Cell{Text: text.CountOf(p.Metrics.Views), Style: st.Text},
		widget.Cell{Text: text.Clean(price), Style: st.Cost(price)})}
}

func (t *talkTab) selected() *post {
	if i := t.table.Cursor(); i < len(t.list) {
		return &t.posts.list[t.list[i]]
	}
	return nil
}

func (t *talkTab) panes(w, h int) (list, preview layout.Rect) {
	return layout.Rect{W: w, H: h}.Split(0.66)
}

func (t *talkTab) render(w, h int) []string {
	list, preview := t.panes(w, h)
	lines := t.table.Render(t.env.Styles, list.W, list.H)
	if !preview.Empty() {
		lines = layout.JoinH(lines, t.env.Styles.Border.Apply(" │"), postLines(t.env, t.selected(), widget.Size{W: preview.W, H: preview.H}))
	}
	return layout.FitLines(lines, w, h)
}

package creator

import (
	"greenroom/internal/sheet"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// canExport says why what is on show goes into no file.
func (s *Screen) canExport() string {
	switch {
	case s.tab != posts && s.tab != talks:
		return "Only posts and talks can be exported here; Tab goes to them."
	case s.tab == posts && len(s.posts.list) == 0, s.tab == talks && len(s.talks.list) == 0:
		return "Nothing to export yet."
	}
	return ""
}

// export asks for a file for the posts or talks on show, in their order and columns.
func (s *Screen) export() view.Out {
	if s.tab == talks {
		return view.Export(s.talkSheet(), text.Const("talks"))
	}
	return view.Export(s.postSheet(), text.Const("posts"))
}

func (s *Screen) postSheet() sheet.Table {
	t := sheet.Table{Title: s.env.Known[s.id].Creator.Name + " posts",
		Columns: []string{"posted", "post", "network", "likes", "comments", "views", "engagement_percent", "url"}}
	for i := range s.posts.list {
		p := &s.posts.list[i]
		t.Rows = append(t.Rows, []any{dated(p), s.env.Said(p.line.String()).String(), string(p.Platform),
			sheet.Number(p.Metrics.Likes), sheet.Number(p.Metrics.Comments), sheet.Number(p.Metrics.Views), sheet.Number(p.Metrics.EngagementRate), p.URL})
	}
	return t
}

func (s *Screen) talkSheet() sheet.Table {
	t := sheet.Table{Title: s.env.Known[s.id].Creator.Name + " talks",
		Columns: []string{"posted", "video", "network", "length_seconds", "views", "transcript", "url"}}
	for _, at := range s.talks.list {
		p := &s.posts.list[at]
		state, _ := talkState(s.env, p.Post)
		t.Rows = append(t.Rows, []any{dated(p), s.env.Said(p.line.String()).String(), string(p.Platform),
			sheet.Number(p.Media.DurationSeconds), sheet.Number(p.Metrics.Views), state.String(), p.URL})
	}
	return t
}

// dated is the day of a post, or nothing where none is told.
func dated(p *post) any {
	if p.PostedAt.IsZero() {
		return nil
	}
	return p.PostedAt.Format("2006-01-02")
}

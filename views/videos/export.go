package videos

import (
	"strings"

	"greenroom/api"
	"greenroom/internal/sheet"
)

// sheet is the results on show, in their order and columns.
func (s *Screen) sheet() sheet.Table {
	t := sheet.Table{Title: "videos " + s.shown.Q, Columns: []string{"kind", "video", "channel", "length", "views", "subscribers", "published", "transcript", "url"}}
	for i := range s.results {
		r := &s.results[i]
		row := []any{"channel", "", s.env.Said(r.ChannelName).String(), nil, nil, nil, nil, s.opening(r), r.URL}
		if v := r.VideoFields; v != nil {
			row[0], row[1], row[3], row[6] = "video", s.env.Said(r.Title).String(), length(v).String(), s.day(r)
			row[4] = sheet.Number(v.ViewCount)
		} else if c := r.ChannelFields; c != nil {
			row[5] = sheet.Number(c.SubscriberCount)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// day is when a video was published, as a date where it is known to the day.
func (s *Screen) day(r *api.VideoResult) any {
	switch v := r.VideoFields; {
	case v.PublishedAt != nil:
		return v.PublishedAt.Format("2006-01-02")
	case v.PublishedText != nil:
		return strings.TrimSpace(*v.PublishedText)
	}
	return nil
}

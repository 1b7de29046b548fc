package official

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/media"
)

// Search is a page of a search, with all of its filters, for 101 units: what a search
// finds comes without its numbers, which are one more.
func (s *source) Search(ctx context.Context, q service.VideoQuery) (page service.VideoPage, err error) {
	by := url.Values{"part": {"snippet"}, "q": {q.Text}, "maxResults": {strconv.Itoa(min(q.Limit, pageMax))}, "type": {"video,channel"}}
	set := func(key, value string) {
		if value != "" {
			by.Set(key, value)
		}
	}
	length := map[api.VideoLength]string{api.LengthShort: "short", api.LengthMedium: "medium", api.LengthLong: "long"}[q.Length]
	since := s.since(q.Uploaded)
	if q.Content == api.ContentVideos || length != "" || since != "" {
		by.Set("type", "video")
	}
	set("videoDuration", length)
	set("publishedAfter", since)
	set("regionCode", q.Country)
	set("relevanceLanguage", q.Language)
	set("pageToken", q.After)
	set("order", map[api.VideoSort]string{api.VideoPopular: "viewCount"}[q.Sort])
	found, err := s.ask(ctx, costSearch, "search", by)
	if err != nil {
		return page, live.OfWhatIsThere(err)
	}
	page.Next, page.Estimated = found.NextPageToken, found.PageInfo.TotalResults
	var ids []string
	for _, v := range found.Items {
		if id, channel := v.id(); !channel {
			ids = append(ids, id)
		}
	}
	var seen answer
	if len(ids) > 0 {
		if seen, err = s.videos(ctx, ids...); err != nil {
			return service.VideoPage{}, live.OfWhatIsThere(err)
		}
	}
	all := seen.byID()
	for _, v := range found.Items {
		if r, ok := v.result(all, s.Clock()); ok {
			page.Results = append(page.Results, r)
		}
	}
	return page, nil
}

// result is one that was found; false for what is gone meanwhile.
func (i *item) result(all map[string]item, now time.Time) (api.VideoResult, bool) {
	id, channel := i.id()
	if channel {
		p, err := (&item{ID: []byte(strconv.Quote(id)), Snippet: i.Snippet}).channel()
		return live.ChannelResult(p), err == nil
	}
	v, ok := all[id]
	if !ok {
		return api.VideoResult{}, false
	}
	info := media.Info{ID: id, Title: v.Snippet.Title, Description: v.Snippet.Description, Views: v.Statistics.ViewCount.known(), Thumbnail: v.thumbnail()}
	if at := v.Snippet.PublishedAt; at != nil {
		info.Timestamp = new(float64(at.Unix()))
	}
	if n := seconds(v.ContentDetails.Duration); n > 0 {
		info.Duration = new(float64(n))
	}
	return live.ResultOf(&info, service.Profile{Platform: api.VideoPlatform, ExternalID: v.Snippet.ChannelID, DisplayName: v.Snippet.ChannelTitle}, now), true
}

// since is the day an upload date begins with; "" for any.
func (s *source) since(d api.UploadDate) string {
	days := map[api.UploadDate]time.Duration{api.UploadLastHour: time.Hour, api.UploadToday: 24 * time.Hour, api.UploadWeek: 7 * 24 * time.Hour,
		api.UploadMonth: 30 * 24 * time.Hour, api.UploadYear: 365 * 24 * time.Hour}
	if days[d] == 0 {
		return ""
	}
	return s.Clock().Add(-days[d]).UTC().Format(time.RFC3339)
}

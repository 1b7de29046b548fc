package live

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/media"
)

type folderVideo struct{ *Folder }

// info reads the description of a video anew.
func (f folderVideo) info(ctx context.Context, id string) (*media.Info, string, error) {
	s, err := f.latest(ctx)
	if err != nil {
		return nil, "", err
	}
	e, ok := s.videos[id]
	if !ok {
		return nil, "", s.gone(id)
	}
	content, err := readSaved(s.root, e.path)
	if err == nil && content.info == nil {
		err = malformed()
	}
	if err == nil && content.info.Availability == "private" {
		err = private()
	}
	return content.info, e.path, err
}

func (f folderVideo) Video(ctx context.Context, id string) (api.VideoDetails, error) {
	v, _, err := f.info(ctx, id)
	if err != nil {
		return api.VideoDetails{}, err
	}
	p, c := channelOf(v), clipFrom(v)
	out := api.VideoDetails{
		VideoID: v.ID, URL: c.url, Title: v.Title, Description: v.Description, ChannelID: service.Known(p.ExternalID), ChannelName: service.Known(p.DisplayName),
		ChannelHandle: service.Known(p.Username), ThumbnailURL: service.Known(v.Thumbnail), ViewCount: v.Views, LikeCount: v.Likes, CommentCount: v.Comments,
		Tags: v.Tags, Categories: v.Categories, Availability: service.Known(v.Availability), LiveStatus: service.Known(v.LiveStatus),
	}
	if c.seconds > 0 {
		out.DurationSeconds = &c.seconds
	}
	if unix := unixOf(v.Timestamp, v.ReleaseTime); unix != nil {
		out.PublishedAt = new(time.Unix(*unix, 0).UTC())
	}
	if !c.published.IsZero() {
		out.PublishedDate = service.Known(c.published.Format(time.DateOnly))
	}
	return out, nil
}

func (f folderVideo) Tracks(ctx context.Context, id string) ([]service.Transcript, error) {
	v, path, err := f.info(ctx, id)
	if err != nil {
		return nil, err
	}
	tracks, err := tracksBeside(f.root, path, v)
	for i := range tracks {
		tracks[i].URL = cmp.Or(tracks[i].URL, media.PostURL(api.VideoPlatform, id))
	}
	return tracks, err
}

func (f folderVideo) Channel(ctx context.Context, q service.ChannelQuery) (service.Channel, error) {
	s, err := f.latest(ctx)
	if err != nil {
		return service.Channel{}, err
	}
	at := slices.IndexFunc(s.finder.owners, func(o *owner) bool {
		if q.ID != "" {
			return o.profile.ExternalID == q.ID
		}
		return strings.EqualFold(o.profile.Username, q.Handle)
	})
	if at < 0 {
		return service.Channel{}, s.gone(cmp.Or(q.ID, q.Handle))
	}
	o := s.finder.owners[at]
	out := service.Channel{Profile: o.profile}
	for _, c := range s.finder.of(o, q.Sort)[:min(q.Limit, int(o.clips))] {
		v := service.ChannelVideo{ID: c.id, URL: c.url, Title: c.title, Views: c.views}
		if !c.published.IsZero() {
			v.PublishedAt = &c.published
		}
		out.Videos = append(out.Videos, v)
	}
	return out, nil
}

// of lists the clips of a channel in an order.
func (f *finder) of(o *owner, sort api.ChannelSort) []*clip {
	var out []*clip
	for i := range f.clips {
		if f.clips[i].owner == o {
			out = append(out, &f.clips[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *clip) int {
		switch sort {
		case api.ChannelPopular:
			return cmp.Compare(service.Or(b.views, -1), service.Or(a.views, -1))
		case api.ChannelOldest:
			return a.published.Compare(b.published)
		}
		return b.published.Compare(a.published)
	})
	return out
}

func (f folderVideo) Search(ctx context.Context, q service.VideoQuery) (service.VideoPage, error) {
	s, err := f.latest(ctx)
	if err != nil {
		return service.VideoPage{}, err
	}
	return s.finder.search(q, f.clock())
}

func (f folderVideo) Suggest(ctx context.Context, q service.SuggestQuery) ([]string, error) {
	s, err := f.latest(ctx)
	if err != nil {
		return nil, err
	}
	return s.finder.suggest(q), nil
}

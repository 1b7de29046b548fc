package service

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"greenroom/api"
	"greenroom/service/media"
)

// ChannelRequest asks for what is said in videos of a channel. Nil is unset.
type ChannelRequest struct {
	Handle     string // bare, with @, or the address of the channel
	VideoLimit *int
	Language   *string
	Sort       *api.ChannelSort
	Segments   bool
}

// channelLanguage is the language where nothing is said.
const channelLanguage = "en"

// ChannelTranscripts answers what is said in the first videos of a channel, in
// an order. A video without a transcript in the language says why and costs
// nothing.
func (s *Service) ChannelTranscripts(_ context.Context, _ Caller, r ChannelRequest) (Job, error) {
	limit, err := within("video_limit", r.VideoLimit, api.ChannelVideosDefault, api.ChannelVideosMax)
	if err != nil {
		return Job{}, err
	}
	q := ChannelQuery{Sort: or(r.Sort, api.ChannelNewest), Limit: limit}
	if err := oneOf("sort_by", q.Sort, api.ChannelSorts()); err != nil {
		return Job{}, err
	}
	tongue, err := language(or(r.Language, channelLanguage))
	if err != nil {
		return Job{}, err
	}
	named, ok := media.ParseChannel(r.Handle)
	if !ok {
		return Job{}, Invalid("handle", "This is not the handle of a channel. Give the handle, with or without @, or the address of the channel.")
	}
	q.Handle, q.ID = named.Handle, named.ID
	return job(api.OpChannelTranscripts, limit, func(ctx context.Context) (Answer, error) {
		return s.channel(ctx, q, tongue, r.Segments)
	}), nil
}

func (s *Service) channel(ctx context.Context, q ChannelQuery, tongue string, segments bool) (Answer, error) {
	if s.live.Video == nil {
		return Answer{}, upstream(errUnconnected)
	}
	channel, err := s.live.Video.Channel(ctx, q)
	if err != nil {
		return Answer{}, upstream(err)
	}
	videos := channel.Videos[:min(len(channel.Videos), q.Limit)]
	items, err := s.channelItems(ctx, videos, tongue)
	if err != nil {
		return Answer{}, err
	}
	out := api.ChannelTranscripts{
		ChannelID: channel.Profile.ExternalID, Handle: channel.Profile.Username, ChannelName: channel.Profile.DisplayName,
		VideosFound: len(videos), Items: items, ScrapedAt: s.now(),
	}
	for i := range items {
		if items[i].Error == "" {
			out.TranscriptsFetched++
		}
		if !segments {
			items[i].Transcript = nil
		}
	}
	out.TranscriptsFailed = len(items) - out.TranscriptsFetched
	return Answer{Body: api.One[api.ChannelTranscripts]{Data: out}, Cost: api.PriceOf(api.OpChannelTranscripts).Cost(out.TranscriptsFetched)}, nil
}

func (s *Service) channelItems(ctx context.Context, videos []ChannelVideo, tongue string) ([]api.ChannelTranscript, error) {
	bounded, stop := context.WithTimeout(ctx, batchTime)
	defer stop()
	items := make([]api.ChannelTranscript, len(videos))
	var group errgroup.Group
	group.SetLimit(batchParallel)
	for i, v := range videos {
		group.Go(func() (err error) {
			items[i], err = s.channelItem(bounded, v, tongue)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return items, ctx.Err()
}

func (s *Service) channelItem(ctx context.Context, v ChannelVideo, tongue string) (api.ChannelTranscript, error) {
	item := api.ChannelTranscript{VideoID: v.ID, URL: v.URL, Title: v.Title, ViewCount: v.Views}
	if v.PublishedAt != nil {
		item.PublishedText = Ago(*v.PublishedAt, s.now())
	}
	t, _, err := s.videoTrack(ctx, v.ID, tongue)
	if err == nil {
		item.Language, item.Source, item.FullText, item.Transcript = t.Language, &t.Source, t.full(), t.Segments
		item.WordCount = words(item.FullText)
		return item, nil
	}
	var known *Error
	if err = late(ctx, err); !errors.As(upstream(err), &known) {
		return item, err
	}
	item.Error = known.Message
	return item, nil
}

// ages are the units in which the networks tell how old something is.
var ages = []struct {
	unit time.Duration
	name string
}{
	{365 * 24 * time.Hour, "year"}, {30 * 24 * time.Hour, "month"}, {7 * 24 * time.Hour, "week"}, {24 * time.Hour, "day"},
	{time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"},
}

// Ago says how long before now something was, as the long-video network does:
// "3 weeks ago".
func Ago(at, now time.Time) string {
	age := max(0, now.Sub(at))
	for _, a := range ages {
		if n := int(age / a.unit); n > 0 {
			return plural(n, a.name) + " ago"
		}
	}
	return "just now"
}

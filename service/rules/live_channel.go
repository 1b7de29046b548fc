package rules

import (
	"context"
	"errors"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/media"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
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
func (s *Service) ChannelTranscripts(_ context.Context, _ access.Caller, r ChannelRequest) (Job, error) {
	limit, err := check.Within("video_limit", r.VideoLimit, api.ChannelVideosDefault, api.ChannelVideosMax)
	if err != nil {
		return Job{}, err
	}
	q := service.ChannelQuery{Sort: service.Or(r.Sort, api.ChannelNewest), Limit: limit}
	if err := check.OneOf("sort_by", q.Sort, api.ChannelSorts()); err != nil {
		return Job{}, err
	}
	lang, err := check.Language("language", new(service.Or(r.Language, channelLanguage)))
	if err != nil {
		return Job{}, err
	}
	named, ok := media.ParseChannel(r.Handle)
	if !ok {
		return Job{}, service.Invalid("handle", "This is not a channel handle. Give the handle, with or without @, or the URL of the channel.")
	}
	q.Handle, q.ID = named.Handle, named.ID
	return job(api.OpChannelTranscripts, limit, func(ctx context.Context) (Answer, error) {
		return s.channel(ctx, q, lang, r.Segments)
	}), nil
}

func (s *Service) channel(ctx context.Context, q service.ChannelQuery, lang string, segments bool) (Answer, error) {
	if s.live.Video == nil {
		return Answer{}, upstream(errUnconnected)
	}
	channel, at, err := reading(ctx, s, func(ctx context.Context) (service.Channel, error) { return s.live.Video.Channel(ctx, q) })
	if err != nil {
		return Answer{}, upstream(err)
	}
	videos := channel.Videos[:min(len(channel.Videos), q.Limit)]
	// All at once: a source that is slow begins each, and what comes late is there the next time.
	items, err := together(ctx, videos, max(1, len(videos)), func(ctx context.Context, v service.ChannelVideo) (api.ChannelTranscript, error) {
		return s.channelItem(ctx, v, lang)
	})
	if err != nil {
		return Answer{}, err
	}
	out := api.ChannelTranscripts{
		ChannelID: channel.Profile.ExternalID, Handle: channel.Profile.Username, ChannelName: channel.Profile.DisplayName,
		VideosFound: len(videos), Items: items, ScrapedAt: at,
	}
	for i := range items {
		if items[i].Error == nil {
			out.TranscriptsFetched++
		}
		if !segments {
			items[i].Transcript = []api.Segment{}
		}
	}
	out.TranscriptsFailed = len(items) - out.TranscriptsFetched
	return Answer{Body: api.One[api.ChannelTranscripts]{Data: out}, Cost: api.PriceOf(api.OpChannelTranscripts).Cost(out.TranscriptsFetched)}, nil
}

func (s *Service) channelItem(ctx context.Context, v service.ChannelVideo, lang string) (api.ChannelTranscript, error) {
	item := api.ChannelTranscript{VideoID: v.ID, URL: v.URL, Title: v.Title, ViewCount: v.Views, Transcript: []api.Segment{}}
	if v.PublishedAt != nil {
		item.PublishedText = service.Known(service.Ago(*v.PublishedAt, s.now()))
	}
	t, _, err := s.videoTrack(ctx, v.ID, lang)
	if err == nil {
		item.Language, item.Source, item.FullText, item.Transcript = service.Known(t.Language), &t.Source, fullText(t), shape.List(t.Segments)
		item.WordCount = wordCount(item.FullText)
		return item, nil
	}
	err = late(ctx, err)
	known, ok := errors.AsType[*service.Error](upstream(err))
	if !ok {
		return item, err
	}
	item.Error = &known.Message
	return item, nil
}

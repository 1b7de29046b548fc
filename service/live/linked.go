package live

import (
	"context"
	"fmt"

	"greenroom/api"
	"greenroom/service"
)

// The networks as links: each call of each of them, once.

type photo link[service.PhotoNetwork]

func (p photo) Post(ctx context.Context, shortcode string) (api.LivePost, error) {
	return via(ctx, link[service.PhotoNetwork](p), "post", func(ctx context.Context, n service.PhotoNetwork) (api.LivePost, error) { return n.Post(ctx, shortcode) }, shortcode)
}

func (p photo) Profile(ctx context.Context, username string, posts int) (api.LivePhotoProfile, error) {
	return via(ctx, link[service.PhotoNetwork](p), "profile", func(ctx context.Context, n service.PhotoNetwork) (api.LivePhotoProfile, error) {
		return n.Profile(ctx, username, posts)
	}, username, fmt.Sprint(posts))
}

func (p photo) Transcript(ctx context.Context, shortcode, language string) (service.Speech, error) {
	return via(ctx, link[service.PhotoNetwork](p), "transcript", func(ctx context.Context, n service.PhotoNetwork) (service.Speech, error) {
		return n.Transcript(ctx, shortcode, language)
	}, shortcode, language)
}

type video link[service.VideoNetwork]

func (v video) Video(ctx context.Context, id string) (api.VideoDetails, error) {
	return via(ctx, link[service.VideoNetwork](v), "video", func(ctx context.Context, n service.VideoNetwork) (api.VideoDetails, error) { return n.Video(ctx, id) }, id)
}

func (v video) Tracks(ctx context.Context, id string) ([]service.Transcript, error) {
	return via(ctx, link[service.VideoNetwork](v), "tracks", func(ctx context.Context, n service.VideoNetwork) ([]service.Transcript, error) {
		return n.Tracks(ctx, id)
	}, id)
}

func (v video) Channel(ctx context.Context, q service.ChannelQuery) (service.Channel, error) {
	return via(ctx, link[service.VideoNetwork](v), "channel", func(ctx context.Context, n service.VideoNetwork) (service.Channel, error) { return n.Channel(ctx, q) },
		q.Handle, q.ID, string(q.Sort), fmt.Sprint(q.Limit))
}

func (v video) Search(ctx context.Context, q service.VideoQuery) (service.VideoPage, error) {
	return via(ctx, link[service.VideoNetwork](v), "search", func(ctx context.Context, n service.VideoNetwork) (service.VideoPage, error) { return n.Search(ctx, q) },
		q.Text, string(q.Uploaded), string(q.Sort), string(q.Content), string(q.Length), q.Country, q.Language, fmt.Sprint(q.Limit), q.After)
}

func (v video) Suggest(ctx context.Context, q service.SuggestQuery) ([]string, error) {
	return via(ctx, link[service.VideoNetwork](v), "suggest", func(ctx context.Context, n service.VideoNetwork) ([]string, error) { return n.Suggest(ctx, q) },
		q.Text, q.Country, q.Language)
}

type shortVideo link[service.ShortVideoNetwork]

func (s shortVideo) Profile(ctx context.Context, username string) (api.ShortVideoProfile, error) {
	return via(ctx, link[service.ShortVideoNetwork](s), "profile", func(ctx context.Context, n service.ShortVideoNetwork) (api.ShortVideoProfile, error) {
		return n.Profile(ctx, username)
	}, username)
}

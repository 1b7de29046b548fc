package live

import (
	"context"

	"greenroom/api"
	"greenroom/service"
)

// Sources are where live data comes from; a nil one is not connected. Each may
// be called at once from many goroutines. What keeps it from answering is an
// *service.UpstreamError; any other error is a failure of the source.
type Sources struct {
	Photo      PhotoSource
	Video      VideoSource
	ShortVideo ShortVideoSource
}

// PhotoSource shows the photo network.
type PhotoSource interface {
	Post(ctx context.Context, shortcode string) (api.LivePost, error)
	Profile(ctx context.Context, username string, posts int) (api.LivePhotoProfile, error)
	Transcript(ctx context.Context, shortcode, language string) (service.Speech, error)
}

// VideoSource shows the long-video network.
type VideoSource interface {
	Video(ctx context.Context, id string) (api.VideoDetails, error)
	Tracks(ctx context.Context, id string) ([]service.Transcript, error)
	Channel(ctx context.Context, q service.ChannelQuery) (service.Channel, error)
	Search(ctx context.Context, q service.VideoQuery) (service.VideoPage, error)
	Suggest(ctx context.Context, q service.SuggestQuery) ([]string, error)
}

// ShortVideoSource shows the short-video network.
type ShortVideoSource interface {
	Profile(ctx context.Context, username string) (api.ShortVideoProfile, error)
}

func missing() error   { return &service.UpstreamError{Kind: service.UpstreamMissing} }
func private() error   { return &service.UpstreamError{Kind: service.UpstreamPrivate} }
func malformed() error { return &service.UpstreamError{Kind: service.UpstreamMalformed} }
func silent() error    { return &service.UpstreamError{Kind: service.UpstreamSilent} }

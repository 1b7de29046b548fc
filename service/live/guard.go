package live

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// Config bounds the calls to a source. Zero values are the defaults.
type Config struct {
	Timeout  time.Duration    // of one call, waiting for its turn included; 8 s
	Parallel int              // calls at once to one network; 8
	Failures int              // in a row that make a network be left alone; 5
	Pause    time.Duration    // how long; 30 s
	Clock    func() time.Time // of the pause; time.Now
	Logger   *slog.Logger     // nil: nothing is logged
}

func (c Config) filled() Config {
	c.Timeout, c.Pause = cmp.Or(c.Timeout, 8*time.Second), cmp.Or(c.Pause, 30*time.Second)
	c.Parallel, c.Failures = cmp.Or(c.Parallel, 8), cmp.Or(c.Failures, 5)
	if c.Clock == nil {
		c.Clock = time.Now
	}
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	return c
}

// New puts a gate before each network. What keeps a network that stands behind one
// from answering may be any error; what is no *service.UpstreamError is a failure.
func New(s service.Networks, c Config) service.Networks {
	c = c.filled()
	var n service.Networks
	if s.Photo != nil {
		n.Photo = photo{s.Photo, newGate(api.PhotoPlatform, c)}
	}
	if s.Video != nil {
		n.Video = video{s.Video, newGate(api.VideoPlatform, c)}
	}
	if s.ShortVideo != nil {
		n.ShortVideo = shortVideo{s.ShortVideo, newGate(api.ShortVideoPlatform, c)}
	}
	return n
}

// gated is a network with the gate before it.
type gated[N any] struct {
	source N
	gate   *gate
}

type photo gated[service.PhotoNetwork]

func (p photo) Post(ctx context.Context, shortcode string) (api.LivePost, error) {
	return through(ctx, p.gate, func(ctx context.Context) (api.LivePost, error) { return p.source.Post(ctx, shortcode) })
}

func (p photo) Profile(ctx context.Context, username string, posts int) (api.LivePhotoProfile, error) {
	return through(ctx, p.gate, func(ctx context.Context) (api.LivePhotoProfile, error) {
		return p.source.Profile(ctx, username, posts)
	})
}

func (p photo) Transcript(ctx context.Context, shortcode, language string) (service.Speech, error) {
	return through(ctx, p.gate, func(ctx context.Context) (service.Speech, error) {
		return p.source.Transcript(ctx, shortcode, language)
	})
}

type video gated[service.VideoNetwork]

func (v video) Video(ctx context.Context, id string) (api.VideoDetails, error) {
	return through(ctx, v.gate, func(ctx context.Context) (api.VideoDetails, error) { return v.source.Video(ctx, id) })
}

func (v video) Tracks(ctx context.Context, id string) ([]service.Transcript, error) {
	return through(ctx, v.gate, func(ctx context.Context) ([]service.Transcript, error) { return v.source.Tracks(ctx, id) })
}

func (v video) Channel(ctx context.Context, q service.ChannelQuery) (service.Channel, error) {
	return through(ctx, v.gate, func(ctx context.Context) (service.Channel, error) { return v.source.Channel(ctx, q) })
}

func (v video) Search(ctx context.Context, q service.VideoQuery) (service.VideoPage, error) {
	return through(ctx, v.gate, func(ctx context.Context) (service.VideoPage, error) { return v.source.Search(ctx, q) })
}

func (v video) Suggest(ctx context.Context, q service.SuggestQuery) ([]string, error) {
	return through(ctx, v.gate, func(ctx context.Context) ([]string, error) { return v.source.Suggest(ctx, q) })
}

type shortVideo gated[service.ShortVideoNetwork]

func (s shortVideo) Profile(ctx context.Context, username string) (api.ShortVideoProfile, error) {
	return through(ctx, s.gate, func(ctx context.Context) (api.ShortVideoProfile, error) { return s.source.Profile(ctx, username) })
}

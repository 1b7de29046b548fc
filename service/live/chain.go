package live

import (
	"context"
	"errors"

	"greenroom/api"
	"greenroom/service"
)

// Chain asks sources in their order: the first that can answers. The next is asked where
// one cannot, is not reached, or has used up a bound of its own; never where something is
// missing, and never where a network refuses: nothing gets round that.
func Chain(sources []service.Networks) service.Networks {
	var out service.Networks
	var photos chainPhoto
	var videos chainVideo
	var shorts chainShort
	for _, s := range sources {
		if s.Photo != nil {
			photos = append(photos, s.Photo)
			out.Photo = photos
		}
		if s.Video != nil {
			videos = append(videos, s.Video)
			out.Video = videos
		}
		if s.ShortVideo != nil {
			shorts = append(shorts, s.ShortVideo)
			out.ShortVideo = shorts
		}
	}
	return out
}

// Where leaves of networks those that another source has, too: what is not connected stays so.
func Where(n, connected service.Networks) service.Networks {
	if connected.Photo == nil {
		n.Photo = nil
	}
	if connected.Video == nil {
		n.Video = nil
	}
	if connected.ShortVideo == nil {
		n.ShortVideo = nil
	}
	return n
}

// first asks the links of a chain.
func first[N, T any](links []N, ask func(N) (T, error)) (v T, err error) {
	err = cannot()
	for _, link := range links {
		answer, failed := ask(link)
		if !leadsOn(failed) {
			return answer, failed
		}
		if u, _ := errors.AsType[*service.UpstreamError](failed); u == nil || u.Kind != service.UpstreamCannot {
			err = failed
		}
	}
	return v, err
}

// leadsOn says whether after an error the next link is asked.
func leadsOn(err error) bool {
	if err == nil || errors.Is(err, ErrSpent) {
		return err != nil
	}
	u, known := errors.AsType[*service.UpstreamError](err)
	if !known {
		return false // the caller is gone
	}
	switch u.Kind {
	case service.UpstreamCannot, service.UpstreamUnavailable, service.UpstreamFailed, service.UpstreamTimeout:
		return true
	}
	return false
}

type chainPhoto []service.PhotoNetwork

func (c chainPhoto) Post(ctx context.Context, shortcode string) (api.LivePost, error) {
	return first(c, func(n service.PhotoNetwork) (api.LivePost, error) { return n.Post(ctx, shortcode) })
}

func (c chainPhoto) Profile(ctx context.Context, username string, posts int) (api.LivePhotoProfile, error) {
	return first(c, func(n service.PhotoNetwork) (api.LivePhotoProfile, error) { return n.Profile(ctx, username, posts) })
}

func (c chainPhoto) Transcript(ctx context.Context, shortcode, language string) (service.Speech, error) {
	return first(c, func(n service.PhotoNetwork) (service.Speech, error) { return n.Transcript(ctx, shortcode, language) })
}

type chainVideo []service.VideoNetwork

func (c chainVideo) Video(ctx context.Context, id string) (api.VideoDetails, error) {
	return first(c, func(n service.VideoNetwork) (api.VideoDetails, error) { return n.Video(ctx, id) })
}

func (c chainVideo) Tracks(ctx context.Context, id string) ([]service.Transcript, error) {
	return first(c, func(n service.VideoNetwork) ([]service.Transcript, error) { return n.Tracks(ctx, id) })
}

func (c chainVideo) Channel(ctx context.Context, q service.ChannelQuery) (service.Channel, error) {
	return first(c, func(n service.VideoNetwork) (service.Channel, error) { return n.Channel(ctx, q) })
}

func (c chainVideo) Search(ctx context.Context, q service.VideoQuery) (service.VideoPage, error) {
	return first(c, func(n service.VideoNetwork) (service.VideoPage, error) { return n.Search(ctx, q) })
}

func (c chainVideo) Suggest(ctx context.Context, q service.SuggestQuery) ([]string, error) {
	return first(c, func(n service.VideoNetwork) ([]string, error) { return n.Suggest(ctx, q) })
}

type chainShort []service.ShortVideoNetwork

func (c chainShort) Profile(ctx context.Context, username string) (api.ShortVideoProfile, error) {
	return first(c, func(n service.ShortVideoNetwork) (api.ShortVideoProfile, error) { return n.Profile(ctx, username) })
}

// Saved is a folder as a link of a chain: what was saved wins, and what was not is asked
// of the next. A search of a network is not answered from a few files.
func Saved(folder service.Networks) service.Networks {
	return service.Networks{Photo: linkPhoto{folder.Photo}, Video: linkVideo{folder.Video}, ShortVideo: linkShort{folder.ShortVideo}}
}

// unsaved makes of what a folder lacks what it cannot answer.
func unsaved(err error) error {
	if u, known := errors.AsType[*service.UpstreamError](err); known && (u.Kind == service.UpstreamMissing || u.Kind == service.UpstreamSilent) {
		return cannot()
	}
	return err
}

type linkPhoto struct{ service.PhotoNetwork }

func (s linkPhoto) Post(ctx context.Context, shortcode string) (api.LivePost, error) {
	v, err := s.PhotoNetwork.Post(ctx, shortcode)
	return v, unsaved(err)
}

func (s linkPhoto) Profile(ctx context.Context, username string, posts int) (api.LivePhotoProfile, error) {
	v, err := s.PhotoNetwork.Profile(ctx, username, posts)
	return v, unsaved(err)
}

func (s linkPhoto) Transcript(ctx context.Context, shortcode, language string) (service.Speech, error) {
	v, err := s.PhotoNetwork.Transcript(ctx, shortcode, language)
	return v, unsaved(err)
}

type linkVideo struct{ service.VideoNetwork }

func (s linkVideo) Video(ctx context.Context, id string) (api.VideoDetails, error) {
	v, err := s.VideoNetwork.Video(ctx, id)
	return v, unsaved(err)
}

// Tracks are those that were saved: a video saved without captions may have some.
func (s linkVideo) Tracks(ctx context.Context, id string) ([]service.Transcript, error) {
	v, err := s.VideoNetwork.Tracks(ctx, id)
	if err == nil && len(v) == 0 {
		return nil, cannot()
	}
	return v, unsaved(err)
}

// Channel is none: a few videos of it are not its list.
func (s linkVideo) Channel(context.Context, service.ChannelQuery) (service.Channel, error) {
	return service.Channel{}, cannot()
}

func (s linkVideo) Search(context.Context, service.VideoQuery) (service.VideoPage, error) {
	return service.VideoPage{}, cannot()
}

type linkShort struct{ service.ShortVideoNetwork }

func (s linkShort) Profile(ctx context.Context, username string) (api.ShortVideoProfile, error) {
	v, err := s.ShortVideoNetwork.Profile(ctx, username)
	return v, unsaved(err)
}

// Suggestions is what a source suggests, and no more of it: no tool knows what people type.
func Suggestions(of service.Networks) service.Networks {
	return service.Networks{Video: suggesting{source: of.Video}}
}

type suggesting struct {
	NoVideo
	source service.VideoNetwork
}

func (s suggesting) Suggest(ctx context.Context, q service.SuggestQuery) ([]string, error) {
	return s.source.Suggest(ctx, q)
}

// NoVideo answers nothing: a source embeds it for what it cannot.
type NoVideo struct{}

// Video cannot.
func (NoVideo) Video(context.Context, string) (out api.VideoDetails, err error) {
	return out, cannot()
}

// Tracks cannot.
func (NoVideo) Tracks(context.Context, string) ([]service.Transcript, error) { return nil, cannot() }

// Channel cannot.
func (NoVideo) Channel(context.Context, service.ChannelQuery) (out service.Channel, err error) {
	return out, cannot()
}

// Search cannot.
func (NoVideo) Search(context.Context, service.VideoQuery) (out service.VideoPage, err error) {
	return out, cannot()
}

// Suggest cannot.
func (NoVideo) Suggest(context.Context, service.SuggestQuery) ([]string, error) { return nil, cannot() }

// NoPhoto answers nothing, as NoVideo does.
type NoPhoto struct{}

// Post cannot.
func (NoPhoto) Post(context.Context, string) (out api.LivePost, err error) { return out, cannot() }

// Profile cannot.
func (NoPhoto) Profile(context.Context, string, int) (out api.LivePhotoProfile, err error) {
	return out, cannot()
}

// Transcript cannot.
func (NoPhoto) Transcript(context.Context, string, string) (out service.Speech, err error) {
	return out, cannot()
}

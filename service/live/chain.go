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
	return around(sources, func(api.Platform) way { return first })
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

func first(ctx context.Context, _ call, of []ask) (any, error) {
	err := cannot()
	for _, link := range of {
		answer, failed := link(ctx)
		if !leadsOn(failed) {
			return answer, failed
		}
		if kindOf(failed) != service.UpstreamCannot {
			err = failed
		}
	}
	return nil, err
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

// Saved is a folder as a link of a chain: what was saved wins, and what was not is asked
// of the next. Neither a search of a network nor the list of a channel is answered from a
// few files, and a video that was saved without captions may have some.
func Saved(folder service.Networks) service.Networks {
	return before(folder, func(ctx context.Context, c call, of []ask) (any, error) {
		if c.name == "channel" || c.name == "search" {
			return nil, cannot()
		}
		v, err := of[0](ctx)
		tracks, listed := v.(*[]service.Transcript)
		if kind := kindOf(err); kind == service.UpstreamMissing || kind == service.UpstreamSilent || err == nil && listed && len(*tracks) == 0 {
			return nil, cannot()
		}
		return v, err
	})
}

// Suggestions keeps a source's suggestions only: no tool knows what people type.
func Suggestions(of service.Networks) service.Networks {
	return before(service.Networks{Video: of.Video}, only(func(c call) bool { return c.name == "suggest" }))
}

// only asks what is answered, and cannot anything else.
func only(answered func(call) bool) way {
	return func(ctx context.Context, c call, of []ask) (any, error) {
		if !answered(c) {
			return nil, cannot()
		}
		return of[0](ctx)
	}
}

// NoVideo answers nothing: a source embeds it for what it cannot.
func NoVideo() service.VideoNetwork {
	return video{on: api.VideoPlatform, way: none, of: make([]service.VideoNetwork, 1)}
}

// NoPhoto answers nothing, as NoVideo does.
func NoPhoto() service.PhotoNetwork {
	return photo{on: api.PhotoPlatform, way: none, of: make([]service.PhotoNetwork, 1)}
}

func none(context.Context, call, []ask) (any, error) { return nil, cannot() }

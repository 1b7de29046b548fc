package live

import (
	"context"
	"encoding/json"

	"greenroom/api"
	"greenroom/service"
)

// call is a question to a network: by name and arguments, of which the first is whom or
// what it is about.
type call struct {
	on   api.Platform
	name string
	args []string
	read func(body []byte) (any, error) // an answer out of JSON
}

// ask asks one source. It returns a pointer to the answer.
type ask func(context.Context) (any, error)

// way asks the sources of one network. Whatever stands before sources is one, and sees
// every call: a gate, a keeper, a chain.
type way func(ctx context.Context, c call, of []ask) (any, error)

// link is a network whose sources are asked in a way.
type link[N any] struct {
	on  api.Platform
	way way
	of  []N
}

// around puts a way of its own before the sources of each network; who lacks a network is
// none of its sources.
func around(sources []service.Networks, made func(api.Platform) way) (out service.Networks) {
	var p link[service.PhotoNetwork]
	var v link[service.VideoNetwork]
	var s link[service.ShortVideoNetwork]
	for _, n := range sources {
		if n.Photo != nil {
			p.of = append(p.of, n.Photo)
		}
		if n.Video != nil {
			v.of = append(v.of, n.Video)
		}
		if n.ShortVideo != nil {
			s.of = append(s.of, n.ShortVideo)
		}
	}
	if len(p.of) > 0 {
		p.on, p.way = api.PhotoPlatform, made(api.PhotoPlatform)
		out.Photo = photo(p)
	}
	if len(v.of) > 0 {
		v.on, v.way = api.VideoPlatform, made(api.VideoPlatform)
		out.Video = video(v)
	}
	if len(s.of) > 0 {
		s.on, s.way = api.ShortVideoPlatform, made(api.ShortVideoPlatform)
		out.ShortVideo = shortVideo(s)
	}
	return out
}

// before is one way for all networks of a source.
func before(n service.Networks, w way) service.Networks {
	return around([]service.Networks{n}, func(api.Platform) way { return w })
}

// via has a call asked of the sources of a network, in its way.
func via[N, T any](ctx context.Context, l link[N], name string, one func(context.Context, N) (T, error), args ...string) (out T, err error) {
	of := make([]ask, len(l.of))
	for i, n := range l.of {
		of[i] = func(ctx context.Context) (any, error) { v, err := one(ctx, n); return &v, err }
	}
	answer, err := l.way(ctx, call{on: l.on, name: name, args: args, read: func(body []byte) (any, error) {
		v := new(T)
		return v, json.Unmarshal(body, v)
	}}, of)
	if v, ok := answer.(*T); ok {
		out = *v
	}
	return out, err
}

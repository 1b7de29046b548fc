package live_test

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
)

const hostile = "javascript:alert(1)"

// fill puts an address that must not be opened wherever a value holds one, by the
// names that go over the wire, and one element into each list.
func fill(v reflect.Value, name string) {
	holds := strings.Contains(name, "url") || strings.Contains(name, "src") || strings.Contains(name, "avatar")
	switch v.Kind() {
	case reflect.String:
		if holds {
			v.SetString(hostile)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), name)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.IsExported() {
				fill(v.Field(i), strings.ToLower(tag+f.Name))
			}
		}
	}
}

func filled[T any]() (v T, err error) {
	fill(reflect.ValueOf(&v).Elem(), "")
	return v, nil
}

type hostilePhotos struct{ service.PhotoNetwork }

func (hostilePhotos) Post(context.Context, string) (api.LivePost, error) {
	return filled[api.LivePost]()
}
func (hostilePhotos) Profile(context.Context, string, int) (api.LivePhotoProfile, error) {
	return filled[api.LivePhotoProfile]()
}
func (hostilePhotos) Transcript(context.Context, string, string) (service.Speech, error) {
	return filled[service.Speech]()
}

type hostileVideos struct{ service.VideoNetwork }

func (hostileVideos) Video(context.Context, string) (api.VideoDetails, error) {
	return filled[api.VideoDetails]()
}
func (hostileVideos) Tracks(context.Context, string) ([]service.Transcript, error) {
	return filled[[]service.Transcript]()
}
func (hostileVideos) Channel(context.Context, service.ChannelQuery) (service.Channel, error) {
	return filled[service.Channel]()
}
func (hostileVideos) Search(context.Context, service.VideoQuery) (service.VideoPage, error) {
	return filled[service.VideoPage]()
}

type hostileShorts struct{ service.ShortVideoNetwork }

func (hostileShorts) Profile(context.Context, string) (api.ShortVideoProfile, error) {
	return filled[api.ShortVideoProfile]()
}

// No address that is not one of the web leaves a network, wherever it stands.
func TestOnlyAddressesOfTheWebLeave(t *testing.T) {
	n := live.New(service.Networks{Photo: hostilePhotos{}, Video: hostileVideos{}, ShortVideo: hostileShorts{}}, live.Config{})
	ctx := t.Context()
	for name, ask := range map[string]func() (any, error){
		"post":          func() (any, error) { return n.Photo.Post(ctx, "a") },
		"photo profile": func() (any, error) { return n.Photo.Profile(ctx, "a", 1) },
		"speech":        func() (any, error) { return n.Photo.Transcript(ctx, "a", "") },
		"video":         func() (any, error) { return n.Video.Video(ctx, "a") },
		"tracks":        func() (any, error) { return n.Video.Tracks(ctx, "a") },
		"channel":       func() (any, error) { return n.Video.Channel(ctx, service.ChannelQuery{}) },
		"videos":        func() (any, error) { return n.Video.Search(ctx, service.VideoQuery{}) },
		"short profile": func() (any, error) { return n.ShortVideo.Profile(ctx, "a") },
	} {
		v, err := ask()
		raw, _ := json.Marshal(v)
		if err != nil || strings.Contains(string(raw), hostile) {
			t.Errorf("%s: %v %s", name, err, raw)
		}
	}
	if p, _ := n.Photo.Post(ctx, "a"); len(p.VideoVersions)+len(p.DisplayResources) > 0 || len(p.CarouselItems) != 1 {
		t.Errorf("of a post stay %+v", p)
	}
	if p, _ := n.Photo.Profile(ctx, "a", 1); len(p.BioLinks) > 0 || p.ExternalURL != nil {
		t.Errorf("of a profile stay %+v", p)
	}
}

package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/pipe"
	"greenroom/service"
	httpapi "greenroom/service/http"
	"greenroom/service/live"
	"greenroom/service/store"
)

// builtIn is a client of the real service, over a connection in memory. It knows
// twelve vegan cooks with five posts, a channel and an account for short videos
// each; the store stands in for the networks. change may alter the client.
func builtIn(t *testing.T, change ...func(*client.Config)) *client.Client {
	t.Helper()
	clock := func() time.Time { return noon }
	kept, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "g.db"), Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	account := service.NewAccount("main", api.Tier1, noon)
	stored, plain := service.NewKey(account.ID, noon)
	_, written := kept.Write(t.Context(), cooks(12))
	if err := errors.Join(written, kept.CreateAccount(t.Context(), account), kept.CreateKey(t.Context(), stored)); err != nil {
		t.Fatal(err)
	}
	rules := service.New(service.Config{
		Store: kept, Clock: clock, PlatformsAll: true,
		Live: live.New(live.WithTrials(live.FromStore(kept, clock), clock), live.Config{Clock: clock}),
	})
	listener := pipe.New()
	server := &http.Server{Handler: httpapi.New(httpapi.Config{Service: rules, Clock: clock})}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close(); rules.Close(); _ = kept.Close() })
	cfg := client.Config{
		BaseURL: "http://built-in", Clock: clock,
		Key:  func(context.Context) (string, error) { return plain, nil },
		HTTP: &http.Client{Transport: &http.Transport{DialContext: listener.DialContext}},
	}
	for _, f := range change {
		f(&cfg)
	}
	c, err := client.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func cooks(n int) []service.Bundle {
	var all []service.Bundle
	for i := range n {
		all = append(all, cook(i))
	}
	return all
}

func cook(i int) service.Bundle {
	name, followers, video := fmt.Sprintf("anna%d", i), int64(1000*(i+1)), fmt.Sprintf("video%06d", i)
	profile := func(p api.Platform, name string) service.Profile {
		return service.Profile{Platform: p, Username: name, DisplayName: "Anna", Bio: "Vegan food from Berlin. hello@" + name + ".example", Followers: &followers, UpdatedAt: noon}
	}
	b := service.Bundle{
		Creator: service.Creator{Name: name, Bio: "Vegan food.", Kind: api.KindInfluencer, Themes: []string{"vegan", "food"}, UpdatedAt: noon},
		Profiles: []service.Profile{
			profile(api.PhotoPlatform, name), profile(api.VideoPlatform, name+"tv"), profile(api.ShortVideoPlatform, name+"clips"),
		},
		Transcripts: []service.Transcript{
			{Platform: api.PhotoPlatform, MediaID: fmt.Sprintf("C%d-0", i), Language: "en", Source: api.SourceAuto, Original: true, Text: "So good, so simple.", SeenAt: noon},
			{Platform: api.VideoPlatform, MediaID: video, Language: "en", Source: api.SourceManual, Original: true, Title: "Cooking",
				Segments: []api.Segment{{Text: "Vegan cooking", Duration: 2}}, SeenAt: noon},
		},
		Posts: []service.Post{{Platform: api.VideoPlatform, PlatformID: video, Type: api.PostVideo, Caption: "Cooking vegan", PostedAt: noon.AddDate(0, 0, -1)}},
	}
	for p := range 5 {
		b.Posts = append(b.Posts, service.Post{
			Platform: api.PhotoPlatform, PlatformID: fmt.Sprintf("C%d-%d", i, p), Type: api.PostImage,
			Caption: "A vegan dinner for two.", PostedAt: noon.AddDate(0, 0, -p-1),
		})
	}
	return b
}

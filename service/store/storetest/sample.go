package storetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// Noon is when the sample's world stands still.
var Noon = time.Date(2025, 3, 14, 12, 0, 0, 0, time.UTC)

var words = strings.Fields(`vegan street food plant based recipe kitchen berlin lisbon travel slow fashion thrift
	repair denim climbing trail running marathon coffee roaster latte studio pottery glaze garden balcony tomato
	synth modular beat vinyl indie film lens portrait night market noodle ramen sourdough starter bake bread`)

// Bundles makes n creators with two to three profiles, eight posts and now and
// then a transcript each; the same seed makes the same ones. All ids are left
// to the store.
func Bundles(n int, seed uint64) []service.Bundle {
	r := rand.New(rand.NewPCG(seed, 1))
	list := make([]service.Bundle, n)
	for i := range list {
		list[i] = bundle(r, fmt.Sprintf("s%dc%d", seed, i))
	}
	return list
}

func bundle(r *rand.Rand, name string) service.Bundle {
	b := service.Bundle{Creator: service.Creator{
		Name: "Creator " + name, Bio: text(r, 20), Kind: api.KindInfluencer, Country: "DE", City: "Berlin",
		Languages: []string{"de", "en"}, Themes: []string{text(r, 2), text(r, 1)}, KeyFacts: []string{text(r, 8)},
		Summary: text(r, 30), UpdatedAt: Noon,
	}}
	for i, p := range api.Platforms()[:2+r.IntN(2)] {
		b.Profiles = append(b.Profiles, profile(r, p, fmt.Sprintf("%s_%d", name, i)))
	}
	for i := range 8 {
		b.Posts = append(b.Posts, post(r, b.Profiles[0].Platform, fmt.Sprintf("%s-%d", name, i)))
	}
	if r.IntN(5) < 3 {
		b.Transcripts = append(b.Transcripts, transcript(r, b.Posts[0]))
	}
	return b
}

func profile(r *rand.Rand, p api.Platform, username string) service.Profile {
	followers, posts, rate, last := r.Int64N(2_000_000), r.Int64N(900), r.Float64()*9, Noon.Add(-time.Hour)
	return service.Profile{
		Platform: p, Username: username, DisplayName: "The " + username, URL: "https://example.com/" + username,
		Bio: text(r, 18), ExternalURLs: []string{"https://example.org/" + username}, Category: text(r, 2),
		Followers: &followers, PostCount: &posts, EngagementRate: &rate, LastPostAt: &last, UpdatedAt: Noon,
	}
}

func post(r *rand.Rand, p api.Platform, id string) service.Post {
	likes, comments, views := r.Int64N(90_000), r.Int64N(900), r.Int64N(900_000)
	return service.Post{
		Platform: p, PlatformID: id, URL: "https://example.com/p/" + id, Type: api.PostReel, Caption: text(r, 25),
		Hashtags: []string{"vegan", "berlin"}, PostedAt: Noon.Add(-time.Duration(r.IntN(9000)) * time.Hour),
		Likes: &likes, Comments: &comments, Views: &views, ThumbnailURL: "https://example.com/t/" + id,
	}
}

func transcript(r *rand.Rand, p service.Post) service.Transcript {
	t := service.Transcript{Platform: p.Platform, MediaID: p.PlatformID, Language: "en", Source: api.SourceAuto,
		Original: true, Title: text(r, 5), URL: p.URL, SeenAt: Noon}
	for i := range 30 {
		t.Segments = append(t.Segments, api.Segment{Text: text(r, 9), Start: float64(i) * 3.2, Duration: 3.2})
	}
	return t
}

func text(r *rand.Rand, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = words[r.IntN(len(words))]
	}
	return strings.Join(out, " ")
}

package proxytest_test

import (
	"context"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

// endpoint is a call whose answer does not depend on who asks how. What an
// answer holds may be said where it is short.
type endpoint struct {
	name   string
	holds  string
	unkept bool
	call   func(ctx context.Context, s *side, opts ...client.Option) (any, error)
}

var ingested = api.ProfileRef{Platform: api.ShortVideoPlatform, Username: "demo_latest"}

func sessionOf(t testing.TB, c *client.Client) (id, cursor string) {
	t.Helper()
	limit := 12
	page, _, err := c.Search(t.Context(), api.SearchRequest{Query: "vegan food", Limit: &limit})
	if err != nil || page.NextCursor == nil {
		t.Fatalf("%+v, %v", page, err)
	}
	return page.SearchID, *page.NextCursor
}

func said[T any](v T, _ client.Receipt, err error) (any, error) { return v, err }

func named3(name string) []api.ProfileRef {
	return []api.ProfileRef{
		{Platform: api.PhotoPlatform, Username: name}, {Platform: api.VideoPlatform, Username: name + "tv"},
		{Platform: api.ShortVideoPlatform, Username: name + "clips"}, {Platform: api.VideoPlatform, Username: "nobody"},
	}
}

func refs(name string) (list []api.CreatorRef) {
	for _, r := range named3(name) {
		list = append(list, api.CreatorRef{Platform: &r.Platform, Username: &r.Username})
	}
	return append(list, creators(2)...)
}

func everything(session, cursor string) []endpoint {
	return append(append(stored(session, cursor), judged()...), append(live(), lists()...)...)
}

func stored(session, cursor string) []endpoint {
	type ctx = context.Context
	type opt = client.Option
	return []endpoint{
		{name: "health", unkept: true, call: func(x ctx, s *side, o ...opt) (any, error) { return said(s.client.Health(x, o...)) }},
		{name: "autocomplete", holds: `"photoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Autocomplete(x, client.AutocompleteParams{Q: "anna1", Platform: api.PhotoPlatform}, o...))
		}},
		{name: "search", holds: `"platform":"videoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			limit := 3
			v, _, err := s.client.Search(x, api.SearchRequest{Query: "vegan food on youtube", Limit: &limit, Platforms: []api.Platform{api.VideoPlatform, api.ShortVideoPlatform}}, o...)
			v.SearchID = ""
			return v, err
		}},
		{name: "search page", holds: `"photoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.SearchPage(x, session, "", o...))
		}},
		{name: "next page", holds: `"photoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.SearchPage(x, session, cursor, o...))
		}},
		{name: "creator", holds: `"shortvideoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Creator(x, house.people[0], true, o...))
		}},
		{name: "creators", holds: `"shortvideoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Creators(x, house.people[:3], true, o...))
		}},
		{name: "profiles of a creator", holds: `"videoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.CreatorProfiles(x, house.people[0], api.ModeDetailed, o...))
		}},
		{name: "profile", holds: `"shortvideoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Profile(x, api.ShortVideoPlatform, "anna1clips", api.ModeLite, o...))
		}},
		{name: "profiles", holds: `"not_found":[{"platform":"videoplatform","username":"nobody"}]`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Profiles(x, named3("anna1"), "", o...))
		}},
		{name: "ingest", unkept: true, holds: `"existing"`, call: func(x ctx, s *side, o ...opt) (any, error) { return said(s.client.Ingest(x, ingested, o...)) }},
		{name: "emails", unkept: true, holds: `"photoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Emails(x, refs("anna1"), o...))
		}},
		{name: "posts", holds: `"photoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			v, _, err := s.client.Posts(x, client.PostsParams{Platform: api.PhotoPlatform, Username: "anna1", Limit: 2}, o...)
			return v, err
		}},
		{name: "posts of a creator", holds: `"videoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Posts(x, client.PostsParams{CreatorID: house.people[1]}, o...))
		}},
	}
}

func judged() []endpoint {
	type ctx = context.Context
	type opt = client.Option
	return []endpoint{
		{name: "match", holds: `"videoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Match(x, refs("anna1"), api.Intent{Query: "vegan dinners"}, o...))
		}},
		{name: "look-alikes", holds: `"photoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			seed, limit, detailed := named3("anna1")[1], 3, api.ModeDetailed
			return said(s.client.Lookalike(x, api.LookalikeRequest{
				Seeds: []api.Seed{{Platform: &seed.Platform, Username: &seed.Username}}, Limit: &limit, Mode: &detailed,
				Filters: &api.LookalikeFilters{Platforms: []api.Platform{api.VideoPlatform}},
			}, o...))
		}},
		{name: "safety of creators", holds: `"videoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.SafetyOfCreators(x, refs("anna1"), o...))
		}},
		{name: "safety of profiles", holds: `"videoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.SafetyOfProfiles(x, named3("anna1"), o...))
		}},
		{name: "safety of posts", holds: `"photoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.SafetyOfPosts(x, []api.PostRef{{PostID: &house.posts[0]}}, o...))
		}},
		{name: "analyse", holds: `"photoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Analyze(x, []api.PostRef{{PostID: &house.posts[0]}, {PostID: &house.posts[1]}}, []api.AnalyzeFeature{api.FeatureAI}, o...))
		}},
	}
}

func live() []endpoint {
	type ctx = context.Context
	type opt = client.Option
	return []endpoint{
		{name: "live post", call: func(x ctx, s *side, o ...opt) (any, error) { return said(s.client.LivePost(x, "C1-0", o...)) }},
		{name: "live posts", call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.LivePosts(x, []string{"C1-0", "nothing", "C2-0"}, o...))
		}},
		{name: "photo transcript", call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.PhotoTranscript(x, "C1-0", "", o...))
		}},
		{name: "photo transcripts", call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.PhotoTranscripts(x, []string{"C1-0", "C2-0"}, "en", o...))
		}},
		{name: "live photo profile", call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.LivePhotoProfile(x, "anna1", client.PhotoProfileParams{IncludePosts: true, PostLimit: 2}, o...))
		}},
		{name: "short-video profile", call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.ShortVideoProfile(x, "anna1clips", o...))
		}},
		{name: "video transcript", call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.VideoTranscript(x, "video000001", "", o...))
		}},
		{name: "video", call: func(x ctx, s *side, o ...opt) (any, error) { return said(s.client.Video(x, "video000001", o...)) }},
		{name: "channel", call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.ChannelTranscripts(x, "@anna1tv", client.ChannelParams{}, o...))
		}},
		{name: "video search", call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.VideoSearch(x, client.VideoSearchParams{Q: "cooking", Limit: 3}, o...))
		}},
		{name: "typeahead", call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Typeahead(x, client.TypeaheadParams{Q: "cook"}, o...))
		}},
	}
}

func lists() []endpoint {
	type ctx = context.Context
	type opt = client.Option
	body := func() api.ShortlistBody {
		return api.ShortlistBody{Name: "Spring", Brief: "b", Profiles: []api.ShortlistProfile{
			{Platform: api.VideoPlatform, Username: "anna1tv"}, {Platform: api.PhotoPlatform, Username: "instagram"},
		}}
	}
	nameless := func(v api.Shortlist, err error) (any, error) {
		v.ID, v.CreatedAt, v.UpdatedAt = "", time.Time{}, time.Time{}
		return v, err
	}
	return []endpoint{
		{name: "make a shortlist", unkept: true, holds: `{"platform":"photoplatform","username":"instagram"}`, call: func(x ctx, s *side, o ...opt) (any, error) {
			v, _, err := s.client.CreateShortlist(x, body(), o...)
			s.list = v.ID
			return nameless(v, err)
		}},
		{name: "shortlist", unkept: true, holds: `"videoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			v, _, err := s.client.Shortlist(x, s.list, o...)
			return nameless(v, err)
		}},
		{name: "replace a shortlist", unkept: true, holds: `"version":2`, call: func(x ctx, s *side, o ...opt) (any, error) {
			b, version := body(), 1
			b.Version = &version
			v, _, err := s.client.ReplaceShortlist(x, s.list, b, o...)
			return nameless(v, err)
		}},
		{name: "a stale shortlist", unkept: true, holds: `"videoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			b, version := body(), 1
			b.Version = &version
			_, _, err := s.client.ReplaceShortlist(x, s.list, b, o...)
			if v, ok := client.StoredShortlist(err); ok {
				return nameless(v, nil)
			}
			return nil, err
		}},
		{name: "shortlists", unkept: true, holds: `"videoplatform"`, call: func(x ctx, s *side, o ...opt) (any, error) {
			return said(s.client.Shortlists(x, "", 10, o...))
		}},
		{name: "remove a shortlist", unkept: true, holds: "null", call: func(x ctx, s *side, o ...opt) (any, error) {
			_, err := s.client.DeleteShortlist(x, s.list, o...)
			return nil, err
		}},
	}
}

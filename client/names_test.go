package client_test

import (
	"context"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

var brands = map[api.Platform]string{
	api.PhotoPlatform: "photonet", api.VideoPlatform: "vidnet", api.ShortVideoPlatform: "clipnet",
}

func branded(cfg *client.Config) { cfg.Names = brands }

func TestNamesOnTheWayOut(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newService(t, say(200, `{"data":{"id":"x","search_id":"s"}}`))
	c, _ := dial(t, s, branded)
	platforms := []api.Platform{api.VideoPlatform, "other"}
	list := api.ShortlistBody{Name: "photoplatform", Profiles: []api.ShortlistProfile{{Platform: api.ShortVideoPlatform, Username: "photoplatform"}}}
	_, _, _ = c.Search(ctx, api.SearchRequest{Query: "photoplatform", Platforms: platforms})
	_, _, _ = c.CreateShortlist(ctx, list)
	_, _, _ = c.Posts(ctx, client.PostsParams{Platform: api.PhotoPlatform, Username: "photoplatform"})
	_, _, _ = c.Autocomplete(ctx, client.AutocompleteParams{Q: "ad", Platform: api.PhotoPlatform})
	_, _, _ = c.PhotoTranscript(ctx, "photoplatform", "")
	_, _, _ = c.VideoTranscript(ctx, "abcdefghijk", "")
	got := s.requests()
	for i, want := range []string{
		`{"query":"photoplatform","platforms":["vidnet","other"]}`,
		`{"name":"photoplatform","brief":"","profiles":[{"platform":"clipnet","username":"photoplatform"}],"notes":""}`,
		"platform=photonet&username=photoplatform",
		"platform=photonet&q=ad",
		"/v1/raw/photonet/transcript/photoplatform",
		"/v1/raw/vidnet/transcript/abcdefghijk",
	} {
		if sent := got[i].Path + " " + got[i].Query + " " + got[i].Body; !strings.Contains(sent, want) {
			t.Errorf("sent %s, want %s", sent, want)
		}
	}
	if platforms[0] != api.VideoPlatform || list.Profiles[0].Platform != api.ShortVideoPlatform {
		t.Error("the caller's own values were changed")
	}
}

func TestNamesOnTheWayIn(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newService(t,
		say(200, `{"data":[{"creator":{"name":"photonet"},"primary_profile":{"platform":"photonet","username":"photonet"},
			"relevant_profile":{"platform":"newnet"}}],"interpretation":{"filters":[{"field":"platform","op":"eq","value":"vidnet","text":"vidnet"},
			{"field":"location","op":"eq","value":"vidnet","text":""}],"excluded":[{"field":"platform","value":"clipnet","text":"no clipnet"}],
			"seeds":[{"platform":"vidnet","username":"vidnet"}]}}`),
		say(200, `{"data":[{"id":"c","platforms":[{"platform":"clipnet"}]}]}`),
		say(200, `{"data":[{"platform":"vidnet","metrics":{"posts":3}}]}`),
		say(400, `{"error":{"code":"validation_error","message":"photonet","details":{"platforms":["photonet","x"],"name":"photonet"}}}`))
	c, _ := dial(t, s, branded)
	page, _, err := c.SearchPage(ctx, "s", "")
	if err != nil {
		t.Fatal(err)
	}
	r := page.Data[0]
	if r.PrimaryProfile.Platform != api.PhotoPlatform || r.PrimaryProfile.Username != "photonet" || r.Creator.Name != "photonet" || r.RelevantProfile.Platform != "newnet" {
		t.Errorf("%+v", r.PrimaryProfile)
	}
	if f := page.Interpretation.Filters; f[0].Value != "videoplatform" || f[0].Text != "vidnet" || f[1].Value != "vidnet" {
		t.Errorf("%+v", f)
	}
	if in := page.Interpretation; in.Excluded[0].Value != "shortvideoplatform" || in.Seeds[0] != (api.SeedProfile{Platform: api.VideoPlatform, Username: "vidnet"}) {
		t.Errorf("%+v", in)
	}
	if found, _, err := c.Autocomplete(ctx, client.AutocompleteParams{Q: "ad"}); err != nil || found[0].Platforms[0].Platform != api.ShortVideoPlatform {
		t.Errorf("%v, %+v", err, found)
	}
	if profiles, _, err := c.CreatorProfiles(ctx, creator, ""); err != nil || profiles[0].Platform != api.VideoPlatform || *profiles[0].Metrics.Posts != 3 {
		t.Errorf("%v, %+v", err, profiles)
	}
	_, _, err = c.Shortlists(ctx, "", 0)
	if e := failure(t, err); e.Details["platforms"].([]any)[0] != "photoplatform" || e.Details["name"] != "photonet" || e.Message != "photonet" {
		t.Errorf("%+v", e.Details)
	}
}

func TestNamesMustDiffer(t *testing.T) {
	t.Parallel()
	_, err := client.New(client.Config{BaseURL: "http://x", Names: map[api.Platform]string{api.PhotoPlatform: "n", api.VideoPlatform: "n"}})
	if err == nil {
		t.Error("two networks may not share a name")
	}
}

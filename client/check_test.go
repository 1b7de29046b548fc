package client_test

import (
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

// mistake is a call that no service of the contract accepts, and the parameter
// that is wrong.
type mistake struct {
	name, param string
	call        func(c cl) (any, client.Receipt, error)
}

var tooLong = strings.Repeat("ä", 501)

func storedMistakes(x ctx) []mistake {
	ada := api.ProfileRef{Platform: api.PhotoPlatform, Username: "ada"}
	return []mistake{
		{"one letter", "q", func(c cl) (any, client.Receipt, error) {
			return said(c.Autocomplete(x, client.AutocompleteParams{Q: " ä "}))
		}},
		{"autocomplete limit", "limit", func(c cl) (any, client.Receipt, error) {
			return said(c.Autocomplete(x, client.AutocompleteParams{Q: "ad", Limit: 51}))
		}},
		{"scope", "scope", func(c cl) (any, client.Receipt, error) {
			return said(c.Autocomplete(x, client.AutocompleteParams{Q: "ad", Scope: "all"}))
		}},
		{"no query", "query", func(c cl) (any, client.Receipt, error) { return said(c.Search(x, api.SearchRequest{})) }},
		{"long query", "query", func(c cl) (any, client.Receipt, error) { return said(c.Search(x, api.SearchRequest{Query: tooLong})) }},
		{"search limit", "limit", func(c cl) (any, client.Receipt, error) {
			return said(c.Search(x, api.SearchRequest{Query: "q", Limit: of(0)}))
		}},
		{"kind", "creator_kinds", func(c cl) (any, client.Receipt, error) {
			return said(c.Search(x, api.SearchRequest{Query: "q", CreatorKinds: []api.CreatorKind{"BRAND"}}))
		}},
		{"session", "search_id", func(c cl) (any, client.Receipt, error) { return said(c.SearchPage(x, " ", "c")) }},
		{"creator", "id", func(c cl) (any, client.Receipt, error) { return said(c.Creator(x, "7f3c", false)) }},
		{"creators", "ids", func(c cl) (any, client.Receipt, error) {
			return said(c.Creators(x, []string{creator, "7f3c"}, false))
		}},
		{"no creators", "ids", func(c cl) (any, client.Receipt, error) { return said(c.Creators(x, nil, false)) }},
		{"mode", "mode", func(c cl) (any, client.Receipt, error) { return said(c.CreatorProfiles(x, creator, "full")) }},
		{"no network", "platform", func(c cl) (any, client.Receipt, error) { return said(c.Profile(x, "", "ada", "")) }},
		{"no username", "username", func(c cl) (any, client.Receipt, error) { return said(c.Profile(x, api.PhotoPlatform, "@", "")) }},
		{"username of profiles", "profiles[1].username", func(c cl) (any, client.Receipt, error) {
			return said(c.Profiles(x, []api.ProfileRef{ada, {Platform: api.PhotoPlatform, Username: "a b"}}, ""))
		}},
		{"ingest", "username", func(c cl) (any, client.Receipt, error) {
			return said(c.Ingest(x, api.ProfileRef{Platform: api.PhotoPlatform, Username: strings.Repeat("a", 51)}))
		}},
	}
}

func judgedMistakes(x ctx) []mistake {
	return []mistake{
		{"emails", "creators[0]", func(c cl) (any, client.Receipt, error) { return said(c.Emails(x, []api.CreatorRef{{}})) }},
		{"both", "creators[0]", func(c cl) (any, client.Receipt, error) {
			return said(c.Match(x, []api.CreatorRef{{CreatorID: of(creator), Username: of("ada")}}, api.Intent{Query: "q"}))
		}},
		{"brief", "intent.query", func(c cl) (any, client.Receipt, error) {
			return said(c.Match(x, []api.CreatorRef{byID(creator)}, api.Intent{Query: tooLong}))
		}},
		{"context", "intent.context", func(c cl) (any, client.Receipt, error) {
			return said(c.Match(x, []api.CreatorRef{byID(creator)}, api.Intent{Query: "q", Context: of(strings.Repeat(tooLong, 4))}))
		}},
		{"no seeds", "seeds", func(c cl) (any, client.Receipt, error) { return said(c.Lookalike(x, api.LookalikeRequest{})) }},
		{"seeds", "seeds", func(c cl) (any, client.Receipt, error) {
			return said(c.Lookalike(x, api.LookalikeRequest{Seeds: make([]api.Seed, 11)}))
		}},
		{"weight", "seeds[0].weight", func(c cl) (any, client.Receipt, error) {
			return said(c.Lookalike(x, api.LookalikeRequest{Seeds: []api.Seed{{CreatorID: of(creator), Weight: of(1.1)}}}))
		}},
		{"safety", "creators[0].creator_id", func(c cl) (any, client.Receipt, error) {
			return said(c.SafetyOfCreators(x, []api.CreatorRef{byID("7")}))
		}},
		{"safety of profiles", "profiles[0].platform", func(c cl) (any, client.Receipt, error) {
			return said(c.SafetyOfProfiles(x, []api.ProfileRef{{Username: "ada"}}))
		}},
		{"safety of posts", "posts[0]", func(c cl) (any, client.Receipt, error) { return said(c.SafetyOfPosts(x, []api.PostRef{{}})) }},
		{"post id", "posts[0].post_id", func(c cl) (any, client.Receipt, error) {
			return said(c.Analyze(x, []api.PostRef{{PostID: of("7")}}, nil))
		}},
		{"feature", "features", func(c cl) (any, client.Receipt, error) {
			return said(c.Analyze(x, []api.PostRef{{PostID: of(creator)}}, []api.AnalyzeFeature{"magic"}))
		}},
	}
}

func postMistakes(x ctx) []mistake {
	return []mistake{
		{"whose posts", "creator_id", func(c cl) (any, client.Receipt, error) { return said(c.Posts(x, client.PostsParams{})) }},
		{"posts of both", "creator_id", func(c cl) (any, client.Receipt, error) {
			return said(c.Posts(x, client.PostsParams{CreatorID: creator, Username: "ada"}))
		}},
		{"posts on no network", "platform", func(c cl) (any, client.Receipt, error) { return said(c.Posts(x, client.PostsParams{Username: "ada"})) }},
		{"sort", "sort", func(c cl) (any, client.Receipt, error) {
			return said(c.Posts(x, client.PostsParams{CreatorID: creator, Sort: "best"}))
		}},
		{"shortcode", "shortcode", func(c cl) (any, client.Receipt, error) { return said(c.LivePost(x, "a b")) }},
		{"shortcodes", "shortcodes[1]", func(c cl) (any, client.Receipt, error) { return said(c.LivePosts(x, []string{"a", ""})) }},
		{"no shortcodes", "shortcodes", func(c cl) (any, client.Receipt, error) { return said(c.PhotoTranscripts(x, nil, "")) }},
		{"post limit", "post_limit", func(c cl) (any, client.Receipt, error) {
			return said(c.LivePhotoProfile(x, "ada", client.PhotoProfileParams{PostLimit: 51}))
		}},
		{"another network", "username", func(c cl) (any, client.Receipt, error) {
			return said(c.ShortVideoProfile(x, "https://www.instagram.com/ada"))
		}},
		{"video", "video_id", func(c cl) (any, client.Receipt, error) { return said(c.VideoTranscript(x, "short", "")) }},
		{"channel", "handle", func(c cl) (any, client.Receipt, error) {
			return said(c.ChannelTranscripts(x, "https://youtu.be/abcdefghijk", client.ChannelParams{}))
		}},
		{"channel limit", "video_limit", func(c cl) (any, client.Receipt, error) {
			return said(c.ChannelTranscripts(x, "ada", client.ChannelParams{VideoLimit: 21}))
		}},
		{"video search", "q", func(c cl) (any, client.Receipt, error) {
			return said(c.VideoSearch(x, client.VideoSearchParams{Q: " "}))
		}},
		{"upload date", "upload_date", func(c cl) (any, client.Receipt, error) {
			return said(c.VideoSearch(x, client.VideoSearchParams{Q: "q", UploadDate: "never"}))
		}},
		{"typeahead", "q", func(c cl) (any, client.Receipt, error) { return said(c.Typeahead(x, client.TypeaheadParams{})) }},
	}
}

func shortlistMistakes(x ctx) []mistake {
	two := spring(nil)
	two.Profiles = append(two.Profiles, api.ShortlistProfile{Platform: api.PhotoPlatform})
	return []mistake{
		{"shortlist", "id", func(c cl) (any, client.Receipt, error) { return said(c.Shortlist(x, "l")) }},
		{"shortlists", "limit", func(c cl) (any, client.Receipt, error) { return said(c.Shortlists(x, "", 101)) }},
		{"empty shortlist", "profiles", func(c cl) (any, client.Receipt, error) { return said(c.CreateShortlist(x, api.ShortlistBody{})) }},
		{"member", "profiles[1].username", func(c cl) (any, client.Receipt, error) { return said(c.CreateShortlist(x, two)) }},
		{"new version", "version", func(c cl) (any, client.Receipt, error) { return said(c.CreateShortlist(x, spring(of(1)))) }},
		{"no version", "version", func(c cl) (any, client.Receipt, error) { return said(c.ReplaceShortlist(x, creator, spring(nil))) }},
		{"delete", "id", func(c cl) (any, client.Receipt, error) {
			r, err := c.DeleteShortlist(x, "l")
			return nil, r, err
		}},
	}
}

// Whatever the contract refuses in any case is refused before it is sent.
func TestMistakesCostNoRequest(t *testing.T) {
	t.Parallel()
	x := t.Context()
	for _, test := range slices.Concat(storedMistakes(x), judgedMistakes(x), postMistakes(x), shortlistMistakes(x)) {
		s := newService(t, say(200, emptyList))
		c, _ := dial(t, s)
		_, r, err := test.call(c)
		e := failure(t, err)
		if e.Kind != client.KindInvalid || e.Param != test.param || e.Op == "" || e.Outcome != client.OutcomeFree || len(s.requests()) != 0 || r.Attempts != 0 || r.Outcome != client.OutcomeFree {
			t.Errorf("%s: %+v after %d requests", test.name, e, len(s.requests()))
		}
	}
}

// A service may lack an endpoint; a creator that it does not know is another
// matter.
func TestWhatAServiceDoesNotOffer(t *testing.T) {
	t.Parallel()
	x := t.Context()
	match := func(c cl) (any, client.Receipt, error) {
		return said(c.Match(x, []api.CreatorRef{byID(creator)}, api.Intent{Query: "q"}))
	}
	ingest := func(c cl) (any, client.Receipt, error) {
		return said(c.Ingest(x, api.ProfileRef{Platform: api.PhotoPlatform, Username: "ada"}))
	}
	seeds := func(c cl) (any, client.Receipt, error) {
		return said(c.Lookalike(x, api.LookalikeRequest{Seeds: []api.Seed{{CreatorID: of(creator)}}}))
	}
	video := func(c cl) (any, client.Receipt, error) { return said(c.Video(x, videoID)) }
	alone := func(c cl) (any, client.Receipt, error) { return said(c.Creator(x, creator, false)) }
	missing, bare := `{"error":{"code":"not_found","message":"m"}}`, `{"detail":"Not Found"}`
	for _, test := range []struct {
		status int
		body   string
		call   func(cl) (any, client.Receipt, error)
		kind   client.Kind
	}{
		{404, missing, match, client.KindNotOffered},
		{405, bare, match, client.KindNotOffered},
		{404, bare, ingest, client.KindNotOffered},
		{404, missing, ingest, client.KindAPI},
		{501, missing, ingest, client.KindNotOffered},
		{404, `{"error":{"code":"seed_not_found","message":"m"}}`, seeds, client.KindAPI},
		{404, missing, seeds, client.KindNotOffered},
		{404, missing, video, client.KindAPI},
		{404, bare, video, client.KindNotOffered},
		{404, missing, alone, client.KindAPI},
	} {
		c, _ := dial(t, newService(t, say(test.status, test.body)))
		_, r, err := test.call(c)
		if e := failure(t, err); e.Kind != test.kind || e.Outcome != client.OutcomeFree || r.Outcome != client.OutcomeFree {
			t.Errorf("%d %s: %+v", test.status, test.body, e)
		}
	}
}

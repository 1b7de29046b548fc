package client_test

import (
	"context"
	"reflect"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

// priced is a call on the real service: what it brought, by the contract's table,
// must be what it was charged. right says whether the answer is what the service
// knows of who and of their posts.
type priced struct {
	name string
	call func(ctx context.Context, c *client.Client, who api.Creator, posts []api.Post) (cost api.Credits, right bool, r client.Receipt, err error)
}

func price(op api.Operation, n int) api.Credits { return api.PriceOf(op).Cost(n) }

type (
	facts = api.Creator
	posts = []api.Post
)

func storedCalls() []priced {
	return []priced{
		{"autocomplete", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Autocomplete(x, client.AutocompleteParams{Q: "anna1"})
			return price(api.OpAutocomplete, 0), len(v) == 3, r, err
		}},
		{"creator", func(x ctx, c cl, who facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Creator(x, who.ID, true)
			return price(api.OpCreator, 1), v.Name == "anna3" && len(v.Profiles) == 3, r, err
		}},
		{"creators", func(x ctx, c cl, who facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Creators(x, []string{who.ID, other, who.ID}, false)
			return price(api.OpCreator, 1), len(v.Data) == 2 && v.Data[1].ID == who.ID && len(v.NotFound) == 1 && v.NotFound[0] == other, r, err
		}},
		{"profiles of a creator", func(x ctx, c cl, who facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.CreatorProfiles(x, who.ID, api.ModeDetailed)
			return price(api.OpProfilesDetailed, 3), len(v) == 3 && v[0].ProfileDetails != nil, r, err
		}},
		{"profile", func(x ctx, c cl, who facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Profile(x, api.ShortVideoPlatform, "@anna3clips", api.ModeLite)
			return price(api.OpProfileLookupLite, 1), v.CreatorID == who.ID && v.ProfileDetails == nil, r, err
		}},
		{"profiles", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Profiles(x, []api.ProfileRef{{Platform: api.PhotoPlatform, Username: "nobody"}, {Platform: api.PhotoPlatform, Username: "ANNA3"}, {Platform: api.VideoPlatform, Username: "anna3tv"}}, "")
			return price(api.OpProfileLookupDetailed, 2), len(v.Data) == 2 && v.Data[0].Username == "anna3" && len(v.NotFound) == 1, r, err
		}},
		{"ingest", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Ingest(x, api.ProfileRef{Platform: api.PhotoPlatform, Username: "demo_latest"})
			return price(api.OpIngest, 1), v.Status == api.IngestSeeded && r.Status == 201, r, err
		}},
		{"ingest, existing", func(x ctx, c cl, who facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Ingest(x, api.ProfileRef{Platform: api.PhotoPlatform, Username: "anna3"})
			return 0, v.Status == api.IngestExisting && v.CreatorID == who.ID, r, err
		}},
		{"emails", func(x ctx, c cl, who facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Emails(x, []api.CreatorRef{byID(who.ID), byID(other), byName(api.PhotoPlatform, "anna4"), byID(who.ID)})
			right := len(v.Results) == 4 && v.Results[0].Resolved && !v.Results[1].Resolved && len(v.Results[3].Emails) > 0
			return price(api.OpEmails, 2), right && v.Billing.CreditsCharged == r.Charged && v.Billing.BillableResults == 2, r, err
		}},
		{"posts", func(x ctx, c cl, who facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Posts(x, client.PostsParams{CreatorID: who.ID, Limit: 4})
			return price(api.OpPosts, 4), len(v.Data) == 4 && v.HasMore, r, err
		}},
		{"match", func(x ctx, c cl, who facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Match(x, []api.CreatorRef{byID(who.ID), byName(api.PhotoPlatform, "nobody"), byName(api.PhotoPlatform, "anna3")}, api.Intent{Query: "vegan dinners"})
			return price(api.OpMatch, 1), len(v.Data) == 2 && v.Data[1].Creator.ID == who.ID && len(v.NotFound) == 1, r, err
		}},
		{"look-alikes", func(x ctx, c cl, who facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Lookalike(x, api.LookalikeRequest{Seeds: []api.Seed{{CreatorID: &who.ID}}, Limit: of(4), Mode: of(api.ModeDetailed)})
			profiles := 0
			for _, l := range v.Data {
				profiles += len(l.Profiles)
			}
			return price(api.OpLookalike, 4) + price(api.OpLookalikeProfiles, profiles), len(v.Data) == 4 && profiles > 0, r, err
		}},
		{"safety of creators", func(x ctx, c cl, who facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.SafetyOfCreators(x, []api.CreatorRef{byID(who.ID)})
			return price(api.OpSafetyCreators, 1), len(v.Data) == 1 && v.Data[0].Safety.Rating == api.RatingA, r, err
		}},
		{"safety of profiles", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.SafetyOfProfiles(x, []api.ProfileRef{{Platform: api.VideoPlatform, Username: "anna3tv"}, {Platform: api.PhotoPlatform, Username: "nobody"}})
			return price(api.OpSafetyProfiles, 1), len(v.Data) == 1 && len(v.NotFound) == 1, r, err
		}},
		{"safety of posts", func(x ctx, c cl, _ facts, p posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.SafetyOfPosts(x, []api.PostRef{{PostID: &p[0].ID}, {PostID: &p[1].ID}, {PostID: of(other)}})
			return price(api.OpSafetyPosts, 2), len(v.Data) == 2 && v.Data[1].Post.ID == p[1].ID && len(v.NotFound) == 1, r, err
		}},
		{"analyse", func(x ctx, c cl, _ facts, p posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Analyze(x, []api.PostRef{{PostID: &p[1].ID}, {PostID: &p[0].ID}}, []api.AnalyzeFeature{api.FeatureAI, api.FeatureSafety})
			right := len(v.Data) == 2 && v.Data[0].Post.ID == p[1].ID && v.Data[0].AIAnalysis != nil && v.Data[0].Safety != nil
			return price(api.OpAnalyze, 2) + price(api.OpAnalyzeAI, 2) + price(api.OpAnalyzeSafety, 2), right, r, err
		}},
	}
}

func liveCalls() []priced {
	return []priced{
		{"live post", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.LivePost(x, "https://www.instagram.com/p/C3-0/")
			return price(api.OpRawPost, 1), v.Post.Shortcode == "C3-0", r, err
		}},
		{"live posts", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.LivePosts(x, []string{"C3-0", "nothing", "C3-1", "C3-0"})
			right := v.Requested == 4 && v.Succeeded == 3 && v.Failed == 1 && v.Items[3].Shortcode == "C3-0" && v.Items[1].Error.Error == api.BatchNotFound
			return price(api.OpRawPost, 2), right && v.ScrapedAt.Equal(noon), r, err
		}},
		{"photo transcript", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.PhotoTranscript(x, "C3-0", "")
			return price(api.OpPhotoTranscript, 0), v.WordCount == 4 && v.Post == nil, r, err
		}},
		{"photo transcripts", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.PhotoTranscripts(x, []string{"C3-0", "C4-0", "nothing"}, "en")
			return price(api.OpPhotoTranscripts, 2), v.Succeeded == 2 && v.Failed == 1 && v.Items[1].Data.Language == "en", r, err
		}},
		{"live photo profile", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.LivePhotoProfile(x, "anna3", client.PhotoProfileParams{IncludePosts: true, PostLimit: 2})
			return price(api.OpPhotoProfile, 0), v.Username == "anna3" && len(v.Posts) == 2, r, err
		}},
		{"short-video profile", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.ShortVideoProfile(x, "anna3clips")
			return price(api.OpShortVideoProfile, 0), v.Username == "anna3clips", r, err
		}},
		{"video transcript", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.VideoTranscript(x, "video000003", "")
			return price(api.OpVideoTranscript, 0), v.FullText == "Vegan cooking" && len(v.Transcript) == 1, r, err
		}},
		{"video", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Video(x, "https://www.youtube.com/watch?v=video000003&t=3")
			return price(api.OpVideoDetails, 0), v.VideoID == "video000003", r, err
		}},
		{"channel", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.ChannelTranscripts(x, "youtube.com/@anna3tv/videos?si=x", client.ChannelParams{Segments: true})
			return price(api.OpChannelTranscripts, 1), v.TranscriptsFetched == 1 && len(v.Items[0].Transcript) == 1, r, err
		}},
		{"video search", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.VideoSearch(x, client.VideoSearchParams{Q: "cooking", Content: api.ContentVideos, Limit: 5})
			return price(api.OpVideoSearch, 0), len(v.Results) == 5 && v.NextCursor != nil && v.Results[0].VideoFields != nil, r, err
		}},
		{"typeahead", func(x ctx, c cl, _ facts, _ posts) (api.Credits, bool, client.Receipt, error) {
			v, r, err := c.Typeahead(x, client.TypeaheadParams{Q: "cook"})
			return price(api.OpTypeahead, 0), v.Query == "cook" && len(v.Suggestions) > 0, r, err
		}},
	}
}

// someone is a creator of the service, and their posts.
func someone(t *testing.T, c *client.Client) (facts, posts) {
	t.Helper()
	p, _, err := c.Profile(t.Context(), api.PhotoPlatform, "anna3", "")
	if err != nil {
		t.Fatal(err)
	}
	who, _, err := c.Creator(t.Context(), p.CreatorID, false)
	if err != nil {
		t.Fatal(err)
	}
	page, _, err := c.Posts(t.Context(), client.PostsParams{Platform: api.PhotoPlatform, Username: "anna3"})
	if err != nil || len(page.Data) != 5 {
		t.Fatalf("%d posts, %v", len(page.Data), err)
	}
	return who, page.Data
}

func TestEveryEndpointOfTheService(t *testing.T) {
	t.Parallel()
	c := builtIn(t)
	who, posts := someone(t, c)
	for _, test := range append(storedCalls(), liveCalls()...) {
		cost, right, r, err := test.call(t.Context(), c, who, posts)
		if err != nil || !right {
			t.Errorf("%s: %v, right is %v", test.name, err, right)
			continue
		}
		if r.Charged != cost || !r.ChargedKnown || r.Charged < r.Low || r.Charged > r.High {
			t.Errorf("%s: charged %s, the table says %s, the estimate was %s to %s", test.name, r.Charged, cost, r.Low, r.High)
		}
	}
	if learned := c.Prices(); !reflect.DeepEqual(learned, client.Prices{}) {
		t.Errorf("prices were learned from a service that charges by the table: %+v", learned)
	}
}

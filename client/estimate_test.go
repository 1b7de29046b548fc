package client_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

func TestEstimates(t *testing.T) {
	t.Parallel()
	var p client.Prices
	type estimate = func() (api.Credits, api.Credits)
	for name, test := range map[string]struct {
		of        estimate
		low, high string
	}{
		"search":           {func() (api.Credits, api.Credits) { return p.Search(10) }, "25", "45"},
		"search, default":  {func() (api.Credits, api.Credits) { return p.Search(0) }, "25", "75"},
		"autocomplete":     {p.Autocomplete, "0.05", "0.05"},
		"creator":          {p.Creator, "0.1", "0.1"},
		"two profiles":     {func() (api.Credits, api.Credits) { return p.Profiles(2, "") }, "0.1", "0.1"},
		"unknown profiles": {func() (api.Credits, api.Credits) { return p.Profiles(0, api.ModeLite) }, "0", "0.1"},
		"posts":            {func() (api.Credits, api.Credits) { return p.Posts(20) }, "0", "1"},
		"photo transcript": {p.PhotoTranscript, "5", "5"},
		"video transcript": {p.VideoTranscript, "0.5", "0.5"},
	} {
		if low, high := test.of(); low.String() != test.low || high.String() != test.high {
			t.Errorf("%s: %s to %s", name, low, high)
		}
	}
}

// TestEstimatesOfCalls: what a call says it can cost before it is sent.
func TestEstimatesOfCalls(t *testing.T) {
	t.Parallel()
	c, _ := dial(t, newService(t, say(200, emptyList)))
	ctx, dry := context.Background(), client.DryRun(func(client.Request) {})
	refs := func(n int) (list []api.CreatorRef) {
		for _, id := range ids(n) {
			list = append(list, api.CreatorRef{CreatorID: &id})
		}
		return list
	}
	posts := func(n int) (list []api.PostRef) {
		for _, id := range ids(n) {
			list = append(list, api.PostRef{PostID: &id})
		}
		return list
	}
	accounts := []api.ProfileRef{{Platform: api.PhotoPlatform, Username: "ada"}, {Platform: api.PhotoPlatform, Username: "bo"}}
	alike := func(limit int, m api.ProfileMode) client.Receipt {
		_, r, _ := c.Lookalike(ctx, api.LookalikeRequest{Seeds: []api.Seed{{CreatorID: refs(1)[0].CreatorID}}, Limit: &limit, Mode: &m}, dry)
		return r
	}
	r := map[string]client.Receipt{"look-alike, 0 to 25": alike(25, api.ModeLite), "look-alike, detailed, 0 to 15": alike(10, api.ModeDetailed)}
	_, r["creators, 0 to 25"], _ = c.Creators(ctx, ids(250), false, dry)
	_, r["profile, 0.05 to 0.05"], _ = c.Profile(ctx, api.PhotoPlatform, "ada", "", dry)
	_, r["look-up, 0 to 0.02"], _ = c.Profiles(ctx, accounts, api.ModeLite, dry)
	_, r["ingest, 0 to 5"], _ = c.Ingest(ctx, accounts[0], dry)
	_, r["emails, 0 to 15"], _ = c.Emails(ctx, refs(3), dry)
	_, r["match, 0 to 0.8"], _ = c.Match(ctx, refs(8), api.Intent{Query: "q"}, dry)
	_, r["safety of creators, 0 to 4"], _ = c.SafetyOfCreators(ctx, refs(2), dry)
	_, r["safety of profiles, 0 to 4"], _ = c.SafetyOfProfiles(ctx, accounts, dry)
	_, r["safety of posts, 0 to 1"], _ = c.SafetyOfPosts(ctx, posts(2), dry)
	_, r["analysis, 0 to 2"], _ = c.Analyze(ctx, posts(2), nil, dry)
	_, r["analysis, all, 0 to 4"], _ = c.Analyze(ctx, posts(2), []api.AnalyzeFeature{api.FeatureAI, api.FeatureSafety}, dry)
	_, r["live post, 1 to 1"], _ = c.LivePost(ctx, "Cxyz", dry)
	_, r["live posts, 0 to 2"], _ = c.LivePosts(ctx, []string{"Ca", "Cb"}, dry)
	_, r["photo transcripts, 0 to 10"], _ = c.PhotoTranscripts(ctx, []string{"Ca", "Cb"}, "", dry)
	_, r["photo profile, 0.5 to 0.5"], _ = c.LivePhotoProfile(ctx, "ada", client.PhotoProfileParams{}, dry)
	_, r["short profile, 0.2 to 0.2"], _ = c.ShortVideoProfile(ctx, "ada", dry)
	_, r["video, 0.5 to 0.5"], _ = c.Video(ctx, "dQw4w9WgXcQ", dry)
	_, r["channel, 0 to 2.5"], _ = c.ChannelTranscripts(ctx, "ada", client.ChannelParams{}, dry)
	_, r["video search, 0.5 to 0.5"], _ = c.VideoSearch(ctx, client.VideoSearchParams{Q: "q"}, dry)
	_, r["typeahead, 0.5 to 0.5"], _ = c.Typeahead(ctx, client.TypeaheadParams{Q: "q"}, dry)
	_, r["shortlists, 0 to 0"], _ = c.Shortlists(ctx, "", 0, dry)
	for want, got := range r {
		if !strings.HasSuffix(want, ", "+got.Low.String()+" to "+got.High.String()) {
			t.Errorf("%s: %s to %s", want, got.Low, got.High)
		}
	}
}

// TestLearnedPrices: estimates follow what the service charges, for this client
// and the next one with the same memory, and go back with the service.
func TestLearnedPrices(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	dear := say(200, oneCreator, "X-Credits-Charged", "0.3")
	s := newService(t, dear, say(200, postsTwo, "X-Credits-Charged", "0.07"),
		say(200, nothingFound, "X-Credits-Charged", "0.001"), say(200, oneCreator, "X-Credits-Charged", "0.1"))
	c, _ := dial(t, s, remembering(m))
	one := func() api.Credits { _, high := c.Prices().Creator(); return high }
	if _, _, err := c.Creator(ctx, creator, false); err != nil || one() != 300 {
		t.Fatalf("%v, a creator at %s", err, one())
	}
	if _, _, err := c.Posts(ctx, client.PostsParams{CreatorID: creator}); err != nil {
		t.Fatal(err)
	}
	if _, high := c.Prices().Posts(10); high != 700 {
		t.Errorf("ten posts at %s", high)
	}
	if _, _, err := c.Autocomplete(ctx, client.AutocompleteParams{Q: "ad"}); err != nil {
		t.Fatal(err)
	}
	if _, high := c.Prices().Autocomplete(); high != 1 {
		t.Errorf("a prefix at %s", high)
	}
	next, _ := dial(t, s, remembering(m))
	if _, high := next.Prices().Creator(); high != 300 {
		t.Errorf("the next client reckons with %s", high)
	}
	if _, receipt, err := c.Creator(ctx, creator, false, client.Refresh()); err != nil || receipt.High != 300 || one() != 100 {
		t.Errorf("%v, %+v, then %s", err, receipt, one())
	}
	if m.learned[api.OpCreator] != api.PriceOf(api.OpCreator) {
		t.Errorf("the memory knows %+v", m.learned)
	}
}

func TestPricesThatAreNotLearned(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, headers := range map[string]string{"a present": "0", "not divisible": "0.1001", "no price": ""} {
		c, _ := dial(t, newService(t, say(200, oneCreator, "X-Credits-Charged", headers)))
		_, _, _ = c.Creator(ctx, creator, false)
		if _, high := c.Prices().Creator(); high != 100 {
			t.Errorf("%s: %s", name, high)
		}
	}
	c, _ := dial(t, newService(t, say(200, emptyList, "X-Credits-Charged", "0")))
	_, _, _ = c.Autocomplete(ctx, client.AutocompleteParams{Q: "ad"})
	if _, high := c.Prices().Autocomplete(); high != 50 {
		t.Errorf("of a prefix for nothing: %s", high)
	}
	c, _ = dial(t, newService(t, say(404, `{"error":{"code":"not_found","message":"m"}}`, "X-Credits-Charged", "9"),
		say(200, postsOne, "X-Credits-Charged", "0.125")))
	_, _, _ = c.Creator(ctx, creator, false)
	_, _, _ = c.Posts(ctx, client.PostsParams{CreatorID: creator})
	if _, high := c.Prices().Creator(); high != 100 {
		t.Errorf("of a refusal: %s", high)
	}
	if _, high := c.Prices().Posts(1); high != 50 {
		t.Errorf("of a charge that two posts do not explain: %s", high)
	}
}

func TestUnreadablePricesStopNothing(t *testing.T) {
	t.Parallel()
	m := &memory{read: errors.New("locked"), learned: map[api.Operation]api.Price{api.OpCreator: {Operation: api.OpCreator, PerItem: 700}}}
	c, _ := dial(t, newService(t, say(200, healthy)), remembering(m))
	if _, _, err := c.Health(context.Background()); err != nil {
		t.Error(err)
	}
	if _, high := c.Prices().Creator(); high != 100 {
		t.Errorf("guessed %s", high)
	}
	m.read = nil
	if _, _, err := c.Health(context.Background()); err != nil {
		t.Error(err)
	}
	if _, high := c.Prices().Creator(); high != 700 {
		t.Errorf("not read when it could be: %s", high)
	}
}

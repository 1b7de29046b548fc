package client_test

import (
	"context"
	"errors"
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
		"search":              {func() (api.Credits, api.Credits) { return p.Search(10) }, "25", "45"},
		"search, default":     {func() (api.Credits, api.Credits) { return p.Search(0) }, "25", "75"},
		"search page":         {p.SearchPage, "0", "0"},
		"autocomplete":        {p.Autocomplete, "0.05", "0.05"},
		"creator":             {p.Creator, "0.1", "0.1"},
		"creators":            {func() (api.Credits, api.Credits) { return p.Creators(250) }, "0", "25"},
		"two profiles":        {func() (api.Credits, api.Credits) { return p.Profiles(2, "") }, "0.1", "0.1"},
		"unknown profiles":    {func() (api.Credits, api.Credits) { return p.Profiles(0, api.ModeLite) }, "0", "0.03"},
		"profile":             {func() (api.Credits, api.Credits) { return p.Profile("") }, "0.05", "0.05"},
		"look-up":             {func() (api.Credits, api.Credits) { return p.ProfileLookup(100, api.ModeLite) }, "0", "1"},
		"ingest":              {p.Ingest, "0", "5"},
		"emails":              {func() (api.Credits, api.Credits) { return p.Emails(3) }, "0", "15"},
		"match":               {func() (api.Credits, api.Credits) { return p.Match(8) }, "0", "0.8"},
		"lookalike":           {func() (api.Credits, api.Credits) { return p.Lookalike(0, "") }, "0", "25"},
		"lookalike, detailed": {func() (api.Credits, api.Credits) { return p.Lookalike(10, api.ModeDetailed) }, "0", "15"},
		"safety of creators":  {func() (api.Credits, api.Credits) { return p.SafetyOfCreators(2) }, "0", "4"},
		"safety of profiles":  {func() (api.Credits, api.Credits) { return p.SafetyOfProfiles(2) }, "0", "4"},
		"safety of posts":     {func() (api.Credits, api.Credits) { return p.SafetyOfPosts(2) }, "0", "1"},
		"analysis":            {func() (api.Credits, api.Credits) { return p.Analyze(2) }, "0", "2"},
		"analysis, all": {func() (api.Credits, api.Credits) {
			return p.Analyze(2, api.FeatureAI, api.FeatureSafety)
		}, "0", "4"},
		"posts":             {func() (api.Credits, api.Credits) { return p.Posts(20) }, "0", "1"},
		"live post":         {p.LivePost, "1", "1"},
		"live posts":        {func() (api.Credits, api.Credits) { return p.LivePosts(20) }, "0", "20"},
		"photo transcript":  {p.PhotoTranscript, "5", "5"},
		"photo transcripts": {func() (api.Credits, api.Credits) { return p.PhotoTranscripts(10) }, "0", "50"},
		"photo profile":     {p.LivePhotoProfile, "0.5", "0.5"},
		"short profile":     {p.ShortVideoProfile, "0.2", "0.2"},
		"video transcript":  {p.VideoTranscript, "0.5", "0.5"},
		"video":             {p.Video, "0.5", "0.5"},
		"channel":           {func() (api.Credits, api.Credits) { return p.ChannelTranscripts(0) }, "0", "2.5"},
		"video search":      {p.VideoSearch, "0.5", "0.5"},
		"typeahead":         {p.Typeahead, "0.5", "0.5"},
		"shortlists":        {p.Shortlists, "0", "0"},
	} {
		if low, high := test.of(); low.String() != test.low || high.String() != test.high {
			t.Errorf("%s: %s to %s", name, low, high)
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
		say(200, `{"data":[]}`, "X-Credits-Charged", "0.001"), say(200, oneCreator, "X-Credits-Charged", "0.1"))
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
	if _, high := c.Prices().Creator(); high != 700 {
		t.Errorf("not read when it could be: %s", high)
	}
}

package rules

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/search"
)

// said is evidence in short.
func said(all []api.Evidence) (out []string) {
	for _, e := range all {
		s := string(e.Provenance) + ": " + e.Text
		if e.EvidenceQuote != nil {
			s += ", " + *e.EvidenceQuote
		}
		out = append(out, s)
	}
	return out
}

// Quotes come first, of texts that say different things, one of each, then facts; and no
// quote is shown twice in a session.
func TestEvidenceOfAHit(t *testing.T) {
	unit := func(kind search.UnitKind, row int64) search.Unit { return search.Unit{Kind: kind, Row: row} }
	post, talk, bio := unit(search.UnitPost, 1), unit(search.UnitTranscript, 2), unit(search.UnitBio, 3)
	b := &quoteBook{taken: map[string]bool{}, texts: map[search.Unit]service.UnitText{
		post: {PostID: "p1", Text: "Sourdough bread at dawn."}, talk: {PostID: "p2", Text: "We knead bread and talk."},
	}}
	h := search.Hit{
		Grounds: []search.Ground{{Unit: bio, Terms: []string{"bread"}}, {Unit: post, Terms: []string{"bread", "sourdough"}}, {Unit: talk, Terms: []string{"bread"}}},
		Facts:   []search.Fact{{Text: "Likely vegan", Provenance: api.Inferred}, {Text: "Lives in Leeds", Provenance: api.FromProfile, FactID: "location"}},
	}
	c := service.Creator{Bio: "Bread, mostly."}
	got := b.evidence(h, c, nil)
	want := []string{"post_evidence: Written in a post, Sourdough bread at dawn.", "post_evidence: Said in a video, We knead bread and talk.", "profile_fact: The bio says: Bread, mostly.",
		"profile_fact: Lives in Leeds", "inferred: Likely vegan"}
	if all := said(got); !slices.Equal(all, want) {
		t.Errorf("got %q, want %q", all, want)
	}
	if got[0].SourcePostID == nil {
		t.Error("a quote names no post")
	}
	if again := said(b.evidence(h, c, nil)); !slices.Equal(again, []string{"profile_fact: Lives in Leeds", "inferred: Likely vegan"}) {
		t.Errorf("in another row: %q", again)
	}
}

// A quote that says nothing new counts less.
func TestWhatIsSaidAlreadyIsWorthLess(t *testing.T) {
	c := candidate{Ground: search.Ground{Terms: []string{"bread", "dawn"}}}
	c.Quoted.Score, c.Quoted.Terms = 2, []int{0, 1}
	for _, x := range []struct {
		said map[string]bool
		want float64
	}{{nil, 2}, {map[string]bool{"bread": true}, 2}, {map[string]bool{"bread": true, "dawn": true}, 2 * repeated}} {
		if got := c.worth(x.said); got != x.want {
			t.Errorf("beside %v: %v, want %v", x.said, got, x.want)
		}
	}
}

// What a network told is kept as it stands: links once, hidden counts not at all.
func TestSeedsOfLiveProfiles(t *testing.T) {
	link, place, at, day := "https://a.example", &api.LiveLocation{Name: "Leeds"}, int64(1_700_000_000), time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC)
	caption := "Bread #sourdough with @bo"
	b := photoSeed(api.LivePhotoProfile{Username: "ana", UserID: "7", ExternalURL: &link, BioLinks: []api.BioLink{{URL: link}, {URL: "https://b.example"}}, Posts: []api.LivePost{
		{Shortcode: "s1", LikeCount: 5, CommentCount: 6, Caption: &caption, TakenAt: &at, Location: place, DisplayURL: "d", VideoURL: "v",
			CarouselItems: []api.LiveCarouselItem{{Index: 1, ThumbnailURL: "x"}}},
		{Shortcode: "s2", LikeCount: 5, EngagementVisibility: &api.EngagementVisibility{LikeAndViewCountsDisabled: true}, DisplayURL: "d"},
		{Shortcode: "s3", LikeCount: 5, EngagementVisibility: &api.EngagementVisibility{}},
	}})
	p := b.Profiles[0]
	if b.Creator.Name != "ana" || p.ExternalID != "7" || !reflect.DeepEqual(p.ExternalURLs, []string{link, "https://b.example"}) {
		t.Errorf("%+v", p)
	}
	if len(b.Posts) != 3 {
		t.Fatalf("%d posts", len(b.Posts))
	}
	first, hidden, open := b.Posts[0], b.Posts[1], b.Posts[2]
	if *first.Likes != 5 || *first.Comments != 6 || first.MediaURL != "v" || first.Location != "Leeds" || !first.PostedAt.Equal(time.Unix(at, 0)) || len(first.Carousel) != 1 ||
		!reflect.DeepEqual(first.Hashtags, []string{"sourdough"}) || !reflect.DeepEqual(first.Mentions, []string{"bo"}) {
		t.Errorf("%+v", first)
	}
	if hidden.Likes != nil || hidden.MediaURL != "d" || !hidden.PostedAt.IsZero() || open.Likes == nil {
		t.Errorf("%+v, %+v", hidden, open)
	}
	if short := shortVideoSeed(api.ShortVideoProfile{Username: "ana", DisplayName: "Ana", ExternalURL: &link, ScrapedAt: day}); short.Creator.Name != "Ana" || !short.Creator.UpdatedAt.Equal(day) ||
		!reflect.DeepEqual(short.Profiles[0].ExternalURLs, []string{link}) || short.Profiles[0].Platform != api.ShortVideoPlatform {
		t.Errorf("%+v", short)
	}
	s := &Service{clock: func() time.Time { return day }}
	channel := s.channelSeed(service.Channel{Profile: service.Profile{Username: "ana"}, Videos: []service.ChannelVideo{{ID: "v1", Title: "T", PublishedAt: &day}, {ID: "v2"}}})
	if len(channel.Posts) != 2 || !channel.Posts[0].PostedAt.Equal(day) || channel.Posts[0].Caption != "T" || !channel.Posts[1].PostedAt.IsZero() || !channel.Profiles[0].UpdatedAt.Equal(day) {
		t.Errorf("%+v", channel)
	}
}

// What fails of one item is told of it, with how long to wait; what fails of all ends them.
func TestFailuresOfABatch(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		reason api.BatchReason
		wait   int
	}{
		{service.NotFound("gone"), 404, api.BatchNotFound, 0},
		{service.Invalid("a", "b"), 400, api.BatchInvalidInput, 0},
		{&service.Error{Code: api.CodeUnavailable, RetryAfter: 90 * time.Second}, 503, api.BatchUnknown, 90},
		{&service.UpstreamError{Kind: service.UpstreamPrivate}, 404, api.BatchPrivate, 0},
		{&service.UpstreamError{Kind: service.UpstreamTimeout}, 503, api.BatchTimeout, 10},
		{&service.UpstreamError{Kind: service.UpstreamTimeout, RetryAfter: 2 * time.Minute}, 503, api.BatchTimeout, 120},
		{&service.UpstreamError{Kind: service.UpstreamMissing, RetryAfter: time.Minute}, 404, api.BatchNotFound, 0},
	} {
		status, b, ok := batchFailure(c.err)
		if !ok || status != c.status || b.Error != c.reason || b.RetryAfter != c.wait {
			t.Errorf("%v: %d %+v %t", c.err, status, b, ok)
		}
	}
	if _, _, ok := batchFailure(errors.New("disk")); ok {
		t.Error("a failure of ours is one of the item's")
	}
}

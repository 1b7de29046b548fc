package httpapi_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
)

func TestMatchQuotesWhatIsWritten(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	h.write(driver())
	body := `{"creators":[{"platform":"photoplatform","username":"driver"},` + known0 + `],"intent":{"query":"vegan food from Berlin","context":"An oat drink. No alcohol."}}`
	first := h.post("/v1/match", body)
	var got api.Found[api.MatchResult, api.CreatorRef]
	first.into(t, &got)
	if len(got.Data) != 2 || got.Data[0].Creator.Name != "Dora Drive" || *got.Data[0].Input.Username != "driver" {
		t.Fatalf("match: %s", first.body)
	}
	bad, good := got.Data[0].Match, got.Data[1].Match
	if good.Decision != api.DecisionGood || bad.Decision != api.DecisionAvoid || good.Score <= bad.Score {
		t.Errorf("good: %+v\nbad: %+v", good, bad)
	}
	quotes := 0
	for _, m := range got.Data {
		for _, r := range m.Match.Reasons {
			if r.EvidenceQuote != nil {
				quotes++
				if r.Provenance != api.FromPost || r.SourcePostID == nil || !h.says(*r.SourcePostID, *r.EvidenceQuote) {
					t.Errorf("reason %+v is not in its source", r)
				}
			}
			if r.Text == "" || r.Provenance == "" {
				t.Errorf("reason %+v", r)
			}
		}
	}
	if quotes < 3 {
		t.Errorf("%d quotes: %s", quotes, first.body)
	}
	for range 3 {
		if again := h.post("/v1/creators/match", body); !bytes.Equal(again.body, first.body) {
			t.Fatalf("%s\nthen %s", first.body, again.body)
		}
	}
}

func TestMatchHearsDenials(t *testing.T) {
	h := open(t)
	for i, caption := range []string{"I am vegan and I love food.", "I am not vegan, I like steak as food.", "My sister said she is vegan now. More food for me."} {
		b := cook(i)
		b.Creator.Themes, b.Creator.Bio, b.Transcripts = []string{"food"}, caption, nil
		for j := range b.Posts {
			b.Posts[j].Caption = caption
		}
		h.write(b)
	}
	ref := func(i int) string { return fmt.Sprintf(`{"creator_id":%q}`, h.cookID(i)) }
	var got api.Found[api.MatchResult, api.CreatorRef]
	h.post("/v1/match", `{"creators":[`+ref(0)+`,`+ref(1)+`,`+ref(2)+`],"intent":{"query":"vegan"}}`).into(t, &got)
	if len(got.Data) != 3 || got.Data[0].Match.Decision != api.DecisionGood || got.Data[1].Match.Decision != api.DecisionAvoid || got.Data[2].Match.Decision != api.DecisionAvoid {
		t.Errorf("%+v", got.Data)
	}
	if r := got.Data[1].Match.Reasons[0]; r.EvidenceQuote == nil || !strings.Contains(*r.EvidenceQuote, "not vegan") {
		t.Errorf("the reason: %+v", r)
	}
}

// says reports whether a quote is in a post or in what is said in it.
func (h *house) says(postID, quote string) bool {
	posts, err := h.store.PostsByID(context.Background(), []string{postID})
	if err != nil {
		h.t.Fatal(err)
	}
	said, err := h.store.Spoken(context.Background(), []string{postID})
	if err != nil {
		h.t.Fatal(err)
	}
	return strings.Contains(posts[postID].Caption, quote) || strings.Contains(said[postID].Text, quote)
}

// driver is a creator who has nothing to do with food, and drinks.
func driver() service.Bundle {
	p := service.Profile{Platform: api.PhotoPlatform, Username: "driver", URL: "https://photo.example/driver", UpdatedAt: noon,
		Bio: "Old cars. booking: Dora@Drive.example / dora (at) drive (dot) example", Followers: number(int64(900)), EngagementRate: number(1.5)}
	b := service.Bundle{Creator: service.Creator{Name: "Dora Drive", Country: "FR", City: "Lyon", Languages: []string{"en"}, Themes: []string{"cars"},
		Bio: "Write to press@drive.example", UpdatedAt: noon.Add(-time.Hour)}, Profiles: []service.Profile{p}}
	for i, caption := range []string{"Cocktails after the race, we got so drunk.", "Three cocktails and an engine.", "Paid partnership with Torque & Tea. I love this oil, it is great.",
		"My neighbour said \"fuck that car\".", ""} {
		b.Posts = append(b.Posts, service.Post{Platform: api.PhotoPlatform, PlatformID: fmt.Sprintf("D%d", i), Type: api.PostImage,
			URL: fmt.Sprintf("https://photo.example/p/D%d/", i), Caption: caption, PostedAt: noon.Add(-time.Duration(i) * time.Hour), Likes: number(int64(5))})
	}
	return b
}

func TestBrandSafetyThroughTheDoor(t *testing.T) {
	h := open(t)
	h.write(driver())
	h.write(cooks(1)...)
	var creators api.Found[api.CreatorSafety, api.CreatorRef]
	h.post("/v1/brand-safety/creators", `{"creators":[{"platform":"photoplatform","username":"driver"},`+known0+`,`+unknown+`]}`).into(t, &creators)
	if len(creators.Data) != 2 || len(creators.NotFound) != 1 {
		t.Fatalf("%+v", creators)
	}
	s := creators.Data[0].Safety
	if s.Rating != api.RatingB || len(s.Flags) != 1 || s.Flags[0].Type != api.FlagDrugs || len(s.Flags[0].Evidence) != 2 || !creators.Data[0].AnalyzedAt.Equal(h.clock.Now().Truncate(time.Millisecond)) {
		t.Errorf("driver: %+v", s)
	}
	for _, want := range []string{"4 posts", "the profile", "1 post had no text", "1 word did not count"} {
		if !strings.Contains(s.Summary, want) {
			t.Errorf("%q is not in %q", want, s.Summary)
		}
	}
	if creators.Data[1].Safety.Rating != api.RatingA || creators.Data[1].Safety.Flags == nil {
		t.Errorf("cook: %+v", creators.Data[1].Safety)
	}
	var profiles api.Found[api.ProfileSafety, api.ProfileRef]
	h.post("/v1/brand-safety/profiles", `{"profiles":[{"platform":"photoplatform","username":"driver"}]}`).into(t, &profiles)
	if len(profiles.Data) != 1 || profiles.Data[0].Profile.Username != "driver" || profiles.Data[0].Safety.Rating != api.RatingB {
		t.Errorf("profile: %+v", profiles)
	}
	var posts api.Found[api.PostSafety, api.PostRef]
	r := h.post("/v1/brand-safety/posts", `{"posts":[{"url":"http://www.photo.example/p/D0?igsh=abc"},{"url":"https://photo.example/reel/D1/"},{"url":"https://photo.example/p/D9/"},{"post_id":"`+h.postID("D3")+`"}]}`)
	r.into(t, &posts)
	if len(posts.Data) != 3 || posts.Data[0].Post.PlatformID != "D0" || posts.Data[1].Post.PlatformID != "D1" || posts.Data[2].Safety.Rating != api.RatingA ||
		len(posts.NotFound) != 1 || *posts.NotFound[0].URL != "https://photo.example/p/D9/" || r.header.Get(api.HeaderCharged) != "1.5" {
		t.Errorf("posts: %s", r.body)
	}
}

func TestPostAnalysis(t *testing.T) {
	h := open(t)
	h.write(driver())
	ask := `{"posts":[{"url":"https://photo.example/p/D2/"},{"url":"https://photo.example/p/D0/"}],"features":["ai_analysis","brand_safety"]}`
	r := h.post("/v1/posts/analyze", ask)
	var got api.Found[api.PostAnalysis, api.PostRef]
	r.into(t, &got)
	if len(got.Data) != 2 || r.header.Get(api.HeaderCharged) != "4" {
		t.Fatalf("%s charged %s", r.body, r.header.Get(api.HeaderCharged))
	}
	ad, drunk := got.Data[0], got.Data[1]
	if !ad.IsSponsored || !slices.Equal(ad.BrandMentions, []string{"Torque & Tea"}) || ad.Sentiment != api.SentimentPositive || *ad.Metrics.Likes != 5 {
		t.Errorf("advertisement: %+v", ad)
	}
	if drunk.IsSponsored || drunk.Safety == nil || drunk.Safety.Rating != api.RatingB || !slices.Contains(drunk.Topics, "alcohol") {
		t.Errorf("drunk: %+v", drunk)
	}
	for _, a := range got.Data {
		g := a.AIAnalysis
		if g == nil || g.Language == nil || *g.Language != "en" {
			t.Fatalf("grounds: %+v", g)
		}
		for _, q := range slices.Concat(g.SentimentEvidence, g.SponsorshipEvidence, g.CallsToAction) {
			if !strings.Contains(*a.Post.Caption, q) {
				t.Errorf("%q is not in %q", q, *a.Post.Caption)
			}
		}
		for _, q := range g.TopicEvidence {
			if !strings.Contains(*a.Post.Caption, q.Quote) {
				t.Errorf("%+v is not in %q", q, *a.Post.Caption)
			}
		}
	}
	plain := h.post("/v1/posts/analyze", `{"posts":[{"url":"https://photo.example/p/D2/"}]}`)
	if strings.Contains(string(plain.body), `"safety"`) || strings.Contains(string(plain.body), `"ai_analysis"`) {
		t.Errorf("features that were not asked for: %s", plain.body)
	}
	if again := h.post("/v1/posts/analyze", ask); !bytes.Equal(again.body, r.body) {
		t.Errorf("%s\nthen %s", r.body, again.body)
	}
}

func TestLookalikePages(t *testing.T) {
	h := open(t)
	h.write(cooks(12)...)
	h.write(driver())
	ask := func(more string) reply {
		return h.post("/v1/lookalike", `{"seeds":[`+known0+`,{"creator_id":"`+h.cookID(1)+`","weight":0.5}]`+more+`}`)
	}
	var whole api.Page[api.LookalikeResult]
	ask(`,"limit":100`).into(t, &whole)
	if len(whole.Data) != 10 || whole.HasMore || *whole.FilteredTotal != 10 {
		t.Fatalf("found %d of %d", len(whole.Data), *whole.FilteredTotal)
	}
	var paged []api.LookalikeResult
	for more, cursor := `,"limit":3`, ""; ; cursor = "" {
		var page api.Page[api.LookalikeResult]
		ask(more+cursor).into(t, &page)
		paged = append(paged, page.Data...)
		if !page.HasMore {
			break
		}
		if r := h.post("/v1/lookalike", `{"seeds":[`+known0+`],"limit":3,"cursor":"`+*page.NextCursor+`"}`); r.status != 400 {
			t.Errorf("the cursor holds for other seeds: %d", r.status)
		}
		more = `,"limit":3,"cursor":"` + *page.NextCursor + `"`
	}
	for i, r := range paged {
		if r.Creator.ID != whole.Data[i].Creator.ID || r.Creator.ID == h.cookID(0) || r.Creator.ID == h.cookID(1) {
			t.Fatalf("result %d is %s in pages, %s at once", i, r.Creator.Name, whole.Data[i].Creator.Name)
		}
		if i > 0 && r.Similarity.Score > paged[i-1].Similarity.Score || r.PrimaryProfile == nil || r.PrimaryProfile.Platform != api.PhotoPlatform || r.Profiles != nil {
			t.Errorf("result %d: %+v", i, r)
		}
	}
	if len(paged) != 10 || !slices.Contains(paged[0].Similarity.SharedTraits, "vegan") {
		t.Errorf("%d in pages: %+v", len(paged), paged[0].Similarity)
	}
	var filtered api.Page[api.LookalikeResult]
	ask(`,"filters":{"followers":{"min":20010},"engagement_rate":{"max":5},"platforms":["photoplatform"]},"mode":"detailed"`).into(t, &filtered)
	if len(filtered.Data) != 2 || len(filtered.Data[0].Profiles) != 1 || filtered.Data[0].Profiles[0].ProfileDetails == nil {
		t.Errorf("filtered: %+v", filtered.Data)
	}
}

func TestLookalikeSeesNewCreators(t *testing.T) {
	h := open(t, allPlatforms)
	h.write(cooks(2)...)
	ask := `{"seeds":[` + known0 + `],"mode":"detailed"}`
	var page api.Page[api.LookalikeResult]
	r := h.post("/v1/lookalike", ask)
	r.into(t, &page)
	if len(page.Data) != 1 || len(page.Data[0].Profiles) != 2 || r.header.Get(api.HeaderCharged) != "1.1" {
		t.Fatalf("%s charged %s", r.body, r.header.Get(api.HeaderCharged))
	}
	h.write(cooks(3)...)
	page = api.Page[api.LookalikeResult]{}
	h.post("/v1/lookalike", ask).into(t, &page)
	if len(page.Data) != 2 {
		t.Errorf("after a write: %d", len(page.Data))
	}
}

func TestEmails(t *testing.T) {
	h := open(t)
	h.write(driver())
	h.write(cooks(1)...)
	id := ""
	r := h.post("/v1/creator-emails/lookup", `{"creators":[{"platform":"photoplatform","username":"driver"},`+known0+`,`+unknown+`,{"platform":"photoplatform","username":"DRIVER"}]}`)
	var got api.One[api.EmailAnswer]
	r.into(t, &got)
	d := got.Data
	if len(d.Results) != 4 || d.Billing.BillableResults != 1 || d.Billing.CreditsCharged != 5*api.Credit || r.header.Get(api.HeaderCharged) != "5" {
		t.Fatalf("%s", r.body)
	}
	first, cook, nobody := d.Results[0], d.Results[1], d.Results[2]
	if !first.Resolved || first.CreatorID == nil || len(first.Emails) != 2 || first.Emails[0].Email != "Dora@Drive.example" || !first.Emails[0].IsPrimary ||
		first.Emails[0].Status != api.EmailUnvalidated || first.Emails[0].ValidatedAt != nil || !first.Emails[0].LastSeenAt.Equal(noon) {
		t.Errorf("driver: %+v", first)
	}
	if first.Emails[1].Email != "press@drive.example" || first.Emails[1].IsPrimary || !first.Emails[1].FirstSeenAt.Equal(noon.Add(-time.Hour)) {
		t.Errorf("the second address: %+v", first.Emails[1])
	}
	if !cook.Resolved || cook.Emails == nil || len(cook.Emails) != 0 || nobody.Resolved || nobody.CreatorID != nil || nobody.Emails == nil {
		t.Errorf("without any: %+v, %+v", cook, nobody)
	}
	id = *first.CreatorID
	if logged := h.log.String(); strings.Contains(strings.ToLower(logged), "drive.example") || strings.Contains(logged, id) || strings.Contains(logged, "driver") {
		t.Errorf("the log tells who was asked for: %s", logged)
	}
}

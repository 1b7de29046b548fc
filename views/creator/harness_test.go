package creator

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

var now = viewtest.Now

const creatorID = "7f3c0a52-9d1e-4b6a-8f00-000000000001"

// service knows one creator. What it is told to refuse it refuses.
type service struct {
	creator  api.Creator
	profiles []api.Profile
	posts    [][]api.Post // by page
	safety   api.Safety
	alike    []api.LookalikeResult
	emails   []api.Email
	refuse   *api.ErrorBody
	calls    []string
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	s.calls = append(s.calls, strings.Join(strings.Fields(strings.TrimPrefix(r.URL.Path, "/v1")+" "+q.Get("mode")+" "+q.Get("sort")+" "+q.Get("cursor")), " "))
	switch {
	case s.refuse != nil:
		viewtest.Refuse(w, *s.refuse)
	case r.URL.Path == "/v1/profiles/lookup":
		viewtest.Answer(w, api.Found[api.Profile, api.ProfileRef]{Data: s.inMode(api.ModeDetailed)})
	case strings.HasSuffix(r.URL.Path, "/profiles"):
		viewtest.Answer(w, api.Page[api.Profile]{Data: s.inMode(api.ProfileMode(q.Get("mode")))})
	case r.URL.Path == "/v1/posts":
		viewtest.Answer(w, viewtest.PageAt(s.posts, q.Get("cursor")))
	case strings.HasPrefix(r.URL.Path, "/v1/brand-safety"):
		viewtest.Answer(w, api.Found[api.CreatorSafety, api.CreatorRef]{Data: []api.CreatorSafety{{Input: api.CreatorRef{CreatorID: &s.creator.ID}, Creator: api.CreatorCard{ID: s.creator.ID}, Safety: s.safety}}})
	case r.URL.Path == "/v1/lookalike":
		viewtest.Answer(w, api.Page[api.LookalikeResult]{Data: s.alike})
	case strings.HasPrefix(r.URL.Path, "/v1/creator-emails"):
		id := creatorID
		viewtest.Answer(w, api.One[api.EmailAnswer]{Data: api.EmailAnswer{Results: []api.EmailResult{{Input: api.CreatorRef{CreatorID: &id}, CreatorID: &id, Resolved: true, Emails: s.emails}}, Billing: api.EmailBilling{BillableResults: min(1, len(s.emails))}}})
	default:
		viewtest.Answer(w, api.One[api.Creator]{Data: s.creator})
	}
}

func (s *service) inMode(mode api.ProfileMode) []api.Profile {
	out := append([]api.Profile{}, s.profiles...)
	for i := range out {
		if mode == api.ModeLite {
			out[i].ProfileDetails = nil
		}
	}
	return out
}

// at shows a tab, with all tabs before it loaded.
func at(t *testing.T, service *service, open tab) *Screen {
	t.Helper()
	s := New(viewtest.On(t, service), view.Page{Kind: view.Creator, ID: creatorID})
	viewtest.Run(s, s.Init())
	for range open {
		viewtest.Run(s, s.Do(keymap.NextTab))
	}
	if s.unread() {
		viewtest.Run(s, s.Do(keymap.Open))
	}
	return s
}

// full knows all that can be known.
func full() *service {
	return &service{
		creator: api.Creator{
			CreatorBasic: api.CreatorBasic{ID: creatorID, Name: "Lena Vogt", Bio: new("Vegan dinners in one pan. Berlin.")},
			AISummary:    new("Cooks vegan dinners on weekdays and talks about what they cost."), ContentThemes: []string{"vegan", "budget cooking"},
			KeyFacts: []string{"Lives in Berlin", "Cooks on six days a week"}, BrandAlignment: []string{"cookware"},
			AudienceDemographics: new("Mostly 25 to 34, Germany and Austria."), VibeAndAesthetics: new("Warm light, small kitchen."),
			AnalysisUpdatedAt: new(now.Add(-20 * 24 * time.Hour)), AnalysisFactCount: new(41),
			Profiles: []api.ProfileSummary{summary(api.PhotoPlatform, "lenacooks"), summary(api.VideoPlatform, "lenacooksvideo")},
		},
		profiles: []api.Profile{
			{ProfileSummary: summary(api.PhotoPlatform, "lenacooks"), DisplayName: new("Lena kocht"), Bio: new("Vegan dinners."), ExternalURLs: []string{"https://lena.example"}, ProfileDetails: details()},
			{ProfileSummary: summary(api.VideoPlatform, "lenacooksvideo"), ProfileDetails: details()},
		},
		posts: [][]api.Post{posting(0, 3)},
		safety: api.Safety{Rating: api.RatingB, Confidence: 0.8, Summary: "24 posts and 9 talks were read; nothing in Turkish could be.", Flags: []api.Flag{
			{Type: api.FlagDrugs, Severity: "low", Confidence: 0.7, Description: "Speaks of drinking.", Evidence: []string{"A glass of wine never hurt a stew.", "Second bottle, second course."}, Examples: []string{"wine"}},
			{Type: api.FlagProfanity, Severity: "low", Confidence: 0.9, Description: "Swears.", Evidence: []string{"This damn pan."}, Examples: []string{"damn"}},
		}},
		alike: []api.LookalikeResult{
			{Creator: api.CreatorBasic{ID: viewtest.ID(2), Name: "Jule Haas"}, PrimaryProfile: new(summary(api.PhotoPlatform, "beansandjule")), Similarity: api.Similarity{Score: 0.91, SharedTraits: []string{"vegan food", "Germany"}}},
			{Creator: api.CreatorBasic{ID: viewtest.ID(3), Name: "Simon Keller"}, Similarity: api.Similarity{Score: 0.7}},
		},
		emails: []api.Email{{Email: "lena@studio.example", IsPrimary: true, Status: api.EmailValid, Confidence: new(0.9), LastSeenAt: new(now.Add(-72 * time.Hour))}, {Email: "booking@agency.example", Status: api.EmailUnvalidated}},
	}
}

func summary(p api.Platform, handle string) api.ProfileSummary {
	return api.ProfileSummary{
		Platform: p, Username: handle, URL: "https://" + string(p) + ".example/" + handle, Followers: new(int64(48_200)),
		EngagementRate: new(4.1), IsVerified: p == api.PhotoPlatform, DataUpdatedAt: new(now.Add(-72 * time.Hour)),
	}
}

func details() *api.ProfileDetails {
	return &api.ProfileDetails{
		Category: new("Food"), Metrics: api.ProfileMetrics{
			Following: new(int64(310)), Posts: new(int64(812)), AvgLikesRecent: new(1904.6), AvgCommentsRecent: new(0.0), PostsPerWeek: new(4.25),
		},
		Growth: api.ProfileGrowth{Followers30dPct: new(1.4)}, Activity: api.ProfileActivity{LastPostAt: new(now.Add(-26 * time.Hour))},
	}
}

// posting is rounds of three posts: a video, a picture, and one of which little
// is known. Newer ones have fewer likes.
func posting(from, n int) []api.Post {
	var all []api.Post
	for i := from; i < from+n; i++ {
		p := api.Post{
			Platform: api.VideoPlatform, PlatformID: fmt.Sprintf("vid_%07d", i), URL: fmt.Sprintf("https://videos.example/%d", i), Type: api.PostVideo,
			Caption: new(fmt.Sprintf("Dinner %02d: lentils, again.\nTwo pans this time.", i)), PostedAt: now.Add(-time.Duration(i*24+3) * time.Hour),
			Metrics: api.PostMetrics{
				Likes: new(int64(100 + i)), Comments: new(int64(50 - i)), Views: new(int64(1000 + 500*i)), EngagementRate: new(4 + float64(i%3)),
			},
			Media: api.PostMedia{DurationSeconds: new(372.5)},
		}
		switch i % 3 {
		case 1:
			p.Platform, p.Type, p.PlatformID, p.Media.DurationSeconds = api.PhotoPlatform, api.PostImage, fmt.Sprintf("Cx%d", i), nil
		case 2:
			p.Metrics, p.Caption, p.Type, p.Platform = api.PostMetrics{}, nil, api.PostReel, api.PhotoPlatform
			p.PostedAt = time.Time{}
		}
		all = append(all, p)
	}
	return all
}

// bare knows next to nothing of the creator.
func bare() *service {
	return &service{
		creator:  api.Creator{CreatorBasic: api.CreatorBasic{ID: creatorID, Name: "Potluck"}},
		profiles: []api.Profile{{ProfileSummary: api.ProfileSummary{Platform: "newplatform", Username: "potluck"}, ProfileDetails: &api.ProfileDetails{IsPrivate: true}}},
		posts:    [][]api.Post{{{}, {Platform: api.VideoPlatform}}},
	}
}

// readTwice is judged by rules and a model.
func readTwice() *service {
	s := full()
	s.safety.JudgedBy = &api.JudgedBy{Kind: api.ByBoth, Model: "reader-1", Texts: 20, Partial: true}
	s.safety.Flags[0].Model = &api.SecondReading{Verdict: api.ModelDismisses, Reason: "She cooks with it."}
	s.safety.Flags[1].Model = &api.SecondReading{Verdict: api.ModelAdds, Reason: "She swears."}
	return s
}

func hostile() *service {
	bad := viewtest.Hostile
	s := full()
	s.creator.Name, s.creator.Bio, s.creator.AISummary, s.creator.KeyFacts = bad, &bad, &bad, []string{bad, ""}
	s.creator.Profiles[0].Username = bad
	s.profiles[0].Username, s.profiles[0].Platform, s.profiles[0].DisplayName, s.profiles[0].ExternalURLs = bad, api.Platform(bad), &bad, []string{bad, bad}
	s.posts[0][0].Caption, s.posts[0][0].URL, s.posts[0][0].Type = &bad, bad, api.PostType(bad)
	s.posts[0][0].Metrics = api.PostMetrics{Likes: new(int64(-1)), Views: new(int64(0)), EngagementRate: new(-1e300)}
	s.posts[0][0].Media.DurationSeconds = new(-1e18)
	s.safety.Summary, s.safety.Rating, s.safety.Flags[0].Description, s.safety.Flags[0].Evidence, s.safety.Flags[1].Evidence = bad, api.Rating(bad), bad, []string{bad, bad}, nil
	s.safety.JudgedBy, s.safety.Flags[0].Model = &api.JudgedBy{Model: bad, Why: bad}, &api.SecondReading{Verdict: api.ModelVerdict(bad), Reason: bad}
	s.alike[0].Creator.Name, s.alike[0].PrimaryProfile.Username, s.alike[0].Similarity.SharedTraits = bad, bad, []string{bad}
	s.emails[0].Email, s.emails[0].Status = bad, api.EmailStatus(bad)
	return s
}

func captions(s *Screen) string {
	var all []string
	for _, p := range s.posts.list {
		all = append(all, strings.TrimPrefix(p.PlatformID, "vid_00000"))
	}
	return strings.Join(all, " ")
}

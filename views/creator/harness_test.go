package creator

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/theme"
	"greenroom/views/view"
)

var now = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

const creatorID = "7f3c0a52-9d1e-4b6a-8f00-000000000001"

// service knows one creator. What it is told to refuse it refuses.
type service struct {
	creator  api.Creator
	profiles []api.Profile
	posts    [][]api.Post // by page
	refuse   *api.ErrorBody
	calls    []string
}

// RoundTrip answers without a network.
func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	q := r.URL.Query()
	s.calls = append(s.calls, strings.Join(strings.Fields(strings.TrimPrefix(r.URL.Path, "/v1")+" "+q.Get("mode")+" "+q.Get("sort")+" "+q.Get("cursor")), " "))
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "application/json")
	switch {
	case s.refuse != nil:
		w.WriteHeader(s.refuse.Code.Status())
		json.NewEncoder(w).Encode(api.Envelope{Error: *s.refuse})
	case strings.HasSuffix(r.URL.Path, "/profiles"):
		json.NewEncoder(w).Encode(api.Page[api.Profile]{Data: s.inMode(api.ProfileMode(q.Get("mode")))})
	case r.URL.Path == "/v1/posts":
		json.NewEncoder(w).Encode(s.page(q.Get("cursor")))
	default:
		json.NewEncoder(w).Encode(api.One[api.Creator]{Data: s.creator})
	}
	return w.Result(), nil
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

func (s *service) page(cursor string) api.Page[api.Post] {
	at := 0
	fmt.Sscan(cursor, &at)
	p := api.Page[api.Post]{Data: []api.Post{}}
	if at < len(s.posts) {
		p.Data = s.posts[at]
	}
	if at+1 < len(s.posts) {
		next := fmt.Sprint(at + 1)
		p.HasMore, p.NextCursor = true, &next
	}
	return p
}

func environment(t *testing.T, s *service) *view.Env {
	t.Helper()
	c, err := client.New(client.Config{
		BaseURL: "http://test", HTTP: &http.Client{Transport: s}, Clock: func() time.Time { return now },
		Key: func(context.Context) (string, error) { return "gr_test", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return &view.Env{Client: c, Styles: theme.None(), Keys: keymap.Default(), Now: now, Cols: 120, Rows: 36, Known: map[string]view.Known{}}
}

// run does what a screen returned, as the root would with budget to spare, and
// returns what the last answer led to.
func run(s *Screen, out view.Out) view.Out {
	for out.Ask != nil || out.Cmd != nil {
		if out.Ask != nil {
			out = out.Ask.Run()
			continue
		}
		out = s.Update(out.Cmd())
	}
	return out
}

// at shows a tab, with all tabs before it loaded.
func at(t *testing.T, service *service, open tab) *Screen {
	t.Helper()
	s := New(environment(t, service), view.Page{Kind: view.Creator, ID: creatorID})
	run(s, s.Init())
	for range open {
		run(s, s.Do(keymap.NextTab))
	}
	return s
}

func pointer[T any](v T) *T { return &v }

// full knows all that can be known.
func full() *service {
	return &service{
		creator: api.Creator{
			CreatorBasic: api.CreatorBasic{ID: creatorID, Name: "Lena Vogt", Bio: pointer("Vegan dinners in one pan. Berlin.")},
			AISummary:    pointer("Cooks vegan dinners on weekdays and talks about what they cost."), ContentThemes: []string{"vegan", "budget cooking"},
			KeyFacts: []string{"Lives in Berlin", "Cooks on six days a week"}, BrandAlignment: []string{"cookware"},
			AudienceDemographics: pointer("Mostly 25 to 34, Germany and Austria."), VibeAndAesthetics: pointer("Warm light, small kitchen."),
			AnalysisUpdatedAt: pointer(now.Add(-20 * 24 * time.Hour)), AnalysisFactCount: pointer(41),
			Profiles: []api.ProfileSummary{summary(api.PhotoPlatform, "lenacooks"), summary(api.VideoPlatform, "lenacooksvideo")},
		},
		profiles: []api.Profile{
			{ProfileSummary: summary(api.PhotoPlatform, "lenacooks"), DisplayName: pointer("Lena kocht"), Bio: pointer("Vegan dinners."), ExternalURLs: []string{"https://lena.example"}, ProfileDetails: details()},
			{ProfileSummary: summary(api.VideoPlatform, "lenacooksvideo"), ProfileDetails: details()},
		},
		posts: [][]api.Post{posting(0, 3)},
	}
}

func summary(p api.Platform, handle string) api.ProfileSummary {
	return api.ProfileSummary{
		Platform: p, Username: handle, URL: "https://" + string(p) + ".example/" + handle, Followers: pointer(int64(48_200)),
		EngagementRate: pointer(4.1), IsVerified: p == api.PhotoPlatform, DataUpdatedAt: pointer(now.Add(-72 * time.Hour)),
	}
}

func details() *api.ProfileDetails {
	return &api.ProfileDetails{
		Category: pointer("Food"), Metrics: api.ProfileMetrics{
			Following: pointer(int64(310)), Posts: pointer(int64(812)), AvgLikesRecent: pointer(1904.6), AvgCommentsRecent: pointer(0.0), PostsPerWeek: pointer(4.25),
		},
		Growth: api.ProfileGrowth{Followers30dPct: pointer(1.4)}, Activity: api.ProfileActivity{LastPostAt: pointer(now.Add(-26 * time.Hour))},
	}
}

// posting is rounds of three posts: a video, a picture, and one of which little
// is known. Newer ones have fewer likes.
func posting(from, n int) []api.Post {
	var all []api.Post
	for i := from; i < from+n; i++ {
		p := api.Post{
			Platform: api.VideoPlatform, PlatformID: fmt.Sprintf("vid_%07d", i), URL: fmt.Sprintf("https://videos.example/%d", i), Type: api.PostVideo,
			Caption: pointer(fmt.Sprintf("Dinner %02d: lentils, again.\nTwo pans this time.", i)), PostedAt: now.Add(-time.Duration(i*24+3) * time.Hour),
			Metrics: api.PostMetrics{
				Likes: pointer(int64(100 + i)), Comments: pointer(int64(50 - i)), Views: pointer(int64(1000 + 500*i)), EngagementRate: pointer(4 + float64(i%3)),
			},
			Media: api.PostMedia{DurationSeconds: pointer(372.5)},
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

func hostile() *service {
	bad := "\x1b]0;x\x07\u202e日本\r\n\t\u009b" + strings.Repeat("名 ", 300)
	s := full()
	s.creator.Name, s.creator.Bio, s.creator.AISummary, s.creator.KeyFacts = bad, &bad, &bad, []string{bad, ""}
	s.creator.Profiles[0].Username = bad
	s.profiles[0].Username, s.profiles[0].Platform, s.profiles[0].DisplayName, s.profiles[0].ExternalURLs = bad, api.Platform(bad), &bad, []string{bad, bad}
	s.posts[0][0].Caption, s.posts[0][0].URL, s.posts[0][0].Type = &bad, bad, api.PostType(bad)
	s.posts[0][0].Metrics = api.PostMetrics{Likes: pointer(int64(-1)), Views: pointer(int64(0)), EngagementRate: pointer(-1e300)}
	s.posts[0][0].Media.DurationSeconds = pointer(-1e18)
	return s
}

func refusal() *api.ErrorBody {
	return &api.ErrorBody{Code: api.CodeDatabase, Message: "The store could not be read.", RequestID: "req_7"}
}

func draw(s *Screen, w, h int) string { return ansi.Strip(strings.Join(s.Render(w, h), "\n")) }

func captions(s *Screen) string {
	var all []string
	for _, p := range s.posts.list {
		all = append(all, strings.TrimPrefix(p.PlatformID, "vid_00000"))
	}
	return strings.Join(all, " ")
}

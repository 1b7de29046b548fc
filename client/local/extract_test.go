package local_test

import (
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

func ptr[T any](v T) *T { return &v }

// Every answer that holds texts or numbers gives them.
func TestWhatAnswersHold(t *testing.T) {
	t.Parallel()
	live := api.LivePost{Shortcode: "L1", Caption: ptr("walrus")}
	post := written("P1", "walrus")
	summary := api.ProfileSummary{Platform: api.PhotoPlatform, Username: "Ada", Followers: ptr(int64(10)), EngagementRate: ptr(2.5)}
	detailed := api.Profile{ProfileSummary: summary, ProfileDetails: &api.ProfileDetails{Metrics: api.ProfileMetrics{Following: ptr(int64(3)), Posts: ptr(int64(4))}}}
	for name, test := range map[string]struct {
		value           any
		hits, snapshots int
	}{
		"nothing":             {nil, 0, 0},
		"something else":      {api.Health{OK: true}, 0, 0},
		"posts":               {api.Page[api.Post]{Data: []api.Post{post, written("P2", "walrus")}}, 2, 0},
		"a pointer":           {&post, 1, 0},
		"safety of posts":     {api.Found[api.PostSafety, api.PostRef]{Data: []api.PostSafety{{Post: post}}}, 1, 0},
		"analysis":            {api.Found[api.PostAnalysis, api.PostRef]{Data: []api.PostAnalysis{{Post: post}}}, 1, 0},
		"live post":           {api.FetchedPost{Post: live}, 1, 0},
		"live posts":          {api.Batch[api.FetchedPost]{Items: []api.BatchItem[api.FetchedPost]{{Data: &api.FetchedPost{Post: live}}, {Error: &api.BatchError{}}}}, 1, 0},
		"video":               {api.VideoDetails{VideoID: "V", Title: "T", Description: "walrus"}, 1, 0},
		"videos":              {api.VideoSearchPage{Results: []api.VideoResult{{VideoFields: &api.VideoFields{VideoID: "V", Title: "walrus"}}, {ChannelFields: &api.ChannelFields{}}}}, 1, 0},
		"video transcript":    {spoken("V", "en", "T", "a", "walrus"), 1, 0},
		"post transcript":     {api.PhotoTranscript{Shortcode: "S", Transcript: "walrus", Post: &live}, 2, 0},
		"post transcripts":    {api.Batch[api.PhotoTranscript]{Items: []api.BatchItem[api.PhotoTranscript]{{Data: &api.PhotoTranscript{Shortcode: "S", FullText: "walrus"}}}}, 1, 0},
		"channel transcripts": {api.ChannelTranscripts{Items: []api.ChannelTranscript{{VideoID: "V", FullText: "walrus"}, {VideoID: "W", Error: new("none")}}}, 1, 0},
		"creator":             {api.Creator{Profiles: []api.ProfileSummary{summary}}, 0, 1},
		"creators":            {api.Found[api.Creator, string]{Data: []api.Creator{{Profiles: []api.ProfileSummary{summary}}}}, 0, 1},
		"profile":             {detailed, 0, 1},
		"profiles":            {api.Page[api.Profile]{Data: []api.Profile{detailed, {ProfileSummary: summary}}}, 0, 1},
		"profiles found":      {api.Found[api.Profile, api.ProfileRef]{Data: []api.Profile{detailed}}, 0, 1},
		"search":              {api.SearchPage{SearchID: "S", Data: []api.SearchResult{{PrimaryProfile: &summary, RelevantProfile: &summary}}}, 0, 1},
		"look-alikes":         {api.Page[api.LookalikeResult]{Data: []api.LookalikeResult{{PrimaryProfile: &summary, Profiles: []api.Profile{detailed}}}}, 0, 1},
		"safety of profiles":  {api.Found[api.ProfileSafety, api.ProfileRef]{Data: []api.ProfileSafety{{Profile: summary}}}, 0, 1},
		"live profile":        {api.LivePhotoProfile{Username: "ada", FollowerCount: ptr(int64(10)), Posts: []api.LivePost{live}}, 1, 1},
		"nothing told":        {api.LivePhotoProfile{Username: "ada"}, 0, 0},
	} {
		m := newMemory(t)
		keepPaid(t, m.Scope("svc", ""), "1", client.Answer{Key: "1", Value: test.value})
		hits, err := m.Find(t.Context(), local.FindQuery{Text: "walrus"})
		if err != nil || len(hits) != test.hits {
			t.Errorf("%s: %d hits, %v", name, len(hits), err)
		}
		list, err := m.Snapshots(t.Context(), "svc", api.PhotoPlatform, "ADA")
		if err != nil || len(list) != test.snapshots {
			t.Errorf("%s: %d snapshots, %v", name, len(list), err)
		}
	}
}

func TestShortVideoNumbers(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	keepPaid(t, m.Scope("svc", ""), "1", client.Answer{Key: "1", Value: api.ShortVideoProfile{Username: "ada", FollowerCount: ptr(int64(1)), VideoCount: ptr(int64(2)), ScrapedAt: noon.Add(-time.Hour)}})
	list, err := m.Snapshots(t.Context(), "svc", api.ShortVideoPlatform, "ada")
	if err != nil || len(list) != 1 || *list[0].Followers != 1 || *list[0].Posts != 2 || list[0].Following != nil || !list[0].At.Equal(noon.Add(-time.Hour)) {
		t.Errorf("%+v, %v", list, err)
	}
}

// A snapshot is taken only where a number changed, in the order of when it was
// measured and not of when it came.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "")
	day := func(n int) *time.Time { return ptr(noon.AddDate(0, 0, n-30)) }
	for i, p := range []api.ProfileSummary{
		{Followers: ptr(int64(1000)), EngagementRate: ptr(3.0), DataUpdatedAt: day(1)},
		{Followers: ptr(int64(1000)), DataUpdatedAt: day(2)},
		{Followers: ptr(int64(1200)), DataUpdatedAt: day(9)},
		{Followers: ptr(int64(1100)), DataUpdatedAt: day(5)},
		{Followers: ptr(int64(1100)), EngagementRate: ptr(4.0), DataUpdatedAt: day(5)},
		{Followers: ptr(int64(1200)), EngagementRate: ptr(4.0), DataUpdatedAt: day(12)},
		{Followers: ptr(int64(1500))},
		{Followers: ptr(int64(1600)), DataUpdatedAt: ptr(noon.AddDate(1, 0, 0))},
	} {
		p.Platform, p.Username = api.PhotoPlatform, "ada"
		keepPaid(t, s, string(rune('a'+i)), client.Answer{Key: string(rune('a' + i)), Value: api.Creator{Profiles: []api.ProfileSummary{p}}})
	}
	list, err := m.Snapshots(t.Context(), "svc", api.PhotoPlatform, "ada")
	if err != nil || len(list) != 4 {
		t.Fatalf("%+v, %v", list, err)
	}
	for i, want := range []int64{1000, 1100, 1200, 1600} {
		if *list[i].Followers != want {
			t.Errorf("%d: %d followers, want %d", i, *list[i].Followers, want)
		}
	}
	if e := list[1].EngagementRate; e == nil || *e != 4 || list[2].EngagementRate != nil || !list[3].At.Equal(noon) {
		t.Errorf("%+v", list)
	}
}

func TestSessions(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	s := m.Scope("svc", "1")
	page := func(first string, n int, more bool) api.SearchPage {
		p := api.SearchPage{SearchID: "S1", Total: 15, FilteredTotal: 80, HasMore: more}
		for i := range n {
			p.Data = append(p.Data, api.SearchResult{Creator: api.CreatorBasic{ID: first + string(rune('0'+i))}})
		}
		return p
	}
	search := client.Exchange{ID: "c1", Method: "POST", Endpoint: "/v1/search", Subject: "vegan cooks", High: 1, At: noon}
	err := s.End(t.Context(), search, charged(1), nil, &client.Answer{Key: "q", Also: []string{"S1/"}, Lasting: []string{"S1/"}, Value: page("a", 10, true), At: noon})
	if err != nil {
		t.Fatal(err)
	}
	read := func(key string, p api.SearchPage) {
		t.Helper()
		e := client.Exchange{ID: key, Method: "GET", Endpoint: "/v1/search/{search_id}", Subject: "S1", At: noon}
		a := client.Answer{Key: key, Lasting: []string{key}, Value: p, At: noon}
		if err := s.End(t.Context(), e, client.Receipt{Outcome: client.OutcomeFree}, nil, &a); err != nil {
			t.Fatal(err)
		}
	}
	read("S1/", page("a", 10, true))
	list, err := m.Sessions(t.Context(), "svc")
	want := local.Session{ID: "S1", Query: "vegan cooks", Total: 15, Filtered: 80, Kept: 10, Pages: 1, At: noon}
	if err != nil || len(list) != 1 || list[0] != want {
		t.Fatalf("%+v, %v", list, err)
	}
	second := page("b", 5, false)
	second.SearchID = ""
	read("S1/2", second)
	want.Kept, want.Pages, want.Whole = 15, 2, true
	if list, err := m.Sessions(t.Context(), "svc"); err != nil || len(list) != 1 || list[0] != want {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := m.Sessions(t.Context(), "other"); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	keepPaid(t, m.Scope("svc", "2"), "c3", client.Answer{Key: "k"})
	if list, err := m.Sessions(t.Context(), "svc"); err != nil || len(list) != 1 || list[0] != want {
		t.Errorf("in another edition: %+v, %v", list, err)
	}
}

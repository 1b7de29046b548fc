package search

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/theme"
	"greenroom/views/view"
)

var now = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

const sessionID = "5d1c0a52-9d1e-4b6a-8f00-000000000001"

// service keeps one session of pages. What it is told to refuse it refuses.
type service struct {
	pages          [][]api.SearchResult
	interpretation *api.Interpretation
	refuse         *api.ErrorBody
	calls          []string
}

// RoundTrip answers without a network.
func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	cursor := r.URL.Query().Get("cursor")
	s.calls = append(s.calls, r.Method+" "+cursor)
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "application/json")
	if s.refuse != nil {
		w.WriteHeader(s.refuse.Code.Status())
		json.NewEncoder(w).Encode(api.Envelope{Error: *s.refuse})
		return w.Result(), nil
	}
	if r.Method == http.MethodPost {
		w.Header().Set(api.HeaderCharged, "45")
	}
	json.NewEncoder(w).Encode(s.page(cursor))
	return w.Result(), nil
}

func (s *service) page(cursor string) api.SearchPage {
	at := 0
	fmt.Sscan(cursor, &at)
	p := api.SearchPage{Data: []api.SearchResult{}, SearchID: sessionID, Interpretation: s.interpretation}
	for _, rows := range s.pages {
		p.Total += len(rows)
	}
	p.FilteredTotal = p.Total * 3
	if at < len(s.pages) {
		p.Data = s.pages[at]
	}
	if at+1 < len(s.pages) {
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

// open shows the session that the service keeps.
func open(t *testing.T, service *service) *Screen {
	t.Helper()
	s := New(environment(t, service), view.Page{Kind: view.Search, ID: sessionID, Query: query})
	run(s, s.Init())
	return s
}

const query = "vegan cooks in Berlin, 10k-100k followers, verified"

func understood() *api.Interpretation {
	return &api.Interpretation{Topics: []string{"vegan", "cooks"}, Filters: []api.Filter{
		{Field: "followers", Op: "gte", Value: 10_000.0, Text: "10k-100k followers"},
		{Field: "followers", Op: "lte", Value: 100_000.0, Text: "10k-100k followers"},
		{Field: "verified", Op: "eq", Value: true, Text: "verified"},
		{Field: "kind", Op: "ne", Value: "THEME_PAGE"},
		{Field: "location", Op: "eq", Value: "Berlin", Text: "in Berlin"},
	}}
}

func pointer[T any](v T) *T { return &v }

func id(n int) string { return fmt.Sprintf("7f3c0a52-9d1e-4b6a-8f00-%012d", n) }

// result is one with all that can be known.
func result(n int, name, handle string, followers int64, rate float64) api.SearchResult {
	return api.SearchResult{
		Creator: api.CreatorBasic{ID: id(n), Name: name, Bio: pointer("Cooks " + handle + " every day.\nBerlin.")},
		PrimaryProfile: &api.ProfileSummary{
			Platform: api.PhotoPlatform, Username: handle, URL: "https://photos.example/" + handle,
			Followers: &followers, EngagementRate: &rate, IsVerified: n == 0, DataUpdatedAt: pointer(now.Add(-72 * time.Hour)),
		},
		Match: api.Match{
			Score: 0.95 - float64(n)*0.1, Confidence: 0.8, LowConfidence: n > 3, Reasons: []string{"posts about vegan food"},
			Evidence: []api.Evidence{
				{Text: "caption", Provenance: api.FromPost, EvidenceQuote: pointer("one pan, no butter")},
				{Text: "lives in Berlin", Provenance: api.FromProfile}, {Text: "cooks for a living", Provenance: api.Inferred},
			},
		},
	}
}

// results are six creators of whom less and less is known.
func results() []api.SearchResult {
	all := []api.SearchResult{
		result(0, "Lena Vogt", "lenacooks", 48_200, 4.1),
		result(1, "Amara Obi", "amara.eats", 12_000, 6.3),
		result(2, "Zoë Brandt", "zoekocht", 99_000, 2.0),
		result(3, "Ben Sommer", "bensommer", 31_000, 3.0),
		result(4, "Potluck", "potluck", 15_500, 1),
		result(5, "No Profile", "gone", 1, 1),
	}
	all[3].PrimaryProfile.EngagementRate = nil
	all[4].PrimaryProfile.Followers, all[4].Match.Evidence = nil, nil
	all[5].PrimaryProfile, all[5].Creator.Bio, all[5].Match = nil, nil, api.Match{LowConfidence: true}
	return all
}

func hostile() []api.SearchResult {
	r := result(0, "\x1b]0;x\x07\u202eevil日本"+strings.Repeat("名", 300), "\x1b[2Jx\r\n\t", -5, -1)
	r.Creator.Bio = pointer(strings.Repeat("\u009b31m\u200fword ", 500))
	r.Match.Reasons = []string{"\x1b[31mred"}
	r.Match.Evidence = []api.Evidence{{Provenance: "other", EvidenceQuote: pointer("a\u202eb\rc\x07")}}
	return []api.SearchResult{r, {}}
}

// many are pages of ten creators each.
func many(pages int) [][]api.SearchResult {
	all := make([][]api.SearchResult, pages)
	for p := range all {
		for i := range api.SearchPageSize {
			n := p*api.SearchPageSize + i
			r := result(n, fmt.Sprintf("Creator %02d", n), fmt.Sprintf("creator%02d", n), int64(1000+n), float64(n))
			r.Match.Score, r.Match.LowConfidence = 0.9, false
			all[p] = append(all[p], r)
		}
	}
	return all
}

func write(s *Screen, words string) view.Out { return s.Type(tea.PasteMsg{Content: words}) }

func filter(s *Screen, words string) {
	s.Do(keymap.LocalFilter)
	s.filter.input.SetValue("")
	write(s, words)
	s.Do(keymap.Accept)
}

// names are the rows as they stand.
func names(s *Screen) string {
	var all []string
	for _, at := range s.found.shown {
		all = append(all, s.found.rows[at].name.String())
	}
	return strings.Join(all, ", ")
}

func draw(s *Screen, w, h int) string {
	s.env.Cols, s.env.Rows = w, h
	s.arrange()
	return strings.Join(s.Render(w, h), "\n")
}

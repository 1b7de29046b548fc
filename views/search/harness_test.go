package search

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

var now = viewtest.Now

const sessionID = "5d1c0a52-9d1e-4b6a-8f00-000000000001"

// service keeps one session of pages. What it is told to refuse it refuses.
type service struct {
	pages          [][]api.SearchResult
	interpretation *api.Interpretation
	refuse         *api.ErrorBody
	circle         bool // every page leads back to the second
	calls          []string
	preview        *api.SearchPreview // nil: it has no free look
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	cursor := r.URL.Query().Get("cursor")
	s.calls = append(s.calls, r.Method+" "+cursor)
	if strings.HasSuffix(r.URL.Path, "/interpret") {
		if s.preview == nil {
			http.NotFound(w, r)
			return
		}
		viewtest.Answer(w, api.One[*api.SearchPreview]{Data: s.preview})
		return
	}
	if s.refuse != nil {
		viewtest.Refuse(w, *s.refuse)
		return
	}
	if r.Method == http.MethodPost {
		w.Header().Set(api.HeaderCharged, "45")
	}
	viewtest.Answer(w, s.page(cursor))
}

func (s *service) page(cursor string) api.SearchPage {
	page := viewtest.PageAt(s.pages, cursor)
	p := api.SearchPage{
		Data: page.Data, HasMore: page.HasMore, NextCursor: page.NextCursor, SearchID: sessionID, Interpretation: s.interpretation,
	}
	if s.circle {
		again := "1"
		p.HasMore, p.NextCursor = true, &again
	}
	for _, rows := range s.pages {
		p.Total += len(rows)
	}
	p.FilteredTotal = p.Total * 3
	return p
}

// open shows the session that the service keeps.
func open(t *testing.T, service *service) *Screen {
	t.Helper()
	s := New(viewtest.On(t, service), view.Page{Kind: view.Search, ID: sessionID, Query: query})
	viewtest.Run(s, s.Init())
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

// result is one with all that can be known.
func result(n int, name, handle string, followers int64, rate float64) api.SearchResult {
	return api.SearchResult{
		Creator: api.CreatorBasic{ID: viewtest.ID(n), Name: name, Bio: new("Cooks " + handle + " every day.\nBerlin.")},
		PrimaryProfile: &api.ProfileSummary{
			Platform: api.PhotoPlatform, Username: handle, URL: "https://photos.example/" + handle,
			Followers: &followers, EngagementRate: &rate, IsVerified: n == 0, DataUpdatedAt: new(now.Add(-72 * time.Hour)),
		},
		Match: api.Match{
			Score: 0.95 - float64(n)*0.1, Confidence: 0.96 - float64(n)*0.05, LowConfidence: n > 3, Reasons: []string{"posts about vegan food"},
			Evidence: []api.Evidence{
				{Text: "caption", Provenance: api.FromPost, EvidenceQuote: new("one pan, no butter")},
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
	r.Creator.Bio = new(strings.Repeat("\u009b31m\u200fword ", 500))
	r.Match.Reasons = []string{"\x1b[31mred"}
	r.Match.Evidence = []api.Evidence{{Provenance: "other", EvidenceQuote: new("a\u202eb\rc\x07")}}
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

// sized is a screen that is told the size of its pane before it is drawn, as the
// root tells it.
type sized struct{ *Screen }

func (s sized) Render(w, h int) []string {
	s.env.Cols, s.env.Rows = w, h
	s.arrange()
	return s.Screen.Render(w, h)
}

func draw(s *Screen, w, h int) string { return viewtest.Styled(sized{s})(w, h) }

// asking is an empty search whose query is being written.
func asking(env *view.Env) *Screen {
	s := New(env, view.Page{Kind: view.Search})
	s.Do(keymap.EditQuery)
	return s
}

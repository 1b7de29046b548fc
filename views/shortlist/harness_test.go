package shortlist

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

var now = viewtest.Now

// service keeps shortlists and knows handles.
type service struct {
	lists  []api.Shortlist
	page   int // shortlists on a page
	known  []api.Suggestion
	bare   bool // offers no list
	broken bool
	calls  []string
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.calls = append(s.calls, r.URL.Path)
	id := strings.TrimPrefix(r.URL.Path, "/v1/shortlists/")
	switch {
	case s.broken:
		viewtest.Refuse(w, api.ErrorBody{Code: api.CodeInternal, Message: "Something broke.", RequestID: "req_1"})
	case r.URL.Path == "/v1/creators/autocomplete":
		w.Header().Set(api.HeaderCharged, "0.05")
		viewtest.Answer(w, api.Page[api.Suggestion]{Data: s.known})
	case r.URL.Path == "/v1/shortlists" && s.bare:
		http.NotFound(w, r)
	case r.URL.Path == "/v1/shortlists":
		viewtest.Answer(w, viewtest.PageAt(s.pages(), r.URL.Query().Get("cursor")))
	default:
		for _, l := range s.lists {
			if l.ID == id {
				viewtest.Answer(w, api.One[api.Shortlist]{Data: l})
				return
			}
		}
		viewtest.Refuse(w, api.ErrorBody{Code: api.CodeNotFound, Message: "There is no such shortlist.", RequestID: "req_1"})
	}
}

func (s *service) pages() [][]api.Shortlist {
	if s.page == 0 {
		return [][]api.Shortlist{s.lists}
	}
	return slices.Collect(slices.Chunk(s.lists, s.page))
}

func open[S view.Screen](t *testing.T, s *service, p view.Page) (S, *view.Env) {
	t.Helper()
	env := viewtest.On(t, s)
	screen := New(env, p)
	viewtest.Run(screen, screen.Init())
	return screen.(S), env
}

func shortlist(n int) api.Shortlist {
	return api.Shortlist{
		ID: viewtest.ID(n), Name: fmt.Sprintf("Spring pans %d", n), Version: n + 1,
		Brief: "Vegan cooks in Berlin who use a pan on most days.\nNo fast food.", Notes: "Ask about March.\n\nBudget is tight.",
		Profiles: []api.ShortlistProfile{
			{Platform: api.PhotoPlatform, Username: "lenacooks"}, {Platform: api.VideoPlatform, Username: "potsandpans"},
			{Platform: api.PhotoPlatform, Username: "x"},
		},
		CreatedAt: now.Add(-40 * 24 * time.Hour), UpdatedAt: now.Add(-3 * 24 * time.Hour),
	}
}

func lists(n int) []api.Shortlist {
	all := make([]api.Shortlist, n)
	for i := range all {
		all[i] = shortlist(i)
	}
	return all
}

// lena is a creator that a search has shown already.
func lena(env *view.Env) {
	followers, rate, seen := int64(48_200), 4.1, now.Add(-5*24*time.Hour)
	env.Learn(view.Known{
		Creator: api.CreatorBasic{ID: viewtest.ID(900), Name: "Lena Vogt"},
		Primary: &api.ProfileSummary{Platform: api.PhotoPlatform, Username: "LenaCooks", Followers: &followers, EngagementRate: &rate, DataUpdatedAt: &seen},
	})
}

func hostile() api.Shortlist {
	l := shortlist(1)
	l.Name, l.Brief = "\x1b]0;x\x07\u202eevil日本", strings.Repeat("\x1b[2J日本\t\r\n", 300)
	l.Notes = strings.Repeat("x", 5000)
	l.CreatedAt = time.Time{}
	for i := range 40 {
		l.Profiles = append(l.Profiles, api.ShortlistProfile{Platform: "other\u009d", Username: strings.Repeat("名", i)})
	}
	return l
}

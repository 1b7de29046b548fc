package shortlist

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
	w.Header().Set("Content-Type", "application/json")
	id := strings.TrimPrefix(r.URL.Path, "/v1/shortlists/")
	switch {
	case s.broken:
		refuse(w, api.CodeInternal, "Something broke.")
	case r.URL.Path == "/v1/creators/autocomplete":
		w.Header().Set(api.HeaderCharged, "0.05")
		json.NewEncoder(w).Encode(api.Page[api.Suggestion]{Data: s.known})
	case r.URL.Path == "/v1/shortlists" && s.bare:
		http.NotFound(w, r)
	case r.URL.Path == "/v1/shortlists":
		json.NewEncoder(w).Encode(s.pageFrom(r.URL.Query().Get("cursor")))
	default:
		for _, l := range s.lists {
			if l.ID == id {
				json.NewEncoder(w).Encode(api.One[api.Shortlist]{Data: l})
				return
			}
		}
		refuse(w, api.CodeNotFound, "There is no such shortlist.")
	}
}

func (s *service) pageFrom(cursor string) api.Page[api.Shortlist] {
	from, to := 0, len(s.lists)
	if cursor != "" {
		fmt.Sscan(cursor, &from)
	}
	p := api.Page[api.Shortlist]{}
	if s.page > 0 && from+s.page < to {
		to = from + s.page
		next := fmt.Sprint(to)
		p.HasMore, p.NextCursor = true, &next
	}
	p.Data = s.lists[from:to]
	return p
}

func refuse(w http.ResponseWriter, code api.Code, message string) {
	w.WriteHeader(code.Status())
	json.NewEncoder(w).Encode(api.Envelope{Error: api.ErrorBody{Code: code, Message: message, RequestID: "req_1"}})
}

func environment(t *testing.T, s *service) *view.Env {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	c, err := client.New(client.Config{
		BaseURL: server.URL, Clock: func() time.Time { return now },
		Sleep: func(context.Context, time.Duration) error { return nil },
		Key:   func(context.Context) (string, error) { return "gr_test", nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return &view.Env{Client: c, Styles: theme.None(), Keys: keymap.Default(), Now: now, Known: map[string]view.Known{}}
}

// run does what a screen returned, as the root would with budget to spare.
func run(s view.Screen, out view.Out) view.Out {
	for out.Ask != nil || out.Cmd != nil {
		if out.Ask != nil {
			out = out.Ask.Run()
			continue
		}
		out = s.Update(out.Cmd())
	}
	return out
}

func open(t *testing.T, s *service, p view.Page) (view.Screen, *view.Env) {
	t.Helper()
	env := environment(t, s)
	screen := New(env, p)
	run(screen, screen.Init())
	return screen, env
}

func id(n int) string { return fmt.Sprintf("7f3c0a52-9d1e-4b6a-8f00-%012d", n) }

func shortlist(n int) api.Shortlist {
	return api.Shortlist{
		ID: id(n), Name: fmt.Sprintf("Spring pans %d", n), Version: n + 1,
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
		Creator: api.CreatorBasic{ID: id(900), Name: "Lena Vogt"},
		Primary: &api.ProfileSummary{Platform: api.PhotoPlatform, Username: "LenaCooks", Followers: &followers, EngagementRate: &rate, DataUpdatedAt: &seen},
	})
}

func draw(s view.Screen, w, h int) string { return strings.Join(s.Render(w, h), "\n") }

func fits(t *testing.T, name string, s view.Screen) {
	t.Helper()
	for _, size := range [][2]int{{0, 0}, {1, 1}, {3, 2}, {40, 12}, {60, 20}, {80, 24}, {120, 40}, {250, 60}} {
		drawn := s.Render(size[0], size[1])
		if len(drawn) != size[1] {
			t.Fatalf("%s at %v: %d lines", name, size, len(drawn))
		}
		for i, l := range drawn {
			if ansi.StringWidth(l) != size[0] || strings.ContainsAny(ansi.Strip(l), "\x07\r\t\u202e\u009d") {
				t.Fatalf("%s at %v: line %d: %q", name, size, i, l)
			}
		}
		s.Cursor(size[0], size[1])
		s.Click(size[0]/2, size[1]/2, size[0], size[1])
		s.Scroll(2)
	}
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

package videos

import (
	"encoding/json"
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

// service finds what is said to it, a page of three at a time.
type service struct {
	pages  [][]api.VideoResult
	refuse *api.ErrorBody
	calls  []string
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.calls = append(s.calls, strings.TrimPrefix(r.URL.RequestURI(), "/v1/raw/videoplatform/"))
	q := r.URL.Query()
	switch {
	case s.refuse != nil:
		viewtest.Refuse(w, *s.refuse)
	case strings.HasSuffix(r.URL.Path, "/typeahead"):
		viewtest.Answer(w, api.One[api.Typeahead]{Data: api.Typeahead{Query: q.Get("q"), Suggestions: []string{q.Get("q") + " barista", q.Get("q") + " recipe"}}})
	default:
		p := viewtest.PageAt(s.pages, q.Get("cursor"))
		viewtest.Answer(w, api.One[api.VideoSearchPage]{Data: api.VideoSearchPage{Query: q.Get("q"), Results: p.Data, NextCursor: p.NextCursor, EstimatedResults: new(1200), ScrapedAt: viewtest.Now}})
	}
}

func found(from, n int) []api.VideoResult {
	var all []api.VideoResult
	for i := from; i < from+n; i++ {
		all = append(all, api.VideoResult{
			Type: api.ResultVideo, ChannelName: "Oat House", URL: fmt.Sprintf("https://videos.example/%d", i), Description: "How we steam it.\nTwo pans. write@oat.example", ChannelVerified: i%2 == 0,
			VideoFields: &api.VideoFields{VideoID: fmt.Sprintf("vid_%07d", i), Title: fmt.Sprintf("Oat milk %02d", i), DurationSeconds: new(int64(372)), ViewCount: new(int64(12_000)), PublishedAt: new(viewtest.Now.Add(-72 * time.Hour))},
		})
	}
	return append(all, api.VideoResult{Type: api.ResultChannel, ChannelID: "UC1", ChannelName: "Oat Channel", ChannelHandle: new("oats"), URL: "https://videos.example/c", ChannelFields: &api.ChannelFields{SubscriberCount: new(int64(48_200))}})
}

func open(t *testing.T, s *service, query string) *Screen {
	t.Helper()
	screen := New(viewtest.On(t, s), view.Page{Kind: view.Videos, Query: query})
	viewtest.Run(screen, screen.Init())
	return screen
}

func write(s *Screen, words string) { s.Type(tea.PasteMsg{Content: words}) }

func TestASearchIsWrittenAndPaid(t *testing.T) {
	service := &service{pages: [][]api.VideoResult{found(0, 2), found(2, 1)}}
	s := open(t, service, "")
	if s.Typing() || len(service.calls) > 0 {
		t.Fatal("a place opens in a field, or asks something")
	}
	viewtest.Shows(t, "new", viewtest.Draw(s, 80, 24), "i writes a query", "0.5 cr per page")
	s.Do(keymap.EditQuery)
	write(s, "oat milk")
	if got := s.Price(keymap.Accept); got != "0.5 cr" {
		t.Fatal(got)
	}
	view.As[*view.Ask](s.Do(keymap.Accept)).No()
	if !s.Typing() || s.typed() != "oat milk" {
		t.Fatal("a search that is not run loses its words")
	}
	viewtest.Run(s, s.Do(keymap.Accept))
	viewtest.Shows(t, "found", viewtest.Draw(s, 120, 36), "Oat milk 00", "Oat House ✓", "6:12", "12K", "3 d ago", "Channel: Oat Channel", "48.2K", "about 1,200 on the network", "How we steam it.", "w•••@oat.example", "0.5 cr", "more: ↓ reads the next page, 0.5 cr")
	if out := s.Do(keymap.Open); out.Nav.To != (view.Page{Kind: view.Transcript, ID: "vid_0000000", Platform: api.VideoPlatform}) {
		t.Errorf("%+v", out.Nav)
	}
	s.Do(keymap.Bottom)
	if out := s.Do(keymap.Open); out.Nav.To != (view.Page{Kind: view.Channel, ID: "oats", Platform: api.VideoPlatform}) || s.Price(keymap.Open) != "≤2.5 cr" {
		t.Errorf("%+v, %s", out.Nav, s.Price(keymap.Open))
	}
	if s.Price(keymap.Down) != "0.5 cr" {
		t.Error("going on is paid and does not say so")
	}
	viewtest.Run(s, s.Do(keymap.Down))
	if len(s.results) != 5 || s.pages.More() || s.Price(keymap.Down) != "" {
		t.Fatalf("%d results", len(s.results))
	}
	s.Do(keymap.Bottom)
	if out := s.Do(keymap.Down); view.As[*view.Ask](out) != nil {
		t.Error("reads on after the end")
	}
}

// Filters change what stands there; nothing is asked until it is asked for.
func TestFiltersPayNothingUntilTheyAreAsked(t *testing.T) {
	service := &service{pages: [][]api.VideoResult{found(0, 2)}}
	s := open(t, service, "oat milk")
	for _, a := range []keymap.Action{keymap.Uploaded, keymap.Length, keymap.SortNext, keymap.Contents} {
		if out := s.Do(a); view.As[*view.Ask](out) != nil || out.Cmd != nil {
			t.Fatalf("%s asks", a)
		}
	}
	viewtest.Shows(t, "changed", viewtest.Draw(s, 120, 36), "last hour", "short", "popular", "videos", "not searched yet: r searches")
	viewtest.Run(s, s.Do(keymap.Reload))
	if got := service.calls[len(service.calls)-1]; !strings.Contains(got, "upload_date=last_hour") || !strings.Contains(got, "duration=short") || !strings.Contains(got, "sort_by=popular") || !strings.Contains(got, "content_type=videos") {
		t.Fatal(got)
	}
	for range api.UploadDates() { // round to any
		s.Do(keymap.Uploaded)
	}
	viewtest.Shows(t, "round", viewtest.Draw(s, 120, 36), "last hour")
}

func TestSuggestionsAreAskedForAndTaken(t *testing.T) {
	service := &service{pages: [][]api.VideoResult{found(0, 1)}}
	s := open(t, service, "")
	s.Do(keymap.EditQuery)
	if why := s.Can(keymap.NextItem); why == "" {
		t.Error("suggests for nothing")
	}
	write(s, "oat milk")
	if s.Price(keymap.NextItem) != "0.5 cr" {
		t.Error(s.Price(keymap.NextItem))
	}
	viewtest.Run(s, s.Do(keymap.NextItem))
	if out := s.Do(keymap.NextItem); view.As[*view.Ask](out) != nil || s.Price(keymap.NextItem) != "" {
		t.Error("moving along suggestions is paid")
	}
	s.Do(keymap.NextItem)
	viewtest.Shows(t, "suggestions", viewtest.Draw(s, 120, 36), "▸ oat milk recipe", "oat milk barista")
	viewtest.Run(s, s.Do(keymap.Accept))
	if s.wanted.Q != "oat milk recipe" || len(s.results) != 2 {
		t.Fatalf("%q, %d results", s.wanted.Q, len(s.results))
	}
}

func TestWhatWasLeftComesBack(t *testing.T) {
	s := open(t, &service{pages: [][]api.VideoResult{found(0, 2)}}, "oat milk")
	s.Do(keymap.Length)
	s.Do(keymap.EditQuery)
	write(s, " foam")
	raw, err := json.Marshal(s.State())
	if err != nil {
		t.Fatal(err)
	}
	again := New(viewtest.On(t, &service{}), view.Page{Kind: view.Videos})
	again.Resume(raw)
	if !again.Typing() || again.field.input.Value() != "oat milk foam" || again.wanted.Length != api.LengthShort {
		t.Fatalf("%+v", again.wanted)
	}
}

func TestTheRowThatWasLeftComesBack(t *testing.T) {
	s := open(t, &service{pages: [][]api.VideoResult{found(0, 4)}}, "oat milk")
	s.Do(keymap.Down)
	s.Do(keymap.Down)
	raw, err := json.Marshal(s.State())
	if err != nil {
		t.Fatal(err)
	}
	again := New(viewtest.On(t, &service{pages: [][]api.VideoResult{found(0, 4)}}), view.Page{Kind: view.Videos})
	again.Resume(raw)
	viewtest.Run(again, again.Init())
	if again.table.Cursor() != 2 {
		t.Errorf("row %d of %d, 2 was left", again.table.Cursor(), len(again.results))
	}
}

func TestEveryStateFitsEverySize(t *testing.T) {
	bad := found(0, 1)
	bad[0].Title, bad[0].ChannelName, bad[0].Description, bad[0].URL = viewtest.Hostile, viewtest.Hostile, viewtest.Hostile, viewtest.Hostile
	bad[1].ChannelName, bad[1].ChannelFields = viewtest.Hostile, nil
	bare := []api.VideoResult{{VideoFields: &api.VideoFields{}}, {}}
	suggested := open(t, &service{}, "")
	write(suggested, viewtest.Hostile)
	viewtest.Run(suggested, suggested.Do(keymap.NextItem))
	for name, s := range map[string]*Screen{
		"new": open(t, &service{}, ""), "found": open(t, &service{pages: [][]api.VideoResult{found(0, 9), found(9, 1)}}, "oat"), "none": open(t, &service{}, "oat"),
		"hostile": open(t, &service{pages: [][]api.VideoResult{bad}}, viewtest.Hostile), "bare": open(t, &service{pages: [][]api.VideoResult{bare}}, "x"),
		"refused": open(t, &service{refuse: viewtest.Broken()}, "oat"), "suggested": suggested,
	} {
		viewtest.Fits(t, name, s)
	}
	viewtest.Shows(t, "refused", viewtest.Draw(open(t, &service{refuse: viewtest.Broken()}, "oat"), 120, 36), "The store could not be read.", "r tries again")
	viewtest.Shows(t, "none", viewtest.Draw(open(t, &service{}, "oat"), 120, 36), "No videos found.")
}

// Results go into a file as they stand, with their numbers as numbers.
func TestResultsAreExported(t *testing.T) {
	s := open(t, &service{pages: [][]api.VideoResult{found(0, 2)}}, "oat milk")
	if view.As[*view.Pick](s.Do(keymap.Export)) == nil {
		t.Fatal("no format is asked for")
	}
	raw, err := s.sheet().Encode("csv")
	if err != nil || !strings.Contains(string(raw), "video,Oat milk 00,Oat House,6:12,12000,,") || !strings.Contains(string(raw), "channel,,Oat Channel,,,48200,") {
		t.Errorf("%v\n%s", err, raw)
	}
}

package views_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/report"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/drive"
	"greenroom/views/view"
)

const deskSession = "5d1c0a52-9d1e-4b6a-8f00-000000000001"

// counter is a service of hand-made answers that keeps budgets by the clock.
type counter struct {
	making       [2]int // how much of the sample world is made, of how much
	calm         bool   // nothing moves by itself
	clock        *drive.Clock
	minute, hour api.Credits // limits; 0: says nothing of budgets
	circle       bool        // every page of a search says that the same one follows
	untold       bool        // does not say when a budget is full again
	used         api.Credits
	spent        api.Credits // of all minutes
	few          bool        // one page of creators
	places       string      // where all creators are; "" is not told
	spoken       bool        // the first post of a creator is a video with a transcript
	since        time.Time   // the minute that used counts in
	calls        []string
	query        string      // of the last request
	memory       *shelf      // of the client; nil: it keeps nothing
	archive      archive     // of earlier sessions; nil: none
	left         []byte      // by an earlier workbench: the place
	name         string      // of the service, where it is not the demo
	creators     api.Credits // what one creator costs; 0: 0.1
	hang         chan string // told of each call, which then ends with its context only
	fault        fault       // of each answer; nil: none
	plan         *pad        // what was decided; nil: there is no place for it
	texts        view.Texts  // what was read and is kept; nil: nothing
	signer       view.Signer // in whose name
}

// RoundTrip answers without a network.
func (s *counter) RoundTrip(r *http.Request) (*http.Response, error) {
	s.calls, s.query = append(s.calls, r.Method+" "+strings.TrimPrefix(r.URL.Path, "/v1")), r.URL.RawQuery
	if s.hang != nil {
		s.hang <- r.URL.Path
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	if s.fault != nil {
		return s.fault(r)
	}
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "application/json")
	body, price := s.answer(r)
	s.charge(w.Header(), price)
	if body == nil {
		w.WriteHeader(http.StatusNotFound)
		body = api.Envelope{Error: api.ErrorBody{Code: api.CodeNotFound, Message: "It is not known here."}}
	}
	err := json.NewEncoder(w).Encode(body)
	return w.Result(), err
}

func (s *counter) charge(h http.Header, price api.Credits) {
	now := s.clock.Now()
	if m := now.Truncate(time.Minute); m != s.since {
		s.since, s.used = m, 0
	}
	s.used, s.spent = s.used+price, s.spent+price
	h.Set(api.HeaderCharged, price.String())
	h.Set(api.HeaderRequestID, fmt.Sprintf("req_%d", len(s.calls)))
	if s.minute == 0 {
		return
	}
	h.Set(api.HeaderRemainingMinute, (s.minute - s.used).String())
	h.Set(api.HeaderRemainingHour, (s.hour - s.used).String())
	if s.untold {
		return
	}
	h.Set(api.HeaderLimitMinute, s.minute.String())
	h.Set(api.HeaderLimitHour, s.hour.String())
	h.Set(api.HeaderResetMinute, fmt.Sprint(s.since.Add(time.Minute).Unix()))
	h.Set(api.HeaderResetHour, fmt.Sprint(now.Truncate(time.Hour).Add(time.Hour).Unix()))
}

func (s *counter) answer(r *http.Request) (any, api.Credits) {
	switch path := strings.TrimPrefix(r.URL.Path, "/v1"); {
	case r.Method == http.MethodPost && path == "/search":
		p := searchPage("")
		if s.few {
			p.HasMore, p.NextCursor = false, nil
		}
		p.Total = api.SearchPageSize // by the contract's price of 45 credits
		return p, 45 * api.Credit
	case strings.HasPrefix(path, "/search/"):
		p := searchPage(r.URL.Query().Get("cursor"))
		if s.few {
			p.HasMore, p.NextCursor, p.Total = false, nil, api.SearchPageSize
		}
		for i := range p.Data {
			if s.places != "" {
				p.Data[i].Match.Evidence = []api.Evidence{{Text: "based in " + s.places + ", Germany", Provenance: api.FromProfile, FactID: new(api.FieldLocation)}}
			}
		}
		if s.circle {
			again := "1"
			p.HasMore, p.NextCursor = true, &again
		}
		return p, 0
	case path == "/creators/autocomplete":
		return api.One[[]api.Suggestion]{Data: []api.Suggestion{
			{ID: creator(7).ID, Name: creator(7).Name, Platforms: []api.SuggestionPlatform{{Username: "creator07", Platform: api.PhotoPlatform, MatchType: api.MatchUsername}}},
		}}, 50
	case path == "/posts" && s.spoken:
		return api.Page[api.Post]{Data: []api.Post{{ID: deskSession, Platform: api.PhotoPlatform, Type: api.PostReel, PlatformID: "Cx1"}, {ID: creator(1).ID, Platform: api.VideoPlatform, Type: api.PostVideo, PlatformID: "M1IAa63gezN"}}}, 100
	case strings.Contains(path, "/raw/"):
		return network(path)
	case path == "/posts":
		return api.Page[api.Post]{Data: []api.Post{{Platform: api.PhotoPlatform, Type: api.PostImage, PlatformID: "Cx1"}}}, 50
	case strings.HasSuffix(path, "/profiles"):
		return api.Page[api.Profile]{Data: []api.Profile{{ProfileSummary: api.ProfileSummary{Platform: api.VideoPlatform, Username: "creator"}}}}, 50
	case strings.HasPrefix(path, "/creators/"):
		for n := range 50 {
			if c := creator(n); strings.HasSuffix(path, c.ID) {
				return api.One[api.Creator]{Data: api.Creator{CreatorBasic: c, KeyFacts: []string{"Fact of " + c.Name}}}, max(100, s.creators)
			}
		}
	case r.Method != http.MethodGet && strings.HasPrefix(path, "/shortlists"):
		return api.One[api.Shortlist]{Data: deskList()}, 0
	case path == "/shortlists" && s.spoken:
		return api.Page[api.Shortlist]{Data: []api.Shortlist{deskList()}}, 0
	case path == "/shortlists/"+deskSession && s.spoken:
		return api.One[api.Shortlist]{Data: deskList()}, 0
	case path == "/shortlists":
		return api.Page[api.Shortlist]{Data: []api.Shortlist{}}, 0
	case path == "/lookalike":
		return api.Page[api.LookalikeResult]{Data: []api.LookalikeResult{{Creator: creator(8)}, {Creator: creator(9)}}}, 2 * api.Credit
	}
	return judgements(r)
}

// network plays the networks as they are now.
func network(path string) (any, api.Credits) {
	switch {
	case strings.Contains(path, "/transcript/M1"):
		return api.One[api.VideoTranscript]{Data: api.VideoTranscript{Language: "en", URL: "https://videos.example/1", Transcript: []api.Segment{{Text: "Hello there."}, {Text: "Hello again, and here is more.", Start: 70}}, AvailableLanguages: []api.TrackLanguage{{Code: "en"}, {Code: "de"}}}}, 500
	case strings.Contains(path, "/transcript/"):
		return api.One[api.PhotoTranscript]{Data: api.PhotoTranscript{Language: "en", FullText: "Hello there."}}, 5 * api.Credit
	case strings.Contains(path, "/channel-transcripts/"):
		return api.One[api.ChannelTranscripts]{Data: api.ChannelTranscripts{Handle: "oats", ChannelName: "Oats", TranscriptsFetched: 2, Items: []api.ChannelTranscript{{Title: "One", FullText: "Hello."}, {Title: "Two", FullText: "Again."}}}}, 1 * api.Credit
	case strings.Contains(path, "/video/"):
		return api.One[api.VideoDetails]{Data: api.VideoDetails{VideoID: "M1IAa63gezN", ViewCount: new(int64(900))}}, 500
	case strings.HasSuffix(path, "/typeahead"):
		return api.One[api.Typeahead]{Data: api.Typeahead{Query: "o", Suggestions: []string{"oat milk"}}}, 500
	case strings.HasSuffix(path, "/search"):
		next := "2"
		return api.One[api.VideoSearchPage]{Data: api.VideoSearchPage{NextCursor: &next, Results: []api.VideoResult{
			{Type: api.ResultVideo, URL: "https://videos.example/1", VideoFields: &api.VideoFields{VideoID: "M1IAa63gezN", Title: "Oat milk"}},
			{Type: api.ResultChannel, ChannelName: "Oats", ChannelHandle: new("oats")},
		}}}, 500
	}
	return nil, 0
}

// searches counts the paid searches that were sent.
func (s *counter) searches() int {
	n := 0
	for _, c := range s.calls {
		if c == "POST /search" {
			n++
		}
	}
	return n
}

func creator(n int) api.CreatorBasic {
	return api.CreatorBasic{ID: fmt.Sprintf("7f3c0a52-9d1e-4b6a-8f00-%012d", n), Name: fmt.Sprintf("Creator %02d", n)}
}

// handle is the name of the account of a creator.
func handle(n int) string { return fmt.Sprintf("creator%02d", n) }

// searchPage is one of five pages of ten creators.
func searchPage(cursor string) api.SearchPage {
	at := 0
	fmt.Sscan(cursor, &at)
	p := api.SearchPage{SearchID: deskSession, Total: 50, FilteredTotal: 50, Interpretation: &api.Interpretation{
		Filters: []api.Filter{{Field: "verified", Op: "eq", Value: true, Text: "verified"}},
	}}
	for i := range api.SearchPageSize {
		c := creator(at*api.SearchPageSize + i)
		p.Data = append(p.Data, api.SearchResult{Creator: c, Match: api.Match{Score: 0.5},
			PrimaryProfile: &api.ProfileSummary{Username: handle(at*api.SearchPageSize + i), URL: "https://photos.example/x"}})
	}
	if at < 4 {
		next := fmt.Sprint(at + 1)
		p.HasMore, p.NextCursor = true, &next
	}
	return p
}

// desk is the root on a counter. It keeps the root's ticks and, while told to,
// the answers of calls, until they are asked for.
type desk struct {
	full error // of the disk that the place is kept on
	*bench
	*counter
	ticks  []pending
	held   []tea.Msg
	hold   bool
	opened []string // in a browser
	place  []byte   // where the planner was
}

// pending is a tick that was asked for and did not come yet.
type pending struct {
	at  time.Time
	msg tea.Msg
}

func openDesk(t *testing.T, s *counter) *desk {
	t.Helper()
	c := drive.NewClock(time.Date(2026, 3, 2, 10, 0, 20, 0, time.UTC))
	s.clock = c
	config := client.Config{
		BaseURL: "http://test", HTTP: &http.Client{Transport: s}, Clock: c.Now,
		Key:   func(context.Context) (string, error) { return "gr_test", nil },
		Sleep: func(context.Context, time.Duration) error { return nil },
	}
	if s.memory != nil {
		config.Memory = s.memory
	}
	service, err := client.New(config)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{bench: &bench{t: t, clock: c}, counter: s}
	d.place = s.left
	workbench := views.Config{
		Client: service, Styles: theme.None(), Keys: keymap.Default(), Demo: true, Service: text.Const("test"),
		Start:   view.Page{Kind: view.Search, ID: deskSession, Query: "verified cooks"},
		AskOver: 5 * api.Credit, Tick: d.tick,
		Browse: func(url string) tea.Cmd { d.opened = append(d.opened, url); return nil },
		Making: func() (int, int) { return s.making[0], s.making[1] },
		Disk:   views.Disk{Place: d}, Signer: s.signer, Calm: s.calm, Report: view.Reporting{Kept: looksAtOne{}},
	}
	if s.plan != nil {
		workbench.Plan = s.plan
	}
	if s.name != "" {
		workbench.Demo, workbench.Service = false, text.Clean(s.name)
	}
	workbench.Texts = s.texts
	if s.archive != nil {
		workbench.Journal, workbench.History = s.archive, s.archive
	}
	d.drive(120, 36, workbench)
	d.Each(func(msg tea.Msg, sent bool, deliver func()) {
		if d.hold && !sent {
			d.held = append(d.held, msg)
			return
		}
		d.watch(msg, sent, deliver)
	})
	d.Start()
	return d
}

// Recall returns the planner's place.
func (d *desk) Recall() []byte { return d.place }

// Remember keeps it.
func (d *desk) Remember(raw []byte) error {
	if d.full == nil {
		d.place = raw
	}
	return d.full
}

// tick lets pauses of typing end at once and keeps the root's own ticks.
func (d *desk) tick(after time.Duration, f func(time.Time) tea.Msg) tea.Cmd {
	cmd := tick(after, f)
	if cmd == nil {
		d.ticks = append(d.ticks, pending{d.bench.clock.Now().Add(after), f(time.Time{})})
	}
	return cmd
}

// fire moves the clock to the earliest tick and lets it come. It is false where
// none was asked for.
func (d *desk) fire() bool {
	d.t.Helper()
	if len(d.ticks) == 0 {
		return false
	}
	slices.SortStableFunc(d.ticks, func(a, b pending) int { return a.at.Compare(b.at) })
	next := d.ticks[0]
	d.ticks = d.ticks[1:]
	if wait := next.at.Sub(d.bench.clock.Now()); wait > 0 {
		d.bench.clock.Move(wait)
	}
	d.Send(next.msg)
	return true
}

// settle fires ticks until none is left.
func (d *desk) settle() {
	d.t.Helper()
	for n := 0; d.fire(); n++ {
		if n > 200 {
			d.t.Fatal("the root is woken without end")
		}
	}
}

// deliver hands over the answers that were held.
func (d *desk) deliver() {
	d.t.Helper()
	held := d.held
	d.held, d.hold = nil, false
	for _, m := range held {
		d.Send(m)
	}
}

// lacks fails if any of the words are on the screen.
func (b *bench) lacks(words ...string) {
	b.t.Helper()
	s := b.Screen()
	for _, w := range words {
		if strings.Contains(s, w) {
			b.t.Fatalf("the screen shows %q:\n%s", w, s)
		}
	}
}

// at returns the position of words on the screen.
func (b *bench) at(words string) (x, y int) {
	b.t.Helper()
	for y, l := range b.lines() {
		if i := strings.Index(l, words); i >= 0 {
			return text.Clean(l[:i]).Width(), y
		}
	}
	b.t.Fatalf("the screen does not show %q:\n%s", words, b.Screen())
	return 0, 0
}

// click presses the left button on words.
func (b *bench) click(words string) {
	b.t.Helper()
	x, y := b.at(words)
	b.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
}

func deskList() api.Shortlist {
	return api.Shortlist{ID: deskSession, Name: "Oat drink", Version: 1, Profiles: []api.ShortlistProfile{
		{Platform: api.PhotoPlatform, Username: "creator07"}, {Platform: api.PhotoPlatform, Username: "somebody"}}}
}

// looksAtOne keeps two looks at every account.
type looksAtOne struct{}

func (looksAtOne) Looks(context.Context, api.Platform, string) ([]report.Look, error) {
	before, now := int64(900), int64(1000)
	at := time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)
	return []report.Look{{At: at, Followers: &before}, {At: at.AddDate(0, 1, 0), Followers: &now}}, nil
}

func (looksAtOne) Posts(_ context.Context, of []plan.Member) ([][]report.Post, error) {
	return make([][]report.Post, len(of)), nil
}

func (looksAtOne) Calls(context.Context, string) ([]report.Call, error) { return nil, nil }

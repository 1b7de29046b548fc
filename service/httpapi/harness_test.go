package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/codetest"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/httpapi"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

var noon = time.Date(2026, 3, 14, 12, 0, 10, 0, time.UTC)

type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }

func (c *testClock) advance(d time.Duration) { c.mu.Lock(); c.now = c.now.Add(d); c.mu.Unlock() }

// house is a service on a real store behind a real socket.
type house struct {
	t       testing.TB
	url     string
	clock   *testClock
	store   store.Store
	service *rules.Service
	log     *codetest.Log
	key     string // of a tier_1 account
	account service.Account
	path    string // of the store
}

type option func(*rules.Config)

func allPlatforms(c *rules.Config) { c.PlatformsAll = true }

// broken replaces parts of the store by what wrap makes of it.
func broken(wrap func(rules.Store) rules.Store) option {
	return func(c *rules.Config) { c.Store = wrap(c.Store) }
}

func open(t testing.TB, options ...option) *house {
	t.Helper()
	clock := &testClock{now: noon}
	path := filepath.Join(t.TempDir(), "g.db")
	kept, err := sqlite.Open(context.Background(), store.Config{Path: path, Clock: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	c := rules.Config{Store: kept, Clock: clock.Now}
	for _, o := range options {
		o(&c)
	}
	h := &house{t: t, path: path, clock: clock, store: kept, service: rules.New(c), log: &codetest.Log{}}
	server := httptest.NewServer(httpapi.New(httpapi.Config{
		Service: h.service, Clock: clock.Now, Logger: slog.New(slog.NewTextHandler(h.log, nil)),
	}))
	t.Cleanup(func() { server.Close(); h.nothingReserved(); h.service.Close(); _ = kept.Close() })
	h.url = server.URL
	h.account, h.key = h.newAccount("main", api.Tier1)
	return h
}

// nothingReserved checks, once no request runs, that each gave back what it held,
// however it ended.
func (h *house) nothingReserved() {
	h.t.Helper()
	if n := h.service.Stats().Reservations; n != 0 {
		h.t.Errorf("%d reservations are left of requests that have ended", n)
	}
}

func (h *house) newAccount(name string, t api.Tier) (service.Account, string) {
	h.t.Helper()
	a := service.NewAccount(name, t, noon)
	k, plain := access.NewKey(a.ID, noon)
	if err := h.store.CreateAccount(context.Background(), a); err != nil {
		h.t.Fatal(err)
	}
	if err := h.store.CreateKey(context.Background(), k); err != nil {
		h.t.Fatal(err)
	}
	return a, plain
}

func (h *house) write(bundles ...service.Bundle) {
	h.t.Helper()
	if _, err := h.store.Write(context.Background(), bundles); err != nil {
		h.t.Fatal(err)
	}
}

// reply is an answer, read to its end.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (r reply) into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(r.body, v); err != nil {
		t.Fatalf("decode %s: %v", r.body, err)
	}
}

func (r reply) failure(t testing.TB) api.ErrorBody {
	t.Helper()
	var e api.Envelope
	r.into(t, &e)
	return e.Error
}

func (h *house) do(method, path, body, key string) reply {
	h.t.Helper()
	request, err := http.NewRequest(method, h.url+path, bytes.NewBufferString(body))
	if err != nil {
		h.t.Fatal(err)
	}
	if key != "" {
		request.Header.Set(api.HeaderKey, key)
	}
	return h.round(request)
}

func (h *house) round(request *http.Request) reply {
	h.t.Helper()
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, read}
}

func (h *house) get(path string) reply { return h.do(http.MethodGet, path, "", h.key) }

func (h *house) post(path, body string) reply { return h.do(http.MethodPost, path, body, h.key) }

// ledger sums what is booked to an account.
func (h *house) ledger(accountID string) (sum api.Credits, rows []billing.Row) {
	h.t.Helper()
	err := h.store.Rows(context.Background(), accountID, func(r billing.Row) error {
		sum += r.Credits
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return sum, rows
}

func number[T any](v T) *T { return &v }

// cooks is n creators who write about vegan food, each with an account on two
// networks, three posts, and a video with two tracks.
func cooks(n int) []service.Bundle {
	out := make([]service.Bundle, n)
	for i := range out {
		out[i] = cook(i)
	}
	return out
}

func cook(i int) service.Bundle {
	name := fmt.Sprintf("vegancook%02d", i)
	b := service.Bundle{Creator: service.Creator{
		Name: fmt.Sprintf("Vera Cook %02d", i), Bio: "Vegan food from Berlin, every day.", Kind: api.KindInfluencer,
		Country: "DE", City: "Berlin", Languages: []string{"en"}, Themes: []string{"vegan", "food"}, UpdatedAt: noon,
	}}
	b.Profiles = []service.Profile{
		{Platform: api.PhotoPlatform, Username: name, DisplayName: "Vera", URL: "https://photo.example/" + name,
			Followers: number(int64(20_000 + i)), EngagementRate: number(4.5), UpdatedAt: noon},
		{Platform: api.VideoPlatform, Username: name + "tv", DisplayName: "Vera TV", URL: "https://video.example/" + name,
			Followers: number(int64(90_000 + i)), UpdatedAt: noon},
	}
	for j := range 3 {
		b.Posts = append(b.Posts, service.Post{
			Platform: api.PhotoPlatform, PlatformID: fmt.Sprintf("P%02d%d", i, j), Type: api.PostImage,
			URL: "https://photo.example/p", Caption: fmt.Sprintf("Vegan food diary, dish %d of many.", j),
			PostedAt: noon.Add(-time.Duration(j+1) * time.Hour), Likes: number(int64(100 * (j + 1))), Comments: number(int64(9 - j)),
		})
	}
	b.Posts[1].Views = number(int64(4000))
	// Owned by the first profile of their network.
	video := fmt.Sprintf("video%06d", i)
	b.Posts = append(b.Posts, service.Post{Platform: api.VideoPlatform, PlatformID: video, Type: api.PostVideo,
		URL: "https://video.example/v", Caption: "Cooking", PostedAt: noon.Add(-24 * time.Hour)})
	b.Transcripts = []service.Transcript{
		{Platform: api.VideoPlatform, MediaID: video, Language: "en", Source: api.SourceManual, Original: true, Title: "Cooking",
			URL: "https://video.example/v", Segments: []api.Segment{{Text: "Hello", Start: 0, Duration: 1}, {Text: "vegan world", Start: 1, Duration: 2}}, SeenAt: noon},
		{Platform: api.VideoPlatform, MediaID: video, Language: "de", Source: api.SourceAuto, Text: "Hallo Welt", SeenAt: noon},
		{Platform: api.PhotoPlatform, MediaID: b.Posts[0].PlatformID, Language: "en", Source: api.SourceAuto, Text: "So good, so simple", SeenAt: noon},
	}
	return b
}

// cookID finds the id of the i-th cook.
func (h *house) cookID(i int) string {
	h.t.Helper()
	p, err := h.store.ProfileByName(context.Background(), api.PhotoPlatform, fmt.Sprintf("vegancook%02d", i))
	if err != nil {
		h.t.Fatal(err)
	}
	return p.CreatorID
}

package boot

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	_ "greenroom/internal/gctest"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func openAt(t testing.TB, path string, now time.Time, sample bool) *App {
	t.Helper()
	a, err := Open(context.Background(), Config{StorePath: path, Clock: func() time.Time { return now }, PlatformsAll: true, Sample: sample})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

func ask(a *App, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set(api.HeaderKey, a.Demo().Key)
	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, r)
	return w
}

func TestSampleWorldIsMadeOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.db")
	first := openAt(t, path, noon, true)
	demo := first.Demo()
	w := ask(first, "/v1/search/"+demo.StarterSearchID)
	if w.Code != 200 || strings.Contains(w.Body.String(), `"total":0,`) {
		t.Fatalf("starter search: %d %.200s", w.Code, w.Body)
	}
	if w := ask(first, "/v1/shortlists"); w.Code != 200 || !strings.Contains(w.Body.String(), `"version"`) {
		t.Errorf("shortlists: %d %.200s", w.Code, w.Body)
	}
	generation, _ := first.Store.Generation(t.Context())
	_ = first.Close()

	second := openAt(t, path, noon.Add(time.Hour), true)
	again, _ := second.Store.Generation(t.Context())
	if generation != again || second.Demo().StarterSearchID != demo.StarterSearchID {
		t.Errorf("generation %d and %d, starter %s and %s", generation, again, demo.StarterSearchID, second.Demo().StarterSearchID)
	}
	if second.Demo().Key == demo.Key || ask(second, "/v1/shortlists").Code != 200 {
		t.Error("the key of the second start")
	}
	_ = second.Close()

	late := openAt(t, path, noon.Add(2*rules.SessionTTL), true)
	if late.Demo().StarterSearchID == demo.StarterSearchID || ask(late, "/v1/search/"+late.Demo().StarterSearchID).Code != 200 {
		t.Error("an expired starter search is not made again")
	}
	charged := api.Credits(0)
	_ = late.Store.Rows(t.Context(), "", func(r billing.Row) error { charged += r.Credits; return nil })
	if charged != 0 {
		t.Errorf("opening cost %s credits", charged)
	}
}

func TestAStartCutShortIsFinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.db")
	kept, err := sqlite.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := kept.SetSetting(t.Context(), sampleSetting, sampleBegun); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Write(t.Context(), []service.Bundle{{Creator: service.Creator{Name: "half"}, Profiles: []service.Profile{{Platform: api.PhotoPlatform, Username: "half"}}}}); err != nil {
		t.Fatal(err)
	}
	_ = kept.Close()
	if openAt(t, path, noon, true).Demo().StarterSearchID == "" {
		t.Error("the sample world is not finished")
	}
}

func TestAStoreWithDataGetsNoSampleWorld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.db")
	plain := openAt(t, path, noon, false)
	if plain.Demo() != (Demo{}) {
		t.Error("a demo that nobody asked for")
	}
	_, err := plain.Store.Write(t.Context(), []service.Bundle{{Creator: service.Creator{Name: "Own"}, Profiles: []service.Profile{{Platform: api.PhotoPlatform, Username: "own"}}}})
	if err != nil {
		t.Fatal(err)
	}
	_ = plain.Close()
	a := openAt(t, path, noon, true)
	if a.Demo().StarterSearchID != "" || a.Demo().Key == "" {
		t.Errorf("demo: %+v", a.Demo().StarterSearchID)
	}
	if w := ask(a, "/v1/shortlists"); w.Code != 200 {
		t.Errorf("the demo account: %d", w.Code)
	}
}

func TestServeEndsWithItsContext(t *testing.T) {
	a := openAt(t, filepath.Join(t.TempDir(), "g.db"), noon, false)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Serve(ctx, l) }()
	response, err := http.Get("http://" + l.Addr().String() + "/health")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if response.StatusCode != 200 || !strings.Contains(string(body), `"ok":true`) {
		t.Errorf("health: %d %s", response.StatusCode, body)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("serve ended with %v", err)
	}
}

// Also what net/http would answer by itself has an envelope and a request id.
func TestOptionsOfTheServerAreAnswered(t *testing.T) {
	a := openAt(t, filepath.Join(t.TempDir(), "g.db"), noon, false)
	ctx, stop := context.WithCancel(t.Context())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- a.Serve(ctx, l) }()
	request, _ := http.NewRequestWithContext(t.Context(), http.MethodOptions, "http://"+l.Addr().String(), nil)
	request.URL.Opaque = "*"
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != 404 || r.Header.Get(api.HeaderRequestID) == "" {
		t.Errorf("%d %v", r.StatusCode, r.Header)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestMetricsSeeRequests(t *testing.T) {
	a := openAt(t, filepath.Join(t.TempDir(), "g.db"), noon, false)
	account := service.NewAccount("agency", api.TierFree, noon)
	if err := a.Store.CreateAccount(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/v1/creators/autocomplete?q=ab", nil)
	r.Header.Set(api.HeaderKey, a.Service.LocalKey(account.ID))
	a.Handler().ServeHTTP(httptest.NewRecorder(), r)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.ServeMetrics(ctx, l) }()
	response, err := http.Get("http://" + l.Addr().String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	for _, line := range []string{
		`greenroom_requests_total{endpoint="GET /v1/creators/autocomplete",status="200"} 1`,
		`greenroom_credits_charged_total{endpoint="GET /v1/creators/autocomplete"} 0.05`,
		`greenroom_open_reservations 0`, `greenroom_index_builds_total 1`,
	} {
		if !strings.Contains(string(body), line+"\n") {
			t.Errorf("no line %s in\n%s", line, body)
		}
	}
	if w := ask(a, "/metrics"); w.Code != 404 {
		t.Errorf("metrics at the front door: %d", w.Code)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func BenchmarkOpenWarm(b *testing.B) {
	path := filepath.Join(b.TempDir(), "g.db")
	_ = openAt(b, path, noon, true).Close()
	for b.Loop() {
		_ = openAt(b, path, noon, true).Close()
	}
}

func BenchmarkOpenFirst(b *testing.B) {
	for b.Loop() {
		_ = openAt(b, filepath.Join(b.TempDir(), "g.db"), noon, true).Close()
	}
}

// Nobody works on half a store but the copy that goes on.
func TestAStoreThatIsBeingCopiedIsNotOpened(t *testing.T) {
	c := store.Config{Path: filepath.Join(t.TempDir(), "s.db")}
	s, err := OpenStore(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.SetSetting(t.Context(), store.Unfinished, "old.db"), s.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenStore(t.Context(), c); err == nil || !strings.Contains(err.Error(), "the copy of old.db into it was not finished") {
		t.Errorf("opened with %v", err)
	}
	c.Half = true
	if s, err = OpenStore(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

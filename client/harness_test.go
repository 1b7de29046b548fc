package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"greenroom/client"
)

const (
	secret  = "gr_live_0123456789abcdef"
	creator = "7f3c2a10-1111-4222-8333-944455556666"
)

var noon = time.Date(2026, 3, 4, 12, 0, 30, 0, time.UTC)

// seen is a request as the service got it.
type seen struct {
	Method, Path, Query, Body string
	Header                    http.Header
}

// fake is a service that answers requests in order with a script, the last part again and
// again.
type fake struct {
	mu     sync.Mutex
	script []http.HandlerFunc
	got    []seen
	url    string
}

func newService(t testing.TB, script ...http.HandlerFunc) *fake {
	t.Helper()
	s := &fake{script: script}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func (s *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.got = append(s.got, seen{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, string(body), r.Header.Clone()})
	next := s.script[min(len(s.got), len(s.script))-1]
	s.mu.Unlock()
	next(w, r)
}

func (s *fake) requests() []seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]seen(nil), s.got...)
}

// say answers with JSON; headers are names and values in turn.
func say(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header()["Date"] = nil
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Add(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// drop breaks the connection, after the request was read and before an answer.
func drop(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// half announces more than it sends.
func half(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "500")
	_, _ = io.WriteString(w, `{"data":{"ok":tr`)
}

// fakeTime is a clock that moves only when somebody sleeps.
type fakeTime struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
	wake  error // what Sleep returns
}

func (f *fakeTime) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *fakeTime) Sleep(_ context.Context, d time.Duration) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.slept = append(f.slept, d)
	f.now = f.now.Add(d)
	return f.wake
}

func key(context.Context) (string, error) { return secret, nil }

// dial makes a client of a service at noon; change may alter its configuration.
func dial(t testing.TB, s *fake, change ...func(*client.Config)) (*client.Client, *fakeTime) {
	t.Helper()
	clock := &fakeTime{now: noon}
	cfg := client.Config{BaseURL: s.url, Key: key, Clock: clock.Now, Sleep: clock.Sleep}
	for _, f := range change {
		f(&cfg)
	}
	c, err := client.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c, clock
}

// failure is err as a client error.
func failure(t testing.TB, err error) *client.Error {
	t.Helper()
	var e *client.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v (%T), want a *client.Error", err, err)
	}
	return e
}

const (
	healthy      = `{"data":{"ok":true,"timestamp":"2026-03-04T12:00:30Z"}}`
	oneCreator   = `{"data":{"id":"` + creator + `","name":"Ada","bio":null,"content_themes":null,"unknown":{"a":[1]}}}`
	emptyList    = `{"data":[],"has_more":false,"next_cursor":null}`
	nothingFound = `{"data":[],"search_id":"s","total":0,"filtered_total":0,"has_more":false,"next_cursor":null}`
	rateLimited  = `{"error":{"code":"rate_limit_exceeded","message":"Over the budget."}}`
)

package client_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

func unix(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }

func seconds(n ...time.Duration) []time.Duration {
	for i := range n {
		n[i] *= time.Second
	}
	return n
}

// TestWaitsThatTheServiceNames: what is sent again, after which wait, and what
// is left to the caller with the time it may be tried.
func TestWaitsThatTheServiceNames(t *testing.T) {
	t.Parallel()
	unavailable := `{"error":{"code":"service_unavailable","message":"m"}}`
	details := `{"error":{"code":"service_unavailable","message":"m","details":{"retry_after_seconds":2,"retryable":%v}}}`
	past := "Wed, 04 Mar 2026 10:00:04 GMT"
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		slept  []time.Duration
		again  time.Duration // RetryAt after noon, where it is left to the caller
	}{
		"seconds":              {say(429, rateLimited, "Retry-After", "3"), seconds(3), 0},
		"at once":              {say(429, rateLimited, "Retry-After", "0"), seconds(0), 0},
		"the same twice":       {say(429, rateLimited, "Retry-After", "3", "Retry-After", "3"), seconds(3), 0},
		"two waits":            {say(429, rateLimited, "Retry-After", "3", "Retry-After", "4"), nil, 0},
		"too long":             {say(429, rateLimited, "Retry-After", "30"), nil, 30 * time.Second},
		"date":                 {say(429, rateLimited, "Retry-After", noon.Add(4*time.Second).Format(http.TimeFormat)), seconds(4), 0},
		"date, other clock":    {say(429, rateLimited, "Retry-After", past, "Date", "Wed, 04 Mar 2026 10:00:00 GMT"), seconds(4), 0},
		"no hint":              {say(429, rateLimited), nil, 0},
		"nonsense":             {say(429, rateLimited, "Retry-After", "soon"), nil, 0},
		"negative":             {say(429, rateLimited, "Retry-After", "-4"), nil, 0},
		"a year":               {say(429, rateLimited, "Retry-After", "31536000"), nil, 0},
		"a second less":        {say(429, rateLimited, "Retry-After", "31535999"), nil, 31535999 * time.Second},
		"a century":            {say(429, rateLimited, "Retry-After", "3200000000"), nil, 0},
		"minute refuses":       {say(429, rateLimited, "RateLimit-Remaining-Minute", "0", "RateLimit-Reset-Minute", unix(noon.Add(5*time.Second)), "RateLimit-Remaining-Hour", "500", "RateLimit-Reset-Hour", unix(noon.Add(time.Hour))), seconds(5), 0},
		"hour refuses":         {say(429, rateLimited, "RateLimit-Remaining-Minute", "150", "RateLimit-Reset-Minute", unix(noon.Add(2*time.Second)), "RateLimit-Remaining-Hour", "0", "RateLimit-Reset-Hour", unix(noon.Add(1770*time.Second))), nil, 1770 * time.Second},
		"both refuse":          {say(429, rateLimited, "RateLimit-Remaining-Minute", "0", "RateLimit-Reset-Minute", unix(noon.Add(2*time.Second)), "RateLimit-Remaining-Hour", "0", "RateLimit-Reset-Hour", unix(noon.Add(4*time.Second))), seconds(4), 0},
		"only a reset":         {say(429, rateLimited, "RateLimit-Reset-Minute", unix(noon.Add(2*time.Second))), seconds(2), 0},
		"header over reset":    {say(429, rateLimited, "Retry-After", "1", "RateLimit-Reset-Minute", unix(noon.Add(4*time.Second))), seconds(1), 0},
		"never fits":           {say(429, `{"error":{"code":"rate_limit_exceeded","message":"m","details":{"required":151,"limit":150}}}`, "Retry-After", "1"), nil, 0},
		"quota":                {say(429, `{"error":{"code":"quota_exceeded","message":"m"}}`, "Retry-After", "1"), nil, time.Second},
		"transcription":        {say(429, `{"error":{"code":"transcription_limit_exceeded","message":"m"}}`, "Retry-After", "1"), nil, time.Second},
		"unavailable":          {say(503, unavailable, "Retry-After", "1"), seconds(1), 0},
		"unavailable, no when": {say(503, unavailable), nil, 0},
		"scraping":             {say(503, `{"error":{"code":"scraping_failed","message":"m"}}`, "Retry-After", "1"), seconds(1), 0},
		"details":              {say(503, fmt.Sprintf(details, true)), seconds(2), 0},
		"not retryable":        {say(503, fmt.Sprintf(details, false)), nil, 2 * time.Second},
		"charged all the same": {say(503, unavailable, "Retry-After", "1", "X-Credits-Charged", "0.1"), nil, time.Second},
		"contract broken":      {say(503, `{"error":{"code":"upstream_contract_broken","message":"m"}}`, "Retry-After", "1"), nil, time.Second},
		"other 5xx":            {say(500, `{"error":{"code":"internal_error","message":"m"}}`, "Retry-After", "1"), nil, time.Second},
		"payment":              {say(402, `{"error":{"code":"payment_required","message":"m"}}`, "Retry-After", "1"), nil, time.Second},
		"proxy": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(503)
		}, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t, test.answer, say(200, oneCreator, "X-Credits-Charged", "0.1"))
			c, clock := dial(t, s)
			_, receipt, err := c.Creator(context.Background(), creator, false)
			if !slices.Equal(clock.slept, test.slept) {
				t.Errorf("slept %v, want %v", clock.slept, test.slept)
			}
			if test.slept != nil {
				if err != nil || receipt.Attempts != 2 || receipt.Charged != 100 || receipt.Took != test.slept[0] {
					t.Errorf("%v, %+v", err, receipt)
				}
				return
			}
			want := time.Time{}
			if test.again > 0 {
				want = noon.Add(test.again)
			}
			if e := failure(t, err); !e.RetryAt.Equal(want) || len(s.requests()) != 1 {
				t.Errorf("retry at %v after %d requests, want %v", e.RetryAt, len(s.requests()), want)
			}
		})
	}
}

func TestAttemptsEnd(t *testing.T) {
	t.Parallel()
	s := newService(t, say(429, rateLimited, "Retry-After", "1"))
	c, clock := dial(t, s)
	_, receipt, err := c.Creator(context.Background(), creator, false)
	if e := failure(t, err); len(s.requests()) != 3 || receipt.Attempts != 3 || len(clock.slept) != 2 || !e.RetryAt.Equal(noon.Add(3*time.Second)) {
		t.Errorf("%d requests, slept %v, retry at %v", len(s.requests()), clock.slept, e.RetryAt)
	}
}

func TestCancelledWhileWaiting(t *testing.T) {
	t.Parallel()
	s := newService(t, say(429, rateLimited, "Retry-After", "3"))
	c, clock := dial(t, s)
	clock.wake = context.Canceled
	_, receipt, err := c.Creator(context.Background(), creator, false)
	e := failure(t, err)
	if e.Kind != client.KindCancelled || !errors.Is(err, context.Canceled) || e.Outcome != client.OutcomeFree || receipt.Attempts != 1 || e.RetryAt.IsZero() {
		t.Errorf("%+v", e)
	}
}

// TestRealSleepEndsWithItsContext would wait an hour if the wait did not heed
// its context.
func TestRealSleepEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := newService(t, say(429, rateLimited, "Retry-After", "3600"))
	c, _ := dial(t, s, func(cfg *client.Config) { cfg.MaxWait, cfg.Sleep = 2*time.Hour, nil })
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, _, err := c.Creator(ctx, creator, false)
	if !errors.Is(err, context.DeadlineExceeded) || client.KindOf(err) != client.KindTimeout {
		t.Errorf("got %v", err)
	}
}

func TestLostConnections(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, test := range map[string]struct {
		call func(*client.Client) (client.Receipt, error)
		sent int
	}{
		"health":      {func(c *client.Client) (client.Receipt, error) { _, r, err := c.Health(ctx); return r, err }, 2},
		"search page": {func(c *client.Client) (client.Receipt, error) { _, r, err := c.SearchPage(ctx, "s", ""); return r, err }, 2},
		"shortlist":   {func(c *client.Client) (client.Receipt, error) { _, r, err := c.Shortlist(ctx, creator); return r, err }, 2},
		"shortlists":  {func(c *client.Client) (client.Receipt, error) { _, r, err := c.Shortlists(ctx, "", 0); return r, err }, 2},
		"creator": {func(c *client.Client) (client.Receipt, error) {
			_, r, err := c.Creator(ctx, creator, false)
			return r, err
		}, 1},
		"search": {func(c *client.Client) (client.Receipt, error) {
			_, r, err := c.Search(ctx, api.SearchRequest{Query: "q"})
			return r, err
		}, 1},
		"create (free)": {func(c *client.Client) (client.Receipt, error) {
			_, r, err := c.CreateShortlist(ctx, spring(nil))
			return r, err
		}, 1},
		"delete (free)": {func(c *client.Client) (client.Receipt, error) { return c.DeleteShortlist(ctx, creator) }, 1},
	} {
		s := newService(t, drop)
		c, _ := dial(t, s)
		receipt, err := test.call(c)
		if e := failure(t, err); e.Kind != client.KindLost || len(s.requests()) != test.sent || receipt.Attempts != test.sent {
			t.Errorf("%s: %v, sent %d times, want %d", name, err, len(s.requests()), test.sent)
		}
	}
	s := newService(t, half, say(200, healthy))
	c, _ := dial(t, s)
	if health, receipt, err := c.Health(ctx); err != nil || !health.OK || receipt.Attempts != 2 {
		t.Errorf("after half an answer: %v, %+v", err, receipt)
	}
}

// TestKeptConnectionBreaks: the transport would repeat a GET by itself when a
// connection it had kept breaks. A paid one must not be.
func TestKeptConnectionBreaks(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, oneCreator, "X-Credits-Charged", "0.1"), drop)
	c, _ := dial(t, s)
	if _, _, err := c.Creator(context.Background(), creator, false); err != nil {
		t.Fatal(err)
	}
	_, receipt, err := c.Creator(context.Background(), creator, false)
	if e := failure(t, err); e.Outcome != client.OutcomeUnknown || receipt.Attempts != 1 || len(s.requests()) != 2 {
		t.Errorf("%v; %d requests reached the service, want 2", err, len(s.requests()))
	}
}

// TestResetWhileReading: the service hangs up in the middle of the request.
func TestResetWhileReading(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	var accepted atomic.Int32
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			accepted.Add(1)
			_, _ = conn.Read(make([]byte, 1))
			_ = conn.(*net.TCPConn).SetLinger(0)
			_ = conn.Close()
		}
	}()
	c, _ := dial(t, &fake{url: "http://" + l.Addr().String()})
	_, _, err = c.Creator(context.Background(), creator, false)
	if e := failure(t, err); e.Kind != client.KindLost || e.Outcome != client.OutcomeUnknown || accepted.Load() != 1 {
		t.Errorf("%+v after %d connections", e, accepted.Load())
	}
}

func TestCancelledAndLate(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	arrived := make(chan struct{}, 8)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-done
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(done) })
	c, _ := dial(t, &fake{url: server.URL})

	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-arrived; cancel() }()
	_, _, err := c.Creator(ctx, creator, false)
	if e := failure(t, err); e.Kind != client.KindCancelled || e.Outcome != client.OutcomeUnknown || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled after sending: %+v", e)
	}
	_, receipt, err := c.Creator(ctx, creator, false)
	if e := failure(t, err); e.Kind != client.KindCancelled || e.Outcome != client.OutcomeFree || receipt.Attempts != 0 {
		t.Errorf("cancelled before sending: %+v", e)
	}
	late, _ := dial(t, &fake{url: server.URL}, func(cfg *client.Config) { cfg.HTTP = &http.Client{Timeout: 20 * time.Millisecond} })
	_, receipt, err = late.Health(context.Background())
	if e := failure(t, err); e.Kind != client.KindTimeout || receipt.Attempts != 1 {
		t.Errorf("late: %+v", e)
	}
}

func TestNeverFits(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, healthy, "RateLimit-Limit-Minute", "150", "RateLimit-Limit-Hour", "1500"), say(200, nothingFound))
	c, _ := dial(t, s)
	if _, _, err := c.Health(context.Background()); err != nil {
		t.Fatal(err)
	}
	limit := 63
	_, _, err := c.Search(context.Background(), api.SearchRequest{Query: "q", Limit: &limit})
	want := "This can cost up to 151 credits, more than the whole budget of 150 per minute. A limit of 62 would fit."
	if e := failure(t, err); e.Kind != client.KindNeverFits || e.Message != want || len(s.requests()) != 1 {
		t.Errorf("%+v", e)
	}
	limit = 62
	if _, _, err := c.Search(context.Background(), api.SearchRequest{Query: "q", Limit: &limit}); err != nil {
		t.Errorf("what fits: %v", err)
	}
}

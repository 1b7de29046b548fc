package live_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

type fakeClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *fakeClock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }

func (c *fakeClock) advance(d time.Duration) { c.mu.Lock(); c.now = c.now.Add(d); c.mu.Unlock() }

// scripted is a network that answers as it is told.
type scripted struct {
	service.PhotoNetwork
	calls  atomic.Int32
	answer func(ctx context.Context) error
}

func (s *scripted) Post(ctx context.Context, shortcode string) (api.LivePost, error) {
	s.calls.Add(1)
	return api.LivePost{Shortcode: shortcode}, s.answer(ctx)
}

func failing(k service.UpstreamKind) func(context.Context) error {
	return func(context.Context) error { return &service.UpstreamError{Kind: k} }
}

func works(context.Context) error { return nil }

// kindOf names the result of a call: "" for success.
func kindOf(err error) service.UpstreamKind {
	var u *service.UpstreamError
	if errors.As(err, &u) {
		return u.Kind
	}
	return ""
}

func TestBreaker(t *testing.T) {
	clock := &fakeClock{now: noon}
	source := &scripted{answer: works}
	network := live.New(service.Networks{Photo: source}, live.Config{Failures: 3, Pause: time.Minute, Clock: clock.Now}).Photo
	call := func() error { _, err := network.Post(t.Context(), "x"); return err }
	for i, step := range []struct {
		wait   time.Duration
		answer func(context.Context) error
		want   service.UpstreamKind
		asked  bool // the network is
	}{
		{0, failing(service.UpstreamRateLimited), service.UpstreamRateLimited, true},
		{0, failing(service.UpstreamBlocked), service.UpstreamBlocked, true},
		{0, failing(service.UpstreamMissing), service.UpstreamMissing, true}, // it answers: begin anew
		{0, failing(service.UpstreamUnavailable), service.UpstreamUnavailable, true},
		{0, func(context.Context) error { return errors.New("odd") }, service.UpstreamFailed, true},
		{0, func(context.Context) error { panic("odder") }, service.UpstreamFailed, true},
		{0, works, service.UpstreamUnavailable, false},
		{59 * time.Second, works, service.UpstreamUnavailable, false},
		{time.Second, failing(service.UpstreamUnavailable), service.UpstreamUnavailable, true}, // the trial fails
		{59 * time.Second, works, service.UpstreamUnavailable, false},
		{time.Second, works, "", true},
		{0, failing(service.UpstreamUnavailable), service.UpstreamUnavailable, true},
		{0, works, "", true},
	} {
		clock.advance(step.wait)
		source.answer = step.answer
		before := source.calls.Load()
		if got := kindOf(call()); got != step.want || (source.calls.Load() > before) != step.asked {
			t.Fatalf("step %d: got %q, asked %t; want %q, %t", i, got, source.calls.Load() > before, step.want, step.asked)
		}
	}
}

// While a network is left alone, callers are told how long.
func TestBreakerSaysHowLong(t *testing.T) {
	clock := &fakeClock{now: noon}
	network := live.New(service.Networks{Photo: &scripted{answer: failing(service.UpstreamBlocked)}},
		live.Config{Failures: 1, Pause: time.Minute, Clock: clock.Now}).Photo
	_, _ = network.Post(t.Context(), "x")
	clock.advance(20 * time.Second)
	_, err := network.Post(t.Context(), "x")
	var u *service.UpstreamError
	if !errors.As(err, &u) || u.RetryAfter != 40*time.Second {
		t.Errorf("%v", err)
	}
	clock.advance(-24 * time.Hour) // it was a day ahead
	if _, err = network.Post(t.Context(), "x"); kindOf(err) != service.UpstreamBlocked {
		t.Errorf("the clock is right again: %v", err)
	}
}

// One trial at a time; one whose caller goes away says nothing.
func TestBreakerTrial(t *testing.T) {
	clock := &fakeClock{now: noon}
	source := &scripted{answer: failing(service.UpstreamBlocked)}
	network := live.New(service.Networks{Photo: source}, live.Config{Failures: 1, Pause: time.Minute, Clock: clock.Now}).Photo
	_, _ = network.Post(t.Context(), "x")
	clock.advance(time.Minute)

	began := make(chan struct{})
	source.answer = func(ctx context.Context) error { close(began); <-ctx.Done(); return ctx.Err() }
	trial, giveUp := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { _, err := network.Post(trial, "x"); ended <- err }()
	<-began
	if _, err := network.Post(t.Context(), "x"); kindOf(err) != service.UpstreamUnavailable {
		t.Errorf("beside the trial: %v", err)
	}
	giveUp()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the trial: %v", err)
	}
	source.answer = works
	if _, err := network.Post(t.Context(), "x"); err != nil {
		t.Errorf("the next trial: %v", err)
	}
}

// A source that ignores its time-out is left behind, and keeps its slot.
func TestGate(t *testing.T) {
	release := make(chan struct{})
	source := &scripted{answer: func(context.Context) error { <-release; return nil }}
	network := live.New(service.Networks{Photo: source}, live.Config{Timeout: time.Millisecond, Parallel: 1, Failures: 99}).Photo
	for range 2 {
		if _, err := network.Post(t.Context(), "x"); kindOf(err) != service.UpstreamTimeout {
			t.Errorf("got %v, want a time-out", err)
		}
	}
	close(release)
	if n := source.calls.Load(); n != 1 {
		t.Errorf("%d calls at once through one slot", n)
	}
}

func TestUnconnectedStays(t *testing.T) {
	if n := live.New(service.Networks{}, live.Config{}); n.Photo != nil || n.Video != nil || n.ShortVideo != nil {
		t.Errorf("%+v", n)
	}
}

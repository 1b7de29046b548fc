package client_test

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"slices"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

// bell is a clock on which a sleeper sleeps until the test rings.
type bell struct {
	fakeTime
	asleep chan time.Duration
	ring   chan struct{}
}

func (b *bell) Sleep(ctx context.Context, d time.Duration) error {
	select {
	case b.asleep <- d:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-b.ring:
		_ = b.fakeTime.Sleep(ctx, d)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// queuing is a client with nothing left of this minute, and the clock that its
// calls wait on.
func queuing(t *testing.T, script ...http.HandlerFunc) (*client.Client, *bell, *fake) {
	t.Helper()
	b := &bell{fakeTime: fakeTime{now: noon}, asleep: make(chan time.Duration), ring: make(chan struct{})}
	s := newService(t, append([]http.HandlerFunc{say(200, healthy, left("0", "1000")...)}, script...)...)
	c, _ := dial(t, s, func(cfg *client.Config) { cfg.Clock, cfg.Sleep = b.Now, b.Sleep })
	if _, _, err := c.Health(context.Background()); err != nil {
		t.Fatal(err)
	}
	return c, b, s
}

// join starts a search of up to 125 credits that waits, and returns when the queue shows it.
func join(ctx context.Context, c *client.Client, query string) <-chan error {
	before, ended, limit := len(c.Queue()), make(chan error, 1), 50
	go func() {
		_, _, err := c.Search(ctx, api.SearchRequest{Query: query, Limit: &limit}, client.WhenItFits())
		ended <- err
	}()
	for len(c.Queue()) == before {
		runtime.Gosched()
	}
	return ended
}

func TestQueueGoesInOrder(t *testing.T) {
	t.Parallel()
	found := say(200, nothingFound, "X-Credits-Charged", "25")
	c, b, s := queuing(t, found)
	ctx := context.Background()
	ended := []<-chan error{join(ctx, c, "one")}
	if d := <-b.asleep; d != 30*time.Second {
		t.Errorf("sleeps %v", d)
	}
	ended = append(ended, join(ctx, c, "two"), join(ctx, c, "three"))
	queue := c.Queue()
	if w := queue[0]; w != (client.Waiting{Doing: "search", Subject: "one", High: 125 * api.Credit, Since: noon, Until: resetMinute}) {
		t.Errorf("waits %+v", w)
	}
	if queue[1].Subject != "two" || queue[2].Subject != "three" || !queue[1].Until.IsZero() || len(s.requests()) != 1 {
		t.Errorf("%+v after %d requests", queue, len(s.requests()))
	}
	if _, err := searchFor(c, 10); client.KindOf(err) != client.KindOverBudget {
		t.Errorf("who does not wait: %v", err)
	}
	close(b.ring)
	for _, e := range ended {
		for waiting := true; waiting; {
			select {
			case <-b.asleep: // for the next minute
			case err := <-e:
				if waiting = false; err != nil {
					t.Error(err)
				}
			}
		}
	}
	var sent []string
	for _, r := range s.requests()[1:] {
		sent = append(sent, r.Body)
	}
	if !slices.Equal(sent, []string{`{"query":"one","limit":50}`, `{"query":"two","limit":50}`, `{"query":"three","limit":50}`}) || len(c.Queue()) != 0 {
		t.Errorf("sent %v", sent)
	}
}

func TestLeavingTheQueue(t *testing.T) {
	t.Parallel()
	c, b, s := queuing(t, say(200, nothingFound))
	ctx, cancel := context.WithCancel(context.Background())
	first := join(ctx, c, "one")
	<-b.asleep
	second := join(context.Background(), c, "two")
	cancel()
	e := failure(t, <-first)
	if e.Kind != client.KindCancelled || !errors.Is(e, context.Canceled) || e.Outcome != client.OutcomeFree {
		t.Errorf("%+v", e)
	}
	<-b.asleep // it is the turn of the second
	if q := c.Queue(); len(q) != 1 || q[0].Subject != "two" || !q[0].Until.Equal(resetMinute) || len(s.requests()) != 1 {
		t.Errorf("%+v after %d requests", q, len(s.requests()))
	}
	close(b.ring)
	if err := <-second; err != nil {
		t.Error(err)
	}
}

// TestQueueWakesWhenBudgetIsFree: a call that waits only for one under way goes
// when that one has cost less than it could.
func TestQueueWakesWhenBudgetIsFree(t *testing.T) {
	t.Parallel()
	arrived, answer := make(chan struct{}), make(chan struct{})
	slow := func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-answer
		say(200, nothingFound, append(left("125", "900"), "X-Credits-Charged", "25")...)(w, r)
	}
	c, b, _ := queuing(t, say(200, healthy, left("150", "1000")...), slow, say(200, nothingFound))
	if _, _, err := c.Health(context.Background()); err != nil {
		t.Fatal(err)
	}
	under := make(chan error, 1)
	go func() { _, err := searchFor(c, 25); under <- err }()
	<-arrived
	waiting := join(context.Background(), c, "two")
	<-b.asleep
	close(answer)
	if err := errors.Join(<-under, <-waiting); err != nil || !b.Now().Equal(noon) {
		t.Errorf("%v at %v", err, b.Now())
	}
}

// TestRefusedByTheServiceWaits: other programs use the same account, and the
// service knows better.
func TestRefusedByTheServiceWaits(t *testing.T) {
	t.Parallel()
	m := &memory{}
	s := newService(t, say(429, rateLimited, append(left("3", "900"), "Retry-After", "30")...), say(200, nothingFound, "X-Credits-Charged", "25"))
	c, clock := dial(t, s, remembering(m))
	receipt, err := searchFor(c, 10, client.WhenItFits())
	if err != nil || receipt.Charged != 25*api.Credit || !slices.Equal(clock.slept, seconds(30)) {
		t.Errorf("%v, %+v, slept %v", err, receipt, clock.slept)
	}
	rows := m.entries()
	if len(rows) != 2 || !client.Is(rows[0].err, api.CodeRateLimited) || rows[0].receipt.Outcome != client.OutcomeFree || rows[1].err != nil {
		t.Errorf("the journal says %+v", rows)
	}
}

func TestNobodyWaitsForWhatNeverFits(t *testing.T) {
	t.Parallel()
	c, _, s := informed(t, left("0", "1000"))
	_, err := searchFor(c, 100, client.WhenItFits())
	if client.KindOf(err) != client.KindNeverFits || len(s.requests()) != 1 || len(c.Queue()) != 0 {
		t.Errorf("%v, %+v", err, c.Queue())
	}
	_, err = searchFor(c, 10, client.WhenItFits(), client.MaxCredits(api.Credit))
	if client.KindOf(err) != client.KindOverCap {
		t.Errorf("over the cap: %v", err)
	}
}

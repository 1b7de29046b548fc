package proxytest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/internal/racetest"
	"greenroom/service"
)

// sequences is the number of random lives of an account to try: GREENROOM_SEQUENCES, or
// few enough for every run.
func sequences() int64 {
	if n, err := strconv.ParseInt(os.Getenv("GREENROOM_SEQUENCES"), 10, 64); err == nil {
		return n
	}
	return 250
}

// TestOutcomesOnlyMoveTowardsProof lives random lives against the real service: calls
// whose requests are delivered, lost, late or refused, programs that are killed,
// restarts, settling. After each step every row of the journal is held against what
// was charged under its key: free means never charged, then and later; charged means
// just that; unknown becomes one of them, and neither becomes anything else. In the
// end nothing is unknown, and journal and ledger agree to the credit.
func TestOutcomesOnlyMoveTowardsProof(t *testing.T) {
	racetest.Once(t)
	t.Parallel()
	const workers = 16
	var next, steps, calls, charged, late atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			now := &fakeTime{now: start}
			m, err := local.Open(t.Context(), local.Config{Path: filepath.Join(t.TempDir(), "memory.db"), Clock: now.Now})
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = m.Close() }()
			for n := next.Add(1); n <= sequences() && !t.Failed(); n = next.Add(1) {
				l := newLife(t, uint64(n), m, now)
				l.live()
				steps.Add(int64(l.steps))
				calls.Add(int64(len(l.rows)))
				charged.Add(int64(len(l.line.charges)))
				late.Add(int64(l.line.lates))
			}
		})
	}
	all.Wait()
	t.Logf("%d sequences of %d steps: %d rows, %d charges, %d requests delivered late", sequences(), steps.Load(), calls.Load(), charged.Load(), late.Load())
}

// wire carries requests to the service, or does not.
type wire struct {
	dice    *rand.Rand
	address string
	suspend func(why api.ReasonCode)
	calm    bool // everything passes
	late    []*http.Request
	// What the service charged, by idempotency key.
	charges map[string]api.Credits
	lates   int
}

// deliver lets the service answer.
func (w *wire) deliver(r *http.Request) *http.Response {
	body, _ := io.ReadAll(r.Body)
	r = r.Clone(context.WithoutCancel(r.Context()))
	r.Body, r.RequestURI, r.RemoteAddr = io.NopCloser(bytes.NewReader(body)), r.URL.RequestURI(), w.address
	rec := httptest.NewRecorder()
	house.server.Config.Handler.ServeHTTP(rec, r)
	resp := rec.Result()
	if cost, err := api.ParseCredits(resp.Header.Get(api.HeaderCharged)); err == nil && cost > 0 && resp.Header.Get(api.HeaderReplayed) != "true" {
		w.charges[r.Header.Get(api.HeaderIdempotencyKey)] += cost
	}
	return resp
}

var errLine = errors.New("connection reset by peer")

// RoundTrip is one request and its fate.
func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	body := []byte(nil)
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	copied := r.Clone(context.Background())
	copied.Body = io.NopCloser(bytes.NewReader(body))
	if w.calm {
		return w.deliver(copied), nil
	}
	switch w.dice.IntN(20) {
	case 0, 1, 2, 3: // charged, and the answer is lost
		w.deliver(copied)
		return nil, errLine
	case 4:
		return nil, errLine // lost on the way there
	case 5: // it comes there later
		w.late = append(w.late, copied)
		return nil, errLine
	case 6, 7:
		return nil, fmt.Errorf("connect: %w", errLine)
	case 8:
		return w.refuses(r, 401, api.CodeUnauthorized), nil
	case 9:
		return w.refuses(r, 402, api.CodePaymentRequired), nil
	case 10:
		return w.refuses(r, 404, api.CodeNotFound), nil
	case 11:
		return w.refuses(r, 429, api.CodeRateLimited), nil
	case 12:
		return w.refuses(r, 503, api.CodeUnavailable), nil
	case 13: // the service itself refuses, without having looked at the key
		copied.Header.Set(api.HeaderKey, "not-a-key-of-this-service")
		return w.deliver(copied), nil
	case 14: // it refuses, having looked: there is nothing under the key yet
		w.suspend(api.ReasonPaymentFailed)
		defer w.suspend("")
		return w.deliver(copied), nil
	case 15: // half an answer
		resp := w.deliver(copied)
		all, _ := io.ReadAll(resp.Body)
		resp.Body = io.NopCloser(io.MultiReader(bytes.NewReader(all[:len(all)/2]), broken{}))
		return resp, nil
	}
	return w.deliver(copied), nil
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errLine }

// refuses answers in place of the service, as proxies do.
func (w *wire) refuses(r *http.Request, status int, code api.Code) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	if w.dice.IntN(2) == 0 {
		h.Set(api.HeaderRetryAfter, "1")
	}
	return &http.Response{StatusCode: status, Header: h, Request: r, Body: io.NopCloser(strings.NewReader(`{"error":{"code":"` + string(code) + `","message":"m"}}`))}
}

// arrives delivers what was late.
func (w *wire) arrives() {
	for _, r := range w.late {
		_ = w.deliver(r).Body.Close()
		w.lates++
	}
	w.late = nil
}

// mortal is the memory of a program that may be killed: then nothing is written any
// more.
type mortal struct {
	client.Memory
	dead bool
	rows map[string]string // idempotency keys of calls
}

var errDead = errors.New("killed")

func (m *mortal) Begin(ctx context.Context, e client.Exchange, t client.Terms) (client.Begun, error) {
	if m.dead {
		return client.Begun{}, errDead
	}
	begun, err := m.Memory.Begin(ctx, e, t)
	if err == nil && begun.State == client.Began && begun.Resumed.ID == "" && e.High > 0 {
		m.rows[e.ID] = e.Repeat.Key
	}
	return begun, err
}

func (m *mortal) End(ctx context.Context, e client.Exchange, r client.Receipt, err error, a *client.Answer) error {
	if m.dead {
		return errDead
	}
	return m.Memory.End(ctx, e, r, err, a)
}

// life is one account, its program and its journal.
type life struct {
	*testing.T
	seed    uint64
	dice    *rand.Rand
	clock   *fakeTime
	memory  *local.Memory
	account string
	key     string
	line    *wire
	mortal  *mortal
	client  *client.Client
	rows    map[string]string // idempotency keys of all rows
	was     map[string]local.Entry
	steps   int
	told    []string
}

func newLife(t *testing.T, seed uint64, m *local.Memory, clock *fakeTime) *life {
	l := &life{T: t, seed: seed, dice: rand.New(rand.NewPCG(seed, 21)), clock: clock, memory: m, rows: map[string]string{}, was: map[string]local.Entry{}}
	l.line = &wire{dice: l.dice, address: fmt.Sprintf("10.%d.%d.%d:1", seed>>16, seed>>8&255, seed&255), charges: map[string]api.Credits{}}
	l.account, l.key = house.join(t)
	l.line.suspend = func(why api.ReasonCode) {
		if _, err := house.app.Store.ChangeAccount(context.Background(), l.account, func(a *service.Account) error { a.Suspended = why; return nil }); err != nil {
			t.Error(err)
		}
	}
	l.starts()
	return l
}

// starts is another run of the program.
func (l *life) starts() {
	l.mortal = &mortal{Memory: l.memory.Scope(l.account, ""), rows: l.rows}
	var err error
	l.client, err = client.New(client.Config{
		BaseURL: "http://service", Key: keyOf(l.key), Clock: l.clock.Now, Sleep: l.clock.Sleep,
		HTTP: &http.Client{Transport: l.line}, Memory: l.mortal, Idempotent: l.seed%4 != 0,
	})
	if err != nil {
		l.Fatal(err)
	}
}

func (l *life) forward(d time.Duration) { _ = l.clock.Sleep(context.Background(), d) }

func (l *life) live() {
	for range 4 + l.dice.IntN(8) {
		l.step()
		if l.holds(); l.Failed() {
			return
		}
	}
	l.ends()
}

func (l *life) say(step string) {
	l.steps++
	l.told = append(l.told, step)
}

func (l *life) step() {
	switch l.dice.IntN(12) {
	case 0, 1, 2, 3, 4:
		l.asks(l.dice.IntN(3))
	case 5: // killed while it asks: what it would have written is not
		l.say("is killed")
		l.mortal.Memory = &killer{l.mortal.Memory, l.mortal}
		_ = l.ask(l.Context(), l.dice.IntN(3))
		l.forward(16 * time.Minute)
		l.line.arrives()
		l.starts()
	case 6, 7:
		l.say("settles")
		if _, err := l.client.Settle(l.Context(), l.dice.IntN(2) == 0); err != nil {
			l.Errorf("settling: %v", err)
		}
	case 8:
		l.say("restarts")
		l.starts()
	case 9:
		l.say("six minutes")
		l.line.arrives()
		l.forward(6 * time.Minute)
	case 10:
		l.say("what was late arrives")
		l.line.arrives()
	case 11: // gives up at once
		ctx, stop := context.WithCancel(l.Context())
		stop()
		l.say("gives up")
		_ = l.ask(ctx, l.dice.IntN(3))
	}
}

// killer ends the program between the begin of a call and its end.
type killer struct {
	client.Memory
	mortal *mortal
}

func (k *killer) Begin(ctx context.Context, e client.Exchange, t client.Terms) (client.Begun, error) {
	begun, err := k.Memory.Begin(ctx, e, t)
	k.mortal.dead = true
	return begun, err
}

func (l *life) asks(which int) {
	l.say(fmt.Sprintf("asks %d", which))
	_ = l.ask(l.Context(), which)
}

func (l *life) ask(ctx context.Context, which int) (err error) {
	switch which {
	case 0:
		limit := 2
		_, _, err = l.client.Search(ctx, api.SearchRequest{Query: "vegan food", Limit: &limit})
	case 1:
		_, _, err = l.client.Creator(ctx, house.people[0], false)
	case 2:
		_, _, err = l.client.Creator(ctx, "7f3c0000-0000-4000-8000-000000000000", false) // nobody: refused, or a 404 under the key
	}
	return err
}

// moves lists the allowed changes of an outcome.
var moves = map[client.Outcome]map[client.Outcome]bool{
	client.OutcomeUnknown: {client.OutcomeUnknown: true, client.OutcomeCharged: true, client.OutcomeFree: true},
	client.OutcomeCharged: {client.OutcomeCharged: true},
	client.OutcomeFree:    {client.OutcomeFree: true},
	local.OutcomeRunning:  {local.OutcomeRunning: true, client.OutcomeUnknown: true, client.OutcomeCharged: true, client.OutcomeFree: true},
	"":                    {local.OutcomeRunning: true, client.OutcomeUnknown: true, client.OutcomeCharged: true, client.OutcomeFree: true},
}

// journal are the rows of calls that could cost.
func (l *life) journal() (list []local.Entry) {
	for e, err := range l.memory.Journal(l.Context(), local.JournalQuery{Service: l.account}) {
		if err != nil {
			l.Fatal(err)
		}
		if !e.Kept && e.High > 0 {
			list = append(list, e)
		}
	}
	return list
}

func (l *life) holds() {
	for _, e := range l.journal() {
		real := l.line.charges[l.rows[e.ID]]
		switch {
		case !moves[l.was[e.ID].Outcome][e.Outcome]:
			l.wrong("%s of %s became %s", l.was[e.ID].Outcome, e.Endpoint, e.Outcome)
		case e.Outcome == client.OutcomeFree && real != 0, e.Outcome == client.OutcomeCharged && e.Charged != real:
			l.wrong("%s is %s %s, charged %s", e.Endpoint, e.Outcome, e.Charged, real)
		case real > e.High:
			l.wrong("%s was charged %s, more than once", e.Endpoint, real)
		}
		l.was[e.ID] = e
	}
}

func (l *life) wrong(format string, args ...any) {
	l.Errorf("sequence %d: %s\n%s", l.seed, fmt.Sprintf(format, args...), strings.Join(l.told, "\n"))
}

// ends waits for what is late, settles, and holds that nothing was lost or paid twice.
func (l *life) ends() {
	l.line.arrives()
	l.line.calm = true
	l.forward(20 * time.Minute)
	l.starts()
	l.say("the end")
	_ = l.ask(l.Context(), 1) // it shows that keys are known, where nothing did before
	if _, err := l.client.Settle(l.Context(), true); err != nil {
		l.Errorf("settling in the end: %v", err)
	}
	l.holds()
	var told, real api.Credits
	for _, e := range l.journal() {
		if told += e.Charged; e.Outcome != client.OutcomeCharged && e.Outcome != client.OutcomeFree {
			l.wrong("%s is %s in the end", e.Endpoint, e.Outcome)
		}
	}
	rows := house.ledger(l.T, l.account)
	if real = sum(rows); told != real {
		l.wrong("the journal says %s, the ledger %s", told, real)
	}
	for which := range 2 {
		if err := l.ask(l.Context(), which); err != nil {
			l.wrong("asked again: %v", err)
		}
	}
	if again := house.ledger(l.T, l.account); l.seed%4 != 0 && len(again) > 2 {
		l.wrong("two questions were charged %d times", len(again))
	}
}

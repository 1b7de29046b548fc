package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/httpapi"
	"greenroom/service/rules"
)

// once sends a request with an idempotency key.
func (h *house) once(key, method, path, body string) reply {
	h.t.Helper()
	asked, err := http.NewRequest(method, h.url+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	asked.Header.Set(api.HeaderKey, h.key)
	asked.Header.Set(api.HeaderIdempotencyKey, key)
	return h.round(asked)
}

const searchBody = `{"query":"vegan food","limit":2}`

// A request is charged once however often it is sent, and answered the same.
func TestARequestWithAKeyIsChargedOnce(t *testing.T) {
	h := open(t)
	h.write(cooks(3)...)
	first := h.once("k", "POST", "/v1/search", searchBody)
	for range 3 {
		again := h.once("k", "POST", "/v1/search", searchBody)
		if again.status != http.StatusOK || !bytes.Equal(again.body, first.body) || again.header.Get(api.HeaderReplayed) != "true" ||
			again.header.Get(api.HeaderCharged) != "29" || again.header.Get(api.HeaderOriginal) != first.header.Get(api.HeaderRequestID) ||
			again.header.Get(api.HeaderRemainingMinute) != first.header.Get(api.HeaderRemainingMinute) {
			t.Errorf("again: %d %v %s", again.status, again.header, again.body)
		}
	}
	if sum, rows := h.ledger(h.account.ID); sum != 29*api.Credit || len(rows) != 1 {
		t.Errorf("%s credits in %d rows", sum, len(rows))
	}
	for name, other := range map[string]reply{
		"body": h.once("k", "POST", "/v1/search", strings.Replace(searchBody, "2", "1", 1)), "path": h.once("k", "POST", "/v1/match", searchBody),
		"query": h.once("k", "POST", "/v1/search?x=1", searchBody), "method": h.once("k", "GET", "/v1/creators/autocomplete?q=le", searchBody),
	} {
		if e := other.failure(t); other.status != http.StatusUnprocessableEntity || e.Param != api.HeaderIdempotencyKey || e.Code != api.CodeValidation {
			t.Errorf("another %s: %d %+v", name, other.status, e)
		}
	}
	_, h.key = h.newAccount("other", api.Tier1)
	if r := h.once("k", "POST", "/v1/search", searchBody); r.status != http.StatusOK || r.header.Get(api.HeaderReplayed) != "false" {
		t.Errorf("the same key of another account: %d %v", r.status, r.header)
	}
}

// An answer is given again for a day, by a service that has started anew too.
func TestAnAnswerIsKeptForADay(t *testing.T) {
	h := open(t)
	h.write(cooks(3)...)
	h.once("k", "POST", "/v1/search", searchBody)
	again := httptest.NewServer(httpapi.New(httpapi.Config{Service: rules.New(rules.Config{Store: h.store, Clock: h.clock.Now}), Clock: h.clock.Now}))
	defer again.Close()
	h.url = again.URL
	for _, step := range []struct {
		later    time.Duration
		replayed string
	}{{24 * time.Hour, "true"}, {time.Second, "false"}, {time.Hour, "true"}} {
		h.clock.advance(step.later)
		if r := h.once("k", "POST", "/v1/search", searchBody); r.header.Get(api.HeaderReplayed) != step.replayed {
			t.Errorf("%s later replayed is %q, not %s", step.later, r.header.Get(api.HeaderReplayed), step.replayed)
		}
	}
	if sum, _ := h.ledger(h.account.ID); sum != 58*api.Credit {
		t.Errorf("%s credits", sum)
	}
}

// What was refused is not kept: the same request with the same key may succeed.
// What cost nothing is kept too.
func TestRefusalsAreNotKept(t *testing.T) {
	fails := &atomic.Bool{}
	h := open(t, broken(func(s rules.Store) rules.Store { return noCharge{s, fails} }))
	h.write(cooks(3)...)
	tries := []struct {
		name       string
		begin, end func()
		status     int
	}{
		{"suspended", func() { h.change(func(a *service.Account) { a.Suspended = api.ReasonPaymentFailed }) }, func() { h.change(func(a *service.Account) { a.Suspended = "" }) }, 402},
		{"budget", func() { h.change(func(a *service.Account) { a.Limits.Minute = api.Credit }) }, func() { h.change(func(a *service.Account) { a.Limits.Minute = 750 * api.Credit }) }, 429},
		{"fault", func() { fails.Store(true) }, func() { fails.Store(false) }, 500},
	}
	for _, c := range tries {
		c.begin()
		refused := h.once(c.name, "POST", "/v1/search", searchBody)
		c.end()
		if then := h.once(c.name, "POST", "/v1/search", searchBody); refused.status != c.status || then.status != 200 || then.header.Get(api.HeaderReplayed) != "false" {
			t.Errorf("%s: %d, then %d %s", c.name, refused.status, then.status, then.header.Get(api.HeaderReplayed))
		}
		if said := refused.header.Get(api.HeaderReplayed); said != "false" {
			t.Errorf("%s: it says %q of the key", c.name, said)
		}
	}
	if r := h.once("bad", "POST", "/v1/search", `{"query":""}`); r.status != 400 {
		t.Errorf("a bad request: %d", r.status)
	}
	if r := h.once("bad", "POST", "/v1/search", searchBody); r.status != 200 {
		t.Errorf("after a bad request with the same key: %d %s", r.status, r.body)
	}
	nothing := `{"creators":[{"creator_id":"` + unknownID + `"}],"intent":{"query":"vegan"}}`
	if first, again := h.once("free", "POST", "/v1/match", nothing), h.once("free", "POST", "/v1/match", nothing); first.header.Get(api.HeaderCharged) != "0" ||
		again.header.Get(api.HeaderReplayed) != "true" || again.header.Get(api.HeaderCharged) != "0" || !bytes.Equal(first.body, again.body) {
		t.Errorf("what cost nothing: %v, then %v", first.header, again.header)
	}
	h.key = "nobody's"
	if r := h.once("k", "POST", "/v1/search", searchBody); r.status != 401 || r.header.Get(api.HeaderReplayed) != "" {
		t.Errorf("who was not let in is told %q of the key: %d", r.header.Get(api.HeaderReplayed), r.status)
	}
}

// noCharge is a store whose ledger fails at times.
type noCharge struct {
	rules.Store
	fails *atomic.Bool
}

func (f noCharge) Charge(ctx context.Context, r billing.Row, l api.TierLimits) (billing.Usage, error) {
	if f.fails.Load() {
		return billing.Usage{}, errDisk
	}
	return f.Store.Charge(ctx, r, l)
}

// Two processes on one store do the same work at once: one is charged, and both
// give its answer.
func TestTwoProcessesChargeOnce(t *testing.T) {
	var h *house
	inside := ""
	h = open(t, broken(func(s rules.Store) rules.Store {
		return pausing{s, &atomic.Bool{}, func() {
			beside := httptest.NewServer(httpapi.New(httpapi.Config{Service: rules.New(rules.Config{Store: s, Clock: h.clock.Now}), Clock: h.clock.Now}))
			defer beside.Close()
			there := *h
			there.url = beside.URL
			inside = string(there.once("k", "POST", "/v1/search", searchBody).body)
		}}
	}))
	h.write(cooks(3)...)
	r := h.once("k", "POST", "/v1/search", searchBody)
	if r.status != 200 || string(r.body) != inside || r.header.Get(api.HeaderReplayed) != "true" {
		t.Errorf("%d %v %s, not %s", r.status, r.header, r.body, inside)
	}
	if sum, rows := h.ledger(h.account.ID); sum != 29*api.Credit || len(rows) != 1 {
		t.Errorf("%s credits in %d rows", sum, len(rows))
	}
}

// nodes is a store that keeps the keys of what runs, as one does that nodes share.
type nodes struct {
	pausing
	turns *sync.Map
}

func (n nodes) TakeTurn(_ context.Context, o billing.Owner, key string, _ time.Duration) (func(context.Context) error, bool, error) {
	_, has := n.turns.LoadOrStore(o.AccountID+key, true)
	return func(context.Context) error { n.turns.Delete(o.AccountID + key); return nil }, !has, nil
}

// While one node works on a request, another that gets it too says when to come again.
func TestTwoNodesWorkOnce(t *testing.T) {
	var h, there *house
	var inside reply
	h = open(t, broken(func(s rules.Store) rules.Store {
		n := nodes{pausing: pausing{s, &atomic.Bool{}, func() { inside = there.once("k", "POST", "/v1/search", searchBody) }}, turns: &sync.Map{}}
		clock := func() time.Time { return h.clock.Now() }
		beside := httptest.NewServer(httpapi.New(httpapi.Config{Service: rules.New(rules.Config{Store: n, Clock: clock}), Clock: clock}))
		t.Cleanup(beside.Close)
		there = &house{url: beside.URL}
		return n
	}))
	h.write(cooks(3)...)
	there.t, there.key = h.t, h.key
	r := h.once("k", "POST", "/v1/search", searchBody)
	if r.status != 200 || inside.status != http.StatusConflict || inside.header.Get("Retry-After") != "1" {
		t.Errorf("%d, and meanwhile on the other node %d %v %s", r.status, inside.status, inside.header, inside.body)
	}
	if again := there.once("k", "POST", "/v1/search", searchBody); again.status != 200 || !bytes.Equal(again.body, r.body) || again.header.Get(api.HeaderReplayed) != "true" {
		t.Errorf("on the other node after it: %d %v", again.status, again.header)
	}
}

// Many requests over 64 connections, with keys that repeat and connections that
// are cut: each key is charged once, and its answers are one.
// GREENROOM_REPEATS asks for more than the usual 1,000.
func TestRepeatsOverManyConnections(t *testing.T) {
	requests := 1000
	if n, err := strconv.Atoi(os.Getenv("GREENROOM_REPEATS")); err == nil {
		requests = n
	}
	h := open(t)
	h.write(cooks(3)...)
	h.change(func(a *service.Account) { a.Limits = api.TierLimits{Minute: 1 << 40, Hour: 1 << 40} })
	keys := requests / 4
	var mu sync.Mutex
	answers := map[string]string{}
	var next, cut, busy atomic.Int64
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for n := int(next.Add(1)); n <= requests; n = int(next.Add(1)) {
				key := fmt.Sprint("k", n/2%keys)
				status, body := h.cutAt(key, n, requests)
				switch status {
				case http.StatusOK:
					mu.Lock()
					if was, ok := answers[key]; ok && was != body {
						t.Errorf("%s is answered with %s and with %s", key, was, body)
					}
					answers[key] = body
					mu.Unlock()
				case http.StatusConflict:
					busy.Add(1)
				case 0:
					cut.Add(1)
				default:
					t.Errorf("%s: %d %s", key, status, body)
				}
			}
		})
	}
	all.Wait()
	for i := range keys {
		key := fmt.Sprint("k", i)
		if status, body := h.cutAt(key, requests+1, requests); status != http.StatusOK || answers[key] != "" && answers[key] != body {
			t.Errorf("%s at last: %d %s", key, status, body)
		}
	}
	sum, rows := h.ledger(h.account.ID)
	if len(rows) != keys || sum != api.Credits(keys)*29*api.Credit {
		t.Errorf("%d rows and %s credits for %d keys", len(rows), sum, keys)
	}
	t.Logf("%d requests, %d keys, %d rows; %d cut, %d while one ran", requests, keys, len(rows), cut.Load(), busy.Load())
}

// cutAt sends the n-th request; one of three is cut before its answer, up to last.
func (h *house) cutAt(key string, n, last int) (status int, body string) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if n%3 == 0 && n <= last {
		time.AfterFunc(time.Duration(n%11)*200*time.Microsecond, cancel)
	}
	asked, _ := http.NewRequestWithContext(ctx, "POST", h.url+"/v1/search", strings.NewReader(searchBody))
	asked.Header.Set(api.HeaderKey, h.key)
	asked.Header.Set(api.HeaderIdempotencyKey, key)
	r, err := http.DefaultClient.Do(asked)
	if err != nil {
		return 0, ""
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, ""
	}
	var page api.SearchPage
	if r.StatusCode == http.StatusOK && json.Unmarshal(b, &page) != nil {
		return -1, string(b)
	}
	return r.StatusCode, string(b)
}

package httpapi_test

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/billing"
	"greenroom/service/httpapi"
	"greenroom/service/rules"
)

// holding is a store in which a request with an idempotency key runs until it is
// let go.
type holding struct {
	rules.Store
	runs, free chan struct{}
	one        *sync.Mutex // held while it does: who comes meanwhile passes
}

func (h holding) Kept(ctx context.Context, o billing.Owner, key string, since time.Time) (billing.Row, error) {
	if h.one.TryLock() {
		h.runs <- struct{}{}
		<-h.free
		h.one.Unlock()
	}
	return h.Store.Kept(ctx, o, key, since)
}

// repeats sends what can charge again and again with an idempotency key.
func (c *conformance) repeats(t *testing.T, s *stage, good asks) {
	t.Helper()
	held := holding{s.store, make(chan struct{}), make(chan struct{}), &sync.Mutex{}}
	beside := s.beside(held, time.Minute)
	for _, name := range slices.Sorted(maps.Keys(c.routes)) {
		r := c.routes[name]
		if api.PriceOf(r.Operation).Cost(1) == 0 || good[name] == nil {
			continue
		}
		ask := good[name](s, "")
		ask.once = "key of " + strings.ReplaceAll(name, " ", "-")
		c.check(t, s, want{name: "a space in the key", route: name, ask: func(*stage) request { return ask }, status: 400, code: api.CodeValidation, param: api.HeaderIdempotencyKey})
		ask.once = strings.ReplaceAll(ask.once, " ", "-")
		same := func(*stage) request { return ask }
		c.replayed(t, s, r, ask)
		other := ask
		other.path += map[bool]string{true: "&", false: "?"}[strings.Contains(ask.path, "?")] + "x="
		c.check(t, s, want{name: "another request", route: name, ask: func(*stage) request { return other }, status: 422, code: api.CodeValidation, param: api.HeaderIdempotencyKey})
		ask.once += "-beside" // what was answered is told again, whatever runs
		done := make(chan reply)
		go func() { done <- beside.send(r.Method, ask, "") }()
		<-held.runs
		c.check(t, beside, want{name: "while it runs", route: name, ask: same, status: 409, code: api.CodeValidation, param: api.HeaderIdempotencyKey, header: []string{api.HeaderRetryAfter}})
		held.free <- struct{}{}
		<-done
	}
}

// replayed sends a request twice: the second answer is the first.
func (c *conformance) replayed(t *testing.T, s *stage, r httpapi.Route, ask request) {
	t.Helper()
	first, second := s.send(r.Method, ask, ""), s.send(r.Method, ask, "")
	c.validate(t, r, ask, first)
	c.validate(t, r, ask, second)
	if first.status/100 != 2 || second.status != first.status || !bytes.Equal(second.body, first.body) ||
		second.header.Get(api.HeaderCharged) != first.header.Get(api.HeaderCharged) || second.header.Get(api.HeaderFeatures) != first.header.Get(api.HeaderFeatures) ||
		first.header.Get(api.HeaderReplayed) != "false" || second.header.Get(api.HeaderReplayed) != "true" ||
		second.header.Get(api.HeaderOriginal) != first.header.Get(api.HeaderRequestID) {
		t.Errorf("%s %s is answered with %d %v, and again with %d %v", r.Method, ask.path, first.status, first.header, second.status, second.header)
	}
}

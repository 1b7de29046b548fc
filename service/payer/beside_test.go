package payer

import (
	"context"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/service/boot"
	"greenroom/service/payments"
	"greenroom/service/payments/facilitator"
)

// Two processes on one store know each other's challenges, and settle a payment that
// both are sent at once one time.
func TestTwoProcesses(t *testing.T) {
	var remote facilitator.Config
	s := open(t, func(_ *boot.Config, c *facilitator.Config) { remote = *c })
	app, err := boot.Open(context.Background(), boot.Config{StorePath: s.file, Clock: s.clock.Now, Sample: true,
		Payments: &boot.Payments{Terms: terms(t, s.url), Facilitator: facilitator.New(remote)}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.Handler())
	defer func() { server.Close(); _ = app.Close() }()
	there := *s
	there.url = server.URL
	for name, by := range protocols {
		before := len(s.chain.Settlements())
		header, value := by(s.pay(), t, s.challenged(search).header)
		var wg sync.WaitGroup
		var mu sync.Mutex
		answers := map[string]int{}
		for i := range 10 {
			wg.Go(func() {
				at := []*shop{s, &there}[i%2]
				if r := at.send(search, header, value); r.status != 409 {
					mu.Lock()
					answers[string(r.body)]++
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		answers[string(there.send(search, header, value).body)]++
		answers[string(s.send(search, header, value).body)]++
		if len(answers) != 1 || len(s.chain.Settlements()) != before+1 {
			t.Errorf("%s: %d different answers, %d settlements", name, len(answers), len(s.chain.Settlements())-before)
		}
	}
}

// Work that takes longer than anybody believes is given up: the same payment is taken
// by who comes next, and the late one neither settles nor delivers.
func TestWorkThatTakesTooLong(t *testing.T) {
	for name, by := range protocols {
		var s *shop
		var header, value string
		var inner reply
		var begun atomic.Bool
		s = open(t, func(c *boot.Config, _ *facilitator.Config) {
			c.Payments.Observe = func(e payments.Event) {
				if e.What != string(payments.Executing) || !begun.CompareAndSwap(false, true) {
					return
				}
				s.clock.advance(89 * time.Second)
				if r := s.send(search, header, value); r.status != 409 {
					t.Errorf("%s, while it is believed: %d", name, r.status)
				}
				s.clock.advance(2 * time.Second)
				inner = s.send(search, header, value)
			}
		})
		header, value = by(s.pay(), t, s.challenged(search).header)
		late := s.send(search, header, value)
		if inner.status != 200 || late.status != 409 {
			t.Errorf("%s: %d and, late, %d %s", name, inner.status, late.status, late.body)
		}
		if again := s.send(search, header, value); again.status != 200 || string(again.body) != string(inner.body) || len(s.chain.Settlements()) != 1 || s.states() != "settled" {
			t.Errorf("%s at last: %d, settled %d, %s", name, again.status, len(s.chain.Settlements()), s.states())
		}
	}
}

// A payment that is settled while the facilitator checks the same one a second time is
// answered again: that it is used by then is no reason to ask for another.
func TestSettledWhileItIsChecked(t *testing.T) {
	for name, by := range protocols {
		s := open(t)
		header, value := by(s.pay(), t, s.challenged(search).header)
		var begun atomic.Bool
		var first reply
		s.chain.Arrives = func(string) {
			if begun.CompareAndSwap(false, true) {
				first = s.send(search, header, value)
			}
		}
		second := s.send(search, header, value)
		if first.status != 200 || second.status != 200 || string(first.body) != string(second.body) || second.header.Get("Idempotency-Replayed") != "true" || len(s.chain.Settlements()) != 1 {
			t.Errorf("%s: %d, then %d %s", name, first.status, second.status, second.body)
		}
	}
}

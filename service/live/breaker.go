package live

import (
	"sync"
	"time"
)

// breaker leaves a network alone that has failed several times in a row. After
// a while it lets one call through on trial: if that works, all go through
// again; if not, it waits anew.
type breaker struct {
	failures int           // in a row that open it
	wait     time.Duration // how long it stays open
	clock    func() time.Time

	mu     sync.Mutex
	failed int       // in a row
	until  time.Time // open until; zero: closed
	trial  bool      // one runs
}

// verdict is what a call said about the network.
type verdict uint8

const (
	works verdict = iota
	fails
	saysNothing // the caller gave up before it could tell
)

// enter lets a call through, perhaps on trial, or says how long to wait. Who is
// let through must leave.
func (b *breaker) enter() (trial bool, wait time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return false, 0, true
	}
	if left := b.until.Sub(b.clock()); left > 0 && left <= b.wait { // longer: the clock was set back
		return false, left, false
	}
	if b.trial {
		return false, time.Second, false
	}
	b.trial = true
	return true, 0, true
}

// leave takes the verdict of a call. While the breaker is open only that of a
// trial counts: the others began before.
func (b *breaker) leave(v verdict, trial bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if trial {
		b.trial = false
	}
	if v == saysNothing || !trial && !b.until.IsZero() {
		return
	}
	if v == works {
		b.failed, b.until = 0, time.Time{}
		return
	}
	if b.failed++; trial || b.failed >= b.failures {
		b.until = b.clock().Add(b.wait)
	}
}

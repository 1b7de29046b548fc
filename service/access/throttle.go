package access

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// An address that fails to authenticate failuresAllowed times within
// failureWindow is blocked for failureBlock.
const (
	failuresAllowed = 10
	failureWindow   = 5 * time.Minute
	failureBlock    = 5 * time.Minute
	// throttleSize is the number of remembered addresses from which old ones are looked
	// for and dropped.
	throttleSize = 4096
)

// Throttle counts attempts by address, or by whatever else is guessed from or at: too
// many within five minutes block it for five. An attempt is counted in the step that
// finds it allowed, so that any number of them at once are bounded as if they came one
// after the other. The zero value is ready. It is of this process alone, but for what
// failed where attempts are Shared.
type Throttle struct {
	// Allowed limits the failures; 0: failuresAllowed.
	Allowed int
	// Shared counts failures for all nodes, and Kind tells it from others; nil: they are
	// not counted together.
	Shared Attempts
	Kind   string

	mu    sync.Mutex
	seen  map[string]*attempts
	sweep int // the size at which to look for old addresses again
}

// attempts are the moments of those that count, no more than are allowed: within the
// window, or, where there are as many, until the block ends.
type attempts []time.Time

// Blocked returns how long an address still has to wait.
func (t *Throttle) Blocked(address string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := t.seen[address]
	if a == nil {
		return 0
	}
	return a.wait(now, t.allowed())
}

// Take counts an attempt of an address, or returns how long it still has to wait. Where
// an attempt takes time, it is counted before that; Return takes back a right one.
func (t *Throttle) Take(address string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget(now)
	a := t.seen[address]
	if a == nil {
		a = &attempts{}
		t.seen[address] = a
	}
	wait := a.wait(now, t.allowed())
	if wait == 0 {
		*a = append(*a, now)
	}
	return wait
}

// Return takes back an attempt that was counted at a moment: it was right, or came to
// nothing.
func (t *Throttle) Return(address string, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := t.seen[address]
	if a == nil {
		return
	}
	if i := slices.IndexFunc(*a, at.Equal); i >= 0 {
		*a = slices.Delete(*a, i, i+1)
	}
	if len(*a) == 0 {
		delete(t.seen, address)
	}
}

func (t *Throttle) allowed() int { return cmp.Or(t.Allowed, failuresAllowed) }

// wait returns the time until the next attempt is allowed. It drops those that count no
// more; moments lie on either side of now, since the clock may be set back.
func (a *attempts) wait(now time.Time, allowed int) time.Duration {
	if n := len(*a); n >= allowed {
		last := &(*a)[n-1]
		if last.After(now) {
			*last = now
		}
		if left := failureBlock - now.Sub(*last); left > 0 {
			return left
		}
		*a = nil
	}
	*a = slices.DeleteFunc(*a, func(at time.Time) bool { return now.Sub(at).Abs() >= failureWindow })
	return 0
}

// forget drops addresses that have nothing against them any more, when there
// are many.
func (t *Throttle) forget(now time.Time) {
	if t.seen == nil {
		t.seen, t.sweep = map[string]*attempts{}, throttleSize
	}
	if len(t.seen) < t.sweep {
		return
	}
	for address, a := range t.seen {
		if a.wait(now, t.allowed()) == 0 && len(*a) == 0 {
			delete(t.seen, address)
		}
	}
	t.sweep = max(throttleSize, 2*len(t.seen))
}

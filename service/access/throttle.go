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
	// throttleSize is how many addresses are remembered before old ones are
	// looked for and dropped.
	throttleSize = 4096
)

// Throttle remembers failed authentication by address, or by whatever else is
// guessed from or at: too many within five minutes block it for five. The zero
// value is ready. It is of this process alone.
type Throttle struct {
	// Allowed is how many are too many; 0: failuresAllowed.
	Allowed int

	mu    sync.Mutex
	seen  map[string]*failures
	sweep int // the size at which to look for old addresses again
}

type failures struct {
	at    []time.Time // within the window, on either side: the clock may be set back
	until time.Time   // blocked until
}

// Blocked returns how long an address still has to wait.
func (t *Throttle) Blocked(address string, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.seen[address]
	if f == nil {
		return 0
	}
	if f.until.Sub(now) > failureBlock { // the clock was set back
		f.until = now.Add(failureBlock)
	}
	return max(0, f.until.Sub(now))
}

// Failed counts one failure against an address.
func (t *Throttle) Failed(address string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget(now)
	f := t.seen[address]
	if f == nil {
		f = &failures{}
		t.seen[address] = f
	}
	f.trim(now)
	f.at = append(f.at, now)
	if allowed := cmp.Or(t.Allowed, failuresAllowed); len(f.at) >= allowed {
		*f = failures{until: now.Add(failureBlock)}
	}
}

func (f *failures) trim(now time.Time) {
	f.at = slices.DeleteFunc(f.at, func(at time.Time) bool { return now.Sub(at).Abs() >= failureWindow })
}

// forget drops addresses that have nothing against them any more, when there
// are many.
func (t *Throttle) forget(now time.Time) {
	if t.seen == nil {
		t.seen, t.sweep = map[string]*failures{}, throttleSize
	}
	if len(t.seen) < t.sweep {
		return
	}
	for address, f := range t.seen {
		if f.trim(now); len(f.at) == 0 && !f.until.After(now) {
			delete(t.seen, address)
		}
	}
	t.sweep = max(throttleSize, 2*len(t.seen))
}

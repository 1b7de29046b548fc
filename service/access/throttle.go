package access

import (
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

// throttle remembers failed authentication by address. The zero value is ready.
type throttle struct {
	mu    sync.Mutex
	seen  map[string]*failures
	sweep int // the size at which to look for old addresses again
}

type failures struct {
	at    []time.Time // within the window, on either side: the clock may be set back
	until time.Time   // blocked until
}

// blocked returns how long an address still has to wait.
func (t *throttle) blocked(address string, now time.Time) time.Duration {
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

func (t *throttle) failed(address string, now time.Time) {
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
	if len(f.at) >= failuresAllowed {
		*f = failures{until: now.Add(failureBlock)}
	}
}

func (f *failures) trim(now time.Time) {
	f.at = slices.DeleteFunc(f.at, func(at time.Time) bool { return now.Sub(at).Abs() >= failureWindow })
}

// forget drops addresses that have nothing against them any more, when there
// are many.
func (t *throttle) forget(now time.Time) {
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

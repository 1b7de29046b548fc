package sqlite

import (
	"cmp"
	"context"
	"sync"
	"time"
)

const (
	patience = time.Minute
	pause    = 20 * time.Millisecond
	// anotherLock is the shortest time without a lock in the way before waiting begins
	// anew.
	anotherLock = 10 * time.Second
)

// Patience limits the wait for locks of other programs, for all who use one file together:
// once it is over, nobody waits again before something has succeeded. The zero value waits
// for a minute and says nothing.
type Patience struct {
	Most time.Duration // 0: a minute
	// Tell is called once when the waiting has taken as long as After; nil: nobody is told.
	Tell  func()
	After time.Duration

	mu    sync.Mutex
	since time.Time // when the waiting began; zero: nobody waits
	last  time.Time // when something was in the way last
	told  bool
}

// Patiently is Wait with a patience of its own.
func Patiently(ctx context.Context, do func() error) error {
	if err := do(); !busy(err) {
		return err
	}
	return new(Patience).Wait(ctx, do)
}

// Wait repeats what other programs on a file are in the way of, while there is
// patience; then it returns what is in the way.
func (p *Patience) Wait(ctx context.Context, do func() error) error {
	for {
		err := do()
		if !busy(err) {
			p.reset()
			return err
		}
		if !p.more(time.Now()) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (p *Patience) reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.since = time.Time{}
}

// more reports whether there is patience left, and tells that it is being used.
func (p *Patience) more(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	most := cmp.Or(p.Most, patience)
	if p.since.IsZero() || now.Sub(p.last) > max(most, anotherLock) {
		p.since, p.told = now, false
	}
	p.last = now
	waited := now.Sub(p.since)
	if p.Tell != nil && !p.told && waited >= p.After {
		p.told = true
		p.Tell()
	}
	return waited < most
}

package signin

import (
	"context"
	"sync"
	"time"

	"greenroom/service/access"
)

// How many attempts there are within five minutes.
const (
	// nameGuesses limits the passwords tried for one name from addresses where it never
	// signed in: ten addresses' worth, so that no single one can lock anybody out.
	nameGuesses = 100
	// deviceRequests limits the logins one address may begin.
	deviceRequests = 60
)

// counter is one count that an attempt belongs to.
type counter struct {
	limit *access.Throttle
	of    string
}

// try is an attempt that is counted before it is known to be right, so that any number
// of them at once are no more than one after the other.
type try struct {
	counters []counter
	at       time.Time
}

// attempt counts an attempt, or is *Slowed and counts nothing.
func (s *Server) attempt(ctx context.Context, counters ...counter) (*try, error) {
	t := &try{counters, s.clock()}
	for i, c := range counters {
		if wait := c.limit.Take(c.of, t.at); wait > 0 {
			t.counters = counters[:i]
			t.giveBack()
			return nil, &Slowed{wait}
		}
	}
	if err := t.elsewhere(ctx); err != nil {
		t.giveBack()
		return nil, err
	}
	return t, nil
}

// elsewhere is *Slowed for what failed on other nodes.
func (t *try) elsewhere(ctx context.Context) error {
	for _, c := range t.counters {
		wait, err := c.limit.Elsewhere(ctx, c.of, t.at)
		if err != nil {
			return err
		}
		if wait > 0 {
			return &Slowed{wait}
		}
	}
	return nil
}

// giveBack takes back an attempt that was right, or that came to nothing.
func (t *try) giveBack() {
	for _, c := range t.counters {
		c.limit.Return(c.of, t.at)
	}
}

// right takes back an attempt that was right, which is told unless others failed
// meanwhile.
func (t *try) right(ctx context.Context) error {
	if err := t.elsewhere(ctx); err != nil {
		return err
	}
	t.giveBack()
	return nil
}

// wrong counts an attempt that failed among those of all nodes, and is what it is told.
func (t *try) wrong(ctx context.Context, told error) error {
	for _, c := range t.counters {
		wait, err := c.limit.Failed(ctx, c.of, t.at)
		if err != nil {
			return err
		}
		if wait > 0 {
			return &Slowed{wait}
		}
	}
	return told
}

// homes are the addresses from which people signed in, of this process alone. Whoever
// guesses at a name from many other addresses does not keep its owner out there.
type homes struct {
	mu   sync.Mutex
	seen map[home]struct{}
}

type home struct{ name, address string }

// homesMost bounds how many are kept in mind.
const homesMost = 10_000

func (h *homes) know(one home) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, known := h.seen[one]
	return known
}

func (h *homes) add(one home) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.seen == nil || len(h.seen) >= homesMost {
		h.seen = map[home]struct{}{}
	}
	h.seen[one] = struct{}{}
}

// guesses are the counts that a password typed for a name belongs to: that of its
// address, and that of the name unless this is an address of its owner.
func (s *Server) guesses(from home) []counter {
	counters := []counter{{&s.wrong, from.address}}
	if !s.homes.know(from) {
		counters = append(counters, counter{&s.names, from.name})
	}
	return counters
}

package signin

import (
	"sync"
	"time"

	"greenroom/service/access"
)

// How many attempts there are within five minutes.
const (
	// nameGuesses is how many passwords may be tried for one name from addresses where it
	// never signed in: ten addresses' worth, so that no single one can lock anybody out.
	nameGuesses = 100
	// deviceRequests is how many logins one address may begin.
	deviceRequests = 60
)

// counter is one count that an attempt belongs to.
type counter struct {
	limit *access.Throttle
	of    string
}

// attempt counts an attempt before it is known to be right, or is *Slowed and counts
// nothing: so any number of them at once are no more than one after the other. giveBack
// takes back one that was right, or that came to nothing.
func (s *Server) attempt(counters ...counter) (giveBack func(), err error) {
	now := s.clock()
	for i, c := range counters {
		if wait := c.limit.Take(c.of, now); wait > 0 {
			returned(counters[:i], now)
			return nil, &Slowed{wait}
		}
	}
	return func() { returned(counters, now) }, nil
}

func returned(counters []counter, at time.Time) {
	for _, c := range counters {
		c.limit.Return(c.of, at)
	}
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

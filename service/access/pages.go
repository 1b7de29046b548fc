package access

import (
	"fmt"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// freePages limits the pages of search sessions that an account reads in one UTC minute.
// They cost nothing, so no budget bounds them.
const freePages = 120

// strangerAsks limits the requests without a key from one address in one UTC minute, paid
// or not: each makes a challenge, or has a payment checked.
const strangerAsks = 600

// pageLimiter counts by account, or by address, what is free, in the minute that runs. It is of this process alone: it keeps off a runaway loop, no more.
type pageLimiter struct {
	most int
	says string // to who is over it: with the most, and how long there is none

	mu     sync.Mutex
	minute time.Time
	seen   map[string]int
}

// take counts a page, or fails with the wait until another is allowed.
func (p *pageLimiter) take(who string, now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if minute := now.UTC().Truncate(time.Minute); !minute.Equal(p.minute) { // either way: a clock may be set back
		p.minute, p.seen = minute, map[string]int{}
	}
	if p.seen[who] >= p.most {
		wait := max(time.Second, p.minute.Add(time.Minute).Sub(now))
		return &service.Error{Code: api.CodeRateLimited, RetryAfter: wait, Message: fmt.Sprintf(p.says, p.most, (wait + time.Second - 1).Truncate(time.Second))}
	}
	p.seen[who]++
	return nil
}

// Page counts a page of a search session, or says how long there is none.
func (c *Control) Page(caller Caller) error {
	return c.pages.take(caller.Account.ID, c.clock())
}

// Stranger counts a request without a key, or says how long its address may make
// none.
func (c *Control) Stranger(address string) error {
	return c.strangers.take(address, c.clock())
}

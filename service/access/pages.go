package access

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// freePages is how many pages of search sessions an account may read in one
// UTC minute. They cost nothing, so no budget bounds them.
const freePages = 120

// strangerAsks is how many requests without a key one address may make in one UTC
// minute, paid or not: each makes a challenge, or has a payment checked.
const strangerAsks = 600

// pageLimiter counts by account, or by address, what is free, in the minute that runs. The zero value
// is ready. It is of this process alone: it keeps off a runaway loop, no more.
type pageLimiter struct {
	most int // 0: freePages

	mu     sync.Mutex
	minute time.Time
	seen   map[string]int
}

// take counts one, or returns how long there is none.
func (p *pageLimiter) take(who string, now time.Time) (wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if minute := now.UTC().Truncate(time.Minute); !minute.Equal(p.minute) { // either way: a clock may be set back
		p.minute, p.seen = minute, map[string]int{}
	}
	if p.seen[who] >= cmp.Or(p.most, freePages) {
		return max(time.Second, p.minute.Add(time.Minute).Sub(now))
	}
	p.seen[who]++
	return 0
}

// Page counts a page of a search session, or says how long there is none.
func (c *Control) Page(caller Caller) error {
	wait := c.pages.take(caller.Account.ID, c.clock())
	if wait == 0 {
		return nil
	}
	return &service.Error{Code: api.CodeRateLimited, RetryAfter: wait,
		Message: fmt.Sprintf("More than %d pages of search sessions were read within a minute. Pages are free, and slowly: try again in %s.", freePages, (wait + time.Second - 1).Truncate(time.Second))}
}

// Stranger counts a request without a key, or says how long its address may make
// none.
func (c *Control) Stranger(address string) error {
	wait := c.strangers.take(address, c.clock())
	if wait == 0 {
		return nil
	}
	return &service.Error{Code: api.CodeRateLimited, RetryAfter: wait,
		Message: fmt.Sprintf("More than %d requests without a key came from this address within a minute. Nothing was taken; send the same request again in %s.", strangerAsks, (wait + time.Second - 1).Truncate(time.Second))}
}

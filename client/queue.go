package client

import (
	"context"
	"slices"
	"sync"
	"time"

	"greenroom/api"
)

// Waiting is a call in the queue: what it wants, what it can cost, since when it
// waits, and when it may fit. Until is zero for a call behind one that has not
// found its own moment yet.
type Waiting struct {
	Doing   string // "search", "read creator 7f3c…"
	Subject string
	High    api.Credits
	Since   time.Time
	Until   time.Time
}

// Queue are the calls that wait for the budget, in the order they will be sent.
func (c *Client) Queue() []Waiting {
	c.queue.mu.Lock()
	defer c.queue.mu.Unlock()
	list := make([]Waiting, len(c.queue.places))
	for i, p := range c.queue.places {
		list[i] = p.Waiting
	}
	return list
}

// queue lets calls go in the order they came.
type queue struct {
	mu      sync.Mutex
	places  []*place
	changed chan struct{} // closed when what a waiting call looks at may have changed
}

type place struct{ Waiting }

func (q *queue) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.places) == 0
}

func (q *queue) join(w Waiting) *place {
	q.mu.Lock()
	defer q.mu.Unlock()
	p := &place{w}
	q.places = append(q.places, p)
	return p
}

func (q *queue) leave(p *place) {
	q.mu.Lock()
	q.places = slices.DeleteFunc(q.places, func(other *place) bool { return other == p })
	q.mu.Unlock()
	q.wake()
}

// look says whether it is the turn of a place, and what is closed at the next
// change after now.
func (q *queue) look(p *place) (first bool, changed <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.changed == nil {
		q.changed = make(chan struct{})
	}
	return q.places[0] == p, q.changed
}

func (q *queue) until(p *place, t time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	p.Until = t
}

func (q *queue) wake() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.changed != nil {
		close(q.changed)
		q.changed = nil
	}
}

// stand waits in the queue until a call is admitted, is refused for good or is
// given up.
func (c *Client) stand(ctx context.Context, k call, from time.Time) *Error {
	p := c.queue.join(Waiting{Doing: k.op, Subject: k.subject, High: k.high, Since: c.cfg.Clock(), Until: from})
	defer c.queue.leave(p)
	for {
		first, changed := c.queue.look(p)
		until := from
		if first && !c.cfg.Clock().Before(from) {
			failed := c.weigh(ctx, k, true)
			if failed == nil || !waits(failed) {
				return failed
			}
			until = failed.RetryAt
		}
		if first {
			c.queue.until(p, until)
		} else {
			until = time.Time{}
		}
		if err := c.pass(ctx, until, changed); err != nil {
			return stopped(err, OutcomeFree)
		}
	}
}

// pass waits for a moment, a change, or the end of the context; without a moment
// for the others only.
func (c *Client) pass(ctx context.Context, until time.Time, changed <-chan struct{}) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	over := make(chan error, 1)
	if !until.IsZero() {
		go func() { over <- c.cfg.Sleep(ctx, max(0, until.Sub(c.cfg.Clock()))) }()
	}
	select {
	case err := <-over:
		return err
	case <-changed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

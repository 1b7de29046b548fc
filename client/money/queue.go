package money

import (
	"context"
	"slices"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/internal/each"
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
func (p *Purse) Queue() []Waiting {
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	return each.Of(p.queue.places, func(w *Waiting) Waiting { return *w })
}

// queue lets calls go in the order they came.
type queue struct {
	mu      sync.Mutex
	places  []*Waiting
	changed chan struct{} // closed when what a waiting call depends on may have changed
}

func (q *queue) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.places) == 0
}

func (q *queue) join(w *Waiting) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.places = append(q.places, w)
}

func (q *queue) leave(w *Waiting) {
	q.mu.Lock()
	q.places = slices.DeleteFunc(q.places, func(other *Waiting) bool { return other == w })
	q.mu.Unlock()
	q.wake()
}

// turn says whether it is the turn of a place, and what is closed at the next
// change after now.
func (q *queue) turn(w *Waiting) (first bool, changed <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.changed == nil {
		q.changed = make(chan struct{})
	}
	return q.places[0] == w, q.changed
}

func (q *queue) until(w *Waiting, t time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w.Until = t
}

func (q *queue) wake() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.changed != nil {
		close(q.changed)
		q.changed = nil
	}
}

// Wait is Take for a call that stands in the queue until its claim fits, and
// until w.Until at least. It ends with a claim that is taken, with one that
// waiting does not help, or with the context.
func (p *Purse) Wait(ctx context.Context, c Claim, w Waiting) (Fit, error) {
	from := w.Until
	if from.IsZero() && p.queue.empty() {
		if f := p.Take(c); f.Reason != OverWindow {
			return f, nil
		}
	}
	w.High, w.Since = c.High, p.cfg.Clock()
	p.queue.join(&w)
	defer p.queue.leave(&w)
	for {
		first, changed := p.queue.turn(&w)
		var until time.Time // of one behind others: that depends on them
		if first {
			until = from
			if !p.cfg.Clock().Before(from) {
				f := p.Take(c)
				if f.Reason != OverWindow {
					return f, nil
				}
				until = f.At
			}
			p.queue.until(&w, until)
		}
		if err := p.pass(ctx, until, changed); err != nil {
			return Fit{}, err
		}
	}
}

// pass waits for a moment, a change, or the end of the context; without a moment
// for the others only.
func (p *Purse) pass(ctx context.Context, until time.Time, changed <-chan struct{}) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	over := make(chan error, 1)
	if !until.IsZero() {
		go func() { over <- p.cfg.Sleep(ctx, max(0, until.Sub(p.cfg.Clock()))) }()
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

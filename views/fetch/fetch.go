// Package fetch owns asynchronous calls. A Slot holds the identity, the
// generation and the cancelling of one call at a time; nothing else in the
// workbench keeps a cancel function or a counter.
package fetch

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
)

// Call asks the service, with the options it is given. The receipt counts with
// an error too.
type Call[T any] func(ctx context.Context, opts ...client.Option) (T, client.Receipt, error)

// With is a call that asks for one thing.
func With[A, T any](ask func(context.Context, A, ...client.Option) (T, client.Receipt, error), a A) Call[T] {
	return func(ctx context.Context, opts ...client.Option) (T, client.Receipt, error) {
		return ask(ctx, a, opts...)
	}
}

// With2 is a call that is asked by two things.
func With2[A, B, T any](ask func(context.Context, A, B, ...client.Option) (T, client.Receipt, error), a A, b B) Call[T] {
	return func(ctx context.Context, opts ...client.Option) (T, client.Receipt, error) {
		return ask(ctx, a, b, opts...)
	}
}

// Local is a call that asks no service, so that it has no receipt.
func Local[T any](read func(context.Context) (T, error)) Call[T] {
	return func(ctx context.Context, _ ...client.Option) (T, client.Receipt, error) {
		v, err := read(ctx)
		return v, client.Receipt{}, err
	}
}

// Slot runs one call at a time. The zero Slot is ready; it must not be copied
// once used.
type Slot[T any] struct {
	generation int
	cancel     context.CancelFunc
}

// Done is the message of a finished call.
type Done[T any] struct {
	Value T
	Err   error

	receipt    client.Receipt
	owner      *Slot[T]
	generation int
}

// Answer is any finished call. The root reads the receipt of each, stale or
// not: an answer nobody waits for has cost money all the same.
type Answer interface {
	Receipt() client.Receipt
	Failure() error
	// Release drops the answer: its slot is idle as if it had not been asked. It
	// is false if nobody waited for the answer any more.
	Release() bool
}

// Receipt returns the receipt of the call.
func (d Done[T]) Receipt() client.Receipt { return d.receipt }

// Failure is the error of the call, or nil.
func (d Done[T]) Failure() error { return d.Err }

// Release drops the answer, unless it came too late.
func (d Done[T]) Release() bool {
	if d.owner == nil || d.owner.cancel == nil || d.generation != d.owner.generation {
		return false
	}
	d.owner.cancel = nil
	return true
}

// Start begins a call and cancels the one it replaces. A call that costs
// credits starts only when the slot is idle; Start returns nil if it is not.
func (s *Slot[T]) Start(price api.Credits, call Call[T], opts ...client.Option) tea.Cmd {
	if price > 0 && s.Busy() {
		return nil
	}
	s.Close()
	ctx, cancel := context.WithCancel(context.Background())
	s.generation++
	s.cancel = cancel
	done := Done[T]{owner: s, generation: s.generation}
	return func() tea.Msg {
		underWay.add()
		defer underWay.done()
		defer cancel()
		done.Value, done.receipt, done.Err = call(ctx, opts...)
		return done
	}
}

// underWay counts the calls of this process that were sent and have not ended. A
// call may start while somebody waits, so a sync.WaitGroup does not do.
var underWay counter

type counter struct {
	mu    sync.Mutex
	calls int
	ended chan struct{} // closed when the last call ends; nil before the first
}

func (c *counter) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls == 0 {
		c.ended = make(chan struct{})
	}
	c.calls++
}

func (c *counter) done() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls--; c.calls == 0 {
		close(c.ended)
	}
}

// none is closed when no call is under way; it is nil if none ever was.
func (c *counter) none() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

// Drain waits until every call has ended, and what it brought is written down,
// but no longer than most. A call that is not cancelled before goes on.
func Drain(most time.Duration) {
	ended := underWay.none()
	if ended == nil {
		return
	}
	select {
	case <-ended:
	case <-time.After(most):
	}
}

// Settle takes the answer of the running call. It is false for every other
// message and for an answer that came too late.
func (s *Slot[T]) Settle(msg tea.Msg) (Done[T], bool) {
	d, ok := msg.(Done[T])
	if !ok || d.owner != s || !d.Release() {
		return Done[T]{}, false
	}
	return d, true
}

// Busy says whether a call is under way.
func (s *Slot[T]) Busy() bool { return s.cancel != nil }

// While is the name while a call is under way, else "".
func (s *Slot[T]) While(name string) string {
	if !s.Busy() {
		return ""
	}
	return name
}

// Close cancels the call, if one is under way, and drops its answer.
func (s *Slot[T]) Close() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
}

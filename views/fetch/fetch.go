// Package fetch owns asynchronous calls. A Slot holds the identity, the
// generation and the cancelling of one call at a time; nothing else in the
// workbench keeps a cancel function or a counter.
package fetch

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
)

// Call asks the service. The receipt counts with an error too.
type Call[T any] func(ctx context.Context) (T, client.Receipt, error)

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
}

// Receipt is what the call cost and left.
func (d Done[T]) Receipt() client.Receipt { return d.receipt }

// Failure is the error of the call, or nil.
func (d Done[T]) Failure() error { return d.Err }

// Start begins a call and cancels the one it replaces. A call that costs
// credits starts only when the slot is idle; Start returns nil if it is not.
func (s *Slot[T]) Start(price api.Credits, call Call[T]) tea.Cmd {
	if price > 0 && s.Busy() {
		return nil
	}
	s.Close()
	ctx, cancel := context.WithCancel(context.Background())
	s.generation++
	s.cancel = cancel
	done := Done[T]{owner: s, generation: s.generation}
	return func() tea.Msg {
		defer cancel()
		done.Value, done.receipt, done.Err = call(ctx)
		return done
	}
}

// Settle takes the answer of the running call. It is false for every other
// message and for an answer that came too late.
func (s *Slot[T]) Settle(msg tea.Msg) (Done[T], bool) {
	d, ok := msg.(Done[T])
	if !ok || d.owner != s || d.generation != s.generation || s.cancel == nil {
		return Done[T]{}, false
	}
	s.cancel = nil
	return d, true
}

// Busy says whether a call is under way.
func (s *Slot[T]) Busy() bool { return s.cancel != nil }

// Close cancels the call, if one is under way, and drops its answer.
func (s *Slot[T]) Close() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
}

package sqlite

import (
	"context"
	"errors"
	"runtime"
	"sync"
)

// together lets callers that ask at once share one answer. The reading begins
// after each of them has asked, so nobody is told what was true before. The zero
// value is ready.
type together[T any] struct {
	mu   sync.Mutex
	open *round[T] // it may be joined; nil: none
}

type round[T any] struct {
	done  chan struct{}
	value T
	err   error
}

func (t *together[T]) ask(ctx context.Context, read func(context.Context) (T, error)) (T, error) {
	t.mu.Lock()
	r := t.open
	if r != nil {
		t.mu.Unlock()
		return r.wait(ctx)
	}
	r = &round[T]{done: make(chan struct{}), err: errUnread}
	t.open = r
	t.mu.Unlock()
	defer close(r.done)
	runtime.Gosched() // whoever is on the way here joins
	t.mu.Lock()
	t.open = nil
	t.mu.Unlock()
	// It is read for others too, who did not give up.
	r.value, r.err = read(context.WithoutCancel(ctx))
	return r.value, r.err
}

var errUnread = errors.New("the reading was broken off")

func (r *round[T]) wait(ctx context.Context) (v T, err error) {
	select {
	case <-r.done:
		return r.value, r.err
	case <-ctx.Done():
		return v, ctx.Err()
	}
}

package sqlite

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
)

// Whoever asks after a reading began is not given what it read.
func TestTogetherAnswersNothingOld(t *testing.T) {
	var shared together[int64]
	var truth, reads atomic.Int64
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for range 500 {
				before := truth.Add(1)
				got, err := shared.ask(t.Context(), func(context.Context) (int64, error) {
					reads.Add(1)
					return truth.Load(), nil
				})
				if err != nil || got < before {
					t.Errorf("got %d, %v; it was %d when it was asked for", got, err, before)
					return
				}
			}
		})
	}
	all.Wait()
	if n := reads.Load(); n > 64*500 {
		t.Errorf("%d readings for %d questions", n, 64*500)
	}
}

// Who gives up does not break off the reading that others wait for, and a
// reading that panics leaves nobody waiting.
func TestTogetherOutlivesItsFirst(t *testing.T) {
	var shared together[int]
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := shared.ask(gone, func(ctx context.Context) (int, error) { return 7, ctx.Err() }); n != 7 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = shared.ask(t.Context(), func(context.Context) (int, error) { panic("disk on fire") })
	}()
	if n, err := shared.ask(t.Context(), func(context.Context) (int, error) { return 8, nil }); n != 8 || err != nil {
		t.Errorf("after a panic: %d, %v", n, err)
	}
}

package shared

import (
	"context"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// Whoever asks after a reading began is not given what it read.
func TestSharedReadingsAreNeverOld(t *testing.T) {
	var number Look[int64]
	var truth, reads atomic.Int64
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for range 500 {
				before := truth.Add(1)
				got, err := number.Ask(t.Context(), func(context.Context) (int64, error) {
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
func TestSharedReadingsOutliveTheirFirst(t *testing.T) {
	var number Look[int]
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := number.Ask(gone, func(ctx context.Context) (int, error) { return 7, ctx.Err() }); n != 7 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = number.Ask(t.Context(), func(context.Context) (int, error) { panic("disk on fire") })
	}()
	if n, err := number.Ask(t.Context(), func(context.Context) (int, error) { return 8, nil }); n != 8 || err != nil {
		t.Errorf("after a panic: %d, %v", n, err)
	}
}

// Those who ask while a reading runs share the next one.
func TestWhoAsksMeanwhileSharesTheNextReading(t *testing.T) {
	var number Look[int64]
	var reads atomic.Int64
	running, release := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_, _ = number.Ask(t.Context(), func(context.Context) (int64, error) { close(running); <-release; return reads.Add(1), nil })
	})
	<-running
	var asked atomic.Int64
	for range 32 {
		all.Go(func() {
			asked.Add(1)
			n, err := number.Ask(t.Context(), func(context.Context) (int64, error) { return reads.Add(1), nil })
			if n < 2 || err != nil {
				t.Errorf("reading %d, %v", n, err)
			}
		})
	}
	for asked.Load() < 32 {
		runtime.Gosched()
	}
	close(release)
	all.Wait()
	if n := reads.Load(); n > 4 {
		t.Errorf("%d readings for 33 questions, 32 of them at once", n)
	}
}

// A text is read once, and few are kept.
func TestTextsAreReadOnce(t *testing.T) {
	read := 0
	length := func(text string) int { read++; return len(text) }
	k := Texts[int]{}
	for range 2 {
		for i := range mostTexts {
			if got := k.Of(strconv.Itoa(i), length); got != len(strconv.Itoa(i)) {
				t.Fatalf("%d of %d", got, i)
			}
		}
	}
	if k.Of("one more", length); read != mostTexts+1 || len(k) != 1 {
		t.Errorf("%d read, %d kept", read, len(k))
	}
}

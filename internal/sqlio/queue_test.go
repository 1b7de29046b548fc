package sqlio

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// held is a writer whose first write waits to be let go; groups counts the transactions that
// became durable after it.
func held(t *testing.T) (w *Writer[*Tx], groups *int, let func()) {
	groups = new(int)
	w = bench(t, dialects()[0], func(c *WriterConfig[*Tx]) {
		c.After = func(*Tx) (bool, error) { *groups++; return false, nil }
	})
	running, proceed, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() { ended <- w.Do(t.Context(), func(*Tx) error { close(running); <-proceed; return nil }) }()
	<-running
	return w, groups, func() {
		close(proceed)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// Not more than so many writes share a transaction.
func TestGroupsAreBounded(t *testing.T) {
	for _, c := range []struct{ writes, groups int }{{255, 1}, {256, 2}, {511, 2}, {512, 3}} {
		w, groups, let := held(t)
		settled := 0
		for range c.writes {
			if err := w.Later(func(*Tx) error { return nil }, func() { settled++ }); err != nil {
				t.Fatal(err)
			}
		}
		let()
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		if *groups != c.groups || settled != c.writes {
			t.Errorf("%d writes beside a first: %d transactions, %d settled", c.writes, *groups, settled)
		}
	}
}

// Writes that nobody waits for are gathered for a while, or until they are a group; when
// somebody waits they go with that one.
func TestGathering(t *testing.T) {
	for _, c := range []struct {
		writes int
		wait   time.Duration // until somebody looks
		done   int
	}{{1, 249 * time.Millisecond, 0}, {1, 250 * time.Millisecond, 1}, {9, 250 * time.Millisecond, 9}, {255, 0, 0}, {256, 0, 256}} {
		synctest.Test(t, func(t *testing.T) {
			w, settled := bench(t, dialects()[0]), 0
			for range c.writes {
				if err := w.Later(func(*Tx) error { return nil }, func() { settled++ }); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(c.wait)
			synctest.Wait()
			w.mu.Lock()
			if settled != c.done || w.waiting != c.writes-c.done {
				t.Errorf("%d of %d settled after %s, %d wait", settled, c.writes, c.wait, w.waiting)
			}
			w.mu.Unlock()
			begun := time.Now()
			if err := w.Flush(t.Context()); err != nil || settled != c.writes || time.Since(begun) > 0 {
				t.Errorf("flushed: %v, %d of %d settled after %s", err, settled, c.writes, time.Since(begun))
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Who brings more than may wait is slowed down, until there is room or the end.
func TestTooManyWritesWait(t *testing.T) {
	for _, closes := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			w, _, let := held(t)
			for range maxWaiting {
				if err := w.Later(func(*Tx) error { return nil }, nil); err != nil {
					t.Fatal(err)
				}
			}
			var over []error
			for range 2 {
				go func() {
					err := w.Later(func(*Tx) error { return nil }, nil)
					w.mu.Lock()
					over = append(over, err)
					w.mu.Unlock()
				}()
			}
			synctest.Wait()
			if len(over) != 0 || w.waiting != maxWaiting {
				t.Errorf("%v got in, %d wait", over, w.waiting)
			}
			ended := make(chan error, 1)
			if closes {
				go func() { ended <- w.Close() }()
				synctest.Wait()
				if len(over) != 2 || over[0] != errOver || over[1] != errOver {
					t.Errorf("after the end %v", over)
				}
			}
			let()
			synctest.Wait()
			if len(over) != 2 || !closes && errors.Join(over...) != nil {
				t.Errorf("with room again %v", over)
			}
			if !closes {
				ended <- w.Close()
			}
			if err := <-ended; err != nil || w.waiting != 0 {
				t.Errorf("%v, %d wait", err, w.waiting)
			}
		})
	}
}

// Close tells of the first write that was lost, and of no other.
func TestCloseTellsWhatWasLost(t *testing.T) {
	w := bench(t, dialects()[0])
	for i := range 3 {
		if err := w.Later(func(*Tx) error {
			if i == 0 {
				return nil
			}
			return fmt.Errorf("lost %d", i)
		}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err == nil || err.Error() != "write: lost 1" {
		t.Error(err)
	}
}

// Whose time is over before it asks writes nothing.
func TestTooLateToWrite(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	w := bench(t, dialects()[0])
	ran := false
	for _, err := range []error{w.Do(over, func(*Tx) error { ran = true; return nil }), w.Plain(over, func(*Tx) error { ran = true; return nil })} {
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if err := w.Flush(over); err != nil {
		t.Errorf("nothing waits, and flushing it says %v", err)
	}
	if err := w.Close(); err != nil || ran {
		t.Error(err, ran)
	}
}

// What is left to do after a group does not wait for the next one, and nothing comes back
// where it says that it is done.
func TestAfterADurableGroup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		times := 0
		w := bench(t, dialects()[0], func(c *WriterConfig[*Tx]) {
			c.After = func(*Tx) (bool, error) { times++; return times < 4, nil }
		})
		if err := w.Do(t.Context(), func(*Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if times != 4 {
			t.Errorf("%d times", times)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
}

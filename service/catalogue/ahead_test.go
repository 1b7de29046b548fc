package catalogue

import (
	"context"
	"errors"
	"testing"
)

func TestAheadGivesTheSameAndEndsItsReading(t *testing.T) {
	broken := errors.New("broken")
	ended := false
	stream := func(yield func(int, error) bool) {
		defer func() { ended = true }()
		for i := range 3 * aheadOf {
			if !yield(i, nil) {
				return
			}
		}
		yield(0, broken)
	}
	n, last := 0, error(nil)
	for v, err := range ahead(t.Context(), stream) {
		if err == nil && v != n {
			t.Fatalf("value %d at %d", v, n)
		}
		n, last = n+1, err
	}
	if n != 3*aheadOf+1 || !errors.Is(last, broken) || !ended {
		t.Errorf("%d values, then %v; reading ended: %t", n, last, ended)
	}
	ended = false
	for range ahead(t.Context(), stream) {
		break
	}
	if !ended {
		t.Error("the reading goes on after an early end")
	}
	over, stop := context.WithCancel(t.Context())
	stop()
	last = nil
	for _, err := range ahead(over, stream) {
		last = err
	}
	if !errors.Is(last, context.Canceled) && !errors.Is(last, broken) {
		t.Errorf("a stream cut short looks whole: %v", last)
	}
}

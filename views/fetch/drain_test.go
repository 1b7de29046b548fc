package fetch_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"greenroom/client"
	"greenroom/views/fetch"
)

// What was received is written down before the program may end.
func TestDrainWaitsForWhatWasReceived(t *testing.T) {
	var s fetch.Slot[int]
	writing, written := make(chan struct{}), make(chan struct{})
	cmd := s.Start(1, func(context.Context, ...client.Option) (int, client.Receipt, error) {
		close(writing)
		<-written
		return 1, client.Receipt{}, nil
	})
	go cmd()
	<-writing
	drained := make(chan struct{})
	go func() {
		fetch.Drain(time.Hour)
		close(drained)
	}()
	select {
	case <-drained:
		t.Fatal("it did not wait for a call that has not ended")
	case <-time.After(20 * time.Millisecond):
	}
	close(written)
	<-drained
	fetch.Drain(time.Hour) // nothing is under way: at once
}

// A call may start while the one before is waited for.
func TestDrainWhileCallsStart(t *testing.T) {
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			for range 200 {
				var s fetch.Slot[int]
				s.Start(0, func(context.Context, ...client.Option) (int, client.Receipt, error) {
					return 1, client.Receipt{}, nil
				})()
			}
		})
		calls.Go(func() {
			for range 200 {
				fetch.Drain(time.Hour)
			}
		})
	}
	calls.Wait()
}

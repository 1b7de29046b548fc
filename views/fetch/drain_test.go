package fetch_test

import (
	"context"
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

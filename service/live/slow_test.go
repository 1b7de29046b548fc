package live_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"greenroom/service"
	"greenroom/service/live"
)

// While a network is left alone nobody waits, even if all its slots are taken.
func TestNobodyWaitsForANetworkThatIsLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		source := &scripted{answer: func(context.Context) error { <-release; return nil }} // ignores its time-out
		network := live.New(service.Networks{Photo: source}, live.Config{Timeout: 8 * time.Second, Parallel: 2, Failures: 2, Pause: time.Minute}).Photo
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				if _, err := network.Post(t.Context(), "x"); kindOf(err) != service.UpstreamTimeout {
					t.Errorf("got %v", err)
				}
			})
		}
		group.Wait()
		began := time.Now()
		_, err := network.Post(t.Context(), "x")
		var u *service.UpstreamError
		if !errors.As(err, &u) || u.Kind != service.UpstreamUnavailable || u.RetryAfter != time.Minute || time.Since(began) != 0 {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		// The trial finds no slot: it says nothing, and the next one tries again.
		time.Sleep(time.Minute)
		if _, err := network.Post(t.Context(), "x"); kindOf(err) != service.UpstreamTimeout {
			t.Errorf("the trial: %v", err)
		}
		close(release)
		synctest.Wait()
		if _, err := network.Post(t.Context(), "x"); err != nil {
			t.Errorf("the next trial: %v", err)
		}
	})
}

// Those that wait for a slot when a network is given up are told so.
func TestWaitersAreToldThatANetworkIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &scripted{answer: func(ctx context.Context) error { time.Sleep(time.Second); return errors.New("down") }}
		network := live.New(service.Networks{Photo: source}, live.Config{Parallel: 1, Failures: 1}).Photo
		var failed, told atomic.Int32
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				switch _, err := network.Post(t.Context(), "x"); kindOf(err) {
				case service.UpstreamFailed:
					failed.Add(1)
				case service.UpstreamUnavailable:
					told.Add(1)
				}
			})
		}
		group.Wait()
		if failed.Load() != 1 || told.Load() != 19 || source.calls.Load() != 1 {
			t.Errorf("%d failed, %d were told, %d calls", failed.Load(), told.Load(), source.calls.Load())
		}
	})
}

// No more calls run at once than there are slots; a slow one ends in time, one
// whose caller goes away at once, and neither says anything of the others.
func TestSlowNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int32
		source := &scripted{answer: func(ctx context.Context) error {
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			select {
			case <-time.After(3 * time.Second):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}}
		network := live.New(service.Networks{Photo: source}, live.Config{Timeout: 8 * time.Second, Parallel: 3, Failures: 99}).Photo
		var done, late atomic.Int32
		var group sync.WaitGroup
		for i := range 12 {
			group.Go(func() {
				ctx, stop := context.WithTimeout(t.Context(), time.Hour)
				defer stop()
				if i == 0 {
					ctx, stop = context.WithCancel(t.Context())
					time.AfterFunc(time.Second, stop)
				}
				switch _, err := network.Post(ctx, "x"); {
				case err == nil:
					done.Add(1)
				case kindOf(err) == service.UpstreamTimeout:
					late.Add(1)
				case i != 0 || !errors.Is(err, context.Canceled):
					t.Errorf("%d: %v", i, err)
				}
			})
		}
		began := time.Now()
		group.Wait()
		if most.Load() > 3 || done.Load()+late.Load() < 11 || late.Load() == 0 || time.Since(began) != 8*time.Second {
			t.Errorf("%d at once, %d done, %d late, %v", most.Load(), done.Load(), late.Load(), time.Since(began))
		}
	})
}

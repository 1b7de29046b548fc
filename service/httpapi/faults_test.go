package httpapi_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/rules"
)

// faults makes parts of a store fail for the requests that chance picks.
type faults struct {
	rules.Store
	mu     *sync.Mutex
	random *rand.Rand
}

var errInjected = errors.New("injected")

type cancelKey struct{}

// strike lets the caller hang up, panics, or returns an error; most often it
// does nothing.
func (f faults) strike(ctx context.Context) error {
	cancel, requested := ctx.Value(cancelKey{}).(context.CancelFunc)
	f.mu.Lock()
	chance := f.random.IntN(100)
	f.mu.Unlock()
	switch {
	case !requested:
	case chance < 4:
		cancel()
	case chance < 7:
		panic(errInjected)
	case chance < 11:
		return errInjected
	}
	return nil
}

func (f faults) Charge(ctx context.Context, r billing.Row, l api.TierLimits) (billing.Usage, error) {
	if err := f.strike(ctx); err != nil {
		return billing.Usage{}, err
	}
	return f.Store.Charge(ctx, r, l)
}

func (f faults) Usage(ctx context.Context, id string, at time.Time) (billing.Usage, error) {
	if err := f.strike(ctx); err != nil {
		return billing.Usage{}, err
	}
	return f.Store.Usage(ctx, id, at)
}

func (f faults) Creator(ctx context.Context, id string) (service.Creator, error) {
	if err := f.strike(ctx); err != nil {
		return service.Creator{}, err
	}
	return f.Store.Creator(ctx, id)
}

func (f faults) Posts(ctx context.Context, q service.PostQuery) ([]service.Post, error) {
	if err := f.strike(ctx); err != nil {
		return nil, err
	}
	return f.Store.Posts(ctx, q)
}

func (f faults) CreateSession(ctx context.Context, s service.Session) error {
	if err := f.strike(ctx); err != nil {
		return err
	}
	return f.Store.CreateSession(ctx, s)
}

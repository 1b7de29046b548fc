package access

import (
	"context"
	"errors"
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// CheckIngest says whether the account of a caller may seed another creator
// today; it takes nothing.
func (c *Control) CheckIngest(ctx context.Context, caller Caller) error {
	now := c.clock()
	n, err := c.store.Ingested(ctx, caller.Account.ID, now)
	if err == nil && n >= caller.Account.IngestQuota {
		err = overQuota(caller.Account.IngestQuota, now)
	}
	return err
}

// TakeIngest takes a slot of the day once a request to seed is accepted.
// Requests at once never take more than there are. What comes to nothing gives
// its slot back.
func (c *Control) TakeIngest(ctx context.Context, caller Caller) (giveBack func(), err error) {
	now := c.clock()
	err = c.store.TakeIngest(ctx, caller.Account.ID, now, caller.Account.IngestQuota)
	if errors.Is(err, service.ErrQuota) {
		return nil, overQuota(caller.Account.IngestQuota, now)
	}
	// A slot that cannot be given back is lost; the request has failed already.
	return func() { _ = c.store.ReturnIngest(context.WithoutCancel(ctx), caller.Account.ID, now) }, err
}

func overQuota(quota int, now time.Time) *service.Error {
	now = now.UTC()
	midnight := now.Truncate(24 * time.Hour).Add(24 * time.Hour)
	return &service.Error{Code: api.CodeQuotaExceeded, RetryAfter: midnight.Sub(now),
		Message: fmt.Sprintf("All %d creators this account may seed in one UTC day are seeded. Nothing was charged; try again after midnight UTC.", quota),
		Details: map[string]any{"limit": quota}}
}

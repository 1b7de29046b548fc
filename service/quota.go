package service

import (
	"context"
	"errors"
	"fmt"
	"time"

	"greenroom/api"
)

// CheckIngest says whether the account of a caller may seed another creator
// today; it takes nothing.
func (s *Service) CheckIngest(ctx context.Context, c Caller) error {
	now := s.clock()
	n, err := s.store.Ingested(ctx, c.Account.ID, now)
	if err == nil && n >= c.Account.IngestQuota {
		err = overQuota(c.Account.IngestQuota, now)
	}
	return err
}

// TakeIngest takes a slot of the day once a request to seed is accepted.
// Requests at once never take more than there are. What comes to nothing gives
// its slot back.
func (s *Service) TakeIngest(ctx context.Context, c Caller) (giveBack func(), err error) {
	now := s.clock()
	err = s.store.TakeIngest(ctx, c.Account.ID, now, c.Account.IngestQuota)
	if errors.Is(err, ErrQuota) {
		return nil, overQuota(c.Account.IngestQuota, now)
	}
	// A slot that cannot be given back is lost; the request has failed already.
	return func() { _ = s.store.ReturnIngest(context.WithoutCancel(ctx), c.Account.ID, now) }, err
}

func overQuota(quota int, now time.Time) *Error {
	now = now.UTC()
	midnight := now.Truncate(24 * time.Hour).Add(24 * time.Hour)
	return &Error{Code: api.CodeQuotaExceeded, RetryAfter: midnight.Sub(now),
		Message: fmt.Sprintf("All %d creators this account may seed in one UTC day are seeded. Nothing was charged; try again after midnight UTC.", quota),
		Details: map[string]any{"limit": quota}}
}

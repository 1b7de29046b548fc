package rules

import (
	"context"
	"crypto/sha256"
	"errors"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
)

// ErrRunning says that a request with the same idempotency key runs now.
var ErrRunning = errors.New("the same request runs now")

// turn names a request that runs: keys belong to an owner.
type turn struct {
	service.Owner
	key string
}

// Once begins a request with an idempotency key. Where it was answered before it
// returns the row of that answer; else nil and what ends the turn, which must be
// called. asked is the checksum of method, path and body; a key that came with
// another one is refused. ErrRunning: try again in a moment.
func (s *Service) Once(ctx context.Context, c access.Caller, key string, asked [sha256.Size]byte) (*billing.Row, func(), error) {
	t := turn{c.Owner(), key}
	if _, runs := s.turns.LoadOrStore(t, struct{}{}); runs {
		return nil, nil, ErrRunning
	}
	end := func() { s.turns.Delete(t) }
	row, err := s.Answered(ctx, c, key, asked)
	if err != nil || row != nil {
		end()
		return row, nil, err
	}
	return nil, end, nil
}

// Answered is the row of the answer that is kept under a key; nil if there is none.
func (s *Service) Answered(ctx context.Context, c access.Caller, key string, asked [sha256.Size]byte) (*billing.Row, error) {
	row, err := s.store.Kept(ctx, c.Owner(), key, s.clock().Add(-api.IdempotencyAge))
	if err != nil || row.Keep == nil {
		return nil, err
	}
	if row.Keep.Asked != asked {
		return nil, service.Meaningless(api.HeaderIdempotencyKey,
			"This key came with another request before. Send the first one again, letter for letter, or choose a new key.")
	}
	return &row, nil
}

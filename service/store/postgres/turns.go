package postgres

import (
	"context"
	"math/rand/v2"
	"time"

	"greenroom/service/billing"
)

const (
	// takeTurn finds its own row where its answer was lost and it is sent again.
	takeTurn = `INSERT INTO turns AS t (account, "user", key, until) VALUES ($1, $2, $3, $4)
		ON CONFLICT (account, "user", key) DO UPDATE SET until = excluded.until WHERE t.until < $5 OR t.until = $4`
	endTurn = `DELETE FROM turns WHERE account = $1 AND "user" = $2 AND key = $3 AND until = $4`
)

// turnUntil is when a turn is over at most, to about a millisecond, and the name of the turn: two
// nodes that ask in the same moment must not take each other's for their own.
func turnUntil(t time.Time) int64 { return t.UnixNano()&^turnName | rand.Int64N(turnName+1) }

const turnName = 1<<20 - 1

// TakeTurn takes a key for a request until it ends it, or that much time is over: its node
// may have died. False: another request has it.
func (s *Store) TakeTurn(ctx context.Context, o billing.Owner, key string, most time.Duration) (end func(context.Context) error, taken bool, err error) {
	now := s.Now()
	until := turnUntil(now.Add(most))
	err = s.ledger.engine.Wait(ctx, func() error {
		tag, err := s.pool.Exec(ctx, takeTurn, o.AccountID, o.UserID, key, until, now.UnixNano())
		taken = tag.RowsAffected() == 1
		return err
	})
	if err != nil {
		return nil, false, s.ledger.engine.Fault("write", err)
	}
	return func(ctx context.Context) error {
		_, err := s.pool.Exec(ctx, endTurn, o.AccountID, o.UserID, key, until)
		return err
	}, taken, nil
}

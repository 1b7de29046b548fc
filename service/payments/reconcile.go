package payments

import (
	"context"
	"errors"
	"time"

	"greenroom/internal/payment/evm"
)

// reconcileEvery is the interval of looks at open payments.
const reconcileEvery = 15 * time.Second

func isTransaction(s string) bool {
	_, err := evm.ParseHash(s)
	return err == nil
}

// resolve takes a payment over that nobody works on any more, and finds out what
// became of it. Before its settlement nothing was asked for: it is released. After
// that the facilitator is asked again; a transfer moves money once, however often
// it is handed in.
func (t *Till) resolve(ctx context.Context, there Claim) (Claim, error) {
	now := t.now()
	taken, err := t.claims.ChangePayment(ctx, there.ID, func(c *Claim) error {
		switch {
		case c.State == Settled || c.State == Released || c.State != Unknown && !c.dead(now):
			return ErrLost
		case c.State == Claimed || c.State == Executing:
			c.Outcome.Reason = "the service ended before it was settled"
			return c.move(Released, "", now)
		case c.State == Unknown:
			if err := c.move(Settling, "", now); err != nil {
				return err
			}
		}
		c.Lease, c.ChangedAt = t.leased(now), now
		c.Outcome.Attempts++
		return nil
	})
	if err != nil || taken.State == Released {
		if err == nil {
			t.note(taken)
		}
		return taken, err
	}
	closed, _, err := t.settle(ctx, taken, true)
	return closed, err
}

// Reconciled counts the results of a look at all open payments.
type Reconciled struct {
	Settled, Released, Unknown int
	// Running are in the hands of a process that is believed to be alive.
	Running int
}

// Reconcile closes what nobody works on any more.
func (t *Till) Reconcile(ctx context.Context) (r Reconciled, err error) {
	var open []Claim
	err = t.claims.Payments(ctx, Query{States: Open()}, func(c Claim) error {
		open = append(open, c)
		return nil
	})
	if err != nil {
		return r, err
	}
	for _, c := range open {
		if c.State != Unknown && !c.dead(t.clock()) {
			r.Running++
			continue
		}
		closed, err := t.resolve(ctx, c)
		switch {
		case errors.Is(err, ErrLost):
			r.Running++
		case err != nil:
			return r, err
		case closed.State == Settled:
			r.Settled++
		case closed.State == Released:
			r.Released++
		default:
			r.Unknown++
		}
	}
	now := t.clock()
	_, err = t.claims.ForgetAnswers(ctx, now.Add(-answersFor), now)
	return r, err
}

// Run reconciles at once and from time to time, until ctx ends.
func (t *Till) Run(ctx context.Context) {
	tick := time.NewTicker(reconcileEvery)
	defer tick.Stop()
	for {
		if _, err := t.Reconcile(ctx); err != nil && ctx.Err() == nil {
			t.log.Error("payments could not be reconciled", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Close ends a payment of unknown outcome by the word of the operator, who
// has looked at the chain: it was settled by a transaction, or, where that is "",
// never.
func Close(ctx context.Context, claims Claims, id, transaction string, at time.Time) (Claim, error) {
	return claims.ChangePayment(ctx, id, func(c *Claim) error {
		to := Settled
		if transaction == "" {
			to = Released
		}
		if c.State != Unknown {
			return ErrLost
		}
		c.Outcome.Transaction, c.Outcome.Reason = transaction, "closed by hand"
		return c.move(to, "", at)
	})
}

package service

import (
	"context"
	"errors"
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/service/billing"
)

// Job is a request that passed all checks: what it can cost at most, and the
// work, which runs once that is reserved.
type Job struct {
	Price api.Price
	Worst api.Credits
	Do    func(ctx context.Context) (Answer, error)
}

// Answer is what a job delivers and what that really costs.
type Answer struct {
	Body    any // nil: there is nothing to say
	Cost    api.Credits
	Created bool // a new resource was made
}

// job is work priced by one operation, for at most n items.
func job(op api.Operation, n int, do func(ctx context.Context) (Answer, error)) Job {
	p := api.PriceOf(op)
	return Job{Price: p, Worst: p.Cost(n), Do: do}
}

// Entry names a request in the ledger.
type Entry struct {
	RequestID string
	Endpoint  string // "POST /v1/search"
}

// Ticket is a job whose worst case is reserved.
type Ticket struct {
	reservation *billing.Reservation
	feature     api.Operation
}

// Reserve holds the worst case of a job, or says why it does not fit.
func (s *Service) Reserve(ctx context.Context, c Caller, e Entry, j Job) (*Ticket, error) {
	r, err := s.meter.Reserve(ctx, billing.Claim{
		RequestID: e.RequestID, AccountID: c.Account.ID, Endpoint: e.Endpoint,
		Limits: c.Account.Limits, Worst: j.Worst,
	})
	if err != nil {
		return nil, overBudget(err, j.Price)
	}
	return &Ticket{reservation: r, feature: j.Price.Operation}, nil
}

// Settle charges the real cost, durably. The answer may leave only after it.
func (t *Ticket) Settle(ctx context.Context, cost api.Credits) (billing.Standing, error) {
	standing, err := t.reservation.Settle(ctx, []string{string(t.feature)}, cost)
	if err != nil {
		return standing, overBudget(err, api.PriceOf(t.feature))
	}
	return standing, nil
}

// Release gives the reservation back; after Settle it does nothing.
func (t *Ticket) Release() { t.reservation.Release() }

// Standing is what a caller's account has left now.
func (s *Service) Standing(ctx context.Context, c Caller) (billing.Standing, error) {
	return s.meter.Standing(ctx, c.Account.ID, c.Account.Limits)
}

// overBudget puts a refusal into words.
func overBudget(err error, p api.Price) error {
	var r *billing.Refusal
	if !errors.As(err, &r) {
		return err
	}
	e := &Error{Code: api.CodeRateLimited, RetryAfter: r.RetryAfter}
	if !r.Never {
		e.Message = fmt.Sprintf("This request can cost %s credits, more than the budget has left. Nothing was charged; try again in %s.",
			r.Required, (r.RetryAfter + time.Second - 1).Truncate(time.Second))
		return e
	}
	e.Message = fmt.Sprintf("This request can cost %s credits, but the whole budget of a window is %s, so it can never run. %s", r.Required, r.Limit, wouldFit(p, r.Limit))
	e.Details = map[string]any{"required": r.Required, "limit": r.Limit}
	return e
}

func wouldFit(p api.Price, limit api.Credits) string {
	if p.PerItem == 0 || limit < p.Cost(1) {
		return "Ask for a larger budget."
	}
	return fmt.Sprintf("Ask for at most %d %ss at a time.", int((limit-p.Base)/p.PerItem), p.Item)
}

package rules

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
)

// Job is a request that passed all checks: what it can cost at most, and the
// work, which runs once that is reserved.
type Job struct {
	Price api.Price
	Worst api.Credits
	Do    func(ctx context.Context) (Answer, error)
}

// Answer holds a job's result and its real cost.
type Answer struct {
	Body    any // nil: there is nothing to say
	Cost    api.Credits
	Created bool // a new resource was made
	// Features are the operations that Cost is made of; empty: the job's own.
	Features []api.Operation
}

// Billed are the operations that an answer is billed as: op, where it names none.
func (a Answer) Billed(op api.Operation) []string {
	if len(a.Features) == 0 {
		return []string{string(op)}
	}
	return api.Names(a.Features)
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

// Reserve holds the worst case of a job, or says why the account may not have
// it now: its billing first, then its budgets.
func (s *Service) Reserve(ctx context.Context, c access.Caller, e Entry, j Job) (*Ticket, error) {
	// A route may do several operations: only its job knows which.
	if err := c.Allow(j.Price.Operation, e.Endpoint); err != nil {
		return nil, err
	}
	if err := c.Billable(); err != nil {
		return nil, err
	}
	if j.Price.Operation == api.OpSearchPage {
		if err := s.Page(c); err != nil {
			return nil, err
		}
	}
	r, err := s.meter.Reserve(ctx, billing.Claim{
		RequestID: e.RequestID, AccountID: c.Account.ID, UserID: c.UserID, Endpoint: e.Endpoint,
		Limits: c.Account.Limits, Worst: j.Worst, Balance: c.Account.Balance,
	})
	if err != nil {
		return nil, refused(err, j.Price)
	}
	return &Ticket{reservation: r, feature: j.Price.Operation}, nil
}

// Settle charges what an answer costs, durably, and keeps it where keep is not nil.
// It may leave only after it. Where the same request was answered by another
// process meanwhile it returns billing.ErrAnswered.
func (t *Ticket) Settle(ctx context.Context, a Answer, keep *billing.Keep) (billing.Standing, error) {
	standing, err := t.reservation.Settle(ctx, billing.Delivery{Features: a.Billed(t.feature), Cost: a.Cost, Keep: keep})
	if err != nil {
		return standing, refused(err, api.PriceOf(t.feature))
	}
	return standing, nil
}

// Release gives the reservation back; after Settle it does nothing.
func (t *Ticket) Release() { t.reservation.Release() }

// Standing returns the remaining budgets of a caller's account.
func (s *Service) Standing(ctx context.Context, c access.Caller) (billing.Standing, error) {
	return s.meter.Standing(ctx, c.Account.ID, c.Account.Limits)
}

// refused puts a refusal into words.
func refused(err error, p api.Price) error {
	if short, ok := errors.AsType[*billing.Shortage](err); ok {
		return &service.Error{Code: api.CodeInsufficientCredits,
			Message: fmt.Sprintf("This request can cost %s credits, more than the prepaid balance. Nothing was charged; add credits or request less.", short.Required)}
	}
	r, ok := errors.AsType[*billing.Refusal](err)
	if !ok {
		return err
	}
	e := &service.Error{Code: api.CodeRateLimited, RetryAfter: r.RetryAfter}
	if !r.Never {
		e.Message = fmt.Sprintf("This request can cost %s credits, more than is left of the budget. Nothing was charged; try again in %s.",
			r.Required, (r.RetryAfter + time.Second - 1).Truncate(time.Second))
		return e
	}
	e.Message = fmt.Sprintf("This request can cost %s credits, more than the whole budget of %s, so it can never run. %s", r.Required, r.Limit, wouldFit(p, r.Limit))
	e.Details = map[string]any{"required": r.Required, "limit": r.Limit}
	return e
}

func wouldFit(p api.Price, limit api.Credits) string {
	if p.PerItem == 0 || limit < p.Cost(1) {
		return "Ask for a larger budget."
	}
	return fmt.Sprintf("Request at most %d %ss at a time.", int((limit-p.Base)/p.PerItem), p.Item)
}

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
	end, err := s.begin(ctx, c.Owner(), key)
	if err != nil && !errors.Is(err, ErrRunning) {
		return nil, nil, err
	}
	row, failed := s.Answered(ctx, c, key, asked)
	switch {
	case failed == nil && row == nil:
		return nil, end, err
	case end != nil:
		end()
	}
	return row, nil, failed
}

// Turns is a store that several nodes share, which keeps the keys of what runs.
type Turns interface {
	// TakeTurn takes a key until end is called, but no longer than this; false: a request
	// of any node has it.
	TakeTurn(ctx context.Context, o billing.Owner, key string, most time.Duration) (end func(context.Context) error, taken bool, err error)
}

const (
	// longestTurn is more than a request may take: the turn of a node that died is over then.
	longestTurn = time.Minute
	// endTurn bounds the tries to tell the end of a turn.
	endTurn = 2 * time.Second
)

// begin takes the turn of a key, here and on all nodes.
func (s *Service) begin(ctx context.Context, o service.Owner, key string) (func(), error) {
	t := turn{o, key}
	if _, runs := s.turns.LoadOrStore(t, struct{}{}); runs {
		return nil, ErrRunning
	}
	end := func() { s.turns.Delete(t) }
	if s.shared == nil {
		return end, nil
	}
	told, taken, err := s.shared.TakeTurn(ctx, o, key, longestTurn)
	if err == nil && !taken {
		err = ErrRunning
	}
	if err != nil {
		end()
		return nil, err
	}
	return func() {
		ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), endTurn)
		defer stop()
		_ = told(ctx) // else it is over by itself
		end()
	}, nil
}

// Answered is the row of the answer that is kept under a key; nil if there is none.
func (s *Service) Answered(ctx context.Context, c access.Caller, key string, asked [sha256.Size]byte) (*billing.Row, error) {
	row, err := s.store.Kept(ctx, c.Owner(), key, s.clock().Add(-api.IdempotencyAge))
	if err != nil || row.Keep == nil {
		return nil, err
	}
	if row.Keep.Asked != asked {
		return nil, service.Meaningless(api.HeaderIdempotencyKey,
			"This key was used for a different request. Repeat that request exactly, or use a new key.")
	}
	return &row, nil
}

// Charge is a row of the ledger with the name of the account that was charged.
type Charge struct {
	billing.Row
	Account string
	User    string // who asked; "" with a key
}

// ChargeQuery asks for a part of the ledger.
type ChargeQuery struct {
	Account string    // a name; "" for all accounts
	From    time.Time // rows before it are left out
}

// Ledger reads charges and the accounts that were charged.
type Ledger interface {
	Accounts(ctx context.Context) ([]service.Account, error)
	Users(ctx context.Context) ([]service.User, error)
	Rows(ctx context.Context, accountID string, visit func(billing.Row) error) error
}

// Charges visits rows of the ledger, the oldest first. An account that does not
// exist is ErrNotFound.
func Charges(ctx context.Context, s Ledger, q ChargeQuery, visit func(Charge) error) error {
	accounts, err := s.Accounts(ctx)
	if err != nil {
		return err
	}
	names, id := map[string]string{}, ""
	for _, a := range accounts {
		names[a.ID] = a.Name
		if a.Name == q.Account {
			id = a.ID
		}
	}
	if q.Account != "" && id == "" {
		return service.ErrNotFound
	}
	users, err := s.Users(ctx)
	if err != nil {
		return err
	}
	for _, u := range users {
		names[u.ID] = cmp.Or(u.Name, u.Subject)
	}
	return s.Rows(ctx, id, func(r billing.Row) error {
		if r.At.Before(q.From) {
			return nil
		}
		return visit(Charge{Row: r, Account: names[r.AccountID], User: names[r.UserID]})
	})
}

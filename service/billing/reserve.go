package billing

import (
	"context"
	"errors"
	"sync"
	"time"

	"greenroom/api"
)

// Reservation is budget held for a request that runs. It belongs to the minute
// and hour in which it was made, and its charge is booked there too, so that
// work across a border can overfill neither window.
type Reservation struct {
	meter        *Meter
	account      *account
	minute, hour *window
	claim        Claim
	at           time.Time
	open         bool
	held         bool // it is part of what is held of the balance
}

// Delivery describes a finished request and its real cost.
type Delivery struct {
	Features []string
	Cost     api.Credits
	Keep     *Keep // nil: the answer is not kept
}

// Reserve holds the worst case of a claim, or returns at once a *Shortage of the
// balance or a *Refusal of the windows.
func (m *Meter) Reserve(ctx context.Context, c Claim) (*Reservation, error) {
	a := m.account(c.AccountID)
	a.mu.Lock()
	defer a.mu.Unlock()
	at, err := m.fits(ctx, a, c)
	if err != nil {
		return nil, err
	}
	a.minute.reserved += c.Worst
	a.hour.reserved += c.Worst
	a.held += c.Worst
	m.open.Add(1)
	return &Reservation{meter: m, account: a, minute: a.minute, hour: a.hour, claim: c, at: at, open: true, held: true}, nil
}

// fits returns when a claim fits, or why it does not. Where that hangs on whether charges under
// way count twice it waits for them.
func (m *Meter) fits(ctx context.Context, a *account, c Claim) (time.Time, error) {
	for {
		at, err := m.refresh(ctx, a, c.AccountID)
		if err != nil {
			return at, err
		}
		if c.Balance != nil && c.Worst > 0 && c.Worst > *c.Balance-a.held {
			return at, &Shortage{Required: c.Worst}
		}
		r := a.refuse(c.Worst, c.Limits, at)
		if r == nil {
			return at, nil
		}
		if !a.unclear(c.Worst, c.Limits) || ctx.Err() != nil {
			return at, r
		}
		stop := context.AfterFunc(ctx, func() {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.settled.Broadcast()
		})
		a.settled.Wait()
		stop()
	}
}

// Standing returns an account's remaining budgets.
func (m *Meter) Standing(ctx context.Context, accountID string, limits api.TierLimits) (Standing, error) {
	a := m.account(accountID)
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, err := m.refresh(ctx, a, accountID); err != nil {
		return Standing{}, err
	}
	return a.standing(limits), nil
}

// Settle charges the real cost, which may not exceed the worst case, and ends
// the reservation. A cost of zero writes no row. When other processes on the
// same ledger have used up the window meanwhile it returns a *Refusal, or a
// *Shortage of the balance, and nothing is charged.
// An answer to keep is kept with the charge, or without one; where another process
// has answered the same request meanwhile it returns ErrAnswered, and nothing is charged.
func (r *Reservation) Settle(ctx context.Context, d Delivery) (standing Standing, err error) {
	cost := d.Cost
	row := Row{
		RequestID: r.claim.RequestID, AccountID: r.claim.AccountID, UserID: r.claim.UserID, Endpoint: r.claim.Endpoint,
		Features: d.Features, Credits: cost, At: r.at, Keep: d.Keep,
	}
	if cost <= 0 {
		r.Release()
		if d.Keep != nil {
			if err := r.meter.ledger.Keep(ctx, row); err != nil {
				return Standing{}, err
			}
		}
		return r.meter.Standing(ctx, r.claim.AccountID, r.claim.Limits)
	}
	if cost > r.claim.Worst {
		r.Release()
		return Standing{}, errors.New("settle " + r.claim.Endpoint + ": cost " + cost.String() + " is over the reserved " + r.claim.Worst.String())
	}
	r.account.mu.Lock()
	r.account.charging++
	r.charging(r.claim.Worst)
	r.unhold()
	r.account.mu.Unlock()
	var usage Usage
	err = errUnsettled
	// Also where the ledger panics: an account left charging never reads again.
	defer func() { standing, err = r.settled(usage, err) }()
	usage, err = r.meter.ledger.Charge(ctx, row, r.claim.Limits)
	if errors.Is(err, ErrOverBudget) || errors.Is(err, ErrAnswered) {
		usage, _ = r.meter.ledger.Usage(ctx, r.claim.AccountID, r.at)
	}
	return standing, err
}

var errUnsettled = errors.New("the ledger did not answer")

// settled takes the outcome of a charge into memory: the usage becomes known
// in the same step in which the reservation goes, so that no one counts twice.
func (r *Reservation) settled(usage Usage, err error) (Standing, error) {
	a := r.account
	a.mu.Lock()
	defer a.mu.Unlock()
	a.charging--
	r.charging(-r.claim.Worst)
	r.drop()
	defer a.settled.Broadcast()
	now := r.meter.clock()
	a.turn(now)
	a.learn(r.at, usage)
	if err == nil {
		return a.standing(r.claim.Limits), nil
	}
	a.readAt = time.Time{}
	if errors.Is(err, ErrNoCredits) {
		return Standing{}, &Shortage{Required: r.claim.Worst}
	}
	if !errors.Is(err, ErrOverBudget) {
		return Standing{}, err
	}
	if refusal := a.refuse(r.claim.Worst, r.claim.Limits, now); refusal != nil {
		return Standing{}, refusal
	}
	return Standing{}, &Refusal{Required: r.claim.Worst, Limit: r.claim.Limits.Minute, RetryAfter: time.Second}
}

// Release gives the reservation back. After Settle it does nothing.
func (r *Reservation) Release() {
	r.account.mu.Lock()
	defer r.account.mu.Unlock()
	r.drop()
}

func (r *Reservation) drop() {
	r.unhold()
	if r.open {
		r.open = false
		r.minute.reserved -= r.claim.Worst
		r.hour.reserved -= r.claim.Worst
		r.meter.open.Add(-1)
	}
}

// charging counts so much more as being charged.
func (r *Reservation) charging(worst api.Credits) {
	r.minute.charge(worst)
	r.hour.charge(worst)
}

func (r *Reservation) unhold() {
	if r.held {
		r.held = false
		r.account.held -= r.claim.Worst
	}
}

func (m *Meter) account(id string) *account {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.accounts[id]
	if a == nil {
		a = &account{minute: &window{}, hour: &window{}}
		a.settled = sync.NewCond(&a.mu)
		m.accounts[id] = a
	}
	return a
}

// refresh moves the windows on and reads usage that is unknown or old. While
// a charge is under way it does not read: the row may be in the ledger and its
// reservation still open, and would count twice.
func (m *Meter) refresh(ctx context.Context, a *account, id string) (time.Time, error) {
	at := m.clock()
	a.turn(at)
	if age := at.Sub(a.readAt); a.charging > 0 || age >= 0 && age < usageAge {
		return at, nil
	}
	usage, err := m.ledger.Usage(ctx, id, at)
	if err != nil {
		return at, err
	}
	a.learn(at, usage)
	a.readAt = at
	return at, nil
}

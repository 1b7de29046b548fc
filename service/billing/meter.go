package billing

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/api"
)

// usageAge is the time usage read from the ledger is trusted. Other processes on the same
// ledger become visible after it; their charges meanwhile are caught by Charge, which
// checks the windows again.
const usageAge = time.Second

// Meter keeps every account inside its budgets. A request reserves its worst
// case before any work, and is settled to its real cost or released after it.
// Reservations live in memory, charges in the ledger.
type Meter struct {
	ledger Ledger
	clock  func() time.Time

	open atomic.Int64 // reservations

	mu       sync.Mutex
	accounts map[string]*account
}

// NewMeter returns a meter over a ledger.
func NewMeter(ledger Ledger, clock func() time.Time) *Meter {
	return &Meter{ledger: ledger, clock: clock, accounts: map[string]*account{}}
}

// Open counts the reservations held now.
func (m *Meter) Open() int { return int(m.open.Load()) }

// Claim is a request that wants to spend.
type Claim struct {
	RequestID string
	AccountID string
	UserID    string // as a row has it
	Endpoint  string // "POST /v1/search"
	Limits    api.TierLimits
	Worst     api.Credits // the most it can cost; 0 for what is free
	// Balance is the prepaid credits as last read; nil where the account pays
	// by invoice.
	Balance *api.Credits
}

// Standing tells an account's remaining budgets and when its windows begin anew. Remaining
// is the limit less charges and reservations of running requests, and never negative.
type Standing struct {
	Limits                         api.TierLimits
	RemainingMinute, RemainingHour api.Credits
	ResetMinute, ResetHour         time.Time
}

// Refusal is the error of a claim that does not fit a window. Nothing was
// charged and nothing may be done.
type Refusal struct {
	Required api.Credits
	Limit    api.Credits // of the window that refuses, the tighter one where both do
	// Never: the claim is larger than a whole window.
	Never bool
	// RetryAfter is the time to the reset of the window that refuses, the
	// later one where both do.
	RetryAfter time.Duration
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("over budget: %s credits wanted of %s", r.Required, r.Limit)
}

// Is makes every refusal ErrOverBudget.
func (r *Refusal) Is(target error) bool { return target == ErrOverBudget }

// Shortage is the error of a claim, or of a charge, that a prepaid balance does
// not cover. Nothing was charged.
type Shortage struct {
	Required api.Credits
}

func (s *Shortage) Error() string {
	return fmt.Sprintf("not enough prepaid credits: %s wanted", s.Required)
}

// Is makes every shortage ErrNoCredits.
func (s *Shortage) Is(target error) bool { return target == ErrNoCredits }

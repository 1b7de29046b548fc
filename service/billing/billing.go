// Package billing counts credits: budgets per minute and hour, reservations
// before work and settlement after it. It knows no endpoint and no database;
// the ledger is behind an interface.
package billing

import (
	"context"
	"errors"
	"time"

	"greenroom/api"
)

// Row is one charge: durable before the answer leaves.
type Row struct {
	RequestID string
	AccountID string
	Endpoint  string // "POST /v1/search"
	Features  []string
	Credits   api.Credits
	At        time.Time
}

// Usage is what an account has used in the minute and hour that hold a moment.
type Usage struct {
	Minute, Hour api.Credits
}

// ErrOverBudget is returned by Charge when a window cannot hold the row.
var ErrOverBudget = errors.New("over budget")

// ErrNoCredits is returned by Charge when a prepaid balance cannot hold the row.
var ErrNoCredits = errors.New("not enough prepaid credits")

// Ledger is the durable side of billing.
type Ledger interface {
	// Usage reads both windows as they stand at the moment at.
	Usage(ctx context.Context, accountID string, at time.Time) (Usage, error)
	// Charge writes the row and adds it to both windows in one transaction, if
	// both can hold it; else it writes nothing and returns ErrOverBudget. A
	// prepaid balance of the account is lowered there too; one that cannot hold
	// the row is ErrNoCredits, and nothing is written. Windows and balance are
	// checked in the database, so that several processes on one file never
	// exceed them together. A row whose request id is already there is not
	// written twice.
	Charge(ctx context.Context, row Row, limits api.TierLimits) (Usage, error)
	// Rows streams the ledger of an account, oldest first; all accounts for "".
	Rows(ctx context.Context, accountID string, visit func(Row) error) error
}

// Windows returns the start of the UTC minute and hour that hold t.
func Windows(t time.Time) (minute, hour time.Time) {
	t = t.UTC()
	return t.Truncate(time.Minute), t.Truncate(time.Hour)
}

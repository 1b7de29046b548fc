// Package billing counts credits: budgets per minute and hour, reservations
// before work and settlement after it. It knows no endpoint and no database;
// the ledger is behind an interface.
package billing

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"greenroom/api"
)

// Owner is whose something is: an account's, or one of its users'. What the two
// have is never mixed. UserID is "" for what is the account's own.
type Owner struct {
	AccountID string
	UserID    string
}

// Row is one charge: durable before the answer leaves.
type Row struct {
	RequestID string
	AccountID string
	UserID    string // who asked, at the account's expense; "" with a key
	Endpoint  string // "POST /v1/search"
	Features  []string
	Credits   api.Credits
	At        time.Time
	// Keep is the answer that is kept with the row; nil: none is. Rows streams
	// rows without.
	Keep *Keep
}

// Keep is the answer to a request with an idempotency key, which is given again
// to the same request.
type Keep struct {
	Key    string            // of the caller; it belongs to the owner
	Asked  [sha256.Size]byte // of method, path and body
	Status int
	Body   []byte
}

// Usage is an account's usage in the minute and hour that hold a moment.
type Usage struct {
	Minute, Hour api.Credits
}

// Owner is whose a row is.
func (r Row) Owner() Owner { return Owner{r.AccountID, r.UserID} }

// ErrOverBudget is returned by Charge when a window cannot hold the row.
var ErrOverBudget = errors.New("over budget")

// ErrNoCredits is returned by Charge when a prepaid balance cannot hold the row.
var ErrNoCredits = errors.New("not enough prepaid credits")

// ErrAnswered is returned where an answer is kept already under the key of a row.
var ErrAnswered = errors.New("answered before")

// ErrInDoubt is returned by Charge when nobody can say whether the row was written.
var ErrInDoubt = errors.New("it is not known whether the charge was written")

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
	// written twice. What the row keeps is written with it; where its owner has
	// an answer under that key since api.IdempotencyAge before the row, nothing is
	// written and the error is ErrAnswered.
	Charge(ctx context.Context, row Row, limits api.TierLimits) (Usage, error)
	// Keep writes what a row of no credits keeps, under the same rule.
	Keep(ctx context.Context, row Row) error
	// Kept is the row of an owner whose answer is kept under a key since a
	// moment; its Keep is nil where there is none.
	Kept(ctx context.Context, o Owner, key string, since time.Time) (Row, error)
	// Rows streams the ledger of an account, oldest first; all accounts for "".
	Rows(ctx context.Context, accountID string, visit func(Row) error) error
}

// Windows returns the start of the UTC minute and hour that hold t.
func Windows(t time.Time) (minute, hour time.Time) {
	t = t.UTC()
	return t.Truncate(time.Minute), t.Truncate(time.Hour)
}

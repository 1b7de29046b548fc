package access

import (
	"context"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// Store answers the questions of every request. Missing records are service.ErrNotFound.
type Store interface {
	Attempts
	// Access is a number that grows with every change of what a key or an account
	// may do; charging alone does not move it. What was read at a number holds as
	// long as the number stands, balances excepted.
	Access(ctx context.Context) (int64, error)
	Key(ctx context.Context, id string) (service.Key, error)
	Account(ctx context.Context, id string) (service.Account, error)
	// Ingested counts the slots taken on the UTC day that holds at.
	Ingested(ctx context.Context, accountID string, at time.Time) (int, error)
	// TakeIngest takes a slot of the day that holds at, if fewer than quota are
	// taken; else service.ErrQuota. The count is checked in the database, so that
	// several processes on one store never exceed a quota together.
	TakeIngest(ctx context.Context, accountID string, at time.Time, quota int) error
	// ReturnIngest gives back a slot taken on the day that holds at.
	ReturnIngest(ctx context.Context, accountID string, at time.Time) error
}

// Users finds callers with a token instead of a key.
type Users interface {
	User(ctx context.Context, id string) (service.User, error)
	// Known is the user whom an issuer names so; the one given is stored where there
	// is none yet.
	Known(ctx context.Context, u service.User) (service.User, error)
	// Grant returns a user's grant to a program, a revoked one too.
	Grant(ctx context.Context, id string) (service.Grant, error)
}

// Accounts is the work of those who give out accounts and keys.
type Accounts interface {
	CreateAccount(ctx context.Context, a service.Account) error
	AccountByName(ctx context.Context, name string) (service.Account, error)
	// Accounts lists all accounts by name.
	Accounts(ctx context.Context) ([]service.Account, error)
	// ChangeAccount changes an account in one transaction and returns it as it
	// then is. Its id, name and age stay. An error of change leaves all as it was.
	ChangeAccount(ctx context.Context, id string, change func(*service.Account) error) (service.Account, error)
	CreateKey(ctx context.Context, k service.Key) error
	// Keys lists all keys, newest first.
	Keys(ctx context.Context) ([]service.Key, error)
	RevokeKey(ctx context.Context, id string, at time.Time) error
}

// Payments records unpaid usage. A charge that brings the unpaid usage of an account to
// its threshold writes an invoice, in the same transaction.
type Payments interface {
	// Invoices lists the invoices of an account, newest first.
	Invoices(ctx context.Context, accountID string) ([]service.Invoice, error)
	// Pay marks all open invoices as paid and changes the account as Account.Paid
	// does, in one transaction; the sum is 0 where none is open.
	Pay(ctx context.Context, accountID string, at time.Time) (api.Credits, error)
	// FailPayment marks all open invoices as failed to be paid and changes the account as
	// Account.Failed does, in one transaction; the sum is 0 where none is open.
	FailPayment(ctx context.Context, accountID string, at time.Time) (api.Credits, error)
}

package rules

import (
	"cmp"
	"context"
	"time"

	"greenroom/service"
	"greenroom/service/billing"
)

// Charge is a row of the ledger with the name of who was charged.
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

// Ledger is charges and who was charged.
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

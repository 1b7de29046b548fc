package tables

import (
	"context"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service"
)

func scanInvoice(s sqlio.Row) (i service.Invoice, err error) {
	return i, s.Scan(&i.ID, &i.AccountID, &i.Credits, sqlio.Time(&i.At), timeAt{&i.PaidAt}, timeAt{&i.FailedAt})
}

// Invoices lists the invoices of an account, newest first.
func (s *Store) Invoices(ctx context.Context, accountID string) ([]service.Invoice, error) {
	return all(ctx, s, "read invoices of "+accountID, scanInvoice,
		"SELECT id, account, credits, at, paid_at, failed_at FROM invoices WHERE account = ? ORDER BY id DESC", accountID)
}

// Pay marks all open invoices as paid and changes the account as Account.Paid
// does; the sum is 0 where none is open.
func (s *Store) Pay(ctx context.Context, accountID string, at time.Time) (api.Credits, error) {
	return s.due(ctx, accountID, "paid_at", at, (*service.Account).Paid)
}

// FailPayment marks all open invoices as failed to be paid and changes the account as
// Account.Failed does; the sum is 0 where none is open.
func (s *Store) FailPayment(ctx context.Context, accountID string, at time.Time) (api.Credits, error) {
	return s.due(ctx, accountID, "failed_at", at, func(a *service.Account, _ api.Credits) { a.Failed() })
}

// due marks the open invoices and changes their account; nothing where none is open.
func (s *Store) due(ctx context.Context, accountID, mark string, at time.Time, change func(*service.Account, api.Credits)) (due api.Credits, err error) {
	err = s.steps(ctx, Records, "mark invoices of "+accountID, func(d *doing) {
		a, err := d.account(accountID)
		d.fails(err)
		if due = api.Credits(d.Int("SELECT coalesce(sum(credits), 0) FROM invoices WHERE account = ? AND paid_at IS NULL", accountID)); due > 0 {
			d.Do("UPDATE invoices SET "+mark+" = ? WHERE account = ? AND paid_at IS NULL", at.UnixMicro(), accountID)
			change(&a, due)
			d.do(func(t *Tx) error { return t.saveAccount(a) })
		}
	})
	return due, err
}

// dayStart is the UTC midnight before a moment, in Unix seconds.
func dayStart(at time.Time) int64 { return at.UTC().Truncate(24 * time.Hour).Unix() }

// Ingested counts the slots taken on the day that holds at.
func (s *Store) Ingested(ctx context.Context, accountID string, at time.Time) (int, error) {
	n, err := one(ctx, s.reader, sqlio.Int, "SELECT coalesce(sum(used), 0) FROM ingests WHERE account = ? AND day = ?", accountID, dayStart(at))
	return int(n), wrap("read ingests of "+accountID, err)
}

// TakeIngest takes a slot of the day that holds at, if fewer than quota are
// taken; else service.ErrQuota.
func (s *Store) TakeIngest(ctx context.Context, accountID string, at time.Time, quota int) error {
	n, err := s.exec(ctx, Passing, `INSERT INTO ingests (account, day, used) SELECT CAST(?1 AS TEXT), CAST(?2 AS INTEGER), 1 WHERE CAST(?3 AS INTEGER) > 0
		ON CONFLICT (account, day) DO UPDATE SET used = ingests.used + 1 WHERE ingests.used < CAST(?3 AS INTEGER)`, accountID, dayStart(at), int64(quota))
	if err == nil && n == 0 {
		err = service.ErrQuota
	}
	return wrap("take ingest of "+accountID, err)
}

// ReturnIngest gives back a slot taken on the day that holds at.
func (s *Store) ReturnIngest(ctx context.Context, accountID string, at time.Time) error {
	return s.change(ctx, Passing, "return ingest of "+accountID, "UPDATE ingests SET used = used - 1 WHERE account = ? AND day = ? AND used > 0", accountID, dayStart(at))
}

package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service/billing"
)

func scanUsage(s sqlio.Row) (u billing.Usage, err error) { return u, s.Scan(&u.Minute, &u.Hour) }

// Usage reads both windows as they stand at the moment at.
func (s *Store) Usage(ctx context.Context, accountID string, at time.Time) (billing.Usage, error) {
	spans := Spans(at)
	return get(ctx, s, "read usage of "+accountID, scanUsage, usageQuery, accountID, spans[0].Start, spans[1].Start)
}

// Charge writes the row, adds it to both windows and books it to the account,
// if the windows and a balance can hold it, and answers with the windows as they
// then stand; refused, all stands as it was. A request id that is there already
// is answered without another row.
func (s *Store) Charge(ctx context.Context, row billing.Row, limits api.TierLimits) (billing.Usage, error) {
	if row.Credits < 0 {
		return billing.Usage{}, fmt.Errorf("charge %s: %s credits is less than nothing", row.RequestID, row.Credits)
	}
	u, err := s.Config.Charge(ctx, shelved(row), limits)
	if err == nil || errors.Is(err, billing.ErrOverBudget) || errors.Is(err, billing.ErrAnswered) {
		return u, err
	}
	return billing.Usage{}, fmt.Errorf("charge %s: %w", row.RequestID, err)
}

// chargeInGroup shares a transaction with what else is written.
func (s *Store) chargeInGroup(ctx context.Context, row billing.Row, limits api.TierLimits) (u billing.Usage, err error) {
	err = s.Writer(Records).Plain(ctx, func(t *Tx) (err error) {
		u, err = t.charge(row, limits)
		return err
	})
	return u, err
}

// charge asks first and writes then: a refusal leaves nothing behind.
func (t *Tx) charge(row billing.Row, limits api.TierLimits) (billing.Usage, error) {
	if err := t.unanswered(row); err != nil {
		return billing.Usage{}, err
	}
	p, err := t.purse(row.AccountID, row.At)
	if err != nil {
		return billing.Usage{}, sqlio.Broken(err)
	}
	c, refused := p.Weigh(row, limits)
	if refused != nil {
		return c.Usage, t.unlessCharged(row.RequestID, refused)
	}
	fresh, err := t.enter(c)
	if err != nil || !fresh {
		return billing.Usage{Minute: c.Usage.Minute - row.Credits, Hour: c.Usage.Hour - row.Credits}, err
	}
	if err := t.keep(row); err != nil {
		return c.Usage, sqlio.Broken(err)
	}
	p.Take(c)
	return c.Usage, nil
}

// unlessCharged is the refusal of a charge, nil if it was made before.
func (t *Tx) unlessCharged(requestID string, refused error) error {
	n, err := sqlio.Int(t.Row("SELECT count(*) FROM ledger WHERE request_id = ?", requestID))
	if err != nil {
		return sqlio.Broken(err)
	}
	if n > 0 {
		return nil
	}
	return refused
}

// enter writes the row of a charge and the invoice that it makes due; false if
// the row is there already.
func (t *Tx) enter(c Charge) (fresh bool, err error) {
	row := c.Row
	n, err := t.Exec(`INSERT INTO ledger (request_id, account, user, endpoint, features, credits, at, n, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (request_id) DO NOTHING`,
		row.RequestID, row.AccountID, row.UserID, row.Endpoint, list(row.Features), int64(row.Credits), row.At.UnixMicro(), c.Head.Rows, c.Head.Last[:])
	if err == nil && n > 0 && c.Invoice > 0 {
		_, err = t.Exec("INSERT INTO invoices (account, credits, at) VALUES (?, ?, ?)", row.AccountID, int64(c.Invoice), row.At.UnixMicro())
	}
	if err != nil {
		return false, sqlio.Broken(err)
	}
	return n > 0, nil
}

// Features is a list of features as the ledger has it.
func Features(of []string) string { return list(of) }

// headSetting names the setting with the head of the chain that all accounts had together
// before each had its own.
const headSetting = "ledger_head"

// Chain visits all rows, a chain after the other, as they stand at one moment.
func (s *Store) Chain(ctx context.Context, heads func(billing.Heads) error, visit func(billing.Link) error) error {
	return wrap("check ledger", s.inSnapshot(ctx, func(tx *sql.Tx) error {
		h, err := s.heads(ctx, tx)
		if err == nil {
			err = heads(h)
		}
		if err != nil {
			return err
		}
		return s.each(ctx, tx, func(r sqlio.Row) error {
			var l billing.Link
			var n *int64
			err := r.Scan(&l.Number, &n, &l.RequestID, &l.AccountID, &l.UserID, &l.Endpoint, listIn[string]{&l.Features}, &l.Credits, sqlio.Time(&l.At), &l.Sum)
			if n != nil {
				l.Chain, l.Number = l.AccountID, *n
			}
			if err != nil {
				return err
			}
			return visit(l)
		}, `SELECT id, n, request_id, account, user, endpoint, features, credits, at, sum FROM ledger
			ORDER BY n IS NOT NULL, CASE WHEN n IS NULL THEN '' ELSE account END, n, id`)
	}))
}

// heads returns the heads of the chains.
func (s *Store) heads(ctx context.Context, tx *sql.Tx) (h billing.Heads, err error) {
	h.Of = map[string]billing.Head{}
	err = s.each(ctx, tx, func(r sqlio.Row) error {
		var account string
		var head billing.Head
		err := r.Scan(&account, &head.Rows, sumOf{&head.Last})
		if account == "" {
			h.Before = head.Rows
		} else {
			h.Of[account] = head
		}
		return err
	}, "SELECT account, n, last FROM ledger_heads")
	if err != nil {
		return h, err
	}
	var common string
	err = s.each(ctx, tx, func(r sqlio.Row) error { return r.Scan(&common) }, "SELECT value FROM settings WHERE name = ?", headSetting)
	if err == nil {
		h.Common, err = billing.ParseHead(common)
	}
	return h, err
}

// inSnapshot reads several statements as of one moment.
func (s *Store) inSnapshot(ctx context.Context, read func(*sql.Tx) error) error {
	tx, err := s.begin(ctx)
	if err != nil {
		return s.Engine.Fault("read", err)
	}
	defer tx.Rollback()
	return s.Engine.Fault("read", read(tx))
}

// begin begins a transaction that reads all as it stands.
func (s *Store) begin(ctx context.Context) (tx *sql.Tx, err error) {
	err = s.Engine.Wait(ctx, func() (err error) {
		tx, err = s.DB.BeginTx(ctx, s.Dialect.Snapshot())
		return err
	})
	return tx, err
}

// each visits the rows of one statement of a snapshot.
func (s *Store) each(ctx context.Context, tx *sql.Tx, visit func(sqlio.Row) error, query string, args ...any) error {
	rows, err := tx.QueryContext(ctx, s.Engine.Query(query), args...)
	if err != nil {
		return err
	}
	return sqlio.Visit(rows, visit)
}

// Rows streams the ledger of an account, or of all for "", oldest first. It
// holds one of the store's reading connections until visit has seen the last.
func (s *Store) Rows(ctx context.Context, accountID string, visit func(billing.Row) error) error {
	query, args := "SELECT request_id, account, user, endpoint, features, credits, at FROM ledger ", []any{}
	if accountID != "" {
		query, args = query+"WHERE account = ? ", []any{accountID}
	}
	scan := func(r sqlio.Row) (row billing.Row, err error) {
		return row, r.Scan(&row.RequestID, &row.AccountID, &row.UserID, &row.Endpoint, listIn[string]{&row.Features}, &row.Credits, sqlio.Time(&row.At))
	}
	err := sqlio.Each(ctx, s.reader, visiting(scan, visit), query+"ORDER BY at, id", args...)
	return wrap("read ledger", err)
}

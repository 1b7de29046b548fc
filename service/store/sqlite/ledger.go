package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlite"
	"greenroom/service/billing"
)

// usageQuery sums the windows of 60 and of 3600 seconds that hold a moment.
const usageQuery = `SELECT coalesce(sum(CASE span WHEN 60 THEN used END), 0), coalesce(sum(CASE span WHEN 3600 THEN used END), 0)
	FROM windows WHERE account = ? AND (span = 60 AND start = ? OR span = 3600 AND start = ?)`

func scanUsage(s sqlite.Row) (u billing.Usage, err error) { return u, s.Scan(&u.Minute, &u.Hour) }

func windowStarts(at time.Time) (minute, hour int64) {
	m, h := billing.Windows(at)
	return m.Unix(), h.Unix()
}

// Usage reads both windows as they stand at the moment at.
func (s *Store) Usage(ctx context.Context, accountID string, at time.Time) (billing.Usage, error) {
	minute, hour := windowStarts(at)
	u, err := one(ctx, s.reader, scanUsage, usageQuery, accountID, minute, hour)
	return u, wrap("read usage of "+accountID, err)
}

// Charge writes the row, adds it to both windows and books it to the account,
// if the windows and a balance can hold it, and answers with the windows as they
// then stand; refused, all stands as it was. A request id that is there already
// is answered without another row.
func (s *Store) Charge(ctx context.Context, row billing.Row, limits api.TierLimits) (billing.Usage, error) {
	if row.Credits < 0 {
		return billing.Usage{}, fmt.Errorf("charge %s: %s credits is less than nothing", row.RequestID, row.Credits)
	}
	row = shelved(row)
	var u billing.Usage
	err := s.writer.Plain(ctx, func(t *tx) (err error) {
		u, err = t.charge(row, limits)
		return err
	})
	if errors.Is(err, billing.ErrOverBudget) || errors.Is(err, billing.ErrAnswered) {
		return u, err
	}
	if err != nil {
		return billing.Usage{}, fmt.Errorf("charge %s: %w", row.RequestID, err)
	}
	return u, nil
}

// charge asks first and writes then: a refusal leaves nothing behind.
func (t *tx) charge(row billing.Row, limits api.TierLimits) (billing.Usage, error) {
	if err := t.unanswered(row); err != nil {
		return billing.Usage{}, err
	}
	s, err := t.sum(row.AccountID)
	if err != nil {
		return billing.Usage{}, sqlite.Broken(err)
	}
	minute, hour, err := t.windows(s, row)
	if err != nil {
		return billing.Usage{}, sqlite.Broken(err)
	}
	before := billing.Usage{Minute: minute.now(), Hour: hour.now()}
	after := billing.Usage{Minute: before.Minute + row.Credits, Hour: before.Hour + row.Credits}
	account, invoice, refused := s.booked(row.Credits)
	if refused == nil && (row.Credits > limits.Minute-before.Minute || row.Credits > limits.Hour-before.Hour) {
		refused = billing.ErrOverBudget
	}
	if refused != nil {
		return before, t.unlessCharged(row.RequestID, refused)
	}
	fresh, err := t.enter(row, invoice)
	if err != nil || !fresh {
		return before, err
	}
	if err := t.keep(row); err != nil {
		return before, sqlite.Broken(err)
	}
	minute.added += row.Credits
	hour.added += row.Credits
	s.account, s.changed = account, true
	return after, nil
}

// unlessCharged is the refusal of a charge, nil if it was made before.
func (t *tx) unlessCharged(requestID string, refused error) error {
	n, err := sqlite.Int(t.Row("SELECT count(*) FROM ledger WHERE request_id = ?", requestID))
	if err != nil {
		return sqlite.Broken(err)
	}
	if n > 0 {
		return nil
	}
	return refused
}

// enter writes the row of a charge and the invoice that it makes due; false if
// the row is there already.
func (t *tx) enter(row billing.Row, invoice api.Credits) (fresh bool, err error) {
	head, err := t.ledgerHead()
	if err != nil {
		return false, sqlite.Broken(err)
	}
	next := head.Add(row)
	n, err := t.Exec(`INSERT INTO ledger (request_id, account, user, endpoint, features, credits, at, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (request_id) DO NOTHING`,
		row.RequestID, row.AccountID, row.UserID, row.Endpoint, list(row.Features), int64(row.Credits), row.At.UnixMicro(), next.Last[:])
	if err == nil && n > 0 {
		*head = next
	}
	if err == nil && n > 0 && invoice > 0 {
		_, err = t.Exec("INSERT INTO invoices (account, credits, at) VALUES (?, ?, ?)", row.AccountID, int64(invoice), row.At.UnixMicro())
	}
	if err != nil {
		return false, sqlite.Broken(err)
	}
	return n > 0, nil
}

// headSetting is where the head of the ledger is kept.
const headSetting = "ledger_head"

// ledgerHead is the head of the ledger, the charges of this group included.
func (t *tx) ledgerHead() (*billing.Head, error) {
	if t.head != nil {
		return t.head, nil
	}
	text, err := sqlite.Text(t.Row("SELECT value FROM settings WHERE name = ?", headSetting))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	head, err := billing.ParseHead(text)
	if err != nil {
		return nil, err
	}
	t.head = &head
	return t.head, nil
}

// Chain visits all rows by number, and returns the head as it stood with them: one
// statement reads both.
func (s *Store) Chain(ctx context.Context, visit func(billing.Link) error) (head billing.Head, err error) {
	var stands string
	err = sqlite.Each(ctx, s.reader, func(r sqlite.Row) error {
		var l billing.Link
		var number *int64
		err := r.Scan(&stands, &number, &l.RequestID, &l.AccountID, &l.UserID, &l.Endpoint, listIn[string]{&l.Features}, &l.Credits, sqlite.Time(&l.At), &l.Sum)
		if err != nil || number == nil {
			return err
		}
		l.Number = *number
		return visit(l)
	}, `SELECT coalesce((SELECT value FROM settings WHERE name = ?), ''), id, coalesce(request_id, ''), coalesce(account, ''), coalesce(user, ''),
		coalesce(endpoint, ''), coalesce(features, ''), coalesce(credits, 0), coalesce(at, 0), sum
		FROM (SELECT 1) LEFT JOIN ledger ORDER BY id`, headSetting)
	if err == nil {
		head, err = billing.ParseHead(stands)
	}
	return head, wrap("check ledger", err)
}

// Rows streams the ledger of an account, or of all for "", oldest first. It
// holds one of the store's reading connections until visit has seen the last.
func (s *Store) Rows(ctx context.Context, accountID string, visit func(billing.Row) error) error {
	query, args := "SELECT request_id, account, user, endpoint, features, credits, at FROM ledger ", []any{}
	if accountID != "" {
		query, args = query+"WHERE account = ? ", []any{accountID}
	}
	err := sqlite.Each(ctx, s.reader, func(r sqlite.Row) error {
		var row billing.Row
		err := r.Scan(&row.RequestID, &row.AccountID, &row.UserID, &row.Endpoint, listIn[string]{&row.Features}, &row.Credits, sqlite.Time(&row.At))
		if err != nil {
			return err
		}
		return visit(row)
	}, query+"ORDER BY at, id", args...)
	return wrap("read ledger", err)
}

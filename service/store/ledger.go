package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/service/billing"
)

// usageQuery sums the windows of 60 and of 3600 seconds that hold a moment.
const usageQuery = `SELECT coalesce(sum(CASE span WHEN 60 THEN used END), 0), coalesce(sum(CASE span WHEN 3600 THEN used END), 0)
	FROM windows WHERE account = ? AND (span = 60 AND start = ? OR span = 3600 AND start = ?)`

func scanUsage(s scanner) (u billing.Usage, err error) { return u, s.Scan(&u.Minute, &u.Hour) }

func windowStarts(at time.Time) (minute, hour int64) {
	m, h := billing.Windows(at)
	return m.Unix(), h.Unix()
}

// Usage reads both windows as they stand at the moment at.
func (s *Store) Usage(ctx context.Context, accountID string, at time.Time) (billing.Usage, error) {
	minute, hour := windowStarts(at)
	u, err := one(ctx, s.reader, scanUsage, usageQuery, accountID, minute, hour)
	if err != nil {
		return u, fmt.Errorf("read usage of %s: %w", accountID, err)
	}
	return u, nil
}

// Charge writes the row, adds it to both windows and books it to the account,
// if the windows and a balance can hold it, and answers with the windows as they
// then stand; refused, all stands as it was. A request id that is there already
// is answered without another row.
func (s *Store) Charge(ctx context.Context, row billing.Row, limits api.TierLimits) (billing.Usage, error) {
	if row.Credits < 0 {
		return billing.Usage{}, fmt.Errorf("charge %s: %s credits is less than nothing", row.RequestID, row.Credits)
	}
	var u billing.Usage
	err := s.writer.do(ctx, func(t *tx) (err error) {
		u, err = t.charge(row, limits)
		return err
	})
	if errors.Is(err, billing.ErrOverBudget) {
		return u, billing.ErrOverBudget
	}
	if err != nil {
		return billing.Usage{}, fmt.Errorf("charge %s: %w", row.RequestID, err)
	}
	return u, nil
}

// charge writes first and asks then: what an error leaves behind is rolled back
// with it.
func (t *tx) charge(row billing.Row, limits api.TierLimits) (billing.Usage, error) {
	minute, hour := windowStarts(row.At)
	u, err := scanUsage(t.row(usageQuery, row.AccountID, minute, hour))
	if err != nil {
		return u, err
	}
	n, err := t.exec(`INSERT INTO ledger (request_id, account, endpoint, features, credits, at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (request_id) DO NOTHING`,
		row.RequestID, row.AccountID, row.Endpoint, list(row.Features), int64(row.Credits), row.At.UnixMicro())
	if err != nil || n == 0 {
		return u, err
	}
	if err := t.book(row); err != nil {
		return u, err
	}
	if u.Minute+row.Credits > limits.Minute || u.Hour+row.Credits > limits.Hour {
		return u, billing.ErrOverBudget
	}
	_, err = t.exec(`INSERT INTO windows (account, span, start, used) VALUES (?1, 60, ?2, ?4), (?1, 3600, ?3, ?4)
		ON CONFLICT DO UPDATE SET used = used + excluded.used`, row.AccountID, minute, hour, int64(row.Credits))
	return billing.Usage{Minute: u.Minute + row.Credits, Hour: u.Hour + row.Credits}, err
}

// Rows streams the ledger of an account, or of all for "", oldest first. It
// holds one of the store's reading connections until visit has seen the last.
func (s *Store) Rows(ctx context.Context, accountID string, visit func(billing.Row) error) error {
	query, args := "SELECT request_id, account, endpoint, features, credits, at FROM ledger ", []any{}
	if accountID != "" {
		query, args = query+"WHERE account = ? ", []any{accountID}
	}
	err := each(ctx, s.reader, func(r scanner) error {
		var row billing.Row
		err := r.Scan(&row.RequestID, &row.AccountID, &row.Endpoint, listIn[string]{&row.Features}, &row.Credits, timeIn{&row.At})
		if err != nil {
			return err
		}
		return visit(row)
	}, query+"ORDER BY at, id", args...)
	if err != nil {
		return fmt.Errorf("read ledger: %w", err)
	}
	return nil
}

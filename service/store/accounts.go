package store

import (
	"context"
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// CreateAccount stores an account. Limits that are zero or the tier's own are
// not stored: the tier's are then in force, whatever they become.
func (s *Store) CreateAccount(ctx context.Context, a service.Account) error {
	limits := []any{nil, nil, nil}
	if own := a.Limits; own != (api.TierLimits{}) {
		if tier, ok := a.Tier.Limits(); !ok || tier != own {
			limits = []any{int64(own.Minute), int64(own.Hour), int64(own.Invoice)}
		}
	}
	err := s.writer.do(ctx, func(t *tx) error {
		n, err := t.exec(`INSERT INTO accounts (id, name, tier, minute, hour, invoice, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			a.ID, a.Name, string(a.Tier), limits[0], limits[1], limits[2], micros(a.CreatedAt))
		if err == nil && n == 0 {
			err = errTaken
		}
		return err
	})
	return wrap("create account "+a.ID, err)
}

const selectAccount = "SELECT id, name, tier, minute, hour, invoice, created_at FROM accounts "

func scanAccount(s scanner) (a service.Account, err error) {
	var minute, hour, invoice *int64
	if err = s.Scan(&a.ID, &a.Name, &a.Tier, &minute, &hour, &invoice, timeIn{&a.CreatedAt}); err != nil {
		return a, err
	}
	if minute == nil || hour == nil || invoice == nil {
		a.Limits, _ = a.Tier.Limits()
		return a, nil
	}
	a.Limits = api.TierLimits{Minute: api.Credits(*minute), Hour: api.Credits(*hour), Invoice: api.Credits(*invoice)}
	return a, nil
}

// Account reads an account by its id.
func (s *Store) Account(ctx context.Context, id string) (service.Account, error) {
	a, err := one(ctx, s.reader, scanAccount, selectAccount+"WHERE id = ?", id)
	return a, wrap("read account "+id, err)
}

// AccountByName reads an account by its name, letter for letter.
func (s *Store) AccountByName(ctx context.Context, name string) (service.Account, error) {
	a, err := one(ctx, s.reader, scanAccount, selectAccount+"WHERE name = ?", name)
	return a, wrap("read account by name", err)
}

// CreateKey stores a key; without its account it is service.ErrNotFound.
func (s *Store) CreateKey(ctx context.Context, k service.Key) error {
	err := s.writer.do(ctx, func(t *tx) error {
		if _, err := scanString(t.row("SELECT id FROM accounts WHERE id = ?", k.AccountID)); err != nil {
			return missing(err)
		}
		n, err := t.exec(`INSERT INTO keys (id, account, salt, hash, created_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, k.ID, k.AccountID, k.Salt, k.Hash, micros(k.CreatedAt), microsOf(k.RevokedAt))
		if err == nil && n == 0 {
			err = errTaken
		}
		return err
	})
	return wrap("create key "+k.ID, err)
}

const selectKey = "SELECT id, account, salt, hash, created_at, revoked_at FROM keys "

func scanKey(s scanner) (k service.Key, err error) {
	return k, s.Scan(&k.ID, &k.AccountID, &k.Salt, &k.Hash, timeIn{&k.CreatedAt}, timeAt{&k.RevokedAt})
}

// Key reads a key by its id, a revoked one too.
func (s *Store) Key(ctx context.Context, id string) (service.Key, error) {
	k, err := one(ctx, s.reader, scanKey, selectKey+"WHERE id = ?", id)
	return k, wrap("read key "+id, err)
}

// Keys lists all keys, newest first.
func (s *Store) Keys(ctx context.Context) ([]service.Key, error) {
	list, err := all(ctx, s.reader, scanKey, selectKey+"ORDER BY created_at DESC, seq DESC")
	return list, wrap("read keys", err)
}

// RevokeKey ends a key at a moment; one that has ended keeps its own.
func (s *Store) RevokeKey(ctx context.Context, id string, at time.Time) error {
	err := s.writer.do(ctx, func(t *tx) error {
		n, err := t.exec("UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?", at.UnixMicro(), id)
		return changedOne(n, err)
	})
	return wrap("revoke key "+id, err)
}

// Setting reads a named value; service.ErrNotFound if it is not set.
func (s *Store) Setting(ctx context.Context, name string) (string, error) {
	v, err := one(ctx, s.reader, scanString, "SELECT value FROM settings WHERE name = ?", name)
	return v, wrap("read setting "+name, err)
}

// SetSetting sets or replaces a named value.
func (s *Store) SetSetting(ctx context.Context, name, value string) error {
	err := s.writer.do(ctx, func(t *tx) error {
		_, err := t.exec("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", name, value)
		return err
	})
	return wrap("set setting "+name, err)
}

// changedOne is service.ErrNotFound where an update met no row.
func changedOne(n int64, err error) error {
	if err == nil && n == 0 {
		return service.ErrNotFound
	}
	return err
}

// wrap says what was being done; nil stays nil.
func wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

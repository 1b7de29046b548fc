package sqlite

import (
	"context"
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlite"
	"greenroom/service"
)

// CreateAccount stores an account. Limits that are zero or the tier's own are
// not stored: the tier's are then in force, whatever they become; and so it is
// with a quota of zero or the usual one.
func (s *Store) CreateAccount(ctx context.Context, a service.Account) error {
	if a.Limits == (api.TierLimits{}) {
		a.Limits, _ = a.Tier.Limits()
	}
	if a.IngestQuota == 0 {
		a.IngestQuota = api.IngestsDaily
	}
	err := s.writer.Do(ctx, func(t *tx) error {
		n, err := t.Exec("INSERT INTO accounts (id, name, tier, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
			a.ID, a.Name, string(a.Tier), sqlite.Micros(a.CreatedAt))
		if err == nil && n == 0 {
			err = errTaken
		}
		if err != nil {
			return err
		}
		return t.saveAccount(a)
	})
	return wrap("create account "+a.ID, err)
}

// saveAccount writes all of an account but its id, name and age.
func (t *tx) saveAccount(a service.Account) error {
	minute, hour, invoice := any(int64(a.Limits.Minute)), any(int64(a.Limits.Hour)), any(int64(a.Limits.Invoice))
	if tier, _ := a.Tier.Limits(); a.Limits == tier {
		minute, hour, invoice = nil, nil, nil
	}
	quota := any(int64(a.IngestQuota))
	if a.IngestQuota == api.IngestsDaily {
		quota = nil
	}
	n, err := t.Exec(`UPDATE accounts SET tier = ?, minute = ?, hour = ?, invoice = ?, suspended = ?, balance = ?, spent = ?,
		unpaid = ?, lacks = ?, ingest_quota = ? WHERE id = ?`, string(a.Tier), minute, hour, invoice, string(a.Suspended),
		credits(a.Balance), int64(a.Spent), int64(a.Unpaid), list(a.Lacks), quota, a.ID)
	return changedOne(n, err)
}

// credits is an amount as SQLite takes it: NULL for nil.
func credits(c *api.Credits) any {
	if c == nil {
		return nil
	}
	return int64(*c)
}

const selectAccount = `SELECT id, name, tier, minute, hour, invoice, created_at, suspended, balance, spent, unpaid, lacks,
	ingest_quota FROM accounts `

func scanAccount(s sqlite.Row) (a service.Account, err error) {
	var minute, hour, invoice *int64
	var quota *int
	err = s.Scan(&a.ID, &a.Name, &a.Tier, &minute, &hour, &invoice, sqlite.Time(&a.CreatedAt), &a.Suspended, &a.Balance,
		&a.Spent, &a.Unpaid, listIn[string]{&a.Lacks}, &quota)
	if err != nil {
		return a, err
	}
	if a.IngestQuota = api.IngestsDaily; quota != nil {
		a.IngestQuota = *quota
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

// Accounts lists all accounts by name.
func (s *Store) Accounts(ctx context.Context) ([]service.Account, error) {
	found, err := sqlite.All(ctx, s.reader, scanAccount, selectAccount+"ORDER BY name")
	return found, wrap("read accounts", err)
}

// ChangeAccount changes an account in one transaction and returns it as it then
// is. Its id, name and age stay. An error of change leaves all as it was.
func (s *Store) ChangeAccount(ctx context.Context, id string, change func(*service.Account) error) (service.Account, error) {
	var a service.Account
	err := s.writer.Do(ctx, func(t *tx) (err error) {
		if a, err = t.account(id); err != nil {
			return err
		}
		if err := change(&a); err != nil {
			return err
		}
		a.ID = id
		return t.saveAccount(a)
	})
	return a, wrap("change account "+id, err)
}

// account reads an account inside the transaction that changes it.
func (t *tx) account(id string) (service.Account, error) {
	a, err := scanAccount(t.Row(selectAccount+"WHERE id = ?", id))
	return a, missing(err)
}

// Access grows with every change of what a key or an account may do.
func (s *Store) Access(ctx context.Context) (int64, error) {
	n, err := one(ctx, s.reader, sqlite.Int, "SELECT n FROM access")
	return n, wrap("read access", err)
}

// CreateKey stores a key; without its account it is service.ErrNotFound.
func (s *Store) CreateKey(ctx context.Context, k service.Key) error {
	err := s.writer.Do(ctx, func(t *tx) error {
		if _, err := sqlite.Text(t.Row("SELECT id FROM accounts WHERE id = ?", k.AccountID)); err != nil {
			return missing(err)
		}
		n, err := t.Exec(`INSERT INTO keys (id, account, salt, hash, created_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, k.ID, k.AccountID, k.Salt, k.Hash, sqlite.Micros(k.CreatedAt), microsOf(k.RevokedAt))
		if err == nil && n == 0 {
			err = errTaken
		}
		return err
	})
	return wrap("create key "+k.ID, err)
}

const selectKey = "SELECT id, account, salt, hash, created_at, revoked_at FROM keys "

func scanKey(s sqlite.Row) (k service.Key, err error) {
	return k, s.Scan(&k.ID, &k.AccountID, &k.Salt, &k.Hash, sqlite.Time(&k.CreatedAt), timeAt{&k.RevokedAt})
}

// Key reads a key by its id, a revoked one too.
func (s *Store) Key(ctx context.Context, id string) (service.Key, error) {
	k, err := one(ctx, s.reader, scanKey, selectKey+"WHERE id = ?", id)
	return k, wrap("read key "+id, err)
}

// Keys lists all keys, newest first.
func (s *Store) Keys(ctx context.Context) ([]service.Key, error) {
	list, err := sqlite.All(ctx, s.reader, scanKey, selectKey+"ORDER BY created_at DESC, seq DESC")
	return list, wrap("read keys", err)
}

// RevokeKey ends a key at a moment; one that has ended keeps its own.
func (s *Store) RevokeKey(ctx context.Context, id string, at time.Time) error {
	err := s.writer.Do(ctx, func(t *tx) error {
		n, err := t.Exec("UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?", at.UnixMicro(), id)
		return changedOne(n, err)
	})
	return wrap("revoke key "+id, err)
}

// Setting reads a named value; service.ErrNotFound if it is not set.
func (s *Store) Setting(ctx context.Context, name string) (string, error) {
	v, err := one(ctx, s.reader, sqlite.Text, "SELECT value FROM settings WHERE name = ?", name)
	return v, wrap("read setting "+name, err)
}

// SetSetting sets or replaces a named value.
func (s *Store) SetSetting(ctx context.Context, name, value string) error {
	err := s.writer.Do(ctx, func(t *tx) error {
		_, err := t.Exec("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", name, value)
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

package tables

import (
	"context"
	"fmt"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
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
	return s.steps(ctx, Records, "create account "+a.ID, func(d *doing) {
		d.do(func(t *Tx) error { return t.dialect.LockAccount(t, a.ID) })
		d.do(func(t *Tx) error { return add(t, accountTable, rowOf(a)) })
	})
}

// accountRow is an account as stored: limits and quota are NULL where they are
// the usual ones.
type accountRow struct {
	service.Account
	minute, hour, invoice *api.Credits
	quota                 *int
}

var accountTable = newTable("accounts", "id name tier minute hour invoice created_at suspended balance spent unpaid lacks ingest_quota", func(a *accountRow, to []any) []any {
	return append(to, &a.ID, &a.Name, &a.Tier, &a.minute, &a.hour, &a.invoice, &a.CreatedAt, &a.Suspended, &a.Balance, &a.Spent, &a.Unpaid, &a.Lacks,
		&a.quota)
})

func rowOf(a service.Account) accountRow {
	r := accountRow{Account: a}
	if tier, _ := a.Tier.Limits(); a.Limits != tier {
		r.minute, r.hour, r.invoice = &a.Limits.Minute, &a.Limits.Hour, &a.Limits.Invoice
	}
	if a.IngestQuota != api.IngestsDaily {
		r.quota = &a.IngestQuota
	}
	return r
}

// saveAccount writes an account over the one that is there.
func (t *Tx) saveAccount(a service.Account) error {
	r := rowOf(a)
	return changedOne(t.Exec(accountTable.updating(), append(accountTable.values(&r), a.ID)...))
}

var selectAccount = "SELECT " + accountTable.selected() + " FROM accounts "

// ScanAccount reads an account.
func ScanAccount(s sqlio.Row) (service.Account, error) {
	r, err := accountTable.scan(s)
	if err != nil {
		return service.Account{}, err
	}
	a := r.Account
	if a.IngestQuota = api.IngestsDaily; r.quota != nil {
		a.IngestQuota = *r.quota
	}
	if r.minute == nil || r.hour == nil || r.invoice == nil {
		a.Limits, _ = a.Tier.Limits()
		return a, nil
	}
	a.Limits = api.TierLimits{Minute: *r.minute, Hour: *r.hour, Invoice: *r.invoice}
	return a, nil
}

// Account reads an account by its id.
func (s *Store) Account(ctx context.Context, id string) (service.Account, error) {
	return get(ctx, s, "read account "+id, ScanAccount, selectAccount+"WHERE id = ?", id)
}

// AccountByName reads an account by its name, letter for letter.
func (s *Store) AccountByName(ctx context.Context, name string) (service.Account, error) {
	return get(ctx, s, "read account by name", ScanAccount, selectAccount+"WHERE name = ?", name)
}

// Accounts lists all accounts by name.
func (s *Store) Accounts(ctx context.Context) ([]service.Account, error) {
	return all(ctx, s, "read accounts", ScanAccount, selectAccount+"ORDER BY name")
}

// ChangeAccount changes an account in one transaction and returns it as it then
// is. Its id, name and age stay. An error of change leaves all as it was.
func (s *Store) ChangeAccount(ctx context.Context, id string, change func(*service.Account) error) (service.Account, error) {
	var a service.Account
	err := s.do(ctx, Records, func(t *Tx) (err error) {
		if a, err = t.account(id); err != nil {
			return err
		}
		was := a
		if err := change(&a); err != nil {
			return err
		}
		a.ID, a.Name, a.CreatedAt = was.ID, was.Name, was.CreatedAt
		return t.saveAccount(a)
	})
	return a, wrap("change account "+id, err)
}

// account reads an account inside the transaction that changes it.
func (t *Tx) account(id string) (service.Account, error) {
	if err := t.dialect.LockAccount(t, id); err != nil {
		return service.Account{}, err
	}
	a, err := ScanAccount(t.Row(selectAccount+"WHERE id = ?", id))
	return a, missing(err)
}

// Access grows with every change of what a key or an account may do.
func (s *Store) Access(ctx context.Context) (int64, error) {
	return get(ctx, s, "read access", sqlio.Int, "SELECT n FROM access")
}

// CreateKey stores a key; without its account it is service.ErrNotFound.
func (s *Store) CreateKey(ctx context.Context, k service.Key) error {
	return s.write(ctx, Records, "create key "+k.ID, func(t *Tx) error {
		if _, err := sqlio.Text(t.Row("SELECT id FROM accounts WHERE id = ?", k.AccountID)); err != nil {
			return missing(err)
		}
		return add(t, keyTable, k)
	})
}

var keyTable = newTable("keys", "id account salt hash created_at revoked_at", func(k *service.Key, to []any) []any {
	return append(to, &k.ID, &k.AccountID, &k.Salt, &k.Hash, &k.CreatedAt, &k.RevokedAt)
})

var selectKey = "SELECT " + keyTable.selected() + " FROM keys "

// Key reads a key by its id, a revoked one too.
func (s *Store) Key(ctx context.Context, id string) (service.Key, error) {
	return get(ctx, s, "read key "+id, keyTable.scan, selectKey+"WHERE id = ?", id)
}

// Keys lists all keys, newest first.
func (s *Store) Keys(ctx context.Context) ([]service.Key, error) {
	return all(ctx, s, "read keys", keyTable.scan, selectKey+"ORDER BY created_at DESC, seq DESC")
}

// RevokeKey ends a key at a moment; one that has ended keeps its own.
func (s *Store) RevokeKey(ctx context.Context, id string, at time.Time) error {
	return wrap("revoke key "+id, changedOne(s.exec(ctx, Records, "UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?", at.UnixMicro(), id)))
}

// Setting reads a named value; service.ErrNotFound if it is not set.
func (s *Store) Setting(ctx context.Context, name string) (string, error) {
	return get(ctx, s, "read setting "+name, sqlio.Text, "SELECT value FROM settings WHERE name = ?", name)
}

// SetSetting sets or replaces a named value.
func (s *Store) SetSetting(ctx context.Context, name, value string) error {
	return s.write(ctx, Catalogue, "set setting "+name, func(t *Tx) error {
		if err := s.journal.setting(t, name); err != nil {
			return err
		}
		return t.Do("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value)
	})
}

// FirstSetting sets a named value unless it is set, and returns the one in force.
func (s *Store) FirstSetting(ctx context.Context, name, value string) (kept string, err error) {
	err = s.steps(ctx, Catalogue, "set setting "+name, func(d *doing) {
		d.Do("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, value)
		kept = strings.Join(d.texts("SELECT value FROM settings WHERE name = ?", name), "")
	})
	return kept, err
}

// exec is a write of one statement: it returns how many rows were changed.
func (s *Store) exec(ctx context.Context, k Kind, query string, args ...any) (n int64, err error) {
	err = s.do(ctx, k, func(t *Tx) error {
		n, err = t.Exec(query, args...)
		return err
	})
	return n, err
}

// add stores a record; service.ErrTaken where what it is known by is another's.
func add[T any](t *Tx, to table[T], v T) error {
	n, err := t.Exec(to.inserting(), to.values(&v)...)
	if err == nil && n == 0 {
		err = service.ErrTaken
	}
	return err
}

// sweep removes a few records that have expired at a moment: each new one pays for
// more than one old one, and none for all.
func (t *Tx) sweep(table string, at time.Time) error {
	return t.Do(fmt.Sprintf("DELETE FROM %[1]s WHERE rowid IN (SELECT rowid FROM %[1]s WHERE expires_at <= ? LIMIT 8)", table), at.UnixMicro())
}

// addAndSweep is add for records that expire.
func addAndSweep[T any](t *Tx, to table[T], v T, at time.Time) error {
	err := t.sweep(to.name, at)
	if err == nil {
		err = add(t, to, v)
	}
	return err
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

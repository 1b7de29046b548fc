package tables

import (
	"context"
	"slices"
	"strings"
	"time"

	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/store"
)

// userRow is a user as stored: names are found in any case.
type userRow struct {
	service.User
	key string
}

var userTable = newTable("users", "id account issuer subject name name_key password created_at disabled_at", func(u *userRow, to []any) []any {
	return append(to, &u.ID, &u.AccountID, &u.Issuer, &u.Subject, &u.Name, &u.key, &u.Password, &u.CreatedAt, &u.DisabledAt)
})

var selectUser = "SELECT " + userTable.selected() + " FROM users "

func scanUser(r sqlio.Row) (service.User, error) {
	u, err := userTable.scan(r)
	return u.User, err
}

func nameKey(name string) string { return strings.ToLower(name) }

var invitationTable = newTable("invitations", "hash account user created_at expires_at used_at", func(i *service.Invitation, to []any) []any {
	return append(to, &i.Hash, &i.AccountID, &i.UserID, &i.CreatedAt, &i.ExpiresAt, &i.UsedAt)
})

var openInvitation = "SELECT " + invitationTable.selected() + " FROM invitations WHERE hash = ? AND used_at IS NULL AND expires_at > ?"

// CreateInvitation stores an invitation, and removes some that are over.
func (s *Store) CreateInvitation(ctx context.Context, i service.Invitation) error {
	return s.write(ctx, Records, "create invitation", func(t *Tx) error {
		if _, err := t.account(i.AccountID); err != nil {
			return err
		}
		return addAndSweep(t, invitationTable, i, i.CreatedAt)
	})
}

// Invitation reads one that is neither used nor expired at now.
func (s *Store) Invitation(ctx context.Context, hash []byte, now time.Time) (service.Invitation, error) {
	return get(ctx, s, "read invitation", invitationTable.scan, openInvitation, hash, now.UnixMicro())
}

// Accept uses an invitation up and stores who accepted it.
func (s *Store) Accept(ctx context.Context, hash []byte, u service.User, at time.Time) error {
	return s.steps(ctx, Records, "accept invitation", func(d *doing) {
		i, err := invitationTable.scan(d.Row(openInvitation, hash, at.UnixMicro()))
		d.fails(missing(err))
		d.Do("UPDATE invitations SET used_at = ? WHERE hash = ?", at.UnixMicro(), hash)
		if i.UserID != "" {
			d.changes("UPDATE users SET password = ? WHERE id = ?", u.Password, i.UserID)
			return
		}
		if slices.ContainsFunc(d.texts("SELECT name FROM users WHERE name_key <> ''"), func(name string) bool { return store.Alike(name, u.Name) }) {
			d.fails(service.ErrTaken)
		}
		d.do(func(t *Tx) error { return add(t, userTable, userRow{u, nameKey(u.Name)}) })
	})
}

// User reads a user by id.
func (s *Store) User(ctx context.Context, id string) (service.User, error) {
	return get(ctx, s, "read user "+id, scanUser, selectUser+"WHERE id = ?", id)
}

// UserByName finds a user of this service by name, in any case.
func (s *Store) UserByName(ctx context.Context, name string) (service.User, error) {
	return get(ctx, s, "read user by name", scanUser, selectUser+"WHERE name_key = ? AND name_key <> ''", nameKey(name))
}

// Known is the user whom an issuer names so; the one given is stored where there is
// none yet.
func (s *Store) Known(ctx context.Context, u service.User) (service.User, error) {
	const bySubject = "WHERE issuer = ? AND subject = ?"
	found, err := one(ctx, s.reader, scanUser, selectUser+bySubject, u.Issuer, u.Subject)
	if err == nil {
		return found, nil
	}
	err = s.steps(ctx, Records, "read user of an issuer", func(d *doing) {
		row := userRow{User: u}
		d.Do(userTable.inserting(), userTable.values(&row)...)
		d.do(func(t *Tx) (err error) {
			found, err = scanUser(t.Row(selectUser+bySubject, u.Issuer, u.Subject))
			return missing(err)
		})
	})
	return found, err
}

// Users lists all users, oldest first.
func (s *Store) Users(ctx context.Context) ([]service.User, error) {
	return all(ctx, s, "read users", scanUser, selectUser+"ORDER BY seq")
}

// DisableUser sets or clears the moment from which a user may not come in.
func (s *Store) DisableUser(ctx context.Context, id string, at *time.Time) error {
	return wrap("disable user "+id, changedOne(s.exec(ctx, Records, "UPDATE users SET disabled_at = ? WHERE id = ?", bound(&at), id)))
}

// EndUser ends what a user has begun: visits and grants.
func (s *Store) EndUser(ctx context.Context, id string, at time.Time) error {
	return s.steps(ctx, Records, "end what user "+id+" began", func(d *doing) {
		d.Do("DELETE FROM visits WHERE user = ?", id)
		d.Do("UPDATE grants SET revoked_at = ? WHERE user = ? AND revoked_at IS NULL", at.UnixMicro(), id)
	})
}

var visitTable = newTable("visits", "hash user created_at expires_at", func(v *service.Visit, to []any) []any {
	return append(to, &v.Hash, &v.UserID, &v.CreatedAt, &v.ExpiresAt)
})

// CreateVisit stores a visit, and removes some that are over.
func (s *Store) CreateVisit(ctx context.Context, v service.Visit) error {
	return s.write(ctx, Records, "create visit", func(t *Tx) error { return addAndSweep(t, visitTable, v, v.CreatedAt) })
}

// Visit reads one that has not expired at now.
func (s *Store) Visit(ctx context.Context, hash []byte, now time.Time) (service.Visit, error) {
	return get(ctx, s, "read visit", visitTable.scan, "SELECT "+visitTable.selected()+" FROM visits WHERE hash = ? AND expires_at > ?", hash, now.UnixMicro())
}

// EndVisit removes a visit, if it is there.
func (s *Store) EndVisit(ctx context.Context, hash []byte) error {
	return s.change(ctx, Records, "end visit", "DELETE FROM visits WHERE hash = ?", hash)
}

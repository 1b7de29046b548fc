package tables

import (
	"cmp"
	"context"
	"time"

	"greenroom/internal/sqlio"
	"greenroom/service"
)

var grantTable = newTable("grants", "id user client scopes created_at expires_at revoked_at", func(g *service.Grant, to []any) []any {
	return append(to, &g.ID, &g.UserID, &g.ClientID, &g.Scopes, &g.CreatedAt, &g.ExpiresAt, &g.RevokedAt)
})

var codeTable = newTable("codes", "hash grant_id redirect_uri challenge created_at expires_at used_at", func(c *service.Code, to []any) []any {
	return append(to, &c.Hash, &c.GrantID, &c.RedirectURI, &c.Challenge, &c.CreatedAt, &c.ExpiresAt, &c.UsedAt)
})

var refreshTable = newTable("refreshes", "hash grant_id created_at expires_at used_at", func(r *service.Refresh, to []any) []any {
	return append(to, &r.Hash, &r.GrantID, &r.CreatedAt, &r.ExpiresAt, &r.UsedAt)
})

// addGrant stores a grant, and removes some that are over with all that was theirs.
func (t *Tx) addGrant(g service.Grant) error { return addAndSweep(t, grantTable, g, g.CreatedAt) }

func (t *Tx) revokeGrant(id string, at time.Time) error {
	return t.Do("UPDATE grants SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", at.UnixMicro(), id)
}

// useUp marks a row as used and does what follows from it; where it was used before
// it ends the grant that it belongs to: service.ErrUsed.
func (s *Store) useUp(ctx context.Context, table string, hash []byte, at time.Time, then func(*Tx) error) error {
	var again error // what was ended stays so
	err := s.do(ctx, Records, func(t *Tx) error {
		n, err := t.Exec("UPDATE "+table+" SET used_at = ? WHERE hash = ? AND used_at IS NULL", at.UnixMicro(), hash)
		if err != nil {
			return err
		}
		if n > 0 {
			return then(t)
		}
		grant, err := sqlio.Text(t.Row("SELECT grant_id FROM "+table+" WHERE hash = ?", hash))
		if err != nil {
			return missing(err)
		}
		again = service.ErrUsed
		return t.revokeGrant(grant, at)
	})
	return cmp.Or(err, again)
}

// CreateCode stores a grant with its code.
func (s *Store) CreateCode(ctx context.Context, g service.Grant, c service.Code) error {
	return s.steps(ctx, Records, "create code", func(d *doing) {
		d.do(func(t *Tx) error { return t.addGrant(g) })
		d.do(func(t *Tx) error { return add(t, codeTable, c) })
	})
}

// Code reads a code, a used one too.
func (s *Store) Code(ctx context.Context, hash []byte) (service.Code, error) {
	return get(ctx, s, "read code", codeTable.scan, "SELECT "+codeTable.selected()+" FROM codes WHERE hash = ?", hash)
}

// UseCode uses a code up; service.ErrUsed, and its grant revoked, where it was.
func (s *Store) UseCode(ctx context.Context, hash []byte, at time.Time) error {
	return wrap("use code", s.useUp(ctx, "codes", hash, at, func(*Tx) error { return nil }))
}

// Grant reads a grant, a revoked one too.
func (s *Store) Grant(ctx context.Context, id string) (service.Grant, error) {
	return get(ctx, s, "read grant", grantTable.scan, "SELECT "+grantTable.selected()+" FROM grants WHERE id = ?", id)
}

// RevokeGrant ends a grant; one that has ended keeps its moment.
func (s *Store) RevokeGrant(ctx context.Context, id string, at time.Time) error {
	return s.write(ctx, Records, "revoke grant", func(t *Tx) error { return t.revokeGrant(id, at) })
}

// CreateRefresh stores a refresh token.
func (s *Store) CreateRefresh(ctx context.Context, r service.Refresh) error {
	return s.write(ctx, Records, "create refresh token", func(t *Tx) error { return add(t, refreshTable, r) })
}

// Refresh reads a refresh token, a used one too.
func (s *Store) Refresh(ctx context.Context, hash []byte) (service.Refresh, error) {
	return get(ctx, s, "read refresh token", refreshTable.scan, "SELECT "+refreshTable.selected()+" FROM refreshes WHERE hash = ?", hash)
}

// Rotate uses a refresh token up and stores the next; service.ErrUsed, and its
// grant revoked, where it was used before.
func (s *Store) Rotate(ctx context.Context, used []byte, next service.Refresh) error {
	return wrap("rotate refresh token", s.useUp(ctx, "refreshes", used, next.CreatedAt, func(t *Tx) error { return add(t, refreshTable, next) }))
}

package tables

import (
	"context"
	"time"

	"greenroom/service"
)

var deviceTable = newTable("devices", "hash user_hash client scopes state grant_id interval polled_at created_at expires_at", func(d *service.Device, to []any) []any {
	return append(to, &d.Hash, &d.UserHash, &d.ClientID, &d.Scopes, &d.State, &d.GrantID, &d.Interval, &d.PolledAt, &d.CreatedAt, &d.ExpiresAt)
})

var waiting = "SELECT " + deviceTable.selected() + " FROM devices WHERE user_hash = ? AND state = 'pending' AND expires_at > ?"

// CreateDevice stores a device, and removes some that expired an hour ago, so that
// their programs were told. Codes that another has are service.ErrTaken.
func (s *Store) CreateDevice(ctx context.Context, d service.Device) error {
	return s.write(ctx, Records, "create device", func(t *Tx) error { return addAndSweep(t, deviceTable, d, d.CreatedAt.Add(-time.Hour)) })
}

// Device finds one that waits at now, by the code that the user types.
func (s *Store) Device(ctx context.Context, userHash []byte, now time.Time) (service.Device, error) {
	return get(ctx, s, "read device", deviceTable.scan, waiting, userHash, now.UnixMicro())
}

// AnswerDevice allows one that waits at now, with a grant, or denies it without.
func (s *Store) AnswerDevice(ctx context.Context, userHash []byte, g *service.Grant, now time.Time) error {
	return s.changeDevice(ctx, "answer device", func(d *service.Device, t *Tx) error {
		if d.State = service.DeviceDenied; g == nil {
			return nil
		}
		d.State, d.GrantID = service.DeviceAllowed, g.ID
		return t.addGrant(*g)
	}, waiting, userHash, now.UnixMicro())
}

// PollDevice changes a device by the code that it polls with.
func (s *Store) PollDevice(ctx context.Context, hash []byte, change func(*service.Device)) error {
	return s.changeDevice(ctx, "poll device", func(d *service.Device, _ *Tx) error { change(d); return nil },
		"SELECT "+deviceTable.selected()+" FROM devices WHERE hash = ?", hash)
}

func (s *Store) changeDevice(ctx context.Context, doing string, change func(*service.Device, *Tx) error, query string, args ...any) error {
	return s.write(ctx, Records, doing, func(t *Tx) error {
		d, err := deviceTable.scan(t.Row(query, args...))
		if err == nil {
			err = change(&d, t)
		}
		if err != nil {
			return missing(err)
		}
		return t.Do("UPDATE devices SET state = ?, grant_id = ?, interval = ?, polled_at = ? WHERE hash = ?",
			string(d.State), d.GrantID, d.Interval, bound(&d.PolledAt), d.Hash)
	})
}

var signingTable = newTable("signing_keys", "id private created_at revoked_at", func(k *service.SigningKey, to []any) []any {
	return append(to, &k.ID, &k.Private, &k.CreatedAt, &k.RevokedAt)
})

// SigningKeys lists those created since a moment, newest first.
func (s *Store) SigningKeys(ctx context.Context, since time.Time) ([]service.SigningKey, error) {
	return all(ctx, s, "read signing keys", signingTable.scan,
		"SELECT "+signingTable.selected()+" FROM signing_keys WHERE created_at >= ? ORDER BY created_at DESC, id DESC", since.UnixMicro())
}

// AddSigningKey stores a key, unless one in force was created since a moment.
func (s *Store) AddSigningKey(ctx context.Context, k service.SigningKey, since time.Time) error {
	return s.steps(ctx, Records, "add signing key", func(d *doing) {
		if d.Int("SELECT count(*) FROM signing_keys WHERE created_at >= ? AND revoked_at IS NULL", since.UnixMicro()) == 0 {
			d.Do(signingTable.inserting(), signingTable.values(&k)...)
		}
	})
}

// RevokeSigningKeys ends all keys.
func (s *Store) RevokeSigningKeys(ctx context.Context, at time.Time) error {
	return s.change(ctx, Records, "revoke signing keys", "UPDATE signing_keys SET revoked_at = ? WHERE revoked_at IS NULL", at.UnixMicro())
}

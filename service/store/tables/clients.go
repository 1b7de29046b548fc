package tables

import (
	"context"
	"time"

	"greenroom/service"
)

var clientTable = newTable("clients", "id name redirects created_at expires_at", func(c *service.Client, to []any) []any {
	return append(to, &c.ID, &c.Name, asJSON[[]string]{&c.Redirects}, &c.CreatedAt, &c.ExpiresAt)
})

// CreateClient stores a program that registered itself, if fewer than most are known,
// and removes some that have expired.
func (s *Store) CreateClient(ctx context.Context, c service.Client, most int) error {
	return s.steps(ctx, Records, "create client", func(d *doing) {
		if d.Int("SELECT count(*) FROM clients WHERE expires_at > ?", c.CreatedAt.UnixMicro()) >= int64(most) {
			d.fails(service.ErrQuota)
		}
		d.do(func(t *Tx) error { return addAndSweep(t, clientTable, c, c.CreatedAt) })
	})
}

// Client reads one that has not expired at now.
func (s *Store) Client(ctx context.Context, id string, now time.Time) (service.Client, error) {
	return get(ctx, s, "read client", clientTable.scan, "SELECT "+clientTable.selected()+" FROM clients WHERE id = ? AND expires_at > ?", id, now.UnixMicro())
}

// KeepClient lets one expire no sooner than a moment.
func (s *Store) KeepClient(ctx context.Context, id string, until time.Time) error {
	return s.change(ctx, Records, "keep client", "UPDATE clients SET expires_at = ?1 WHERE id = ?2 AND expires_at < ?1", until.UnixMicro(), id)
}

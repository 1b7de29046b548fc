package tables

import (
	"context"

	"greenroom/internal/sqlio"
	"greenroom/service/live"
)

// LiveAnswer is what is kept under a key, past or not.
func (s *Store) LiveAnswer(ctx context.Context, key string) (live.Kept, error) {
	k, err := one(ctx, s.reader, func(r sqlio.Row) (k live.Kept, err error) {
		return k, r.Scan(sqlio.Time(&k.At), sqlio.Time(&k.Until), &k.Body)
	}, "SELECT at, until, body FROM live_answers WHERE key = ?", key)
	if err == nil {
		k.Body, err = inflated(k.Body)
	}
	return k, wrap("read a live answer", err)
}

// KeepLiveAnswer writes it, and removes some that are past: each new one pays for more
// than one old one.
func (s *Store) KeepLiveAnswer(ctx context.Context, key string, k live.Kept) error {
	body := deflated(k.Body)
	return wrap("keep a live answer", s.do(ctx, Passing, func(t *Tx) error {
		if err := t.Do("DELETE FROM live_answers WHERE key IN (SELECT key FROM live_answers WHERE until < ? ORDER BY until LIMIT 8)", k.At.UnixMicro()); err != nil {
			return err
		}
		return t.Do("INSERT INTO live_answers (key, at, until, body) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET at = excluded.at, until = excluded.until, body = excluded.body",
			key, k.At.UnixMicro(), k.Until.UnixMicro(), body)
	}))
}

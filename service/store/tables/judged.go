package tables

import (
	"context"
	"time"

	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/judge"
)

// Judged returns a model's answer since a moment; service.ErrNotFound if there is none.
func (s *Store) Judged(ctx context.Context, key string, since time.Time) ([]byte, error) {
	return get(ctx, s, "read what a model answered", func(r sqlio.Row) (b []byte, err error) { return b, r.Scan(&b) },
		"SELECT answer FROM judged WHERE key = ? AND at >= ?", key, since.UnixMicro())
}

// KeepJudged keeps an answer, and removes a few of those before since.
func (s *Store) KeepJudged(ctx context.Context, key string, answer []byte, at, since time.Time) error {
	return s.steps(ctx, Passing, "keep what a model answered", func(d *doing) {
		d.Do("DELETE FROM judged WHERE key IN (SELECT key FROM judged WHERE at < ? LIMIT 8)", since.UnixMicro())
		d.Do("INSERT INTO judged (key, answer, at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET answer = excluded.answer, at = excluded.at", key, answer, at.UnixMicro())
	})
}

// dropJudged drops what models said of some creators, by their ids, nil are all; and what
// does not tell whom it is about, which no question finds any more.
func (d *doing) dropJudged(ids []string) int64 {
	if ids == nil {
		return d.Exec("DELETE FROM judged")
	}
	return d.Exec("DELETE FROM judged WHERE key NOT LIKE '%/%' OR substr(key, 1, 36) IN (SELECT value FROM json_each(?))", sqlio.List(ids))
}

// noteTaken notes creators of whom something was taken away, nil are all: what models said
// of it goes, too.
func (d *doing) noteTaken(ids []string) {
	d.dropJudged(ids)
	d.noted(ids)
}

// SpendJudging books on a day; service.ErrQuota where that would pass what may be spent.
func (s *Store) SpendJudging(ctx context.Context, day int64, add, most judge.Spent) error {
	return s.steps(ctx, Passing, "book what a model costs", func(d *doing) {
		d.Do("INSERT INTO judging (day, tokens, micros) VALUES (?, 0, 0) ON CONFLICT DO NOTHING", day)
		n := d.Exec("UPDATE judging SET tokens = tokens + ?1, micros = micros + ?2 WHERE day = ?3 AND (?1 <= 0 OR tokens + ?1 <= ?4 AND micros + ?2 <= ?5)",
			add.Tokens, add.Micros, day, most.Tokens, most.Micros)
		if n == 0 {
			d.fails(service.ErrQuota)
		}
	})
}

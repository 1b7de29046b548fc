package tables

import (
	"context"
	"slices"
	"time"

	"greenroom/internal/each"
	"greenroom/internal/sqlio"
)

// attemptsKept is the longest time the last of some attempts counts.
const attemptsKept = time.Hour

// scanMoments are moments as they are stored: JSON of Unix microseconds.
func scanMoments(r sqlio.Row) (moments []time.Time, err error) {
	var micros []int64
	err = r.Scan(listIn[int64]{&micros})
	return each.Of(micros, func(m int64) time.Time { return time.UnixMicro(m).UTC() }), err
}

const selectAttempts = "SELECT moments FROM attempts WHERE of = ?"

// Attempts are those that failed, by what they are known by.
func (s *Store) Attempts(ctx context.Context, of string) ([]time.Time, error) {
	moments, err := all(ctx, s, "read attempts", scanMoments, selectAttempts, of)
	return slices.Concat(moments...), err
}

// ChangeAttempts changes them in one transaction.
func (s *Store) ChangeAttempts(ctx context.Context, of string, now time.Time, change func([]time.Time) []time.Time) error {
	return s.steps(ctx, Records, "count attempts", func(d *doing) {
		moments := slices.Concat(rowsOf(d, scanMoments, selectAttempts, of)...)
		micros := each.Of(change(moments), time.Time.UnixMicro)
		d.Do("DELETE FROM attempts WHERE rowid IN (SELECT rowid FROM attempts WHERE last <= ? LIMIT 8)", now.Add(-attemptsKept).UnixMicro())
		d.Do("INSERT INTO attempts (of, moments, last) VALUES (?, ?, ?) ON CONFLICT (of) DO UPDATE SET moments = excluded.moments, last = excluded.last",
			of, list(micros), now.UnixMicro())
	})
}

package tables

import (
	"context"
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
	all, err := sqlio.All(ctx, s.reader, scanMoments, selectAttempts, of)
	if err != nil || len(all) == 0 {
		return nil, wrap("read attempts", err)
	}
	return all[0], nil
}

// ChangeAttempts changes them in one transaction.
func (s *Store) ChangeAttempts(ctx context.Context, of string, now time.Time, change func([]time.Time) []time.Time) error {
	return s.write(ctx, Records, "count attempts", func(t *Tx) error {
		var moments []time.Time
		err := t.Each(func(r sqlio.Row) (err error) { moments, err = scanMoments(r); return err }, selectAttempts, of)
		if err != nil {
			return err
		}
		micros := each.Of(change(moments), time.Time.UnixMicro)
		if err := t.Do("DELETE FROM attempts WHERE rowid IN (SELECT rowid FROM attempts WHERE last <= ? LIMIT 8)", now.Add(-attemptsKept).UnixMicro()); err != nil {
			return err
		}
		return t.Do("INSERT INTO attempts (of, moments, last) VALUES (?, ?, ?) ON CONFLICT (of) DO UPDATE SET moments = excluded.moments, last = excluded.last",
			of, list(micros), now.UnixMicro())
	})
}

package tables

import (
	"context"
	"time"

	"greenroom/internal/sqlio"
)

// attemptsKept is the longest time the last of some attempts counts.
const attemptsKept = time.Hour

// scanMoments are moments as they are stored: JSON of Unix microseconds.
func scanMoments(r sqlio.Row) (moments []time.Time, err error) {
	var micros []int64
	err = r.Scan(listIn[int64]{&micros})
	for _, m := range micros {
		moments = append(moments, time.UnixMicro(m).UTC())
	}
	return moments, err
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
		micros := []int64{}
		for _, at := range change(moments) {
			micros = append(micros, at.UnixMicro())
		}
		if err := t.Do("DELETE FROM attempts WHERE rowid IN (SELECT rowid FROM attempts WHERE last <= ? LIMIT 8)", now.Add(-attemptsKept).UnixMicro()); err != nil {
			return err
		}
		return t.Do("INSERT INTO attempts (of, moments, last) VALUES (?, ?, ?) ON CONFLICT (of) DO UPDATE SET moments = excluded.moments, last = excluded.last",
			of, list(micros), now.UnixMicro())
	})
}

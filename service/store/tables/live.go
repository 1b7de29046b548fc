package tables

import (
	"context"
	"slices"
	"strings"
	"time"

	"greenroom/internal/sqlio"
	"greenroom/service/live"
)

// LiveAnswer returns the answer kept under a key, past or not.
func (s *Store) LiveAnswer(ctx context.Context, key string) (live.Kept, error) {
	k, err := one(ctx, s.reader, func(r sqlio.Row) (k live.Kept, err error) {
		return k, r.Scan(sqlio.Time(&k.At), sqlio.Time(&k.Until), &k.Body)
	}, "SELECT at, until, body FROM live_answers WHERE key = ?", key)
	if err == nil {
		k.Body, err = inflated(k.Body)
	}
	return k, wrap("read a live answer", err)
}

// KeepLiveAnswer writes it.
func (s *Store) KeepLiveAnswer(ctx context.Context, key string, k live.Kept) error {
	return s.change(ctx, Passing, "keep a live answer",
		"INSERT INTO live_answers (key, at, until, body) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET at = excluded.at, until = excluded.until, body = excluded.body",
		key, k.At.UnixMicro(), k.Until.UnixMicro(), deflated(k.Body))
}

// SweepLive removes what is past, with transcripts that were read as a note of theirs was
// written: what an import brought is no network's.
func (s *Store) SweepLive(ctx context.Context, now time.Time) error {
	type note struct {
		platform, media string
		at              int64
	}
	scan := func(r sqlio.Row) (n note, err error) {
		var key string
		err = r.Scan(&key, &n.at)
		n.platform, n.media, _ = strings.Cut(strings.TrimPrefix(key, live.Said), " ")
		return n, err
	}
	return s.steps(ctx, Records, "remove live answers that are past", func(d *doing) {
		var changed []string
		for _, n := range rowsOf(d, scan, "SELECT key, at FROM live_answers WHERE until <= ? AND key LIKE '"+live.Said+"%'", now.UnixMicro()) {
			const those = " platform = ? AND media_id = ? AND seen_at BETWEEN ? AND ?" // it is told by the millisecond
			changed = append(changed, d.texts("SELECT creators.uuid FROM creators JOIN transcripts ON transcripts.creator = creators.id WHERE"+those, n.platform, n.media, n.at-999, n.at)...)
			d.Do("DELETE FROM transcripts WHERE"+those, n.platform, n.media, n.at-999, n.at)
		}
		if len(changed) > 0 {
			slices.Sort(changed)
			d.noteTaken(slices.Compact(changed))
		}
		d.Do("DELETE FROM live_answers WHERE until <= ?", now.UnixMicro())
	})
}

// LiveAnswers visits all that is kept.
func (s *Store) LiveAnswers(ctx context.Context, visit func(key string, body []byte) error) error {
	err := sqlio.Each(ctx, s.reader, func(r sqlio.Row) error {
		var key string
		var body []byte
		err := r.Scan(&key, &body)
		if err == nil {
			body, err = inflated(body)
		}
		if err == nil {
			err = visit(key, body)
		}
		return err
	}, "SELECT key, body FROM live_answers")
	return wrap("read live answers", err)
}

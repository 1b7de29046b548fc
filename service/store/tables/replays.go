package tables

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/billing"
)

// unanswered is ErrAnswered where an answer is kept under the key of a row.
func (t *Tx) unanswered(row billing.Row) error {
	if row.Keep == nil {
		return nil
	}
	n, err := sqlio.Int(t.Row("SELECT count(*) FROM replays WHERE account = ? AND user = ? AND key = ? AND at >= ?",
		row.AccountID, row.UserID, row.Keep.Key, row.At.Add(-api.IdempotencyAge).UnixMicro()))
	if err != nil {
		return sqlio.Broken(err)
	}
	if n > 0 {
		return billing.ErrAnswered
	}
	return nil
}

// shelved is a row as it is kept: whatever takes time is done before its turn to write.
func shelved(row billing.Row) billing.Row {
	if row.Keep != nil {
		k := *row.Keep
		k.Body = deflated(k.Body)
		row.Keep = &k
	}
	return row
}

// keep writes what a row that is shelved keeps, in the place of an answer that is too
// old; where one is kept it is ErrAnswered. It removes a few that are too old: each new
// one pays for more than one old one.
func (t *Tx) keep(row billing.Row) error {
	k := row.Keep
	if k == nil {
		return nil
	}
	old := row.At.Add(-api.IdempotencyAge).UnixMicro()
	if err := t.Do("DELETE FROM replays WHERE rowid IN (SELECT rowid FROM replays WHERE at < ? LIMIT 8)", old); err != nil {
		return err
	}
	n, err := t.Exec(`INSERT INTO replays (account, user, key, asked, request_id, endpoint, features, credits, at, status, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
		ON CONFLICT (account, user, key) DO UPDATE SET asked = excluded.asked, request_id = excluded.request_id, endpoint = excluded.endpoint,
			features = excluded.features, credits = excluded.credits, at = excluded.at, status = excluded.status, body = excluded.body WHERE replays.at < ?12`,
		row.AccountID, row.UserID, k.Key, k.Asked[:], row.RequestID, row.Endpoint, list(row.Features), int64(row.Credits), row.At.UnixMicro(), k.Status, k.Body, old)
	if err == nil && n == 0 {
		err = billing.ErrAnswered
	}
	return err
}

// Keep writes what a row of no credits keeps.
func (s *Store) Keep(ctx context.Context, row billing.Row) error {
	row = shelved(row)
	return s.write(ctx, Passing, "keep the answer to "+row.RequestID, func(t *Tx) error { return t.keep(row) })
}

// Kept is the row whose answer is kept under a key since a moment.
func (s *Store) Kept(ctx context.Context, o billing.Owner, key string, since time.Time) (billing.Row, error) {
	row, err := one(ctx, s.reader, scanReplay, `SELECT request_id, account, user, endpoint, features, credits, at, key, asked, status, body
		FROM replays WHERE account = ? AND user = ? AND key = ? AND at >= ?`, o.AccountID, o.UserID, key, since.UnixMicro())
	if errors.Is(err, service.ErrNotFound) {
		return billing.Row{}, nil
	}
	if err == nil {
		row.Keep.Body, err = inflated(row.Keep.Body)
	}
	return row, wrap("read a kept answer", err)
}

func scanReplay(r sqlio.Row) (row billing.Row, err error) {
	var asked []byte
	k := &billing.Keep{}
	err = r.Scan(&row.RequestID, &row.AccountID, &row.UserID, &row.Endpoint, listIn[string]{&row.Features}, &row.Credits, sqlio.Time(&row.At),
		&k.Key, &asked, &k.Status, &k.Body)
	copy(k.Asked[:], asked)
	row.Keep = k
	return row, err
}

// deflaters are writers that rest: each takes more memory than most of what it writes.
var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // the level is one
	return w
}}

// deflated is a body as it is kept: JSON takes a third to a fifth.
func deflated(body []byte) []byte {
	var b bytes.Buffer
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&b)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

func inflated(kept []byte) ([]byte, error) { return io.ReadAll(flate.NewReader(bytes.NewReader(kept))) }

package tables

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service"
)

// sessionRow is a session as it is stored: its results have rows of their own.
type sessionRow struct {
	service.Session
	total int
}

var sessionTable = newTable("sessions", "id account user request interpretation total filtered_total created_at expires_at", func(v *sessionRow, to []any) []any {
	return append(to, &v.ID, &v.AccountID, &v.UserID, asJSON[api.SearchRequest]{&v.Request}, asJSON[api.Interpretation]{&v.Interpretation}, &v.total,
		&v.FilteredTotal, &v.CreatedAt, &v.ExpiresAt)
})

// resultsBlock is the number of results of a session that are stored together: what most
// pages show.
const resultsBlock = 25

// CreateSession stores a session with its results, and removes some that have expired
// by the store's clock.
func (s *Store) CreateSession(ctx context.Context, v service.Session) error {
	var blocks [][]byte
	for some := range slices.Chunk(v.Results, resultsBlock) {
		raw, err := json.Marshal(some)
		if err != nil {
			return wrap("encode session "+v.ID, err)
		}
		blocks = append(blocks, squeezed(raw))
	}
	now := s.Clock()
	v.ID = strings.ToLower(v.ID)
	return s.steps(ctx, Passing, "create session "+v.ID, func(d *doing) {
		d.do(func(t *Tx) error { return t.sweep("sessions", now) })
		row := sessionRow{v, len(v.Results)}
		seq, ok := d.Insert("seq", sessionTable.inserting(), sessionTable.values(&row)...)
		if !ok {
			d.fails(service.ErrTaken)
		}
		for i, b := range blocks {
			d.Do("INSERT INTO session_blocks (session, n, results) VALUES (?, ?, ?)", seq, i*resultsBlock, b)
		}
	})
}

// Session reads a part of a session's results; service.ErrNotFound where it
// is another owner's or has expired at now.
func (s *Store) Session(ctx context.Context, o service.Owner, id string, now time.Time, offset, limit int) (service.Session, int, error) {
	var seq int64
	v, err := one(ctx, s.reader, func(r sqlio.Row) (v sessionRow, err error) {
		return v, r.Scan(sessionTable.into(&v, &seq)...)
	}, "SELECT seq, "+sessionTable.selected()+" FROM sessions WHERE id = ? AND account = ? AND user = ? AND expires_at > ?",
		strings.ToLower(id), o.AccountID, o.UserID, now.UnixMicro())
	if err != nil {
		return service.Session{}, 0, wrap("read session "+id, err)
	}
	v.Results, err = s.results(ctx, seq, offset, offset+max(limit, 0))
	return v.Session, v.total, wrap("read results of session "+id, err)
}

// results are those of a session from one number to before another.
func (s *Store) results(ctx context.Context, seq int64, from, to int) (out []api.SearchResult, err error) {
	type block struct {
		first int
		kept  []byte
	}
	blocks, err := sqlio.All(ctx, s.reader, func(r sqlio.Row) (b block, err error) { return b, r.Scan(&b.first, &b.kept) },
		"SELECT n, results FROM session_blocks WHERE session = ? AND n > ? AND n < ? ORDER BY n", seq, from-resultsBlock, to)
	if err != nil {
		return nil, err
	}
	for _, b := range blocks {
		raw, err := unsqueezed(b.kept)
		var some []api.SearchResult
		if err == nil {
			err = json.Unmarshal(raw, &some)
		}
		if err != nil {
			return nil, fmt.Errorf("decode a block: %w", err)
		}
		for i, r := range some {
			if n := b.first + i; n >= from && n < to {
				out = append(out, r)
			}
		}
	}
	return out, nil
}

package sqlite

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlite"
	"greenroom/service"
)

// sessionRow is a session as it is stored: its results have rows of their own.
type sessionRow struct {
	service.Session
	total int
}

var sessionTable = newTable("sessions", func(v *sessionRow, col column) {
	col("id", &v.ID)
	col("account", &v.AccountID)
	col("user", &v.UserID)
	col("request", asJSON[api.SearchRequest]{&v.Request})
	col("interpretation", asJSON[api.Interpretation]{&v.Interpretation})
	col("total", &v.total)
	col("filtered_total", &v.FilteredTotal)
	col("created_at", &v.CreatedAt)
	col("expires_at", &v.ExpiresAt)
})

// CreateSession stores a session with its results, a row each, and removes
// some that have expired by the store's clock.
func (s *Store) CreateSession(ctx context.Context, v service.Session) error {
	results := make([]string, len(v.Results))
	for i, r := range v.Results {
		b, err := json.Marshal(r)
		if err != nil {
			return wrap("encode session "+v.ID, err)
		}
		results[i] = string(b)
	}
	now := s.clock()
	v.ID = strings.ToLower(v.ID)
	err := s.writer.Do(ctx, func(t *tx) error {
		if err := t.sweep("sessions", now); err != nil {
			return err
		}
		return t.createSession(sessionRow{v, len(results)}, results)
	})
	return wrap("create session "+v.ID, err)
}

func (t *tx) createSession(v sessionRow, results []string) error {
	seq, ok, err := t.Insert(sessionTable.inserting(), sessionTable.values(&v)...)
	if err != nil {
		return err
	}
	if !ok {
		return service.ErrTaken
	}
	for n, r := range results {
		if err := t.Do("INSERT INTO session_results (session, n, result) VALUES (?, ?, ?)", seq, n, r); err != nil {
			return err
		}
	}
	return nil
}

// Session reads a part of a session's results; service.ErrNotFound where it
// is another owner's or has expired at now.
func (s *Store) Session(ctx context.Context, o service.Owner, id string, now time.Time, offset, limit int) (service.Session, int, error) {
	var seq int64
	v, err := one(ctx, s.reader, func(r sqlite.Row) (v sessionRow, err error) {
		return v, r.Scan(sessionTable.into(&v, &seq)...)
	}, "SELECT seq, "+sessionTable.selected()+" FROM sessions WHERE id = ? AND account = ? AND user = ? AND expires_at > ?",
		strings.ToLower(id), o.AccountID, o.UserID, now.UnixMicro())
	if err != nil {
		return service.Session{}, 0, wrap("read session "+id, err)
	}
	v.Results, err = sqlite.All(ctx, s.reader, func(r sqlite.Row) (res api.SearchResult, err error) {
		return res, r.Scan(asJSON[api.SearchResult]{&res})
	}, "SELECT result FROM session_results WHERE session = ? AND n >= ? AND n < ? ORDER BY n", seq, offset, offset+max(limit, 0))
	return v.Session, v.total, wrap("read results of session "+id, err)
}

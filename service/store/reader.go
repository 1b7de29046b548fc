package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"greenroom/service"
)

var errBadConn = driver.ErrBadConn

// scanner is a row to be read.
type scanner interface{ Scan(dest ...any) error }

// reader answers reads from a small pool; statements are prepared once. The
// number of query texts is fixed: lists go in as one JSON parameter.
type reader struct {
	db    *sql.DB
	mu    sync.RWMutex
	stmts map[string]*sql.Stmt
}

func newReader(db *sql.DB) *reader { return &reader{db: db, stmts: map[string]*sql.Stmt{}} }

func (r *reader) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.stmts {
		s.Close()
	}
	clear(r.stmts)
}

func (r *reader) stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	r.mu.RLock()
	s, ok := r.stmts[query]
	r.mu.RUnlock()
	if ok {
		return s, nil
	}
	var err error
	perr := patiently(ctx, func() error {
		s, err = r.db.PrepareContext(ctx, query)
		return err
	})
	if perr != nil {
		return nil, perr
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if first, ok := r.stmts[query]; ok {
		s.Close()
		return first, nil
	}
	r.stmts[query] = s
	return s, nil
}

// one reads a single row; a missing one is service.ErrNotFound.
func one[T any](ctx context.Context, r *reader, scan func(scanner) (T, error), query string, args ...any) (T, error) {
	var v T
	s, err := r.stmt(ctx, query)
	if err != nil {
		return v, err
	}
	err = patiently(ctx, func() (err error) {
		v, err = scan(s.QueryRowContext(ctx, args...))
		return err
	})
	return v, missing(err)
}

// each visits all rows.
func each(ctx context.Context, r *reader, visit func(scanner) error, query string, args ...any) error {
	s, err := r.stmt(ctx, query)
	if err != nil {
		return err
	}
	var rows *sql.Rows
	err = patiently(ctx, func() (err error) {
		rows, err = s.QueryContext(ctx, args...)
		return err
	})
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := visit(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// all collects all rows.
func all[T any](ctx context.Context, r *reader, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	var list []T
	err := each(ctx, r, func(s scanner) error {
		v, err := scan(s)
		list = append(list, v)
		return err
	}, query, args...)
	return list, err
}

func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return service.ErrNotFound
	}
	return err
}

func scanString(s scanner) (v string, err error) { return v, s.Scan(&v) }
func scanInt(s scanner) (v int64, err error)     { return v, s.Scan(&v) }

// asList is a list as one parameter, for json_each.
func asList[T any](v []T) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "[]"
	}
	return string(b)
}

// lowered are the ids as they are stored.
func lowered(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = strings.ToLower(id)
	}
	return out
}

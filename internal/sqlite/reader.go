package sqlite

import (
	"context"
	"database/sql"
	"sync"
)

// Row is a row to be read.
type Row interface{ Scan(dest ...any) error }

// Reader answers reads from a pool. Statements are prepared once and kept, so
// the number of query texts must be bounded: lists go in as one parameter (List).
type Reader struct {
	db    *sql.DB
	file  File
	mu    sync.RWMutex
	stmts map[string]*sql.Stmt
}

// NewReader reads from a pool on a file, whose faults it explains. The pool stays
// its caller's to close, after it.
func NewReader(db *sql.DB, f File) *Reader {
	return &Reader{db: db, file: f, stmts: map[string]*sql.Stmt{}}
}

// Close closes the statements.
func (r *Reader) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.stmts {
		_ = s.Close()
	}
	clear(r.stmts)
}

func (r *Reader) stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	r.mu.RLock()
	s, ok := r.stmts[query]
	r.mu.RUnlock()
	if ok {
		return s, nil
	}
	s, err := r.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if first, ok := r.stmts[query]; ok {
		_ = s.Close()
		return first, nil
	}
	r.stmts[query] = s
	return s, nil
}

// One reads a single row; a missing one is sql.ErrNoRows.
func One[T any](ctx context.Context, r *Reader, scan func(Row) (T, error), query string, args ...any) (v T, err error) {
	err = Patiently(ctx, func() error {
		s, err := r.stmt(ctx, query)
		if err == nil {
			v, err = scan(s.QueryRowContext(ctx, args...))
		}
		return err
	})
	return v, r.file.Fault("read", err)
}

// Each visits all rows, until an error of visit. It holds a connection of the
// pool meanwhile.
func Each(ctx context.Context, r *Reader, visit func(Row) error, query string, args ...any) error {
	return r.file.Fault("read", each(ctx, r, visit, query, args))
}

func each(ctx context.Context, r *Reader, visit func(Row) error, query string, args []any) error {
	var rows *sql.Rows
	err := Patiently(ctx, func() error {
		s, err := r.stmt(ctx, query)
		if err == nil {
			rows, err = s.QueryContext(ctx, args...)
		}
		return err
	})
	if err != nil {
		return err
	}
	return visitAll(rows, visit)
}

func visitAll(rows *sql.Rows, visit func(Row) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := visit(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// All collects all rows.
func All[T any](ctx context.Context, r *Reader, scan func(Row) (T, error), query string, args ...any) (list []T, err error) {
	err = Patiently(ctx, func() error {
		list = nil
		return Each(ctx, r, func(row Row) error {
			v, err := scan(row)
			list = append(list, v)
			return err
		}, query, args...)
	})
	return list, err
}

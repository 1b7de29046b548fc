// Package sqlio reads SQL databases and writes to them in groups: the statements
// that are kept, the one goroutine that writes and groups what it is given into
// durable transactions, values as columns have them. What databases differ in is an
// Engine. It must not know what is in a database.
package sqlio

import (
	"context"
	"database/sql"
	"sync"
)

// Engine hides the differences of databases.
type Engine interface {
	// Query is a statement, written as SQLite takes it, as this engine does. It is asked
	// once for each text.
	Query(text string) string
	// Args are values as this engine takes them.
	Args(values []any) []any
	// Prepares says that the reader prepares statements and keeps them; else the
	// connection does.
	Prepares() bool
	// Returning says that a statement that makes a row has to ask for its number.
	Returning() bool
	// Wait repeats what something in the way makes fail, while there is patience.
	Wait(ctx context.Context, do func() error) error
	// Again says that a transaction failed by what others did meanwhile: run anew, it
	// may succeed.
	Again(err error) bool
	// Fault says in a sentence what is wrong with the database itself; any other error
	// stays as it is.
	Fault(doing string, err error) error
}

// Row is a row to be read.
type Row interface{ Scan(dest ...any) error }

// Reader answers reads from a pool. Statements are prepared once and kept, so
// the number of query texts must be bounded: lists go in as one parameter (List).
type Reader struct {
	db     *sql.DB
	engine Engine
	mu     sync.RWMutex
	stmts  map[string]*statement
}

// statement is an SQL statement in the engine's dialect, prepared where the engine Prepares.
type statement struct {
	engine Engine
	text   string
	kept   *sql.Stmt
}

// runner is a pool or a connection.
type runner interface {
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func newStatement(ctx context.Context, on runner, e Engine, query string) (*statement, error) {
	s := &statement{engine: e, text: e.Query(query)}
	if !e.Prepares() {
		return s, nil
	}
	var err error
	s.kept, err = on.PrepareContext(ctx, s.text)
	return s, err
}

func (s *statement) rows(ctx context.Context, on runner, args []any) (*sql.Rows, error) {
	args = s.engine.Args(args)
	if s.kept != nil {
		return s.kept.QueryContext(ctx, args...)
	}
	return on.QueryContext(ctx, s.text, args...)
}

func (s *statement) row(ctx context.Context, on runner, args []any) *sql.Row {
	args = s.engine.Args(args)
	if s.kept != nil {
		return s.kept.QueryRowContext(ctx, args...)
	}
	return on.QueryRowContext(ctx, s.text, args...)
}

func (s *statement) exec(ctx context.Context, on runner, args []any) (sql.Result, error) {
	args = s.engine.Args(args)
	if s.kept != nil {
		return s.kept.ExecContext(ctx, args...)
	}
	return on.ExecContext(ctx, s.text, args...)
}

func (s *statement) close() {
	if s.kept != nil {
		_ = s.kept.Close()
	}
}

// NewReader reads from a pool, by its engine. The pool stays its caller's to close,
// after it.
func NewReader(db *sql.DB, e Engine) *Reader {
	return &Reader{db: db, engine: e, stmts: map[string]*statement{}}
}

// Close closes the statements.
func (r *Reader) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.stmts {
		s.close()
	}
	clear(r.stmts)
}

func (r *Reader) stmt(ctx context.Context, query string) (*statement, error) {
	r.mu.RLock()
	s, ok := r.stmts[query]
	r.mu.RUnlock()
	if ok {
		return s, nil
	}
	s, err := newStatement(ctx, r.db, r.engine, query)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if first, ok := r.stmts[query]; ok {
		s.close()
		return first, nil
	}
	r.stmts[query] = s
	return s, nil
}

// One reads a single row; a missing one is sql.ErrNoRows.
func One[T any](ctx context.Context, r *Reader, scan func(Row) (T, error), query string, args ...any) (v T, err error) {
	err = r.engine.Wait(ctx, func() error {
		s, err := r.stmt(ctx, query)
		if err == nil {
			v, err = scan(s.row(ctx, r.db, args))
		}
		return err
	})
	return v, r.engine.Fault("read", err)
}

// Each visits all rows, until an error of visit. It holds a connection of the
// pool meanwhile.
func Each(ctx context.Context, r *Reader, visit func(Row) error, query string, args ...any) error {
	return r.engine.Fault("read", each(ctx, r, visit, query, args))
}

func each(ctx context.Context, r *Reader, visit func(Row) error, query string, args []any) error {
	var rows *sql.Rows
	err := r.engine.Wait(ctx, func() error {
		s, err := r.stmt(ctx, query)
		if err == nil {
			rows, err = s.rows(ctx, r.db, args)
		}
		return err
	})
	if err != nil {
		return err
	}
	return Visit(rows, visit)
}

// Visit visits all rows, until an error of visit, and closes them.
func Visit(rows *sql.Rows, visit func(Row) error) error {
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
	err = r.engine.Wait(ctx, func() error {
		list = nil
		return Each(ctx, r, func(row Row) error {
			v, err := scan(row)
			list = append(list, v)
			return err
		}, query, args...)
	})
	return list, err
}

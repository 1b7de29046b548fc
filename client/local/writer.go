package local

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"

	"greenroom/internal/sqlio"
	"greenroom/internal/sqlite"
)

// writer writes to a file, names it where that fails, and knows how many answers
// wait to be written that nobody waits for.
type writer struct {
	groups  *sqlio.Writer[*tx]
	path    string
	answers atomic.Int64
}

// startWriter writes to a file and keeps it within most bytes; below 0 there is
// no limit.
func startWriter(db *sql.DB, path string, most int64, p *sqlite.Patience) *writer {
	return &writer{path: path, groups: sqlio.NewWriter(sqlio.WriterConfig[*tx]{
		DB: db, Engine: sqlite.File{Kind: ours, Path: path}, Begin: sqlite.Begin, Closed: errClosed, Patience: p,
		View:  func(t *sqlio.Tx) *tx { return &tx{Tx: t} },
		After: func(t *tx) (bool, error) { return t.trim(most) },
	})}
}

// do runs a write and returns when it is durable, or not begun as ctx ended.
func (w *writer) do(ctx context.Context, run func(*tx) error) error {
	return explain("write", w.path, w.groups.Do(ctx, run))
}

// later runs a write some time soon.
func (w *writer) later(run func(*tx) error) error { return w.groups.Later(run, nil) }

// keepLater is later for a write that brings an answer.
func (w *writer) keepLater(run func(*tx) error) error {
	w.answers.Add(1)
	err := w.groups.Later(run, func() { w.answers.Add(-1) })
	if err != nil {
		w.answers.Add(-1)
	}
	return err
}

// keeping says whether an answer waits to be written that nobody waits for.
func (w *writer) keeping() bool { return w.answers.Load() > 0 }

// flush returns when all that was given to later before is durable.
func (w *writer) flush(ctx context.Context) error {
	return explain("write", w.path, w.groups.Flush(ctx))
}

// close writes what waits. Its error is also that of a write nobody waited for.
func (w *writer) close() error { return explain("write", w.path, w.groups.Close()) }

// tx is a transaction, and what is known of the file's size beside it.
type tx struct {
	*sqlio.Tx
	grew     bool // an answer was kept
	trimming bool // it is under way
}

// find reads one row; false where there is none.
func (t *tx) find(dest []any, query string, args ...any) (bool, error) {
	err := t.Row(query, args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

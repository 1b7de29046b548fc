package local

import (
	"context"
	"database/sql"

	"greenroom/internal/sqlite"
)

// reader reads a file, and names it where that fails.
type reader struct {
	*sqlite.Reader
	path string
}

// one reads a single row; a missing one is sql.ErrNoRows.
func one[T any](ctx context.Context, r reader, scan func(sqlite.Row) (T, error), query string, args ...any) (T, error) {
	v, err := sqlite.One(ctx, r.Reader, scan, query, args...)
	if err == sql.ErrNoRows {
		return v, err
	}
	return v, explain("read", r.path, err)
}

// all collects all rows.
func all[T any](ctx context.Context, r reader, scan func(sqlite.Row) (T, error), query string, args ...any) ([]T, error) {
	list, err := sqlite.All(ctx, r.Reader, scan, query, args...)
	return list, explain("read", r.path, err)
}

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"greenroom/internal/sqlite"
	"greenroom/service"
)

// one reads a single row; a missing one is service.ErrNotFound.
func one[T any](ctx context.Context, r *sqlite.Reader, scan func(sqlite.Row) (T, error), query string, args ...any) (T, error) {
	v, err := sqlite.One(ctx, r, scan, query, args...)
	return v, missing(err)
}

func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return service.ErrNotFound
	}
	return err
}

// lowered are the ids as they are stored.
func lowered(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = strings.ToLower(id)
	}
	return out
}

// Package sqlite keeps everything the service knows in one SQLite file, which
// several processes may have open at once. It owns the schema, the ids made
// from natural keys, the merging of what is written twice and what charges that
// share a transaction come to. It must not know HTTP, prices or what a search
// means.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"greenroom/internal/sqlite"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/store"
)

var _ store.Store = (*Store)(nil)

// Store is a store.Store on a SQLite file.
type Store struct {
	clock  func() time.Time
	file   sqlite.File
	reader *sqlite.Reader
	writer *writer
	db     *sql.DB
	load   atomic.Pointer[load] // nil: none is under way
	// journal is of the import under way; nil without one.
	journal *journal
}

// Open opens the file, creating it (mode 0600) and its folder (0700) where
// they are missing and may be made, and brings its tables up to date. Errors are sentences
// that name the path and the cause.
func Open(ctx context.Context, c store.Config) (*Store, error) {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Path == "" {
		return nil, errors.New("no file is named for the store: name one")
	}
	place := ours.Place
	if c.Existing {
		place = ours.Find
	}
	path, err := place(c.Path)
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Pool(path, readPragmas, readConnections)
	if err != nil {
		return nil, ours.Explain("open", path, err)
	}
	if err := ready(ctx, db, path); err != nil {
		return nil, joinClose(ours.Explain("open", path, err), db)
	}
	pragmas := writePragmas
	if c.Bulk {
		pragmas = bulkPragmas
	}
	write, err := sqlite.Pool(path, pragmas, 1)
	if err != nil {
		return nil, joinClose(ours.Explain("open", path, err), db)
	}
	file := sqlite.File{Kind: ours, Path: path}
	return &Store{clock: c.Clock, file: file, reader: sqlite.NewReader(db, file), writer: startWriter(write, file), db: db}, nil
}

// Close waits for the writes under way and closes the file. Later calls of any
// method fail.
func (s *Store) Close() error {
	werr := s.writer.Close()
	s.reader.Close()
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("close store: %w", err)
	}
	if werr != nil {
		return fmt.Errorf("close store: %w", werr)
	}
	return nil
}

var errClosed = errors.New("the store is closed")

// writer writes groups; charges, which are plain writes, share their sums.
type writer = sqlite.Writer[*tx]

// tx is a transaction with what the charges in it come to.
type tx struct {
	*sqlite.Tx
	sums sums
	head *billing.Head // of the ledger, in this group; nil: not read yet
	// sparse are the statements of insert.
	sparse map[sparseKey]string
}

func startWriter(db *sql.DB, file sqlite.File) *writer {
	return sqlite.NewWriter(sqlite.WriterConfig[*tx]{
		DB: db, File: file, Closed: errClosed, Post: (*tx).post,
		View: func(t *sqlite.Tx) *tx { return &tx{Tx: t, sums: sums{}, sparse: map[sparseKey]string{}} },
	})
}

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

// Package sqlite keeps everything the service knows in one SQLite file, which
// several processes may have open at once. It owns the schema, how the file is made
// and opened, and what SQLite does its own way; all else is store/tables. It must not
// know HTTP, prices or what a search means.
package sqlite

import (
	"context"
	"errors"
	"time"

	"greenroom/internal/sqlite"
	"greenroom/service/store"
	"greenroom/service/store/tables"
)

var _ store.Store = (*Store)(nil)

// Store is a store.Store on a SQLite file.
type Store struct{ *tables.Store }

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
	if err := ready(ctx, db, path, c); err != nil {
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
	writer := tables.StartWriter(write, file, dialect{}, sqlite.Begin) // the one lock is the file's
	return &Store{tables.New(tables.Config{
		Clock: c.Clock, DB: db, Engine: file, Dialect: dialect{}, Writer: func(tables.Kind) *tables.Writer { return writer },
		WriteAnew: func(ctx context.Context) error {
			return ours.Explain("write over what was forgotten in", path, renew(ctx, path))
		},
	})}, nil
}

// renew writes a file anew, as a copy of what is left: what was deleted, now or before, stands
// in its pages until then, and in what is written ahead.
func renew(ctx context.Context, path string) error {
	db, err := sqlite.Pool(path, upgradePragmas, 1)
	if err != nil {
		return err
	}
	err = sqlite.Patiently(ctx, func() error { _, err := db.ExecContext(ctx, "VACUUM"); return err })
	held := true // by whoever reads as it was before
	for tries := 0; held && tries < renewTries && err == nil; tries++ {
		var log, done int
		err = db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&held, &log, &done)
	}
	if err == nil && held {
		err = errors.New("another program still reads what was there before")
	}
	return joinClose(err, db)
}

// renewTries is how often the write-ahead log is tried to be emptied; each waits as long as
// a lock is waited for.
const renewTries = 10

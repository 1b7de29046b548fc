package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

const (
	// applicationID marks a SQLite file as ours; schemaVersion is the last
	// migration. Every migration sets user_version to its own number.
	applicationID = 0x4772656d // "Grem"
	schemaVersion = 30

	readConnections = 4
	busyTimeout     = 10 * time.Second
)

var (
	readPragmas  = []string{"query_only(1)", "cache_size(-768)"}
	writePragmas = []string{"foreign_keys(1)", "synchronous(FULL)", "cache_size(-2048)"}
	bulkPragmas  = []string{"foreign_keys(1)", "synchronous(FULL)", "cache_size(-131072)", "wal_autocheckpoint(16384)"}
)

// creating keeps a second Open in this process from taking locks on a file
// that a first is about to close after creating it: closing any descriptor of
// a file drops all its POSIX locks.
var creating sync.Mutex

// place makes the folder and an empty file where they are missing.
func place(path string) (string, error) {
	if path == "" {
		return "", errors.New("no file is named for the store: name one")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("open store: %w", err)
	}
	creating.Lock()
	defer creating.Unlock()
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return "", fmt.Errorf("open store %s: that is a folder: name a file in it", path)
	case err == nil && !info.Mode().IsRegular():
		return "", fmt.Errorf("open store %s: that is not an ordinary file: name another", path)
	case err == nil:
		return path, nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", explain(path, err)
	}
	return path, create(path)
}

func create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return explain(path, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return explain(path, err)
	}
	return f.Close()
}

func openPool(path string, pragmas []string, connections int) (*sql.DB, error) {
	q := url.Values{"_busy_timeout": {fmt.Sprint(busyTimeout.Milliseconds())}, "_pragma": pragmas}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: q.Encode()}
	if !strings.HasPrefix(u.Path, "/") {
		u.Path = "/" + u.Path // a drive letter
	}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// ready leaves the file at schemaVersion. The usual case reads one page.
func ready(ctx context.Context, db *sql.DB, path string) error {
	version, err := fileVersion(ctx, db)
	if err != nil || version == schemaVersion {
		return err
	}
	wide, err := openPool(path, []string{"foreign_keys(1)", "synchronous(FULL)"}, 1)
	if err != nil {
		return err
	}
	defer wide.Close()
	return migrate(ctx, wide)
}

// fileVersion reads the schema version; 0 is an empty file.
func fileVersion(ctx context.Context, db *sql.DB) (int, error) {
	var app, version, tables int
	err := patiently(ctx, func() error {
		return db.QueryRowContext(ctx, `SELECT (SELECT application_id FROM pragma_application_id),
			(SELECT user_version FROM pragma_user_version),
			(SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%')`).
			Scan(&app, &version, &tables)
	})
	switch {
	case err != nil:
		return 0, err
	case app != applicationID && tables > 0:
		return 0, errors.New("that is another program's database: name another file")
	case version > schemaVersion:
		return 0, fmt.Errorf("it was written by a newer Greenroom (version %d of the file, this program knows %d): update this program", version, schemaVersion)
	}
	return version, nil
}

// migrate runs the missing migrations. Each one is a transaction, so of two
// processes that start together one fails on what the other has done; it looks
// again, until the version stands or nobody gets further.
func migrate(ctx context.Context, db *sql.DB) error {
	return patiently(ctx, func() error {
		version, err := fileVersion(ctx, db)
		if err != nil || version == schemaVersion {
			return err
		}
		if _, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
			return err
		}
		up := runMigrations(ctx, db)
		if version, err = fileVersion(ctx, db); err != nil || version == schemaVersion {
			return err
		}
		if up != nil && strings.Contains(up.Error(), "already exists") {
			return errTryAgain
		}
		return up
	})
}

func runMigrations(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// errTryAgain asks patiently for another attempt.
var errTryAgain = errors.New("another process was faster")

const (
	patience = time.Minute
	pause    = 20 * time.Millisecond
)

// patiently repeats what other processes on the file are in the way of, for a
// minute at most.
func patiently(ctx context.Context, do func() error) error {
	for end := time.Now().Add(patience); ; {
		err := do()
		if !busy(err) || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func busy(err error) bool {
	if errors.Is(err, errTryAgain) {
		return true
	}
	code := primary(err)
	return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_LOCKED
}

// primary is SQLite's primary result code; 0 where err is none of SQLite's.
func primary(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

// explain says what is wrong with the file itself in a sentence.
func explain(path string, err error) error {
	why := ""
	switch primary(err) {
	case sqlite3.SQLITE_NOTADB:
		why = "that is not a SQLite file: name another"
	case sqlite3.SQLITE_CORRUPT:
		why = "the file is damaged: restore a copy of it"
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
		why = "the file or its folder may not be written: change its permissions or name another"
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		why = "another program keeps the file locked: end it and try again"
	case sqlite3.SQLITE_FULL:
		why = "the disk is full: make room and try again"
	}
	if errors.Is(err, fs.ErrPermission) {
		why = "the folder may not be written: change its permissions or name another"
	}
	if why == "" {
		return fmt.Errorf("open store %s: %w", path, err)
	}
	return &sentence{fmt.Sprintf("open store %s: %s", path, why), err}
}

// sentence reads as its text alone and keeps its cause for errors.Is.
type sentence struct {
	text  string
	cause error
}

func (s *sentence) Error() string { return s.text }
func (s *sentence) Unwrap() error { return s.cause }

func joinClose(err error, db *sql.DB) error { return errors.Join(err, db.Close()) }

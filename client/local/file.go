package local

import (
	"context"
	"database/sql"
	"embed"
	"errors"

	"greenroom/internal/sqlio"
	"greenroom/internal/sqlite"
	"greenroom/internal/steps"
)

//go:embed migrations/*.sql
var schema embed.FS

// ours identifies a memory file.
var ours = sqlite.Kind{
	Word:    "memory",
	Damaged: "move it away to start a new one",
	Mark:    0x47724d6d, // "GrMm"
	Files:   schema,
	Steps:   steps.In(schema),
}

const readConnections = 4

var (
	readPragmas = []string{"query_only(1)", "cache_size(-1024)"}
	// Incremental vacuuming must be asked for before the first table is made.
	writePragmas = []string{"auto_vacuum(incremental)", "foreign_keys(1)", "synchronous(FULL)",
		"secure_delete(fast)", "journal_size_limit(8388608)", "cache_size(-1024)"}
)

func openFile(ctx context.Context, c Config, p patience) (*file, error) {
	path, err := ours.Place(c.Path)
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Pool(path, readPragmas, readConnections)
	if err != nil {
		return nil, explain("open", path, err)
	}
	write, err := sqlite.Pool(path, writePragmas, 1)
	if err != nil {
		return nil, errors.Join(explain("open", path, err), db.Close())
	}
	if err := ready(ctx, db, write, p); err != nil {
		return nil, errors.Join(explain("open", path, err), db.Close(), write.Close())
	}
	f := &file{path: path, db: db, reader: reader{sqlio.NewReader(db, sqlite.File{Kind: ours, Path: path}), path}}
	f.writer = startWriter(write, path, c.MaxBytes, p.write)
	if err := f.welcome(ctx, c); err != nil {
		return nil, errors.Join(explain("open", path, err), f.writer.close(), db.Close())
	}
	return f, nil
}

// ready leaves the file at the last version. The usual case asks a connection that
// reads, which is needed anyway, and opens none that writes.
func ready(ctx context.Context, read, write *sql.DB, p patience) error {
	whole, err := ours.Whole(ctx, read, p.read)
	if err != nil || whole {
		return err
	}
	return ours.Upgrade(ctx, write, p.write)
}

// welcome does what is left to do from the times before: calls that ended with
// their program, and addresses of people that are not allowed any more.
func (f *file) welcome(ctx context.Context, c Config) error {
	if err := f.settleDead(ctx, c.Clock()); err != nil || c.Personal {
		return err
	}
	n, err := one(ctx, f.reader, sqlio.Int, `SELECT count(*) FROM answers WHERE personal = 1`)
	if err == nil && n > 0 {
		_, err = f.clear(ctx, `personal = 1`)
	}
	return err
}

// explain says what is wrong with the file; what is not the file's fault stays
// as it is.
func explain(doing, path string, err error) error {
	if errors.Is(err, errClosed) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return ours.Explain(doing, path, err)
}

// reader reads a file, and names it where that fails.
type reader struct {
	*sqlio.Reader
	path string
}

// one reads a single row; a missing one is sql.ErrNoRows.
func one[T any](ctx context.Context, r reader, scan func(sqlio.Row) (T, error), query string, args ...any) (T, error) {
	v, err := sqlio.One(ctx, r.Reader, scan, query, args...)
	if err == sql.ErrNoRows {
		return v, err
	}
	return v, explain("read", r.path, err)
}

func all[T any](ctx context.Context, r reader, scan func(sqlio.Row) (T, error), query string, args ...any) ([]T, error) {
	list, err := sqlio.All(ctx, r.Reader, scan, query, args...)
	return list, explain("read", r.path, err)
}

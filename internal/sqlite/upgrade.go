package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
)

// Last is the version that Upgrade leaves a file at.
func (k Kind) Last() int { return k.Steps[len(k.Steps)-1].Version }

// Whole reports whether a file is one of ours at the last version. It reads the
// first page alone, and of the file's tables nothing.
func (k Kind) Whole(ctx context.Context, db *sql.DB, p *Patience) (whole bool, err error) {
	err = p.Wait(ctx, func() error {
		var version, mark int
		err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
		if err == nil {
			err = db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&mark)
		}
		whole = version == k.Last() && mark == k.Mark
		return err
	})
	return whole, err
}

// Upgrade leaves a file at the last version, in WAL mode. Of programs that start
// together one does the work, in one transaction; the others wait and find it
// done. It refuses a file of another program, and one that a newer program of ours
// has written.
func (k Kind) Upgrade(ctx context.Context, db *sql.DB, p *Patience) error {
	return p.Wait(ctx, func() error {
		version, err := k.Version(ctx, db)
		if err != nil || version == k.Last() {
			return err
		}
		if _, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
			return err
		}
		return k.upgrade(ctx, db)
	})
}

func (k Kind) upgrade(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if err = k.steps(ctx, conn); err == nil {
		_, err = conn.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", k.Mark, k.Last()))
	}
	if err != nil {
		_, _ = conn.ExecContext(context.Background(), "ROLLBACK")
	}
	return err
}

// steps runs what is missing. The version is read once more: another program may
// have been faster to the lock.
func (k Kind) steps(ctx context.Context, conn *sql.Conn) error {
	version, err := k.Version(ctx, conn)
	if err != nil {
		return err
	}
	for _, s := range k.Steps {
		if s.Version <= version {
			continue
		}
		statements, err := fs.ReadFile(k.Files, s.File)
		if err == nil {
			_, err = conn.ExecContext(ctx, string(statements))
		}
		if err != nil {
			return fmt.Errorf("bring it to version %d: %w", s.Version, err)
		}
	}
	return nil
}

// asker is anything that can be asked for one row.
type asker interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Version is that of a file, 0 being an empty one. It refuses what Upgrade does.
func (k Kind) Version(ctx context.Context, db asker) (version int, err error) {
	var mark, tables int
	err = db.QueryRowContext(ctx, `SELECT (SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' AND name NOT LIKE ?)`, k.Beside).
		Scan(&mark, &version, &tables)
	switch {
	case err != nil:
		return 0, err
	case mark != k.Mark && (mark != 0 || tables > 0):
		return 0, errors.New("that is another program's database: move it away or name another")
	case version > k.Last():
		return 0, fmt.Errorf("it was written by a newer Greenroom (version %d of the file, this program knows %d): update this program", version, k.Last())
	}
	return version, nil
}

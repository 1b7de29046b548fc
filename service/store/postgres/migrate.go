package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"greenroom/internal/steps"
	"greenroom/service/store"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

var versions = steps.In(migrationFiles)

// migrating is the lock that one node has while it brings a database up to date.
const migrating = 0x4772656d // "Grem"

// ready leaves the database at the last version. The usual case reads one row.
func (e engine) ready(ctx context.Context, c store.Config) error {
	last := versions[len(versions)-1].Version
	version := 0
	err := e.Wait(ctx, func() (err error) { version, err = e.version(ctx, e.pool); return err })
	if err != nil || version == last {
		return e.opened(err)
	}
	c.Standing = !c.Migrate // nodes of the older program may be at work on it
	if err := c.Older(version, last); err != nil {
		return e.opened(err)
	}
	return e.opened(pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(migrating)); err != nil {
			return err
		}
		version, err := e.version(ctx, tx) // another node may have been faster
		if err != nil {
			return err
		}
		for _, s := range versions {
			if s.Version <= version {
				continue
			}
			text, err := migrationFiles.ReadFile(s.File)
			if err == nil {
				_, err = tx.Exec(ctx, string(text))
			}
			if err == nil {
				_, err = tx.Exec(ctx, "INSERT INTO greenroom_versions (version) VALUES ($1)", s.Version)
			}
			if err != nil {
				return fmt.Errorf("bring it to version %d: %w", s.Version, err)
			}
		}
		return nil
	}))
}

// version is that of a database, 0 being an empty one.
func (e engine) version(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) (version int, err error) {
	var ours bool
	var others int
	err = db.QueryRow(ctx, `SELECT to_regclass('greenroom_versions') IS NOT NULL,
		(SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v'))`).Scan(&ours, &others)
	switch {
	case err != nil:
		return 0, err
	case !ours && others > 0:
		return 0, errors.New("that is another program's database: name an empty one")
	case !ours:
		return 0, nil
	}
	if err := db.QueryRow(ctx, "SELECT coalesce(max(version), 0) FROM greenroom_versions").Scan(&version); err != nil {
		return 0, err
	}
	if last := versions[len(versions)-1].Version; version > last {
		return 0, fmt.Errorf("it was written by a newer Greenroom (version %d of the store, this program knows %d): update this program", version, last)
	}
	return version, nil
}

package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"

	"greenroom/internal/sqlite"
	"greenroom/internal/steps"
	"greenroom/service/store"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// ours identifies a store file. Files that goose began hold its table.
var ours = sqlite.Kind{
	Word:    "store",
	Damaged: "restore a copy of it, or move it away and begin anew",
	Missing: "greenroom serve and greenroom import make one; --store names another",
	Mark:    0x4772656d, // "Grem"
	Files:   migrationFiles,
	Beside:  "goose%",
	New:     newFile,
	Steps:   steps.In(migrationFiles),
}

//go:embed new.db.gz
var newFile []byte

// indexesFile makes what a load drops, and is always the last step: a file in the
// middle of a load is one version behind.
var indexesFile = ours.Steps[len(ours.Steps)-1].File

const readConnections = 4

var (
	// Those who read have the cache that the file itself names: to set another, all
	// its tables would be read as soon as it is opened.
	readPragmas  = []string{"query_only(1)"}
	writePragmas = []string{"foreign_keys(1)", "synchronous(FULL)", "cache_size(-2048)"}
	bulkPragmas  = []string{"foreign_keys(1)", "synchronous(FULL)", "cache_size(-65536)", "wal_autocheckpoint(16384)"}
	// A step that makes a table anew drops it while others refer to it.
	upgradePragmas = []string{"synchronous(FULL)", "cache_size(-65536)"}
)

// ready leaves the file at the last version. The usual case reads one page.
func ready(ctx context.Context, db *sql.DB, path string, c store.Config) error {
	whole, err := ours.Whole(ctx, db, new(sqlite.Patience))
	if err != nil || whole {
		return err
	}
	err = sqlite.Patiently(ctx, func() error {
		version, err := ours.Version(ctx, db)
		if err != nil {
			return err
		}
		return c.Older(version, ours.Steps[len(ours.Steps)-2].Version) // one that lacks the last alone was left in the middle of a load
	})
	if err != nil {
		return err
	}
	wide, err := sqlite.Pool(path, upgradePragmas, 1)
	if err != nil {
		return err
	}
	return errors.Join(ours.Upgrade(ctx, wide, new(sqlite.Patience)), wide.Close())
}

func joinClose(err error, db *sql.DB) error { return errors.Join(err, db.Close()) }

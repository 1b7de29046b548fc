package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"

	"greenroom/internal/sqlite"
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
	Steps: []sqlite.Step{
		{Version: 1, File: "migrations/00001_create.sql"},
		{Version: 10, File: "migrations/00010_money.sql"},
		{Version: 20, File: "migrations/00020_posts.sql"},
		{Version: 30, File: "migrations/00030_access.sql"},
		{Version: 40, File: "migrations/00040_chain.sql"},
		{Version: 50, File: "migrations/00050_replays.sql"},
		{Version: 60, File: "migrations/00060_history.sql"},
		{Version: 70, File: "migrations/00070_payments.sql"},
		{Version: 80, File: "migrations/00080_signin.sql"},
		{Version: 90, File: "migrations/00090_plain.sql"},
		{Version: 110, File: "migrations/00110_runs.sql"},
		{Version: 120, File: "migrations/00120_owners.sql"},
		{Version: 140, File: "migrations/00140_growth.sql"},
		{Version: 160, File: "migrations/00160_changes.sql"},
		{Version: 180, File: "migrations/00180_sheets.sql"},
		{Version: 200, File: "migrations/00200_marks.sql"},
		{Version: 230, File: "migrations/00230_judged.sql"},
		{Version: 232, File: "migrations/00232_chains.sql"},
		{Version: 238, File: "migrations/00238_live.sql"},
		{Version: 240, File: "migrations/00240_attempts.sql"},
		{Version: 241, File: indexesFile},
	},
}

//go:embed new.db.gz
var newFile []byte

// indexesFile makes what a load drops, and is always the last step: a file in the
// middle of a load is one version behind.
const indexesFile = "migrations/00241_indexes.sql"

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

// Package store is what every engine that keeps the service's records has in
// common: the ports it fills, and how one is opened. An engine is a folder below
// it, which storetest holds to the same conformance suite, and a line in
// service/boot.
package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/importer"
	"greenroom/service/judge"
	"greenroom/service/live"
	"greenroom/service/payments"
	"greenroom/service/rules"
	"greenroom/service/signin"
)

// Store is an engine: the ports of all who read and write, together. All methods
// may be called at once from many goroutines and, for one store, from several
// processes; a write is durable when it returns.
type Store interface {
	rules.Store
	access.Accounts
	access.Users
	access.Payments
	signin.Store
	billing.Chain
	judge.Book
	payments.Claims
	importer.Sink
	live.Catalogue
	live.Shelf
	live.Drawer
	Imports
	Movable
	// History returns the known numbers of a profile on other days, the earliest first.
	History(ctx context.Context, profileID string) ([]service.Sighting, error)
	// Renew leaves nothing of what was dropped, now or before, in the files of the engine. It
	// takes as long as a copy, and as much space.
	Renew(ctx context.Context) error
	Close() error
}

// Imports is the log of imports.
type Imports interface {
	importer.Journal
	importer.Loader
	importer.Marker
	// Runs lists them, the latest first.
	Runs(ctx context.Context) ([]service.ImportRun, error)
	// UndoRun takes one back; with a profile's id for that profile's creator alone.
	UndoRun(ctx context.Context, run int64, profileID string, at time.Time) (service.Undone, error)
	// Join makes the creators of two accounts one, as a run that can be undone.
	Join(ctx context.Context, a, b service.Profile, at time.Time) (run int64, err error)
	// Part gives an account a creator of its own, as a run that can be undone.
	Part(ctx context.Context, p service.Profile, at time.Time) (run int64, err error)
}

// Config says which store to open. Clock dates the removal of expired sessions;
// nil is time.Now. Existing refuses to make a store where there is none, and Standing to
// bring one up to date; one that several nodes share is brought up to date where Migrate asks
// for it alone. Bulk is for writing many rows: it takes memory to write less often.
// Half opens also a store into which another is being copied.
type Config struct {
	Path     string
	Clock    func() time.Time
	Existing bool
	Standing bool
	Migrate  bool
	Bulk     bool
	Half     bool
}

// Older refuses a store below the version that is needed: programs that know no other may be
// at work on it. 0 is one that is empty, where there should be one.
func (c Config) Older(version, needed int) error {
	if version == 0 && c.Existing {
		return errors.New("there is none in it: greenroom serve and greenroom import make one; --store names another")
	}
	if !c.Standing || version == 0 || version >= needed {
		return nil
	}
	return fmt.Errorf("it was written by an older Greenroom (version %d, this program needs %d): once no other program uses it, greenroom store migrate brings it up to date", version, needed)
}

package boot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"time"

	googleuuid "github.com/google/uuid"

	"greenroom/service"
	"greenroom/service/store"
	"greenroom/service/store/postgres"
	"greenroom/service/store/sqlite"
)

// InDatabase says whether a store is named by the address of a database, and is no file.
func InDatabase(path string) bool { return postgres.Is(path) }

// Shown is a store as it may be shown: a whole path, or an address without who signs in.
func Shown(path string) string {
	if postgres.Is(path) {
		return postgres.Shown(path)
	}
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// engine opens a store. It is chosen here and nowhere else.
func engine(ctx context.Context, c store.Config) (store.Store, error) {
	if postgres.Is(c.Path) {
		s, err := postgres.Open(ctx, c)
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	s, err := sqlite.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// clockOf is the clock that is in force for a store: the one that was asked for, the
// store's own, which all its nodes share, or this machine's.
func clockOf(asked func() time.Time, s store.Store) func() time.Time {
	if asked != nil {
		return asked
	}
	if timed, ok := s.(interface{ Now() time.Time }); ok {
		return timed.Now
	}
	return time.Now
}

// nameSetting is a name of a store that no other has, but copies of it at other addresses.
const nameSetting = "name"

func nameOf(ctx context.Context, s store.Store) (name string, err error) {
	if name, err = s.Setting(ctx, nameSetting); errors.Is(err, service.ErrNotFound) {
		name = googleuuid.NewString()
		err = s.SetSetting(ctx, nameSetting, name)
	}
	return name, err
}

// indexOf is beside which path the search index of a store is kept: the file itself, or
// a name in the cache folder for a database; "" keeps none.
func indexOf(ctx context.Context, s store.Store, path string) string {
	if !postgres.Is(path) {
		return path
	}
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	folder = filepath.Join(folder, "greenroom")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return ""
	}
	name, err := nameOf(ctx, s)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(postgres.Shown(path) + " " + name))
	return filepath.Join(folder, "store-"+hex.EncodeToString(sum[:8]))
}

package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"greenroom/service/store"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

func TestMain(m *testing.M) {
	storetest.Node(func(path string) (store.Store, error) {
		return sqlite.Open(context.Background(), store.Config{Path: path})
	})
	os.Exit(m.Run())
}

func TestKillsOfProcessesLoseNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	storetest.Kills(t, path, storetest.Noon, func() store.Store { return openAt(t, path) })
}

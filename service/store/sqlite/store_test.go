package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"greenroom/api"
	_ "greenroom/internal/gctest"
	"greenroom/service/billing"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

func openAt(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return openAt(t, filepath.Join(t.TempDir(), "store.db")) })
}

func TestOpenMakesAPrivateFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new folder", "what? 100%#.db")
	openAt(t, path)
	for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, error %v, want %v", name, info.Mode(), err, want)
		}
	}
}

func TestOpenAgainKeepsWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	s := openAt(t, path)
	if err := s.SetSetting(t.Context(), "a", "b"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if v, err := openAt(t, path).Setting(t.Context(), "a"); err != nil || v != "b" {
		t.Fatalf("got %q, %v", v, err)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	os.WriteFile(text, []byte(strings.Repeat("no database at all\n", 100)), 0o600)
	empty, link := filepath.Join(dir, "empty.db"), filepath.Join(dir, "link.db")
	os.WriteFile(empty, nil, 0o600)
	os.Symlink("away.db", link)
	for name, c := range map[string]struct {
		path, want string
		existing   bool
	}{
		"no name":          {"", "name one", false},
		"a folder":         {dir, "that is a folder", false},
		"a text":           {text, "not a SQLite file", false},
		"under a file":     {filepath.Join(text, "store.db"), "not a directory", false},
		"another program":  {sqliteFile(t, dir, "other.db", "CREATE TABLE songs (id)"), "another program's database", false},
		"a newer program":  {sqliteFile(t, dir, "newer.db", "PRAGMA application_id = 0x4772656d; PRAGMA user_version = 9999"), "update this program", false},
		"a read-only file": {readOnly(t, dir), "permissions", false},
		"an empty file":    {empty, "there is none in it", true},
		"a link to none":   {link, "that is a link to away.db, which is not there", false},
	} {
		t.Run(name, func(t *testing.T) {
			if c.path == readOnlyForRoot {
				t.Skip("root may write anywhere")
			}
			s, err := sqlite.Open(t.Context(), store.Config{Path: c.path, Existing: c.existing})
			if err == nil {
				s.Close()
				t.Fatal("it opened")
			}
			if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q does not say %q in one line", err, c.want)
			}
			if info, err := os.Stat(empty); err != nil || info.Size() > 0 {
				t.Error("the empty file was written")
			}
		})
	}
}

func sqliteFile(t *testing.T, dir, name, statements string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	return path
}

const readOnlyForRoot = "-"

func readOnly(t *testing.T, dir string) string {
	if os.Geteuid() == 0 {
		return readOnlyForRoot
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(closed, "store.db")
}

func TestManyOpenANewFileAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			s, err := sqlite.Open(context.Background(), store.Config{Path: path})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if err := s.SetSetting(context.Background(), fmt.Sprint(i), "here"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// Two stores on one file stand for two processes: they share nothing but it.
func TestTwoStoresShareABudget(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	stores := []*sqlite.Store{openAt(t, path), openAt(t, path)}
	limits := api.TierLimits{Minute: 100, Hour: 1000}
	var taken atomic.Int64
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Go(func() {
			_, err := stores[i%2].Charge(context.Background(), billing.Row{RequestID: fmt.Sprint("r", i), AccountID: "a", Credits: 10, At: storetest.Noon}, limits)
			if err == nil {
				taken.Add(1)
			} else if !errors.Is(err, billing.ErrOverBudget) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	u, err := stores[0].Usage(t.Context(), "a", storetest.Noon)
	if taken.Load() != 10 || err != nil || u.Minute != 100 || u.Hour != 100 {
		t.Fatalf("%d charges passed, windows %+v, %v", taken.Load(), u, err)
	}
}

// Two programs propose for one list at once.
func TestTwoProgramsLoseNoProposal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.db")
	storetest.Together(t, openAt(t, path), openAt(t, path))
}

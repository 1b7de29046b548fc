package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"greenroom/internal/steps"

	codes "modernc.org/sqlite/lib"
)

var diary = Kind{
	Word: "diary", Damaged: "write a new one", Mark: 77, Beside: "pen%",
	Files: fstest.MapFS{
		"1.sql": {Data: []byte("CREATE TABLE days (day TEXT)")},
		"5.sql": {Data: []byte("ALTER TABLE days ADD COLUMN mood TEXT")},
	},
	Steps: []steps.Step{{Version: 1, File: "1.sql"}, {Version: 5, File: "5.sql"}},
}

func TestExplain(t *testing.T) {
	strange := errors.New("strange")
	for _, c := range []struct {
		err  error
		want string
	}{
		{strange, "read diary p: strange"},
		{fs.ErrPermission, "read diary p: the folder may not be written: change its permissions or name another"},
		{diary.Explain("open", "q", fs.ErrPermission), "open diary q: the folder may not be written: change its permissions or name another"},
	} {
		if got := diary.Explain("read", "p", c.err); got.Error() != c.want || !errors.Is(got, c.err) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if err := diary.Explain("read", "p", nil); err != nil {
		t.Error(err)
	}
}

// SQLite has many codes for a disk that is full or broken; all but one are of the
// kind that says it could not read or write.
func TestADiskThatFailsIsExplained(t *testing.T) {
	for _, code := range []int{codes.SQLITE_FULL, codes.SQLITE_IOERR, codes.SQLITE_IOERR_SHMSIZE & 0xff} {
		if got := diary.meaning(code); !strings.Contains(got, "full") {
			t.Errorf("%d: %q", code, got)
		}
	}
}

func TestADamagedFileIsExplained(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d.db")
	if err := upgraded(t, path); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(raw[100:], strings.Repeat("x", 100)) // behind the header: the root of the tables
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	err = diary.Explain("open", path, upgraded(t, path))
	if want := "open diary " + path + ": the file is damaged: write a new one"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}

// A file is brought from any version to the last; one that is not ours stays as
// it is.
func TestUpgrade(t *testing.T) {
	for statements, want := range map[string]string{
		"": "",
		"CREATE TABLE days (day TEXT); PRAGMA application_id = 77; PRAGMA user_version = 1":  "",
		"CREATE TABLE days (day, mood); PRAGMA application_id = 77; PRAGMA user_version = 5": "",
		"CREATE TABLE pens (ink)":                             "",
		"CREATE TABLE songs (id)":                             "another program's database",
		"PRAGMA application_id = 5":                           "another program's database",
		"PRAGMA application_id = 77; PRAGMA user_version = 6": "update this program",
		"CREATE TABLE pens (ink); CREATE TABLE days (day); PRAGMA application_id = 77": "already exists",
	} {
		path := filepath.Join(t.TempDir(), "d.db")
		db, err := Pool(path, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(statements); err != nil {
			t.Fatal(err)
		}
		err = upgraded(t, path)
		if want == "" {
			_, err = db.Exec("SELECT mood FROM days")
			if version, verr := diary.Version(t.Context(), db); verr != nil || version != 5 {
				t.Errorf("%s: version %d, %v", statements, version, verr)
			}
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", statements, err, want)
		}
	}
}

func upgraded(t *testing.T, path string) error {
	t.Helper()
	db, err := Pool(path, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	return diary.Upgrade(context.Background(), db, new(Patience))
}

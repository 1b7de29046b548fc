package local_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"greenroom/client/local"
)

func TestOpeningTouchesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "folder", "memory.db")
	m := openAt(t, path)
	if _, err := os.Stat(filepath.Dir(path)); err == nil {
		t.Error("Open made the folder")
	}
	if _, err := m.Stats(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{filepath.Dir(path): 0o700, path: 0o600, path + "-wal": 0o600} {
		info, err := os.Stat(name)
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if _, err := local.Open(t.Context(), local.Config{}); err == nil {
		t.Error("opened no file")
	}
}

func TestWrongFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name string, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	database := func(name string, statements string) string {
		path := filepath.Join(folder, name)
		db, err := sql.Open("sqlite", "file:"+path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(statements); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := openAt(t, filepath.Join(folder, "newer.db"))
	flush(t, good)
	_ = good.Close()
	for why, path := range map[string]string{
		"name a file in it":                              folder,
		"not a SQLite file":                              write("notes.txt", strings.Repeat("shopping list ", 100)),
		"another program's database":                     database("other.db", "CREATE TABLE t (x)"),
		"another program's database: ":                   database("marked.db", "PRAGMA application_id = 5; CREATE TABLE t (x)"),
		"written by a newer Greenroom":                   database("newer.db", "PRAGMA user_version = 99"),
		"not a directory":                                filepath.Join(write("plain", ""), "below", "memory.db"),
		"is not an ordinary file: move it away or name ": os.DevNull,
	} {
		m := openAt(t, path)
		_, err := m.Stats(t.Context())
		if err == nil {
			t.Errorf("%s: used", path)
			continue
		}
		if text := err.Error(); !strings.Contains(text, why) || !strings.HasPrefix(text, "open memory "+path+": ") {
			t.Errorf("%s: %q, want %q", path, text, why)
		}
		if err := begin(m.Scope("svc", ""), paid("c")); err == nil {
			t.Errorf("%s: a paid call can be written down in it", path)
		}
	}
}

// A file that could not be used is tried again.
func TestAFileThatIsMended(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "memory.db")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	m := openAt(t, path)
	if _, err := m.Stats(t.Context()); err == nil {
		t.Fatal("used a folder")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Stats(t.Context()); err != nil {
		t.Errorf("the folder is gone: %v", err)
	}
}

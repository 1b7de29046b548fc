package cmd

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/cmd/run"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// emptyStore is the file of a store without anything in it.
func emptyStore(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "s.db")
	s, err := sqlite.Open(context.Background(), store.Config{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// Who mistypes the name of a store is told so; nothing is made under that name.
func TestAccountsKeysAndLedgerMakeNoStore(t *testing.T) {
	s := remoteShell(t, "", "")
	file := filepath.Join(t.TempDir(), "folder", "s.db")
	for _, args := range [][]string{
		{"accounts", "list"}, {"accounts", "create", "agency"}, {"accounts", "show", "agency"},
		{"keys", "list"}, {"keys", "create", "agency"}, {"keys", "revoke", "k"}, {"ledger"}, {"ledger", "--check"},
	} {
		r := s.run("", append(args, "--store", file)...)
		if r.code != run.ExitFailure || !strings.Contains(r.errs, file) || !strings.Contains(r.errs, "greenroom serve") || r.out != "" {
			t.Errorf("%v: exit %d, %q, %q", args, r.code, r.out, r.errs)
		}
		if _, err := os.Stat(filepath.Dir(file)); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("%v made something: %v", args, err)
		}
	}
}

// A store of an older program is brought up to date by who is told to, and by nobody who
// only works beside a service: that one may still be the older program.
func TestCommandsBesideAServiceLeaveAnOldStore(t *testing.T) {
	s := remoteShell(t, "", "")
	file := emptyStore(t)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("PRAGMA user_version = 238; DROP TABLE attempts"); err != nil {
		t.Fatal(err)
	}
	version := func() (n int) {
		if err := db.QueryRow("PRAGMA user_version").Scan(&n); err != nil {
			t.Error(err)
		}
		return n
	}
	for _, args := range [][]string{
		{"accounts", "list", "--store", file}, {"keys", "create", "a", "--store", file}, {"ledger", "--check", "--store", file}, {"users", "list", "--store", file},
		{"store", "check", "--store", file}, {"store", "stats", "--store", file}, {"store", "backup", "--store", file, file + "2"}, {"store", "copy", file, file + "3"},
		{"store", "restore", file, "--store", file + "4"},
	} {
		if r := s.run("", args...); r.code != run.ExitFailure || !strings.Contains(r.errs, "greenroom store migrate") || version() != 238 {
			t.Errorf("%v: exit %d, %q, version %d", args, r.code, r.errs, version())
		}
	}
	s.ok("", "store", "migrate", "--store", file)
	if s.ok("", "store", "check", "--store", file); version() == 238 {
		t.Error("migrate left it as it was")
	}
}

// damage overwrites the first page of each of these tables in a file.
func damage(t *testing.T, file string, tables ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		var page, size int
		if err := db.QueryRow("SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = ?", table).Scan(&page, &size); err != nil {
			t.Fatal(table, err)
		}
		copy(raw[(page-1)*size:], bytes.Repeat([]byte{0xA5}, size))
	}
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A page that is damaged behind the first is met late, by whoever reads it: they
// are told which file it is and what to do, whatever the command.
func TestADamagedPageIsNamedLate(t *testing.T) {
	s := builtInShell(t)
	s.ok("", "autocomplete", "le")
	file := filepath.Join(s.home, "data", "greenroom", "greenroom.db")
	damage(t, file, "ledger", "accounts", "keys", "shortlists")
	for _, args := range [][]string{
		{"ledger", "--store", file}, {"accounts", "list", "--store", file}, {"accounts", "create", "agency", "--store", file},
		{"keys", "list", "--store", file}, {"autocomplete", "lem"},
	} {
		r := s.run("", args...)
		if r.code != run.ExitFailure || !strings.Contains(r.errs, file+": the file is damaged: restore a copy") || strings.Contains(r.errs, "malformed") {
			t.Errorf("%v: exit %d, %q", args, r.code, r.errs)
		}
	}
}

// While the service runs, the workbench and the commands are told too: what the
// service answers says which file it is.
func TestAServiceOnADamagedFileSaysWhich(t *testing.T) {
	s := builtInShell(t)
	s.ok("", "shortlists", "list")
	file := filepath.Join(s.home, "data", "greenroom", "greenroom.db")
	damage(t, file, "shortlists")
	if r := s.run("", "shortlists", "list"); r.code != run.ExitFailure || !strings.Contains(r.errs, file+": the file is damaged: restore a copy") {
		t.Errorf("exit %d, %q", r.code, r.errs)
	}
}

// So it is with the memory of the client.
func TestADamagedMemoryIsNamedLate(t *testing.T) {
	s := builtInShell(t)
	s.ok("", "autocomplete", "le")
	file := filepath.Join(s.home, "data", "greenroom", "memory.db")
	damage(t, file, "journal", "answers", "services")
	for _, args := range [][]string{{"cache", "show"}, {"journal"}, {"autocomplete", "lem"}} {
		if r := s.run("", args...); !strings.Contains(r.errs, file+": the file is damaged: move it away") || strings.Contains(r.errs, "malformed") {
			t.Errorf("%v: exit %d, %q", args, r.code, r.errs)
		}
	}
}

// A ledger says whether its rows are those that were written, and ends with 1 where
// they are not.
func TestTheLedgerIsChecked(t *testing.T) {
	s := builtInShell(t)
	s.ok("", "autocomplete", "le")
	s.ok("", "autocomplete", "lem")
	file := filepath.Join(s.home, "data", "greenroom", "greenroom.db")
	if got := s.ok("", "ledger", "--check", "--store", file); !strings.Contains(got, "the ledger is intact: 2 rows checked") {
		t.Error(got)
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("UPDATE ledger SET credits = 1 WHERE id = 2"); err != nil {
		t.Fatal(err)
	}
	if r := s.run("", "ledger", "--check", "--store", file); r.code != 1 || !strings.HasPrefix(r.out, "row 2 of account ") || !strings.Contains(r.errs, "the ledger was altered") {
		t.Errorf("exit %d, %q, %q", r.code, r.out, r.errs)
	}
}

// A store that is asked to be read as data is not opened as that.
func TestImportLeavesItsStoreOut(t *testing.T) {
	file := emptyStore(t)
	if r := remoteShell(t, "", "").run("", "import", file, "--store", file); r.code != run.ExitFailure || !strings.Contains(r.out+r.errs, "It is the store itself.") {
		t.Errorf("exit %d, %q, %q", r.code, r.out, r.errs)
	}
}

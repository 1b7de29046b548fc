package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A program that closes a file as its last user deletes what is written ahead. However often
// this one opens a file anew, it keeps the lock by which others know that it is in use.
func TestALockOutlastsFurtherPools(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d.db")
	if err := upgraded(t, path); err != nil {
		t.Fatal(err)
	}
	db, err := Pool(path, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("INSERT INTO days (day) VALUES ('today')"); err != nil {
		t.Fatal(err)
	}
	if !locked(t, path) {
		t.Skip("the locks of files are not listed here")
	}
	for what, open := range map[string]func() error{
		"a pool":     func() error { other, err := Pool(path, nil, 1); return errors.Join(err, other.Close()) },
		"a place":    func() error { _, err := diary.Place(path); return err },
		"an upgrade": func() error { return upgraded(t, path) },
		"a glance":   func() error { _, err := diary.Glance(t.Context(), path, "SELECT day FROM days"); return err },
	} {
		if err := open(); err != nil {
			t.Fatal(err)
		}
		if !locked(t, path) {
			t.Fatalf("after %s others take the file for closed", what)
		}
	}
}

// locked says whether a file is locked where SQLite locks what is in use.
func locked(t *testing.T, path string) bool {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := os.ReadFile("/proc/locks")
	return strings.Contains(string(list), fmt.Sprintf(":%d 1073741826 ", info.Sys().(*syscall.Stat_t).Ino))
}

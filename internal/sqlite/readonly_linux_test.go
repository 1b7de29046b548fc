package sqlite

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// A file on a medium that is only read is read, where nothing was written ahead of it: there is
// no place for what SQLite writes beside a file that others may have open.
func TestAReadOnlyMedium(t *testing.T) {
	const in = "GREENROOM_READONLY"
	folder := os.Getenv(in)
	if folder == "" { // again, with mounts of its own
		c := exec.Command("unshare", "--mount", os.Args[0], "-test.run=^TestAReadOnlyMedium$")
		c.Env = append(os.Environ(), in+"="+t.TempDir())
		if exec.Command("unshare", "--mount", "true").Run() != nil {
			t.Skip("nothing may be mounted here")
		}
		if said, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		return
	}
	mount := func(flags uintptr) {
		t.Helper()
		if err := syscall.Mount("none", folder, "tmpfs", flags, ""); err != nil {
			t.Fatal(err)
		}
	}
	mount(0)
	path := filepath.Join(folder, "d.db")
	if err := upgraded(t, path); err != nil {
		t.Fatal(err)
	}
	mount(syscall.MS_REMOUNT | syscall.MS_RDONLY)
	read := func() (n int, err error) {
		db, err := Pool(path, []string{"query_only(1)"}, 1)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		return n, db.QueryRow("SELECT count(*) FROM days").Scan(&n)
	}
	if _, err := read(); err != nil {
		t.Errorf("it cannot be read: %v", err)
	}
	mount(syscall.MS_REMOUNT)
	if err := os.WriteFile(path+"-wal", []byte("something"), 0o600); err != nil {
		t.Fatal(err)
	}
	mount(syscall.MS_REMOUNT | syscall.MS_RDONLY)
	if _, err := read(); err == nil {
		t.Error("what was written ahead was left out without a word")
	}
}

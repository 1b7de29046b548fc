package cmd

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// On a terminal an import asks what a table leaves open, by the name of its file, and
// reads it as it is answered; a line without an answer leaves the file out.
func TestAnImportAsksOnATerminal(t *testing.T) {
	for answers, want := range map[string]string{"1\nmillion\n": "12500000", "\n": "not imported"} {
		s := remoteShell(t, "", "")
		s.enter()
		folder, store := filepath.Join(s.home, "files"), filepath.Join(s.home, "x.db")
		writeFiles(t, folder, map[string]string{"list.csv": "Handle;Followers\ncy;12,5 mil\ndee;98,7 mil\n"})
		master, slave, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := master.WriteString(answers); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		root := newRoot()
		root.SetIn(slave)
		root.SetErr(slave)
		root.SetOut(&out)
		_ = execute(t.Context(), root, []string{"import", filepath.Join(folder, "list.csv"), "--store", store})
		shown := make([]byte, 1<<14)
		n, err := master.Read(shown)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = slave.Close(), master.Close()
		if asked := string(shown[:n]); !strings.Contains(asked, "list.csv: It does not say which network it is of") {
			t.Errorf("asked %q", asked)
		}
		got := out.String() + s.ok("", "list", "--all", "--store", store, "-o", "csv", "--fields", "creator.name,primary_profile.followers")
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s", answers, got)
		}
	}
}

package cmd

import (
	"path/filepath"
	"strings"
	"testing"
)

// What an import kept apart is listed, joined by command, and parted again by an undo.
func TestWhatWasKeptApartIsJoined(t *testing.T) {
	s := remoteShell(t, "", "")
	s.enter()
	folder, store := filepath.Join(s.home, "files"), filepath.Join(s.home, "x.db")
	writeFiles(t, folder, map[string]string{
		"youtube 2022-01.csv": "Youtuber,subscribers,country\nMax Fun,1000,Germany\n",
		"youtube 2023-01.csv": "Youtuber,subscribers,country\nMax Fun,2000,Brazil\n",
	})
	if told := s.ok("", "import", folder, "--store", store); !strings.HasSuffix(told, "to undo it: greenroom import undo 1 --store "+store+"\n") {
		t.Errorf("the import does not say how it is undone:\n%s", told)
	}
	if told := s.ok("", "import", folder, "--store", store, "--dry-run"); strings.Contains(told, "undo") {
		t.Errorf("nothing was written, and yet:\n%s", told)
	}
	log := s.ok("", "import", "log", "1", "--store", store)
	if !strings.Contains(log, "videoplatform:maxfun~br") || !strings.Contains(log, "greenroom import join") {
		t.Errorf("the log does not tell what was kept apart:\n%s", log)
	}
	listed := func() int {
		return strings.Count(s.ok("", "list", "--all", "--store", store, "-o", "csv", "--fields", "creator.name"), "Max Fun")
	}
	if n := listed(); n != 2 {
		t.Fatalf("%d creators", n)
	}
	joined := s.ok("", "import", "join", "videoplatform:maxfun", "videoplatform:maxfun~br", "--store", store)
	if n := listed(); n != 1 || !strings.Contains(joined, "greenroom import undo 2") {
		t.Errorf("joined: %d creators, %q", n, joined)
	}
	s.ok("", "import", "part", "videoplatform:maxfun~br", "--store", store)
	if n := listed(); n != 2 {
		t.Errorf("parted: %d creators", n)
	}
	s.ok("", "import", "undo", "3", "--store", store)
	s.ok("", "import", "undo", "2", "--store", store)
	if n := listed(); n != 2 {
		t.Errorf("undone: %d creators", n)
	}
}

package codetest

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Browser is the program of a browser. It skips the test where there is none.
func Browser(t testing.TB) string {
	t.Helper()
	browser := cmp.Or(os.Getenv("CHROMIUM"), "/usr/bin/chromium")
	if _, err := os.Stat(browser); err != nil {
		t.Skip("no chromium here")
	}
	return browser
}

// Node is a script of .ci/signin that has not begun. It skips the test where the script
// cannot run, and in short ones.
func Node(t testing.TB, script string, args ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil || testing.Short() {
		t.Skip("no node here, or short")
	}
	root, err := os.Getwd()
	for err == nil && root != filepath.Dir(root) {
		if _, missing := os.Stat(filepath.Join(root, "go.mod")); missing == nil {
			break
		}
		root = filepath.Dir(root)
	}
	folder := filepath.Join(root, ".ci", "signin")
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); err != nil {
		t.Skip("no modules here: npm ci in .ci/signin")
	}
	c := exec.CommandContext(t.Context(), "node", append([]string{script}, args...)...)
	c.Dir = folder
	return c
}

// LooksRight has a browser look at files (.ci/signin/files.mjs). GREENROOM_PICTURES names a
// folder that gets pictures of the first one.
func LooksRight(t testing.TB, files ...string) {
	t.Helper()
	Browser(t)
	pictures := cmp.Or(os.Getenv("GREENROOM_PICTURES"), "-")
	said, err := Node(t, "files.mjs", append([]string{pictures}, files...)...).CombinedOutput()
	if t.Logf("%s", said); err != nil {
		t.Error(err)
	}
}

package cmd

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// multiplexer is tmux with the workbench in it: a terminal with tables of widths that
// are not ours.
type multiplexer struct {
	t      *testing.T
	socket string
	env    []string
}

func (m *multiplexer) run(args ...string) string {
	m.t.Helper()
	c := exec.Command("tmux", append([]string{"-S", m.socket, "-f", "/dev/null"}, args...)...)
	c.Env = m.env
	out, err := c.CombinedOutput()
	if err != nil {
		m.t.Fatalf("tmux %v: %v: %s", args, err, out)
	}
	return strings.TrimRight(string(out), "\n")
}

// cell returns the column of words in a row, by the cells of the terminal; -1 if they do
// not stand in it.
func (m *multiplexer) cell(row int, words string) int {
	m.t.Helper()
	x, y := 0, 0
	at := m.run("copy-mode", ";", "send-keys", "-X", "top-line", ";", "send-keys", "-X", "-N", fmt.Sprint(row), "cursor-down", ";",
		"send-keys", "-X", "start-of-line", ";", "send-keys", "-X", "search-forward", words, ";",
		"display-message", "-p", "#{copy_cursor_x} #{copy_cursor_y}", ";", "send-keys", "-X", "cancel")
	if _, err := fmt.Sscan(at, &x, &y); err != nil {
		m.t.Fatalf("%q: %v", at, err)
	}
	if y != row {
		return -1
	}
	return x
}

// Names in ten scripts and more keep every column straight in a terminal that has its
// own mind of how wide characters are.
func TestScriptsKeepColumnsStraight(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("there is no tmux to look at it in")
	}
	store := filepath.Join(t.TempDir(), "s.db")
	importing := program(t, "import", "--platform", "photoplatform", "--store", store, "testdata/scripts.csv")
	if out, err := importing.CombinedOutput(); err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		m := &multiplexer{t: t, socket: filepath.Join(t.TempDir(), "tmux"), env: append(importing.Env, "LC_ALL=C.UTF-8")}
		m.run("new-session", "-d", "-x", fmt.Sprint(size[0]), "-y", fmt.Sprint(size[1]+1), importing.Path+" --store "+store)
		t.Cleanup(func() { m.run("kill-server") })
		late := time.Now().Add(time.Minute)
		for !strings.Contains(m.run("capture-pane", "-p"), "@zorro_") {
			if time.Now().After(late) {
				t.Fatalf("the rows never came:\n%s", m.run("capture-pane", "-p"))
			}
			time.Sleep(100 * time.Millisecond) // tmux tells nobody what it draws
		}
		if top, _, _ := strings.Cut(m.run("capture-pane", "-p"), "\n"); strings.Contains(top, "DEMO") {
			t.Errorf("data of one's own is called a demo: %s", top)
		}
		const first, rows = 5, 12
		for _, words := range []string{"photo", "K  ", "–"} {
			at := m.cell(first, words)
			for row := first; row < first+rows; row++ {
				if x := m.cell(row, words); x != at || x < 0 {
					t.Errorf("%v: %q stands at %d in row %d, at %d in the first:\n%s", size, words, x, row, at, m.run("capture-pane", "-p"))
				}
			}
		}
	}
}

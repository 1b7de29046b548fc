package cmd

import (
	"bytes"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/creack/pty"

	"greenroom/api"
	"greenroom/cmd/run"
)

// onTerminal returns a command's output on a pseudo-terminal.
func (s *shell) onTerminal(args ...string) string {
	s.t.Helper()
	s.enter()
	master, slave, err := pty.Open()
	if err != nil {
		s.t.Fatal(err)
	}
	defer master.Close()
	root := newRoot()
	root.SetOut(slave)
	root.SetErr(&bytes.Buffer{})
	if err := execute(s.t.Context(), root, append(args, "--fields", "id,name,bio")); err != nil {
		s.t.Fatal(err)
	}
	_, _ = slave.WriteString("\nend of output\n")
	defer slave.Close()
	var all []byte
	for part := make([]byte, 4096); !bytes.Contains(all, []byte("end of output")); {
		n, err := master.Read(part)
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, part[:n]...)
	}
	return strings.ReplaceAll(string(all), "\r\n", "\n") // as the terminal's driver ends lines
}

// What a stranger wrote moves no cursor and turns no line round on a terminal; a file
// gets all of it, with escapes for what would.
func TestNoFormatControlsATerminal(t *testing.T) {
	const hostile = "a\u202eb\u2066c\u200bd\u200fe\rf\u2028g\U000e0041h"
	bio := hostile
	made := api.Creator{CreatorBasic: api.CreatorBasic{ID: someID, Name: hostile, Bio: &bio}}
	p := newPretend(t, func(w http.ResponseWriter, _ *http.Request) { give(w, "0.1", api.One[api.Creator]{Data: made}) })
	s := remoteShell(t, p.URL, pretendKey)
	for _, format := range []string{"table", "json", "jsonl", "csv"} {
		got := s.onTerminal("creator", someID, "-o", format)
		if strings.ContainsAny(got, "\u202e\u2066\u200f\u2028\r\x1b\U000e0041") || !strings.Contains(got, "a") {
			t.Errorf("-o %s wrote %q", format, got)
		}
	}
	if exact := s.ok("", "creator", someID, "-o", "csv", "--fields", "name"); exact != "name\n\"a\\u202eb\\u2066c\u200bd\u200fe\\u000df\\u2028g\U000e0041h\"\n" {
		t.Errorf("a pipe got %q", exact)
	}
}

// Where nothing says where files may be kept, a sentence does.
func TestWithoutAHomeFolder(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"journal"}, {"doctor"}, {"connection", "list"}, {"connection", "use", "built-in"}, {"keys", "list"}, {"health"}} {
		c := program(t, args...)
		c.Env = slices.DeleteFunc(c.Env, func(v string) bool { return strings.HasPrefix(v, "HOME=") || strings.HasPrefix(v, "XDG_") })
		said, err := c.CombinedOutput()
		if err == nil || !strings.Contains(string(said), "set HOME") || strings.Contains(string(said), "/.") {
			t.Errorf("%v: %v %s", args, err, said)
		}
	}
	if _, err := os.Stat("/.local/share/greenroom"); err == nil {
		t.Error("a folder was made at the root of the machine")
	}
}

// A terminal that understands plain text only gets a sentence for the workbench,
// and no escape sequence from any command.
func TestAPlainTerminal(t *testing.T) {
	t.Parallel()
	p := newPretend(t, endless(func(int) bool { return false }))
	for _, name := range []string{"dumb", ""} {
		for _, c := range []struct {
			says string
			code int
			args []string
		}{
			{"needs a full-screen terminal", run.ExitUsage, nil},
			{"--wait", run.ExitOK, []string{"search", "--help"}},
			{"no command", run.ExitUsage, []string{"serach"}},
			{"Stopped after", run.ExitPartly, []string{"posts", someID, "--all", "--limit", "1", "--max-credits", "0.2"}},
		} {
			cmd := remoteShell(t, p.URL, pretendKey).command(c.args...)
			cmd.Env = append(slices.DeleteFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "TERM=") }), "TERM="+name)
			x, _ := inTerminal(t, cmd)
			x.sees(c.says)
			if code := x.ends(cmd); code != c.code {
				t.Errorf("TERM=%s %v: exit %d", name, c.args, code)
			}
			if said := x.said(); strings.Contains(said, "\x1b") {
				t.Errorf("TERM=%s %v wrote %q", name, c.args, said)
			}
		}
	}
}

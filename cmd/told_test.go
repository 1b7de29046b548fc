package cmd

import (
	"bufio"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"greenroom/cmd/run"
)

// The workbench is told over a pipe, with the place, the journal and the codes of
// commands; what chose it stands in the first line.
func TestTheWorkbenchIsToldOverAPipe(t *testing.T) {
	s := builtInShell(t)
	said := s.ok("open 2\nquit\n", "--accessible")
	for _, want := range []string{"chosen by --accessible", "DEMO", "1. Lena Vogt", "Open 2, Till Baumgart", "Till Baumgart, Overview"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
	again := s.ok("where\n", "--accessible") // where it was left
	if !strings.Contains(again, "Till Baumgart, Overview") || !strings.Contains(again, "here: Search: vegan food creators in Europe, Till") {
		t.Errorf("again it says:\n%s", again)
	}
	if calls := s.ok("", "journal"); !strings.Contains(calls, "0.1") {
		t.Errorf("the journal has:\n%s", calls)
	}
	if r := s.run("fly\n", "--accessible"); r.code != run.ExitUsage || !strings.Contains(r.errs, "1 line not understood") || !strings.Contains(r.out, "“fly” is no word here") {
		t.Errorf("exit %d %s\n%s", r.code, r.errs, r.out)
	}
}

// Where nothing can be drawn, it is offered in a sentence.
func TestTheToldWorkbenchIsOffered(t *testing.T) {
	s := remoteShell(t, "", "")
	for _, name := range []string{"xterm", "dumb"} {
		t.Setenv("TERM", name)
		if said := s.fails(); !strings.Contains(said, "greenroom --accessible tells it in lines, here too") {
			t.Errorf("TERM=%s: %s", name, said)
		}
	}
}

// A signal ends it as it ends commands.
func TestASignalEndsTheToldWorkbench(t *testing.T) {
	c := program(t)
	c.Env = append(c.Env, "ACCESSIBLE=1")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "Say:") {
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, out)
	if _ = c.Wait(); c.ProcessState.ExitCode() != run.ExitStopped+int(syscall.SIGINT) {
		t.Errorf("it ended with %s", c.ProcessState)
	}
}

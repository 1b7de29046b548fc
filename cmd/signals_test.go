package cmd

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
	"golang.org/x/term"

	"greenroom/config"
)

// signalRuns is the number of times each signal is sent. GREENROOM_SIGNALS asks for more:
// 200 of each are the long run.
func signalRuns(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("GREENROOM_SIGNALS")); err == nil {
		return n
	}
	if testing.Short() {
		t.Skip("starts the program many times")
	}
	return 4
}

// eachRenderer runs a test on each of what can draw the workbench. renderer is the
// variable that chooses it.
func eachRenderer(t *testing.T, test func(t *testing.T, renderer string)) {
	for _, name := range []string{config.RendererOwn, config.RendererFramework} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, config.EnvRenderer+"="+name)
		})
	}
}

// workbenchAt starts the workbench in a pseudo-terminal, with a home that may be
// shared by several, and returns the state that the terminal was in before.
func workbenchAt(t *testing.T, home string, env ...string) (*terminal, *exec.Cmd, before) {
	t.Helper()
	c := program(t)
	c.Env = append(c.Env, env...)
	for i, e := range c.Env {
		for _, name := range []string{"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
			if strings.HasPrefix(e, name+"=") {
				c.Env[i] = name + "=" + filepath.Join(home, name)
			}
		}
	}
	x, b := inTerminal(t, c)
	return x, c, b
}

// before is a terminal as it was before a program had it.
type before struct {
	slave *os.File
	state term.State
}

// inTerminal starts a program in a pseudo-terminal whose state was looked at.
func inTerminal(t *testing.T, c *exec.Cmd) (*terminal, before) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	state, err := term.GetState(int(slave.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	_ = pty.Setsize(master, &pty.Winsize{Cols: 100, Rows: 30})
	c.Stdin, c.Stdout, c.Stderr = slave, slave, slave
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	x := readTerminal(t, c, master, 100, 30)
	t.Cleanup(func() { _ = slave.Close() })
	return x, before{slave, *state}
}

// ends waits for a program, which must not take long, and returns its exit
// code, by the shell's convention where a signal ended it.
func (x *terminal) ends(c *exec.Cmd) int {
	x.t.Helper()
	late := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() })
	err := c.Wait()
	if !late.Stop() {
		x.t.Error("it hung, and was killed")
	}
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.Sys().(syscall.WaitStatus).Signaled() {
		return 128 + int(failed.Sys().(syscall.WaitStatus).Signal())
	}
	return c.ProcessState.ExitCode()
}

// restored fails unless the terminal is as it was: its settings, and every mode
// that was switched on is off, with the text cursor shown.
func (x *terminal) restored(b before) {
	x.t.Helper()
	after, err := term.GetState(int(b.slave.Fd()))
	if err != nil || *after != b.state {
		x.t.Errorf("the settings of the terminal are %+v, %v; they were %+v", after, err, b.state)
	}
	_ = b.slave.Close()
	<-x.done // all that was written is read
	for mode, on := range x.modes() {
		if on != onBefore(mode) {
			x.t.Errorf("mode %s is left %t", mode, on)
		}
	}
}

// onBefore says which modes a terminal begins with: the text cursor is shown, and
// what does not fit into a row goes to the next.
func onBefore(mode string) bool { return mode == "25" || mode == "7" }

// modes are the private modes of the terminal that were written, as they are by
// now.
func (x *terminal) modes() map[string]bool {
	raw := []byte(x.said())
	on, state := map[string]bool{}, byte(0)
	for len(raw) > 0 {
		seq, _, n, next := ansi.DecodeSequence(raw, state, nil)
		if body, ok := strings.CutPrefix(string(seq), "\x1b[?"); ok && strings.HasSuffix(body, "h") || strings.HasSuffix(body, "l") {
			for mode := range strings.SplitSeq(body[:len(body)-1], ";") {
				on[mode] = strings.HasSuffix(body, "h")
			}
		}
		state, raw = next, raw[n:]
	}
	return on
}

// Whenever a signal comes, while it starts, draws or waits, the workbench ends,
// says so with its exit code, and leaves the terminal as it was.
func TestSignalsEndTheWorkbenchAndRestoreTheTerminal(t *testing.T) {
	eachRenderer(t, signalsEndIt)
}

func signalsEndIt(t *testing.T, renderer string) {
	home := t.TempDir()
	furnish(t, filepath.Join(home, "XDG_DATA_HOME"))
	first, c, _ := workbenchAt(t, home, renderer)
	first.sees(firstPage)
	_ = c.Process.Signal(syscall.SIGTERM)
	first.ends(c)
	paid := program(t, "creator", "@lenacooks") // is charged whatever the signals below cut short
	paid.Env = c.Env
	if out, err := paid.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		for i := range signalRuns(t) {
			x, c, before := workbenchAt(t, home, renderer)
			if i%2 == 0 {
				x.sees("minute ")
				x.types(strings.Repeat("j", i/2%20) + enter) // 0.1 credits for each other creator
				time.Sleep(time.Duration(i*7%80) * time.Millisecond)
			} else {
				time.Sleep(time.Duration(i*37%400) * time.Millisecond) // a moment that differs, not one to wait for
			}
			if err := c.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			if code := x.ends(c); code != 128+int(s) {
				t.Errorf("%s, run %d: exit code %d", s, i, code)
			}
			x.restored(before)
			if t.Failed() {
				t.Fatalf("%s, run %d", s, i)
			}
		}
	}
	everyChargeIsWrittenDown(t, c.Env)
}

// everyChargeIsWrittenDown holds the ledger of the built-in service against the
// journal of the client: each charge stands there, with its request or as one
// whose end is not known, and no call is still under way.
func everyChargeIsWrittenDown(t *testing.T, env []string) {
	t.Helper()
	type row struct {
		Outcome   string `json:"outcome"`
		Method    string `json:"method"`
		RequestID string `json:"request_id"`
	}
	rows := func(command string) (out []row) {
		c := program(t, command, "-o", "json")
		c.Env = env
		raw, err := c.Output()
		if err != nil || json.Unmarshal(raw, &out) != nil {
			t.Fatalf("%s: %v %s", command, err, raw)
		}
		return out
	}
	known, unknown := map[string]bool{}, 0
	for _, r := range rows("journal") {
		switch r.Outcome {
		case "charged":
			known[r.RequestID] = true
		case "unknown":
			unknown++
		case "free":
		default:
			t.Errorf("a call ended as %q", r.Outcome)
		}
	}
	charges := rows("ledger")
	for _, r := range charges {
		if !known[r.RequestID] {
			unknown--
		}
	}
	if unknown < 0 || len(charges) == 0 {
		t.Errorf("%d charges of %d stand nowhere in the journal", -unknown, len(charges))
	}
	t.Logf("%d charges, %d of them with a known end", len(charges), len(known))
}

// written counts how often words were written to the terminal so far.
func (x *terminal) written(words string) int { return strings.Count(x.said(), words) }

// waits until something is so.
func (x *terminal) waits(what string, so func() bool) {
	x.t.Helper()
	late := time.After(time.Minute)
	for !so() {
		select {
		case <-x.news:
		case <-late:
			x.t.Fatalf("it never came: %s\n%s", what, x.screen())
		}
	}
}

// Stopped by its key or by a signal, the workbench gives the terminal back to the
// shell as it was, and draws itself again when the shell continues it.
func TestTheWorkbenchStopsAndGoesOn(t *testing.T) {
	eachRenderer(t, stopsAndGoesOn)
}

func stopsAndGoesOn(t *testing.T, renderer string) {
	runs := signalRuns(t)
	shell, err := exec.LookPath("dash") // other shells put the terminal right themselves
	if err != nil {
		t.Skip("needs dash")
	}
	c := program(t)
	c.Path, c.Args = shell, []string{"sh", "-i"}
	c.Env = append(c.Env, "PS1=ready> ", renderer)
	x, before := inTerminal(t, c)
	x.types("sh -c 'echo pid=$$; exec " + os.Args[0] + "'" + enter)
	x.sees(firstPage)
	said := x.said()
	rest := said[strings.LastIndex(said, "pid=")+len("pid="):]
	pid, err := strconv.Atoi(strings.TrimRight(rest[:strings.IndexAny(rest, "\r\n")], "\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range runs {
		if i%2 == 0 {
			x.types("\x1a")
		} else if err := syscall.Kill(pid, syscall.SIGTSTP); err != nil {
			t.Fatal(err)
		}
		x.waits("Stopped", func() bool {
			return x.written("Stopped") > i && strings.HasSuffix(strings.TrimSpace(x.screen()), "ready>")
		})
		after, err := term.GetState(int(before.slave.Fd()))
		if on := x.modes(); err != nil || *after != before.state || on["1049"] || on["1002"] || on["2004"] || !on["25"] {
			t.Fatalf("run %d: stopped with %+v, %v, modes %v", i, after, err, on)
		}
		x.types("fg" + enter)
		x.sees(firstPage)
		x.types("?")
		x.sees("search keys and actions")
		x.types(escape)
		x.waits("the help closes", func() bool { return !strings.Contains(x.screen(), "search keys and actions") })
	}
	_ = syscall.Kill(pid, syscall.SIGTERM)
	x.waits("the shell", func() bool { return strings.HasSuffix(strings.TrimSpace(x.screen()), "ready>") })
	x.types("echo code=$?" + enter + "exit" + enter)
	x.ends(c)
	x.restored(before)
	if x.written("code=143") != 1 {
		t.Error("the shell does not see the exit code of a terminated program")
	}
}

package cmd

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/cmd/run"
	"greenroom/cmd/workbench"
	"greenroom/config"
)

const runFaulty = "faulty"

// faulty is a workbench in which things go wrong when a key is pressed, and which
// shows what it was told.
type faulty struct {
	presses, pasted, edited int
	size                    tea.WindowSizeMsg
	version                 uint64
}

// edited is told once the editor has ended.
type edited struct{ error }

func showFaulty() {
	ctx, stop := untilSignal(context.Background())
	defer stop()
	if err := workbench.Show(ctx, &faulty{}, os.Getenv(config.EnvRenderer)); err != nil {
		fmt.Println(err)
		os.Exit(run.ExitCode(err))
	}
	os.Exit(0)
}

func (*faulty) Init() tea.Cmd     { return nil }
func (*faulty) OnSuspend(tea.Cmd) {}
func (*faulty) Close()            {}
func (w *faulty) Version() uint64 { return w.version }

func (w *faulty) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	w.version++
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		w.size = msg
	case tea.PasteMsg:
		w.pasted += len(msg.Content)
	case edited:
		if msg.error == nil {
			w.edited++
		}
	}
	key, _ := msg.(tea.KeyPressMsg)
	switch key.String() {
	case "e":
		return w, tea.ExecProcess(exec.Command("sh", "-c", os.Getenv("EDITOR")), func(err error) tea.Msg { return edited{err} })
	case "p":
		panic("in the update\x1b]0;owned\x07")
	case "c":
		return w, tea.Batch(nil, func() tea.Msg { panic("in a command") }, func() tea.Msg { return nil })
	case "l":
		w.presses++
		log.Print("Unsolicited response received on idle HTTP channel")
		fmt.Fprintln(os.Stderr, "a library's warning")
	case "q":
		return w, tea.Quit
	}
	return w, nil
}

func (w *faulty) View() tea.View {
	v := tea.NewView(fmt.Sprintf("pressed %d times, pasted %d, edited %d\n%s", w.presses, w.pasted, w.edited, w.wall()))
	v.AltScreen, v.MouseMode = true, tea.MouseModeCellMotion
	return v
}

// wall fills the terminal: every row says which it is, from edge to edge.
func (w *faulty) wall() string {
	rows := make([]string, max(0, w.size.Height-1))
	for y := range rows {
		rows[y] = fmt.Sprintf("%d of %dx%d ", y, w.size.Width, w.size.Height)
		rows[y] += strings.Repeat("#", max(0, w.size.Width-len(rows[y])))
	}
	return strings.Join(rows, "\n")
}

// logOf is the file that a workbench with that environment writes what went
// wrong into.
func logOf(t *testing.T, env []string) string {
	t.Helper()
	for _, e := range env {
		if home, ok := strings.CutPrefix(e, "XDG_STATE_HOME="); ok {
			raw, err := os.ReadFile(filepath.Join(home, "greenroom", "workbench.log"))
			if err != nil {
				t.Fatal(err)
			}
			return string(raw)
		}
	}
	return ""
}

func TestLibrariesDoNotWriteUponTheScreen(t *testing.T) {
	eachRenderer(t, librariesDoNotWriteUponTheScreen)
}

func librariesDoNotWriteUponTheScreen(t *testing.T, renderer string) {
	c := program(t)
	c.Env = append(c.Env, renderer, runAsProgram+"="+runFaulty)
	x, before := inTerminal(t, c)
	x.sees("pressed 0 times")
	x.types("l")
	x.sees("pressed 1 times")
	x.types("q")
	if code := x.ends(c); code != 0 {
		t.Errorf("exit code %d", code)
	}
	x.restored(before)
	if x.written("Unsolicited")+x.written("warning") > 0 {
		t.Errorf("it was written to the terminal: %q", x.said())
	}
	if said := logOf(t, c.Env); !strings.Contains(said, "Unsolicited") || !strings.Contains(said, "a library's warning") {
		t.Errorf("the log says %q", said)
	}
}

func TestAPanicRestoresTheTerminalAndSaysWhere(t *testing.T) {
	eachRenderer(t, aPanicRestoresTheTerminalAndSaysWhere)
}

func aPanicRestoresTheTerminalAndSaysWhere(t *testing.T, renderer string) {
	for key, where := range map[string]string{"p": "in the update", "c": "in a command"} {
		c := program(t)
		// The terminal library closes its input while it is still read from when it
		// recovers from a panic: what the race detector says of that goes into a file.
		c.Env = append(c.Env, renderer, runAsProgram+"="+runFaulty, "GORACE=log_path="+filepath.Join(t.TempDir(), "race"))
		x, before := inTerminal(t, c)
		x.sees("pressed 0 times")
		x.types(key)
		if code := x.ends(c); code != run.ExitFailure {
			t.Errorf("exit code %d", code)
		}
		x.restored(before)
		if x.written("workbench.log") != 1 || x.written("goroutine") > 0 || x.written("]0;owned") > 0 {
			t.Errorf("the terminal shows %q", x.said())
		}
		if said := logOf(t, c.Env); !strings.Contains(said, where) || !strings.Contains(said, "faults_test.go") {
			t.Errorf("the log says %q", said)
		}
	}
}

// A terminal that takes no more output, stopped by its user or at the end of a
// dead line, does not keep the program.
func TestASignalEndsAWorkbenchWhoseTerminalIsStuck(t *testing.T) {
	eachRenderer(t, aSignalEndsAWorkbenchWhoseTerminalIsStuck)
}

func aSignalEndsAWorkbenchWhoseTerminalIsStuck(t *testing.T, renderer string) {
	c := program(t)
	c.Env = append(c.Env, renderer)
	x, _ := inTerminal(t, c)
	x.sees(firstPage)
	x.mu.Lock() // nothing is read from now on
	if _, err := x.file.WriteString(strings.Repeat("?\x1b", 100)); err != nil {
		t.Error(err)
	}
	time.Sleep(100 * time.Millisecond)
	_ = c.Process.Signal(syscall.SIGTERM)
	code := x.ends(c)
	x.mu.Unlock()
	if code != 143 {
		t.Errorf("exit code %d", code)
	}
}

// A program that writes nothing more is hung up on, too: the test of the workbench rests
// on that.
func TestAHangUpReachesWhoIsSilent(t *testing.T) {
	t.Parallel()
	c := program(t)
	c.Path, c.Args = "/bin/sh", []string{"sh", "-c", "echo ready; exec cat"}
	x, before := inTerminal(t, c)
	x.sees("ready")
	_ = before.slave.Close()
	_ = x.file.Close()
	if code := x.ends(c); code != 129 {
		t.Errorf("exit code %d", code)
	}
}

// A line that is hung up ends the workbench.
func TestAHangUpEndsTheWorkbench(t *testing.T) { eachRenderer(t, aHangUpEndsTheWorkbench) }

func aHangUpEndsTheWorkbench(t *testing.T, renderer string) {
	c := program(t)
	c.Env = append(c.Env, renderer)
	x, before := inTerminal(t, c)
	x.sees(firstPage)
	_ = before.slave.Close()
	_ = x.file.Close()
	if code := x.ends(c); code != 129 && code != run.ExitFailure {
		t.Errorf("exit code %d", code)
	}
}

// Where a hang-up is ignored, the end of the input ends the workbench.
func TestAClosedTerminalEndsTheWorkbenchBelowNohup(t *testing.T) {
	eachRenderer(t, aClosedTerminalEndsTheWorkbenchBelowNohup)
}

func aClosedTerminalEndsTheWorkbenchBelowNohup(t *testing.T, renderer string) {
	c := program(t)
	c.Env = append(c.Env, renderer)
	c.Path, c.Args = "/bin/sh", []string{"sh", "-c", `trap '' HUP; exec "$0"`, c.Path}
	x, before := inTerminal(t, c)
	x.sees(firstPage)
	_ = before.slave.Close()
	_ = x.file.Close()
	if code := x.ends(c); code != run.ExitFailure {
		t.Errorf("exit code %d", code)
	}
}

// Where no shell watches over the program there is nothing to go back to.
func TestWithoutAShellItIsNotStopped(t *testing.T) { eachRenderer(t, withoutAShellItIsNotStopped) }

func withoutAShellItIsNotStopped(t *testing.T, renderer string) {
	c := program(t)
	c.Env = append(c.Env, renderer)
	x, before := inTerminal(t, c)
	x.sees(firstPage)
	x.types("\x1a")
	x.sees("No shell to return to")
	x.types("q")
	x.ends(c)
	x.restored(before)
}

// What a command says on a terminal is one line: nothing is asked of the
// terminal, and nothing waited for.
func TestAnErrorOnATerminalIsOneLine(t *testing.T) {
	t.Parallel()
	c := program(t, "serach")
	x, before := inTerminal(t, c)
	if code := x.ends(c); code != run.ExitUsage {
		t.Errorf("exit code %d", code)
	}
	x.restored(before)
	if said := x.said(); !strings.HasPrefix(said, "greenroom: no command") || strings.Count(said, "\n") != 1 || strings.Contains(said, "\x1b") {
		t.Errorf("%q", said)
	}
}

func TestExitCodesOfSignals(t *testing.T) {
	for s, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		if code := (stoppedBy{s}).exitCode(); code != want {
			t.Errorf("%s: %d", s, code)
		}
	}
	if !errors.As(errors.Join(stoppedBy{syscall.SIGINT}, nil), new(stoppedBy)) {
		t.Error("a joined error hides the signal")
	}
}

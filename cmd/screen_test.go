package cmd

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// faultyAt starts the workbench that shows what it was told.
func faultyAt(t *testing.T, renderer string, env ...string) (*terminal, *exec.Cmd, before) {
	t.Helper()
	c := program(t)
	c.Env = append(c.Env, append(env, renderer, runAsProgram+"="+runFaulty)...)
	x, b := inTerminal(t, c)
	x.sees("0 of 100x30")
	return x, c, b
}

// leaves quits, and looks whether the terminal is as it was.
func (x *terminal) leaves(c *exec.Cmd, b before) {
	x.t.Helper()
	x.types("q")
	if code := x.ends(c); code != 0 {
		x.t.Errorf("exit code %d", code)
	}
	x.restored(b)
}

func TestAPasteOfAMegabyteArrives(t *testing.T) { eachRenderer(t, aPasteArrives) }

func aPasteArrives(t *testing.T, renderer string) {
	x, c, before := faultyAt(t, renderer)
	const size = 1 << 20
	x.types("\x1b[200~" + strings.Repeat("0123456789abcde\n", size/16) + "\x1b[201~")
	x.sees(fmt.Sprintf("pasted %d,", size))
	x.types("l")
	x.sees("pressed 1 times")
	x.leaves(c, before)
}

// However the size changed, in the end the terminal shows the view of the size that
// it has.
func TestAStormOfSizes(t *testing.T) { eachRenderer(t, aStormOfSizes) }

func aStormOfSizes(t *testing.T, renderer string) {
	x, c, before := faultyAt(t, renderer)
	r := rand.New(rand.NewPCG(3, 4))
	resize := func(w, h int) {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.emu.Resize(w, h)
		if err := pty.Setsize(x.file, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
			t.Error(err)
		}
	}
	for i := range 300 {
		resize(1+r.IntN(200), 1+r.IntN(60))
		if i%50 == 0 {
			x.types("l")
		}
		time.Sleep(time.Duration(r.IntN(3)) * time.Millisecond) // a storm has moments
	}
	resize(100, 30)
	x.waits("every row says 100x30", func() bool {
		rows := strings.Split(x.screen(), "\n")
		for y, row := range rows[1:] {
			if want := fmt.Sprintf("%d of 100x30 #", y); !strings.HasPrefix(row, want) || len(row) != 100 {
				return false
			}
		}
		return len(rows) == 30 && strings.Contains(rows[0], "pressed 6 times")
	})
	x.leaves(c, before)
}

// An editor finds the terminal as a shell would give it, and the screen is as it
// was when it ends.
func TestAnEditorHasTheTerminal(t *testing.T) { eachRenderer(t, anEditorHasTheTerminal) }

func anEditorHasTheTerminal(t *testing.T, renderer string) {
	gate := filepath.Join(t.TempDir(), "gate")
	if err := syscall.Mkfifo(gate, 0o600); err != nil {
		t.Fatal(err)
	}
	x, c, before := faultyAt(t, renderer, "EDITOR=printf 'editor%s' here; cat "+gate)
	for i := range 5 {
		x.types("e")
		x.waits("the editor", func() bool { return x.written("editorhere") > i })
		after, err := term.GetState(int(before.slave.Fd()))
		if err != nil || *after != before.state {
			t.Fatalf("the editor has the settings %+v, %v; they were %+v", after, err, before.state)
		}
		for mode, on := range x.modes() {
			if on != onBefore(mode) {
				t.Errorf("the editor has mode %s %t", mode, on)
			}
		}
		if err := os.WriteFile(gate, []byte("done"), 0o600); err != nil {
			t.Fatal(err)
		}
		x.sees(fmt.Sprintf("edited %d\n", i+1))
		x.waits("the wall", func() bool {
			return strings.Contains(x.screen(), "28 of 100x30 #") && !strings.Contains(x.screen(), "editor")
		})
	}
	x.types("l")
	x.sees("pressed 1 times")
	x.leaves(c, before)
}

// kinds are terminals by what they call themselves.
var kinds = []string{"xterm-256color", "xterm-kitty", "foot", "vt100", "screen", "linux"}

// Whatever kind of terminal it says it is: what is there is shown, and the terminal
// is as it was afterwards. Which cells it has is held by the tests of ui/screen.
func TestTheWorkbenchOnEveryKindOfTerminal(t *testing.T) { eachRenderer(t, onEveryKind) }

func onEveryKind(t *testing.T, renderer string) {
	home := t.TempDir()
	furnish(t, filepath.Join(home, "XDG_DATA_HOME"))
	for _, kind := range kinds {
		x, c, before := workbenchAt(t, home, renderer, "TERM="+kind)
		x.sees(firstPage)
		for _, step := range []struct{ keys, until string }{{"jjjj", "5 of"}, {"g", "1 of"}, {"4", "single calls"}, {"1", "1 of"}} {
			x.types(step.keys)
			x.sees(step.until)
		}
		for key, words := range map[string]string{"?": "search keys and actions", ":": "type a command or a name"} {
			x.types(key)
			x.sees(words)
			x.types(escape)
			x.waits("it closes", func() bool { return !strings.Contains(x.screen(), words) })
		}
		x.types("\x03")
		x.ends(c)
		x.restored(before)
	}
}

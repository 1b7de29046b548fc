package cmd

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/zalando/go-keyring"

	"greenroom/cmd/run"
)

// oneByOne runs scripts one after the other: commands run inside this process,
// which has one home folder at a time.
type oneByOne struct{ *testing.T }

func (oneByOne) Parallel()     {}
func (oneByOne) Verbose() bool { return testing.Verbose() }

func (o oneByOne) Run(name string, f func(testscript.T)) {
	o.T.Run(name, func(t *testing.T) { f(oneByOne{t}) })
}

// TestScripts runs testdata/script. Each has an empty home folder; these are its
// commands beside those of testscript:
//
//	greenroom [CODE] [<FILE] ARGS...   run a command that must end with CODE, 0 if left out
//	fill memory|growth|store [FILE]    put into the home what the commands work on
//	no-keyring                         from now on the system's keyring refuses
func TestScripts(t *testing.T) {
	t.Cleanup(xdg.Reload)
	testscript.RunT(oneByOne{t}, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			keyring.MockInit()
			e.Setenv("HOME", e.WorkDir)
			for _, name := range []string{"data", "config", "state"} {
				e.Setenv("XDG_"+strings.ToUpper(name)+"_HOME", filepath.Join(e.WorkDir, name))
			}
			e.Setenv("TERM", "xterm-256color")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"greenroom": func(ts *testscript.TestScript, _ bool, args []string) {
				enterScript(t, ts)
				code := 0
				if n, err := strconv.Atoi(args[0]); err == nil {
					code, args = n, args[1:]
				}
				var in io.Reader = strings.NewReader("")
				if file, ok := strings.CutPrefix(args[0], "<"); ok {
					in, args = strings.NewReader(ts.ReadFile(file)), args[1:]
				}
				root := newRoot()
				root.SetIn(in)
				root.SetOut(ts.Stdout())
				root.SetErr(ts.Stderr())
				if got := run.ExitCode(execute(t.Context(), root, args)); got != code {
					ts.Fatalf("exit %d, want %d: %s", got, code, ts.ReadFile("stderr"))
				}
			},
			"fill": func(ts *testscript.TestScript, _ bool, args []string) {
				enterScript(t, ts)
				switch args[0] {
				case "memory":
					remembered(t)
				case "growth":
					grown(t, 1000, 1250)
				case "store":
					raw, err := os.ReadFile(emptyStore(t))
					ts.Check(err)
					ts.Check(os.WriteFile(ts.MkAbs(args[1]), raw, 0o600))
				}
			},
			"no-keyring": func(*testscript.TestScript, bool, []string) { keyring.MockInitWithError(os.ErrPermission) },
		},
	})
}

// enterScript gives the process the environment of a script.
func enterScript(t *testing.T, ts *testscript.TestScript) {
	names := []string{"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "TERM", "GREENROOM_CONNECTION", "GREENROOM_BASE_URL", "GREENROOM_API_KEY", "GREENROOM_THEME"}
	for name := range slices.Values(names) {
		t.Setenv(name, ts.Getenv(name))
	}
	xdg.Reload()
}

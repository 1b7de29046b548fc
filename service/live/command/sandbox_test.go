package command

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What starts a tool gets its own words, with the folder of the run in them, and then the
// tool's as they are: no shell reads either.
func TestEveryToolIsStartedByTheSandbox(t *testing.T) {
	r := runnerOf(t, Standard, "STUB=argv")
	r.Within([]string{"env", "BOUND={folder};{folder}/files", "WORDS=$(id) `id`"})
	o, printed := run(t, r, "$(id)", "{folder}", "BOUND=x")
	var got struct{ Argv, Env []string }
	if err := json.Unmarshal([]byte(printed), &got); err != nil || o.Exit != 0 {
		t.Fatal(err, o)
	}
	base := filepath.Dir(o.Folder)
	if !slices.Equal(got.Argv, []string{"$(id)", "{folder}", "BOUND=x"}) || !slices.Contains(got.Env, "BOUND="+base+";"+base+"/files") || !slices.Contains(got.Env, "WORDS=$(id) `id`") {
		t.Errorf("%q, %q", got.Argv, got.Env)
	}
	recorded := t.TempDir()
	r.Record(recorded)
	run(t, r, "x")
	if kept, _ := filepath.Glob(filepath.Join(recorded, filepath.Base(me(t)), "run-*", "argv")); len(kept) != 1 {
		t.Errorf("recorded under the name of what started it: %q", kept)
	}
}

// Without its sandbox nothing is run, and who runs the service is told what mends it.
func TestWithoutItsSandboxNothingIsRun(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	r := runnerOf(t, Standard, "STUB=parent", "PIDS="+ran)
	r.Within([]string{"no-such-sandbox", "--"})
	err := r.Run(t.Context(), []string{me(t)}, nil, nil)
	unfit, is := errors.AsType[*Unfit](err)
	if _, began := os.Stat(ran); !is || !strings.Contains(unfit.Why, "no-such-sandbox") || began == nil {
		t.Errorf("%v, began %v", err, began)
	}
	for _, name := range []string{YtDLP, Own} {
		if found := Find(t.Context(), name, me(t), r); found.Failed == nil || !strings.Contains(found.Mend, "sandbox") {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// A sandbox that does not let a tool start says so, and not that the tool is at fault.
func TestASandboxThatLetsNothingStart(t *testing.T) {
	r := runnerOf(t, Standard, "STUB=version", "SAYS=2026.01.01")
	r.Within([]string{"env", "--"})
	if found := Find(t.Context(), YtDLP, me(t), r); found.Failed != nil || found.Version != "2026.01.01" {
		t.Fatalf("%+v", found)
	}
	r.Within([]string{"sh", "-c", "echo one >&2; echo no such bind >&2; exit 7"})
	found := Find(t.Context(), YtDLP, me(t), r)
	if found.Failed == nil || found.Failed.Error() != "yt-dlp does not start in its sandbox (exit 7): no such bind" || !strings.Contains(found.Mend, "sandbox") {
		t.Errorf("%+v", found)
	}
}

// The sandbox of the documentation: the folder of the run can be written, nothing of its
// owner's can be read, and what it started ends with it.
func TestBubblewrap(t *testing.T) {
	if _, err := exec.LookPath("bwrap"); err != nil {
		t.Skip("bwrap is not installed")
	}
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("top"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := runnerOf(t, Standard)
	r.Within([]string{"bwrap", "--unshare-all", "--share-net", "--die-with-parent", "--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib",
		"--symlink", "usr/lib64", "/lib64", "--ro-bind-try", "/etc/ssl", "/etc/ssl", "--ro-bind-try", "/etc/resolv.conf", "/etc/resolv.conf", "--proc", "/proc", "--dev", "/dev",
		"--bind", RunFolder, RunFolder, "--"})
	var o Outcome
	var wrote []byte
	err := r.Run(t.Context(), []string{"/usr/bin/env", "sh", "-c", `echo here >mine; cat "$0" || exit 4`, secret}, nil, func(got Outcome) (err error) {
		o = got
		wrote, err = os.ReadFile(filepath.Join(o.Folder, "mine"))
		return err
	})
	if err != nil || o.Exit != 4 || string(wrote) != "here\n" {
		t.Errorf("%+v, %q, %v", o, wrote, err)
	}
}

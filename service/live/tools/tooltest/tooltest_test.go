package tooltest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/service"
	"greenroom/service/live"
)

func TestMain(m *testing.M) { Main(m) }

// A stub prints, writes and ends as it was recorded, and notes what it was called with.
func TestAStubAnswersByItsRecording(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "tool-1.2.3")
	for name, text := range map[string]string{
		"one/argv": "-J\n--\nx y\n", "one/stdout": "out", "one/stderr": "err", "one/exit": "3\n", "one/files/a/b.txt": "file",
		"quiet/argv": "--\nquiet\n", "slow/argv": "slow\n", "slow/hang": "", "slow/stdout": "late",
	} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	program, env, called := Stub(t, folder)
	if got := called(); got != nil {
		t.Errorf("called before: %q", got)
	}
	command := func(args ...string) (*exec.Cmd, string) {
		c := exec.CommandContext(t.Context(), program, args...)
		c.Dir, c.Env = t.TempDir(), env
		return c, c.Dir
	}
	for _, c := range []struct {
		args     []string
		out, err string
		exit     int
		file     string
	}{
		{[]string{"--version"}, "1.2.3\n", "", 0, ""},
		{[]string{"-J", "--", "x y"}, "out", "err", 3, "file"},
		{[]string{"--", "quiet"}, "", "", 0, ""},
		{[]string{"-J", "--", "x", "y"}, "", "ERROR: no recording has these arguments\n", 1, ""},
		{nil, "", "ERROR: no recording has these arguments\n", 1, ""},
	} {
		run, in := command(c.args...)
		var out, said strings.Builder
		run.Stdout, run.Stderr = &out, &said
		_ = run.Run()
		file, _ := os.ReadFile(filepath.Join(in, "a", "b.txt"))
		if out.String() != c.out || said.String() != c.err || run.ProcessState.ExitCode() != c.exit || string(file) != c.file {
			t.Errorf("%q: %q, %q, %d, %q", c.args, out.String(), said.String(), run.ProcessState.ExitCode(), file)
		}
	}
	if got := fmt.Sprintf("%q", called()); got != `[["-J" "--" "x y"] ["--" "quiet"] ["-J" "--" "x" "y"] []]` {
		t.Errorf("called %s", got)
	}
	log := strings.TrimPrefix(env[slices.IndexFunc(env, func(e string) bool { return strings.HasPrefix(e, calls) })], calls+"=")
	if err := os.WriteFile(log+".go", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	run, _ := command("slow")
	run.WaitDelay = 10 * time.Second
	pipe, err := run.StdoutPipe()
	if err != nil || run.Start() != nil {
		t.Fatal(err)
	}
	late := make([]byte, 4)
	if _, err := pipe.Read(late); err != nil || string(late) != "late" {
		t.Errorf("%q, %v", late, err)
	}
	pids, err := os.ReadFile(log + ".pids")
	var leader, child int
	if n, _ := fmt.Sscan(string(pids), &leader, &child); n != 2 || leader != run.Process.Pid {
		t.Fatalf("%q, %v", pids, err)
	}
	if p, err := os.FindProcess(child); err != nil || p.Kill() != nil {
		t.Errorf("the grandchild is not there: %v", err)
	}
	_ = run.Wait()
	run, _ = command("--", "quiet")
	run.Env = []string{recordings + "=" + folder, calls + "=" + t.TempDir()}
	if _ = run.Run(); run.ProcessState.ExitCode() != 99 {
		t.Errorf("calls that cannot be noted: %d", run.ProcessState.ExitCode())
	}
}

// Answers are kept under their keys.
func TestAnswersAreKept(t *testing.T) {
	var a Answers
	if _, err := a.LiveAnswer(t.Context(), "k"); !errors.Is(err, service.ErrNotFound) || a.Keys() != nil {
		t.Errorf("%v", err)
	}
	for _, key := range []string{"k", "l", "k"} {
		if err := a.KeepLiveAnswer(context.Background(), key, live.Kept{Body: []byte(key)}); err != nil {
			t.Fatal(err)
		}
	}
	if k, err := a.LiveAnswer(t.Context(), "k"); err != nil || string(k.Body) != "k" {
		t.Errorf("%+v %v", k, err)
	}
	if keys := a.Keys(); len(keys) != 2 {
		t.Errorf("%q", keys)
	}
}

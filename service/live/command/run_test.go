package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain makes the test binary the tool, where STUB says what it does.
func TestMain(m *testing.M) {
	if what := os.Getenv("STUB"); what != "" {
		os.Exit(stub(what))
	}
	os.Exit(m.Run())
}

func stub(what string) int {
	switch what {
	case "argv":
		_ = json.NewEncoder(os.Stdout).Encode(map[string]any{"argv": os.Args[1:], "env": os.Environ()})
	case "flood":
		block := []byte(strings.Repeat("x", 1<<20))
		for range 256 {
			if _, err := os.Stdout.Write(block); err != nil {
				return 9
			}
		}
	case "files":
		for i := range 10_000 {
			_ = os.WriteFile(fmt.Sprint("f", i), nil, 0o600)
		}
		time.Sleep(time.Hour)
	case "folders":
		for i := range 10_000 {
			_ = os.Mkdir(fmt.Sprint("d", i), 0o700)
		}
		time.Sleep(time.Hour)
	case "parent", "parent-hangs": // a child that keeps what the parent prints to open
		child := exec.Command("/bin/sleep", "3600")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if child.Start() != nil {
			return 9
		}
		_ = os.WriteFile(os.Getenv("PIDS"), fmt.Appendf(nil, "%d %d", os.Getpid(), child.Process.Pid), 0o600)
		fmt.Println("{}")
		if what == "parent-hangs" {
			time.Sleep(time.Hour)
		}
	case "stray", "stray-hangs": // a child of a session of its own
		child := exec.Command("/bin/sleep", "3600")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if child.Start() != nil {
			return 9
		}
		_ = os.WriteFile(os.Getenv("PIDS"), fmt.Appendf(nil, "%d %d", os.Getpid(), child.Process.Pid), 0o600)
		if what == "stray-hangs" {
			time.Sleep(time.Hour)
		}
	case "words":
		fmt.Fprint(os.Stderr, strings.Repeat("y", 2*wordsMax), "\nERROR: [a] b: the end")
		return 3
	case "memory":
		held := make([]byte, 3<<30)
		for i := 0; i < len(held); i += 4096 {
			held[i] = 1
		}
		fmt.Print(len(held))
	case "version":
		fmt.Println(os.Getenv("SAYS"))
	}
	return 0
}

func me(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func runnerOf(t *testing.T, l Limits, env ...string) *Runner {
	t.Helper()
	r, err := NewRunner(filepath.Join(t.TempDir(), "runs"), l, env...)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() {
		if left, _ := os.ReadDir(r.root); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
	return r
}

// gone says whether a process runs no more.
func gone(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return !alive(pid) || err == nil && strings.Contains(string(stat), ") Z ")
}

func run(t *testing.T, r *Runner, args ...string) (o Outcome, printed string) {
	t.Helper()
	err := r.Run(t.Context(), append([]string{me(t)}, args...), nil, func(got Outcome) error {
		raw, err := os.ReadFile(got.Out)
		o, printed = got, string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return o, printed
}

func TestArgumentsReachTheToolAsTheyAre(t *testing.T) {
	t.Setenv("GREENROOM_API_KEY", "secret")
	args := []string{"", "a b", "$(id)", "`id`", ";", "'\"", "*", "a\nb", "--", "-x", "\u202e"}
	o, printed := run(t, runnerOf(t, Standard, "STUB=argv"), args...)
	var got struct{ Argv, Env []string }
	if err := json.Unmarshal([]byte(printed), &got); err != nil || o.Exit != 0 {
		t.Fatal(err, o)
	}
	if fmt.Sprintf("%q", got.Argv) != fmt.Sprintf("%q", args) {
		t.Errorf("%q", got.Argv)
	}
	if env := strings.Join(got.Env, " "); strings.Contains(env, "secret") || strings.Contains(env, "HOME="+os.Getenv("HOME")+" ") || !strings.Contains(env, "TMPDIR="+filepath.Dir(o.Folder)) {
		t.Errorf("its environment: %s", env)
	}
}

func TestRunsThatDoNotEndAreEnded(t *testing.T) {
	for _, c := range []struct {
		stub  string
		want  Ending
		limit time.Duration
	}{
		{"flood", TooMuch, time.Minute}, {"files", TooMuch, time.Minute}, {"folders", TooMuch, time.Minute}, {"parent-hangs", Late, 400 * time.Millisecond}, {"parent", "", time.Minute},
		{"stray-hangs", Late, 400 * time.Millisecond}, {"stray", "", time.Minute},
	} {
		if strings.HasPrefix(c.stub, "stray") && runtime.GOOS != "linux" {
			continue
		}
		pids := filepath.Join(t.TempDir(), "pids")
		l := Standard
		l.Time = c.limit
		r := runnerOf(t, l, "STUB="+c.stub, "PIDS="+pids)
		o, _ := run(t, r)
		if o.Ended != c.want || o.Took > 20*time.Second {
			t.Errorf("%s: ended %q after %s, want %q", c.stub, o.Ended, o.Took, c.want)
		}
		list, _ := os.ReadFile(pids)
		if (strings.HasPrefix(c.stub, "parent") || strings.HasPrefix(c.stub, "stray")) && len(list) == 0 {
			t.Errorf("%s: it started nothing", c.stub)
		}
		for pid := range strings.FieldsSeq(string(list)) {
			n, _ := strconv.Atoi(pid)
			until := time.Now().Add(5 * time.Second)
			for !gone(n) && time.Now().Before(until) { // a kill is not done when it is sent
			}
			if !gone(n) {
				t.Errorf("%s: process %d runs on", c.stub, n)
			}
		}
	}
}

func TestACallerWhoGoesEndsTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	pids := filepath.Join(t.TempDir(), "pids")
	r := runnerOf(t, Standard, "STUB=parent-hangs", "PIDS="+pids)
	go func() {
		for {
			if list, err := os.ReadFile(pids); err == nil && len(list) > 0 {
				cancel()
				return
			}
		}
	}()
	err := r.Run(ctx, []string{me(t)}, nil, func(o Outcome) error {
		if o.Ended != Late {
			t.Errorf("ended %q", o.Ended)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestTheEndOfWhatAToolSaysIsKept(t *testing.T) {
	o, _ := run(t, runnerOf(t, Standard, "STUB=words"))
	if o.Exit != 3 || len(o.Words) != wordsMax || !strings.HasSuffix(o.Words, "the end") {
		t.Errorf("exit %d, %d bytes, …%q", o.Exit, len(o.Words), o.Words[max(0, len(o.Words)-20):])
	}
}

func TestMemoryIsHeld(t *testing.T) {
	if _, err := os.Stat("/proc/self/limits"); err != nil {
		t.Skip("this system holds no process to a limit")
	}
	l := Standard
	l.Memory = 256 << 20
	if o, printed := run(t, runnerOf(t, l, "STUB=memory")); o.Exit == 0 || printed != "" {
		t.Errorf("exit %d: it had %s bytes", o.Exit, printed)
	}
}

func TestFoldersOfProgramsThatAreGoneAreRemoved(t *testing.T) {
	root := t.TempDir()
	dead := exec.Command("/bin/true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	left, ours, other := fmt.Sprintf("run-%d-1", dead.ProcessState.Pid()), fmt.Sprintf("run-%d-9", os.Getpid()), "run-notes"
	for _, name := range []string{left, ours, other} {
		if err := os.MkdirAll(filepath.Join(root, name, "x"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := NewRunner(root, Standard); err != nil {
		t.Skip(err)
	}
	there, _ := os.ReadDir(root)
	if len(there) != 2 || there[0].Name() != ours || there[1].Name() != other {
		t.Errorf("%v", there)
	}
}

func TestFind(t *testing.T) {
	now := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct{ tool, says, want string }{
		{YtDLP, "2026.10.01", "2026.10.01 ok false"}, {YtDLP, "2026.08.19", "2026.08.19 ok true"}, {YtDLP, "2023.03.04", "2023.03.04 too old"},
		{Instaloader, "4.15.1", "4.15.1 ok false"}, {Instaloader, "4.9.5", "4.9.5 too old"}, {GalleryDL, "gallery-dl 1.32.9-dev", "1.32.9 ok false"},
		{YtDLP, "", " does not tell"}, {YtDLP, "hello", " does not tell"},
	} {
		found := Find(t.Context(), c.tool, me(t), runnerOf(t, Standard, "STUB=version", "SAYS="+c.says))
		got := fmt.Sprint(found.Version, " ok ", found.Old(now))
		if found.Failed != nil {
			got = fmt.Sprint(found.Version, " ", found.Failed)
		}
		words := strings.TrimPrefix(c.want, found.Version+" ")
		if !strings.HasPrefix(got, found.Version) || !strings.Contains(got, words) {
			t.Errorf("%s %q: %s, want %s", c.tool, c.says, got, c.want)
		}
	}
	none := Find(t.Context(), YtDLP, "no-such-program-here", runnerOf(t, Standard))
	if none.Path != "" || none.Failed == nil || !strings.Contains(none.Failed.(*Unfit).Mend(), "is not installed. Nothing was charged. To mend it, run: pipx install") {
		t.Errorf("%+v", none)
	}
}

func TestPrepareFailing(t *testing.T) {
	wrong := errors.New("no")
	if err := runnerOf(t, Standard).Run(t.Context(), []string{me(t)}, func(string) error { return wrong }, nil); !errors.Is(err, wrong) {
		t.Error(err)
	}
}

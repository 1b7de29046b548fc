// Package tooltest makes a test binary a download tool: it answers calls by recordings,
// as a process of its own that can hang, flood and be killed. For tests.
package tooltest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The variables that make a process the tool.
const (
	recordings = "GREENROOM_RECORDED" // folders of recordings, one of each tool and version
	calls      = "GREENROOM_CALLS"    // a file that gets the arguments of each call, a JSON list a line
)

// Main is the TestMain of a package whose tests run tools.
func Main(m *testing.M) {
	if from := os.Getenv(recordings); from != "" {
		os.Exit(replay(from))
	}
	os.Exit(m.Run())
}

// Stub is a tool that answers by the recordings in a folder: its program, the variables
// it needs, and what it was called with so far.
func Stub(t *testing.T, folder string) (program string, env []string, called func() [][]string) {
	t.Helper()
	program, err := os.Executable()
	if err == nil {
		folder, err = filepath.Abs(folder)
	}
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "calls")
	return program, []string{recordings + "=" + folder, calls + "=" + log}, func() (all [][]string) {
		text, _ := os.ReadFile(log) // not there: nothing was called
		for line := range strings.Lines(string(text)) {
			var argv []string
			if err := json.Unmarshal([]byte(line), &argv); err != nil {
				t.Fatal(err)
			}
			all = append(all, argv)
		}
		return all
	}
}

// replay answers one call: the version, or the recording that has these arguments.
func replay(folder string) int {
	if slices.Equal(os.Args[1:], []string{"--version"}) {
		fmt.Println(folder[strings.LastIndexByte(folder, '-')+1:])
		return 0
	}
	line, _ := json.Marshal(os.Args[1:])
	log, err := os.OpenFile(os.Getenv(calls), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = log.Write(append(line, '\n'))
	}
	if err != nil {
		return 99
	}
	cases, _ := filepath.Glob(filepath.Join(folder, "*", "argv"))
	for _, path := range cases {
		argv, err := os.ReadFile(path)
		if err == nil && strings.TrimSuffix(string(argv), "\n") == strings.Join(os.Args[1:], "\n") {
			return play(filepath.Dir(path))
		}
	}
	fmt.Fprintln(os.Stderr, "ERROR: no recording has these arguments")
	return 1
}

func play(from string) (exit int) {
	if _, err := os.Stat(filepath.Join(from, "hang")); err == nil {
		child := exec.Command("/bin/sleep", "3600")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if child.Start() == nil {
			_ = os.WriteFile(os.Getenv(calls)+".pids", fmt.Appendf(nil, "%d %d", os.Getpid(), child.Process.Pid), 0o600)
		}
		// A file of this name lets it go on, as a slow network would.
		for until := time.Now().Add(time.Hour); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(os.Getenv(calls) + ".go"); err == nil {
				break
			}
		}
	}
	for stream, to := range map[string]*os.File{"stdout": os.Stdout, "stderr": os.Stderr} {
		text, _ := os.ReadFile(filepath.Join(from, stream)) // not there: nothing was said
		_, _ = to.Write(text)
	}
	if os.CopyFS(".", os.DirFS(filepath.Join(from, "files"))) != nil {
		_, err := os.Stat(filepath.Join(from, "files"))
		if err == nil {
			return 98
		}
	}
	if code, err := os.ReadFile(filepath.Join(from, "exit")); err == nil {
		_, _ = fmt.Sscan(string(code), &exit)
	}
	return exit
}

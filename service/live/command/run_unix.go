//go:build linux || darwin

package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

const supported = true

// watchEvery is the interval of looks at the folder of a run.
const watchEvery = 50 * time.Millisecond

func alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// start runs a tool in a group of its own and returns when the tool has ended and all of
// its group was killed. It writes to files: nothing that lives on can hold a pipe open.
func (r *Runner) start(ctx context.Context, argv []string, base string) (Outcome, error) {
	o, home := Outcome{Folder: filepath.Join(base, "files")}, filepath.Join(base, "home")
	o.Out = filepath.Join(o.Folder, outName)
	words := filepath.Join(base, "words")
	out, err := os.OpenFile(o.Out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return o, fmt.Errorf("keep what a tool prints: %w", err)
	}
	defer out.Close()
	errs, err := os.OpenFile(words, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return o, fmt.Errorf("keep what a tool prints: %w", err)
	}
	defer errs.Close()
	cmd := exec.Cmd{Path: argv[0], Args: argv, Dir: o.Folder, Env: r.environment(home), Stdout: out, Stderr: errs,
		SysProcAttr: &syscall.SysProcAttr{Setpgid: true}}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return o, fmt.Errorf("start %s: %w", filepath.Base(argv[0]), err)
	}
	hold(cmd.Process.Pid, r.limits)
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // how it ended is in its state
		close(ended)
	}()
	o.Ended = r.watch(ctx, cmd.Process.Pid, base, ended)
	<-ended
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it started and left behind
	endStrays(home)
	o.Exit, o.Took, o.Words = cmd.ProcessState.ExitCode(), time.Since(began), lastWords(words)
	if o.Ended == "" && crowded(base, r.limits) {
		o.Ended = TooMuch
	}
	return o, nil
}

// watch waits for a run, and kills its group when its time is over or it wrote too much.
func (r *Runner) watch(ctx context.Context, group int, base string, ended <-chan struct{}) Ending {
	over := time.NewTimer(r.limits.Time)
	defer over.Stop()
	look := time.NewTicker(watchEvery)
	defer look.Stop()
	for {
		why := Ending("")
		select {
		case <-ended:
			return ""
		case <-ctx.Done():
			why = Late
		case <-over.C:
			why = Late
		case <-look.C:
			if crowded(base, r.limits) {
				why = TooMuch
			}
		}
		if why != "" {
			_ = syscall.Kill(-group, syscall.SIGKILL) // it may have ended meanwhile
			return why
		}
	}
}

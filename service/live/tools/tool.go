// Package tools reads the networks with the download tools of this machine: what is asked
// becomes the arguments of a run, and what the run wrote is read by those who read saved
// files. It owns the arguments and which answers of a tool are answers; it must not know
// how a program is run and ended (command), nor what is kept of what it tells (live).
package tools

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/command"
)

// Config is a tool and how it may be used.
type Config struct {
	Runner  *command.Runner
	Name    string   // of the tool
	Program string   // its name or path on this machine; "" is its own name
	Extra   []string // the operator's own arguments
	Cookies string   // a file, copied into each run; "" for none
	Runtime string   // of JavaScript; "" is the tool's own choice
	Login   string   // the account whose session is in the file Session; "" for none
	Session string
	Calls   map[string][]string // of an own program, by the names of ownCalls
	Bounds  []*live.Meter
	Spacing time.Duration // between the beginnings of two runs, of which then one goes on at a time
	Clock   func() time.Time
	Logger  *slog.Logger
}

type tool struct {
	Config
	always []string
	unpack func(command.Outcome) string // makes files of what it prints, and words of its errors; nil: it writes them itself

	alone sync.Mutex // held by the run that goes on, where runs are spaced
	mu    sync.Mutex
	next  time.Time // when the next run may begin
	there *command.Installed
	asked time.Time // when it was looked up
	from  time.Time // of which its file is
}

// lookAgain is after how long a tool that cannot be used is looked up anew.
const lookAgain = 30 * time.Second

// found is the tool as it is on this machine, looked up by the first who needs it, which
// takes seconds, and again where its file has changed or is gone.
func (t *tool) found(ctx context.Context) command.Installed {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.Clock()
	switch {
	case t.there == nil, t.there.Failed != nil && now.Sub(t.asked) > lookAgain, t.there.Failed == nil && !changed(t.there.Path).Equal(t.from):
		there := command.Find(ctx, t.Name, t.Program, t.Runner)
		t.there, t.asked, t.from = &there, now, changed(there.Path)
	}
	return *t.there
}

// changed is when a file was changed last; zero where it is not there.
func changed(path string) (at time.Time) {
	if info, err := os.Stat(path); err == nil {
		at = info.ModTime()
	}
	return at
}

// ask is one run of a tool: its subject, and the reader of its output.
type ask struct {
	call    command.Template
	values  map[string]string
	subject string // of what it is, where that matters for what an error proves
	prepare func(folder string) error
	read    func(command.Outcome) error
}

// run runs the tool, and says what it means where it fails. What it has no arguments for
// it cannot answer.
func (t *tool) run(ctx context.Context, a ask) error {
	if len(a.call) == 0 {
		return &service.UpstreamError{Kind: service.UpstreamCannot}
	}
	there := t.found(ctx)
	if there.Failed != nil {
		return &service.UpstreamError{Kind: service.UpstreamUnavailable, Cause: there.Failed}
	}
	argv, err := t.argv(there.Path, a)
	switch {
	case errors.Is(err, command.ErrNever):
		return &service.UpstreamError{Kind: service.UpstreamMissing, Cause: err}
	case errors.Is(err, command.ErrValue): // old posts have codes that begin with "-"
		return &service.UpstreamError{Kind: service.UpstreamCannot, Cause: err}
	case err != nil:
		return err
	}
	for _, m := range t.Bounds {
		if err := m.Take(ctx, 1); err != nil {
			return err
		}
	}
	if t.Spacing > 0 {
		t.alone.Lock()
		defer t.alone.Unlock()
	}
	if err := t.turn(ctx); err != nil {
		return err
	}
	prepare := func(folder string) error {
		if a.prepare != nil {
			if err := a.prepare(folder); err != nil {
				return err
			}
		}
		return t.lendCookies(folder)
	}
	return t.Runner.Run(ctx, argv, prepare, func(o command.Outcome) error {
		o.Asked = command.Chosen(a.values)
		if o.Ended == "" && o.Exit == 0 {
			t.log(ctx, o, "")
			return a.read(o)
		}
		return t.failed(ctx, a, o)
	})
}

// failed explains the last words of a run.
func (t *tool) failed(ctx context.Context, a ask, o command.Outcome) error {
	d := command.Diagnose(t.Name, a.subject, o, false)
	t.log(ctx, o, d.Rule)
	return d.Err()
}

// log tells neither what was asked nor what the tool said.
func (t *tool) log(ctx context.Context, o command.Outcome, rule string) {
	t.Logger.LogAttrs(ctx, slog.LevelInfo, "a tool ran", slog.String("tool", t.Name), slog.Int("exit", o.Exit),
		slog.String("rule", rule), slog.Int64("ms", o.Took.Milliseconds()))
}

// argv is the program with what stands before every call, the operator's own arguments
// and the call.
func (t *tool) argv(program string, a ask) ([]string, error) {
	call, err := a.call.Fill(a.values)
	if err != nil {
		return nil, err
	}
	argv := append([]string{program}, t.always...)
	argv = append(argv, t.Extra...)
	if t.Cookies != "" {
		argv = append(argv, "--cookies", command.Lent)
	}
	return append(argv, call...), nil
}

// turn waits until the next run may begin.
func (t *tool) turn(ctx context.Context) error {
	t.mu.Lock()
	now := t.Clock()
	wait := t.next.Sub(now)
	t.next = now.Add(max(0, wait) + t.Spacing + rand.N(t.Spacing/4+1))
	t.mu.Unlock()
	if wait <= 0 {
		return nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lendCookies copies the cookies, or the session, which open an account, for its owner alone.
func (t *tool) lendCookies(folder string) error {
	from := cmp.Or(t.Cookies, t.Session)
	if from == "" {
		return nil
	}
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, command.Lent), text, 0o600)
	}
	if err != nil {
		return errors.New("the file of cookies, or of a session, cannot be read") // its name may be that of a person
	}
	return nil
}

// over is a folder of a run as a source.
func (t *tool) over(folder string) (service.Networks, error) {
	return live.OpenFolder(folder, t.Clock)
}

func failedBecause(why string) error {
	return &service.UpstreamError{Kind: service.UpstreamFailed, Cause: errors.New(why)}
}

func malformedBecause(why string) error {
	return &service.UpstreamError{Kind: service.UpstreamMalformed, Cause: errors.New(why)}
}

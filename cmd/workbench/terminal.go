package workbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	stdlog "log"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"greenroom/config"
	"greenroom/ui/screen"
)

// framesPerSecond is the most the terminal library draws where it draws: a key
// waits at most one of these frames.
const framesPerSecond = 120

// quitGrace bounds the time the terminal library needs to let go of the terminal after a
// signal. It takes longer only where the terminal takes no more output.
const quitGrace = 2 * time.Second

// Screen is a program that runs on the terminal.
type Screen interface {
	tea.Model
	screen.Versioned
	// OnSuspend takes the command that stops the program until it is continued.
	OnSuspend(tea.Cmd)
	// Close ends what is under way.
	Close()
}

// largestLog is the size from which the file of what went wrong begins anew.
const largestLog = 1 << 20

// logFile returns the file for messages that have no place on the screen.
func logFile() string { return filepath.Join(filepath.Dir(placeFile()), "workbench.log") }

// silence sends into the log what libraries write to standard error, until done
// is called: on the terminal it would stand in the middle of a frame.
func silence() (log *os.File, done func(), err error) {
	path, mode := logFile(), os.O_CREATE|os.O_WRONLY|os.O_APPEND
	if info, err := os.Stat(path); err == nil && info.Size() > largestLog {
		mode |= os.O_TRUNC
	}
	_ = os.MkdirAll(filepath.Dir(path), 0o700)
	f, err := os.OpenFile(path, mode, 0o600)
	if err != nil {
		if f, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0); err != nil {
			return nil, nil, err
		}
	}
	shown := os.Stderr
	os.Stderr = f
	stdlog.SetOutput(f)
	_ = debug.SetCrashOutput(f, debug.CrashOptions{})
	return f, func() {
		os.Stderr = shown
		stdlog.SetOutput(shown)
		_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
		_ = f.Close()
	}, nil
}

// faults writes down where a panic began, before the terminal library recovers
// from it and ends.
type faults struct {
	Screen
	log io.Writer
}

// broken is the fault of a command, which is written down. The loop ends by it: a
// panic in a command's own goroutine would be told by the terminal library while the
// program ends, over what is said then.
type broken struct{ fault any }

// Update is that of the model.
func (f faults) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if b, ok := msg.(broken); ok {
		panic(b.fault)
	}
	defer f.note()
	next, cmd := f.Screen.Update(msg)
	return faults{next.(Screen), f.log}, f.guard(cmd)
}

// View is that of the model.
func (f faults) View() tea.View {
	defer f.note()
	return f.Screen.View()
}

// Init is that of the model.
func (f faults) Init() tea.Cmd { return f.guard(f.Screen.Init()) }

func (f faults) guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if fault := recover(); fault != nil {
				f.write(fault)
				msg = broken{fault}
			}
		}()
		msg = cmd()
		batch, _ := msg.(tea.BatchMsg)
		for i := range batch {
			batch[i] = f.guard(batch[i])
		}
		return msg
	}
}

func (f faults) note() {
	if fault := recover(); fault != nil {
		f.write(fault)
		panic(fault)
	}
}

func (f faults) write(fault any) {
	fmt.Fprintf(f.log, "%s: %v\n%s\n", time.Now().Format(time.RFC3339), fault, debug.Stack())
}

// errGone is why a workbench ends whose terminal was closed. Where a hang-up is
// ignored, as below nohup, no signal tells it.
var errGone = errors.New("the terminal was closed; everything received is kept")

// Show shows a workbench until it quits or ctx ends. The terminal is as it
// was before when it returns.
func Show(ctx context.Context, w Screen, renderer string) error {
	before, err := term.GetState(int(os.Stdin.Fd()))
	if err != nil {
		return fmt.Errorf("look at the terminal: %w", err)
	}
	log, loud, err := silence()
	if err != nil {
		return err
	}
	defer loud()
	shown, hide := context.WithCancel(context.WithoutCancel(ctx))
	defer hide()
	rest := time.AfterFunc(restAfter, giveBack)
	defer rest.Stop()
	p := program(faults{w, log}, renderer, resting(rest))
	w.OnSuspend(suspending(shown, p.Send))
	done := make(chan error, 1)
	go func() {
		_, err := p.Run()
		done <- err
	}()
	leave := func(why error) {
		go p.Quit()
		select {
		case err = <-done:
		case <-time.After(quitGrace):
			err = term.Restore(int(os.Stdin.Fd()), before)
		}
		err = errors.Join(why, err)
	}
	select {
	case err = <-done:
	case <-ctx.Done():
		leave(context.Cause(ctx))
	case <-hungUp(os.Stdin):
		leave(errGone)
	}
	w.Close()
	switch {
	case errors.Is(err, tea.ErrProgramPanic):
		return fmt.Errorf("the workbench crashed; the details are in %s. Everything received is kept: start greenroom to continue where you were", logFile())
	case err != nil && ctx.Err() == nil:
		return fmt.Errorf("the workbench stopped: %w", err)
	}
	return err
}

// runner is a program that is shown, whoever draws it.
type runner interface {
	Run() (tea.Model, error)
	Send(tea.Msg)
	Quit()
}

// program is the model with a renderer: its own where it was chosen and the
// terminal allows it, else that of the terminal library.
func program(m tea.Model, renderer string, filter func(tea.Model, tea.Msg) tea.Msg) runner {
	if renderer == config.RendererOwn {
		own := screen.Config{Model: m, In: os.Stdin, Out: os.Stdout, Env: os.Environ(), Options: options(), Filter: filter}
		if os.Getenv("NO_COLOR") != "" {
			none := colorprofile.ASCII
			own.Profile = &none
		}
		if p, err := screen.New(own); err == nil {
			return p
		}
	}
	return tea.NewProgram(m, append(options(), tea.WithFilter(filter))...)
}

// options leave signals to this package, which alone listens for them.
func options() []tea.ProgramOption {
	opts := []tea.ProgramOption{tea.WithoutSignalHandler(), tea.WithFPS(framesPerSecond)}
	if os.Getenv("NO_COLOR") != "" {
		opts = append(opts, tea.WithColorProfile(colorprofile.ASCII))
	}
	return opts
}

// Package screen owns the terminal while a program draws on it. It is the only
// thing that changes its modes, paints what the model shows right after a message
// was taken, rests otherwise, and leaves the terminal as it was found, however the
// program ends.
//
// The model is a Bubble Tea model, and the framework still runs it: messages,
// commands, input and panics are the framework's. Its renderer, which asks 120
// times a second whether anything changed, is not used. It must not know what is
// drawn.
package screen

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"
)

// ErrUnusual is why a terminal has to be left to the framework's renderer.
var ErrUnusual = errors.New("not a terminal with settings that can be kept and put back")

// Config holds everything a program runs on.
type Config struct {
	Model   tea.Model
	In, Out *os.File
	Env     []string
	// Profile is which colours there are; nil finds out.
	Profile *colorprofile.Profile
	// Options are more of the framework's.
	Options []tea.ProgramOption
	// Filter sees each message first, and may change or drop it.
	Filter func(tea.Model, tea.Msg) tea.Msg
}

// Program is a model on a terminal.
type Program struct {
	*tea.Program
	terminal *terminal
	stage    *stage
	in, out  *os.File
	resized  chan os.Signal
}

// New makes a program that is not yet on the terminal. It fails with ErrUnusual
// where the terminal has to be left to the framework.
func New(cfg Config) (*Program, error) {
	if !keeps(cfg.In) {
		return nil, ErrUnusual
	}
	w, h, err := term.GetSize(int(cfg.Out.Fd()))
	if err != nil {
		return nil, ErrUnusual
	}
	profile := cfg.Profile
	if profile == nil {
		found := colorprofile.Detect(cfg.Out, cfg.Env)
		profile = &found
	}
	t := &terminal{out: cfg.Out}
	s := newStage(cfg.Model, t, newPainter(*profile, ableOf(environment(cfg.Env, "TERM"))))
	s.asks = asksModes(cfg.Env)
	s.outer = cfg.Filter
	p := &Program{terminal: t, stage: s, in: cfg.In, out: cfg.Out, resized: make(chan os.Signal, 1)}
	s.suspend, s.resume, s.sized = p.release, p.take, p.size
	p.Program = tea.NewProgram(s, append(cfg.Options,
		tea.WithoutRenderer(), tea.WithFPS(1), tea.WithWindowSize(w, h), tea.WithColorProfile(*profile), tea.WithEnvironment(cfg.Env),
		tea.WithInput(cfg.In), tea.WithOutput(t), tea.WithFilter(s.filter))...)
	s.pace.wake = func() { p.Send(frameDue{}) }
	return p, nil
}

// Run runs the program until it ends, and puts the terminal back.
func (p *Program) Run() (last tea.Model, err error) {
	if err := p.take(); err != nil {
		return p.stage.model, err
	}
	defer func() { err = errors.Join(err, p.release()) }()
	stop := p.watchSize()
	defer stop()
	m, err := p.Program.Run()
	if s, ok := m.(*stage); ok {
		return s.model, err
	}
	return nil, err
}

// take puts the terminal into raw mode and remembers what it was before. The modes
// of the view are switched on with the next frame.
func (p *Program) take() error {
	p.terminal.mu.Lock()
	defer p.terminal.mu.Unlock()
	if p.terminal.before != nil {
		return nil
	}
	before, err := term.MakeRaw(int(p.in.Fd()))
	if err != nil {
		return fmt.Errorf("put the terminal into raw mode: %w", err)
	}
	p.terminal.before = before
	return nil
}

// release gives the terminal back as it was found.
func (p *Program) release() error {
	p.stage.leave()
	p.terminal.mu.Lock()
	defer p.terminal.mu.Unlock()
	before := p.terminal.before
	if before == nil {
		return nil
	}
	p.terminal.before = nil
	if err := term.Restore(int(p.in.Fd()), before); err != nil {
		return fmt.Errorf("put the terminal back: %w", err)
	}
	return nil
}

// size is that of the terminal.
func (p *Program) size() (tea.WindowSizeMsg, bool) {
	w, h, err := term.GetSize(int(p.out.Fd()))
	return tea.WindowSizeMsg{Width: w, Height: h}, err == nil
}

// watchSize tells the program when the size of the terminal changes.
func (p *Program) watchSize() (stop func()) {
	notifySize(p.resized)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-p.resized:
				if size, ok := p.size(); ok {
					p.Send(size)
				}
			}
		}
	}()
	return func() {
		stopSize(p.resized)
		close(done)
	}
}

// terminal writes to the terminal. Frames are written as they are drawn; the framework's
// own sequences are written between them.
type terminal struct {
	mu     sync.Mutex
	out    writer
	before *term.State // that was found; nil while the terminal is not ours
}

type writer interface{ Write([]byte) (int, error) }

// Write writes all of it.
func (t *terminal) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.out.Write(b)
}

// frameTime is the least time between two frames: nobody sees more of them.
const frameTime = time.Second / 120

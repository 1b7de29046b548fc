package demo

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"greenroom/demo/script"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Live plays a script in a terminal. Esc twice leaves it, and the workbench is the
// user's, where it stands.
type Live struct {
	cfg     LiveConfig
	play    *Player
	version uint64
	paused  bool
	free    bool // the script is left, or over
	escaped bool // the last key was Esc
	fast    int  // index into speeds
	turn    int  // of what is awaited: a tick of an earlier one is dropped
	w, h    int
	asked   *script.Step // a tour waits for the user to do it
	typed   []rune       // of what is asked for
	hinted  bool
	said    string // instead of the hints
	failed  error
	busy    bool // a stage is set up
	leaves  bool // the script is left as soon as there is one
	suspend tea.Cmd
	ground  tea.Msg // the background of the terminal; nil until it is known
}

// LiveConfig holds everything a script is played with.
type LiveConfig struct {
	Script *script.Script
	// Open sets up a stage for a terminal of some size. It is asked again when the
	// script goes back.
	Open func(w, h int) (*Stage, error)
	// Tour has the user do what is asked for.
	Tour bool
	// From is the chapter to begin with, and At is told whenever one begins; nil tells
	// nobody. A script that is over tells the number of chapters.
	From int
	At   func(chapter int)
	// Restyle is the theme for the terminal's background, once that is known; nil keeps
	// the one there is.
	Restyle func(dark bool) *theme.Styles
	// Tick makes what comes after a while; nil is tea.Tick.
	Tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
}

// NewLive plays from the beginning of a chapter.
func NewLive(cfg LiveConfig) *Live {
	if cfg.Tick == nil {
		cfg.Tick = tea.Tick
	}
	if cfg.At == nil {
		cfg.At = func(int) {}
	}
	return &Live{cfg: cfg, fast: 1}
}

// The speeds, as parts of the time that reading takes.
var speeds = []float64{2, 1, 0.5, 0.25}

// step is the end of a moment.
type step struct{ turn int }

// hint is that of a tour whose user does nothing.
type hint struct{ turn int }

// hintAfter is the time a tour waits before it helps.
const hintAfter = 8 * time.Second

// opened is a stage that was set up.
type opened struct {
	play *Player
	err  error
}

// Init asks for the background of the terminal; the rest begins when its size is known.
func (l *Live) Init() tea.Cmd {
	if l.cfg.Restyle == nil {
		return nil
	}
	return tea.RequestBackgroundColor
}

// Version is another number whenever the view may look different.
func (l *Live) Version() uint64 {
	if l.play == nil {
		return l.version
	}
	return l.version + l.play.Root().Version()
}

// OnSuspend takes the command that stops the program until the shell continues it.
func (l *Live) OnSuspend(cmd tea.Cmd) { l.suspend = cmd }

// Close ends the stage.
func (l *Live) Close() {
	if l.play != nil {
		l.play.Root().Close()
		_ = l.play.Stage.Close()
	}
}

// Failed is why the script ended before its end; nil if it did not.
func (l *Live) Failed() error { return l.failed }

// Update takes a message.
func (l *Live) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	l.version++
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return l, l.resize(msg)
	case tea.BackgroundColorMsg:
		l.ground = msg
		return l, l.restyle()
	case opened:
		return l, l.begin(msg)
	case tea.KeyPressMsg:
		if l.play == nil || l.busy {
			return l, l.waiting(msg.String())
		}
		if !l.free {
			return l, l.press(msg)
		}
	case step:
		if msg.turn == l.turn && !l.free {
			return l, l.next()
		}
		return l, nil
	case hint:
		if msg.turn == l.turn && l.asked != nil {
			l.hinted = true
		}
		return l, nil
	}
	if l.play != nil && l.free {
		_, cmd := l.play.Root().Update(msg)
		return l, cmd
	}
	return l, nil
}

// waiting takes a key while a stage is set up: what it asks for is done as soon as it is
// there.
func (l *Live) waiting(key string) tea.Cmd {
	switch key {
	case "ctrl+c":
		return tea.Quit
	case "esc", twoEscapes:
		l.leaves, l.escaped = l.leaves || l.escaped || key == twoEscapes, true
	}
	return nil
}

func (l *Live) resize(msg tea.WindowSizeMsg) tea.Cmd {
	l.w, l.h = msg.Width, msg.Height
	switch {
	case l.play == nil && !l.busy:
		return l.open(l.cfg.From)
	case l.busy:
		return nil // it takes the size when it is there
	case l.free:
		_, cmd := l.play.Root().Update(msg)
		return cmd
	}
	l.play.Resize(l.w, Rows(l.h))
	return nil
}

// open sets up a stage, and plays it up to a chapter.
func (l *Live) open(chapter int) tea.Cmd {
	l.busy, l.asked = true, nil
	l.turn++
	old, w, h, s, open := l.play, l.w, Rows(l.h), l.cfg.Script, l.cfg.Open
	return func() tea.Msg {
		if old != nil {
			_ = old.Stage.Close()
		}
		stage, err := open(w, h)
		if err != nil {
			return opened{err: err}
		}
		p := NewPlayer(s, stage)
		return opened{p, p.To(chapter)}
	}
}

func (l *Live) begin(msg opened) tea.Cmd {
	l.busy, l.play = false, msg.play
	l.version += 1 << 20 // another root counts anew
	if msg.err != nil {
		return l.fail(msg.err)
	}
	l.play.Resize(l.w, Rows(l.h))
	l.restyle()
	if l.leaves {
		return l.leave(left)
	}
	return l.next()
}

// restyle gives the stage the theme that fits the terminal.
func (l *Live) restyle() tea.Cmd {
	ground, known := l.ground.(tea.BackgroundColorMsg)
	if !known || l.cfg.Restyle == nil || l.play == nil || l.busy {
		return nil
	}
	l.play.Styles = l.cfg.Restyle(ground.IsDark())
	_, cmd := l.play.Root().Update(ground)
	return cmd
}

// left is shown to a person who leaves a script before its end.
const left = "You left the script here. The place is yours."

func (l *Live) fail(err error) tea.Cmd {
	l.failed = err
	return tea.Quit
}

// next does what comes next, or waits for the user to do it.
func (l *Live) next() tea.Cmd {
	l.turn++
	turn := l.turn
	if l.play.Done() {
		l.cfg.At(len(l.cfg.Script.Chapters()))
		return l.leave("That was all. The place is yours: look around, and quit when you like.")
	}
	if s, ok := l.play.Ahead(); ok && l.cfg.Tour && s.Ask {
		l.asked, l.hinted, l.typed, l.said = &s, false, nil, ""
		return l.cfg.Tick(hintAfter, func(time.Time) tea.Msg { return hint{turn} })
	}
	before := l.play.Chapter()
	m, err := l.play.Next()
	if err != nil {
		return l.fail(err)
	}
	if m.Chapter != before {
		l.cfg.At(m.Chapter)
	}
	if l.paused {
		return nil
	}
	wait := time.Duration(float64(m.For) * speeds[l.fast])
	return l.cfg.Tick(wait, func(time.Time) tea.Msg { return step{turn} })
}

// leave ends the script, and hands over the workbench.
func (l *Live) leave(words string) tea.Cmd {
	l.free, l.asked = true, nil
	l.turn++
	l.play.Resize(l.w, l.h)
	l.play.Root().OnSuspend(l.suspend)
	l.play.Root().Announce(text.Clean(words))
	return l.play.Release()
}

// twoEscapes is the terminal's key for Esc Esc where both come at once.
const twoEscapes = "alt+esc"

// press takes a key while the script plays.
func (l *Live) press(msg tea.KeyPressMsg) tea.Cmd {
	key := msg.String()
	if key == "esc" && l.escaped || key == twoEscapes {
		return l.leave(left)
	}
	wanted := l.asked != nil && l.wanted(key)
	l.escaped = key == "esc" && !wanted
	l.said = ""
	switch {
	case l.escaped:
		l.said = "Esc again leaves the script, and the workbench is yours."
		return nil
	case key == "ctrl+c":
		return tea.Quit
	case l.asked != nil:
		return l.follow(msg, wanted)
	}
	return l.steer(key)
}

// steer lists the keys of the person who presents. In a tour whoever is quicker than the
// caption need not wait for their turn.
func (l *Live) steer(key string) tea.Cmd {
	ahead, ready := l.play.Ahead()
	switch key {
	case "space":
		if l.paused = !l.paused; !l.paused {
			return l.next()
		}
		l.turn++
	case ".", "right":
		return l.next()
	case ",", "left":
		return l.open(max(0, l.play.Chapter()))
	case "<", "pgup":
		return l.open(max(0, l.play.Chapter()-1))
	case ">", "pgdown":
		if at := l.play.Chapter() + 1; at < len(l.cfg.Script.Chapters()) {
			if err := l.play.To(at); err != nil {
				return l.fail(err)
			}
			l.cfg.At(at)
			return l.next()
		}
	case "+":
		l.fast = min(l.fast+1, len(speeds)-1)
	case "-":
		l.fast = max(l.fast-1, 0)
	default:
		if ready && l.cfg.Tour && ahead.Ask {
			turn := l.next()
			if l.wanted(key) {
				return l.follow(tea.KeyPressMsg{}, true)
			}
			return turn
		}
		l.said = "Esc Esc leaves the script; then every key is the workbench's again."
	}
	return nil
}

// View draws the terminal.
func (l *Live) View() tea.View {
	if l.play == nil {
		v := tea.NewView(" One moment: a sample world is made for this, and thrown away afterwards.")
		v.AltScreen = true
		return v
	}
	v := l.play.Root().View()
	if l.free {
		return v
	}
	v.MouseMode = tea.MouseModeNone // the mouse would reach the workbench beside the script
	v.Content = strings.Join(l.play.framed(l.strip()), "\n")
	return v
}

// strip is that of the player; while it waits or says something the last line tells what
// can be done.
func (l *Live) strip() []string {
	lines := l.play.strip()
	st, w := l.play.Styles, l.w
	words := l.said
	if l.busy {
		words = "One moment: the script is played up to there in a new sample world."
	} else if s := l.asked; s != nil {
		words = strings.TrimSpace(words + " " + l.task(*s))
	} else if words == "" && l.paused {
		words = "Paused. Space goes on · . one step · , back to the chapter's start · < > chapters · + - speed · Esc Esc leaves"
	}
	if words == "" {
		return lines
	}
	lines[len(lines)-1] = st.Key.Fit(text.Clean(" "+words).Truncate(w, text.Ellipsis), w)
	if ansi.StringWidth(lines[len(lines)-1]) != w {
		lines[len(lines)-1] = ansi.Truncate(lines[len(lines)-1], w, "")
	}
	return lines
}

// Free says whether the workbench is the user's.
func (l *Live) Free() bool { return l.free }

package screen

import (
	"fmt"
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// stage is the model as the framework sees it: it hands messages to the real one,
// and paints what that shows whenever the framework asks for a view, which is after
// each message. Everything in it runs in the framework's loop.
type stage struct {
	model    tea.Model
	terminal *terminal
	painter  *painter
	pace     pace
	modes    modes
	shown    shown
	outer    func(tea.Model, tea.Msg) tea.Msg
	asks     bool // the terminal is asked for modes
	together bool // the terminal shows a frame as a whole
	entered  bool // the framework's loop runs
	away     bool // the terminal is another program's
	suspend  func() error
	resume   func() error
	sized    func() (tea.WindowSizeMsg, bool)
}

// shown holds the cells on the terminal, and the part of the model they were made from.
type shown struct {
	cursor  bool
	mouse   func(tea.MouseMsg) tea.Cmd
	version uint64
	known   bool
}

// Versioned is a model that says when it looks different: a number that is another
// one whenever View may be. Without it, View is asked after each message.
type Versioned interface{ Version() uint64 }

func newStage(m tea.Model, t *terminal, p *painter) *stage {
	return &stage{model: m, terminal: t, painter: p, pace: newPace()}
}

// Init is that of the model.
func (s *stage) Init() tea.Cmd {
	s.entered = true
	if s.asks {
		_, _ = s.terminal.Write([]byte(ansi.RequestModeSynchronizedOutput + ansi.RequestModeUnicodeCore))
	}
	return s.model.Init()
}

// filter sees a message before the framework does. What the framework would do
// with its renderer is done here.
func (s *stage) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	if _, ours := msg.(frameDue); !ours && s.outer != nil {
		if msg = s.outer(s.model, msg); msg == nil {
			return nil
		}
	}
	if seq, ok := asked(msg); ok {
		_, _ = s.terminal.Write([]byte(seq))
		return nil
	}
	if takesTerminal(msg) && s.suspend() == nil {
		s.away = true
	}
	return msg
}

// Update hands a message to the model, after what it says of the terminal was
// taken.
func (s *stage) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case frameDue:
		s.pace.armed = false
		return s, nil
	case tea.WindowSizeMsg:
		s.painter.resize(msg.Width, msg.Height)
		s.shown.known = false
	case tea.ColorProfileMsg:
		if msg.Profile != s.painter.profile {
			s.painter.dye(msg.Profile)
			s.shown.known = false
		}
	case tea.ModeReportMsg:
		s.report(msg)
	}
	if reflect.TypeOf(msg) == clearing {
		s.again()
	}
	cmds := []tea.Cmd{s.back(msg)}
	if m, ok := msg.(tea.MouseMsg); ok && s.shown.mouse != nil {
		cmds = append(cmds, s.shown.mouse(m))
	}
	var cmd tea.Cmd
	s.model, cmd = s.model.Update(msg)
	return s, tea.Batch(append(cmds, cmd)...)
}

// back takes the terminal again once another program is done with it: the framework
// hands on the message that gave it away only then.
func (s *stage) back(msg tea.Msg) tea.Cmd {
	if !s.away || !takesTerminal(msg) {
		return nil
	}
	s.away = false
	if err := s.resume(); err != nil {
		return tea.Quit
	}
	s.again()
	return func() tea.Msg { // it may have another size
		if size, ok := s.sized(); ok {
			return size
		}
		return nil
	}
}

// again has everything drawn anew.
func (s *stage) again() {
	s.painter.forget()
	s.shown.known = false
}

// report takes what the terminal says of a mode.
func (s *stage) report(msg tea.ModeReportMsg) {
	switch {
	case msg.Mode == ansi.ModeSynchronizedOutput:
		s.together = s.together || msg.Value == ansi.ModeReset
	case msg.Mode == ansi.ModeUnicodeCore && (msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet):
		s.painter.measure(ansi.GraphemeWidth)
		s.shown.known = false
	}
}

// View paints. What it returns is never drawn.
func (s *stage) View() tea.View {
	if s.entered && !s.away && s.painter.back.w > 0 && s.changed() && s.pace.may() {
		s.paint()
	}
	return tea.View{}
}

// changed says whether the model may look different from what is shown.
func (s *stage) changed() bool {
	v, ok := s.model.(Versioned)
	return !ok || !s.shown.known || v.Version() != s.shown.version
}

// paint brings the terminal up to date.
func (s *stage) paint() {
	if v, ok := s.model.(Versioned); ok {
		s.shown.version, s.shown.known = v.Version(), true
	}
	view := s.model.View()
	var before []byte
	first := !s.modes.on
	if first {
		before = s.modes.enter(before)
		s.painter.forget()
		s.shown.cursor = false
	}
	if s.painter.method == ansi.GraphemeWidth && !s.modes.graphemes {
		s.modes.graphemes = true
		before = append(before, ansi.SetModeUnicodeCore...)
	}
	before = s.modes.change(before, view, first)
	s.shown.mouse = view.OnMouse
	s.painter.paint(view.Content)
	if c := view.Cursor; c != nil {
		s.painter.place(c.X, c.Y)
	}
	s.painter.rest()
	_, _ = s.terminal.Write(s.framed(before, view.Cursor != nil))
}

// framed puts around what changes what keeps it from being seen half done: a frame
// is shown as a whole, or at least the cursor does not fly.
func (s *stage) framed(before []byte, cursor bool) []byte {
	changes := s.painter.out
	had := s.shown.cursor
	s.shown.cursor = cursor
	out := before
	if len(changes) == 0 && cursor == had {
		return out
	}
	hide := had && (!cursor || len(changes) > 0 && !s.together)
	if s.together && len(changes) > 0 {
		out = append(out, ansi.SetModeSynchronizedOutput...)
	}
	if hide {
		out = append(out, ansi.ResetModeTextCursorEnable...)
	}
	out = append(out, changes...)
	if cursor && (hide || !had) {
		out = append(out, ansi.SetModeTextCursorEnable...)
	}
	if s.together && len(changes) > 0 {
		out = append(out, ansi.ResetModeSynchronizedOutput...)
	}
	return out
}

// leave gives the screen back.
func (s *stage) leave() {
	if s.modes.on {
		_, _ = s.terminal.Write(s.modes.leave(nil, s.painter.back.h))
		s.modes.graphemes = false
	}
}

// The framework's own messages have no names outside it: they are known by the
// types of what its commands return.
var (
	clearing  = reflect.TypeOf(tea.ClearScreen())
	executing = reflect.TypeOf(tea.Exec(nil, nil)())
	copying   = reflect.TypeOf(tea.SetClipboard("")())
	selecting = reflect.TypeOf(tea.SetPrimaryClipboard("")())
	probing   = reflect.TypeOf(tea.RequestCapability("")())
	questions = map[reflect.Type]string{
		reflect.TypeOf(tea.RequestBackgroundColor()): ansi.RequestBackgroundColor,
		reflect.TypeOf(tea.RequestForegroundColor()): ansi.RequestForegroundColor,
		reflect.TypeOf(tea.RequestCursorColor()):     ansi.RequestCursorColor,
		reflect.TypeOf(tea.RequestCursorPosition()):  ansi.RequestCursorPositionReport,
		reflect.TypeOf(tea.RequestTerminalVersion()): ansi.RequestNameVersion,
		reflect.TypeOf(tea.ReadClipboard()):          ansi.RequestSystemClipboard,
		reflect.TypeOf(tea.ReadPrimaryClipboard()):   ansi.RequestPrimaryClipboard,
	}
)

// takesTerminal says whether the framework gives the terminal to another program
// for this message, and runs it before it goes on.
func takesTerminal(msg tea.Msg) bool {
	_, stop := msg.(tea.SuspendMsg)
	return stop || reflect.TypeOf(msg) == executing
}

// asked returns the sequence that a message sends to the terminal at once. The framework
// would send it with its next tick, which comes once a second.
func asked(msg tea.Msg) (seq string, ok bool) {
	if raw, ok := msg.(tea.RawMsg); ok {
		return fmt.Sprint(raw.Msg), true
	}
	kind := reflect.TypeOf(msg)
	switch kind {
	case copying:
		return ansi.SetSystemClipboard(reflect.ValueOf(msg).String()), true
	case selecting:
		return ansi.SetPrimaryClipboard(reflect.ValueOf(msg).String()), true
	case probing:
		return ansi.RequestTermcap(reflect.ValueOf(msg).String()), true
	}
	seq, ok = questions[kind]
	return seq, ok
}

// pace says when the next frame may be drawn: at once where the last one is old
// enough, else once when it is. A held key or a paste so draws no more often than
// anybody sees.
type pace struct {
	last  time.Time
	armed bool
	now   func() time.Time
	after func(time.Duration, func()) // calls later, from somewhere else
	wake  func()                      // has the program look again
}

func newPace() pace {
	return pace{now: time.Now, after: func(d time.Duration, f func()) { time.AfterFunc(d, f) }}
}

// may says whether a frame may be drawn now. Where it may not, the program is woken
// when it may.
func (p *pace) may() bool {
	now := p.now()
	if wait := frameTime - now.Sub(p.last); !p.last.IsZero() && wait > 0 && wait <= frameTime {
		if !p.armed {
			p.armed = true
			p.after(wait, p.wake)
		}
		return false
	}
	p.last = now
	return true
}

// frameDue wakes a program whose frame had to wait.
type frameDue struct{}

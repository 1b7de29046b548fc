package screen

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// counter is a model that counts what is asked of it.
type counter struct {
	views, updates int
	content        string
	version        uint64
}

func (c *counter) Init() tea.Cmd { return nil }
func (c *counter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	c.updates++
	if s, ok := msg.(string); ok {
		c.content, c.version = s, c.version+1
	}
	return c, nil
}

func (c *counter) View() tea.View {
	c.views++
	return tea.NewView(c.content)
}

// versioned is a counter that says when it looks different.
type versioned struct{ *counter }

func (v versioned) Version() uint64 { return v.version }
func (v versioned) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	v.counter.Update(msg)
	return v, nil
}

// staged is a stage with a clock that stands still, on a terminal that counts
// writes.
type staged struct {
	*stage
	now    time.Time
	waits  []time.Duration
	writes [][]byte
}

func (s *staged) Write(b []byte) (int, error) {
	s.writes = append(s.writes, bytes.Clone(b))
	return len(b), nil
}

func newStaged(m tea.Model) *staged {
	s := &staged{now: time.Unix(0, 0)}
	s.stage = newStage(m, &terminal{out: s}, newPainter(colorprofile.TrueColor, able{waits: true}))
	s.pace.now = func() time.Time { return s.now }
	s.pace.after = func(d time.Duration, _ func()) { s.waits = append(s.waits, d) }
	s.suspend, s.resume = func() error { s.leave(); return nil }, func() error { return nil }
	s.sized = func() (tea.WindowSizeMsg, bool) { return tea.WindowSizeMsg{Width: 40, Height: 5}, true }
	s.Init()
	return s
}

// tell does what the framework does with a message.
func (s *staged) tell(msg tea.Msg) {
	if msg = s.filter(nil, msg); msg == nil {
		return
	}
	s.Update(msg)
	s.View()
}

func (s *staged) wrote() string { return string(bytes.Join(s.writes, nil)) }

// The first message is drawn at once, those that come within a frame of it once,
// when the frame is over, and nothing is asked or drawn while nothing comes.
func TestFramesAreDrawnAtOnceAndNoMoreOftenThanSeen(t *testing.T) {
	c := &counter{}
	s := newStaged(c)
	s.tell(tea.WindowSizeMsg{Width: 40, Height: 5})
	if len(s.writes) != 1 || c.views != 1 {
		t.Fatalf("%d frames, %d views after the size", len(s.writes), c.views)
	}
	for i := range 100 {
		s.tell(fmt.Sprint("message ", i))
	}
	if len(s.writes) != 1 || c.views != 1 || len(s.waits) != 1 || s.waits[0] != frameTime {
		t.Fatalf("%d frames, %d views, waits %v", len(s.writes), c.views, s.waits)
	}
	s.now = s.now.Add(frameTime)
	s.tell(frameDue{})
	if len(s.writes) != 2 || c.views != 2 || !strings.Contains(s.wrote(), "message 99") || strings.Contains(s.wrote(), "message 98") || c.updates != 101 {
		t.Fatalf("%d frames, %d views, %d updates: %q", len(s.writes), c.views, c.updates, s.wrote())
	}
	s.now = s.now.Add(3 * frameTime)
	s.tell("at once")
	if len(s.writes) != 3 || len(s.waits) != 1 {
		t.Fatalf("%d frames, waits %v", len(s.writes), s.waits)
	}
	s.now = s.now.Add(frameTime / 2)
	s.tell("half a frame later")
	if len(s.waits) != 2 || s.waits[1] != frameTime-frameTime/2 {
		t.Errorf("waits %v", s.waits)
	}
}

// A clock that was put back does not stop the drawing.
func TestAClockThatWasPutBack(t *testing.T) {
	s := newStaged(&counter{})
	s.tell(tea.WindowSizeMsg{Width: 40, Height: 5})
	s.now = s.now.Add(-time.Hour)
	s.tell("later")
	if len(s.writes) != 2 {
		t.Error("nothing is drawn")
	}
}

// A model that says that it looks the same is not asked for its view.
func TestWhatDidNotChangeIsNotBuilt(t *testing.T) {
	c := &counter{content: "a"}
	s := newStaged(versioned{c})
	s.tell(tea.WindowSizeMsg{Width: 40, Height: 5})
	for range 5 {
		s.now = s.now.Add(time.Second)
		s.tell(3)
	}
	if c.views != 1 || len(s.writes) != 1 {
		t.Fatalf("%d views, %d writes", c.views, len(s.writes))
	}
	s.now = s.now.Add(time.Second)
	s.tell(tea.WindowSizeMsg{Width: 30, Height: 4})
	if c.views != 2 || len(s.writes) != 2 {
		t.Fatalf("%d views, %d writes in another size", c.views, len(s.writes))
	}
	c.views, s.writes = 1, s.writes[:1]
	s.now = s.now.Add(time.Second)
	s.tell("b")
	if c.views != 2 || len(s.writes) != 2 {
		t.Fatalf("%d views, %d writes after a change", c.views, len(s.writes))
	}
	s.now = s.now.Add(time.Second)
	s.tell(tea.ClearScreen())
	if len(s.writes) != 3 || !strings.HasSuffix(strings.TrimSuffix(string(s.writes[2]), "\x1b[m"), "b") {
		t.Errorf("cleared, it is sent %q", s.writes[2:])
	}
}

// What is asked of the terminal, or given to it, goes there at once; the model
// does not see it.
func TestWhatGoesToTheTerminalGoesAtOnce(t *testing.T) {
	for want, cmd := range map[string]tea.Cmd{
		ansi.SetSystemClipboard("words"):    tea.SetClipboard("words"),
		ansi.SetPrimaryClipboard("words"):   tea.SetPrimaryClipboard("words"),
		ansi.RequestSystemClipboard:         tea.ReadClipboard,
		ansi.RequestPrimaryClipboard:        tea.ReadPrimaryClipboard,
		ansi.RequestBackgroundColor:         tea.RequestBackgroundColor,
		ansi.RequestForegroundColor:         tea.RequestForegroundColor,
		ansi.RequestCursorColor:             tea.RequestCursorColor,
		ansi.RequestCursorPositionReport:    tea.RequestCursorPosition,
		ansi.RequestNameVersion:             tea.RequestTerminalVersion,
		ansi.RequestTermcap("RGB"):          tea.RequestCapability("RGB"),
		ansi.RequestPrimaryDeviceAttributes: tea.Raw(ansi.RequestPrimaryDeviceAttributes),
	} {
		c := &counter{}
		s := newStaged(c)
		s.tell(cmd())
		if s.wrote() != want || c.updates != 0 {
			t.Errorf("%q is written, want %q; %d updates", s.wrote(), want, c.updates)
		}
	}
}

// Where the terminal shows frames as a whole each is one; where not, the cursor is
// hidden while it flies.
func TestAFrameIsNotSeenHalfDone(t *testing.T) {
	s := newStaged(&cursored{})
	s.tell(tea.WindowSizeMsg{Width: 40, Height: 5})
	s.writes = nil
	s.now = s.now.Add(time.Second)
	s.tell("one")
	if got := s.wrote(); !strings.HasPrefix(got, ansi.ResetModeTextCursorEnable) || !strings.HasSuffix(got, ansi.SetModeTextCursorEnable) {
		t.Errorf("%q", got)
	}
	s.tell(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset})
	s.writes, s.now = nil, s.now.Add(time.Second)
	s.tell("two")
	if got := s.wrote(); !strings.HasPrefix(got, ansi.SetModeSynchronizedOutput) || !strings.HasSuffix(got, ansi.ResetModeSynchronizedOutput) ||
		strings.Contains(got, "?25") {
		t.Errorf("%q", got)
	}
	s.writes, s.now = nil, s.now.Add(time.Second)
	s.tell("two")
	if got := s.wrote(); got != "" {
		t.Errorf("the same view again is sent %q", got)
	}
}

// cursored shows a cursor behind its words.
type cursored struct{ content string }

func (*cursored) Init() tea.Cmd { return nil }
func (c *cursored) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if s, ok := msg.(string); ok {
		c.content = s
	}
	return c, nil
}

func (c *cursored) View() tea.View {
	v := tea.NewView(c.content)
	v.Cursor = tea.NewCursor(len(c.content), 0)
	return v
}

// While another program has the terminal nothing is drawn; afterwards everything
// is, in the size that there is then.
func TestNothingIsDrawnWhileAnotherProgramHasTheTerminal(t *testing.T) {
	s := newStaged(versioned{&counter{content: "words"}})
	s.tell(tea.WindowSizeMsg{Width: 40, Height: 5})
	s.now = s.now.Add(time.Second)
	msg := s.filter(nil, tea.Exec(nil, nil)())
	s.writes = nil
	s.View() // as for a message that comes meanwhile
	if len(s.writes) != 0 || !s.away {
		t.Fatalf("%q is drawn meanwhile", s.wrote())
	}
	_, cmd := s.Update(msg)
	s.View()
	if got := s.wrote(); !strings.Contains(got, ansi.SetModeAltScreenSaveCursor) || !strings.Contains(got, "words") {
		t.Errorf("afterwards it is sent %q", got)
	}
	if size, ok := cmd().(tea.WindowSizeMsg); !ok || size.Width != 40 {
		t.Error("the size is not looked at")
	}
}

// Every mode that a view can have is switched off again in the end, in whatever
// order views follow each other; the text cursor is shown.
func TestEveryModeIsLeftAsItWas(t *testing.T) {
	views := []tea.View{
		{},
		{ReportFocus: true, MouseMode: tea.MouseModeCellMotion, WindowTitle: "one"},
		{DisableBracketedPasteMode: true, MouseMode: tea.MouseModeAllMotion, ForegroundColor: ansi.Red},
		{Cursor: &tea.Cursor{Shape: tea.CursorBar, Color: ansi.Blue}, ProgressBar: tea.NewProgressBar(tea.ProgressBarDefault, 4)},
		{KeyboardEnhancements: tea.KeyboardEnhancements{ReportEventTypes: true}, BackgroundColor: ansi.Black, WindowTitle: "two"},
	}
	undo := map[string]string{
		"\x1b[22;2t": "\x1b[23;2t", "\x1b[>4;2m": "\x1b[>4m", "\x1b[>1u": "\x1b[<1u", "\x1b[=3;1u": "\x1b[<1u", "\x1b[6 q": "\x1b[0 q",
		"\x1b]12;": "\x1b]112", "\x1b]10;": "\x1b]110", "\x1b]11;": "\x1b]111", "\x1b]9;4;1": "\x1b]9;4;0", "\x1b]2;one": "\x1b]2;\x07", "\x1b]2;two": "\x1b]2;\x07",
	}
	for first := range views {
		for second := range views {
			var m modes
			out := m.change(m.enter(nil), views[first], true)
			out = m.change(out, views[second], false)
			out = append(out, ansi.SetModeUnicodeCore...)
			m.graphemes = true
			said := string(m.leave(out, 10))
			for set, reset := range undo {
				if a, b := strings.LastIndex(said, set), strings.LastIndex(said, reset); a > b {
					t.Errorf("views %d and %d: %q is not undone by %q in %q", first, second, set, reset, said)
				}
			}
			on := map[string]bool{}
			for rest := said; ; {
				_, after, found := strings.Cut(rest, "\x1b[?")
				if !found {
					break
				}
				if end := strings.IndexAny(after, "hlu"); end >= 0 && after[end] != 'u' {
					for mode := range strings.SplitSeq(after[:end], ";") {
						on[mode] = after[end] == 'h'
					}
				}
				rest = after
			}
			for mode, is := range on {
				if is != (mode == "25") {
					t.Errorf("views %d and %d: mode %s is left %t", first, second, mode, is)
				}
			}
			if again := m.leave(nil, 10); len(again) != 0 {
				t.Errorf("left twice: %q", again)
			}
		}
	}
}

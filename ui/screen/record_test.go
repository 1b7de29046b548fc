package screen

import (
	"errors"
	"fmt"
	"hash/crc32"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// The same frames make the same bytes, on each kind of terminal, in each depth of colour: how
// many of them, and their checksum. A line that changes says that more or less is sent, or
// something else; whether it is right say the tests that read it back.
func TestFramesMakeTheseBytes(t *testing.T) {
	const want = `
xterm-256color TrueColor: 143426 bytes 285c3fde
xterm-256color ANSI256: 136562 bytes 7b1cb253
xterm-256color ANSI: 126687 bytes 405b9670
xterm-256color Ascii: 111319 bytes 99327d80
xterm-256color NoTTY: 75551 bytes b1e8a58d
screen TrueColor: 143456 bytes e2b8fcef
screen ANSI256: 136598 bytes 42c194c1
screen ANSI: 126725 bytes 6b11c78a
screen Ascii: 111377 bytes 37f17c42
screen NoTTY: 75609 bytes 02effb58
vt220 TrueColor: 143478 bytes 43d2179f
vt220 ANSI256: 136644 bytes f3391e7c
vt220 ANSI: 126805 bytes 8a58ee5f
vt220 Ascii: 111525 bytes d52575f2
vt220 NoTTY: 75917 bytes aa7768a4
dumb TrueColor: 143588 bytes b2a07159
dumb ANSI256: 136754 bytes 9ea795ed
dumb ANSI: 126915 bytes bfe0394c
dumb Ascii: 111635 bytes 6e1058d8
dumb NoTTY: 76027 bytes b2e2a2f9
`
	var got strings.Builder
	got.WriteString("\n")
	for _, term := range []string{"xterm-256color", "screen", "vt220", "dumb"} {
		for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI, colorprofile.ASCII, colorprofile.NoTTY} {
			n, sum := 0, crc32.NewIEEE()
			for _, method := range []ansi.Method{ansi.WcWidth, ansi.GraphemeWidth} {
				for _, size := range [][2]int{{60, 12}, {23, 5}} {
					p := newPainter(profile, ableOf(term))
					p.measure(method)
					p.resize(size[0], size[1])
					r := rand.New(rand.NewPCG(7, uint64(size[0])))
					lines := make([]string, size[1])
					for i := range 60 {
						nextFrame(r, lines, size[0])
						linked := strings.ReplaceAll(strings.Join(lines, "\n"), "vegan", fmt.Sprintf("\x1b]8;id=%d;https://a.example/%d\x1b\\vegan\x1b]8;;\x07", i%3, i%2))
						p.paint(linked + "\r\x1b[3Gx\u0301\x1b[1m\u0301\x00")
						p.place(i, i/2)
						p.rest()
						out := p.out
						n += len(out)
						_, _ = sum.Write(out)
					}
				}
			}
			fmt.Fprintf(&got, "%s %s: %d bytes %08x\n", term, profile, n, sum.Sum32())
		}
	}
	if got.String() != want {
		t.Errorf("%s", got.String())
	}
}

// view changes a view that is plain.
func view(change func(*tea.View)) tea.View {
	v := tea.View{}
	if change != nil {
		change(&v)
	}
	return v
}

// Each mode is switched on and off with what differs, and nothing else is sent.
func TestModesThatDiffer(t *testing.T) {
	red, blue := color.RGBA{R: 0xff, G: 0x10, B: 0x09, A: 0xff}, color.RGBA{B: 0xff, A: 0xff}
	bar := func(s tea.ProgressBarState, n int) func(*tea.View) {
		return func(v *tea.View) { v.ProgressBar = &tea.ProgressBar{State: s, Value: n} }
	}
	cursor := func(shape tea.CursorShape, blinks bool, c color.Color) func(*tea.View) {
		return func(v *tea.View) { v.Cursor = &tea.Cursor{Shape: shape, Blink: blinks, Color: c} }
	}
	for _, c := range []struct {
		what    string
		was, is func(*tea.View)
		want    string
	}{
		{"nothing", nil, nil, ""},
		{"no paste", nil, func(v *tea.View) { v.DisableBracketedPasteMode = true }, ansi.ResetModeBracketedPaste},
		{"paste", func(v *tea.View) { v.DisableBracketedPasteMode = true }, nil, ansi.SetModeBracketedPaste},
		{"focus", nil, func(v *tea.View) { v.ReportFocus = true }, ansi.SetModeFocusEvent},
		{"no focus", func(v *tea.View) { v.ReportFocus = true }, nil, ansi.ResetModeFocusEvent},
		{"mouse", nil, func(v *tea.View) { v.MouseMode = tea.MouseModeCellMotion }, ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr},
		{"more of the mouse", func(v *tea.View) { v.MouseMode = tea.MouseModeCellMotion }, func(v *tea.View) { v.MouseMode = tea.MouseModeAllMotion }, mouseOff + ansi.SetModeMouseAnyEvent + ansi.SetModeMouseExtSgr},
		{"no mouse", func(v *tea.View) { v.MouseMode = tea.MouseModeAllMotion }, nil, mouseOff},
		{"a title", nil, func(v *tea.View) { v.WindowTitle = "T" }, ansi.SetWindowTitle("T")},
		{"the same title", func(v *tea.View) { v.WindowTitle = "T" }, func(v *tea.View) { v.WindowTitle = "T" }, ""},
		{"keys", nil, func(v *tea.View) { v.KeyboardEnhancements.ReportEventTypes = true }, "\x1b[=3;1u\x1b[?u"},
		{"more keys", nil, func(v *tea.View) {
			v.KeyboardEnhancements = tea.KeyboardEnhancements{ReportAlternateKeys: true, ReportAllKeysAsEscapeCodes: true, ReportAssociatedText: true}
		}, "\x1b[=29;1u\x1b[?u"},
		{"ink", nil, func(v *tea.View) { v.ForegroundColor = red }, ansi.SetForegroundColor("#ff1009")},
		{"no ink", func(v *tea.View) { v.ForegroundColor = red }, nil, ansi.ResetForegroundColor},
		{"other ink", func(v *tea.View) { v.ForegroundColor = red }, func(v *tea.View) { v.ForegroundColor = blue }, ansi.SetForegroundColor("#0000ff")},
		{"paper", nil, func(v *tea.View) { v.BackgroundColor = red }, ansi.SetBackgroundColor("#ff1009")},
		{"no paper", func(v *tea.View) { v.BackgroundColor = red }, nil, ansi.ResetBackgroundColor},
		{"a cursor", nil, cursor(tea.CursorBlock, true, nil), ansi.SetCursorStyle(1)},
		{"a bar that stands", nil, cursor(tea.CursorBar, false, red), ansi.SetCursorColor("#ff1009") + ansi.SetCursorStyle(6)},
		{"an underline that blinks", cursor(tea.CursorBar, false, red), cursor(tea.CursorUnderline, true, red), ansi.SetCursorStyle(3)},
		{"the cursor goes", cursor(tea.CursorBar, false, red), nil, ansi.ResetCursorColor},
		{"a bar", nil, bar(tea.ProgressBarDefault, 7), ansi.SetProgressBar(7)},
		{"the same bar", bar(tea.ProgressBarDefault, 7), bar(tea.ProgressBarDefault, 7), ""},
		{"it grows", bar(tea.ProgressBarDefault, 7), bar(tea.ProgressBarDefault, 8), ansi.SetProgressBar(8)},
		{"an error", nil, bar(tea.ProgressBarError, 7), ansi.SetErrorProgressBar(7)},
		{"a warning", nil, bar(tea.ProgressBarWarning, 7), ansi.SetWarningProgressBar(7)},
		{"it runs", nil, bar(tea.ProgressBarIndeterminate, 7), ansi.SetIndeterminateProgressBar},
		{"it is none", bar(tea.ProgressBarDefault, 7), bar(tea.ProgressBarNone, 0), ansi.ResetProgressBar},
		{"it goes", bar(tea.ProgressBarDefault, 7), nil, ansi.ResetProgressBar},
	} {
		m := modes{on: true, view: view(c.was)}
		if got := string(m.change(nil, view(c.is), false)); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	m := modes{}
	if got, want := string(m.change(m.enter(nil), tea.View{}, true)), keepTitle+ansi.SetModeAltScreenSaveCursor+ansi.ResetModeTextCursorEnable+ansi.SetModifyOtherKeys2+ansi.SetModeBracketedPaste+"\x1b[>1u\x1b[?u"; got != want {
		t.Errorf("entering: %q, want %q", got, want)
	}
	// The terminal has the shape of a cursor that is hidden: it is not set again.
	m = modes{on: true}
	m.change(nil, view(cursor(tea.CursorBar, false, red)), false)
	m.change(nil, tea.View{}, false)
	if got := string(m.change(nil, view(cursor(tea.CursorBar, false, nil)), false)); got != "" {
		t.Errorf("the shape is set again: %q", got)
	}
}

// Only what was switched on is switched off, and the screen is given back.
func TestModesThatAreLeft(t *testing.T) {
	const begin, end = ansi.ResetStyle + ansi.ResetModifyOtherKeys + "\x1b[<1u", ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable
	for _, c := range []struct {
		what  string
		is    func(*tea.View)
		marks bool
		rows  int
		want  string
	}{
		{"a plain view", nil, false, 5, ansi.ResetModeBracketedPaste + "\x1b[5;1H" + end},
		{"no rows", nil, false, 0, ansi.ResetModeBracketedPaste + "\x1b[H" + end},
		{"no paste", func(v *tea.View) { v.DisableBracketedPasteMode = true }, false, 1, "\x1b[H" + end},
		{"graphemes", func(v *tea.View) { v.DisableBracketedPasteMode = true }, true, 1, ansi.ResetModeUnicodeCore + "\x1b[H" + end},
		{"focus and mouse", func(v *tea.View) {
			v.DisableBracketedPasteMode, v.ReportFocus, v.MouseMode = true, true, tea.MouseModeAllMotion
		}, false, 1, ansi.ResetModeFocusEvent + mouseOff + "\x1b[H" + end},
		{"a blinking block", func(v *tea.View) {
			v.DisableBracketedPasteMode, v.Cursor = true, &tea.Cursor{Blink: true}
		}, false, 1, "\x1b[H" + end},
		{"a block", func(v *tea.View) {
			v.DisableBracketedPasteMode, v.Cursor = true, &tea.Cursor{Color: color.White}
		}, false, 1, ansi.SetCursorStyle(0) + ansi.ResetCursorColor + "\x1b[H" + end},
		{"colours", func(v *tea.View) {
			v.DisableBracketedPasteMode, v.ForegroundColor, v.BackgroundColor = true, color.White, color.White
		}, false, 1, ansi.ResetForegroundColor + ansi.ResetBackgroundColor + "\x1b[H" + end},
		{"a bar", func(v *tea.View) {
			v.DisableBracketedPasteMode, v.ProgressBar = true, &tea.ProgressBar{State: tea.ProgressBarError}
		}, false, 1, ansi.ResetProgressBar + "\x1b[H" + end},
		{"a bar that is none", func(v *tea.View) {
			v.DisableBracketedPasteMode, v.ProgressBar = true, &tea.ProgressBar{}
		}, false, 1, "\x1b[H" + end},
		{"a title", func(v *tea.View) { v.DisableBracketedPasteMode, v.WindowTitle = true, "T" }, false, 1, "\x1b[H" + end + ansi.SetWindowTitle("")},
	} {
		m := modes{on: true, view: view(c.is), graphemes: c.marks}
		if got := string(m.leave(nil, c.rows)); got != begin+c.want+restoreTitle || m.on {
			t.Errorf("%s: %q, want %q", c.what, got, begin+c.want+restoreTitle)
		}
		if got := m.leave(nil, c.rows); len(got) > 0 {
			t.Errorf("%s: left twice: %q", c.what, got)
		}
	}
}

// What a frame is put in depends on the cursor, on what changed, and on the terminal.
func TestWhatAFrameIsPutIn(t *testing.T) {
	const show, hide, open, shut = ansi.SetModeTextCursorEnable, ansi.ResetModeTextCursorEnable, ansi.SetModeSynchronizedOutput, ansi.ResetModeSynchronizedOutput
	for _, c := range []struct {
		had, has, together bool
		changes, want      string
	}{
		{false, false, false, "", ""}, {true, true, false, "", ""}, {false, true, false, "", show}, {true, false, false, "", hide}, {true, false, true, "", hide}, {false, true, true, "", show},
		{false, false, false, "x", "x"}, {true, true, false, "x", hide + "x" + show}, {false, true, false, "x", "x" + show}, {true, false, false, "x", hide + "x"},
		{false, false, true, "x", open + "x" + shut}, {true, true, true, "x", open + "x" + shut}, {false, true, true, "x", open + "x" + show + shut}, {true, false, true, "x", open + hide + "x" + shut},
	} {
		s := newStaged(&counter{})
		s.painter.out, s.shown.cursor, s.together = []byte(c.changes), c.had, c.together
		if got := string(s.framed([]byte("<"), c.has)); got != "<"+c.want || s.shown.cursor != c.has {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// A terminal that tells what it can is believed in what it tells.
func TestReportsOfModes(t *testing.T) {
	for _, c := range []struct {
		mode     ansi.Mode
		value    ansi.ModeSetting
		together bool
		method   ansi.Method
	}{
		{ansi.ModeSynchronizedOutput, ansi.ModeReset, true, ansi.WcWidth}, {ansi.ModeSynchronizedOutput, ansi.ModeNotRecognized, false, ansi.WcWidth}, {ansi.ModeSynchronizedOutput, ansi.ModePermanentlyReset, false, ansi.WcWidth},
		{ansi.ModeUnicodeCore, ansi.ModeReset, false, ansi.GraphemeWidth}, {ansi.ModeUnicodeCore, ansi.ModeSet, false, ansi.GraphemeWidth}, {ansi.ModeUnicodeCore, ansi.ModePermanentlySet, false, ansi.GraphemeWidth},
		{ansi.ModeUnicodeCore, ansi.ModeNotRecognized, false, ansi.WcWidth}, {ansi.ModeUnicodeCore, ansi.ModePermanentlyReset, false, ansi.WcWidth}, {ansi.ModeAltScreen, ansi.ModeReset, false, ansi.WcWidth},
	} {
		s := newStaged(&counter{})
		s.shown.known = true
		s.tell(tea.ModeReportMsg{Mode: c.mode, Value: c.value})
		if s.together != c.together || s.painter.method != c.method || s.shown.known != (c.method == ansi.WcWidth) {
			t.Errorf("%v %v: %v %v %v", c.mode, c.value, s.together, s.painter.method, s.shown.known)
		}
	}
	s := newStaged(&counter{})
	s.asks = true
	s.Init()
	if got := s.wrote(); got != ansi.RequestModeSynchronizedOutput+ansi.RequestModeUnicodeCore {
		t.Errorf("asked %q", got)
	}
}

// What the framework would send with its next tick is sent at once, and reaches no model.
func TestWhatIsAskedOfTheTerminal(t *testing.T) {
	for _, c := range []struct {
		msg  tea.Msg
		want string
	}{
		{tea.RawMsg{Msg: "raw"}, "raw"}, {tea.SetClipboard("a")(), ansi.SetSystemClipboard("a")}, {tea.SetPrimaryClipboard("a")(), ansi.SetPrimaryClipboard("a")}, {tea.RequestCapability("RGB")(), ansi.RequestTermcap("RGB")},
		{tea.RequestBackgroundColor(), ansi.RequestBackgroundColor}, {tea.RequestForegroundColor(), ansi.RequestForegroundColor}, {tea.RequestCursorColor(), ansi.RequestCursorColor},
		{tea.RequestCursorPosition(), ansi.RequestCursorPositionReport}, {tea.RequestTerminalVersion(), ansi.RequestNameVersion}, {tea.ReadClipboard(), ansi.RequestSystemClipboard}, {tea.ReadPrimaryClipboard(), ansi.RequestPrimaryClipboard},
	} {
		m := &counter{}
		s := newStaged(m)
		s.tell(c.msg)
		if got := s.wrote(); got != c.want || m.updates != 0 {
			t.Errorf("%T: %q, want %q; %d updates", c.msg, got, c.want, m.updates)
		}
	}
	m := &counter{}
	s := newStaged(m)
	s.outer = func(_ tea.Model, msg tea.Msg) tea.Msg {
		if msg == "drop" {
			return nil
		}
		return "instead"
	}
	s.tell("drop")
	if s.tell("x"); m.updates != 1 || m.content != "instead" {
		t.Errorf("%+v", m)
	}
	if got := s.filter(nil, frameDue{}); got != (frameDue{}) {
		t.Errorf("the program's own wake-up goes through the filter: %v", got)
	}
}

// A terminal that cannot be given away stays, one that cannot be taken again ends the
// program, and one that comes back is drawn on anew, in the size it has then.
func TestTheTerminalComesAndGoes(t *testing.T) {
	away := tea.SuspendMsg{}
	s := newStaged(&counter{content: "x"})
	s.tell(tea.WindowSizeMsg{Width: 10, Height: 2})
	s.suspend = func() error { return errors.New("no") }
	if s.tell(away); s.away {
		t.Error("away without a terminal of its own")
	}
	s.suspend = func() error { return nil }
	s.filter(nil, away)
	if !s.away || s.back(tea.FocusMsg{}) != nil {
		t.Error("back by a message that took nothing")
	}
	before := len(s.writes)
	if s.View(); len(s.writes) != before {
		t.Error("drawn while away")
	}
	cmd := s.back(away)
	if s.away || !s.painter.anew || s.shown.known || cmd == nil || cmd() != (tea.WindowSizeMsg{Width: 40, Height: 5}) {
		t.Errorf("%+v", s.shown)
	}
	s.sized = func() (tea.WindowSizeMsg, bool) { return tea.WindowSizeMsg{}, false }
	s.away = true
	if cmd := s.back(away); cmd() != nil {
		t.Error("a size that nobody knows")
	}
	s.away, s.resume = true, func() error { return errors.New("no") }
	if cmd := s.back(away); cmd == nil || cmd() != (tea.QuitMsg{}) {
		t.Error("it goes on without a terminal")
	}
	s.painter.anew, s.shown.known = false, true
	if s.Update(tea.ClearScreen()); !s.painter.anew || s.shown.known {
		t.Error("a screen that is to be cleared is not drawn anew")
	}
	s.shown.known = true
	if s.Update(tea.ColorProfileMsg{Profile: s.painter.profile}); !s.shown.known {
		t.Error("the same colours")
	}
	if s.Update(tea.ColorProfileMsg{Profile: colorprofile.ASCII}); s.shown.known || s.painter.profile != colorprofile.ASCII {
		t.Error("other colours")
	}
	s.shown.known = true
	if s.Update(tea.WindowSizeMsg{Width: 3, Height: 3}); s.shown.known {
		t.Error("another size")
	}
}

// A frame waits for the rest of its time, once; a clock that jumps does not hold it up.
func TestPaces(t *testing.T) {
	now, waits, woken := time.Unix(100, 0), []time.Duration{}, 0
	p := pace{now: func() time.Time { return now }, after: func(d time.Duration, wake func()) { waits = append(waits, d); wake() }, wake: func() { woken++ }}
	for i, c := range []struct {
		later time.Duration
		may   bool
		waits int
	}{{0, true, 0}, {frameTime / 2, false, 1}, {0, false, 1}, {frameTime - frameTime/2, true, 1}, {frameTime - 1, false, 1}, {1, true, 1}, {-time.Hour, true, 1}} {
		now = now.Add(c.later)
		if got := p.may(); got != c.may || len(waits) != c.waits || woken != c.waits {
			t.Errorf("step %d: %v, %v", i, got, waits)
		}
	}
	if waits[0] != frameTime-frameTime/2 {
		t.Errorf("%v", waits)
	}
}

// Styles at the edges of what has a short sequence.
func TestSequencesAtTheEdges(t *testing.T) {
	gone := full | 1
	for _, c := range []struct {
		from, to style
		want     string
	}{
		{style{}, style{fg: basic | 7}, "\x1b[37m"}, {style{}, style{fg: basic | 8}, "\x1b[90m"}, {style{}, style{fg: basic | 15}, "\x1b[97m"}, {style{}, style{bg: basic | 7}, "\x1b[47m"}, {style{}, style{bg: basic | 8}, "\x1b[100m"},
		{style{}, style{line: basic | 3}, "\x1b[58;5;3m"}, {style{}, style{fg: indexed | 255}, "\x1b[38;5;255m"}, {style{}, style{bg: full | 0x010203}, "\x1b[48;2;1;2;3m"},
		{style{fg: gone, attrs: strike}, style{fg: gone}, "\x1b[29m"}, {style{fg: gone, attrs: conceal}, style{fg: gone}, "\x1b[28m"}, {style{fg: gone, attrs: reverse}, style{fg: gone}, "\x1b[27m"}, {style{fg: gone, attrs: italic}, style{fg: gone}, "\x1b[23m"},
		{style{fg: gone, attrs: blink | rapid}, style{fg: gone, attrs: rapid}, "\x1b[25;6m"}, {style{fg: gone, attrs: bold | faint}, style{fg: gone, attrs: faint}, "\x1b[22;2m"}, {style{fg: gone, underline: 3}, style{fg: gone}, "\x1b[24m"},
		{style{fg: gone}, style{fg: gone, underline: 1}, "\x1b[4m"}, {style{fg: gone}, style{fg: gone, underline: 5}, "\x1b[4:5m"}, {style{fg: gone, line: gone}, style{fg: gone}, "\x1b[59m"}, {style{attrs: bold, fg: gone}, style{attrs: bold}, "\x1b[39m"},
	} {
		if got := change(c.from, c.to); got != c.want {
			t.Errorf("from %+v to %+v: %q, want %q", c.from, c.to, got, c.want)
		}
	}
	for i, fill := range []func(*palette){
		func(p *palette) { p.styles = make([]style, most+1) }, func(p *palette) { p.clusters = make([]string, most+1) }, func(p *palette) { p.links = make([]string, most+1) },
		func(p *palette) {
			p.styles, p.clusters, p.links = make([]style, most), make([]string, most), make([]string, most)
		},
	} {
		p := newPalette(colorprofile.TrueColor)
		if fill(p); p.full() != (i < 3) {
			t.Errorf("%d: full is %v", i, p.full())
		}
	}
}

// The smallest terminal is drawn on, none is not, and the same size is a new terminal all the
// same.
func TestTheSmallestTerminal(t *testing.T) {
	for w, drawn := range map[int]bool{0: false, 1: true} {
		s := newStaged(&counter{content: "x"})
		s.tell(tea.WindowSizeMsg{Width: w, Height: 1})
		if got := strings.Contains(s.wrote(), "x"); got != drawn {
			t.Errorf("%d columns: %q", w, s.wrote())
		}
		p := &Program{terminal: s.terminal, stage: s.stage}
		if err := p.release(); err != nil || strings.HasSuffix(s.wrote(), restoreTitle) != drawn {
			t.Errorf("given back: %q, %v", s.wrote(), err)
		}
	}
	p := newPainter(colorprofile.TrueColor, able{})
	p.resize(4, 1)
	p.paint("abcd")
	if out := p.paint("abcd"); len(out) != 0 {
		t.Errorf("%q", out)
	}
	p.resize(4, 1)
	if out := string(p.paint("abcd")); !strings.Contains(out, "abc") {
		t.Errorf("after the same size: %q", out)
	}
	woken := make(chan struct{})
	real := newPace()
	real.after(0, func() { close(woken) })
	<-woken
}

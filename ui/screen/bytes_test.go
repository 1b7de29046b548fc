package screen

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Each SGR sequence changes a style as terminals read it; what is out of range changes
// nothing.
func TestSequencesOfStyles(t *testing.T) {
	red := full | 0xff0000
	for parameters, want := range map[string]style{
		"":                      {},
		"1;3;4":                 {attrs: bold | italic, underline: 1},
		"1;2;22":                {},
		"9;29":                  {},
		"4:3":                   {underline: 3},
		"4:5":                   {underline: 5},
		"4:6":                   {},
		"30;47":                 {fg: basic, bg: basic | 7},
		"37;40":                 {fg: basic | 7, bg: basic},
		"90;107":                {fg: basic | 8, bg: basic | 15},
		"97;100":                {fg: basic | 15, bg: basic | 8},
		"38;5;0;48;5;255":       {fg: indexed, bg: indexed | 255},
		"38;5;256":              {},
		"38;2;255;0;0":          {fg: red},
		"38;2;256;0;0":          {},
		"38;2;0;256;0":          {},
		"38;2;0;0;256":          {},
		"38;2;0;255;255":        {fg: full | 0x00ffff},
		"38:2:255:0:0":          {fg: full | 0xff0000},
		"38:2::255:0:0":         {fg: red},
		"58:2::255:0:0;1":       {line: red, attrs: bold},
		"38;2;255;0;0;48;5;7":   {fg: red, bg: indexed | 7},
		"31;42;39":              {bg: basic | 2},
		"31;42;49":              {fg: basic | 1},
		"58;5;1;59":             {},
		"99999999999999999999":  {},
		"38;9;1":                {attrs: bold},
		"5;6;25;7;8":            {attrs: reverse | conceal},
		"38;5;1;48;2;255;0;0;0": {},
	} {
		var got style
		if got.apply(parameters); got != want {
			t.Errorf("%q makes %+v, want %+v", parameters, got, want)
		}
	}
}

// A style is reached by what differs or anew, whichever is shorter.
func TestTheWayToAStyleIsTheShorter(t *testing.T) {
	for _, c := range []struct {
		from, to style
		want     string
	}{
		{style{attrs: bold}, style{}, "\x1b[m"},
		{style{attrs: bold}, style{attrs: bold}, ""},
		{style{attrs: bold}, style{attrs: bold | italic}, "\x1b[3m"},
		{style{attrs: bold | italic | strike}, style{fg: basic | 1}, "\x1b[;31m"},
		{style{attrs: bold, fg: full | 0x102030}, style{attrs: italic, fg: full | 0x102030}, "\x1b[22;3m"},
		{style{fg: basic | 1}, style{fg: basic | 9}, "\x1b[91m"},
		{style{fg: basic | 1, attrs: bold}, style{attrs: bold}, "\x1b[39m"},
	} {
		if got := change(c.from, c.to); got != c.want {
			t.Errorf("from %+v to %+v: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

// The cursor goes to a cell in the fewest bytes.
func TestTheCursorTakesTheShortestWay(t *testing.T) {
	for _, c := range []struct {
		fromX, fromY, x, y int
		want               string
	}{
		{3, 2, 3, 2, ""},
		{0, 0, 5, 0, "\x1b[5C"},
		{0, 4, 1, 4, "\x1b[C"},
		{9, 4, 7, 4, "\x1b[2D"},
		{9, 4, 0, 4, "\r"},
		{0, 4, 0, 5, "\r\n"},
		{7, 4, 7, 5, "\n"},
		{7, 10, 9, 11, "\n\x1b[2C"},
		{0, 10, 20, 11, "\n\x1b[20C"},
		{7, 4, 7, 6, "\x1b[7;8H"},
		{-1, 4, 7, 4, "\x1b[5;8H"},
		{-1, 4, 7, 5, "\x1b[6;8H"},
		{-1, 4, 0, 0, "\x1b[H"},
	} {
		p := newPainter(colorprofile.TrueColor, able{})
		p.x, p.y = c.fromX, c.fromY
		if p.move(c.x, c.y); string(p.out) != c.want || p.x != c.x || p.y != c.y {
			t.Errorf("from %d,%d to %d,%d: %q, want %q", c.fromX, c.fromY, c.x, c.y, p.out, c.want)
		}
	}
}

// Only the last cell of all may scroll a terminal that does not wait at the edge.
func TestTheLastCornerDoesNotScroll(t *testing.T) {
	paint := func(a able, content string) string {
		p := newPainter(colorprofile.TrueColor, a)
		p.resize(4, 2)
		return string(p.paint(content))
	}
	guarded := ansi.ResetModeAutoWrap + "h" + ansi.SetModeAutoWrap
	if got := paint(able{}, "abcd\nefgh"); !strings.Contains(got, guarded) || strings.Count(got, ansi.ResetModeAutoWrap) != 1 {
		t.Errorf("a full screen is sent %q", got)
	}
	for what, got := range map[string]string{
		"a terminal that waits": paint(able{waits: true}, "abcd\nefgh"),
		"a corner left blank":   paint(able{}, "abcd\nefg"),
	} {
		if strings.Contains(got, ansi.ResetModeAutoWrap) {
			t.Errorf("%s is sent %q", what, got)
		}
	}
}

// What is right already is written again only where that is shorter than going over it.
func TestWhatIsRightIsGoneOver(t *testing.T) {
	for _, c := range [][3]string{
		{"abcdefghijkl", "Xbcdefghijkl", "X"},
		{"abcdefghijkl", "XbcdeYghijkl", "XbcdeY"},
		{"abcdefghijkl", "XbcdefYhijkl", "X\x1b[5CY"},
		{"abcdefghijkl", "abcdef", "\x1b[6C\x1b[K"},
	} {
		p := newPainter(colorprofile.TrueColor, able{waits: true})
		p.resize(14, 1)
		p.paint(c[0])
		p.move(0, 0)
		if got := string(p.paint(c[1])); got != c[2] {
			t.Errorf("%q after %q is sent %q, want %q", c[1], c[0], got, c[2])
		}
	}
}

// A change of the width alone, or of the height, makes another screen.
func TestEveryChangeOfSizeCounts(t *testing.T) {
	p := newPainter(colorprofile.TrueColor, able{})
	p.resize(4, 2)
	for _, size := range [][2]int{{9, 2}, {9, 3}, {2, 3}} {
		p.resize(size[0], size[1])
		if p.back.w != size[0] || p.back.h != size[1] || p.front.w != size[0] {
			t.Errorf("%v: the screen has %d by %d", size, p.back.w, p.back.h)
		}
	}
	if got := string(p.paint("a\nb\nc")); !strings.Contains(got, "c") {
		t.Errorf("the new row is sent %q", got)
	}
}

// A terminal is asked for its modes unless the question may be seen on it.
func TestWhichTerminalsAreAsked(t *testing.T) {
	for env, want := range map[string]bool{
		"TERM=xterm-256color":                                 true,
		"TERM=xterm-256color SSH_TTY=/dev/pts/1":              false,
		"TERM=xterm-kitty SSH_TTY=/dev/pts/1":                 true,
		"TERM=xterm-256color TERM_PROGRAM=Apple_Terminal":     false,
		"TERM=xterm-256color TERM_PROGRAM=iTerm.app":          true,
		"TERM=xterm WT_SESSION=1 SSH_TTY=/dev/pts/1":          true,
		"TERM=alacritty TERM_PROGRAM=Apple_Terminal":          true,
		"SSH_TTY=/dev/pts/1 TERM=xterm SSH_TTY=":              true,
		"TERM=xterm SSH_TTY=/dev/1 TERM_PROGRAM=Apple_Thing":  false,
		"TERM=xterm XSSH_TTY=/dev/1 TERM_PROGRAMS=Apple_Else": true,
	} {
		if got := asksModes(strings.Fields(env)); got != want {
			t.Errorf("%s: asked %t", env, got)
		}
	}
}

// Leaving undoes what was switched on, and nothing else: neither a cursor of the usual
// shape nor a bar that was none.
func TestLeavingUndoesNothingElse(t *testing.T) {
	leave := func(v tea.View) string {
		var m modes
		m.change(m.enter(nil), v, true)
		return string(m.leave(nil, 10))
	}
	usual := leave(tea.View{Cursor: &tea.Cursor{Blink: true}, ProgressBar: &tea.ProgressBar{}})
	for _, seq := range []string{ansi.SetCursorStyle(0), ansi.ResetProgressBar, ansi.ResetCursorColor, ansi.ResetModeUnicodeCore, ansi.SetWindowTitle("")} {
		if strings.Contains(usual, seq) {
			t.Errorf("%q is sent, with %q", usual, seq)
		}
	}
	if got := leave(tea.View{Cursor: &tea.Cursor{}}); !strings.Contains(got, ansi.SetCursorStyle(0)) {
		t.Errorf("a cursor that does not blink is left: %q", got)
	}
}

// Each kind of a progress bar is sent as such, once.
func TestBars(t *testing.T) {
	bar := func(s tea.ProgressBarState) *tea.ProgressBar { return &tea.ProgressBar{State: s, Value: 7} }
	for _, c := range []struct {
		was, is *tea.ProgressBar
		want    string
	}{
		{nil, nil, ""},
		{nil, bar(tea.ProgressBarDefault), ansi.SetProgressBar(7)},
		{bar(tea.ProgressBarDefault), bar(tea.ProgressBarDefault), ""},
		{bar(tea.ProgressBarDefault), bar(tea.ProgressBarError), ansi.SetErrorProgressBar(7)},
		{nil, bar(tea.ProgressBarWarning), ansi.SetWarningProgressBar(7)},
		{nil, bar(tea.ProgressBarIndeterminate), ansi.SetIndeterminateProgressBar},
		{bar(tea.ProgressBarError), bar(tea.ProgressBarNone), ansi.ResetProgressBar},
		{bar(tea.ProgressBarError), nil, ansi.ResetProgressBar},
	} {
		if got := progress(c.was, c.is); got != c.want {
			t.Errorf("from %v to %v: %q, want %q", c.was, c.is, got, c.want)
		}
	}
}

// A terminal that measures by graphemes is told so once; another never.
func TestGraphemesAreAskedForOnce(t *testing.T) {
	for method, want := range map[ansi.Method]int{ansi.GraphemeWidth: 1, ansi.WcWidth: 0} {
		s := newStaged(&counter{content: "a"})
		s.painter.measure(method)
		s.paint()
		s.paint()
		if got := strings.Count(s.wrote(), ansi.SetModeUnicodeCore); got != want {
			t.Errorf("method %v: told %d times", method, got)
		}
	}
}

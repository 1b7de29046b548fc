package screen

import (
	"image/color"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// modes are those that a view wants of the terminal, and those that the terminal
// has by now.
type modes struct {
	on        bool // the terminal is ours to draw on
	view      tea.View
	graphemes bool // mode 2027 is on
}

// Sequences without a name in the library: the title is put on the terminal's
// stack and taken from it, where it has one.
const (
	keepTitle    = "\x1b[22;2t"
	restoreTitle = "\x1b[23;2t"
	mouseOff     = ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr
)

// enter takes the screen.
func (m *modes) enter(out []byte) []byte {
	m.on, m.view = true, tea.View{DisableBracketedPasteMode: true}
	out = append(out, keepTitle+ansi.SetModeAltScreenSaveCursor+ansi.ResetModeTextCursorEnable...)
	return append(out, ansi.SetModifyOtherKeys2...)
}

// change switches on and off what differs between two views.
func (m *modes) change(out []byte, v tea.View, first bool) []byte {
	was := m.view
	m.view = v
	add := func(seq string) { out = append(out, seq...) }
	if v.DisableBracketedPasteMode != was.DisableBracketedPasteMode {
		add(either(!v.DisableBracketedPasteMode, ansi.SetModeBracketedPaste, ansi.ResetModeBracketedPaste))
	}
	if v.ReportFocus != was.ReportFocus {
		add(either(v.ReportFocus, ansi.SetModeFocusEvent, ansi.ResetModeFocusEvent))
	}
	if v.MouseMode != was.MouseMode {
		add(mouse(was.MouseMode, v.MouseMode))
	}
	if v.WindowTitle != was.WindowTitle {
		add(ansi.SetWindowTitle(v.WindowTitle))
	}
	switch flags := keyFlags(v.KeyboardEnhancements); {
	case first:
		add(ansi.PushKittyKeyboard(flags) + ansi.RequestKittyKeyboard)
	case v.KeyboardEnhancements != was.KeyboardEnhancements:
		add(ansi.KittyKeyboard(flags, 1) + ansi.RequestKittyKeyboard)
	}
	add(tint(was.ForegroundColor, v.ForegroundColor, ansi.SetForegroundColor, ansi.ResetForegroundColor))
	add(tint(was.BackgroundColor, v.BackgroundColor, ansi.SetBackgroundColor, ansi.ResetBackgroundColor))
	add(tint(cursorColor(was), cursorColor(v), ansi.SetCursorColor, ansi.ResetCursorColor))
	if a, b := cursorStyle(was), cursorStyle(v); b != a && v.Cursor != nil {
		add(ansi.SetCursorStyle(b))
	} else if v.Cursor == nil {
		m.view.Cursor = keepShape(was.Cursor)
	}
	add(progress(was.ProgressBar, v.ProgressBar))
	return out
}

// leave switches everything off and gives the screen back. Where the terminal has
// no second screen, what is written next stands below what was drawn.
func (m *modes) leave(out []byte, rows int) []byte {
	if !m.on {
		return out
	}
	m.on = false
	add := func(on bool, seq string) {
		if on {
			out = append(out, seq...)
		}
	}
	v := m.view
	add(true, ansi.ResetStyle+ansi.ResetModifyOtherKeys+ansi.PopKittyKeyboard(1))
	add(!v.DisableBracketedPasteMode, ansi.ResetModeBracketedPaste)
	add(v.ReportFocus, ansi.ResetModeFocusEvent)
	add(v.MouseMode != tea.MouseModeNone, mouseOff)
	add(cursorStyle(v) > 1, ansi.SetCursorStyle(0))
	add(cursorColor(v) != nil, ansi.ResetCursorColor)
	add(v.ForegroundColor != nil, ansi.ResetForegroundColor)
	add(v.BackgroundColor != nil, ansi.ResetBackgroundColor)
	add(v.ProgressBar != nil && v.ProgressBar.State != tea.ProgressBarNone, ansi.ResetProgressBar)
	add(m.graphemes, ansi.ResetModeUnicodeCore)
	add(true, ansi.CursorPosition(1, max(rows, 1))+ansi.ResetModeAltScreenSaveCursor+ansi.SetModeTextCursorEnable)
	add(v.WindowTitle != "", ansi.SetWindowTitle(""))
	add(true, restoreTitle)
	return out
}

func either(which bool, a, b string) string {
	if which {
		return a
	}
	return b
}

func mouse(was, is tea.MouseMode) string {
	off := ""
	if was != tea.MouseModeNone {
		off = mouseOff
	}
	switch is {
	case tea.MouseModeCellMotion:
		return off + ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr
	case tea.MouseModeAllMotion:
		return off + ansi.SetModeMouseAnyEvent + ansi.SetModeMouseExtSgr
	}
	return off
}

// keyFlags are those of kitty's protocol: that keys can be told apart is always
// asked for.
func keyFlags(k tea.KeyboardEnhancements) int {
	flags := ansi.KittyDisambiguateEscapeCodes
	for _, f := range []struct {
		on   bool
		flag int
	}{
		{k.ReportEventTypes, ansi.KittyReportEventTypes},
		{k.ReportAlternateKeys, ansi.KittyReportAlternateKeys},
		{k.ReportAllKeysAsEscapeCodes, ansi.KittyReportAllKeysAsEscapeCodes},
		{k.ReportAssociatedText, ansi.KittyReportAssociatedKeys},
	} {
		if f.on {
			flags |= f.flag
		}
	}
	return flags
}

// tint sets a colour of the terminal itself.
func tint(was, is color.Color, set func(string) string, reset string) string {
	switch {
	case was == is:
		return ""
	case is == nil:
		return reset
	}
	r, g, b, _ := is.RGBA()
	const hex = "0123456789abcdef"
	name := []byte{'#'}
	for _, part := range []uint32{r >> 8, g >> 8, b >> 8} {
		name = append(name, hex[part>>4], hex[part&15])
	}
	return set(string(name))
}

func cursorColor(v tea.View) color.Color {
	if v.Cursor == nil {
		return nil
	}
	return v.Cursor.Color
}

// cursorStyle is the number of the cursor's shape; 0 is that of the terminal, 1 a
// blinking block.
func cursorStyle(v tea.View) int {
	if v.Cursor == nil {
		return 0
	}
	n := int(v.Cursor.Shape)*2 + 1
	if !v.Cursor.Blink {
		n++
	}
	return n
}

// keepShape remembers the shape of a cursor that is hidden: the terminal still has
// it.
func keepShape(c *tea.Cursor) *tea.Cursor {
	if c == nil {
		return nil
	}
	kept := *c
	kept.Color = nil
	return &kept
}

func progress(was, is *tea.ProgressBar) string {
	if was == nil && is == nil || was != nil && is != nil && *was == *is {
		return ""
	}
	if is == nil {
		return ansi.ResetProgressBar
	}
	switch is.State {
	case tea.ProgressBarDefault:
		return ansi.SetProgressBar(is.Value)
	case tea.ProgressBarError:
		return ansi.SetErrorProgressBar(is.Value)
	case tea.ProgressBarIndeterminate:
		return ansi.SetIndeterminateProgressBar
	case tea.ProgressBarWarning:
		return ansi.SetWarningProgressBar(is.Value)
	}
	return ansi.ResetProgressBar
}

// asksModes says whether the terminal is asked if it shows frames as a whole and
// measures by graphemes. Over a network, and by terminals that show the question
// instead of answering it, it is not, unless their name is known.
func asksModes(env []string) bool {
	name := environment(env, "TERM")
	for _, good := range []string{"ghostty", "wezterm", "alacritty", "kitty", "rio"} {
		if strings.Contains(name, good) {
			return true
		}
	}
	if environment(env, "WT_SESSION") != "" {
		return true
	}
	return environment(env, "SSH_TTY") == "" && !strings.Contains(environment(env, "TERM_PROGRAM"), "Apple")
}

// environment is the last value of a variable.
func environment(env []string, name string) (value string) {
	for _, e := range env {
		if v, ok := strings.CutPrefix(e, name+"="); ok {
			value = v
		}
	}
	return value
}

// able holds the abilities of a kind of terminal beyond the common ones.
type able struct {
	eraseChars     bool // ECH
	erasesInColour bool // what is erased takes the colour that is set
	waits          bool // in the last column, for the next character, before it goes to the next row
}

// ableOf reads it from the name of a terminal (TERM). Of one that is not known
// nothing is assumed.
func ableOf(term string) able {
	name, _, _ := strings.Cut(term, "-")
	switch name {
	case "alacritty", "contour", "foot", "ghostty", "kitty", "konsole", "linux", "rio", "st", "tmux", "vte", "wezterm", "xterm":
		return able{eraseChars: true, erasesInColour: true, waits: true}
	case "screen":
		return able{eraseChars: true, waits: true}
	case "vt100", "vt102", "vt220", "vt320", "vt420":
		return able{waits: true}
	}
	return able{}
}

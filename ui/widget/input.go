package widget

import (
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Input is a line of text that the planner edits: a textinput behind our
// cleaning. What comes in, typed or pasted, is cleaned; line breaks become
// blanks. It is drawn here, since textinput counts its cursor in runes and
// would draw joined letters that terminals measure differently. The terminal's
// own cursor stands where Cursor says.
type Input struct {
	Prompt      text.Text
	Placeholder text.Text
	Limit       int // most characters; 0: no limit
	Left        int // characters of the last key or paste that found no room

	field    textinput.Model
	opened   bool
	selected bool
}

// open makes the field ready to be changed. The key that reads the system's
// clipboard is off: it would start another program.
func (in *Input) open() *textinput.Model {
	if !in.opened {
		in.field, in.opened = textinput.New(), true
		in.field.SetVirtualCursor(false)
		in.field.KeyMap.Paste.SetEnabled(false)
		in.field.Focus()
	}
	in.field.CharLimit = in.Limit
	return &in.field
}

// Value returns the text in the field.
func (in *Input) Value() string { return in.field.Value() }

// SetValue replaces what stands in the field and puts the cursor behind it.
func (in *Input) SetValue(s string) {
	f := in.open()
	f.SetValue(text.Value(s))
	f.CursorEnd()
	in.selected = false
}

// Select has what is typed or deleted next replace the whole value. A key that moves the
// cursor keeps it.
func (in *Input) Select() { in.selected = in.Value() != "" }

// Keep has what is typed next stand beside the value again.
func (in *Input) Keep() { in.selected = false }

// Selected says whether the whole value is about to be replaced.
func (in *Input) Selected() bool { return in.selected }

// style is that of the value.
func (in *Input) style(st *theme.Styles) theme.Style {
	if in.selected {
		return st.Selected
	}
	return theme.Style{}
}

// Type takes a key press or a paste: letters are inserted, and the keys with
// which text fields are edited everywhere edit. It reports whether that changed
// anything; Enter, Tab, Escape and the rest it leaves alone.
func (in *Input) Type(msg tea.Msg) bool {
	f, times := in.open(), 1
	value, pos := f.Value(), f.Position()
	switch m := msg.(type) {
	case tea.PasteMsg:
		msg = tea.PasteMsg{Content: text.Value(m.Content)}
	case tea.KeyPressMsg:
		if m.Text != "" && m.Mod&(tea.ModCtrl|tea.ModAlt|tea.ModMeta|tea.ModSuper) == 0 {
			msg = tea.PasteMsg{Content: text.Value(m.Text)}
			break
		}
		m.Text, m.Mod = "", m.Mod&(tea.ModCtrl|tea.ModAlt)
		msg, times = m, in.runes(m)
	default:
		return false
	}
	if in.selected {
		in.selected = false
		if deletes := deletes(f.KeyMap, msg); deletes || pasted(msg) {
			f.SetValue("")
			if deletes {
				return true
			}
		}
	}
	in.Left = 0
	if p, ok := msg.(tea.PasteMsg); ok && in.Limit > 0 {
		in.Left = max(0, utf8.RuneCountInString(f.Value())+utf8.RuneCountInString(p.Content)-in.Limit)
	}
	for range times {
		*f, _ = f.Update(msg)
	}
	return f.Value() != value || f.Position() != pos
}

func pasted(msg tea.Msg) bool {
	p, ok := msg.(tea.PasteMsg)
	return ok && p.Content != ""
}

// deletes says whether a key takes something away.
func deletes(keys textinput.KeyMap, msg tea.Msg) bool {
	k, ok := msg.(tea.KeyPressMsg)
	return ok && key.Matches(k, keys.DeleteCharacterBackward, keys.DeleteCharacterForward, keys.DeleteWordBackward,
		keys.DeleteWordForward, keys.DeleteBeforeCursor, keys.DeleteAfterCursor)
}

// runes returns how often a key works: once for each rune of the letter that it moves over
// or deletes, so that the cursor never stands inside of one.
func (in *Input) runes(k tea.KeyPressMsg) int {
	head, all := in.head(), in.Value()
	switch keys := in.field.KeyMap; {
	case key.Matches(k, keys.CharacterForward, keys.DeleteCharacterForward):
		return utf8.RuneCountInString(all[len(head):text.NextLetter(all, len(head))])
	case key.Matches(k, keys.CharacterBackward, keys.DeleteCharacterBackward):
		return utf8.RuneCountInString(head[text.PrevLetter(all, len(head)):])
	}
	return 1
}

// head is the value before the cursor.
func (in *Input) head() string { return string([]rune(in.Value())[:in.field.Position()]) }

// Render draws the field in one line of w cells, with its cursor in sight.
func (in *Input) Render(st *theme.Styles, w int) string {
	from, _ := in.window(w)
	return in.drawn(st, w, st.Accent, text.Clean(in.Value()).CutLeft(from))
}

// RenderIdle draws it as one of a form in which the planner is elsewhere: from its beginning.
func (in *Input) RenderIdle(st *theme.Styles, w int) string {
	return in.drawn(st, w, st.Dim, text.Clean(in.Value()).Truncate(max(0, w-in.Prompt.Width()), text.Ellipsis))
}

func (in *Input) drawn(st *theme.Styles, w int, prompt theme.Style, words text.Text) string {
	p := newPen(nil, w, theme.Style{})
	p.write(in.Prompt, prompt)
	if in.Value() == "" {
		p.write(in.Placeholder, st.Faint)
		return p.line()
	}
	p.write(words, in.style(st))
	return p.line()
}

// Lines returns the lines of w cells that show the whole value, h at most.
func (in *Input) Lines(w, h int) int { return max(1, min(h, len(in.wrapped(w)))) }

// wrapped returns the lines of the value, broken at blanks where there are some.
func (in *Input) wrapped(w int) []text.Span {
	return text.Clean(in.Value()).WrapAt(max(1, w-in.Prompt.Width()-1))
}

// RenderIn draws the value in h lines of w cells; of what takes more, the part in which
// the cursor stands.
func (in *Input) RenderIn(st *theme.Styles, w, h int) []string {
	all := in.wrapped(w)
	if h <= 1 || len(all) <= 1 {
		return []string{in.Render(st, w)}
	}
	value, first := text.Clean(in.Value()), in.firstLine(w, h)
	lines := make([]string, 0, h)
	for i := first; i < min(len(all), first+h); i++ {
		p := newPen(nil, w, theme.Style{})
		p.write(in.Prompt, st.Accent)
		p.write(value.Part(all[i]), in.style(st))
		lines = append(lines, p.line())
	}
	return lines
}

// line is the line in which the cursor stands, and how many bytes of it stand before it.
func (in *Input) line(w int) (n, at int) {
	all, head := in.wrapped(w), len(text.Clean(in.head()).String())
	for n+1 < len(all) && all[n+1].From <= head {
		n++
	}
	if n < len(all) {
		at = max(0, head-all[n].From)
	}
	return n, at
}

func (in *Input) firstLine(w, h int) int {
	n, _ := in.line(w)
	return max(0, n-h+1)
}

// CursorIn is the cell of h lines of w cells where the cursor stands.
func (in *Input) CursorIn(w, h int) (x, y int, ok bool) {
	all := in.wrapped(w)
	if h <= 1 || len(all) <= 1 {
		x, ok = in.Cursor(w)
		return x, 0, ok
	}
	n, at := in.line(w)
	value, from := text.Clean(in.Value()), all[n].From
	x = in.Prompt.Width() + value.Part(text.Span{From: from, To: min(from+at, len(value.String()))}).Width()
	return min(x, w-1), n - in.firstLine(w, h), true
}

// Cursor is the cell of a line of w cells where the cursor stands; false if the
// line is too narrow for it.
func (in *Input) Cursor(w int) (x int, ok bool) {
	if w <= in.Prompt.Width() {
		return 0, false
	}
	_, x = in.window(w)
	return in.Prompt.Width() + x, true
}

// window is the number of cells cut from the left of the value so that the
// cursor is in view, and the cursor's cell in what shows.
func (in *Input) window(w int) (from, x int) {
	head := text.Clean(in.head())
	from = max(0, head.Width()-max(0, w-in.Prompt.Width()-1))
	x = head.CutLeft(from).Width()
	return head.Width() - x, x
}

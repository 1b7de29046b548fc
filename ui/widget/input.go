package widget

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Input is a line of text that the planner edits. What comes in, typed or
// pasted, is cleaned; line breaks become blanks. The terminal's own cursor
// stands where Cursor says.
type Input struct {
	Prompt      text.Text
	Placeholder text.Text
	Limit       int  // most characters; 0: no limit
	Masked      bool // draws a dot for each character: a key
	Blur        bool // the field has not the keys

	value string
	pos   int // byte in value, at the beginning of a letter
}

// Value is what stands in the field.
func (in *Input) Value() string { return in.value }

// Len is the number of characters in the field, as Limit counts them.
func (in *Input) Len() int { return len([]rune(in.value)) }

// SetValue replaces what stands in the field and puts the cursor behind it.
func (in *Input) SetValue(s string) {
	in.value, in.pos = "", 0
	in.Insert(s)
}

// Insert puts s where the cursor stands, as much of it as Limit allows.
func (in *Input) Insert(s string) {
	s = text.Value(s)
	if in.Limit > 0 {
		s = firstRunes(s, in.Limit-in.Len())
	}
	in.value = in.value[:in.pos] + s + in.value[in.pos:]
	in.pos += len(s)
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// Left moves the cursor by a letter; Right, WordLeft, WordRight, Home and End
// likewise.
func (in *Input) Left() { in.pos = text.PrevLetter(in.value, in.pos) }

// Right moves the cursor by a letter.
func (in *Input) Right() { in.pos = text.NextLetter(in.value, in.pos) }

// Home puts the cursor before the first letter.
func (in *Input) Home() { in.pos = 0 }

// End puts the cursor behind the last letter.
func (in *Input) End() { in.pos = len(in.value) }

// WordLeft puts the cursor before the word it stands in or behind.
func (in *Input) WordLeft() {
	head := strings.TrimRight(in.value[:in.pos], " ")
	in.pos = strings.LastIndexByte(head, ' ') + 1
}

// WordRight puts the cursor behind the word it stands in or before.
func (in *Input) WordRight() {
	rest := in.value[in.pos:]
	skipped := len(rest) - len(strings.TrimLeft(rest, " "))
	if i := strings.IndexByte(rest[skipped:], ' '); i >= 0 {
		in.pos += skipped + i
		return
	}
	in.End()
}

// Backspace deletes the letter before the cursor.
func (in *Input) Backspace() { in.deleteBack(in.Left) }

// DeleteWord deletes the word before the cursor.
func (in *Input) DeleteWord() { in.deleteBack(in.WordLeft) }

// Delete deletes the letter behind the cursor.
func (in *Input) Delete() {
	in.value = in.value[:in.pos] + in.value[text.NextLetter(in.value, in.pos):]
}

// DeleteBefore deletes everything before the cursor.
func (in *Input) DeleteBefore() { in.value, in.pos = in.value[in.pos:], 0 }

// DeleteAfter deletes everything behind the cursor.
func (in *Input) DeleteAfter() { in.value = in.value[:in.pos] }

func (in *Input) deleteBack(move func()) {
	end := in.pos
	move()
	in.value = in.value[:in.pos] + in.value[end:]
}

// Pos is the cursor as a byte offset in Value.
func (in *Input) Pos() int { return in.pos }

// Replace puts s in place of the bytes from..to of Value, the cursor behind it:
// a completion accepted.
func (in *Input) Replace(from, to int, s string) {
	to = min(max(to, 0), len(in.value))
	from = min(max(from, 0), to)
	in.value, in.pos = in.value[:from]+in.value[to:], from
	in.Insert(s)
}

// Type takes a key press or a paste: letters are inserted, and the keys with
// which text fields are edited everywhere edit. It reports whether it took the
// message; Enter, Tab, Escape and the rest it leaves alone.
func (in *Input) Type(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		in.Insert(msg.Content)
		return true
	case tea.KeyPressMsg:
		return in.press(msg)
	}
	return false
}

func (in *Input) press(k tea.KeyPressMsg) bool {
	if k.Text != "" && k.Mod&(tea.ModCtrl|tea.ModAlt|tea.ModMeta|tea.ModSuper) == 0 {
		in.Insert(k.Text)
		return true
	}
	edit := in.edit(k.Code, k.Mod&(tea.ModCtrl|tea.ModAlt))
	if edit == nil {
		return false
	}
	edit()
	return true
}

// edit is what a key does in a text field, nil if nothing.
func (in *Input) edit(code rune, mod tea.KeyMod) func() {
	switch mod {
	case 0:
		return map[rune]func(){tea.KeyLeft: in.Left, tea.KeyRight: in.Right, tea.KeyHome: in.Home, tea.KeyEnd: in.End,
			tea.KeyBackspace: in.Backspace, tea.KeyDelete: in.Delete}[code]
	case tea.ModCtrl:
		return map[rune]func(){'a': in.Home, 'e': in.End, 'b': in.Left, 'f': in.Right, 'h': in.Backspace, 'd': in.Delete,
			'w': in.DeleteWord, 'u': in.DeleteBefore, 'k': in.DeleteAfter,
			tea.KeyLeft: in.WordLeft, tea.KeyRight: in.WordRight, tea.KeyBackspace: in.DeleteWord}[code]
	case tea.ModAlt:
		return map[rune]func(){'b': in.WordLeft, 'f': in.WordRight, tea.KeyLeft: in.WordLeft, tea.KeyRight: in.WordRight,
			tea.KeyBackspace: in.DeleteWord}[code]
	}
	return nil
}

// Render draws the field in one line of w cells.
func (in *Input) Render(st *theme.Styles, w int) string {
	p := newPen(nil, w, theme.Style{})
	p.write(in.Prompt, st.Accent)
	if in.value == "" {
		p.write(in.Placeholder, st.Faint)
		return p.line()
	}
	shown, from, _ := in.window(w)
	p.write(shown.Slice(from, len(shown.String())), theme.Style{})
	return p.line()
}

// Cursor is the cell of a line of w cells where the cursor stands; false if the
// field is blurred or too narrow for it.
func (in *Input) Cursor(w int) (x int, ok bool) {
	if in.Blur || w <= in.Prompt.Width() {
		return 0, false
	}
	_, _, x = in.window(w)
	return in.Prompt.Width() + x, true
}

// window is the drawn value, the byte from which it shows so that the cursor
// is in view, and the cursor's cell in what shows.
func (in *Input) window(w int) (shown text.Text, from, x int) {
	shown, head := in.drawn(in.value), in.drawn(in.value[:in.pos])
	room := max(0, w-in.Prompt.Width()-1)
	x = head.Width()
	if x <= room {
		return shown, 0, x
	}
	cut := head.CutLeft(x - room)
	return shown, len(head.String()) - len(cut.String()), cut.Width()
}

func (in *Input) drawn(s string) text.Text {
	if in.Masked {
		return text.Clean(strings.Repeat("•", len([]rune(s))))
	}
	return text.Clean(s)
}

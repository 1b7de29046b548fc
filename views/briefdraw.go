package views

import (
	"strings"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// How the form of a brief is drawn, and where it is clicked.

// form divides a box of w by h cells: the lines of the words, the rows of fields and words
// in view, the first of them, and the lines of the search's outlook below.
func (b *brief) form(w, h int) (box layout.Rect, words, rows, first, below int) {
	box.W = min(w, 90)
	below = len(b.found(box.W - 2))
	box.H = min(h, 34+below)
	most := max(0, box.H-5) * 2 / 3
	if b.at > briefText { // all the room is for what is read there
		most = max(0, box.H-3)
	}
	below = min(below, most)
	rows = max(0, box.H-3-below)
	words = max(1, rows-briefLines-1)
	last := min(b.at, briefText)
	if b.at == briefText {
		last = briefLines + words
	}
	return box, words, rows, max(0, last-rows+1), below
}

// Render draws the form.
func (b *brief) Render(w, h int) []string {
	st := b.root.env.Styles
	box, words, rows, first, below := b.form(w, h)
	if box.W < 14 || box.H < 5 {
		return nil
	}
	var lines []string
	for i := range b.lines {
		draw := b.lines[i].RenderIdle
		if i == b.at {
			draw = b.lines[i].Render
		}
		lines = append(lines, draw(st, box.W-2))
	}
	b.words.SetWidth(box.W - 4)
	b.words.SetHeight(words)
	title := st.Dim
	if b.at == briefText {
		title = st.Accent
	}
	lines = append(lines, widget.Line(box.W-2, widget.Run{Text: text.Const(" in your words"), Style: title}))
	lines = append(lines, each.Of(strings.Split(b.words.View(), "\n"), func(l string) string { return " " + text.Clean(l).String() })...)
	found := b.found(box.W - 2)
	switch hidden := len(found) - below; {
	case b.at > briefText:
		found = found[hidden:] // the last of them can be chosen
	case hidden > 0 && below > 0:
		found[below-1] = st.Dim.Text(text.Format(" … %s more, behind the last field", text.Plural(hidden+1, "line", "lines")))
	}
	lines = append(layout.FitLines(lines[first:], box.W-2, rows), found[:below]...)
	more := text.When(first+rows < briefLines+1, " · more below")
	return layout.Box(st, layout.Frame{Title: text.Const("Brief"), W: box.W, H: box.H, Focus: true}, append(lines, st.Dim.Text(text.Cat(b.count(), more))))
}

// count says what the form is for, by its keys, and how full the fields are that can be full.
func (b *brief) count() text.Text {
	keys := b.root.env.Keys
	return text.Format(" %s saves · %s searches · query %d/%d · text %d%s", keys.KeyOf(keymap.Save, keymap.BriefForm), keys.KeyOf(keymap.SearchBrief, keymap.BriefForm), utf8.RuneCountInString(b.query()),
		api.SearchQueryMax, b.words.Length(), text.When(b.words.Length() > api.IntentContextMax, ", first %d matched", api.IntentContextMax))
}

// Cursor returns the position of the text cursor in the box.
func (b *brief) Cursor(w, h int) (x, y int, ok bool) {
	box, _, _, first, _ := b.form(w, h)
	if b.at == briefText {
		c := b.words.Cursor()
		if c == nil {
			return 0, 0, false
		}
		return c.X + 2, c.Y + briefLines + 2 - first, true
	}
	if b.at > briefText {
		return 0, 0, false
	}
	x, ok = b.lines[b.at].Cursor(box.W - 2)
	return x + 1, b.at + 1 - first, ok
}

// Click goes to a field.
func (b *brief) Click(_, y, w, h int) view.Out {
	_, _, rows, first, _ := b.form(w, h)
	if y >= 1 && y <= rows {
		b.goTo(min(y-1+first, briefText))
	}
	return view.Out{}
}

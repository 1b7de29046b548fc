package widget

import (
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Button is an answer; Key is the key that gives it, as the keymap names it.
type Button struct{ Label, Key text.Text }

// Dialog is a question upon the screen: what happens, what it costs, and the
// answers. None is highlighted: each is given by its own key.
type Dialog struct {
	Title   text.Text
	Short   text.Text   // what nobody may answer without; the title where lines have no room
	Lines   []text.Text // wrapped to the dialog
	Buttons []Button
}

// Render draws the dialog as a box of its own size, at most w by h: lay it upon
// the screen with layout.Overlay at layout.Center.
func (d *Dialog) Render(st *theme.Styles, w, h int) []string {
	inner := min(w-4, max(d.natural(), 24), 72)
	if inner <= 0 || h <= 2 {
		lead := min(d.lead(), max(0, w))
		return layout.FitLines([]string{layout.Fit(st.Title.Text(whole(d.Short, lead)), lead) + d.buttons(st, max(0, w-lead))}, max(0, w), min(max(0, h), 1))
	}
	body, title := d.body(inner), d.Title
	if room := h - 4; len(body) > room {
		body = body[:max(0, room)]
		if n := len(body); n > 0 { // no word is cut for the sign: it may be a number
			last := text.Cat(body[n-1], text.When(!body[n-1].Empty(), " "), text.Ellipsis)
			body[n-1] = whole(last, inner)
		}
		if !d.Short.Empty() {
			title = whole(d.Short, inner-2)
		}
	}
	var lines []string
	for _, l := range body {
		lines = append(lines, " "+l.String())
	}
	lines = append(lines, "", " "+d.buttons(st, inner))
	lines = lines[max(0, len(lines)-(h-2)):]
	return layout.Box(st, layout.Frame{Title: title, W: inner + 4, H: min(len(lines)+2, h), Focus: true}, lines)
}

// whole is t where it fits in w cells, else an ellipsis alone: the head of a price reads like a
// smaller one.
func whole(t text.Text, w int) text.Text {
	if t.Width() > w {
		return text.Ellipsis
	}
	return t
}

// lead is the cells of what stands before the buttons where there is one line.
func (d *Dialog) lead() int {
	if d.Short.Empty() {
		return 0
	}
	return d.Short.Width() + 1
}

func (d *Dialog) natural() int {
	n := d.Title.Width() + 4
	for _, l := range d.Lines {
		n = max(n, l.Width())
	}
	return max(n, d.buttonsWidth())
}

func (d *Dialog) buttonsWidth() int {
	n := 0
	for _, b := range d.Buttons {
		n += b.width()
	}
	return n
}

func (d *Dialog) body(w int) (lines []text.Text) {
	for _, l := range d.Lines {
		lines = append(lines, l.Wrap(w)...)
	}
	return lines
}

// ButtonAt is the button at the cell x, y of a dialog that was drawn in w by h
// cells; false if none is there.
func (d *Dialog) ButtonAt(x, y, w, h int) (int, bool) {
	left, row := 2, h-2 // behind border and blank
	if w < 5 || h <= 2 {
		left, row = d.lead(), 0
	}
	if y != row {
		return 0, false
	}
	for i, b := range d.Buttons {
		n := b.width() - 2
		if x >= left && x < left+n {
			return i, x < w-min(left, 2)
		}
		left += n + 2
	}
	return 0, false
}

// width is that of a button with the blanks behind it.
func (b Button) width() int {
	n := b.Label.Width() + 4
	if !b.Key.Empty() {
		n += b.Key.Width() + 1
	}
	return n
}

func (d *Dialog) buttons(st *theme.Styles, w int) string {
	p := newPen(nil, w, theme.Style{})
	for _, b := range d.Buttons {
		p.blank(1)
		p.write(b.Label, theme.Style{})
		if !b.Key.Empty() {
			p.blank(1)
			p.write(b.Key, st.Key)
		}
		p.blank(1)
		p.blank(2)
	}
	return p.line()
}

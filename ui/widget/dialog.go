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
		return layout.FitLines([]string{layout.Fit(st.Title.Text(d.Short), lead) + d.buttons(st, max(0, w-lead))}, max(0, w), min(max(0, h), 1))
	}
	body, title := d.body(inner), d.Title
	if room := h - 4; len(body) > room {
		body = body[:max(0, room)]
		if !d.Short.Empty() {
			title = d.Short
		}
	}
	body = append(body, "", " "+d.buttons(st, inner))
	if len(body) > h-2 {
		body = body[len(body)-(h-2):]
	}
	return layout.Box(st, layout.Frame{Title: title, W: inner + 4, H: min(len(body)+2, h), Focus: true}, body)
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

func (d *Dialog) body(w int) []string {
	var lines []string
	for _, l := range d.Lines {
		for _, part := range l.Wrap(w) {
			lines = append(lines, " "+part.String())
		}
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

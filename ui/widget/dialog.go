package widget

import (
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Button is an answer; Key is the key that gives it, as the keymap names it.
type Button struct{ Label, Key text.Text }

// Dialog is a question upon the screen: what happens, what it costs, and the
// answers. The first button is highlighted: Enter gives it.
type Dialog struct {
	Title   text.Text
	Lines   []text.Text // wrapped to the dialog
	Buttons []Button
	Danger  bool
}

// Render draws the dialog as a box of its own size, at most w by h: lay it upon
// the screen with layout.Overlay at layout.Center.
func (d *Dialog) Render(st *theme.Styles, w, h int) []string {
	inner := min(w-4, max(d.natural(), 24), 72)
	if inner <= 0 || h <= 2 {
		return layout.FitLines([]string{d.buttons(st, max(0, w))}, max(0, w), min(max(0, h), 1))
	}
	body := d.body(st, inner)
	if room := h - 4; len(body) > room {
		body = body[:max(0, room)]
	}
	body = append(body, "", " "+d.buttons(st, inner))
	if len(body) > h-2 {
		body = body[len(body)-(h-2):]
	}
	return layout.Box(st, layout.Frame{Title: d.Title, W: inner + 4, H: min(len(body)+2, h), Focus: true}, body)
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
		n += b.Label.Width() + b.Key.Width() + 5
	}
	return n
}

func (d *Dialog) body(st *theme.Styles, w int) []string {
	var lines []string
	for i, l := range d.Lines {
		style := theme.Style{}
		if i == 0 && d.Danger {
			style = st.Warn
		}
		for _, part := range l.Wrap(w) {
			lines = append(lines, " "+style.Text(part))
		}
	}
	return lines
}

func (d *Dialog) buttons(st *theme.Styles, w int) string {
	p := newPen(nil, w, theme.Style{})
	for i, b := range d.Buttons {
		base, side := theme.Style{}, text.Const(" ")
		if i == 0 {
			base, side = st.Selected, cursorGlyph
		}
		p.write(side, st.Accent.On(base))
		p.write(b.Label, base)
		if !b.Key.Empty() {
			p.write(text.Const(" "), base)
			p.write(b.Key, st.Key.On(base))
		}
		p.write(text.Const(" "), base)
		p.blank(2)
	}
	return p.line()
}

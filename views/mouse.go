package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"greenroom/ui/layout"
	"greenroom/views/view"
)

const wheelLines = 3

// target is a part of the terminal that a click may hit, at a place in it.
type target struct {
	layout.Rect
	hit func(x, y int) tea.Cmd
}

// targets are the parts of what is drawn, the lowest first: the names in the top
// line and the page, or once a dialog is open what lies beside it and the dialog.
func (r *Root) targets() []target {
	body := r.body()
	var out []target
	if len(r.dialogs) == 0 {
		for _, p := range r.topParts(r.size.W) {
			if p.action != "" {
				out = append(out, target{layout.Rect{X: p.x, W: p.words.Width(), H: body.Y}, func(int, int) tea.Cmd { return r.do(r.top(), p.action) }})
			}
		}
		return append(out, target{body, func(x, y int) tea.Cmd { return r.pointAt(r.top(), x, y, body) }})
	}
	all := layout.Rect{W: r.size.W, H: r.size.H}
	out = append(out, target{all, func(int, int) tea.Cmd { return r.dismiss(r.focus().screen) }})
	if boxes := r.boxes(body); len(boxes) > 0 {
		b := boxes[len(boxes)-1]
		out = append(out, target{b.Rect, func(x, y int) tea.Cmd { return r.pointAt(b.dialog, x, y, b.Rect) }})
	}
	return out
}

// click hands a press of the left button to what is drawn under it.
func (r *Root) click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	if r.welcome { // it hides what was clicked
		r.welcome = false
		return nil
	}
	r.point()
	for _, t := range slices.Backward(r.targets()) {
		if t.Contains(msg.X, msg.Y) {
			return t.hit(msg.X-t.X, msg.Y-t.Y)
		}
	}
	return nil // nothing is drawn there
}

func (r *Root) pointAt(s view.Screen, x, y int, area layout.Rect) tea.Cmd {
	return r.apply(s, s.Click(x, y, area.W, area.H))
}

func (r *Root) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	lines := wheelLines
	switch msg.Button {
	case tea.MouseWheelUp:
		lines = -lines
	case tea.MouseWheelDown:
	default:
		return nil
	}
	f := r.focus()
	return r.apply(f.screen, f.screen.Scroll(lines))
}

func (r *Root) body() layout.Rect {
	_, body, _ := layout.Rect{W: r.size.W, H: r.size.H}.Rows(headRows, footRows)
	return body
}

package views

import (
	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
)

const wheelLines = 3

func (r *Root) body() layout.Rect {
	_, body, _ := layout.Rect{W: r.width, H: r.height}.Rows(headRows, footRows)
	return body
}

// click hands a press of the left button to what lies under it.
func (r *Root) click(msg tea.MouseClickMsg) tea.Cmd {
	body := r.body()
	switch {
	case msg.Button != tea.MouseLeft:
		return nil
	case r.asking != nil:
		return r.clickAnswer(msg)
	case r.over != nil:
		return r.clickOver(msg)
	case r.complete != nil:
		box := r.completeBox(body).Inset(1, 1)
		if !box.Contains(msg.X, msg.Y) {
			return nil
		}
		return r.applyFrom(r.complete, r.complete.Click(msg.X-box.X, msg.Y-box.Y, box.W, box.H))
	case msg.Y < body.Y:
		return r.clickTop(msg.X)
	case body.Contains(msg.X, msg.Y):
		return r.apply(r.top().Click(msg.X, msg.Y-body.Y, body.W, body.H))
	}
	return nil
}

// clickTop opens the place, the commands or the help whose name is under x.
func (r *Root) clickTop(x int) tea.Cmd {
	line := text.Clean(r.topLine(r.width))
	for _, p := range r.places() {
		if over(line, r.env.Keys.KeyOf(p.action, keymap.Global)+" "+p.name.String(), x) {
			return r.place(p.page)
		}
	}
	for words, a := range map[string]keymap.Action{"commands": keymap.Palette, "help": keymap.Help} {
		if over(line, words, x) {
			return r.do(r.top(), a)
		}
	}
	return nil
}

// over says whether the cell x of a line shows the words.
func over(line text.Text, words string, x int) bool {
	for _, at := range text.FindIn(line, words) {
		if x >= line.CellAt(at.From) && x < line.CellAt(at.To) {
			return true
		}
	}
	return false
}

// clickAnswer takes the answer under the mouse.
func (r *Root) clickAnswer(msg tea.MouseClickMsg) tea.Cmd {
	lines := r.lines(r.width, r.height)
	if msg.Y < 0 || msg.Y >= len(lines) {
		return nil
	}
	line := text.Clean(lines[msg.Y])
	for i, b := range r.asking.buttons(r.env.Keys) {
		if over(line, b.Label.String(), msg.X) {
			return r.choose(r.asking.choices()[i])
		}
	}
	return nil
}

// clickOver runs the command under the mouse; a click beside the box closes it.
func (r *Root) clickOver(msg tea.MouseClickMsg) tea.Cmd {
	x, y, w, h := r.overRect()
	if (layout.Rect{X: x, Y: y, W: w, H: h}).Contains(msg.X, msg.Y) {
		cmd, shut := r.over.click(r, msg.Y-y)
		if shut {
			r.over = nil
		}
		if cmd == nil {
			return nil
		}
		return cmd()
	}
	r.over = nil
	return nil
}

// overRect is where the overlay stands on the terminal.
func (r *Root) overRect() (x, y, w, h int) {
	body := r.body()
	box := r.over.render(r, body.W, body.H)
	if len(box) == 0 {
		return 0, 0, 0, 0
	}
	w, h = text.Clean(box[0]).Width(), len(box)
	x, y = layout.Center(body.W, body.H, w, h)
	return x, body.Y + y, w, h
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
	switch {
	case r.asking != nil:
		return nil
	case r.over != nil:
		r.over.scroll(lines)
		return nil
	case r.complete != nil:
		return r.applyFrom(r.complete, r.complete.Scroll(lines))
	}
	return r.apply(r.top().Scroll(lines))
}

// paste goes into the field that is open.
func (r *Root) paste(msg tea.PasteMsg) tea.Cmd {
	switch {
	case r.asking != nil || r.over != nil:
		return nil
	case r.complete != nil:
		return r.applyFrom(r.complete, r.complete.Type(msg))
	case r.top().Typing():
		return r.apply(r.top().Type(msg))
	}
	return nil
}

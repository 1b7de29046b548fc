package views

import (
	tea "charm.land/bubbletea/v2"

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
	case msg.Button != tea.MouseLeft || r.question != nil || r.over != nil:
		return nil
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

// clickTop opens the place whose name is under x.
func (r *Root) clickTop(x int) tea.Cmd {
	line := text.Clean(r.topLine(r.width))
	for _, p := range places() {
		for _, at := range text.FindIn(line, p.key(r.env.Keys)+" "+p.name.String()) {
			if from := line.CellAt(at.From); x >= from && x < line.CellAt(at.To) {
				return r.place(p.page)
			}
		}
	}
	return nil
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
	case r.question != nil:
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
	case r.question != nil || r.over != nil:
		return nil
	case r.complete != nil:
		return r.applyFrom(r.complete, r.complete.Type(msg))
	case r.top().Typing():
		return r.apply(r.top().Type(msg))
	}
	return nil
}

package views

import (
	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// overlay is a box over the screen that has the keys while it is open.
type overlay interface {
	// press takes a key; shut closes the overlay before the command runs.
	press(r *Root, msg tea.KeyPressMsg) (cmd func() tea.Cmd, shut bool)
	render(r *Root, w, h int) []string
	cursor(w, h int) (x, y int, ok bool) // in what render drew
	scroll(lines int)
	click(r *Root, y int) (cmd func() tea.Cmd, shut bool) // in what render drew
	scopes() []keymap.Scope                               // whose hints hold
}

func (r *Root) overPress(msg tea.KeyPressMsg) tea.Cmd {
	cmd, shut := r.over.press(r, msg)
	if shut {
		r.over = nil
	}
	if cmd == nil {
		return nil
	}
	return cmd()
}

// overlays lays what is open over the lines of the screen.
func (r *Root) overlays(lines []string, body layout.Rect) []string {
	if r.complete != nil {
		box := r.completeBox(body)
		lines = layout.Overlay(lines, layout.Box(r.env.Styles, layout.Frame{Title: r.complete.Title(), W: box.W, H: box.H, Focus: true},
			r.complete.Render(box.W-2, box.H-2)), box.X, box.Y)
	}
	for _, o := range []interface {
		render(r *Root, w, h int) []string
	}{r.over, r.asking} {
		box := r.boxOf(o, body)
		if len(box) > 0 {
			x, y := layout.Center(body.W, body.H, text.Clean(box[0]).Width(), len(box))
			lines = layout.Overlay(lines, box, x, body.Y+y)
		}
	}
	return lines
}

func (r *Root) boxOf(o interface {
	render(r *Root, w, h int) []string
}, body layout.Rect) []string {
	switch o := o.(type) {
	case *question:
		if o == nil {
			return nil
		}
	case nil:
		return nil
	}
	return o.render(r, body.W, body.H)
}

// completeBox is where finding by name stands: on top, in the middle.
func (r *Root) completeBox(body layout.Rect) layout.Rect {
	w := min(body.W, 76)
	return layout.Rect{X: (body.W - w) / 2, Y: body.Y, W: w, H: min(body.H, 16)}
}

// cursor is where the text cursor stands on the terminal.
func (r *Root) cursor(w, h int) (x, y int, ok bool) {
	_, body, _ := layout.Rect{W: w, H: h}.Rows(headRows, footRows)
	switch {
	case r.asking != nil:
		return 0, 0, false
	case r.over != nil:
		left, top, bw, bh := r.overRect()
		x, y, ok = r.over.cursor(bw, bh)
		return left + x, top + y, ok
	case r.complete != nil:
		box := r.completeBox(body)
		x, y, ok = r.complete.Cursor(box.W-2, box.H-2)
		return box.X + 1 + x, box.Y + 1 + y, ok
	}
	x, y, ok = r.top().Cursor(body.W, body.H)
	return x, body.Y + y, ok
}

// palette lists every action that can be chosen by name.
type palette struct {
	input   widget.Input
	menu    widget.Menu
	actions []keymap.Action
}

func (r *Root) newPalette() overlay {
	p := &palette{input: widget.Input{Prompt: text.Const(" : "), Placeholder: text.Const("what do you want to do?")}}
	s := r.top()
	var items []widget.Item
	for _, b := range r.env.Keys.In(append(append([]keymap.Scope(nil), s.Scopes()...), keymap.Global)...) {
		if b.Hidden {
			continue
		}
		hint := text.Clean(b.Key())
		if price := s.Price(b.Action); price != "" {
			hint = text.Format("%s  %s", price, hint)
		}
		item := widget.Item{Label: text.Clean(b.Name), Hint: hint}
		if why := s.Can(b.Action); why != "" {
			item.Why = text.Format("– %s", why)
		}
		items = append(items, item)
		p.actions = append(p.actions, b.Action)
	}
	p.menu.Empty = text.Const("No command has these letters.")
	p.menu.SetItems(items)
	return p
}

func (p *palette) press(r *Root, msg tea.KeyPressMsg) (func() tea.Cmd, bool) {
	a, ok := r.env.Keys.Lookup(msg.String(), keymap.Field)
	if !ok {
		p.input.Type(msg)
		p.menu.SetFilter(p.input.Value())
		return nil, false
	}
	switch a {
	case keymap.ForceQuit:
		return r.quit, true
	case keymap.Cancel:
		return nil, true
	case keymap.NextItem:
		p.menu.Move(1)
	case keymap.PrevItem:
		p.menu.Move(-1)
	case keymap.Accept:
		return p.run(r)
	}
	return nil, false
}

func (p *palette) run(r *Root) (func() tea.Cmd, bool) {
	i, ok := p.menu.Cursor()
	if !ok {
		return nil, false
	}
	return func() tea.Cmd { return r.do(r.top(), p.actions[i]) }, true
}

func (p *palette) click(r *Root, y int) (func() tea.Cmd, bool) {
	if !p.menu.Click(y - 3) { // below border, field and rule
		return nil, false
	}
	return p.run(r)
}

func (p *palette) render(r *Root, w, h int) []string {
	w, h = min(w, 72), min(h, max(p.menu.Len(), 1)+4, 24)
	if w < 4 || h < 4 {
		return nil
	}
	inner := append([]string{p.input.Render(r.env.Styles, w-2), r.env.Styles.Border.Apply(text.Rule(w - 2))},
		p.menu.Render(r.env.Styles, w-2, h-4)...)
	return layout.Box(r.env.Styles, layout.Frame{Title: text.Const("Commands"), W: w, H: h, Focus: true}, inner)
}

func (p *palette) cursor(w, _ int) (x, y int, ok bool) {
	x, ok = p.input.Cursor(w - 2)
	return x + 1, 1, ok
}

func (p *palette) scopes() []keymap.Scope { return []keymap.Scope{keymap.Field} }

func (p *palette) scroll(lines int) { p.menu.Move(lines) }

// help lists every key that holds here.
type help struct {
	lines []string
	pager widget.Pager
}

func (r *Root) newHelp() overlay {
	h := &help{}
	st := r.env.Styles
	for _, scope := range append(append([]keymap.Scope(nil), r.top().Scopes()...), keymap.Global, keymap.Field, keymap.Dialog) {
		h.lines = append(h.lines, "", widget.Line(64, widget.Run{Text: text.Clean(" " + string(scope)), Style: st.Header}))
		for _, b := range r.env.Keys.In(scope) {
			h.lines = append(h.lines, widget.Line(64,
				widget.Run{Text: text.Clean("   " + b.AllKeys()).Pad(20), Style: st.Key}, widget.Run{Text: text.Clean(b.Name), Style: st.Text}))
		}
	}
	return h
}

func (h *help) press(r *Root, msg tea.KeyPressMsg) (func() tea.Cmd, bool) {
	a, _ := r.env.Keys.Lookup(msg.String(), keymap.List, keymap.Global)
	if a == keymap.ForceQuit {
		return r.quit, true
	}
	return nil, !view.Move(&h.pager, a)
}

func (h *help) render(r *Root, w, height int) []string {
	w, height = min(w, 70), min(height, len(h.lines)+3)
	if w < 4 || height < 4 {
		return nil
	}
	inner := append(h.pager.Render(h.lines, w-2, height-3), r.env.Styles.Dim.Apply("  ↑↓ move   any other key closes"))
	return layout.Box(r.env.Styles, layout.Frame{Title: text.Const("Keys"), W: w, H: height, Focus: true}, inner)
}

func (h *help) cursor(int, int) (x, y int, ok bool) { return 0, 0, false }

func (h *help) click(*Root, int) (func() tea.Cmd, bool) { return nil, true }

func (h *help) scopes() []keymap.Scope { return nil }

func (h *help) scroll(lines int) { h.pager.Move(lines) }

package views

import (
	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/autocomplete"
	"greenroom/views/view"
)

// A dialog is a screen that stands over the page and has the keys alone. Its
// Render is given the room there is, and draws a box of its own size. It is
// closed by what it returns: Nav, and with it the Result that the root acts on.

// dismissed is a dialog that every key it does not know closes, and a click
// beside it.
type dismissed interface{ Dismiss() view.Out }

// still is the part of a dialog to which nothing happens by itself.
type still struct{}

// Init asks nothing.
func (still) Init() view.Out { return view.Out{} }

// Update waits for nothing.
func (still) Update(tea.Msg) view.Out { return view.Out{} }

// Can is always yes.
func (still) Can(keymap.Action) string { return "" }

// Dismiss closes the dialog.
func (still) Dismiss() view.Out { return closed() }

func closed() view.Out { return view.Out{Nav: view.Nav{Back: true}} }

// show puts a dialog over all that is there.
func (r *Root) show(s view.Screen) tea.Cmd {
	r.dialogs = append(r.dialogs, s)
	return r.apply(s, s.Init())
}

// box is a dialog as it is drawn, and where on the terminal.
type box struct {
	layout.Rect
	dialog view.Screen
	lines  []string
}

// boxes are all dialogs, the lowest first.
func (r *Root) boxes(body layout.Rect) []box {
	var out []box
	for _, d := range r.dialogs {
		b := box{dialog: d, lines: d.Render(body.W, body.H)}
		if len(b.lines) == 0 {
			continue
		}
		b.W, b.H = text.Clean(b.lines[0]).Width(), len(b.lines)
		b.X, b.Y = layout.Center(body.W, body.H, b.W, b.H)
		if p, ok := d.(view.Placed); ok {
			b.X, b.Y = p.Stand(body.W, body.H, b.W, b.H)
		}
		b.X, b.Y = b.X+body.X, b.Y+body.Y
		out = append(out, b)
	}
	return out
}

// finder finds a creator by name. It can be called from everywhere and leaves no
// trace in the history.
type finder struct {
	*autocomplete.Screen
	env *view.Env
}

const finderCols, finderRows = 76, 16

// Render draws the field and what was found in a box.
func (f finder) Render(w, h int) []string {
	frame := layout.Frame{Title: text.Const("Find by name or handle"), W: min(w, finderCols), H: min(h, finderRows), Focus: true}
	return layout.Box(f.env.Styles, frame, f.Screen.Render(frame.W-2, frame.H-2))
}

// Stand is on top: what is found grows downwards.
func (f finder) Stand(w, h, bw, bh int) (x, y int) {
	x, _ = layout.Center(w, h, bw, bh)
	return x, 0
}

// Cursor is where the text cursor stands in the box.
func (f finder) Cursor(w, h int) (x, y int, ok bool) {
	x, y, ok = f.Screen.Cursor(w-2, h-2)
	return x + 1, y + 1, ok
}

// Click opens a creator.
func (f finder) Click(x, y, w, h int) view.Out {
	if !(layout.Rect{W: w, H: h}).Inset(1, 1).Contains(x, y) {
		return view.Out{}
	}
	return f.Screen.Click(x-1, y-1, w-2, h-2)
}

// palette lists what can be chosen by name: actions, and things to go to. Its
// result is an action, what a screen would return, or a command of the root; nil
// is nothing.
type palette struct {
	still
	frame   *view.Frame
	input   widget.Input
	menu    widget.Menu
	results []choice
	title   text.Text
}

// choice is what one row of a palette leads to, and what that costs.
type choice struct {
	result any
	price  string
}

// newHelp lists every key that holds here, those of fields and questions too. It
// filters as one types and runs what is chosen, like the commands.
func (r *Root) newHelp() *palette {
	p := &palette{frame: &r.env.Frame, title: text.Const("Keys"), input: widget.Input{Prompt: text.Const(" ? "), Placeholder: text.Const("words of a key or of what it does")}}
	s := r.top()
	var items []widget.Item
	for _, b := range r.env.Keys.In(append(pageScopes(s), keymap.Field, keymap.Dialog)...) {
		var result any = b.Action
		price := priceOf(s, b.Action)
		item := widget.Item{Label: text.Format("%s  %s", text.Clean(b.AllKeys()).Pad(12), b.Name), Hint: text.Clean(price)}
		switch why := s.Can(b.Action); {
		case b.Scope == keymap.Field || b.Scope == keymap.Dialog:
			item.Why, result = text.Format("– in %s", b.Scope), nil
		case why != "":
			item.Why = text.Format("– %s", why)
		}
		items = append(items, item)
		p.results = append(p.results, choice{result, price})
	}
	p.menu.Empty = text.Const("No key does that here.")
	p.menu.SetItems(items)
	return p
}

func (r *Root) newPalette() *palette {
	p := &palette{frame: &r.env.Frame, title: text.Const("Commands"), input: widget.Input{Prompt: text.Const(" : "), Placeholder: text.Const("what do you want to do?")}}
	s := r.top()
	var items []widget.Item
	for _, b := range r.env.Keys.In(pageScopes(s)...) {
		if b.Hidden {
			continue
		}
		hint, price := text.Clean(b.Key()), priceOf(s, b.Action)
		if price != "" {
			hint = text.Format("%s  %s", price, hint)
		}
		item := widget.Item{Label: text.Clean(b.Name), Hint: hint}
		if why := s.Can(b.Action); why != "" {
			item.Why = text.Format("– %s", why)
		}
		items = append(items, item)
		p.results = append(p.results, choice{b.Action, price})
	}
	for _, t := range r.things() {
		items = append(items, t.Item)
		p.results = append(p.results, t.choice)
	}
	p.menu.Empty = text.Const("No command, creator, list or theme has these letters.")
	p.menu.SetItems(items)
	return p
}

// Scopes are the keys of a field.
func (*palette) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Field} }

// Typing is always true.
func (*palette) Typing() bool { return true }

// Type narrows the list.
func (p *palette) Type(msg tea.Msg) view.Out {
	p.input.Type(msg)
	p.menu.SetFilter(p.input.Value())
	return view.Out{}
}

// Do moves in the list, or takes what is highlighted.
func (p *palette) Do(a keymap.Action) view.Out {
	switch a {
	case keymap.Cancel:
		return closed()
	case keymap.NextItem:
		p.menu.Move(1)
	case keymap.PrevItem:
		p.menu.Move(-1)
	case keymap.Accept:
		if i, ok := p.menu.Cursor(); ok && p.results[i].result != nil {
			return view.Out{Nav: view.Nav{Back: true}, Result: p.results[i].result}
		}
	}
	return view.Out{}
}

// Price is what the highlighted row would cost.
func (p *palette) Price(a keymap.Action) string {
	if i, ok := p.menu.Cursor(); ok && a == keymap.Accept && p.results[i].result != nil {
		return p.results[i].price
	}
	return ""
}

// Click takes the command under the mouse: below border, field and rule.
func (p *palette) Click(_, y, _, _ int) view.Out {
	if !p.menu.Click(y - 3) {
		return view.Out{}
	}
	return p.Do(keymap.Accept)
}

// Scroll moves in the list.
func (p *palette) Scroll(lines int) view.Out {
	p.menu.Move(lines)
	return view.Out{}
}

// Render draws the field and the list.
func (p *palette) Render(w, h int) []string {
	st := p.frame.Styles
	w, h = min(w, 72), min(h, max(p.menu.Len(), 1)+4, 24)
	if w < 4 || h < 4 {
		return nil
	}
	inner := append([]string{p.input.Render(st, w-2), st.Border.Apply(text.Rule(w - 2))}, p.menu.Render(st, w-2, h-4)...)
	return layout.Box(st, layout.Frame{Title: p.title, W: w, H: h, Focus: true}, inner)
}

// Cursor is where the text cursor stands in the box.
func (p *palette) Cursor(w, _ int) (x, y int, ok bool) {
	x, ok = p.input.Cursor(w - 2)
	return x + 1, 1, ok
}

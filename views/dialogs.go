package views

import (
	"slices"
	"strings"
	"time"

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
// closed by what it returns: Nav, and with it what follows from its answer.

// dismissed is a dialog that every key it does not know closes, and a click
// beside it.
type dismissed interface{ Dismiss() view.Out }

// firm is a question that only an answer closes.
type firm struct{ view.Acts }

// Scopes are the keys of questions.
func (firm) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Dialog} }

// Dismiss leaves the question.
func (firm) Dismiss() view.Out { return view.Out{} }

// posed is a question that is answered by one of a few keys, or by a click once it
// stood for a while.
type posed struct {
	firm
	root  *Root
	of    answered
	since time.Time // it is on the screen
	while time.Duration
}

// answered is a question with the work for its answer.
type answered interface {
	title() text.Text
	short() text.Text // its price
	lines() []text.Text
	choices() []keymap.Action // the answers that mean something now
	Do(keymap.Action) view.Out
}

func (r *Root) pose(q answered, while time.Duration) posed {
	return posed{root: r, of: q, since: r.handTime(), while: while}
}

// Can says whether an answer is offered.
func (p *posed) Can(a keymap.Action) string {
	if slices.Contains(p.of.choices(), a) {
		return ""
	}
	return "Not available right now."
}

// Click takes the answer under the mouse.
func (p *posed) Click(x, y, w, h int) view.Out {
	i, ok := p.dialog().ButtonAt(x, y, w, h)
	if !ok || p.root.handTime().Sub(p.since) < p.while {
		return view.Out{}
	}
	return p.of.Do(p.of.choices()[i])
}

// Render draws the question as a box.
func (p *posed) Render(w, h int) []string { return p.dialog().Render(p.root.env.Styles, w, h) }

func (p *posed) dialog() *widget.Dialog {
	d := &widget.Dialog{Title: p.of.title(), Short: p.of.short(), Lines: p.of.lines()}
	for _, a := range p.of.choices() {
		for b := range p.root.env.Keys.In(keymap.Dialog) {
			if b.Action == a {
				d.Buttons = append(d.Buttons, widget.Button{Label: text.Clean(b.Name), Key: text.Clean(b.Key())})
			}
		}
	}
	return d
}

func closed() view.Out { return ended(nil) }

// ended closes a dialog, and does what follows from its answer.
func ended(then func() view.Out) view.Out {
	return view.Out{Nav: view.Nav{Back: true}, Next: view.After(then)}
}

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

// Cursor returns the position of the text cursor in the box.
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

// palette lists what can be chosen by name: actions, and things to go to.
type palette struct {
	picker
	results []choice
}

// choice is the target of a palette's row, nil for none, and its price.
type choice struct {
	then  func() view.Out
	price string
}

// doing is an action of the page as a choice.
func (r *Root) doing(a keymap.Action, price string) choice {
	return choice{func() view.Out { return view.Out{Cmd: r.do(r.top(), a)} }, price}
}

// newHelp lists every key that holds here, those of fields and questions too. It
// filters as one types and runs what is chosen, like the commands.
func (r *Root) newHelp() *palette {
	all := r.bindings(func(b keymap.Binding, price string) widget.Item {
		return widget.Item{Label: text.Format("%s  %s", text.Clean(b.AllKeys()).Pad(12), b.Name), Hint: text.Clean(price)}
	}, keymap.Field, keymap.Dialog)
	return r.paletteOf(palette{picker: picker{title: text.Const("Keys"), menu: widget.Menu{Empty: text.Const("No matching keys here.")}}},
		widget.Input{Prompt: text.Const(" ? "), Placeholder: text.Const("search keys and actions")}, all)
}

func (r *Root) newPalette() *palette {
	all := r.bindings(func(b keymap.Binding, price string) widget.Item {
		if b.Hidden {
			return widget.Item{}
		}
		return widget.Item{Label: text.Clean(b.Name), Hint: text.Clean(strings.TrimSpace(price + "  " + b.Key()))}
	})
	return r.paletteOf(palette{picker: picker{title: text.Const("Commands"), menu: widget.Menu{Empty: text.Const("No matching command, creator, list or theme.")}}},
		widget.Input{Prompt: text.Const(" : "), Placeholder: text.Const("type a command or a name")}, append(all, r.things()...))
}

// bindings are the actions of the page, and those of more scopes, as an item of each.
func (r *Root) bindings(item func(b keymap.Binding, price string) widget.Item, more ...keymap.Scope) (all []thing) {
	s := r.top()
	for b := range r.env.Keys.In(append(pageScopes(s), more...)...) {
		price := s.Price(b.Action)
		t := thing{item(b, price), r.doing(b.Action, price)}
		switch why := r.cannot(s, b.Action); {
		case t.Label.Empty():
			continue
		case slices.Contains(more, b.Scope):
			t.Why, t.then = text.Format("– in %s", b.Scope), nil
		case why != "":
			t.Why = text.Format("– %s", why)
		}
		all = append(all, t)
	}
	return all
}

func (r *Root) paletteOf(of palette, in widget.Input, all []thing) *palette {
	p := &of
	p.frame, p.input, p.most = &r.env.Frame, in, widget.Size{W: 72, H: 24}
	p.setUp()
	p.Field[keymap.Accept] = view.Act{Do: p.accept, Price: p.price}
	items := make([]widget.Item, len(all))
	for i, t := range all {
		items[i] = t.Item
		p.results = append(p.results, t.choice)
	}
	p.menu.SetItems(items)
	p.take = func(i int) (func() view.Out, bool) { return p.results[i].then, p.results[i].then != nil }
	return p
}

// price is that of the highlighted row.
func (p *palette) price() string {
	if i, ok := p.menu.Cursor(); ok && p.results[i].then != nil {
		return p.results[i].price
	}
	return ""
}

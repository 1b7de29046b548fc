package views

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// asking is a dialog in which a line is typed.
type asking struct {
	view.Acts
	frame *view.Frame
	input widget.Input
}

// Dismiss closes the dialog.
func (*asking) Dismiss() view.Out { return closed() }

// Cursor returns the position of the text cursor in the box.
func (a *asking) Cursor(w, _ int) (x, y int, ok bool) {
	x, ok = a.input.Cursor(min(w, 76) - 2)
	return x + 1, 1, ok
}

// prompt asks for a line of words.
type prompt struct {
	asking
	ask  view.Prompt
	root *Root
}

func (r *Root) newPrompt(ask view.Prompt) *prompt {
	p := &prompt{asking{frame: &r.env.Frame, input: widget.Input{Prompt: text.Const(" ┃ "), Placeholder: ask.Hint}}, ask, r}
	p.Field = map[keymap.Action]view.Act{keymap.Cancel: {Do: closed}, keymap.Accept: {Do: func() view.Out {
		p.keep(p.ask.Value)
		return ended(func() view.Out { return p.ask.Done(strings.TrimSpace(p.input.Value())) })
	}}}
	value := ask.Value
	if words, ok := r.draft(p.key()); ok {
		value = words
	}
	if value != "" {
		p.input.SetValue(value)
	}
	return p
}

// key is by what the words of this prompt are kept until they are taken.
func (p *prompt) key() string {
	if !p.ask.Draft {
		return ""
	}
	return p.ask.Title.String()
}

func (p *prompt) keep(words string) {
	if p.ask.Draft {
		p.root.keepDraft(p.key(), words, p.ask.Value)
	}
}

// Type edits the line.
func (p *prompt) Type(msg tea.Msg) view.Out {
	p.input.Type(msg)
	p.keep(p.input.Value())
	return view.Out{}
}

// Render draws the line in a box.
func (p *prompt) Render(w, h int) []string {
	w, h = min(w, 76), min(h, 3)
	if w < 4 || h < 3 {
		return nil
	}
	return layout.Box(p.frame.Styles, layout.Frame{Title: p.ask.Title, W: w, H: h, Focus: true}, []string{p.input.Render(p.frame.Styles, w-2)})
}

// picker asks for one of several things: of many by their letters, of a few, which are
// all in view, like a list, with its keys or a first letter.
type picker struct {
	asking
	title text.Text
	most  widget.Size // of its box
	menu  widget.Menu
	few   bool                                        // there is no field
	ticks []int                                       // the items that Space takes, of a few
	list  func()                                      // makes the items anew for what was typed; nil: they stay
	take  func(i int) (then func() view.Out, ok bool) // what an item leads to; false: to nothing
	env   *view.Env
	leads func(i int) view.Page // the page an item opens; nil: none
}

// setUp declares what is done among the items.
func (p *picker) setUp() {
	move := func(by int) view.Act { return view.Act{Do: view.Then(func() { p.menu.Move(by) })} }
	p.Over = func() view.Mover { return &p.menu }
	p.Field = map[keymap.Action]view.Act{keymap.Cancel: {Do: closed}, keymap.NextItem: move(1), keymap.PrevItem: move(-1), keymap.Accept: {Do: p.accept, Price: p.price}}
}

func (r *Root) newPicker(pick view.Pick) *picker {
	pick.Items = each.Of(pick.Items, r.ours)
	p := &picker{asking: asking{frame: &r.env.Frame, input: widget.Input{Prompt: text.Const(" › "), Placeholder: letters(pick)}},
		title: pick.Title, most: widget.Size{W: 76, H: 20}, env: r.env, leads: pick.Leads}
	p.setUp()
	p.ticks = pick.Ticks
	p.few = pick.New.Empty() && len(pick.Items) > 0 && len(pick.Items) <= fewItems
	p.menu.Empty = text.Const("No match.")
	if !pick.None.Empty() && len(pick.Items) == 0 {
		p.menu.Empty, p.input.Placeholder = pick.None, text.Const("its name")
	}
	p.list = func() { p.menu.SetItems(itemsOf(pick, p.typed())) }
	p.take = func(i int) (func() view.Out, bool) {
		if i >= len(pick.Items) {
			i = -1
		}
		return func() view.Out { return pick.Done(i, p.typed()) }, true
	}
	p.list()
	p.menu.Move(pick.At)
	return p
}

// fewItems is the number of items seen at a glance.
const fewItems = 9

// letters say what can be typed: letters of an item, or the name of a new one.
func letters(pick view.Pick) text.Text {
	if pick.New.Empty() {
		return text.Const("type to filter")
	}
	return text.Const("type to filter, or enter a new name")
}

// itemsOf are the items, and last what was typed where that can be taken too.
func itemsOf(pick view.Pick, typed string) []widget.Item {
	items := each.Of(pick.Items, func(it text.Text) widget.Item { return widget.Item{Label: it} })
	if !pick.New.Empty() && typed != "" {
		items = append(items, widget.Item{Label: text.Cat(pick.New, text.Clean(typed))})
	}
	return items
}

// page is the page that the highlighted item opens.
func (p *picker) page() (to view.Page) {
	if i, some := p.menu.Cursor(); some && p.leads != nil {
		to = p.leads(i)
	}
	return to
}

// price tells the price of the page that the highlighted item opens.
func (p *picker) price() string {
	if p.leads == nil {
		return ""
	}
	return p.env.PagePrice(p.page())
}

// Offers returns the paid calls of that page.
func (p *picker) Offers() []view.Offer {
	if p.leads == nil {
		return nil
	}
	return []view.Offer{p.env.PageOffer(p.page())}
}

func (p *picker) typed() string { return strings.TrimSpace(p.input.Value()) }

// Type narrows the list; of a few it moves among them.
func (p *picker) Type(msg tea.Msg) view.Out {
	if p.few {
		if key, ok := msg.(tea.KeyPressMsg); ok {
			return p.choose(key)
		}
		return view.Out{}
	}
	p.input.Type(msg)
	if p.list != nil {
		p.list()
	}
	p.menu.SetFilter(p.typed())
	return view.Out{}
}

func (p *picker) choose(key tea.KeyPressMsg) view.Out {
	i, some := p.menu.Cursor()
	switch a, _ := p.frame.Keys.Lookup(key.String(), keymap.List); {
	case view.Moves(a):
		view.Move(&p.menu, a)
	case some && key.Text == " " && slices.Contains(p.ticks, i):
		return p.accept()
	case key.Text != "":
		p.menu.Jump(key.Text)
	}
	return view.Out{}
}

// Cursor returns the position of the text cursor in the box; a few have no field.
func (p *picker) Cursor(w, h int) (x, y int, ok bool) {
	if p.few {
		return 0, 0, false
	}
	return p.asking.Cursor(w, h)
}

func (p *picker) accept() view.Out {
	if i, some := p.menu.Cursor(); some {
		if result, ok := p.take(i); ok {
			return ended(result)
		}
	}
	return view.Out{}
}

// lead is the height of what stands over the list: the border, the field, a rule.
func (p *picker) lead() int {
	if p.few {
		return 1
	}
	return 3
}

// Click takes what is under the mouse.
func (p *picker) Click(_, y, _, _ int) view.Out {
	if !p.menu.Click(y - p.lead()) {
		return view.Out{}
	}
	return p.accept()
}

// wholeLines is the most that is shown of an entry of many below the list.
const wholeLines = 3

// Render draws the field and the list, and below what the row of the highlighted item has
// no room for: of a few, one of which is agreed to, all of it.
func (p *picker) Render(w, h int) []string {
	st := p.frame.Styles
	over := p.lead() + 1 // with the border below
	w = min(w, p.most.W)
	if w < 4 || h < over {
		return nil
	}
	most := wholeLines
	if p.few {
		most = h
	}
	whole := p.menu.Whole(w-2, most)
	if len(whole) > 0 {
		over += len(whole) + 1
	}
	if h < over+min(p.menu.Len(), fewItems) {
		whole, over = nil, p.lead()+1
	}
	h = min(h, max(p.menu.Len(), 1)+over, max(p.most.H, over))
	var inner []string
	if !p.few {
		inner = append(inner, p.input.Render(st, w-2), st.Border.Apply(text.Rule(w-2)))
	}
	inner = append(inner, p.menu.Render(st, w-2, h-over)...)
	if len(whole) > 0 {
		inner = append(inner, st.Border.Apply(text.Rule(w-2)))
	}
	inner = append(inner, each.Of(whole, func(l text.Text) string { return st.Text.Fit(text.Cat(text.Const(" "), l), w-2) })...)
	return layout.Box(st, layout.Frame{Title: p.title, W: w, H: h, Focus: true}, inner)
}

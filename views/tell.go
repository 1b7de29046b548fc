package views

import (
	"strings"

	"greenroom/client"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// What the workbench tells people who do not see it: what has the focus, and what the root
// draws around it.

// Tell is the dialog on top, else the page.
func (r *Root) Tell() []view.Fact { return r.focus().screen.Tell() }

// Where is which service this is, the way to this page, the list at hand, and the places
// there are.
func (r *Root) Where() []view.Fact {
	service := r.cfg.Service
	if r.cfg.Demo {
		service = text.Const("DEMO, a sample world: everybody in it is invented")
	}
	out := []view.Fact{view.Labelled(text.Const("greenroom"), service)}
	way := each.Of(r.stack, func(e entry) text.Text { return headOf(e.screen) })
	way = append(way, each.Of(r.dialogs, headOf)...)
	out = append(out, view.Labelled(text.Const("here"), text.Join(way, text.Const(" › "))))
	if list := r.listPiece(); len(list) > 0 {
		out = append(out, piecesOf(list))
	}
	places := view.Fact{Label: text.Const("places")}
	for _, p := range r.places() {
		places.Children = append(places.Children, view.Fact{Kind: view.Choice, Value: p.name, Action: p.action})
	}
	places.Children = append(places.Children, view.Fact{Kind: view.Choice, Value: text.Const("commands"), Action: keymap.Palette}, view.Fact{Kind: view.Choice, Value: text.Const("help"), Action: keymap.Help})
	return append(append(out, places), r.Greeted()...)
}

func headOf(s view.Screen) text.Text {
	if titled, ok := s.(view.Titled); ok {
		return titled.Title()
	}
	for _, f := range s.Tell() {
		if f.Kind == view.Heading {
			return f.Value
		}
	}
	return text.Text{}
}

// Status tells the budgets, the spending, the work under way and the queue.
func (r *Root) Status() []view.Fact {
	left, right := r.status()
	var out []view.Fact
	for _, side := range [][]piece{left, right} {
		for part := range strings.SplitSeq(piecesOf(side).Value.String(), "   ") {
			out = append(out, view.Sentences(text.Clean(part))...)
		}
	}
	return out
}

func piecesOf(all []piece) view.Fact {
	runs := make([]widget.Run, len(all))
	for i, p := range all {
		runs[i].Text = p.words
	}
	return view.Runs(runs...)
}

// Choices lists the actions possible now, with their prices: those that have a hint, and
// behind them the others.
func (r *Root) Choices() []view.Fact {
	f := r.focus()
	var hinted, others []view.Fact
	for b := range r.Offered() {
		one := view.Fact{Kind: view.Choice, Label: text.Clean(b.Word()), Value: text.Clean(b.Name), Price: f.screen.Price(b.Action), Action: b.Action}
		if hint := hintOf(f.screen, b); hint != "" {
			one.Label = text.Clean(hint)
			hinted = append(hinted, one)
			continue
		}
		one.Kind = view.Aside
		others = append(others, one)
	}
	return append(hinted, others...)
}

// Low says that less than a tenth of what a minute or an hour may cost is left.
func (r *Root) Low() bool {
	low := func(w client.Window) bool { return w.Known && w.LimitKnown && w.Remaining*10 < w.Limit }
	return low(r.env.Budget.Minute) || low(r.env.Budget.Hour)
}

// Running names what is under way; nothing while nothing is.
func (r *Root) Running() []string { return r.running() }

// Idle counts the running commands that only wait for a person.
func (r *Root) Idle() int { return r.awaits }

// Notice is the message for a moment; its kind says whether it tells what is wrong.
func (r *Root) Notice() view.Fact {
	if r.toast.Bad {
		return view.Fact{Kind: view.Alarm, Value: r.toast.Text}
	}
	return view.Fact{Kind: view.Note, Value: r.toast.Text}
}

// Asks says whether a call that is under way waits for an answer.
func (r *Root) Asks() bool {
	_, asks := r.focus().screen.(*payQuestion)
	return asks
}

// Dialog says whether a dialog has the focus.
func (r *Root) Dialog() bool { return r.focus().dialog }

// Failed returns the error of the last call; nil where there was none.
func (r *Root) Failed() error {
	if n := len(r.account.entries); n > 0 {
		return r.account.entries[n-1].Err
	}
	return nil
}

// Tell is the question. Its answers are among what can be done.
func (p *posed) Tell() []view.Fact {
	out := append([]view.Fact{view.Head(p.of.title())}, view.Sentences(p.of.lines()...)...)
	return append(out, each.Of(p.dialog().Buttons, func(b widget.Button) view.Fact { return view.Fact{Kind: view.Aside, Label: b.Label, Value: b.Key} })...)
}

// Tell tells the question, and the text in the field.
func (p *prompt) Tell() []view.Fact {
	return []view.Fact{view.Head(p.ask.Title), view.Field(text.Const("now"), &p.input)}
}

// Tell tells the items to choose from.
func (p *picker) Tell() []view.Fact {
	out := []view.Fact{view.Head(p.title)}
	if !p.few {
		out = append(out, view.Narrows(text.Const("filter"), &p.input))
	}
	return append(out, view.Items(&p.menu)...)
}

// Tell tells the queue, in the order in which it will start.
func (q *queue) Tell() []view.Fact {
	out := append([]view.Fact{view.Head(queueTitle)}, view.Items(&q.menu)...)
	return append(out, view.Sentences(q.way())...)
}

// Tell tells where the code is to be entered, and the code.
func (e *entrance) Tell() []view.Fact {
	out := []view.Fact{view.Head(text.Const("Sign in"))}
	before, after := e.says()
	for _, one := range append(before, after...) {
		out = append(out, view.Sentences(one.Text)...)
	}
	if e.code != nil && e.root.env.Browse != nil || !e.failed.Empty() {
		out = append(out, view.Fact{Kind: view.Choice, Label: text.Const("go"), Action: keymap.Accept})
	}
	return out
}

// Tell is a row for each field, and what the search for the brief would find.
func (b *brief) Tell() []view.Fact {
	out := append([]view.Fact{view.Head(text.Const("Brief"))}, view.Blocked(b.finds)...)
	for i := range b.lines {
		f := view.Field(b.lines[i].Prompt, &b.lines[i])
		f.Kind, f.Here = view.Row, i == b.at
		out = append(out, f)
	}
	words := view.Fact{Kind: view.Row, Label: text.Const("in your words"), Here: b.at == briefText, Action: keymap.NextItem}
	words.Children = view.Sentences(text.CleanLines(b.words.Value())...)
	out = append(out, words)
	for i, r := range b.relax() {
		out = append(out, view.Fact{Kind: view.Row, Value: r.Says(), Here: b.at == briefText+1+i})
	}
	return append(out, view.Fact{Kind: view.Aside, Value: b.count()})
}

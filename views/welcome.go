package views

import (
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// welcomeLines greets a first start over the sample world, until the first key, which does
// what it always does.
func (r *Root) welcomeLines() []text.Text {
	keys := r.env.Keys
	return []text.Text{
		text.Const("Greenroom finds creators in plain words, reads them, settles a shortlist."),
		text.Const("A sample: everybody in it is invented, credits are play money."),
		text.Format("Try  %s a query of your own  ·  %s open whom you see  ·  %s paste a brief", keys.KeyOf(keymap.EditQuery, keymap.Search), keys.KeyOf(keymap.Open, keymap.Search), keys.KeyOf(keymap.Brief, keymap.Global)),
		text.Format("Two minutes of practice: greenroom tour. Keys: %s.%s", keys.KeyOf(keymap.Help, keymap.Global), text.When(!r.cfg.Lines, " Any key ends this.")),
	}
}

// greeting is the box over the last rows of the page; nil where there is nothing to say, or
// something else to see.
func (r *Root) greeting(body layout.Rect) *box {
	if !r.welcome || len(r.dialogs) > 0 {
		return nil
	}
	w := min(body.W, welcomeCols)
	var lines []string
	for _, t := range r.welcomeLines() {
		for _, l := range t.Wrap(max(1, w-4)) {
			lines = append(lines, r.env.Styles.Text.Fit(text.Cat(text.Const(" "), l), w-2))
		}
	}
	b := box{lines: layout.Box(r.env.Styles, layout.Frame{Title: text.Const("Welcome"), W: w, H: len(lines) + 2, Focus: true}, lines)}
	b.W, b.H = w, len(b.lines)
	b.X, b.Y = body.X+(body.W-w)/2, body.Y+max(0, body.H-b.H-1)
	if b.H > body.H {
		return nil
	}
	return &b
}

const welcomeCols = 78

// Greeted are the facts of the welcome.
func (r *Root) Greeted() []view.Fact {
	if !r.welcome {
		return nil
	}
	return view.Sentences(r.welcomeLines()...)
}

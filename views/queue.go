package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// startWaiting runs what has waited longest for the budget, once it fits.
func (r *Root) startWaiting() tea.Cmd {
	if len(r.waiting) == 0 {
		return nil
	}
	q := r.waiting[0]
	if r.env.Now.Before(q.after) {
		return nil
	}
	if q.fit = r.env.Client.Fit(q.ask.High); !q.fit.OK() {
		return nil
	}
	cmd := r.start(q.by, q.ask)
	if cmd == nil {
		return nil // the last one from its screen is still under way
	}
	r.waiting = r.waiting[1:]
	return cmd
}

// giveUp drops what waits at a place in the queue.
func (r *Root) giveUp(i int) tea.Cmd {
	what := r.waiting[i].ask.What
	r.waiting = slices.Delete(r.waiting, i, i+1)
	return r.apply(nil, view.Say(text.Format("Removed from the queue, nothing was charged: %s", what)))
}

func (r *Root) queuePiece() []piece {
	st, keys := r.env.Styles, r.env.Keys
	switch n := len(r.waiting); n {
	case 0:
		return nil
	case 1:
		return []piece{{text.Format(" starts in %s, %s stops ", r.left(r.waiting[0].fit.At), keys.KeyOf(keymap.Back, keymap.Global)), st.BarWarn, 0, keymap.Queue}}
	default:
		return []piece{{text.Format(" %d waiting, next %s, %s shows ", n, r.left(r.waiting[0].fit.At), keys.KeyOf(keymap.Queue, keymap.Global)), st.BarWarn, 0, keymap.Queue}}
	}
}

// queue lists what waits for the budget, in the order it will start.
type queue struct {
	view.Acts
	root *Root
	menu widget.Menu
}

func (r *Root) newQueue() *queue {
	q := &queue{root: r}
	q.Acts = view.Acts{In: keymap.Waiting, Over: func() view.Mover { return &q.menu }, By: map[keymap.Action]view.Act{keymap.Remove: {Do: q.remove}}}
	q.menu.Empty = text.Const("No calls are waiting for budget.")
	q.fill()
	return q
}

func (q *queue) fill() {
	items := each.Of(q.root.waiting, func(w *question) widget.Item {
		return widget.Item{Label: w.ask.What, Hint: text.Format("≤%s cr  in %s", view.Amount(w.ask.High), q.root.left(w.fit.At))}
	})
	q.menu.SetItems(items)
}

// Update counts the time down.
func (q *queue) Update(tea.Msg) view.Out {
	q.fill()
	return view.Out{}
}

// Dismiss closes the list.
func (*queue) Dismiss() view.Out { return closed() }

// remove takes out what is selected.
func (q *queue) remove() view.Out {
	i, ok := q.menu.Cursor()
	if !ok || i >= len(q.root.waiting) {
		return view.Out{}
	}
	cmd := q.root.giveUp(i)
	q.fill()
	return view.Out{Cmd: cmd}
}

// Render draws the list.
func (q *queue) Render(w, h int) []string {
	w, h = min(w, 100), min(h, max(q.menu.Len(), 1)+4)
	if w < 4 || h < 4 {
		return nil
	}
	st := q.root.env.Styles
	lines := append(q.menu.Render(st, w-2, h-4), "", st.Dim.Text(text.Cat(text.Const("  "), q.way())))
	return layout.Box(st, layout.Frame{Title: queueTitle, W: w, H: h, Focus: true}, lines)
}

var queueTitle = text.Const("Waiting for budget")

func (q *queue) way() text.Text {
	return text.Format("%s removes one; each starts when the budget allows", q.root.env.Keys.KeyOf(keymap.Remove, keymap.Waiting))
}

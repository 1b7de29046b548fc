package views

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// question is a call that waits for a yes, or for the budget.
type question struct {
	ask     view.Ask
	fits    bool      // the budget holds it now
	never   bool      // no window can ever hold it
	at      time.Time // when it will fit; zero if not known
	waiting bool      // runs by itself at that time
}

// ask starts a call, or asks first: above the set price, or when the budget
// cannot hold it now.
func (r *Root) ask(a view.Ask) tea.Cmd {
	q := r.weigh(a)
	if q.fits && (a.High <= r.cfg.AskOver || r.silent) {
		return r.apply(a.Run())
	}
	r.question = &q
	return nil
}

// weigh holds a call against the budget as it stands.
func (r *Root) weigh(a view.Ask) question {
	q := question{ask: a, fits: true}
	b := r.env.Budget
	for _, w := range []struct {
		known, limited   bool
		remaining, limit api.Credits
		reset            time.Time
	}{
		{b.Minute.Known, b.Minute.LimitKnown, b.Minute.Remaining, b.Minute.Limit, b.Minute.Reset},
		{b.Hour.Known, b.Hour.LimitKnown, b.Hour.Remaining, b.Hour.Limit, b.Hour.Reset},
	} {
		if !w.known || w.remaining >= a.High {
			continue
		}
		q.fits = false
		q.never = q.never || w.limited && w.limit < a.High
		if w.reset.After(q.at) {
			q.at = w.reset
		}
	}
	return q
}

func (r *Root) answerQuestion(key string) tea.Cmd {
	a, ok := r.env.Keys.Lookup(key, keymap.Dialog)
	if !ok {
		return nil
	}
	q := r.question
	switch {
	case a == keymap.ForceQuit:
		return r.quit()
	case a == keymap.No:
		r.question = nil
	case a == keymap.Wait && !q.fits && !q.never:
		q.waiting = true
	case a == keymap.Yes && q.fits:
		return r.run()
	case a == keymap.Always && q.fits:
		r.silent = true
		return r.run()
	}
	return nil
}

func (r *Root) run() tea.Cmd {
	run := r.question.ask.Run
	r.question = nil
	return r.apply(run())
}

// reconsider runs what waited for the budget, once it fits.
func (r *Root) reconsider() tea.Cmd {
	if r.question == nil || !r.question.waiting {
		return nil
	}
	q := r.weigh(r.question.ask)
	if q.fits {
		return r.run()
	}
	q.waiting = true
	r.question = &q
	return nil
}

// render draws the question as a box.
func (q *question) render(r *Root, w, h int) []string {
	d := widget.Dialog{Title: text.Const("Before this is paid"), Lines: q.lines(r)}
	for _, b := range r.env.Keys.In(keymap.Dialog) {
		if slices.Contains(q.choices(), b.Action) {
			d.Buttons = append(d.Buttons, widget.Button{Label: text.Clean(b.Name), Key: text.Clean(b.Key())})
		}
	}
	return d.Render(r.env.Styles, w, h)
}

func (q *question) lines(r *Root) []text.Text {
	lines := []text.Text{q.ask.What, text.Format("It costs up to %s credits. %s", q.ask.High, r.leftNow())}
	switch {
	case q.never:
		lines = append(lines, text.Const("No minute or hour of this plan holds that much. Ask for fewer results."))
	case q.waiting:
		lines = append(lines, text.Format("Starts by itself in %s.", r.left(q.at)))
	case !q.fits:
		lines = append(lines, text.Format("It does not fit now; it will in %s.", r.left(q.at)))
	}
	return lines
}

// leftNow says what the minute and the hour still hold.
func (r *Root) leftNow() text.Text {
	m, h := r.env.Budget.Minute, r.env.Budget.Hour
	if !m.Known || !h.Known {
		return text.Const("What is left of the budget is not known yet.")
	}
	return text.Format("Left: %s this minute, %s this hour.", amount(m.Remaining), amount(h.Remaining))
}

// choices are the actions the question offers now.
func (q *question) choices() []keymap.Action {
	switch {
	case q.never, q.waiting:
		return []keymap.Action{keymap.No}
	case !q.fits:
		return []keymap.Action{keymap.Wait, keymap.No}
	}
	return []keymap.Action{keymap.Yes, keymap.Always, keymap.No}
}

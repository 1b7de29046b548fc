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

// question is a call held against the budget, before the planner said yes.
type question struct {
	ask   view.Ask
	fits  bool      // the budget holds it now
	never bool      // no window can ever hold it
	at    time.Time // when it will fit; zero if not known
}

// ask starts a call, or asks first: above the price the planner agreed to, or
// when the budget cannot hold it now.
func (r *Root) ask(a view.Ask) tea.Cmd {
	q := r.weigh(a)
	if q.fits && a.High <= max(r.cfg.AskOver, r.agreed) {
		return r.apply(a.Run())
	}
	r.question, r.toast = &q, view.Toast{}
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

// choices are the answers that mean something now; Enter is the first.
func (q *question) choices() []keymap.Action {
	switch {
	case q.never || !q.fits && q.at.IsZero():
		return []keymap.Action{keymap.No}
	case !q.fits:
		return []keymap.Action{keymap.Wait, keymap.No}
	}
	return []keymap.Action{keymap.Yes, keymap.No, keymap.Always}
}

func (r *Root) answerQuestion(key string) tea.Cmd {
	a, ok := r.env.Keys.Lookup(key, keymap.Dialog)
	switch {
	case !ok:
		return nil
	case a == keymap.ForceQuit:
		return r.quit()
	case r.accepts(key):
		a = r.question.choices()[0]
	}
	return r.choose(a)
}

// accepts says whether a key presses what is highlighted, whatever that is.
func (r *Root) accepts(key string) bool {
	a, ok := r.env.Keys.Lookup(key, keymap.Field)
	return ok && a == keymap.Accept
}

// choose takes an answer, if it is one of those that are offered.
func (r *Root) choose(a keymap.Action) tea.Cmd {
	q := r.question
	if !slices.Contains(q.choices(), a) {
		return nil
	}
	r.question = nil
	switch a {
	case keymap.Wait:
		r.waiting = q
		return nil
	case keymap.No:
		return nil
	case keymap.Always:
		r.agreed = q.ask.High
	}
	return r.apply(q.ask.Run())
}

// reconsider runs what waits for the budget, once it fits.
func (r *Root) reconsider() tea.Cmd {
	if r.waiting == nil {
		return nil
	}
	q := r.weigh(r.waiting.ask)
	if !q.fits {
		r.waiting = &q
		return nil
	}
	r.waiting = nil
	return r.apply(q.ask.Run())
}

// buttons are the answers as they stand in the box.
func (q *question) buttons(keys *keymap.Map) []widget.Button {
	var out []widget.Button
	for _, a := range q.choices() {
		for _, b := range keys.In(keymap.Dialog) {
			if b.Action == a {
				out = append(out, widget.Button{Label: text.Clean(b.Name), Key: text.Clean(b.Key())})
			}
		}
	}
	return out
}

// render draws the question as a box.
func (q *question) render(r *Root, w, h int) []string {
	d := widget.Dialog{Title: text.Const("Before this is paid"), Lines: q.lines(r), Buttons: q.buttons(r.env.Keys)}
	return d.Render(r.env.Styles, w, h)
}

func (q *question) lines(r *Root) []text.Text {
	lines := []text.Text{q.ask.What, text.Format("It costs up to %s credits (%s). %s", view.Amount(q.ask.High), dollars(q.ask.High), r.leftNow())}
	if !q.ask.Note.Empty() {
		lines = append(lines, q.ask.Note)
	}
	switch {
	case q.never:
		lines = append(lines, text.Const("No minute or hour of this plan holds that much. Ask for fewer results."))
	case !q.fits && q.at.IsZero():
		lines = append(lines, text.Const("It does not fit now. When it will, the service does not tell."))
	case !q.fits:
		lines = append(lines, text.Format("It does not fit now; it will in %s.", r.left(q.at)))
	}
	return lines
}

// dollars is an amount in money: a credit is a cent.
func dollars(c api.Credits) text.Text {
	cents := int64(c) / int64(api.Credit)
	return text.Format("$%d.%02d", cents/100, cents%100)
}

// leftNow says what the minute and the hour still hold.
func (r *Root) leftNow() text.Text {
	m, h := r.env.Budget.Minute, r.env.Budget.Hour
	if !m.Known || !h.Known {
		return text.Const("What is left of the budget is not known yet.")
	}
	return text.Format("Left: %s this minute, %s this hour.", view.Amount(m.Remaining), view.Amount(h.Remaining))
}

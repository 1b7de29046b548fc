package views

import (
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// question is a call held against the budget, before the planner said yes.
type question struct {
	ask   view.Ask
	fits  bool      // the budget holds it now
	never bool      // no window can ever hold it
	at    time.Time // when it will fit; zero if not known
	after time.Time // the client refuses it until then, whatever the budget holds
}

// notKept is a call that cannot be answered from what is kept.
type notKept struct {
	ask    view.Ask
	answer fetch.Answer
}

// tooSoon is the refusal of a call that the budget could not hold after all:
// another program may spend from it too.
type tooSoon struct {
	ask    view.Ask
	answer fetch.Answer
	at     time.Time
}

// ask starts a call. Above the price the planner agreed to, and where the budget
// cannot hold it now, it is first answered from what is kept, and only where
// nothing is it is asked about.
func (r *Root) ask(a view.Ask) tea.Cmd {
	if r.weigh(a).fits && a.High <= max(r.cfg.AskOver, r.agreed) {
		return r.start(a)
	}
	out := a.Run(client.KeptOnly())
	out.Cmd = relay(out.Cmd, func(answer fetch.Answer) tea.Msg {
		if client.KindOf(answer.Failure()) == client.KindNotKept {
			return notKept{a, answer}
		}
		return answer
	})
	return r.apply(out)
}

// start runs a call that may be paid.
func (r *Root) start(a view.Ask) tea.Cmd {
	out := a.Run()
	out.Cmd = relay(out.Cmd, func(answer fetch.Answer) tea.Msg {
		var failed *client.Error
		if errors.As(answer.Failure(), &failed) && failed.Kind == client.KindOverBudget && !failed.RetryAt.IsZero() {
			return tooSoon{a, answer, failed.RetryAt}
		}
		return answer
	})
	return r.apply(out)
}

// relay looks at the answer of a command before anybody else does.
func relay(cmd tea.Cmd, look func(fetch.Answer) tea.Msg) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		if answer, ok := msg.(fetch.Answer); ok {
			return look(answer)
		}
		return msg
	}
}

// pose asks the planner, if what was to be answered is still waited for.
func (r *Root) pose(m notKept) tea.Cmd {
	if m.answer.Release() {
		q := r.weigh(m.ask)
		r.asking, r.toast = &q, view.Toast{}
	}
	return nil
}

// offer tells of the refusal and offers to start the call when it fits.
func (r *Root) offer(m tooSoon) tea.Cmd {
	cmd := r.answer(m.answer)
	q := r.weigh(m.ask)
	q.fits, q.after = false, m.at
	if q.at.Before(m.at) {
		q.at = m.at
	}
	r.asking = &q
	return cmd
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
		a = r.asking.choices()[0]
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
	q := r.asking
	if !slices.Contains(q.choices(), a) {
		return nil
	}
	r.asking = nil
	switch a {
	case keymap.Wait:
		r.waiting = q
		return nil
	case keymap.No:
		return nil
	case keymap.Always:
		r.agreed = q.ask.High
	}
	return r.start(q.ask)
}

// reconsider runs what waits for the budget, once it fits.
func (r *Root) reconsider() tea.Cmd {
	if r.waiting == nil || r.env.Now.Before(r.waiting.after) {
		return nil
	}
	q := r.weigh(r.waiting.ask)
	if !q.fits {
		r.waiting = &q
		return nil
	}
	r.waiting = nil
	return r.start(q.ask)
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

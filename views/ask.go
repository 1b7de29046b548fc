package views

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/money"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// question asks about a call before it is paid. Its result is a reply.
type question struct {
	posed
	ask   view.Ask
	fit   money.Fit
	after time.Time   // the client refused it until then, whatever the budget holds
	over  text.Text   // how it goes over the budget of a brief; empty: it does not
	by    view.Screen // that asked
	led   string      // the key that led here: it cannot answer
}

// notKept is a call that cannot be answered from what is kept.
type notKept struct {
	ask    view.Ask
	by     view.Screen
	answer fetch.Answer
	hasty  bool        // a burst of keys asked for what no question guards
	budget *planBudget // of the brief, as it was found; nil: none
	led    string
}

// sought holds the memory's answer to a call that may have to be asked about, and the
// look-up before it; nil parts are not known.
type sought struct{ look, found tea.Msg }

// tooSoon is the refusal of a call that the budget could not hold after all:
// another program may spend from it too.
type tooSoon struct {
	ask    view.Ask
	by     view.Screen
	answer fetch.Answer
	at     time.Time
}

// ask starts a call. From the price on that is asked about, where the budget
// cannot hold it now, where a burst of keys asks for it, and where it has to be
// looked at first, it is first answered from what is kept, and only where nothing is
// it is asked about. Where the planner is asked about each payment, that question is
// the only one, unless the call goes over the budget of the brief.
func (r *Root) ask(by view.Screen, a view.Ask) tea.Cmd {
	if r.kept.resuming {
		return r.reopen(by, a)
	}
	agreed := r.agrees(a.High)
	hasty := r.hands.hasty && a.High > 0
	budget := r.budgetFor(a.High)
	if agreed && !hasty && r.env.Client.Fit(a.High).OK() && a.Look == nil && !odd(a) && budget == nil {
		return r.start(by, a)
	}
	m := notKept{ask: a, by: by, hasty: hasty && agreed, led: r.hands.key}
	out := a.Run(client.KeptOnly())
	if out.Cmd != nil {
		r.hands.asking++
		find := inspect(out.Cmd, func(answer fetch.Answer) tea.Msg {
			if m.answer = answer; client.KindOf(answer.Failure()) == client.KindNotKept {
				return m
			}
			return answer
		})
		out.Cmd = func() tea.Msg { return lookInto(find(), a.Look, budget) }
	}
	return r.apply(by, out)
}

// agrees says whether a price needs no question.
func (r *Root) agrees(high api.Credits) bool {
	return high == 0 || r.env.Client.Asks() || high < r.cfg.AskOver || high <= r.agreed
}

// lookInto looks at a call that no kept answer serves.
func lookInto(found tea.Msg, look tea.Cmd, budget *planBudget) (s sought) {
	s.found = found
	m, paid := found.(notKept)
	if !paid {
		return s
	}
	if look != nil {
		s.look = look()
	}
	m.budget = budget.read()
	s.found = m
	return s
}

// sought takes what was looked up, and goes on.
func (r *Root) sought(m sought) tea.Cmd {
	r.hands.asking--
	var cmd tea.Cmd
	if m.look != nil {
		cmd = r.take(m.look)
	}
	return tea.Batch(cmd, r.take(m.found))
}

// odd says whether a call is asked about whatever was agreed.
func odd(a view.Ask) bool { return a.Odd != nil && a.Odd() }

// start runs a call that may be paid; nil if its screen is busy.
func (r *Root) start(by view.Screen, a view.Ask) tea.Cmd {
	out := a.Run()
	out.Cmd = inspect(out.Cmd, func(answer fetch.Answer) tea.Msg {
		if failed, ok := errors.AsType[*client.Error](answer.Failure()); ok && failed.Kind == client.KindOverBudget && !failed.RetryAt.IsZero() {
			return tooSoon{a, by, answer, failed.RetryAt}
		}
		return answer
	})
	if out.Cmd == nil && out.Toast.Text.Empty() {
		return nil
	}
	return r.apply(by, out)
}

// inspect sees the answer of a command before anything else does.
func inspect(cmd tea.Cmd, see func(fetch.Answer) tea.Msg) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		if answer, ok := msg.(fetch.Answer); ok {
			return see(answer)
		}
		return msg
	}
}

// askPlanner asks, if what was to be answered is still waited for.
func (r *Root) askPlanner(m notKept) tea.Cmd {
	if !m.answer.Release() {
		return nil
	}
	if m.hasty {
		return r.hasty(m)
	}
	r.toast = view.Toast{}
	if m.ask.Wrong != nil {
		if why := m.ask.Wrong(); !why.Empty() {
			if other := other(m.ask); other != nil {
				return tea.Batch(r.no(m.by, m.ask), r.apply(m.by, view.Out{Next: other}))
			}
			return tea.Batch(r.no(m.by, m.ask), r.apply(nil, view.Fail(why)))
		}
	}
	if m.ask.Told != nil {
		m.ask.High = m.ask.Told()
	}
	q := r.question(m.by, m.ask)
	if q.led, q.over = m.led, m.budget.exceededBy(m.ask.High); q.fit.OK() && q.over.Empty() && r.agrees(m.ask.High) && !odd(m.ask) {
		return r.start(m.by, m.ask)
	}
	return r.show(q)
}

// offerLater tells of the refusal and offers to start the call when it fits.
func (r *Root) offerLater(m tooSoon) tea.Cmd {
	cmd, q := r.answer(m.answer), r.question(m.by, m.ask)
	q.after, q.fit.Reason = m.at, money.OverWindow
	if q.fit.At.Before(m.at) {
		q.fit.At = m.at
	}
	return tea.Batch(cmd, r.show(q))
}

func (r *Root) question(by view.Screen, a view.Ask) *question {
	q := &question{ask: a, fit: r.env.Client.Fit(a.High), by: by}
	q.posed = r.pose(q, steady)
	return q
}

// choices are the answers that mean something now. None of them is Enter, which
// led to most questions.
func (q *question) choices() []keymap.Action {
	all := q.answers()
	if other(q.ask) != nil {
		all = append(all, keymap.Relax)
	}
	return all
}

// other asks for another call in the place of one; nil where there is none.
func other(a view.Ask) *view.Pick {
	if a.Other == nil {
		return nil
	}
	return a.Other()
}

func (q *question) answers() []keymap.Action {
	switch {
	case q.fit.OK() && (!q.over.Empty() || odd(q.ask) || q.root.cfg.Stage):
		return []keymap.Action{keymap.Yes, keymap.No} // each of these is asked about
	case q.fit.OK():
		return []keymap.Action{keymap.Yes, keymap.No, keymap.Always}
	case q.fit.At.IsZero() || q.fit.Never():
		return []keymap.Action{keymap.No}
	}
	return []keymap.Action{keymap.Wait, keymap.No}
}

// Do takes an answer, if it is one of those that are offered.
func (q *question) Do(a keymap.Action) view.Out {
	if q.Can(a) != "" {
		return view.Out{}
	}
	return ended(func() view.Out { return view.Out{Cmd: q.root.replied(q, a)} })
}

func (r *Root) replied(p *question, choice keymap.Action) tea.Cmd {
	switch choice {
	case keymap.Wait:
		r.waiting = append(r.waiting, p)
		return nil
	case keymap.No:
		return r.no(p.by, p.ask)
	case keymap.Relax:
		return r.apply(p.by, view.Out{Next: p.ask.Other()})
	case keymap.Always:
		r.agreed = p.ask.High
	}
	return r.start(p.by, p.ask)
}

func (q *question) title() text.Text { return text.Const("Confirm cost") }

func (q *question) short() text.Text { return text.Format("≤%s cr", view.Amount(q.ask.High)) }

func (q *question) lines() []text.Text {
	r, high := q.root, q.ask.High
	lines := []text.Text{q.ask.What, text.Format("It costs up to %s credits (%s). %s", view.Amount(high), high.Dollars(), r.leftNow())}
	if !q.over.Empty() {
		lines = append(lines, q.over)
	}
	if q.ask.Notes != nil {
		lines = append(lines, q.ask.Notes()...)
	}
	switch {
	case q.fit.OK() && r.short(high):
		lines = append(lines, text.Const("It is over your remaining budget. The service does not say when that refills."))
	case q.fit.OK():
	case q.fit.Reason == money.NeverFits:
		lines = append(lines, text.Const("It is over the whole budget of a minute or hour of this plan. Ask for fewer results."))
	case q.fit.Reason == money.OverWindow:
		lines = append(lines, text.Format("It is over your remaining budget; it fits in %s.", r.left(q.fit.At)))
	default:
		lines = append(lines, text.Clean(r.env.Client.Say(q.fit)))
	}
	return lines
}

// short says whether less is left than a call can cost.
func (r *Root) short(high api.Credits) bool {
	m, h := r.env.Budget.Minute, r.env.Budget.Hour
	return m.Known && m.Remaining < high || h.Known && h.Remaining < high
}

// leftNow says what the minute and the hour still hold.
func (r *Root) leftNow() text.Text {
	m, h := r.env.Budget.Minute, r.env.Budget.Hour
	if !m.Known || !h.Known {
		return text.Const("Your remaining budget is not known yet.")
	}
	return text.Format("Left: %s this minute, %s this hour.", view.Amount(m.Remaining), view.Amount(h.Remaining))
}

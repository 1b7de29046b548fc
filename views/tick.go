package views

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/client"
	"greenroom/views/view"
)

const (
	toastTime   = 5 * time.Second
	spinnerStep = 120 * time.Millisecond
)

type tickMsg struct{ due time.Time }

// schedule asks to be woken when something on the screen changes by time alone:
// a spinner, a countdown, the end of a message. A screen on which nothing
// counts is never woken.
func (r *Root) schedule() tea.Cmd {
	due := r.due()
	if due.IsZero() || !r.wake.IsZero() && !due.Before(r.wake) {
		return nil
	}
	r.wake = due
	return r.cfg.Tick(due.Sub(r.env.Now), func(time.Time) tea.Msg { return tickMsg{due} })
}

// tick takes a wake-up. One that was overtaken by an earlier one is dropped,
// or two chains of ticks would run from then on.
func (r *Root) tick(msg tickMsg) tea.Cmd {
	if !msg.due.Equal(r.wake) {
		return nil
	}
	r.wake = time.Time{}
	r.env.Budget = r.env.Client.Budget()
	if r.env.Now.After(r.until) {
		r.toast = view.Toast{}
	}
	return tea.Batch(r.startWaiting(), r.portray())
}

func (r *Root) due() time.Time {
	now := r.env.Now
	var due time.Time
	sooner := func(t time.Time) {
		if t.After(now) && (due.IsZero() || t.Before(due)) {
			due = t
		}
	}
	if len(r.running()) > 0 && !r.cfg.Calm {
		sooner(now.Add(spinnerStep))
	}
	if len(r.casting()) > 0 {
		sooner(r.caster.until.Add(time.Millisecond))
	}
	if !r.toast.Text.Empty() {
		sooner(r.until.Add(time.Millisecond))
	}
	if len(r.waiting) > 0 || counts(r.env.Budget.Minute) {
		sooner(now.Truncate(r.countStep()).Add(r.countStep()))
	}
	sooner(r.portraits.due)
	if counts(r.env.Budget.Hour) {
		sooner(now.Truncate(time.Minute).Add(time.Minute))
	}
	return due
}

// calmStep is the interval of a countdown where nothing else moves.
const calmStep = 10 * time.Second

func (r *Root) countStep() time.Duration {
	switch {
	case r.cfg.Stage:
		return time.Minute
	case r.cfg.Calm:
		return calmStep
	}
	return time.Second
}

// counts says whether a window's time to reset is of interest: not while all of
// it is left.
func counts(w client.Window) bool { return w.Known && !(w.LimitKnown && w.Remaining >= w.Limit) }

// running names the calls that are under way, of all screens.
func (r *Root) running() []string {
	var names []string
	for _, s := range r.screens() {
		if b := s.Busy(); b != "" {
			names = append(names, b)
		}
	}
	if len(names) > 0 && r.env.ToMake > 0 {
		names[0] += fmt.Sprintf(", when the sample is made: %d%%", r.env.Made*100/r.env.ToMake)
	}
	return names
}

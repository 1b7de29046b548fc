package billing

import (
	"sync"
	"time"

	"greenroom/api"
)

// window is one minute or hour of one account, as the clock shows it.
type window struct {
	start    time.Time
	used     api.Credits // charged in it, as far as known; it only grows
	reserved api.Credits // by requests that run
	charging api.Credits // of it, what is being charged
	twice    api.Credits // of that, what was under way when used was read, and may be part of both
}

// at is the window that begins at start. A clock that goes on, or leaps, opens
// another one. One that steps back takes along what runs, and finds of what was
// charged only what the ledger holds in the window that it shows now: charges of a
// time that has not come do not count before it comes.
func (w *window) at(start time.Time) *window {
	switch start.Compare(w.start) {
	case 1:
		return &window{start: start}
	case -1:
		w.start, w.used, w.twice = start, 0, 0
	}
	return w
}

// charge counts so much more as being charged.
func (w *window) charge(worst api.Credits) {
	w.charging += worst
	w.twice = min(w.twice, w.charging)
}

func (w *window) learn(start time.Time, used api.Credits) {
	if start.Equal(w.start) {
		w.used, w.twice = max(w.used, used), w.charging
	}
}

// left may be negative: what runs was reserved in another window where the clock
// has stepped back.
func (w *window) left(limit api.Credits) api.Credits { return limit - w.used - w.reserved }

// account holds the state of one account, guarded by mu.
type account struct {
	mu           sync.Mutex
	settled      *sync.Cond // a charge that was under way has ended
	minute, hour *window
	readAt       time.Time // when usage was last read; zero: to be read
	charging     int       // charges under way, in the ledger perhaps already
	// held sums the reservations of running requests on a prepaid balance. One that is
	// being charged is no part of it: the balance may be without it already, and counting
	// it twice would refuse a caller who can pay.
	held api.Credits
}

// turn moves the windows to those of now.
func (a *account) turn(now time.Time) {
	minute, hour := Windows(now)
	if !minute.Equal(a.minute.start) {
		a.readAt = time.Time{}
	}
	a.minute, a.hour = a.minute.at(minute), a.hour.at(hour)
}

func (a *account) learn(at time.Time, u Usage) {
	minute, hour := Windows(at)
	a.minute.learn(minute, u.Minute)
	a.hour.learn(hour, u.Hour)
}

func (a *account) standing(limits api.TierLimits) Standing {
	return Standing{
		Limits:          limits,
		RemainingMinute: max(0, a.minute.left(limits.Minute)),
		RemainingHour:   max(0, a.hour.left(limits.Hour)),
		ResetMinute:     a.minute.start.Add(time.Minute),
		ResetHour:       a.hour.start.Add(time.Hour),
	}
}

// unclear: a claim that is refused fits if what may count twice does.
func (a *account) unclear(worst api.Credits, limits api.TierLimits) bool {
	return worst <= a.minute.left(limits.Minute)+a.minute.twice && worst <= a.hour.left(limits.Hour)+a.hour.twice
}

// refuse returns why a claim does not fit at now, or nil.
func (a *account) refuse(worst api.Credits, limits api.TierLimits, now time.Time) *Refusal {
	if worst <= 0 {
		return nil
	}
	var r *Refusal
	blame := func(w *window, length time.Duration, limit api.Credits) {
		if worst <= w.left(limit) {
			return
		}
		if r == nil {
			r = &Refusal{Required: worst, Limit: limit}
		}
		r.Limit = min(r.Limit, limit)
		r.Never = r.Never || worst > limit
		r.RetryAfter = max(r.RetryAfter, w.start.Add(length).Sub(now))
	}
	blame(a.minute, time.Minute, limits.Minute)
	blame(a.hour, time.Hour, limits.Hour)
	return r
}

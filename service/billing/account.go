package billing

import (
	"sync"
	"time"

	"greenroom/api"
)

// window is one minute or hour of one account.
type window struct {
	start    time.Time
	used     api.Credits // charged, as far as known; within a window it only grows
	reserved api.Credits // by requests that run
}

func (w *window) turn(start time.Time) bool {
	if !start.After(w.start) {
		return false
	}
	*w = window{start: start}
	return true
}

func (w *window) learn(start time.Time, used api.Credits) {
	if start.Equal(w.start) {
		w.used = max(w.used, used)
	}
}

// giveBack drops a reservation unless its window is over.
func (w *window) giveBack(start time.Time, c api.Credits) {
	if start.Equal(w.start) {
		w.reserved -= c
	}
}

func (w *window) remaining(limit api.Credits) api.Credits {
	return max(0, limit-w.used-w.reserved)
}

func (w *window) fits(c, limit api.Credits) bool { return w.used+w.reserved+c <= limit }

// account is what is known of one account, guarded by mu.
type account struct {
	mu           sync.Mutex
	minute, hour window
	readAt       time.Time // when usage was last read; zero: to be read
	charging     int       // charges under way, in the ledger perhaps already
	// held is what requests that work have reserved of a prepaid balance. One
	// that is being charged is no part of it: the balance may be without it
	// already, and counting it twice would refuse who can pay.
	held api.Credits
}

// turn moves the windows on to now and returns the moment a claim made now is
// booked at: a clock that steps back does not reopen a window.
func (a *account) turn(now time.Time) time.Time {
	if now.Before(a.minute.start) {
		now = a.minute.start
	}
	minute, hour := Windows(now)
	if a.minute.turn(minute) {
		a.readAt = time.Time{}
	}
	a.hour.turn(hour)
	return now
}

func (a *account) learn(at time.Time, u Usage) {
	minute, hour := Windows(at)
	a.minute.learn(minute, u.Minute)
	a.hour.learn(hour, u.Hour)
}

func (a *account) release(at time.Time, c api.Credits) {
	minute, hour := Windows(at)
	a.minute.giveBack(minute, c)
	a.hour.giveBack(hour, c)
}

func (a *account) standing(limits api.TierLimits) Standing {
	return Standing{
		Limits:          limits,
		RemainingMinute: a.minute.remaining(limits.Minute),
		RemainingHour:   a.hour.remaining(limits.Hour),
		ResetMinute:     a.minute.start.Add(time.Minute),
		ResetHour:       a.hour.start.Add(time.Hour),
	}
}

// refuse returns why a claim does not fit at now, or nil.
func (a *account) refuse(worst api.Credits, limits api.TierLimits, now time.Time) *Refusal {
	if worst <= 0 {
		return nil
	}
	var r *Refusal
	blame := func(w *window, length time.Duration, limit api.Credits) {
		if w.fits(worst, limit) {
			return
		}
		if r == nil {
			r = &Refusal{Required: worst, Limit: limit}
		}
		r.Limit = min(r.Limit, limit)
		r.Never = r.Never || worst > limit
		r.RetryAfter = max(r.RetryAfter, w.start.Add(length).Sub(now))
	}
	blame(&a.minute, time.Minute, limits.Minute)
	blame(&a.hour, time.Hour, limits.Hour)
	return r
}

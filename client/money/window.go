package money

import (
	"time"

	"greenroom/api"
)

// Budget holds the credits left in the running minute and hour.
type Budget struct {
	Minute, Hour Window
}

// Window is one budget. Remaining means something only with Known, Limit only
// with LimitKnown. Reset is when the budget is full again, by the clock of this
// machine; zero if no answer told.
type Window struct {
	Known      bool
	Remaining  api.Credits
	Limit      api.Credits
	LimitKnown bool
	Reset      time.Time
}

func (b Budget) at(now time.Time) Budget {
	return Budget{Minute: b.Minute.at(now, time.Minute), Hour: b.Hour.at(now, time.Hour)}
}

// at is the window at a later time: full again after its reset, if its size is
// known, and unknown if it is not.
func (w Window) at(now time.Time, period time.Duration) Window {
	if w.Reset.IsZero() || now.Before(w.Reset) {
		return w
	}
	if !w.LimitKnown {
		return Window{}
	}
	w.Known, w.Remaining = true, w.Limit
	w.Reset = w.Reset.Add((now.Sub(w.Reset)/period + 1) * period)
	return w
}

// after is the window after an answer that cost something. An answer of a window
// that is over tells nothing of this one; one without headers takes its cost
// from what was known. Where it is not sure that the answer is newer than the
// last, the lower figure holds.
func (w Window) after(said Window, cost api.Credits, period time.Duration, unsure bool) Window {
	if said.LimitKnown {
		w.Limit, w.LimitKnown = said.Limit, true
	}
	if !said.Known {
		if w.Known {
			w.Remaining = max(0, w.Remaining-cost)
		}
		return w
	}
	if !w.Reset.IsZero() && !said.Reset.IsZero() && said.Reset.Before(w.Reset.Add(-period/2)) {
		return w
	}
	if w.Known && unsure && w.sameAs(said, period) {
		said.Remaining = min(said.Remaining, w.Remaining)
	}
	w.Known, w.Remaining = true, said.Remaining
	if !said.Reset.IsZero() {
		w.Reset = said.Reset
	}
	return w
}

// sameAs says whether a later figure can be of this window: it ends when this
// one does, or it is not said when one of them ends.
func (w Window) sameAs(later Window, period time.Duration) bool {
	return later.Reset.IsZero() || w.Reset.IsZero() || later.Reset.Before(w.Reset.Add(period/2))
}

// holds says whether the window holds a cost beside the calls under way. One
// that is not known, or whose end is not known, refuses nothing: only a further
// answer can tell.
func (w Window) holds(cost, held api.Credits) bool {
	return !w.Known || w.Reset.IsZero() || cost <= w.Remaining-held
}

// RefusedUntil is the reset of the window that cannot hold a cost, the later one
// where neither can. Where both could, the earlier reset is the next time that
// anything changes.
func (b Budget) RefusedUntil(cost api.Credits) time.Time {
	var latest, earliest time.Time
	for _, w := range []Window{b.Minute, b.Hour} {
		if w.Reset.IsZero() {
			continue
		}
		if w.Known && w.Remaining < cost && w.Reset.After(latest) {
			latest = w.Reset
		}
		if earliest.IsZero() || w.Reset.Before(earliest) {
			earliest = w.Reset
		}
	}
	if !latest.IsZero() {
		return latest
	}
	return earliest
}

package client

import (
	"net/http"
	"sync"
	"time"

	"greenroom/api"
)

// budgets is what answers told of both windows.
type budgets struct {
	mu sync.Mutex
	b  Budget
}

// learn takes the headers of an answer that came now.
func (s *budgets) learn(h http.Header, now time.Time) {
	said := readBudget(h, now)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b.Minute = s.b.Minute.rolled(now, time.Minute).merged(said.Minute, time.Minute)
	s.b.Hour = s.b.Hour.rolled(now, time.Hour).merged(said.Hour, time.Hour)
}

func (s *budgets) at(now time.Time) Budget {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Budget{Minute: s.b.Minute.rolled(now, time.Minute), Hour: s.b.Hour.rolled(now, time.Hour)}
}

// rolled is the window at a later time: full again after its reset, if its size
// is known, and unknown if it is not.
func (w Window) rolled(now time.Time, period time.Duration) Window {
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

// merged is the window after an answer. An answer of a window that is over
// tells nothing of this one; one without headers changes nothing.
func (w Window) merged(said Window, period time.Duration) Window {
	if said.LimitKnown {
		w.Limit, w.LimitKnown = said.Limit, true
	}
	late := !w.Reset.IsZero() && !said.Reset.IsZero() && said.Reset.Before(w.Reset.Add(-period/2))
	if late || !said.Known {
		return w
	}
	w.Known, w.Remaining = true, said.Remaining
	if !said.Reset.IsZero() {
		w.Reset = said.Reset
	}
	return w
}

// readBudget is what the headers of one answer tell of both windows.
func readBudget(h http.Header, now time.Time) Budget {
	return Budget{
		Minute: readWindow(h, now, windowHeaders{api.HeaderRemainingMinute, api.HeaderLimitMinute, api.HeaderResetMinute, time.Minute}),
		Hour:   readWindow(h, now, windowHeaders{api.HeaderRemainingHour, api.HeaderLimitHour, api.HeaderResetHour, time.Hour}),
	}
}

type windowHeaders struct {
	remaining, limit, reset string
	period                  time.Duration
}

func readWindow(h http.Header, now time.Time, names windowHeaders) Window {
	var w Window
	w.Remaining, w.Known = creditsHeader(h, names.remaining)
	w.Limit, w.LimitKnown = creditsHeader(h, names.limit)
	if w.Limit <= 0 {
		w.Limit, w.LimitKnown = 0, false
	}
	if reset, ok := unixHeader(h, names.reset); ok {
		w.Reset = local(reset, h.Get("Date"), now, names.period)
	}
	return w
}

// local is a reset of the service by the clock of this machine. The Date of the
// answer tells how the clocks differ; it carries whole seconds, so a small
// difference tells nothing, and it counts only where the reset lies within one
// period of it: else it is not the clock that the reset was taken from.
func local(reset time.Time, date string, now time.Time, period time.Duration) time.Time {
	there, err := http.ParseTime(date)
	if err != nil || there.Sub(now).Abs() <= 2*time.Second {
		return reset
	}
	left := reset.Sub(there)
	if left < -time.Second || left > period+time.Second {
		return reset
	}
	return now.Add(left)
}

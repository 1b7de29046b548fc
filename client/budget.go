package client

import (
	"net/http"
	"sync"
	"time"

	"greenroom/api"
)

// budgets is what answers told of both windows, and what calls under way can
// still take from them.
type budgets struct {
	mu     sync.Mutex
	b      Budget
	told   int         // answers so far
	flying api.Credits // the most that calls under way can cost
	spent  api.Credits // by ended calls; where it is not known, the most it can be
}

// news is what came of one request. Header is nil where no answer did. Since is
// the mark of the moment it left: an answer that came after that mark and an
// answer to this request may have been made in either order.
type news struct {
	header http.Header
	at     time.Time
	since  int
	cost   api.Credits
}

func (s *budgets) mark() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told
}

func (s *budgets) learn(n news) {
	said := readBudget(n.header, n.at)
	s.mu.Lock()
	defer s.mu.Unlock()
	unsure := s.told != n.since
	if n.header != nil {
		s.told++
	}
	s.b.Minute = s.b.Minute.rolled(n.at, time.Minute).merged(said.Minute, time.Minute, unsure).less(said.Minute, n.cost)
	s.b.Hour = s.b.Hour.rolled(n.at, time.Hour).merged(said.Hour, time.Hour, unsure).less(said.Hour, n.cost)
}

func (s *budgets) at(now time.Time) Budget {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now(now)
}

func (s *budgets) now(now time.Time) Budget {
	return Budget{Minute: s.b.Minute.rolled(now, time.Minute), Hour: s.b.Hour.rolled(now, time.Hour)}
}

// purse is what a call is held against.
type purse struct {
	Budget
	flying, spent api.Credits
}

// hold takes a cost from what further calls may use, unless refuse objects.
func (s *budgets) hold(high api.Credits, now time.Time, refuse func(purse) *Error) *Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	failed := refuse(purse{s.now(now), s.flying, s.spent})
	if failed == nil {
		s.flying += high
	}
	return failed
}

// settle gives back what was held for a call, and books what it cost.
func (s *budgets) settle(high, cost api.Credits) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flying -= high
	s.spent += cost
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
// tells nothing of this one; one without headers changes nothing. Where it is
// not sure that the answer is newer than the last, the lower figure holds.
func (w Window) merged(said Window, period time.Duration, unsure bool) Window {
	if said.LimitKnown {
		w.Limit, w.LimitKnown = said.Limit, true
	}
	late := !w.Reset.IsZero() && !said.Reset.IsZero() && said.Reset.Before(w.Reset.Add(-period/2))
	if late || !said.Known {
		return w
	}
	same := said.Reset.IsZero() || w.Reset.IsZero() || said.Reset.Before(w.Reset.Add(period/2))
	if w.Known && same && unsure {
		said.Remaining = min(said.Remaining, w.Remaining)
	}
	w.Known, w.Remaining = true, said.Remaining
	if !said.Reset.IsZero() {
		w.Reset = said.Reset
	}
	return w
}

// less is the window after a cost that no header has told of.
func (w Window) less(said Window, cost api.Credits) Window {
	if w.Known && !said.Known {
		w.Remaining = max(0, w.Remaining-cost)
	}
	return w
}

// fits says whether the window holds a cost beside the calls under way. One
// that is not known, or of which nobody knows when it ends, refuses nothing:
// only a further answer can tell.
func (w Window) fits(cost, flying api.Credits) bool {
	return !w.Known || w.Reset.IsZero() || cost <= w.Remaining-flying
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
// period of it: else it is not the clock that the reset was taken from. No
// budget is reset later than one period from now.
func local(reset time.Time, date string, now time.Time, period time.Duration) time.Time {
	if there, err := http.ParseTime(date); err == nil && there.Sub(now).Abs() > 2*time.Second {
		left := reset.Sub(there)
		if left >= -time.Second && left <= period+time.Second {
			return now.Add(left)
		}
	}
	if reset.Sub(now) > period+2*time.Second {
		return now.Add(period)
	}
	return reset
}

package money

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
)

// Header returns the one value of a header. A header that is there twice with two values
// says nothing.
func Header(h http.Header, name string) (string, bool) {
	values := h.Values(name)
	if len(values) == 0 {
		return "", false
	}
	for _, v := range values[1:] {
		if strings.TrimSpace(v) != strings.TrimSpace(values[0]) {
			return "", false
		}
	}
	return strings.TrimSpace(values[0]), true
}

// Charged returns the cost that an answer states.
func Charged(h http.Header) (api.Credits, bool) { return credits(h, api.HeaderCharged) }

// credits reads an amount. Odd values and those below nothing count as absent.
func credits(h http.Header, name string) (api.Credits, bool) {
	s, ok := Header(h, name)
	if !ok {
		return 0, false
	}
	n, err := api.ParseCredits(s)
	if err != nil || n < 0 {
		return 0, false
	}
	return n, true
}

// ReadBudget reads both windows from the headers of one answer.
func ReadBudget(h http.Header, now time.Time) Budget {
	there := now
	if date := h.Get("Date"); date != "" {
		if at, err := http.ParseTime(date); err == nil {
			there = at
		}
	}
	return Budget{Minute: minute.read(h, there, now), Hour: hour.read(h, there, now)}
}

// windowHeaders are the headers of a window, spelled as http.Header keeps them.
type windowHeaders struct {
	remaining, limit, reset string
	period                  time.Duration
}

var (
	minute = windowOf(api.HeaderRemainingMinute, api.HeaderLimitMinute, api.HeaderResetMinute, time.Minute)
	hour   = windowOf(api.HeaderRemainingHour, api.HeaderLimitHour, api.HeaderResetHour, time.Hour)
)

func windowOf(remaining, limit, reset string, period time.Duration) windowHeaders {
	kept := http.CanonicalHeaderKey
	return windowHeaders{kept(remaining), kept(limit), kept(reset), period}
}

func (names windowHeaders) read(h http.Header, there, now time.Time) Window {
	var w Window
	w.Remaining, w.Known = credits(h, names.remaining)
	w.Limit, w.LimitKnown = credits(h, names.limit)
	if w.Limit == 0 {
		w.LimitKnown = false
	}
	if reset, ok := unix(h, names.reset); ok {
		w.Reset = ourClock(reset, there, now, names.period)
	}
	return w
}

// unix reads Unix seconds. Anything before 2001 or after 2286 is no moment a
// budget is reset at.
func unix(h http.Header, name string) (time.Time, bool) {
	s, ok := Header(h, name)
	if !ok {
		return time.Time{}, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1e9 || n >= 1e10 {
		return time.Time{}, false
	}
	return time.Unix(n, 0).UTC(), true
}

// ourClock is a reset of the service by the clock of this machine. The Date of
// the answer, there, tells how the clocks differ; it carries whole seconds, so a small
// difference tells nothing, and it counts only where the reset lies within one
// period of it: else it is not the clock that the reset was taken from. No
// budget is reset later than one period from now.
func ourClock(reset, there, now time.Time, period time.Duration) time.Time {
	if there.Sub(now).Abs() > 2*time.Second {
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

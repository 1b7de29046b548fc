package money_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/money"
)

func TestHeaderHasOneValue(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		values []string
		want   string
		ok     bool
	}{
		"none":                  {nil, "", false},
		"one":                   {[]string{" 5 "}, "5", true},
		"the same twice":        {[]string{"5 ", " 5"}, "5", true},
		"two":                   {[]string{"5", "6"}, "", false},
		"the last one differs":  {[]string{"5", "5", "6"}, "", false},
		"the first one differs": {[]string{"6", "5", "5"}, "", false},
	} {
		got, ok := money.Header(http.Header{"X-Test": test.values}, "x-test")
		if got != test.want || ok != test.ok {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
}

func TestChargedIsAnAmountOrNothing(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]api.Credits{"0": 0, "0.05": 50, " 45 ": 45_000, "-0.001": -1, "-1": -1, "": -1, "free": -1, "NaN": -1} {
		got, ok := money.Charged(http.Header{http.CanonicalHeaderKey(api.HeaderCharged): {value}})
		if ok != (want >= 0) || got != max(0, want) {
			t.Errorf("%q: %s, %v", value, got, ok)
		}
	}
	if got, ok := money.Charged(nil); ok || got != 0 {
		t.Errorf("no header: %s, %v", got, ok)
	}
}

// A reset is said by the service's clock, which may differ from ours.
func TestResetByOurClock(t *testing.T) {
	t.Parallel()
	const none = time.Duration(-1 << 62)
	at := func(d time.Duration) string { return strconv.FormatInt(noon.Add(d).Unix(), 10) }
	for name, test := range map[string]struct {
		reset string
		date  time.Duration // of the answer, from now; 0: it has none
		hour  bool
		want  time.Duration // from now
	}{
		"at its word":                      {at(30 * time.Second), 0, false, 30 * time.Second},
		"over already":                     {at(-30 * time.Second), 0, false, -30 * time.Second},
		"a period and a little":            {at(62 * time.Second), 0, false, 62 * time.Second},
		"later than a period":              {at(63 * time.Second), 0, false, time.Minute},
		"an hour and a little":             {at(3602 * time.Second), 0, true, 3602 * time.Second},
		"later than an hour":               {at(3603 * time.Second), 0, true, time.Hour},
		"clocks that differ a little":      {at(22 * time.Second), 2 * time.Second, false, 22 * time.Second},
		"their clock is ahead":             {at(23 * time.Second), 3 * time.Second, false, 20 * time.Second},
		"their clock is behind":            {at(17 * time.Second), -3 * time.Second, false, 20 * time.Second},
		"far ahead":                        {at(620 * time.Second), 600 * time.Second, false, 20 * time.Second},
		"just over by their clock":         {at(599 * time.Second), 600 * time.Second, false, -time.Second},
		"long over by their clock":         {at(598 * time.Second), 600 * time.Second, false, time.Minute},
		"a period and a second by theirs":  {at(661 * time.Second), 600 * time.Second, false, 61 * time.Second},
		"more than a period by theirs":     {at(662 * time.Second), 600 * time.Second, false, time.Minute},
		"an hour by theirs":                {at(4200 * time.Second), 600 * time.Second, true, time.Hour},
		"another clock than that of Date":  {at(20 * time.Second), 2 * time.Hour, false, 20 * time.Second},
		"the first moment that counts":     {"1000000000", 0, false, time.Unix(1e9, 0).Sub(noon)},
		"before it":                        {"999999999", 0, false, none},
		"the last moment that counts":      {"9999999999", 0, false, time.Minute},
		"after it":                         {"10000000000", 0, false, none},
		"not a number":                     {"soon", 0, false, none},
		"with a fraction":                  {"1772625690.5", 0, false, none},
		"nothing":                          {"", 0, false, none},
		"clocks that differ by 2 s, below": {at(18 * time.Second), -2 * time.Second, false, 18 * time.Second},
	} {
		h := http.Header{}
		name2 := api.HeaderResetMinute
		if test.hour {
			name2 = api.HeaderResetHour
		}
		h.Set(name2, test.reset)
		if test.date != 0 {
			h.Set("Date", noon.Add(test.date).Format(http.TimeFormat))
		}
		b := money.ReadBudget(h, noon)
		w, other := b.Minute, b.Hour
		if test.hour {
			w, other = other, w
		}
		want := noon.Add(test.want)
		if test.want == none {
			want = time.Time{}
		}
		if !w.Reset.Equal(want) || other != (money.Window{}) {
			t.Errorf("%s: %s, want %s; the other window %+v", name, w.Reset, want, other)
		}
	}
}

func TestLimitOfNothingIsNone(t *testing.T) {
	t.Parallel()
	h := told("0", "12.5")
	h.Set(api.HeaderLimitMinute, "0")
	h.Set(api.HeaderLimitHour, "-1")
	b := money.ReadBudget(h, noon)
	if m := b.Minute; !m.Known || m.Remaining != 0 || m.LimitKnown {
		t.Errorf("minute: %+v", m)
	}
	if w := b.Hour; !w.Known || w.Remaining != cr(12.5) || w.LimitKnown || w.Limit != 0 {
		t.Errorf("hour: %+v", w)
	}
	h.Set(api.HeaderLimitHour, "1500")
	h.Set(api.HeaderRemainingHour, "-1")
	if w := money.ReadBudget(h, noon).Hour; w.Known || !w.LimitKnown || w.Limit != cr(1500) {
		t.Errorf("hour: %+v", w)
	}
}

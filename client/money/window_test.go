package money_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/money"
)

// heard is one answer: what it says of the minute ("" is nothing), when that is
// over in seconds from noon (0: not said), and what it cost. A stale one left
// before the answer ahead of it came; one that was lost has no headers at all.
type heard struct {
	left, limit string
	reset       int
	cost        float64
	stale, lost bool
}

func (a heard) header() http.Header {
	if a.lost {
		return nil
	}
	h := http.Header{}
	if a.left != "" {
		h.Set(api.HeaderRemainingMinute, a.left)
	}
	if a.limit != "" {
		h.Set(api.HeaderLimitMinute, a.limit)
	}
	if a.reset != 0 {
		h.Set(api.HeaderResetMinute, strconv.FormatInt(noon.Add(time.Duration(a.reset)*time.Second).Unix(), 10))
	}
	return h
}

func TestWindowAfterAnswers(t *testing.T) {
	t.Parallel()
	const ms, full = time.Millisecond, 150
	for name, test := range map[string]struct {
		answers []heard
		later   time.Duration
		known   bool
		left    float64
		reset   int // seconds from noon; 0: not known
	}{
		"as it is said":                {[]heard{{left: "100", reset: 30}}, 0, true, 100, 30},
		"the next one":                 {[]heard{{left: "100", reset: 30}, {left: "120", reset: 30}}, 0, true, 120, 30},
		"nothing is known":             {[]heard{{cost: 30}}, 0, false, 0, 0},
		"the limit alone":              {[]heard{{limit: "150"}}, 0, false, 0, 0},
		"a cost without headers":       {[]heard{{left: "100", reset: 30}, {cost: 30}}, 0, true, 70, 30},
		"more than there was":          {[]heard{{left: "20", reset: 30}, {cost: 30}}, 0, true, 0, 30},
		"a lost answer costs too":      {[]heard{{left: "100", reset: 30}, {cost: 30, lost: true}}, 0, true, 70, 30},
		"of a window that is over":     {[]heard{{left: "100", reset: 60}, {left: "5", reset: 29}}, 0, true, 100, 60},
		"of half a window before":      {[]heard{{left: "100", reset: 60}, {left: "5", reset: 30}}, 0, true, 5, 30},
		"overlapping, the lower":       {[]heard{{left: "100", reset: 30}, {left: "120", reset: 30, stale: true}}, 0, true, 100, 30},
		"overlapping and lower":        {[]heard{{left: "100", reset: 30}, {left: "80", reset: 30, stale: true}}, 0, true, 80, 30},
		"overlapping the next window":  {[]heard{{left: "100", reset: 5}, {left: "120", reset: 62, stale: true}}, 0, true, 120, 62},
		"by half a window later":       {[]heard{{left: "100", reset: 5}, {left: "120", reset: 35, stale: true}}, 0, true, 120, 35},
		"by less than half":            {[]heard{{left: "100", reset: 5}, {left: "120", reset: 34, stale: true}}, 0, true, 100, 34},
		"the next without reset":       {[]heard{{left: "100", reset: 30}, {left: "120"}}, 0, true, 120, 30},
		"overlapping without reset":    {[]heard{{left: "100", reset: 30}, {left: "120", stale: true}}, 0, true, 100, 30},
		"overlapping one without":      {[]heard{{left: "100"}, {left: "120", reset: 30, stale: true}}, 0, true, 100, 30},
		"overlapping what said little": {[]heard{{limit: "150"}, {left: "120", reset: 30, stale: true}}, 0, true, 120, 30},
		"overlapping a lost one":       {[]heard{{left: "100", reset: 30}, {lost: true}, {left: "120", reset: 30, stale: true}}, 0, true, 120, 30},
		"before its reset":             {[]heard{{left: "20", limit: "150", reset: 30}}, 30*time.Second - ms, true, 20, 30},
		"at its reset":                 {[]heard{{left: "20", limit: "150", reset: 30}}, 30 * time.Second, true, full, 90},
		"two windows later":            {[]heard{{left: "20", limit: "150", reset: 30}}, 151 * time.Second, true, full, 210},
		"at its reset without a limit": {[]heard{{left: "20", reset: 30}}, 30 * time.Second, false, 0, 0},
		"without a reset":              {[]heard{{left: "20", limit: "150"}}, time.Hour, true, 20, 0},
	} {
		now := noon
		p := money.New(money.Config{Prices: &money.PriceList{}, Clock: func() time.Time { return now }})
		mark := 0
		for _, a := range test.answers {
			if m := p.Mark(); !a.stale {
				mark = m
			}
			p.Learn(money.News{Header: a.header(), Since: mark, Cost: cr(a.cost)})
		}
		now = noon.Add(test.later)
		w := p.Budget().Minute
		want := time.Time{}
		if test.reset != 0 {
			want = noon.Add(time.Duration(test.reset) * time.Second)
		}
		if w.Known != test.known || w.Remaining != cr(test.left) || !w.Reset.Equal(want) {
			t.Errorf("%s: %+v", name, w)
		}
		if hour := p.Budget().Hour; hour != (money.Window{}) {
			t.Errorf("%s: the hour %+v", name, hour)
		}
	}
}

// The hour is full again by hours.
func TestTheHourRollsOver(t *testing.T) {
	t.Parallel()
	now := noon
	p := money.New(money.Config{Prices: &money.PriceList{}, Clock: func() time.Time { return now }})
	p.Learn(money.News{Header: told("1", "1"), Since: p.Mark()})
	now = noon.Add(5 * time.Minute)
	if b := p.Budget(); b.Minute.Remaining != cr(150) || b.Hour.Remaining != cr(1) {
		t.Errorf("%+v", b)
	}
	now = noon.Add(90 * time.Minute)
	if h := p.Budget().Hour; h.Remaining != cr(1500) || !h.Reset.Equal(noon.Truncate(time.Hour).Add(2*time.Hour)) {
		t.Errorf("%+v", h)
	}
}

// A window that is not known, or not when it ends, refuses nothing.
func TestWhatIsNotKnownRefusesNothing(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]heard{"nothing": {}, "no reset": {left: "1"}, "no remainder": {limit: "150", reset: 30}} {
		p := money.New(money.Config{Prices: &money.PriceList{}, Clock: func() time.Time { return noon }})
		p.Learn(money.News{Header: a.header(), Since: p.Mark()})
		if f := p.Take(money.Claim{High: cr(100)}); !f.OK() {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestRefusedUntil(t *testing.T) {
	t.Parallel()
	minute, hour := noon.Add(30*time.Second), noon.Add(30*time.Minute)
	known := func(left float64, reset time.Time) money.Window {
		return money.Window{Known: true, Remaining: cr(left), Reset: reset}
	}
	for name, test := range map[string]struct {
		minute, hour money.Window
		want         time.Time
	}{
		"the minute":                {known(44, minute), known(45, hour), minute},
		"the hour":                  {known(45, minute), known(44, hour), hour},
		"both":                      {known(0, minute), known(0, hour), hour},
		"both, the minute is later": {known(0, hour), known(0, minute), hour},
		"neither":                   {known(45, minute), known(45, hour), minute},
		"neither, the hour earlier": {known(45, hour), known(45, minute), minute},
		"no remainders":             {money.Window{Reset: minute}, money.Window{Reset: hour}, minute},
		"the hour alone":            {money.Window{}, known(45, hour), hour},
		"no resets":                 {known(0, time.Time{}), known(0, time.Time{}), time.Time{}},
	} {
		if got := (money.Budget{Minute: test.minute, Hour: test.hour}).RefusedUntil(cr(45)); !got.Equal(test.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

package money_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/money"
)

var noon = time.Date(2026, 3, 4, 12, 0, 30, 0, time.UTC)

func cr(n float64) api.Credits { return api.Credits(n * float64(api.Credit)) }

func amount(n float64) *api.Credits { c := cr(n); return &c }

// told are the headers of an answer: what is left of both windows.
func told(minute, hour string) http.Header {
	reset := func(d time.Duration) string { return strconv.FormatInt(noon.Truncate(d).Add(d).Unix(), 10) }
	h := http.Header{}
	for name, v := range map[string]string{
		api.HeaderRemainingMinute: minute, api.HeaderLimitMinute: "150", api.HeaderResetMinute: reset(time.Minute),
		api.HeaderRemainingHour: hour, api.HeaderLimitHour: "1500", api.HeaderResetHour: reset(time.Hour),
	} {
		h.Set(name, v)
	}
	return h
}

// purse has windows of which so much is left.
func purse(caps money.Caps, minute, hour string) *money.Purse {
	p := money.New(money.Config{Caps: caps, Prices: &money.PriceList{}, Clock: func() time.Time { return noon }})
	p.Learn(money.News{Header: told(minute, hour), Since: p.Mark()})
	return p
}

func TestFit(t *testing.T) {
	t.Parallel()
	minute, hour := noon.Truncate(time.Minute).Add(time.Minute), noon.Truncate(time.Hour).Add(time.Hour)
	for name, test := range map[string]struct {
		caps         money.Caps
		minute, hour string
		high         float64
		want         money.Reason
		at           time.Time
	}{
		"exactly":             {money.Caps{}, "45", "45", 45, money.Fits, time.Time{}},
		"nothing":             {money.Caps{Call: amount(0)}, "0", "0", 0, money.Fits, time.Time{}},
		"over the minute":     {money.Caps{}, "44", "45", 45, money.OverWindow, minute},
		"over the hour":       {money.Caps{}, "45", "44", 45, money.OverWindow, hour},
		"over both":           {money.Caps{}, "1", "1", 45, money.OverWindow, hour},
		"the whole minute":    {money.Caps{}, "150", "1500", 150, money.Fits, time.Time{}},
		"more than a minute":  {money.Caps{}, "150", "1500", 150.001, money.NeverFits, time.Time{}},
		"the cap of a call":   {money.Caps{Call: amount(45)}, "150", "1500", 45, money.Fits, time.Time{}},
		"over that of a call": {money.Caps{Call: amount(44.999)}, "150", "1500", 45, money.OverCall, time.Time{}},
		"over the session":    {money.Caps{Session: amount(44)}, "150", "1500", 45, money.OverSession, time.Time{}},
		"over the day":        {money.Caps{Day: amount(44)}, "150", "1500", 45, money.OverDay, money.Midnight(noon).AddDate(0, 0, 1)},
	} {
		f := purse(test.caps, test.minute, test.hour).Fit(money.Claim{High: cr(test.high)})
		if f.Reason != test.want || !f.At.Equal(test.at) || f.OK() != (test.want == money.Fits) || f.Never() != (!f.OK() && test.want != money.OverWindow) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// TestWhatIsTaken holds until it is settled, and counts after at what it cost.
func TestWhatIsTaken(t *testing.T) {
	t.Parallel()
	for name, caps := range map[string]money.Caps{"windows": {}, "session": {Session: amount(100)}, "day": {Day: amount(100)}} {
		p := purse(caps, "100", "1500")
		claim := money.Claim{High: cr(50)}
		first, second := p.Take(claim), p.Take(claim)
		if !first.OK() || !second.OK() || p.Take(money.Claim{High: 1}).OK() {
			t.Errorf("%s: not just two of fifty fit", name)
		}
		p.Settle(claim.High, cr(20))
		if fit := p.Fit(money.Claim{High: cr(30)}); !fit.OK() || name != "windows" && p.Fit(money.Claim{High: cr(30.001)}).OK() {
			t.Errorf("%s: after one cost twenty: %+v", name, fit)
		}
	}
}

func TestLearnedPrices(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		bill    money.Bill
		items   int
		charged float64
		want    float64 // of one item; 0: nothing is learned
	}{
		"as the table":      {money.Each(api.OpCreator, 1), 1, 0.1, 0},
		"dearer":            {money.Each(api.OpCreator, 1), -1, 0.3, 0.3},
		"a hundred times":   {money.Each(api.OpCreator, 1), 1, 10, 10},
		"more is a mistake": {money.Each(api.OpCreator, 1), 1, 10.001, 0},
		"for nothing":       {money.Each(api.OpCreator, 1), 1, 0, 0},
		"not divisible":     {money.UpTo(api.OpPosts, 25), 3, 0.2, 0},
		"number not known":  {money.UpTo(api.OpPosts, 25), -1, 0.2, 0},
		"two parts":         {append(money.Flat(api.OpCreator), money.Flat(api.OpPosts)...), 1, 9, 0},
		"a flat one":        {money.Flat(api.OpVideoDetails), -1, 0.8, 0.8},
		"below the base":    {money.Search(10), 1, 25, 0},
	} {
		price, ok := new(money.PriceList).Learn(test.bill, test.items, cr(test.charged))
		if ok != (test.want > 0) || ok && price.Cost(1) != cr(test.want) {
			t.Errorf("%s: %+v, %v", name, price, ok)
		}
	}
	if n := (money.Prices{}).SearchWithin(cr(45)); n != 10 || (money.Prices{}).SearchWithin(cr(26.999)) != 0 || (money.Prices{}).SearchWithin(cr(27)) != 1 {
		t.Errorf("45 credits hold %d", n)
	}
}

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

// Of two caps the lower one counts; none is no cap.
func TestTheLowerCap(t *testing.T) {
	t.Parallel()
	own := money.Caps{Call: amount(5), Session: amount(20), Day: amount(100)}
	got := own.Within(money.Caps{Session: amount(30), Day: amount(50)})
	if *got.Call != cr(5) || *got.Session != cr(20) || *got.Day != cr(50) {
		t.Errorf("%v %v %v", got.Call, got.Session, got.Day)
	}
	if got := (money.Caps{}).Within(own); *got.Session != cr(20) || (money.Caps{}).Within(money.Caps{}) != (money.Caps{}) {
		t.Errorf("%v", got)
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
		"flat, for nothing": {money.Flat(api.OpVideoDetails), -1, 0, 0},
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

// A refusal says what is short, and of the caps what is left.
func TestARefusalHasItsFigures(t *testing.T) {
	t.Parallel()
	p := purse(money.Caps{Call: amount(200)}, "100", "1000")
	p.Take(claim(30))
	f := p.Fit(claim(80))
	if f.High != cr(80) || f.Held != cr(30) || len(f.Short) != 1 || f.Short[0].Span != "minute" || f.Short[0].Remaining != cr(100) {
		t.Errorf("over the minute: %+v", f)
	}
	if f = p.Fit(claim(151)); f.High != cr(151) || len(f.Short) != 1 || f.Short[0].Span != "minute" || f.Short[0].Limit != cr(150) || !f.At.IsZero() {
		t.Errorf("never: %+v", f)
	}
	if f = p.Fit(claim(1501)); len(f.Short) != 2 || f.Short[1].Span != "hour" {
		t.Errorf("never in an hour: %+v", f)
	}
	if f = p.Fit(money.Claim{High: cr(50), Most: amount(20)}); f.Reason != money.OverCall || f.Left != cr(20) || f.Most != cr(20) || f.High != cr(50) {
		t.Errorf("over the call: %+v", f)
	}
	for name, caps := range map[string]money.Caps{"session": {Session: amount(100)}, "day": {Day: amount(100)}} {
		p := purse(caps, "150", "1500")
		p.Take(claim(30))
		p.Book(cr(20))
		if f := p.Fit(claim(50)); !f.OK() || f.High != cr(50) {
			t.Errorf("%s: %+v", name, f)
		}
		if f := p.Fit(claim(50.001)); f.OK() || f.Left != cr(50) || f.Most != cr(100) {
			t.Errorf("%s: %+v", name, f)
		}
		p.Book(cr(40))
		if f := p.Fit(claim(10)); !f.OK() || p.Fit(claim(10.001)).OK() {
			t.Errorf("%s, of three calls: %+v", name, f)
		}
		p.Book(cr(40)) // a call may cost more than was thought
		if f := p.Fit(claim(1)); f.OK() || f.Left != 0 {
			t.Errorf("%s is used up: %+v", name, f)
		}
	}
}

// Each day has its own cap; the session goes on over midnight.
func TestADayEndsAtMidnight(t *testing.T) {
	t.Parallel()
	now := money.Midnight(noon).AddDate(0, 0, 1).Add(-time.Second)
	p := money.New(money.Config{Caps: money.Caps{Day: amount(10), Session: amount(15)}, Prices: &money.PriceList{}, Clock: func() time.Time { return now }})
	p.Book(cr(10))
	if f := p.Fit(claim(1)); f.Reason != money.OverDay || !f.At.Equal(now.Add(time.Second)) {
		t.Errorf("before midnight: %+v", f)
	}
	now = now.Add(time.Second)
	if f := p.Fit(claim(5)); !f.OK() {
		t.Errorf("after midnight: %+v", f)
	}
	if f := p.Fit(claim(5.001)); f.Reason != money.OverSession {
		t.Errorf("the session: %+v", f)
	}
}

// Where the cap of the day is held elsewhere it stops nothing here, but is told.
func TestTheDayMayBeHeldElsewhere(t *testing.T) {
	t.Parallel()
	p := money.New(money.Config{Caps: money.Caps{Day: amount(10)}, Shared: true, Prices: &money.PriceList{}, Clock: func() time.Time { return noon }})
	if !p.Take(claim(11)).OK() || p.Fit(claim(1)).Reason != money.OverDay {
		t.Error("taken or told wrongly")
	}
}

func TestCapOfACall(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ any, one, want *api.Credits }{
		"none":        {nil, nil, nil},
		"for any":     {amount(5), nil, amount(5)},
		"for one":     {nil, amount(5), amount(5)},
		"any is less": {amount(4), amount(5), amount(4)},
		"one is less": {amount(5), amount(4), amount(4)},
	} {
		got := money.Caps{Call: test.any}.OfCall(test.one)
		if (got == nil) != (test.want == nil) || got != nil && *got != *test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPrices(t *testing.T) {
	t.Parallel()
	learned := &money.PriceList{}
	learned.Add(api.Price{Operation: api.OpPosts, PerItem: 70}, api.Price{Operation: api.OpAutocomplete, Base: 60})
	learned.Add(api.Price{Operation: api.OpCreator, Base: 1, PerItem: 2})
	table, own := money.Prices{}, learned.Prices()
	cost := func(low, high api.Credits) [2]api.Credits { return [2]api.Credits{low, high} }
	accounts := api.Credits(api.AccountsMax)
	for name, test := range map[string]struct{ got, want [2]api.Credits }{
		"search":               {cost(table.Search(10)), cost(25_000, 45_000)},
		"search, default":      {cost(table.Search(0)), cost(25_000, 25_000+2_000*api.LimitDefault)},
		"search, below":        {cost(table.Search(-1)), cost(25_000, 25_000+2_000*api.LimitDefault)},
		"autocomplete":         {cost(table.Autocomplete()), cost(50, 50)},
		"creator":              {cost(table.Creator()), cost(100, 100)},
		"profiles":             {cost(table.Profiles(3, api.ModeDetailed)), cost(150, 150)},
		"profiles, lite":       {cost(table.Profiles(1, api.ModeLite)), cost(10, 10)},
		"profiles, not known":  {cost(table.Profiles(0, api.ModeLite)), cost(0, 10*accounts)},
		"posts":                {cost(table.Posts(7)), cost(0, 350)},
		"posts, default":       {cost(table.Posts(0)), cost(0, 50*api.LimitDefault)},
		"transcript":           {cost(table.PhotoTranscript()), cost(5_000, 5_000)},
		"transcript of video":  {cost(table.VideoTranscript()), cost(500, 500)},
		"two parts":            {cost(table.Cost(append(money.Each(api.OpCreator, 2), money.UpTo(api.OpPosts, 3)...))), cost(200, 350)},
		"free":                 {cost(table.Cost(nil)), cost(0, 0)},
		"learned posts":        {cost(own.Posts(7)), cost(0, 490)},
		"learned autocomplete": {cost(own.Autocomplete()), cost(60, 60)},
		"learned later":        {cost(own.Creator()), cost(3, 3)},
		"not learned":          {cost(own.VideoTranscript()), cost(500, 500)},
	} {
		if test.got != test.want {
			t.Errorf("%s: %v, want %v", name, test.got, test.want)
		}
	}
	if n := own.SearchWithin(cr(45)); n != 10 {
		t.Errorf("45 credits hold %d", n)
	}
	for name, p := range map[string]api.Price{"free of charge": {Base: 5}, "by itself": {Base: 5, PerItem: -1}} {
		p.Operation = api.OpSearch
		odd := &money.PriceList{}
		odd.Add(p)
		if n := odd.Prices().SearchWithin(cr(45)); n != 0 {
			t.Errorf("%s: %d", name, n)
		}
	}
}

// What is known explains the next charge; a charge as the table has it is learned
// back.
func TestPricesAreLearnedBack(t *testing.T) {
	t.Parallel()
	list := &money.PriceList{}
	posts := money.UpTo(api.OpPosts, 25)
	for i, step := range []struct {
		items   int
		charged api.Credits
		learned bool
		per     api.Credits // of one post after it
	}{
		{2, 140, true, 70},
		{5, 350, false, 70},
		{-1, 350, false, 70},
		{0, 0, false, 70},
		{0, 70, false, 70},
		{3, 150, true, 50},
		{1, 5000, true, 5000}, // the dearest
		{1, 5001, false, 5000},
	} {
		if _, ok := list.Learn(posts, step.items, step.charged); ok != step.learned {
			t.Errorf("step %d: learned %v", i, ok)
		}
		if low, high := list.Prices().Cost(money.Each(api.OpPosts, 1)); low != step.per || high != step.per {
			t.Errorf("step %d: a post is %s", i, high)
		}
	}
	flat := &money.PriceList{}
	for _, charged := range []api.Credits{700, 500} {
		if p, ok := flat.Learn(money.Flat(api.OpVideoDetails), 0, charged); !ok || p.Cost(0) != charged {
			t.Errorf("flat %s: %+v %v", charged, p, ok)
		}
	}
	odd := &money.PriceList{}
	odd.Add(api.Price{Operation: api.OpSearch, Base: cr(30), PerItem: cr(2)})
	if p, ok := odd.Learn(money.Search(10), 0, cr(25)); ok {
		t.Errorf("nothing found teaches %+v", p)
	}
	// Nothing found costs the base of a search; a charge below it is no price of a result.
	for items, charged := range map[int]api.Credits{0: 26_000, 1: 25_000, 2: 24_000} {
		if p, ok := new(money.PriceList).Learn(money.Search(10), items, charged); ok {
			t.Errorf("%d for %s: %+v", items, charged, p)
		}
	}
}

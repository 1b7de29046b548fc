package money_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/money"
)

// audited is a purse whose answers are compared; it knows 100 and 1000 credits
// to be left.
type audited struct {
	*money.Purse
	now time.Time
}

func newAudited() *audited {
	a := &audited{now: noon}
	a.Purse = money.New(money.Config{Prices: &money.PriceList{}, Clock: func() time.Time { return a.now }})
	a.answer(told("100", "1000"), 0)
	a.now = a.now.Add(time.Second)
	return a
}

func (a *audited) answer(h http.Header, cost float64) money.Taken {
	return a.Learn(money.News{Header: h, Since: a.Mark(), Cost: cr(cost)})
}

// refuse is an answer that refuses bills and is taken for free.
func (a *audited) refuse(h http.Header, bills ...money.Bill) (t money.Taken) {
	for _, b := range bills {
		t = a.Learn(money.News{Header: h, Since: a.Mark(), Refused: &money.Refusal{Bill: b, Of: b[0].Operation}})
	}
	return t
}

// without copies an answer's headers but for some.
func without(h http.Header, names ...string) http.Header {
	for _, n := range names {
		h.Del(n)
	}
	return h
}

// later moves the resets of both windows.
func later(h http.Header, seconds int64) http.Header {
	for _, n := range []string{api.HeaderResetMinute, api.HeaderResetHour} {
		at, _ := strconv.ParseInt(h.Get(n), 10, 64)
		h.Set(n, strconv.FormatInt(at+seconds, 10))
	}
	return h
}

func TestWhatRefusalsTook(t *testing.T) {
	t.Parallel()
	creator, posts, flat := money.Each(api.OpCreator, 1), money.UpTo(api.OpPosts, 25), money.Flat(api.OpVideoDetails)
	two := append(money.Each(api.OpCreator, 2), money.UpTo(api.OpPosts, 2)...)
	for name, test := range map[string]struct {
		bills []money.Bill
		next  http.Header // the next answer
		cost  float64     // of it
		want  float64     // of each refusal; 0: nothing is proven
	}{
		"the price":                   {[]money.Bill{creator}, told("99.9", "999.9"), 0, 0.1},
		"nothing":                     {[]money.Bill{creator}, told("100", "1000"), 0, 0},
		"no refusal":                  {nil, told("99.9", "999.9"), 0, 0},
		"more is left than before":    {[]money.Bill{creator}, told("100.1", "1000.1"), 0, 0},
		"the cost of the next":        {[]money.Bill{creator}, told("95", "995"), 5, 0},
		"both":                        {[]money.Bill{creator}, told("94.9", "994.9"), 5, 0.1},
		"no price":                    {[]money.Bill{creator}, told("99.95", "999.95"), 0, 0},
		"more than the price":         {[]money.Bill{creator}, told("99.8", "999.8"), 0, 0},
		"windows that disagree":       {[]money.Bill{creator}, told("99.9", "999.8"), 0, 0},
		"the minute alone":            {[]money.Bill{creator}, without(told("99.9", "999.9"), api.HeaderRemainingHour), 0, 0.1},
		"the hour alone":              {[]money.Bill{creator}, without(told("99.9", "999.9"), api.HeaderRemainingMinute), 0, 0.1},
		"no resets":                   {[]money.Bill{creator}, without(told("99.9", "999.9"), api.HeaderResetHour, api.HeaderResetMinute), 0, 0},
		"resets by another clock":     {[]money.Bill{creator}, later(told("99.9", "999.9"), 2), 0, 0.1},
		"other windows":               {[]money.Bill{creator}, later(told("99.9", "999.9"), 3), 0, 0},
		"windows before":              {[]money.Bill{creator}, later(told("99.9", "999.9"), -3), 0, 0},
		"two":                         {[]money.Bill{creator, creator}, told("99.8", "999.8"), 0, 0.1},
		"two, one of which was taken": {[]money.Bill{creator, creator}, told("99.9", "999.9"), 0, 0},
		"two and a thousandth":        {[]money.Bill{posts, posts}, told("99.899", "999.899"), 0, 0},
		"two kinds":                   {[]money.Bill{creator, posts}, told("99.8", "999.8"), 0, 0.1},
		"not of the second kind":      {[]money.Bill{creator, flat}, told("99.8", "999.8"), 0, 0},
		"some of a page":              {[]money.Bill{posts}, told("99.9", "999.9"), 0, 0.1},
		"no number of posts":          {[]money.Bill{posts}, told("99.88", "999.88"), 0, 0},
		"the whole page":              {[]money.Bill{posts}, told("98.75", "998.75"), 0, 1.25},
		"more than a page":            {[]money.Bill{posts}, told("98.7", "998.7"), 0, 0},
		"a flat price":                {[]money.Bill{flat}, told("99.5", "999.5"), 0, 0.5},
		"a search without results":    {[]money.Bill{money.Search(10)}, told("75", "975"), 0, 25},
		"a search with one":           {[]money.Bill{money.Search(10)}, told("73", "973"), 0, 27},
		"half a result":               {[]money.Bill{money.Search(10)}, told("74", "974"), 0, 0},
		"less than a search":          {[]money.Bill{money.Search(10)}, told("76", "976"), 0, 0},
		"two parts":                   {[]money.Bill{two}, told("99.75", "999.75"), 0, 0.25},
		"more than two parts":         {[]money.Bill{two}, told("99.699", "999.699"), 0, 0},
	} {
		a := newAudited()
		if taken := a.refuse(http.Header{}, test.bills...); taken.Each != 0 || taken.Refusals != nil {
			t.Errorf("%s: before anything is told: %+v", name, taken)
		}
		taken := a.answer(test.next, test.cost)
		if taken.Each != cr(test.want) {
			t.Errorf("%s: %s of each", name, taken.Each)
		}
		if taken.Each == 0 {
			if taken.Refusals != nil {
				t.Errorf("%s: %+v", name, taken)
			}
			continue
		}
		if !taken.Since.Equal(noon) || len(taken.Refusals) != len(test.bills) || taken.Refusals[0].Of != test.bills[0][0].Operation {
			t.Errorf("%s: %+v", name, taken)
		}
		if again := a.answer(test.next, 0); again.Each != 0 {
			t.Errorf("%s: told twice: %+v", name, again)
		}
	}
}

// A refusal that tells of the budget itself is held against the answer before.
func TestARefusalTellsOfItself(t *testing.T) {
	t.Parallel()
	a := newAudited()
	creator := money.Each(api.OpCreator, 1)
	if taken := a.refuse(told("99.9", "999.9"), creator); taken.Each != cr(0.1) || !taken.Since.Equal(noon) {
		t.Fatalf("%+v", taken)
	}
	a.now = a.now.Add(time.Second)
	if taken := a.refuse(told("99.8", "999.8"), creator); taken.Each != cr(0.1) || !taken.Since.Equal(noon.Add(time.Second)) || len(taken.Refusals) != 1 {
		t.Errorf("%+v", taken)
	}
}

// What other calls cost in between is theirs.
func TestCostsInBetweenAreNotTaken(t *testing.T) {
	t.Parallel()
	a := newAudited()
	a.answer(http.Header{}, 3)
	a.refuse(http.Header{}, money.Each(api.OpCreator, 1))
	a.answer(http.Header{}, 4)
	if taken := a.answer(told("87.9", "987.9"), 5); taken.Each != cr(0.1) {
		t.Errorf("%+v", taken)
	}
}

// What cannot be proven is not said, and what comes after it is.
func TestTheAuditIsSilentAndGoesOn(t *testing.T) {
	t.Parallel()
	for name, disturb := range map[string]func(a *audited){
		"two at once": func(a *audited) {
			first, second := a.Mark(), a.Mark()
			a.Learn(money.News{Header: told("100", "1000"), Since: first})
			a.Learn(money.News{Header: told("100", "1000"), Since: second})
		},
		"three, never all at once": func(a *audited) {
			first, second := a.Mark(), a.Mark()
			a.Learn(money.News{Header: told("100", "1000"), Since: first})
			third := a.Mark()
			a.Learn(money.News{Header: told("100", "1000"), Since: second})
			a.Learn(money.News{Header: told("100", "1000"), Since: third})
		},
		"a cost that is not known": func(a *audited) {
			a.Learn(money.News{Header: told("100", "1000"), Since: a.Mark(), Unknown: true})
		},
	} {
		a := newAudited()
		creator := money.Each(api.OpCreator, 1)
		a.refuse(http.Header{}, creator)
		disturb(a)
		a.refuse(http.Header{}, creator)
		if taken := a.answer(told("99.9", "999.9"), 0); taken.Each != 0 {
			t.Errorf("%s: %+v", name, taken)
		}
		a.refuse(http.Header{}, creator)
		if taken := a.answer(told("99.8", "999.8"), 0); taken.Each != cr(0.1) || len(taken.Refusals) != 1 {
			t.Errorf("%s, after it: %+v", name, taken)
		}
	}
	// One that is still under way keeps the others unsure.
	a := newAudited()
	long := a.Mark()
	a.refuse(http.Header{}, money.Each(api.OpCreator, 1))
	if taken := a.answer(told("99.9", "999.9"), 0); taken.Each != 0 {
		t.Errorf("beside a long one: %+v", taken)
	}
	a.refuse(told("99.8", "999.8"), money.Each(api.OpCreator, 1))
	if taken := a.refuse(told("99.7", "999.7"), money.Each(api.OpCreator, 1)); taken.Each != 0 {
		t.Errorf("still beside it: %+v", taken)
	}
	a.Learn(money.News{Since: long, Unknown: true})
}

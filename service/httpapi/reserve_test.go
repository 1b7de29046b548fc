package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/rules"
)

// pausing is a store that does something before the first charge: the request that
// is charged has done its work then and still holds its worst case.
type pausing struct {
	rules.Store
	paused *atomic.Bool
	before func()
}

func (p pausing) Charge(ctx context.Context, r billing.Row, l api.TierLimits) (billing.Usage, error) {
	if p.paused.CompareAndSwap(false, true) {
		p.before()
	}
	return p.Store.Charge(ctx, r, l)
}

// While a request runs, its worst case is nobody else's: whatever the endpoint, and
// whichever window is the tight one. Once it has ended, what it did not cost is.
func TestARunningRequestHoldsItsWorstCase(t *testing.T) {
	const many = 1_000_000 * api.Credit
	for name, c := range map[string]struct {
		method, path, body string
		worst, cost        api.Credits
	}{
		"search":     {"POST", "/v1/search", `{"query":"vegan food","limit":25}`, 75 * api.Credit, 29 * api.Credit},
		"posts":      {"GET", "/v1/posts?limit=100&creator_id=%s", "", 5 * api.Credit, 0},
		"creator":    {"GET", "/v1/creators/%s", "", 100, 100},
		"match":      {"POST", "/v1/match", `{"creators":[{"creator_id":"%[1]s"},{"creator_id":"` + unknownID + `"}],"intent":{"query":"vegan"}}`, 200, 100},
		"look-alike": {"POST", "/v1/lookalike", `{"seeds":[{"creator_id":"%[1]s"}],"limit":20}`, 20 * api.Credit, 0},
	} {
		for window, limits := range map[string]api.TierLimits{
			"minute": {Minute: c.worst, Hour: many}, "hour": {Minute: many, Hour: c.worst},
		} {
			t.Run(name+" "+window, func(t *testing.T) {
				reached := false
				var h *house
				h = open(t, broken(func(s rules.Store) rules.Store {
					return pausing{s, &atomic.Bool{}, func() { reached = true; h.holds(window) }}
				}))
				h.write(cooks(2)...)
				h.change(func(a *service.Account) { a.Limits = limits })
				path, body := c.path, c.body
				for _, s := range []*string{&path, &body} {
					if *s != "" && strings.Contains(*s, "%") {
						*s = fmt.Sprintf(*s, h.cookID(0))
					}
				}
				r := h.do(c.method, path, body, h.key)
				charged, err := api.ParseCredits(r.header.Get(api.HeaderCharged))
				if r.status != http.StatusOK || err != nil || charged == 0 || !reached {
					t.Fatalf("%d %s, charged %s, asked meanwhile: %t", r.status, r.body, charged, reached)
				}
				if c.cost != 0 && charged != c.cost {
					t.Errorf("charged %s, want %s", charged, c.cost)
				}
				if left := h.left(window); left != c.worst-charged {
					t.Errorf("%s is left, want %s", left, c.worst-charged)
				}
			})
		}
	}
}

// holds asks while another request runs that holds all there is of a window.
func (h *house) holds(window string) {
	h.t.Helper()
	if left := h.left(window); left != 0 {
		h.t.Errorf("%s of the %s is left beside a request that holds it all", left, window)
	}
	if r := h.get("/v1/creators/autocomplete?q=le"); r.status != http.StatusTooManyRequests || r.header.Get(api.HeaderCharged) != "0" {
		h.t.Errorf("beside a request that holds all: %d %s", r.status, r.body)
	}
}

// left returns the budget left as a free request is told it.
func (h *house) left(window string) api.Credits {
	h.t.Helper()
	name := map[string]string{"minute": api.HeaderRemainingMinute, "hour": api.HeaderRemainingHour}[window]
	c, err := api.ParseCredits(h.get("/v1/shortlists").header.Get(name))
	if err != nil {
		h.t.Error(err)
	}
	return c
}

// A charge that does not end keeps nobody waiting: neither what is free, read or written, nor
// what costs and fits beside it.
func TestNothingWaitsForACharge(t *testing.T) {
	var h *house
	asked := 0
	h = open(t, broken(func(s rules.Store) rules.Store {
		return pausing{s, &atomic.Bool{}, func() {
			for _, c := range []struct{ method, path, body, charged string }{
				{"GET", "/v1/shortlists", "", "0"},
				{"POST", "/v1/search/interpret", `{"query":"vegan"}`, "0"},
				{"POST", "/v1/shortlists", `{"name":"n","brief":"b","notes":"","profiles":[{"platform":"photoplatform","username":"cook0"}]}`, "0"},
				{"GET", "/v1/creators?ids=" + unknownID, "", "0"},
				{"GET", "/v1/creators/" + h.cookID(0), "", "0.1"},
			} {
				if r := h.do(c.method, c.path, c.body, h.key); r.status >= 400 || r.header.Get(api.HeaderCharged) != c.charged {
					t.Errorf("%s %s beside a charge: %d %s", c.method, c.path, r.status, r.body)
				}
				asked++
			}
		}}
	}))
	h.write(cooks(2)...)
	if r := h.get("/v1/creators/" + h.cookID(1)); r.status != http.StatusOK || asked != 5 {
		t.Errorf("%d %s, asked %d times meanwhile", r.status, r.body, asked)
	}
}

// doubtful is a store that cannot say whether it wrote a charge.
type doubtful struct{ rules.Store }

func (doubtful) Charge(context.Context, billing.Row, api.TierLimits) (billing.Usage, error) {
	return billing.Usage{}, fmt.Errorf("write: %w", billing.ErrInDoubt)
}

// Of a charge that is in doubt no answer says that it was none.
func TestAChargeInDoubtHasNoAnswer(t *testing.T) {
	h := open(t, broken(func(s rules.Store) rules.Store { return doubtful{s} }))
	h.write(cooks(1)...)
	request, err := http.NewRequest(http.MethodGet, h.url+"/v1/creators/"+h.cookID(0), nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set(api.HeaderKey, h.key)
	if response, err := http.DefaultTransport.RoundTrip(request); err == nil {
		response.Body.Close()
		t.Errorf("answered %d", response.StatusCode)
	}
	if r := h.get("/v1/shortlists"); r.status != http.StatusOK {
		t.Errorf("what is free is answered %d", r.status)
	}
}

package httpapi_test

import (
	"context"
	"errors"
	"iter"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/httpapi"
	"greenroom/service/rules"
	"greenroom/service/search"
)

// asks is, for each route, a request that works for the account named.
type asks map[string]func(s *stage, as string) request

func at(path string) func(*stage, string) request {
	return func(*stage, string) request { return request{path: path} }
}

// unsent are the codes of the contract that this service never sends.
var unsent = map[api.Code]string{
	api.CodeInvalidParameter: "validation_error says the same, with the name of the parameter",
	api.CodeMissingParameter: "validation_error says the same, with the name of the parameter",
	api.CodeDatabase:         "internal_error says the same: what broke inside is in the log only",
}

// unseen are answers that are documented and that nothing can bring about.
var unseen = map[string]string{
	"GET /v1/shortlists/{id} 422": "the contract documents it; an id has no meaning that could be wrong",
}

// TestConformance holds every endpoint against its description: each status,
// code, header and limit that is documented is seen over a socket, and every
// answer is what the description says.
func TestConformance(t *testing.T) {
	s := openStage(t)
	c := newConformance(t, s.get("/openapi.json").body)
	good := asks{}
	for _, area := range []asks{coreAsks, liveAsks, analysisAsks} {
		maps.Copy(good, area)
	}
	for _, who := range people {
		s.as(who.name, who.change)
	}
	for _, name := range slices.Sorted(maps.Keys(c.routes)) {
		if good[name] == nil {
			t.Errorf("%s: there is no request that works", name)
			continue
		}
		for _, w := range common(c.routes[name], good[name]) {
			c.check(t, s, w)
		}
		c.limits(t, s, c.routes[name], good[name])
	}
	s.send(http.MethodPost, request{path: "/v1/search", body: `{"query":"vegan","limit":25}`}, "spent")
	for _, area := range [][]want{coreRows, liveRows(), analysisRows()} {
		for _, w := range area {
			c.check(t, s, w)
		}
	}
	c.repeats(t, s, good)
	c.methods(t, s, good)
	c.faults(t, s, good)
	c.strangers(t, s, good)
	s.service.Drain()
	c.check(t, s, want{name: "stopping", route: "GET /health", ask: asking("/health", ""), status: 503, code: api.CodeUnavailable, header: []string{api.HeaderRetryAfter}})
	c.missing(t)
	if !t.Failed() || *record {
		c.examples(t)
	}
}

// people are the accounts that every endpoint is asked as.
var people = []struct {
	name   string
	change func(*service.Account)
}{
	{"suspended", func(a *service.Account) { a.Suspended = api.ReasonPaymentFailed }},
	{"empty", func(a *service.Account) { a.Balance = new(api.Credits) }},
	{"tiny", func(a *service.Account) { a.SetTier(api.TierEnterprise, &api.TierLimits{Minute: 1, Hour: 1}) }},
	{"spent", func(a *service.Account) {
		a.SetTier(api.TierEnterprise, &api.TierLimits{Minute: 80 * api.Credit, Hour: 80 * api.Credit})
	}},
	{"busy", busy},
	{"lesser", func(a *service.Account) {
		for _, r := range httpapi.Routes() {
			a.Lacks = append(a.Lacks, r.Method+" "+r.Pattern)
		}
	}},
}

// common are the rows of every endpoint, made from a request that works.
func common(r httpapi.Route, good func(*stage, string) request) []want {
	name := r.Method + " " + r.Pattern
	as := func(who string) func(*stage) request {
		return func(s *stage) request { return good(s, who) }
	}
	status := http.StatusOK
	switch {
	case r.Doc.Statuses != nil:
		status = r.Doc.Statuses[0]
	case r.Doc.Answer == nil && r.Doc.Media == "":
		status = http.StatusNoContent
	}
	if r.Operation == "" {
		return []want{{name: "works without a key", route: name, ask: as(""), as: nobody, status: status}}
	}
	rows := []want{{name: "works", route: name, ask: as(""), status: status}}
	rows = append(rows,
		want{name: "no key", route: name, ask: as(""), as: nobody, status: 401, code: api.CodeUnauthorized},
		want{name: "plan without it", route: name, ask: as("lesser"), as: "lesser", status: 403, code: api.CodeForbidden},
		want{name: "suspended", route: name, ask: as("suspended"), as: "suspended", status: 402, code: api.CodePaymentRequired},
		want{name: "bad escape", route: name, status: 400, code: api.CodeValidation, ask: func(s *stage) request {
			ask := good(s, "")
			ask.path += map[bool]string{true: "&", false: "?"}[strings.Contains(ask.path, "?")] + "x=%zz"
			return ask
		}})
	if api.PriceOf(r.Operation).Cost(1) > 0 {
		rows = append(rows,
			want{name: "no balance", route: name, ask: as("empty"), as: "empty", status: 402, code: api.CodeInsufficientCredits},
			want{name: "no budget", route: name, ask: as("tiny"), as: "tiny", status: 429, code: api.CodeRateLimited, header: []string{api.HeaderRetryAfter, api.HeaderRemainingHour}})
	}
	return rows
}

var errDisk = errors.New("disk gone")

// noKeys is a store that fails at the first thing every request needs.
type noKeys struct{ rules.Store }

func (noKeys) Account(context.Context, string) (service.Account, error) {
	return service.Account{}, errDisk
}

// slowKeys is a store that does not answer in time.
type slowKeys struct{ rules.Store }

func (slowKeys) Account(ctx context.Context, _ string) (service.Account, error) {
	<-ctx.Done()
	return service.Account{}, ctx.Err()
}

// noCatalogue is a store that has lost the creators.
type noCatalogue struct{ rules.Store }

func (noCatalogue) Creators(context.Context, []string) (map[string]service.Creator, error) {
	return nil, errDisk
}

func (noCatalogue) ProfileByName(context.Context, api.Platform, string) (service.Profile, error) {
	return service.Profile{}, errDisk
}

func (noCatalogue) PostsByID(context.Context, []string) (map[string]service.Post, error) {
	return nil, errDisk
}

// noProfiles is a store that has lost the profiles.
type noProfiles struct{ rules.Store }

func (noProfiles) Profiles(context.Context, ...string) (map[string][]service.Profile, error) {
	return nil, errDisk
}

// noCorpus is a store that cannot read the whole catalogue.
type noCorpus struct{ rules.Store }

func (noCorpus) Corpus(context.Context, ...api.Platform) iter.Seq2[search.Doc, error] {
	return func(yield func(search.Doc, error) bool) { yield(search.Doc{}, errDisk) }
}

// faults asks every endpoint while the store is broken, and while it hangs;
// and those with codes of their own while it has lost what they read.
func (c *conformance) faults(t *testing.T, s *stage, good asks) {
	t.Helper()
	keys := s.beside(noKeys{s.store}, time.Minute)
	slow := s.beside(slowKeys{s.store}, time.Millisecond)
	for name, r := range c.routes {
		if r.Operation == "" || good[name] == nil {
			continue
		}
		ask := good[name](s, "")
		same := func(*stage) request { return ask }
		c.check(t, keys, want{name: "fault", route: name, ask: same, status: 500, code: api.CodeInternal})
		c.check(t, slow, want{name: "late", route: name, ask: same, status: 503, code: api.CodeUnavailable, header: []string{api.HeaderRetryAfter}})
	}
	lost, corpus := s.beside(noCatalogue{s.store}, time.Minute), s.beside(noCorpus{s.store}, time.Minute)
	for _, f := range []struct {
		route string
		on    *stage
		code  api.Code
	}{
		{"GET /v1/creators", s.beside(noProfiles{s.store}, time.Minute), api.CodeGetProfiles},
		{"POST /v1/profiles/lookup", lost, api.CodeGetProfiles},
		{"POST /v1/profiles", lost, api.CodeGetProfiles},
		{"GET /v1/profiles/{platform}/{username}", lost, api.CodeGetProfiles},
		{"POST /v1/creators/match", lost, api.CodeMatch},
		{"POST /v1/match", lost, api.CodeMatch},
		{"POST /v1/brand-safety/creators", lost, api.CodeBrandSafety},
		{"POST /v1/brand-safety/profiles", lost, api.CodeBrandSafety},
		{"POST /v1/brand-safety/posts", lost, api.CodeBrandSafety},
		{"POST /v1/posts/analyze", lost, api.CodePostAnalysis},
		{"POST /v1/lookalike", lost, api.CodeSeedResolution},
		{"POST /v1/creators/lookalike", lost, api.CodeSeedResolution},
		{"POST /v1/lookalike", corpus, api.CodeLookalike},
		{"POST /v1/creators/lookalike", corpus, api.CodeLookalike},
	} {
		ask := good[f.route](s, "")
		c.check(t, f.on, want{name: "lost data", route: f.route, ask: func(*stage) request { return ask }, status: 500, code: f.code})
	}
}

// beside is another service on the same data, which it reads through a store
// that is broken somewhere. It knows the account with the large budget.
func (s *stage) beside(broken rules.Store, timeout time.Duration) *stage {
	s.t.Helper()
	rules := rules.New(rules.Config{Store: broken, Clock: s.clock.Now})
	server := httptest.NewServer(httpapi.New(httpapi.Config{Service: rules, Clock: s.clock.Now, Timeout: timeout}))
	s.t.Cleanup(func() { server.Close(); rules.Close() })
	there := *s
	there.url, there.service = server.URL, rules
	there.keys = map[string]string{"": rules.LocalKey(s.account.ID)}
	return &there
}

// methods asks every path by a method it does not take, and one that is not
// there.
func (c *conformance) methods(t *testing.T, s *stage, good asks) {
	t.Helper()
	for name, r := range c.routes {
		if good[name] == nil {
			continue
		}
		got := s.send(http.MethodPatch, good[name](s, ""), "")
		if e := got.failure(t); got.status != http.StatusMethodNotAllowed || e.Code != api.CodeValidation || e.StatusCode != got.status ||
			!slices.Contains(strings.Split(got.header.Get("Allow"), ", "), r.Method) || got.header.Get(api.HeaderRequestID) == "" {
			t.Errorf("PATCH %s answers %d, allows %s: %s", r.Pattern, got.status, got.header.Get("Allow"), got.body)
		}
	}
	if got := s.send(http.MethodGet, request{path: "/v1/nowhere"}, ""); got.status != http.StatusNotFound || got.failure(t).Code != api.CodeNotFound {
		t.Errorf("an unknown path answers %d %s", got.status, got.body)
	}
}

// strangers asks every endpoint from an address that has failed too often.
func (c *conformance) strangers(t *testing.T, s *stage, good asks) {
	t.Helper()
	asked := map[string]request{}
	for name, r := range c.routes {
		if r.Operation != "" && good[name] != nil {
			asked[name] = good[name](s, "")
		}
	}
	for s.send(http.MethodGet, request{path: "/v1/shortlists"}, stranger).status != http.StatusTooManyRequests {
	}
	for name, ask := range asked {
		c.check(t, s, want{name: "blocked address", route: name, ask: func(*stage) request { return ask },
			status: 429, code: api.CodeRateLimited, header: []string{api.HeaderRetryAfter}})
		if r := s.send(c.routes[name].Method, ask, ""); r.header.Get(api.HeaderRemainingMinute) != "" {
			t.Errorf("%s: a blocked address is told of a budget", name)
		}
	}
	s.clock.advance(10 * time.Minute)
}

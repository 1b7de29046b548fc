package httpapi_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/httpapi"
	"greenroom/service/rules"
)

func (h *house) change(change func(*service.Account)) {
	h.t.Helper()
	_, err := h.store.ChangeAccount(context.Background(), h.account.ID, func(a *service.Account) error { change(a); return nil })
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) stored() service.Account {
	h.t.Helper()
	a, err := h.store.Account(context.Background(), h.account.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return a
}

func TestSuspendedAccountsAreToldWhatToDo(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	steps := map[api.NextStep]bool{}
	for _, reason := range api.ReasonCodes() {
		h.change(func(a *service.Account) { a.Suspended = reason })
		for path, want := range map[string]int{
			"/v1/creators/" + h.cookID(0): 402, "/v1/shortlists": 402, "/v1/creators/" + unknownID: 404,
			"/v1/posts?creator_id=x": 400, "/health": 200,
		} {
			r := h.get(path)
			if r.status != want {
				t.Errorf("%s %s: %d", reason, path, r.status)
			}
			if want != 402 {
				continue
			}
			e := r.failure(t)
			steps[e.NextStep] = true
			if e.Code != api.CodePaymentRequired || e.ReasonCode != reason || e.NextStep == "" || e.StatusCode != 402 || r.header.Get(api.HeaderCharged) != "0" {
				t.Errorf("%s: %s", reason, r.body)
			}
		}
	}
	if len(steps) != 6 {
		t.Errorf("next steps: %v", steps)
	}
	h.change(func(a *service.Account) { a.Suspended = "" })
	if r := h.get("/v1/creators/" + h.cookID(0)); r.status != 200 {
		t.Errorf("reinstated: %d", r.status)
	}
}

func TestPrepaidBalanceIsNeverOverdrawn(t *testing.T) {
	h := open(t)
	h.write(cooks(30)...)
	h.change(func(a *service.Account) { balance := 100 * api.Credit; a.Balance = &balance })
	counts := map[int]int{}
	for range 4 {
		r := h.post("/v1/search", `{"query":"vegan food","limit":10}`)
		counts[r.status]++
		if r.status == 402 {
			e := r.failure(t)
			if e.Code != api.CodeInsufficientCredits || e.ReasonCode != "" || e.NextStep != "" || strings.Contains(string(r.body), "next_step") {
				t.Errorf("%s", r.body)
			}
		}
	}
	sum, rows := h.ledger(h.account.ID)
	a := h.stored()
	if counts[200] != 2 || counts[402] != 2 || sum != 90*api.Credit || len(rows) != 2 || *a.Balance != 10*api.Credit || a.Spent != sum || a.Unpaid != 0 {
		t.Errorf("%v, ledger %s, account %+v", counts, sum, a)
	}
	if r := h.get("/v1/shortlists"); r.status != 200 {
		t.Errorf("free with an empty balance: %d", r.status)
	}
	if r := h.get("/v1/creators/" + h.cookID(0)); r.status != 200 {
		t.Errorf("what the rest covers: %d", r.status)
	}
}

func TestABalanceSpentElsewhereIsRefusedAtTheEnd(t *testing.T) {
	h := open(t, broken(func(s rules.Store) rules.Store { return faulty{Store: s, charge: billing.ErrNoCredits} }))
	h.write(cooks(1)...)
	r := h.get("/v1/creators/" + h.cookID(0))
	if r.status != 402 || r.failure(t).Code != api.CodeInsufficientCredits || r.header.Get(api.HeaderCharged) != "0" || r.header.Get(api.HeaderRemainingMinute) != "750" {
		t.Errorf("%d %s %v", r.status, r.body, r.header)
	}
}

func TestInvoicesRaiseTheTier(t *testing.T) {
	h := open(t)
	h.write(cooks(30)...)
	h.change(func(a *service.Account) { a.SetTier(api.TierFree, nil) })
	for range 7 {
		h.clock.advance(time.Minute)
		if r := h.post("/v1/search", `{"query":"vegan food","limit":25}`); r.status != 200 || r.header.Get(api.HeaderPlan) != "free" {
			t.Fatalf("%d %s", r.status, r.body)
		}
	}
	invoices, err := h.store.Invoices(context.Background(), h.account.ID)
	if err != nil || len(invoices) != 1 || invoices[0].Credits != 525*api.Credit || h.stored().Unpaid != 0 {
		t.Fatalf("invoices %+v, %v", invoices, err)
	}
	if _, err := h.store.Pay(context.Background(), h.account.ID, noon); err != nil {
		t.Fatal(err)
	}
	r := h.get("/v1/shortlists")
	if r.header.Get(api.HeaderPlan) != "tier_1" || r.header.Get(api.HeaderLimitMinute) != "750" {
		t.Errorf("after the first payment: %v", r.header)
	}
}

func TestPlansLackOperationsAndEndpoints(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	h.change(func(a *service.Account) {
		a.Lacks = []string{"search", "GET /v1/creators/{id}", string(api.OpProfilesLite)}
	})
	profiles := "/v1/creators/" + h.cookID(0) + "/profiles"
	for path, want := range map[string]int{
		"/v1/creators/" + unknownID: 403, profiles: 200, profiles + "?mode=lite": 403, profiles + "?mode=no": 400,
		"/v1/posts?creator_id=" + h.cookID(0): 200,
	} {
		if r := h.get(path); r.status != want || want == 403 && r.failure(t).Code != api.CodeForbidden {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
	// The plan is looked at before the body.
	if r := h.post("/v1/search", `{`); r.status != 403 || r.header.Get(api.HeaderCharged) != "0" {
		t.Errorf("search: %d", r.status)
	}
	if sum, _ := h.ledger(""); sum != 200 {
		t.Errorf("charged %s", sum)
	}
}

// What only the body asks for is refused by the plan, too.
func TestPlansLackFeatures(t *testing.T) {
	h := open(t)
	h.write(cooks(2)...)
	h.change(func(a *service.Account) {
		a.Lacks = []string{string(api.OpAnalyzeAI), string(api.OpLookalikeProfiles)}
	})
	posts := `{"posts":[{"post_id":"` + h.postID("P000") + `"}],"features":`
	seeds := `{"seeds":[` + known0 + `],"mode":`
	for _, c := range []struct {
		path, body string
		want       int
	}{
		{"/v1/posts/analyze", posts + `["brand_safety"]}`, 200},
		{"/v1/posts/analyze", posts + `["brand_safety","ai_analysis"]}`, 403},
		{"/v1/posts/analyze", posts + `["everything"]}`, 400},
		{"/v1/lookalike", seeds + `"lite"}`, 200},
		{"/v1/lookalike", seeds + `"detailed"}`, 403},
	} {
		r := h.post(c.path, c.body)
		if r.status != c.want || c.want == 403 && r.failure(t).Code != api.CodeForbidden {
			t.Errorf("%s %s: %d %s", c.path, c.body, r.status, r.body)
		}
	}
}

func TestEndpointsNameAllTheirPaths(t *testing.T) {
	for name, want := range map[string]int{
		"POST /v1/lookalike": 2, "POST /v1/creators/lookalike": 2, "POST /v1/match": 2, "POST /v1/profiles/lookup": 2,
		"GET /v1/creators/{id}": 1, "POST /v1/search": 1, "GET /v1/posts": 1,
		"post /v1/search": 0, "POST /v1/search/": 0, "GET /health": 0, "GET /v1/creators/x": 0, "search": 0,
	} {
		if got := httpapi.Endpoints(name); len(got) != want || want > 0 && !slices.Contains(got, name) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestFreePagesArePaced(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	var session api.SearchPage
	h.post("/v1/search", `{"query":"vegan food"}`).into(t, &session)
	path := "/v1/search/" + session.SearchID
	for i := range 120 {
		if r := h.get(path); r.status != 200 {
			t.Fatalf("page %d: %d", i, r.status)
		}
	}
	r := h.get(path)
	if r.status != 429 || r.failure(t).Code != api.CodeRateLimited || r.header.Get(api.HeaderRetryAfter) != "50" || r.header.Get(api.HeaderCharged) != "0" {
		t.Errorf("%d %s %v", r.status, r.body, r.header)
	}
	other, key := h.newAccount("other", api.TierFree)
	if r := h.do("GET", "/v1/search/"+unknownID, "", key); r.status != 404 || other.ID == h.account.ID {
		t.Errorf("another account: %d", r.status)
	}
	h.clock.advance(50 * time.Second)
	if r := h.get(path); r.status != 200 {
		t.Errorf("in the next minute: %d", r.status)
	}
}

func TestIngestSlots(t *testing.T) {
	h := open(t)
	h.change(func(a *service.Account) { a.IngestQuota = 2 })
	caller := access.Caller{Account: h.stored()}
	for range 2 {
		if err := h.service.CheckIngest(t.Context(), caller); err != nil {
			t.Fatal(err)
		}
		if _, err := h.service.TakeIngest(t.Context(), caller); err != nil {
			t.Fatal(err)
		}
	}
	midnight := 12*time.Hour - 10*time.Second
	take := func() error { _, err := h.service.TakeIngest(t.Context(), caller); return err }
	for name, err := range map[string]error{
		"check": h.service.CheckIngest(t.Context(), caller), "take": take(),
	} {
		e, ok := err.(*service.Error)
		if !ok || e.Code != api.CodeQuotaExceeded || e.RetryAfter != midnight {
			t.Errorf("%s: %+v", name, err)
		}
	}
	h.clock.advance(midnight)
	giveBack, err := h.service.TakeIngest(t.Context(), caller)
	if err != nil {
		t.Fatalf("after midnight: %v", err)
	}
	giveBack()
	if err := errors.Join(take(), take()); err != nil {
		t.Errorf("with one given back: %v", err)
	}
}

// full is a store that takes no more creators.
type full struct{ rules.Store }

func (full) Write(context.Context, []service.Bundle) (service.Written, error) {
	return service.Written{}, errors.New("disk full")
}

func TestWhatCouldNotBeSeededTakesNoSlot(t *testing.T) {
	h := open(t, standIn(0), broken(func(s rules.Store) rules.Store { return full{s} }))
	r := h.post("/v1/creators/ingest", `{"platform":"photoplatform","username":"demo_latest"}`)
	if r.status != http.StatusInternalServerError || r.header.Get(api.HeaderCharged) != "0" {
		t.Errorf("%d %s", r.status, r.body)
	}
	if n, err := h.store.Ingested(t.Context(), h.account.ID, noon); n != 0 || err != nil {
		t.Errorf("%d slots taken, %v", n, err)
	}
}

// slowly is a store that reads creators only when the caller stops waiting.
type slowly struct{ rules.Store }

func (s slowly) Creator(ctx context.Context, _ string) (service.Creator, error) {
	<-ctx.Done()
	return service.Creator{}, ctx.Err()
}

func TestWorkThatTakesTooLongIsEnded(t *testing.T) {
	h := open(t, broken(func(s rules.Store) rules.Store { return slowly{s} }))
	var seen []service.Exchange
	door := httpapi.New(httpapi.Config{Service: h.service, Clock: h.clock.Now, Timeout: time.Nanosecond,
		Observe: func(e service.Exchange) { seen = append(seen, e) }})
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/v1/creators/"+unknownID, nil)
	r.Header.Set(api.HeaderKey, h.service.LocalKey(h.account.ID))
	door.ServeHTTP(w, r)
	answer := reply{w.Code, w.Header(), w.Body.Bytes()}
	if e := answer.failure(t); w.Code != 503 || e.Code != api.CodeUnavailable || w.Header().Get(api.HeaderRetryAfter) != "5" || e.Details["retry_after_seconds"] != 5.0 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if len(seen) != 1 || seen[0].Status != 503 || seen[0].Endpoint != "GET /v1/creators/{id}" || seen[0].Code != api.CodeUnavailable {
		t.Errorf("observed %+v", seen)
	}
}

func TestDrainingSaysSoAndStillAnswers(t *testing.T) {
	h := open(t)
	h.service.Drain()
	if r := h.do("GET", "/health", "", ""); r.status != 503 || r.failure(t).Code != api.CodeUnavailable || r.header.Get(api.HeaderRetryAfter) != "5" || r.failure(t).Details["retry_after_seconds"] != 5.0 {
		t.Errorf("health: %d %s", r.status, r.body)
	}
	if r := h.get("/v1/shortlists"); r.status != 200 {
		t.Errorf("still answered: %d", r.status)
	}
}

func TestALargeBodyIsRefusedAndNotLogged(t *testing.T) {
	h := open(t)
	r := h.do("POST", "/v1/search", `{"query":"`+strings.Repeat("x", 1<<20)+`"}`, h.key)
	if r.status != 413 || r.failure(t).Code != api.CodeValidation {
		t.Errorf("%d", r.status)
	}
	request, _ := http.NewRequest("POST", h.url+"/v1/search", io.LimitReader(endless{}, 3<<20))
	request.Header.Set(api.HeaderKey, h.key)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err == nil {
		_ = response.Body.Close()
		if response.StatusCode != 413 {
			t.Errorf("of unknown length: %d", response.StatusCode)
		}
	}
	for _, secret := range []string{h.key, "xxxx"} {
		if strings.Contains(h.log.String(), secret) {
			t.Errorf("the log holds %.10s", secret)
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/rules"
)

func TestFiftyRequestsWithBudgetForTen(t *testing.T) {
	h := open(t)
	h.write(cooks(30)...)
	var mu sync.Mutex
	var wait sync.WaitGroup
	count, charged := map[int]int{}, api.Credits(0)
	for range 50 {
		wait.Go(func() {
			r := h.post("/v1/search", `{"query":"vegan food","limit":25}`)
			c, err := api.ParseCredits(r.header.Get(api.HeaderCharged))
			if err != nil || r.status == 429 && (c != 0 || r.header.Get(api.HeaderRetryAfter) != "50") {
				t.Errorf("%d charged %v, retry after %q", r.status, c, r.header.Get(api.HeaderRetryAfter))
			}
			mu.Lock()
			defer mu.Unlock()
			count[r.status]++
			charged += c
		})
	}
	wait.Wait()
	if count[200] != 10 || count[429] != 40 {
		t.Errorf("statuses: %v", count)
	}
	sum, rows := h.ledger(h.account.ID)
	if sum != charged || sum != 750*api.Credit || len(rows) != 10 {
		t.Errorf("ledger %s in %d rows, headers %s", sum, len(rows), charged)
	}
}

func TestARequestThatCanNeverFit(t *testing.T) {
	h := open(t)
	_, key := h.newAccount("free", api.TierFree)
	r := h.do("POST", "/v1/search", `{"query":"vegan","limit":63}`, key)
	e := r.failure(t)
	if r.status != 429 || e.Details["required"] != 151.0 || e.Details["limit"] != 150.0 || !strings.Contains(e.Message, "62 creators") {
		t.Errorf("%d %s", r.status, r.body)
	}
	h.change(func(a *service.Account) { a.Limits.Minute = 30 * api.Credit })
	for path, body := range map[string]string{
		"/v1/lookalike":     `{"seeds":[` + known0 + `],"limit":100,"mode":"detailed"}`,
		"/v1/posts/analyze": `{"posts":` + copies(25, `{"post_id":"`+unknownID+`"}`) + `,"features":["ai_analysis"]}`,
	} {
		h.write(cooks(1)...)
		r := h.post(path, body)
		if e := r.failure(t); r.status != 429 || !strings.Contains(e.Message, "at most 20 ") {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
}

func TestOrderOfChecks(t *testing.T) {
	h := open(t)
	h.write(cooks(30)...)
	for range 10 {
		h.post("/v1/search", `{"query":"vegan food"}`)
	}
	for path, want := range map[string]int{
		"/v1/creators/" + unknownID:                                    404,
		"/v1/posts?creator_id=x":                                       400,
		"/v1/posts?platform=photoplatform&username=a%20b":              422,
		"/v1/creators/" + h.cookID(0):                                  429,
		"/v1/shortlists":                                               200,
		"/v1/raw/videoplatform/transcript/video000000?language=fr":     404,
		"/v1/raw/videoplatform/transcript/video000000":                 429,
		"/v1/creators/autocomplete?q=ve":                               429,
		"/v1/creators/" + h.cookID(0) + "/profiles?mode=neither":       400,
		"/v1/posts/by-creator?creator_id=" + h.cookID(0) + "&limit=01": 429,
	} {
		if r := h.get(path); r.status != want {
			t.Errorf("%s with nothing left: %d, want %d", path, r.status, want)
		}
	}
}

// What is badly formed is told before what is well formed and means nothing,
// wherever the two stand.
func TestFormIsCheckedBeforeMeaning(t *testing.T) {
	h := open(t)
	h.write(cooks(1)...)
	const upsideDown, negative = `"followers":{"min":9,"max":1}`, `"engagement_rate":{"min":-1}`
	for _, c := range []struct{ path, body, param string }{
		{"/v1/search", `{"query":"x","filters":{` + upsideDown + `,` + negative + `}}`, "filters.engagement_rate.min"},
		{"/v1/lookalike", `{"seeds":[` + known0 + `],"filters":{` + upsideDown + `},"cursor":"AAAA"}`, "cursor"},
		{"/v1/lookalike", `{"seeds":[` + badName + `],"cursor":"AAAA"}`, "cursor"},
		{"/v1/lookalike", `{"seeds":[` + badName + `],"filters":{"platforms":["elsewhere"]}}`, "filters.platforms"},
		{"/v1/lookalike", `{"seeds":[` + badName + `],"filters":{` + negative + `}}`, "filters.engagement_rate.min"},
		{"/v1/posts?platform=photoplatform&username=a%20b&cursor=AAAA", "", "cursor"},
	} {
		method := "POST"
		if c.body == "" {
			method = "GET"
		}
		r := h.do(method, c.path, c.body, h.key)
		if e := r.failure(t); r.status != 400 || e.Code != api.CodeValidation || e.Param != c.param {
			t.Errorf("%s %s: %d %s", c.path, c.body, r.status, r.body)
		}
	}
}

func TestKeys(t *testing.T) {
	h := open(t)
	ctx := context.Background()
	revoked, plain := access.NewKey(h.account.ID, noon)
	if err := errors.Join(h.store.CreateKey(ctx, revoked), h.store.RevokeKey(ctx, revoked.ID, noon)); err != nil {
		t.Fatal(err)
	}
	local := h.service.LocalKey(h.account.ID)
	for name, c := range map[string]struct {
		key  string
		want int
	}{
		"right": {h.key, 200}, "local": {local, 200}, "missing": {"", 401}, "revoked": {plain, 401},
		"other secret": {h.key[:len(h.key)-1] + "!", 401}, "no key": {"hello", 401}, "unknown": {"gr_a_b", 401},
	} {
		r := h.do("GET", "/v1/shortlists", "", c.key)
		if r.status != c.want {
			t.Errorf("%s: %d", name, r.status)
		}
		if r.status == 401 && (r.failure(t).Code != api.CodeUnauthorized || r.header.Get(api.HeaderRemainingMinute) != "" || r.header.Get(api.HeaderCharged) != "") {
			t.Errorf("%s: %v", name, r.header)
		}
	}
	if logged := h.log.String(); strings.Contains(logged, h.key) || strings.Contains(logged, "gr_") {
		t.Error("a key is in the log")
	}
}

func TestGuessingIsThrottled(t *testing.T) {
	h := open(t)
	for range 30 {
		if r := h.do("GET", "/v1/shortlists", "", ""); r.status != 401 {
			t.Fatalf("a missing key counts: %d", r.status)
		}
	}
	for range 9 {
		h.do("GET", "/v1/shortlists", "", "gr_a_b")
	}
	h.clock.advance(5 * time.Minute)
	for range 10 {
		if r := h.do("GET", "/v1/shortlists", "", "gr_a_b"); r.status != 401 {
			t.Fatalf("too early: %d", r.status)
		}
	}
	h.clock.advance(time.Second)
	r := h.get("/v1/shortlists")
	if r.status != 429 || r.header.Get(api.HeaderRetryAfter) != "299" || r.header.Get(api.HeaderRemainingMinute) != "" {
		t.Errorf("blocked: %d %v", r.status, r.header)
	}
	if h.do("GET", "/v1/shortlists", "", "").status != 429 || h.do("GET", "/health", "", "").status != 200 {
		t.Error("blocked: without a key, and where none is needed")
	}
	h.clock.advance(299 * time.Second)
	if r := h.get("/v1/shortlists"); r.status != 200 {
		t.Errorf("after the block: %d", r.status)
	}
}

// faulty is a store some of whose parts fail.
type faulty struct {
	rules.Store
	charge error
	posts  func()
}

func (f faulty) Charge(ctx context.Context, r billing.Row, l api.TierLimits) (billing.Usage, error) {
	if f.charge != nil {
		return billing.Usage{}, f.charge
	}
	return f.Store.Charge(ctx, r, l)
}

func (f faulty) Posts(ctx context.Context, q service.PostQuery) ([]service.Post, error) {
	if f.posts != nil {
		f.posts()
	}
	return f.Store.Posts(ctx, q)
}

func TestWhatFailsInsideStaysInside(t *testing.T) {
	secret := errors.New("disk on fire at /var/secret")
	for name, part := range map[string]faulty{
		"an error while charging": {charge: secret},
		"a panic at work":         {posts: func() { panic(secret) }},
	} {
		h := open(t, broken(func(s rules.Store) rules.Store { part.Store = s; return part }))
		h.write(cooks(1)...)
		r := h.get("/v1/posts?creator_id=" + h.cookID(0))
		e := r.failure(t)
		if r.status != 500 || e.Code != api.CodeInternal || strings.Contains(string(r.body), "secret") {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
		if r.header.Get(api.HeaderCharged) != "0" || r.header.Get(api.HeaderRemainingMinute) != "750" {
			t.Errorf("%s: %v", name, r.header)
		}
		if logged := h.log.String(); !strings.Contains(logged, e.RequestID) || !strings.Contains(logged, secret.Error()) {
			t.Errorf("%s: the log says %s", name, logged)
		}
		if sum, _ := h.ledger(""); sum != 0 {
			t.Errorf("%s: charged %s", name, sum)
		}
	}
}

func TestALostRaceWithAnotherProcessIsRefused(t *testing.T) {
	h := open(t, broken(func(s rules.Store) rules.Store { return faulty{Store: s, charge: billing.ErrOverBudget} }))
	h.write(cooks(1)...)
	r := h.get("/v1/creators/" + h.cookID(0))
	if r.status != 429 || r.header.Get(api.HeaderCharged) != "0" || r.header.Get(api.HeaderRetryAfter) == "" {
		t.Errorf("%d %v", r.status, r.header)
	}
}

func TestShortlistsPageNewestFirstAndStayPrivate(t *testing.T) {
	h := open(t)
	var ids []string
	for i := range 5 {
		h.clock.advance(time.Second)
		var made api.One[api.Shortlist]
		r := h.post("/v1/shortlists", `{"name":"`+strconv.Itoa(i)+`","brief":"","notes":"","profiles":[{"platform":"photoplatform","username":"x"}]}`)
		r.into(t, &made)
		if made.Data.Version != 1 || !made.Data.CreatedAt.Equal(h.clock.Now()) {
			t.Fatalf("made %+v", made.Data)
		}
		ids = append([]string{made.Data.ID}, ids...)
	}
	var got []string
	for cursor := ""; ; {
		var page api.Page[api.Shortlist]
		h.get("/v1/shortlists?limit=2"+cursor).into(t, &page)
		for _, l := range page.Data {
			got = append(got, l.ID)
		}
		if !page.HasMore {
			break
		}
		cursor = "&cursor=" + *page.NextCursor
	}
	if strings.Join(got, " ") != strings.Join(ids, " ") {
		t.Errorf("listed %v, want %v", got, ids)
	}
	_, other := h.newAccount("other", api.TierFree)
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		if r := h.do(method, "/v1/shortlists/"+ids[0], "", other); r.status != 404 {
			t.Errorf("%s by another account: %d", method, r.status)
		}
	}
}

func TestVersionConflictShowsWhatIsStored(t *testing.T) {
	h := open(t)
	body := `{"name":"mine","brief":"","notes":"","profiles":[{"platform":"photoplatform","username":"x"}]`
	var made api.One[api.Shortlist]
	h.post("/v1/shortlists", body+`}`).into(t, &made)
	path := "/v1/shortlists/" + made.Data.ID
	var count sync.Map
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			r := h.do(http.MethodPut, path, body+`,"version":1}`, h.key)
			n, _ := count.LoadOrStore(r.status, new(sync.Map))
			n.(*sync.Map).Store(r.header.Get(api.HeaderRequestID), true)
		})
	}
	wait.Wait()
	if n := size(&count, 200); n != 1 {
		t.Errorf("%d of 8 writers of one version won", n)
	}
	r := h.do(http.MethodPut, path, body+`,"version":1}`, h.key)
	current, _ := r.failure(t).Details["current"].(map[string]any)
	if r.status != 422 || current["version"] != 2.0 || current["name"] != "mine" {
		t.Errorf("%d %s", r.status, r.body)
	}
}

func size(m *sync.Map, key any) (n int) {
	if v, ok := m.Load(key); ok {
		v.(*sync.Map).Range(func(any, any) bool { n++; return true })
	}
	return n
}

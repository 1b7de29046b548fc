package httpapi_test

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/billing"
	"greenroom/service/httpapi"
	"greenroom/service/rules"
)

// impatient is the same service with short bounds, until the function is called.
func (h *house) impatient(work, settling time.Duration) (patient func()) {
	before := h.url
	server := httptest.NewServer(httpapi.New(httpapi.Config{Service: h.service, Clock: h.clock.Now, Timeout: work, Settling: settling,
		Logger: slog.New(slog.NewTextHandler(h.log, nil))}))
	h.t.Cleanup(server.Close)
	h.url = server.URL
	return func() { h.url = before }
}

// lock is another program that keeps the store locked until the function is called.
func (h *house) lock() (unlock func()) {
	h.t.Helper()
	db, err := sql.Open("sqlite", h.path)
	if err != nil {
		h.t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("BEGIN EXCLUSIVE"); err != nil {
		h.t.Fatal(err)
	}
	return func() {
		if _, err := db.Exec("COMMIT"); err != nil {
			h.t.Error(err)
		}
		_ = db.Close()
	}
}

// While another program keeps the store locked every request is answered in time, and
// what is refused then is not charged when the lock goes.
func TestALockedStoreChargesNothingLater(t *testing.T) {
	h := open(t)
	h.write(cooks(3)...)
	if r := h.get("/v1/creators/autocomplete?q=le"); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	patient, unlock := h.impatient(300*time.Millisecond, 100*time.Millisecond), h.lock()
	asks := map[string]func() reply{
		"what is only charged": func() reply { return h.get("/v1/creators/autocomplete?q=le") },
		"again":                func() reply { return h.get("/v1/creators/autocomplete?q=co") },
		"what writes, too":     func() reply { return h.do("POST", "/v1/search", searchBody, h.key) },
		"with a key":           func() reply { return h.once("k", "POST", "/v1/search", searchBody) },
		"what writes and is free": func() reply {
			return h.do("POST", "/v1/shortlists", `{"name":"x","brief":"y","notes":"","profiles":[{"platform":"photoplatform","username":"x"}]}`, h.key)
		},
	}
	type outcome struct {
		name string
		reply
	}
	outcomes := make(chan outcome, len(asks))
	for name, ask := range asks {
		go func() { outcomes <- outcome{name, ask()} }()
	}
	for range asks {
		o := <-outcomes
		e := o.failure(t)
		if o.status != http.StatusServiceUnavailable || e.Code != api.CodeUnavailable || !strings.Contains(e.Message, "Nothing was charged") || o.header.Get(api.HeaderRetryAfter) == "" {
			t.Errorf("%s: %d %+v", o.name, o.status, e)
		}
	}
	unlock()
	patient()
	if r := h.once("k", "POST", "/v1/search", searchBody); r.status != http.StatusOK || r.header.Get(api.HeaderReplayed) != "false" {
		t.Errorf("the same key after: %d %v", r.status, r.header)
	}
	// A write comes after all that waited.
	if sum, rows := h.ledger(h.account.ID); sum != api.Credit/20+29*api.Credit || len(rows) != 2 {
		t.Errorf("%s credits in %d rows: %v", sum, len(rows), rows)
	}
}

// lateAnswer is a store that charges, and tells so only when nobody has time any more.
type lateAnswer struct{ rules.Store }

func (l lateAnswer) Charge(ctx context.Context, r billing.Row, limits api.TierLimits) (billing.Usage, error) {
	usage, err := l.Store.Charge(ctx, r, limits)
	<-ctx.Done()
	return usage, err
}

// What is charged is answered as charged, however late.
func TestWhatIsChargedIsAnswered(t *testing.T) {
	h := open(t, broken(func(s rules.Store) rules.Store { return lateAnswer{s} }))
	h.write(cooks(3)...)
	h.impatient(time.Minute, 50*time.Millisecond)
	if r := h.get("/v1/creators/autocomplete?q=le"); r.status != http.StatusOK || r.header.Get(api.HeaderCharged) != "0.05" {
		t.Errorf("%d %s", r.status, r.body)
	}
	if _, rows := h.ledger(h.account.ID); len(rows) != 1 {
		t.Errorf("%d rows", len(rows))
	}
}

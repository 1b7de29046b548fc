package proxytest_test

import (
	"net/http"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

func unavailable(more string, headers ...string) fault {
	return refused(503, api.CodeUnavailable, more, headers...)
}

func TestUnavailable(t *testing.T) {
	gone := func(retry time.Duration) want { return left(api.CodeUnavailable, retry) }
	page := want{kind: client.KindHTML, unnamed: true, outcome: client.OutcomeUnknown}
	run(t, []row{
		{name: "seconds", fault: unavailable("", "Retry-After", "2"), times: 1, paid: after(2)},
		{name: "seconds, always", fault: unavailable("", "Retry-After", "2"), paid: gave(api.CodeUnavailable, 2*time.Second, 2, 2)},
		{name: "date", fault: unavailable("", "Retry-After", start.Add(2*time.Second).Format(http.TimeFormat)), times: 1, paid: after(2)},
		{name: "details", fault: unavailable(`,"details":{"retry_after_seconds":2,"upstream_error":"upstream_rate_limited"}`), times: 1, paid: after(2)},
		{name: "too long", fault: unavailable(`,"details":{"retry_after_seconds":600}`), paid: gone(10 * time.Minute)},
		{name: "no hint", fault: unavailable(""), paid: gone(0)},
		{name: "resets are no hint", fault: unavailable("", "RateLimit-Remaining-Minute", "0", "RateLimit-Reset-Minute", unix(minute)), paid: gone(0)},
		{name: "not retryable", fault: unavailable(`,"details":{"retryable":false}`, "Retry-After", "2"), paid: gone(2 * time.Second)},
		{name: "scraping", fault: refused(503, api.CodeScraping, "", "Retry-After", "2"), times: 1, paid: after(2)},
		{name: "page of a proxy", fault: instead(503, "text/html", "<h1>503</h1>", "Retry-After", "2"), paid: page},
		{name: "page of a gateway", fault: instead(502, "text/html; charset=utf-8", "<h1>502</h1>"), paid: page},
		{name: "no words of the contract", fault: instead(503, asJSON, `{"detail":"busy"}`, "Retry-After", "2"), paid: want{kind: client.KindMalformed, unnamed: true, outcome: client.OutcomeUnknown}},
		{name: "upstream broken", fault: refused(502, api.CodeUpstreamBroken, `,"details":{"upstream_error":"shape","retryable":false}`, "Retry-After", "1"), paid: left(api.CodeUpstreamBroken, time.Second)},
		{name: "upstream broken, no hint", fault: refused(502, api.CodeUpstreamBroken, ""), paid: left(api.CodeUpstreamBroken, 0)},
		{name: "internal", fault: refused(500, api.CodeInternal, "", "Retry-After", "1"), paid: left(api.CodeInternal, time.Second)},
		{name: "charged before it broke", fault: passed(func(a *answer) {
			a.status, a.body = 503, []byte(`{"error":{"code":"service_unavailable","message":"m"}}`)
			a.header.Set("Retry-After", "1")
		}), paid: want{kind: client.KindAPI, code: api.CodeUnavailable, retry: time.Second, outcome: client.OutcomeCharged, real: true},
			others: &want{kind: client.KindAPI, code: api.CodeUnavailable, retry: 3 * time.Second / 3, tries: 3, waits: waited(1, 1)}},
	})
}

func TestRefusals(t *testing.T) {
	run(t, []row{
		{name: "payment required", fault: refused(402, api.CodePaymentRequired, `,"reason_code":"PAYMENT_FAILED","next_step":"update_payment_method"`, "Retry-After", "1"), paid: left(api.CodePaymentRequired, time.Second)},
		{name: "no credits", fault: refused(402, api.CodeInsufficientCredits, ""), paid: left(api.CodeInsufficientCredits, 0)},
		{name: "unauthorized", fault: refused(401, api.CodeUnauthorized, ""), paid: left(api.CodeUnauthorized, 0)},
		{name: "forbidden", fault: refused(403, api.CodeForbidden, ""), paid: left(api.CodeForbidden, 0)},
		{name: "invalid", fault: refused(422, api.CodeValidation, `,"param":"limit"`), paid: left(api.CodeValidation, 0)},
		{name: "sign in first", fault: instead(407, "text/html", "<h1>Proxy</h1>"), paid: want{kind: client.KindHTML, unnamed: true}},
	})
}

// TestRefusalsSayWhy: what the service says of a refusal reaches the caller.
func TestRefusalsSayWhy(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.proxy.harms(0, 1, refused(402, api.CodePaymentRequired, `,"reason_code":"PAYMENT_FAILED","next_step":"update_payment_method"`))
	_, _, err := r.client.Creator(t.Context(), house.people[0], false)
	if e := failed(t, err); e.Reason != "PAYMENT_FAILED" || e.NextStep != "update_payment_method" || e.Message != "Not now." || e.Status != 402 {
		t.Errorf("%+v", e)
	}
	r.proxy.harms(0, 1, refused(402, api.CodeInsufficientCredits, ""))
	_, _, err = r.client.Creator(t.Context(), house.people[0], false)
	if e := failed(t, err); e.Reason != "" || e.NextStep != "" || e.Status != 402 {
		t.Errorf("%+v", e)
	}
	r.proxy.harms(0, 1, refused(502, api.CodeUpstreamBroken, `,"details":{"upstream_error":"shape","retryable":false}`))
	_, _, err = r.client.Creator(t.Context(), house.people[0], false)
	if e := failed(t, err); e.Upstream != "shape" || e.Details["retryable"] != false {
		t.Errorf("%+v", e)
	}
}

// TestRedirectsAreNotFollowed: another address never sees the key.
func TestRedirectsAreNotFollowed(t *testing.T) {
	other := newProxy(t, nil)
	var rows []row
	for _, status := range []int{301, 302, 303, 307, 308} {
		rows = append(rows, row{
			name:  http.StatusText(status),
			fault: instead(status, "text/html", "", "Location", other.server.URL+"/v1/search"),
			paid:  want{kind: client.KindRedirect, unnamed: true},
		})
	}
	rows = append(rows, row{
		name: "after the work",
		fault: passed(func(a *answer) {
			a.status = 303
			a.header.Set("Location", other.server.URL)
		}),
		paid: want{kind: client.KindRedirect, outcome: client.OutcomeCharged, real: true},
	})
	t.Run("rows", func(t *testing.T) { run(t, rows) })
	if n := other.seen(); n != 0 {
		t.Errorf("%d requests to another address", n)
	}
}

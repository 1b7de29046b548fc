package metrics

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/payments"
)

func TestExposition(t *testing.T) {
	m := New(func() service.Stats {
		return service.Stats{Reservations: 2, IndexBuilds: 1, IndexTook: 1500 * time.Millisecond, IndexCreators: 7}
	})
	search := service.Exchange{Endpoint: "POST /v1/search", Status: 200, Known: true, Charged: 45_050, Took: 3 * time.Millisecond}
	m.Observe(search)
	search.Took = time.Minute
	m.Observe(search)
	for _, e := range []service.Exchange{
		{Endpoint: "POST /v1/search", Status: 429, Code: api.CodeRateLimited, Known: true},
		{Endpoint: "GET /v1/shortlists", Status: 429, Code: api.CodeRateLimited},
		{Endpoint: "-", Status: 404, Code: api.CodeNotFound},
	} {
		m.Observe(e)
	}
	for _, e := range []payments.Event{{What: "challenged"}, {Protocol: payments.MPP, What: "settled", Amount: 290_000}, {Protocol: payments.MPP, What: "settled", Amount: 5_000}, {Protocol: payments.X402, What: "unknown", Amount: 7}} {
		m.ObservePayment(e)
	}
	m.LiveCall("yt-dlp", api.VideoPlatform, "upstream_blocked", 3*time.Second)
	m.LiveKept(api.VideoPlatform, "video", time.Hour)
	m.LiveGauge("bound_used", map[string]string{"bound": "runs of yt-dlp in an hour"}, func() float64 { return 7 })
	w := httptest.NewRecorder()
	m.ServeHTTP(w, nil)
	text := w.Body.String()
	for _, line := range []string{
		`greenroom_requests_total{endpoint="POST /v1/search",status="200"} 2`,
		`greenroom_requests_total{endpoint="-",status="404"} 1`,
		`greenroom_live_calls_total{source="yt-dlp",network="videoplatform",outcome="upstream_blocked"} 1`,
		`greenroom_live_call_seconds_bucket{source="yt-dlp",network="videoplatform",le="4"} 1`,
		`greenroom_live_kept_age_seconds_bucket{network="videoplatform",call="video",le="600"} 0`,
		`greenroom_live_kept_age_seconds_bucket{network="videoplatform",call="video",le="3600"} 1`,
		`greenroom_live_bound_used{bound="runs of yt-dlp in an hour"} 7`,
		`greenroom_credits_charged_total{endpoint="POST /v1/search"} 90.1`,
		`greenroom_refusals_total{by="budget"} 1`,
		`greenroom_refusals_total{by="address"} 1`,
		`greenroom_refusals_total{by="plan"} 0`,
		`greenroom_request_seconds_bucket{endpoint="POST /v1/search",le="0.0025"} 1`,
		`greenroom_request_seconds_bucket{endpoint="POST /v1/search",le="0.005"} 2`,
		`greenroom_request_seconds_bucket{endpoint="POST /v1/search",le="10"} 2`,
		`greenroom_request_seconds_bucket{endpoint="POST /v1/search",le="+Inf"} 3`,
		`greenroom_request_seconds_count{endpoint="POST /v1/search"} 3`,
		`greenroom_request_seconds_sum{endpoint="POST /v1/search"} 60.003`,
		`greenroom_payments_total{protocol="",state="challenged"} 1`,
		`greenroom_payments_total{protocol="mpp",state="settled"} 2`,
		`greenroom_payments_total{protocol="x402",state="unknown"} 1`,
		`greenroom_payments_settled_usd_total{protocol="mpp"} 0.295`,
		`greenroom_open_reservations 2`,
		`greenroom_index_builds_total 1`,
		`greenroom_index_build_seconds 1.5`,
		`greenroom_index_creators 7`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
	if !strings.Contains(text, "\ngo_goroutines ") {
		t.Error("nothing is said of the process")
	}
	shape := regexp.MustCompile(`^[a-z0-9_]+(\{([a-zA-Z]+="[^"\n]*"(, ?)?)+\})? ([0-9.e+-]+|NaN)$`)
	for line := range strings.Lines(text) {
		if !shape.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("not of the text format: %q", line)
		}
	}
}

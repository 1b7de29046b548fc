// Package metrics counts what the service does and writes it in the text format
// that Prometheus reads. It knows requests that ended and how the service
// stands; it must not know who asked, nor for what.
package metrics

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	vm "github.com/VictoriaMetrics/metrics"

	"greenroom/api"
	"greenroom/internal/payment"
	"greenroom/service"
	"greenroom/service/payments"
)

// bounds are the upper bounds of the latency buckets, in seconds.
var bounds = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}

// Those of calls to networks, and of the ages of what they answered.
var (
	liveBounds = []float64{0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 25, 60, 120}
	ageBounds  = []float64{60, 600, 3600, 3 * 3600, 6 * 3600}
)

// Metrics counts requests. Its methods may be called at once.
type Metrics struct{ set *vm.Set }

// New returns metrics of a service that stands as stats says.
func New(stats func() service.Stats) *Metrics {
	m := &Metrics{vm.NewSet()}
	for _, what := range refusals {
		m.refused(what)
	}
	m.set.NewGauge("greenroom_open_reservations", func() float64 { return float64(stats().Reservations) })
	m.set.NewGauge("greenroom_index_builds_total", func() float64 { return float64(stats().IndexBuilds) })
	m.set.NewGauge("greenroom_index_build_seconds", func() float64 { return stats().IndexTook.Seconds() })
	m.set.NewGauge("greenroom_index_creators", func() float64 { return float64(stats().IndexCreators) })
	return m
}

func (m *Metrics) refused(by string) *vm.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("greenroom_refusals_total{by=%q}", by))
}

// Observe counts a request that ended.
func (m *Metrics) Observe(e service.Exchange) {
	m.set.GetOrCreateCounter(fmt.Sprintf("greenroom_requests_total{endpoint=%q,status=\"%d\"}", e.Endpoint, e.Status)).Inc()
	m.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("greenroom_request_seconds{endpoint=%q}", e.Endpoint), bounds).Update(e.Took.Seconds())
	if e.Charged > 0 {
		m.set.GetOrCreateFloatCounter(fmt.Sprintf("greenroom_credits_charged_total{endpoint=%q}", e.Endpoint)).Add(float64(e.Charged) / float64(api.Credit))
	}
	if what := refusal(e); what != "" {
		m.refused(what).Inc()
	}
}

// ObservePayment counts what happened to a payment.
func (m *Metrics) ObservePayment(e payments.Event) {
	m.set.GetOrCreateCounter(fmt.Sprintf("greenroom_payments_total{protocol=%q,state=%q}", e.Protocol, e.What)).Inc()
	if e.What == string(payments.Settled) {
		m.set.GetOrCreateFloatCounter(fmt.Sprintf("greenroom_payments_settled_usd_total{protocol=%q}", e.Protocol)).Add(float64(e.Amount) / float64(payment.Dollar))
	}
}

// LiveCall counts a call to a source of live data.
func (m *Metrics) LiveCall(source string, on api.Platform, outcome string, took time.Duration) {
	m.set.GetOrCreateCounter(fmt.Sprintf("greenroom_live_calls_total{source=%q,network=%q,outcome=%q}", source, on, outcome)).Inc()
	m.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("greenroom_live_call_seconds{source=%q,network=%q}", source, on), liveBounds).Update(took.Seconds())
}

// LiveKept counts a kept live answer that was given again, by its age.
func (m *Metrics) LiveKept(on api.Platform, call string, age time.Duration) {
	m.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("greenroom_live_kept_age_seconds{network=%q,call=%q}", on, call), ageBounds).Update(age.Seconds())
}

// LiveGauge names a figure of live data.
func (m *Metrics) LiveGauge(name string, labels map[string]string, read func() float64) {
	var all []string
	for _, l := range slices.Sorted(maps.Keys(labels)) {
		all = append(all, fmt.Sprintf("%s=%q", l, labels[l]))
	}
	m.set.GetOrCreateGauge("greenroom_live_"+name+"{"+strings.Join(all, ",")+"}", read)
}

// Traces shows how many spans no collector took.
func (m *Metrics) Traces(dropped func() int64) {
	m.set.NewGauge("greenroom_traces_dropped_total", func() float64 { return float64(dropped()) })
}

// ServeHTTP writes all metrics, and those of the process.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.set.WritePrometheus(w)
	vm.WriteProcessMetrics(w)
}

// The reasons to refuse a request: for money, or because of the caller.
const (
	byBudget    = "budget"
	byBalance   = "balance"
	byBilling   = "billing"
	byPlan      = "plan"
	byQuota     = "quota"
	byThrottled = "address"
	byKey       = "key"
)

var refusals = []string{byBudget, byBalance, byBilling, byPlan, byQuota, byThrottled, byKey}

// refusal returns the reason of a refusal; "" for an accepted request.
func refusal(e service.Exchange) string {
	switch e.Code {
	case api.CodeRateLimited:
		if e.Known {
			return byBudget
		}
		return byThrottled
	case api.CodeInsufficientCredits:
		return byBalance
	case api.CodePaymentRequired:
		if !e.Known {
			return "" // a price was asked for, which is no refusal
		}
		return byBilling
	case api.CodeForbidden:
		return byPlan
	case api.CodeQuotaExceeded:
		return byQuota
	case api.CodeUnauthorized:
		return byKey
	}
	return ""
}

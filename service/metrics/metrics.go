// Package metrics counts what the service does and writes it in the text format
// that Prometheus reads. It knows requests that ended and how the service
// stands; it must not know who asked, nor for what.
package metrics

import (
	"sync"
	"time"

	"greenroom/api"
	"greenroom/internal/payment"
	"greenroom/service"
	"greenroom/service/payments"
)

// bounds are the upper bounds of the latency buckets, in seconds.
var bounds = [...]float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}

// Metrics counts requests. Its methods may be called at once.
type Metrics struct {
	stats func() service.Stats

	mu       sync.Mutex
	requests map[outcome]int64
	took     map[string]*histogram  // by endpoint
	charged  map[string]api.Credits // by endpoint
	refused  map[string]int64       // by what refused
	payments map[paid]int64
	settled  map[payments.Protocol]payment.MicroUSD
}

// paid is something that happened to a payment.
type paid struct {
	protocol payments.Protocol
	what     string
}

type outcome struct {
	endpoint string
	status   int
}

// histogram counts durations by the first bound that holds them; the last count
// is of those beyond all.
type histogram struct {
	counts [len(bounds) + 1]int64
	sum    time.Duration
}

// New returns metrics of a service that stands as stats says.
func New(stats func() service.Stats) *Metrics {
	m := &Metrics{
		stats: stats, requests: map[outcome]int64{}, took: map[string]*histogram{},
		charged: map[string]api.Credits{}, refused: map[string]int64{},
		payments: map[paid]int64{}, settled: map[payments.Protocol]payment.MicroUSD{},
	}
	for _, what := range refusals {
		m.refused[what] = 0
	}
	return m
}

// Observe counts a request that ended.
func (m *Metrics) Observe(e service.Exchange) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[outcome{e.Endpoint, e.Status}]++
	if m.took[e.Endpoint] == nil {
		m.took[e.Endpoint] = &histogram{}
	}
	m.took[e.Endpoint].add(e.Took)
	if e.Charged > 0 {
		m.charged[e.Endpoint] += e.Charged
	}
	if what := refusal(e); what != "" {
		m.refused[what]++
	}
}

// ObservePayment counts what happened to a payment.
func (m *Metrics) ObservePayment(e payments.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.payments[paid{e.Protocol, e.What}]++
	if e.What == string(payments.Settled) {
		m.settled[e.Protocol] += e.Amount
	}
}

func (h *histogram) add(took time.Duration) {
	at := 0
	for at < len(bounds) && took.Seconds() > bounds[at] {
		at++
	}
	h.counts[at]++
	h.sum += took
}

// What refuses a request for money's sake, or for who asks.
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

// refusal is what refused a request; "" for one that was not.
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

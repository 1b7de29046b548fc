package metrics

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"greenroom/internal/payment"
)

// contentType is the version of the text format that is written.
const contentType = "text/plain; version=0.0.4; charset=utf-8"

// ServeHTTP writes all metrics.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	body := m.exposition()
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

func (m *Metrics) exposition() []byte {
	now := m.stats()
	m.mu.Lock()
	defer m.mu.Unlock()
	var p page
	m.writeRequests(&p)
	p.family("greenroom_credits_charged_total", "counter", "Credits charged, by endpoint.")
	for _, endpoint := range slices.Sorted(maps.Keys(m.charged)) {
		p.sample(m.charged[endpoint], "endpoint", endpoint)
	}
	p.family("greenroom_refusals_total", "counter", "Requests refused, by what refused them.")
	for _, what := range slices.Sorted(maps.Keys(m.refused)) {
		p.sample(m.refused[what], "by", what)
	}
	m.writePayments(&p)
	p.family("greenroom_open_reservations", "gauge", "Requests whose worst case is reserved now.")
	p.sample(now.Reservations)
	p.family("greenroom_index_builds_total", "counter", "Builds of the search index that ended well.")
	p.sample(now.IndexBuilds)
	p.family("greenroom_index_build_seconds", "gauge", "How long the last build of the search index took.")
	p.sample(now.IndexTook.Seconds())
	p.family("greenroom_index_creators", "gauge", "Creators in the search index.")
	p.sample(now.IndexCreators)
	return p.Bytes()
}

// writePayments writes nothing where nobody has paid or was asked to.
func (m *Metrics) writePayments(p *page) {
	if len(m.payments) == 0 {
		return
	}
	p.family("greenroom_payments_total", "counter", "What happened to payments for single requests, by protocol: states, and challenged, refused, recovered.")
	all := slices.SortedFunc(maps.Keys(m.payments), func(a, b paid) int {
		return cmp.Or(cmp.Compare(a.protocol, b.protocol), cmp.Compare(a.what, b.what))
	})
	for _, one := range all {
		p.sample(m.payments[one], "protocol", string(one.protocol), "state", one.what)
	}
	p.family("greenroom_payments_settled_usd_total", "counter", "Dollars settled for single requests, by protocol.")
	for _, protocol := range slices.Sorted(maps.Keys(m.settled)) {
		p.sample(float64(m.settled[protocol])/float64(payment.Dollar), "protocol", string(protocol))
	}
}

func (m *Metrics) writeRequests(p *page) {
	p.family("greenroom_requests_total", "counter", "Requests answered, by endpoint and status; 499 where the caller had gone.")
	outcomes := slices.SortedFunc(maps.Keys(m.requests), func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.endpoint, b.endpoint), cmp.Compare(a.status, b.status))
	})
	for _, o := range outcomes {
		p.sample(m.requests[o], "endpoint", o.endpoint, "status", strconv.Itoa(o.status))
	}
	p.family("greenroom_request_seconds", "histogram", "How long requests took, by endpoint.")
	for _, endpoint := range slices.Sorted(maps.Keys(m.took)) {
		p.histogram(m.took[endpoint], endpoint)
	}
}

// page is the text under way: families, each with its samples.
type page struct {
	bytes.Buffer
	name string // of the family
}

func (p *page) family(name, kind, help string) {
	p.name = name
	fmt.Fprintf(p, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// sample writes a value with its labels: names and values in turn.
func (p *page) sample(value any, labels ...string) { p.suffixed("", value, labels...) }

func (p *page) suffixed(suffix string, value any, labels ...string) {
	p.WriteString(p.name + suffix)
	for i := 0; i < len(labels); i += 2 {
		p.WriteByte("{,"[min(i, 1)])
		p.WriteString(labels[i] + "=" + strconv.Quote(labels[i+1]))
	}
	if len(labels) > 0 {
		p.WriteByte('}')
	}
	fmt.Fprintf(p, " %v\n", value)
}

func (p *page) histogram(h *histogram, endpoint string) {
	total := int64(0)
	for i, bound := range bounds {
		total += h.counts[i]
		p.suffixed("_bucket", total, "endpoint", endpoint, "le", strconv.FormatFloat(bound, 'g', -1, 64))
	}
	total += h.counts[len(bounds)]
	p.suffixed("_bucket", total, "endpoint", endpoint, "le", "+Inf")
	p.suffixed("_sum", h.sum.Seconds(), "endpoint", endpoint)
	p.suffixed("_count", total, "endpoint", endpoint)
}

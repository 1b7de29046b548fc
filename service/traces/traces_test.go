package traces

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// collector is one that answers with each of its codes in turn, and 200 after them.
type collector struct {
	*httptest.Server
	codes []int
	got   chan map[string]any
	with  chan http.Header
}

func collect(t *testing.T, codes ...int) *collector {
	c := &collector{codes: codes, got: make(chan map[string]any, 100), with: make(chan http.Header, 100)}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var all map[string]any
		if err := json.Unmarshal(body, &all); err != nil || r.URL.Path != "/v1/traces" || r.Method != http.MethodPost {
			t.Errorf("%s %s: %v", r.Method, r.URL.Path, err)
		}
		code := http.StatusOK
		if len(c.codes) > 0 {
			code, c.codes = c.codes[0], c.codes[1:]
		}
		w.WriteHeader(code)
		c.got <- all
		c.with <- r.Header
	}))
	t.Cleanup(c.Close)
	return c
}

func started(t *testing.T, c Config) (*Traces, *bytes.Buffer) {
	var log bytes.Buffer
	c.Logger = slog.New(slog.NewTextHandler(&log, nil))
	traces, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return traces, &log
}

// dig follows names and, for "0", the only item of a list.
func dig(t *testing.T, v any, path string) any {
	t.Helper()
	for step := range strings.FieldsSeq(path) {
		if list, ok := v.([]any); ok && step == "0" {
			v = list[0]
			continue
		}
		m, _ := v.(map[string]any)
		if v = m[step]; v == nil {
			t.Fatalf("no %s of %s", step, path)
		}
	}
	return v
}

var began = time.Date(2026, 11, 26, 12, 0, 0, 5, time.UTC)

func exchange(parent string) service.Exchange {
	return service.Exchange{Endpoint: "POST /v1/search", Status: 503, Code: api.CodeInternal, Charged: 3 * api.Credit / 2,
		ID: "req_1", Parent: parent, Began: began, Took: 1500 * time.Millisecond}
}

const trace, above16 = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"

func TestASpanIsWhatOTLPSays(t *testing.T) {
	c := collect(t)
	traces, log := started(t, Config{URL: c.URL + "/", Headers: "authorization=Bearer%20k3y, x-team=a"})
	traces.Observe(exchange("00-" + trace + "-" + above16 + "-01"))
	traces.Close()
	got, with := <-c.got, <-c.with
	if with.Get("Authorization") != "Bearer k3y" || with.Get("X-Team") != "a" || with.Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", with)
	}
	resource := dig(t, got, "resourceSpans 0")
	if name := dig(t, resource, "resource attributes 0 value stringValue"); name != "greenroom" {
		t.Errorf("service.name %v", name)
	}
	s := dig(t, resource, "scopeSpans 0 spans 0")
	want := map[string]any{"traceId": trace, "parentSpanId": above16, "name": "POST /v1/search", "kind": 2.0,
		"startTimeUnixNano": fmt.Sprint(began.UnixNano()), "endTimeUnixNano": fmt.Sprint(began.UnixNano() + 1_500_000_000)}
	for key, value := range want {
		if has := dig(t, s, key); has != value {
			t.Errorf("%s is %v, not %v", key, has, value)
		}
	}
	if own := dig(t, s, "spanId").(string); !id(own, 16) || own == above16 || dig(t, s, "status code") != 2.0 {
		t.Errorf("%v", s)
	}
	attributes := fmt.Sprint(dig(t, s, "attributes"))
	for _, one := range []string{"http.response.status_code value:map[intValue:503]", "http.request.method value:map[stringValue:POST]",
		"http.route value:map[stringValue:/v1/search]", "error.type value:map[stringValue:internal_error]",
		"greenroom.request_id value:map[stringValue:req_1]", "greenroom.credits value:map[doubleValue:1.5]"} {
		if !strings.Contains(attributes, one) {
			t.Errorf("no %s in %s", one, attributes)
		}
	}
	if log.Len() > 0 || traces.Dropped() != 0 {
		t.Errorf("%d dropped: %s", traces.Dropped(), log)
	}
}

func TestWhatStandsAbove(t *testing.T) {
	for header, want := range map[string]struct {
		parent  string
		sampled bool
	}{
		"":                                                      {"", true},
		"00-" + trace + "-" + above16 + "-01":                   {above16, true},
		"00-" + trace + "-" + above16 + "-00":                   {above16, false},
		"00-" + trace + "-" + above16 + "-zz":                   {above16, false},
		"01-" + trace + "-" + above16 + "-01-x":                 {above16, true},
		"00-" + trace + "-" + above16 + "-01-x":                 {"", true},
		"ff-" + trace + "-" + above16 + "-01":                   {"", true},
		"00-" + strings.ToUpper(trace) + "-" + above16 + "-01":  {"", true},
		"00-" + strings.Repeat("0", 32) + "-" + above16 + "-01": {"", true},
		"00-" + trace + "-" + strings.Repeat("0", 16) + "-01":   {"", true},
		"00-" + trace + "-" + above16:                           {"", true},
	} {
		id32, parent, sampled := above(header)
		if parent != want.parent || sampled != want.sampled || !id(id32, 32) || (parent != "") != (id32 == trace) {
			t.Errorf("%q: %s %q %v", header, id32, parent, sampled)
		}
	}
	s, _ := spanOf(service.Exchange{Endpoint: "-", Status: 404, Began: began})
	if s.Name == "-" || s.Status.Code != 0 || strings.Contains(fmt.Sprint(s.Attributes), "http.route") {
		t.Errorf("%+v", s)
	}
}

// A collector that is away for a moment loses nothing; one that refuses loses the batch,
// and the log says both once.
func TestACollectorThatIsAway(t *testing.T) {
	c := collect(t, 503, 429, 200, 400)
	tick := make(chan time.Time)
	traces, log := started(t, Config{URL: c.URL, Tick: tick})
	count := func() int { return len(dig(t, <-c.got, "resourceSpans 0 scopeSpans 0 spans").([]any)) }
	traces.Observe(exchange(""))
	for len(traces.queue) > 0 { // it is taken before the tick
		tick <- began
	}
	tick <- began
	for n, want := range []int{1, 1, 1} {
		if got := count(); got != want {
			t.Errorf("request %d has %d spans", n+1, got)
		}
		if n < 2 {
			tick <- began
		}
	}
	traces.Observe(exchange(""))
	traces.Close()
	if got := count(); got != 1 || traces.Dropped() != 1 {
		t.Errorf("%d spans, %d dropped", got, traces.Dropped())
	}
	if text := log.String(); strings.Count(text, "not taken") != 2 || strings.Count(text, "taken again") != 1 {
		t.Errorf("%s", text)
	}
}

// Nobody waits for a collector that does not answer: what is too much is dropped.
func TestNobodyWaitsForTheCollector(t *testing.T) {
	traces := &Traces{queue: make(chan span, 2)}
	for range 5 {
		traces.Observe(exchange(""))
	}
	if traces.Dropped() != 3 {
		t.Errorf("%d dropped", traces.Dropped())
	}
	full, _ := started(t, Config{URL: collect(t).URL, Tick: make(chan time.Time)})
	for range batch {
		full.Observe(exchange(""))
	}
	full.Close()
	if _, err := New(Config{URL: "localhost:4318"}); err == nil {
		t.Error("an address without a scheme")
	}
}

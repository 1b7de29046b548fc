package traces

import (
	"crypto/rand"
	"encoding/hex"
	"strconv"
	"strings"

	"greenroom/api"
	"greenroom/service"
)

// span is one request, as OTLP names what it is made of.
type span struct {
	TraceID    string      `json:"traceId"`
	SpanID     string      `json:"spanId"`
	Parent     string      `json:"parentSpanId,omitempty"`
	Name       string      `json:"name"`
	Kind       int         `json:"kind"`
	Start      string      `json:"startTimeUnixNano"` // numbers of 64 bits are texts
	End        string      `json:"endTimeUnixNano"`
	Attributes []attribute `json:"attributes"`
	Status     status      `json:"status"`
}

type status struct {
	Code int `json:"code,omitempty"`
}

type attribute struct {
	Key   string         `json:"key"`
	Value map[string]any `json:"value"`
}

func text(key, value string) attribute { return attribute{key, map[string]any{"stringValue": value}} }

const (
	kindServer = 2
	failed     = 2
)

// spanOf reports too whether a request is traced: one that names no span above it is.
func spanOf(e service.Exchange) (s span, sampled bool) {
	trace, parent, sampled := above(e.Parent)
	method, route, _ := strings.Cut(e.Endpoint, " ")
	s = span{TraceID: trace, SpanID: random(8), Parent: parent, Name: e.Endpoint, Kind: kindServer,
		Start: strconv.FormatInt(e.Began.UnixNano(), 10), End: strconv.FormatInt(e.Began.Add(e.Took).UnixNano(), 10),
		Attributes: []attribute{
			{"http.response.status_code", map[string]any{"intValue": strconv.Itoa(e.Status)}},
			text("greenroom.request_id", e.ID),
			{"greenroom.credits", map[string]any{"doubleValue": float64(e.Charged) / float64(api.Credit)}},
		}}
	if route != "" {
		s.Attributes = append(s.Attributes, text("http.request.method", method), text("http.route", route))
	} else {
		s.Name = "no such path"
	}
	if e.Code != "" {
		s.Attributes = append(s.Attributes, text("error.type", string(e.Code)))
	}
	if e.Status >= 500 {
		s.Status.Code = failed
	}
	return s, sampled
}

// above reads a header traceparent, "00-TRACE-SPAN-FLAGS"; what is none begins a trace.
func above(header string) (trace, span string, sampled bool) {
	p := strings.Split(header, "-")
	if len(p) < 4 || len(p[0]) != 2 || p[0] == "ff" || p[0] == "00" && len(p) > 4 || !id(p[1], 32) || !id(p[2], 16) || len(p[3]) != 2 {
		return random(16), "", true
	}
	flags, err := strconv.ParseUint(p[3], 16, 8)
	return p[1], p[2], err == nil && flags&1 == 1
}

// id: digits in small letters, not all of them 0.
func id(s string, length int) bool {
	return len(s) == length && strings.Trim(s, "0123456789abcdef") == "" && strings.Trim(s, "0") != ""
}

func random(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // which never fails
	return hex.EncodeToString(b)
}

// envelope is a request of OTLP: spans of one program.
func envelope(spans []span) any {
	type object = map[string]any
	return object{"resourceSpans": []object{{
		"resource":   object{"attributes": []attribute{text("service.name", "greenroom")}},
		"scopeSpans": []object{{"scope": object{"name": "greenroom"}, "spans": spans}},
	}}}
}

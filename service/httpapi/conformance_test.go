package httpapi_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/httpapi"
)

// record writes the answers of the conformance test into the description, as
// its examples.
var record = flag.Bool("record", false, "record the examples of the description")

// request is one exchange that a row begins with.
type request struct {
	path string // with its query
	body string
	etag string // that the caller has
	once string // the idempotency key
}

// want is one row: what is asked of an endpoint, and how it must answer.
type want struct {
	name  string
	route string // "GET /v1/posts"
	ask   func(*stage) request
	as    string // account; "" has a large budget
	// prepare brings about what the row is about; undo ends it.
	prepare, undo func(*stage)

	status int
	code   api.Code
	param  string
	header []string // that must be there beyond those of every answer
}

// observed records the answers the test has seen from an endpoint.
type observed struct {
	statuses map[int]bool
	headers  map[string]bool // "200 X-Request-Id"
	codes    map[string]bool // "404 not_found"
}

type describedParameter struct {
	Name     string         `json:"name"`
	In       string         `json:"in"`
	Required bool           `json:"required"`
	Schema   map[string]any `json:"schema"`
}

// described is the description, as this test reads it.
type described struct {
	Security []map[string][]string `json:"security"`
	Paths    map[string]map[string]struct {
		ID          string                `json:"operationId"`
		Security    []map[string][]string `json:"security"`
		Parameters  []describedParameter  `json:"parameters"`
		RequestBody struct {
			Content map[string]struct {
				Schema map[string]any `json:"schema"`
			} `json:"content"`
		} `json:"requestBody"`
		Responses map[string]struct {
			Ref     string         `json:"$ref"`
			Codes   []string       `json:"x-error-codes"`
			Headers map[string]any `json:"headers"`
			Content map[string]struct {
				Schema map[string]any `json:"schema"`
			} `json:"content"`
		} `json:"responses"`
		Payment *struct {
			Price struct{ Mode, Currency, Amount, Min, Max string } `json:"price"`
		} `json:"x-payment-info"`
	} `json:"paths"`
	Components struct {
		Schemas   map[string]map[string]any `json:"schemas"`
		Headers   map[string]any            `json:"headers"`
		Responses map[string]struct {
			Codes   []string       `json:"x-error-codes"`
			Headers map[string]any `json:"headers"`
		} `json:"responses"`
	} `json:"components"`
}

// response returns the documented codes and headers of a status.
func (d *described) response(method, pattern string, status int) (codes []string, headers map[string]any, ok bool) {
	r, ok := d.Paths[pattern][strings.ToLower(method)].Responses[strconv.Itoa(status)]
	if name, shared := strings.CutPrefix(r.Ref, "#/components/responses/"); shared {
		c := d.Components.Responses[name]
		return c.Codes, c.Headers, ok
	}
	return r.Codes, r.Headers, ok
}

// validity tells what is not as the description has it; nothing where all is.
type validity interface {
	request(*http.Request) []string
	response(*http.Request, *http.Response) []string
}

// conformance is the test as it runs.
type conformance struct {
	doc    described
	valid  validity
	routes map[string]httpapi.Route
	seen   map[string]*observed
	codes  map[api.Code]bool
	bodies map[string][]byte // first good answer of each route
	asked  map[string]recorded
	errors map[api.Code][]byte
}

func newConformance(t *testing.T, description []byte) *conformance {
	t.Helper()
	c := &conformance{routes: map[string]httpapi.Route{}, seen: map[string]*observed{}, codes: map[api.Code]bool{},
		bodies: map[string][]byte{}, asked: map[string]recorded{}, errors: map[api.Code][]byte{}}
	if err := json.Unmarshal(description, &c.doc); err != nil {
		t.Fatal(err)
	}
	c.valid = newValidity(t, description)
	for _, r := range httpapi.Routes() {
		name := r.Method + " " + r.Pattern
		c.routes[name] = r
		c.seen[name] = &observed{map[int]bool{}, map[string]bool{}, map[string]bool{}}
	}
	return c
}

// check runs one row.
func (c *conformance) check(t *testing.T, s *stage, w want) {
	t.Helper()
	route, ok := c.routes[w.route]
	if !ok {
		t.Errorf("%s: %s is in no route table", w.name, w.route)
		return
	}
	ask := w.ask(s)
	if w.prepare != nil {
		w.prepare(s)
		defer w.undo(s)
	}
	r := s.send(route.Method, ask, w.as)
	if r.status != w.status {
		t.Errorf("%s: %s %s answers %d, not %d: %.300s", w.name, route.Method, ask.path, r.status, w.status, r.body)
		return
	}
	if w.code != "" {
		c.failed(t, w, r)
	}
	for _, name := range w.header {
		if r.header.Get(name) == "" {
			t.Errorf("%s: %s has no header %s", w.name, w.route, name)
		}
	}
	c.validate(t, route, ask, r)
	if w.code == "" && c.bodies[w.route] == nil {
		c.accepts(t, route, ask)
		c.bodies[w.route] = r.body
		c.asked[c.id(route)] = recorded{ask.path, json.RawMessage(ask.body)}
	}
}

// accepts holds a request that worked against the description.
func (c *conformance) accepts(t *testing.T, r httpapi.Route, ask request) {
	t.Helper()
	asked, err := http.NewRequest(r.Method, "http://service"+ask.path, strings.NewReader(ask.body))
	if err != nil {
		t.Fatal(err)
	}
	asked.Header.Set(api.HeaderKey, "key")
	if ask.body != "" {
		asked.Header.Set("Content-Type", "application/json")
	}
	for _, wrong := range c.valid.request(asked) {
		t.Errorf("%s %s works, though it is not as documented: %s", r.Method, ask.path, wrong)
	}
}

// recorded is a request as the description shows it.
type recorded struct {
	Path string          `json:"path"`
	Body json.RawMessage `json:"body,omitempty"`
}

func (c *conformance) id(r httpapi.Route) string {
	return c.doc.Paths[r.Pattern][strings.ToLower(r.Method)].ID
}

// failed compares the envelope of a failure.
func (c *conformance) failed(t *testing.T, w want, r reply) {
	t.Helper()
	e := r.failure(t)
	if e.Code != w.code || w.param != "" && !sameParam(e.Param, w.param) || e.StatusCode != r.status || e.Message == "" || e.RequestID != r.header.Get(api.HeaderRequestID) {
		t.Errorf("%s: %s answers %+v, not %s %s", w.name, w.route, e, w.code, w.param)
	}
	c.codes[e.Code] = true
	if c.errors[e.Code] == nil {
		c.errors[e.Code] = r.body
	}
}

// sameParam lets a key be named alone or with the way to it.
func sameParam(got, want string) bool {
	return got == want || strings.HasSuffix(got, "."+want) || strings.HasSuffix(want, "."+got) || strings.HasPrefix(got, want+"[")
}

// validate holds an answer against the description.
func (c *conformance) validate(t *testing.T, route httpapi.Route, ask request, r reply) {
	t.Helper()
	name := route.Method + " " + route.Pattern
	codes, headers, ok := c.doc.response(route.Method, route.Pattern, r.status)
	if !ok {
		t.Errorf("%s answers %d, which is not documented", name, r.status)
		return
	}
	c.seen[name].statuses[r.status] = true
	for h := range headers {
		if r.header.Get(h) != "" {
			c.seen[name].headers[strconv.Itoa(r.status)+" "+h] = true
		} else if r.status < 300 && h != api.HeaderReplayed && h != api.HeaderOriginal {
			t.Errorf("%s answers %d without %s", name, r.status, h)
		}
	}
	for h := range c.doc.Components.Headers {
		if headers[h] == nil && r.header.Get(h) != "" {
			t.Errorf("%s answers %d with %s, which is not documented there", name, r.status, h)
		}
	}
	if r.status >= 400 {
		code := string(r.failure(t).Code)
		c.seen[name].codes[strconv.Itoa(r.status)+" "+code] = true
		if !slices.Contains(codes, code) {
			t.Errorf("%s answers %d %s, of which only %v are documented", name, r.status, code, codes)
		}
	}
	c.nulls(t, route, r)
	c.answered(t, route, ask, r)
}

// answered holds what an answer is made of against the description.
func (c *conformance) answered(t *testing.T, route httpapi.Route, ask request, r reply) {
	t.Helper()
	asked, err := http.NewRequest(route.Method, "http://service"+ask.path, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer := &http.Response{StatusCode: r.status, Header: r.header, Body: io.NopCloser(bytes.NewReader(r.body)), Request: asked}
	for _, wrong := range c.valid.response(asked, answer) {
		t.Errorf("%s %s answers %d: %s: %.600s", route.Method, ask.path, r.status, wrong, r.body)
	}
}

// missing lists what is documented and has not been seen.
func (c *conformance) missing(t *testing.T) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(c.routes)) {
		route := c.routes[name]
		if c.bodies[name] == nil && !c.seen[name].statuses[http.StatusNoContent] {
			t.Errorf("%s: no row sees it work", name)
		}
		op := c.doc.Paths[route.Pattern][strings.ToLower(route.Method)]
		for status := range op.Responses {
			code, _ := strconv.Atoi(status)
			codes, headers, _ := c.doc.response(route.Method, route.Pattern, code)
			if !c.seen[name].statuses[code] {
				if unseen[name+" "+status] == "" {
					t.Errorf("%s: no row sees %s", name, status)
				}
				continue
			}
			for _, sent := range codes {
				if !c.seen[name].codes[status+" "+sent] && unseen[name+" "+status+" "+sent] == "" {
					t.Errorf("%s: no row sees %s %s", name, status, sent)
				}
			}
			for h := range headers {
				if !c.seen[name].headers[status+" "+h] && !seldom(route, status) && (code < 400 || h != api.HeaderReplayed) && !(status == "201" && c.seen[name].headers["200 "+h]) {
					t.Errorf("%s: no row sees %s with %s", name, status, h)
				}
			}
		}
	}
	for _, code := range everyCode(t) {
		if !c.codes[code] && unsent[code] == "" {
			t.Errorf("no row sees the code %s", code)
		}
		if c.codes[code] && unsent[code] != "" {
			t.Errorf("%s is sent, though it is listed as never sent", code)
		}
	}
}

// seldom are the answers that only few reasons give headers about money: those
// to callers who could not be told, and refusals of what is free.
func seldom(r httpapi.Route, status string) bool {
	return status == "500" || status == "503" || status == "429" && api.PriceOf(r.Operation).Cost(1) == 0
}

// everyCode reads the codes of the contract from their declarations.
func everyCode(t *testing.T) []api.Code {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("..", "..", "api", "codes.go"))
	if err != nil {
		t.Fatal(err)
	}
	var out []api.Code
	for _, found := range regexp.MustCompile(`Code\s+= "([a-z_]+)"`).FindAllSubmatch(source, -1) {
		out = append(out, api.Code(found[1]))
	}
	if len(out) < 27 {
		t.Fatalf("only %d codes are declared: this test looks in the wrong place", len(out))
	}
	return out
}

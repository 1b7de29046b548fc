// Package openapi describes the service for programs and for people: it turns
// a table of endpoints and the shapes of the contract into an OpenAPI 3.1
// document, and that document into a page to read. It owns what the
// description says about names, limits, errors, headers and prices; it knows
// neither rules nor handlers, and nothing that changes while the service runs.
package openapi

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"greenroom/api"
)

// Config holds everything a description is made of.
type Config struct {
	Endpoints []Endpoint
	Platforms []api.Platform // that the platform enum names
	Paying    *Paying        // nil: nobody pays for single requests
	BodyMax   int            // bytes
	OAuth     *OAuth         // nil: there are keys alone
}

type builder struct {
	config  Config
	answers schemas
	bodies  schemas
	asked   map[string]asked
	doc     *Document
}

const schemeKey = "apiKey"

// Build describes the endpoints.
func Build(c Config) *Document {
	made := map[string]*Schema{}
	b := &builder{
		config: c, asked: requestExamples(),
		answers: schemas{platforms: c.Platforms, made: made},
		bodies:  schemas{platforms: c.Platforms, made: made, request: true},
		doc: &Document{
			OpenAPI: "3.1.0", Info: info(c.BodyMax), Servers: []Server{{URL: "/"}},
			Security: []map[string][]string{{schemeKey: {}}},
			Paths:    map[string]map[string]*Operation{},
			Components: Components{Schemas: made, Headers: headers(), Responses: map[string]*Response{}, Examples: errorExamples(),
				SecuritySchemes: map[string]SecurityScheme{schemeKey: {Type: "apiKey", In: "header", Name: api.HeaderKey,
					Description: "The API key of the account."}}},
		},
	}
	b.answers.of(reflect.TypeFor[api.Tier]())
	if c.Paying != nil {
		b.doc.Servers = []Server{{URL: c.Paying.Base}}
		b.doc.Service = &ServiceInfo{Categories: []string{"data", "search", "social-media"}, Docs: map[string]string{"apiReference": c.Paying.Base + "/docs"}}
		b.doc.Info.Description += "\n\n" + aboutPaying
		maps.Copy(b.doc.Components.Headers, paymentHeaders())
	}
	if c.OAuth != nil {
		b.doc.Components.SecuritySchemes[schemeOAuth] = c.OAuth.scheme()
		b.doc.Info.Description += "\n\n" + c.OAuth.about()
		challenge := challengeHeader
		challenge.Description = strings.TrimSpace(b.doc.Components.Headers[api.HeaderChallenge].Description + " " + challenge.Description)
		b.doc.Components.Headers[api.HeaderChallenge] = challenge
		b.doc.Security = append(b.doc.Security, needs(api.PermissionRead))
	}
	for _, e := range c.Endpoints {
		b.add(e)
	}
	return b.doc
}

func info(bodyMax int) Info {
	return Info{Title: "Creator Data Service", Version: Version,
		Summary: "Find social media creators, read what they post and say, and keep shortlists.",
		Description: "Successful answers are wrapped in data; lists also have has_more and next_cursor. Failures use the error " +
			"envelope. Times are RFC 3339 in UTC. Credits are exact decimals; one credit is $0.01. A request reserves the most it " +
			"can cost from the budgets of the UTC minute and hour before it runs; failed requests are not charged.\n\n" +
			"An unknown path returns 404 not_found. An unsupported method returns 405 validation_error, with the " +
			"supported methods in Allow; HEAD works like GET without a body where GET is free. A body larger than " + strconv.Itoa(bodyMax) + " bytes returns 413 validation_error. Unknown keys in a " +
			"body, unknown query parameters, and parameters that are empty or given twice return 400 validation_error, with " +
			"the name in param; clients must ignore unknown keys in answers."}
}

func (b *builder) add(e Endpoint) {
	o := &Operation{ID: operationID(e), Tags: []string{tag(e.Path)}, Summary: e.Doc.Summary, Description: e.Doc.About,
		Security: b.security(e), Responses: map[string]*Response{}, endpoint: e}
	o.asked = b.asked[o.ID]
	if !slices.ContainsFunc(b.doc.Tags, func(t Tag) bool { return t.Name == o.Tags[0] }) {
		b.doc.Tags = append(b.doc.Tags, Tag{o.Tags[0]})
	}
	for _, p := range e.Wildcards {
		o.Parameters = append(o.Parameters, b.parameter(p, "path"))
	}
	for _, p := range e.Query {
		o.Parameters = append(o.Parameters, b.parameter(p, "query"))
	}
	if e.paid() {
		o.Parameters = append(o.Parameters, b.parameter(onceHeader, "header"))
	}
	b.success(o, e)
	if e.Doc.Body != nil {
		o.RequestBody = &Body{Required: true, Content: map[string]Media{jsonMedia: {
			Schema: b.bodies.of(reflect.TypeOf(e.Doc.Body)), Example: o.asked.Body}}}
	}
	b.failures(o, e)
	o.Payment = b.payment(e)
	if b.doc.Paths[e.Path] == nil {
		b.doc.Paths[e.Path] = map[string]*Operation{}
	}
	b.doc.Paths[e.Path][strings.ToLower(e.Method)] = o
	b.doc.table = append(b.doc.table, o)
}

func (b *builder) parameter(p Param, in string) Parameter {
	s := &Schema{Type: "string"}
	limit(s, p.Limits)
	switch {
	case p.Enum != nil:
		s.Enum = values(p.Enum...)
	case p.Name == "platform":
		s = b.answers.of(reflect.TypeFor[api.Platform]())
	}
	out := Parameter{Name: p.Name, In: in, Required: p.Required || in == "path", Description: p.About, Schema: s}
	if p.List {
		out.Explode = new(bool)
		out.Schema = &Schema{Type: "array", Items: s, MinItems: s.MinItems, MaxItems: s.MaxItems}
		s.MinItems, s.MaxItems = 0, 0
	}
	return out
}

func (b *builder) success(o *Operation, e Endpoint) {
	r := &Response{Description: "Done.", Headers: headerRefs(api.HeaderRequestID)}
	switch {
	case e.Doc.Media != "":
		r.Headers = headerRefs(api.HeaderRequestID, "ETag")
		r.Content = map[string]Media{e.Doc.Media: {Schema: &Schema{Type: "string"}}}
		if e.Doc.Media == jsonMedia {
			r.Content[jsonMedia] = Media{Schema: &Schema{Type: "object"}}
		}
		o.Responses["304"] = &Response{Description: "Not modified: If-None-Match names the current version.", Headers: r.Headers}
	case e.Doc.Answer != nil:
		r.Content = map[string]Media{jsonMedia: {Schema: b.answers.of(reflect.TypeOf(e.Doc.Answer)), Example: answerExample(o.ID)}}
	}
	if e.Operation != "" {
		r.Headers = headerRefs(append([]string{api.HeaderRequestID}, moneyHeaders...)...)
	}
	if e.paid() {
		maps.Copy(r.Headers, headerRefs(api.HeaderReplayed, api.HeaderOriginal))
	}
	if b.pays(e) {
		maps.Copy(r.Headers, headerRefs(receiptHeaders...))
	}
	for _, status := range statuses(e) {
		o.Responses[strconv.Itoa(status)] = r
	}
}

func statuses(e Endpoint) []int {
	switch {
	case e.Doc.Statuses != nil:
		return e.Doc.Statuses
	case e.Doc.Answer == nil && e.Doc.Media == "":
		return []int{http.StatusNoContent}
	}
	return []int{http.StatusOK}
}

func (b *builder) failures(o *Operation, e Endpoint) {
	by := map[int][]api.Code{}
	sent := e.Doc.Codes
	if e.Operation != "" {
		sent = slices.Concat(keyed, sent)
	}
	if e.paid() {
		sent = append(sent, api.CodeInsufficientCredits)
	}
	for _, c := range sent {
		if !slices.Contains(by[c.Status()], c) {
			by[c.Status()] = append(by[c.Status()], c)
		}
	}
	if e.paid() || e.Doc.Moves {
		by[http.StatusConflict] = []api.Code{api.CodeValidation}
	}
	if e.Doc.Meaning || e.paid() {
		by[http.StatusUnprocessableEntity] = []api.Code{api.CodeValidation}
	}
	if e.Doc.Body != nil {
		by[http.StatusRequestEntityTooLarge] = []api.Code{api.CodeValidation}
	}
	for status, codes := range by {
		o.Responses[strconv.Itoa(status)] = b.failure(status, codes, e)
	}
	if b.pays(e) {
		o.Responses["402"] = b.demand(by[http.StatusPaymentRequired])
	}
}

// failure is an answer that many endpoints share, so it is a component, named
// after its status and codes. Only a known caller is told of money.
func (b *builder) failure(status int, sent []api.Code, e Endpoint) *Response {
	name, known := failureName(status, sent), e.Operation != ""
	switch {
	case !known:
		name += "ToAnybody"
	case status == http.StatusConflict && e.Doc.Moves:
		name = "Moved"
	}
	if b.doc.Components.Responses[name] == nil {
		b.doc.Components.Responses[name] = b.newFailure(status, sent, known && status != http.StatusUnauthorized)
	}
	if name == "Moved" { // to wait does not help
		delete(b.doc.Components.Responses[name].Headers, api.HeaderRetryAfter)
	}
	return &Response{Ref: responsePrefix + name}
}

const responsePrefix = "#/components/responses/"

func (d *Document) resolve(r *Response) *Response {
	if name, ok := strings.CutPrefix(r.Ref, responsePrefix); ok {
		return d.Components.Responses[name]
	}
	return r
}

func failureName(status int, sent []api.Code) string {
	name := strings.ReplaceAll(http.StatusText(status), " ", "")
	for _, c := range sent {
		if !slices.Contains(keyed, c) {
			name += capital(strings.ReplaceAll(string(c), "_", ""))
		}
	}
	return name
}

func (b *builder) newFailure(status int, sent []api.Code, known bool) *Response {
	r := &Response{Headers: headerRefs(api.HeaderRequestID)}
	m := Media{Schema: b.answers.of(reflect.TypeFor[api.Envelope]()), Examples: map[string]Example{}}
	var said []string
	for _, c := range sent {
		r.Codes = append(r.Codes, string(c))
		said = append(said, fmt.Sprintf("%s: %s", c, words[string(c)]))
		if _, ok := b.doc.Components.Examples[string(c)]; ok && c.Status() == status {
			m.Examples[string(c)] = Example{Ref: "#/components/examples/" + string(c)}
		}
	}
	r.Description = strings.Join(said, "\n\n")
	if known {
		r.Headers = headerRefs(append([]string{api.HeaderRequestID, api.HeaderReplayed}, moneyHeaders...)...)
	}
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable || status == http.StatusConflict {
		r.Headers[api.HeaderRetryAfter] = Header{Ref: "#/components/headers/" + api.HeaderRetryAfter}
	}
	if b.config.OAuth != nil && (status == http.StatusUnauthorized || status == http.StatusForbidden) {
		r.Headers[api.HeaderChallenge] = Header{Ref: "#/components/headers/" + api.HeaderChallenge}
	}
	r.Content = map[string]Media{jsonMedia: m}
	return r
}

func operationID(e Endpoint) string {
	id := strings.ToLower(e.Method)
	for _, part := range strings.FieldsFunc(e.Path, func(r rune) bool { return strings.ContainsRune("/-_.", r) }) {
		switch name, wild := strings.CutPrefix(part, "{"); {
		case part == "v1":
		case wild:
			id += "By" + capital(strings.TrimSuffix(name, "}"))
		default:
			id += capital(strings.TrimSuffix(part, "}"))
		}
	}
	return id
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// tag is the group of endpoints that a path belongs to.
func tag(path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if parts[0] != "v1" {
		return "service"
	}
	if parts[1] == "raw" {
		return "live"
	}
	return parts[1]
}

// examples holds the recordings of the conformance test: the answer of each operation,
// that of each code in errors, and the requests they answer.
//
//go:embed examples
var examples embed.FS

// answerExample is the recorded answer of an operation, nil if there is none.
func answerExample(id string) json.RawMessage {
	body, err := examples.ReadFile("examples/" + id + ".json")
	if err != nil {
		return nil
	}
	return body
}

func errorExamples() map[string]Example {
	out := map[string]Example{}
	files, _ := examples.ReadDir("examples/errors")
	for _, f := range files {
		if body, err := examples.ReadFile(path.Join("examples/errors", f.Name())); err == nil {
			out[strings.TrimSuffix(f.Name(), ".json")] = Example{Value: body}
		}
	}
	return out
}

type asked struct {
	Path string          `json:"path"` // with its query
	Body json.RawMessage `json:"body,omitempty"`
}

// requestExamples are the recorded requests by operation.
func requestExamples() map[string]asked {
	out := map[string]asked{}
	if body, err := examples.ReadFile("examples/requests.json"); err == nil {
		_ = json.Unmarshal(body, &out) // an example that is not there is missed by the conformance test
	}
	for id, a := range out {
		var b bytes.Buffer
		if a.Body != nil && json.Compact(&b, a.Body) == nil {
			a.Body = b.Bytes()
			out[id] = a
		}
	}
	return out
}

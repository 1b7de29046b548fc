package openapi

import (
	"maps"
	"reflect"

	"greenroom/api"
)

const aboutPaying = "Operations whose security lists {} can be paid for one by one, without a key: x402 version 2 (exact, EIP-3009) and the Payment scheme (evm, charge). " +
	"A request without a key and without a payment is answered with 402 and a challenge of both; the same method, path, query and body with the payment is answered. A payment is taken after the work and once: " +
	"sent again, it gets the answer again. 409 and 503 never ask for another payment: send the same one again. What a request costs at most is what it costs."

// What payments add to the headers of answers.
const (
	headerRequired  = "PAYMENT-REQUIRED"
	headerResponse  = "PAYMENT-RESPONSE"
	headerReceipt   = "Payment-Receipt"
	headerChallenge = "WWW-Authenticate"
)

var receiptHeaders = []string{headerResponse, headerReceipt}

func paymentHeaders() map[string]Header {
	text := &Schema{Type: "string"}
	return map[string]Header{
		headerRequired:  {Description: "What is asked for, in base64 of JSON (x402, version 2).", Schema: text},
		headerChallenge: {Description: "What is asked for, as a challenge of the scheme Payment.", Schema: text},
		headerResponse:  {Description: "That a payment was settled, or why it was not, in base64 of JSON (x402). Only where one came.", Schema: text},
		headerReceipt:   {Description: "That a payment was settled, in base64url of JSON (Payment). Only where one came.", Schema: text},
	}
}

// open says that an endpoint can be asked without a key.
func (b *builder) open(e Endpoint) bool { return b.pays(e) || b.config.Paying != nil && e.Paged }

// Demand is the body of a 402 that asks for a payment: a problem to those who speak
// MPP, and the error of the contract to all others.
type Demand struct {
	Type      string        `json:"type"`
	Title     string        `json:"title"`
	Status    int           `json:"status"`
	Detail    string        `json:"detail"`
	Challenge string        `json:"challengeId"`
	Error     api.ErrorBody `json:"error"`
}

const demandName = "PaymentDemand"

// demand is the 402 of an endpoint that can be paid for: to a key the usual one, to
// all others what it costs.
func (b *builder) demand(sent []api.Code) *Response {
	if b.doc.Components.Responses[demandName] == nil {
		r := b.newFailure(402, sent, true)
		r.Description = "With a key: " + r.Description + "\n\nWithout: what the request costs, as challenges in the headers; or what is wrong with the payment that came, with fresh challenges."
		r.Content[problemMedia] = Media{Schema: b.answers.of(reflect.TypeFor[Demand]())}
		maps.Copy(r.Headers, headerRefs(headerRequired, headerChallenge, headerResponse))
		b.doc.Components.Responses[demandName] = r
	}
	return &Response{Ref: responsePrefix + demandName}
}

const problemMedia = "application/problem+json"

// Compact is the description of what can be paid for, and no more: registries take
// files of 64 KB. What bodies look like stands in the whole one.
func Compact(d *Document) *Document {
	out := &Document{OpenAPI: d.OpenAPI, Info: d.Info, Servers: d.Servers, Security: d.Security, Service: d.Service,
		Paths: map[string]map[string]*Operation{}, Components: Components{SecuritySchemes: d.Components.SecuritySchemes}}
	for path, methods := range d.Paths {
		for method, o := range methods {
			if o.Payment == nil || len(o.Payment.Offers) == 0 {
				continue
			}
			if out.Paths[path] == nil {
				out.Paths[path] = map[string]*Operation{}
			}
			out.Paths[path][method] = compact(d, o)
		}
	}
	return out
}

// compact is one operation with its body as an example instead of a schema.
func compact(d *Document, o *Operation) *Operation {
	price := *o.Payment
	price.Features = nil
	short := &Operation{ID: o.ID, Tags: o.Tags, Summary: o.Summary, Description: o.Description, Security: o.Security, Parameters: o.Parameters, Payment: &price,
		Responses: map[string]*Response{"402": {Description: "Payment Required"}}}
	for i, p := range short.Parameters {
		if p.Schema != nil && p.Schema.Ref != "" {
			short.Parameters[i].Schema = &Schema{Type: "string"}
		}
	}
	if o.RequestBody != nil {
		media := o.RequestBody.Content[jsonMedia]
		short.RequestBody = &Body{Required: true, Content: map[string]Media{jsonMedia: {Schema: &Schema{Type: "object"}, Example: media.Example}}}
	}
	for status, r := range o.Responses {
		if status[0] == '2' {
			short.Responses[status] = &Response{Description: d.resolve(r).Description}
		}
	}
	return short
}

// ServiceInfo says what the service is, in the words of the draft of the IETF.
type ServiceInfo struct {
	Categories []string          `json:"categories"`
	Docs       map[string]string `json:"docs"`
}

func serviceInfo(base string) *ServiceInfo {
	return &ServiceInfo{Categories: []string{"data", "search", "social-media"}, Docs: map[string]string{"apiReference": base + "/docs"}}
}

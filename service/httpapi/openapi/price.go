package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"greenroom/api"
	"greenroom/internal/payment/x402"
)

// Paying tells how single requests are paid for, where that is switched on.
type Paying struct {
	Currency string // the token's contract
	Units    func(api.Credits) (string, error)
	Takes    func(endpoint string) bool // "POST /v1/search"
	Base     string                     // where payers reach the service
}

// pays says that a request to an endpoint may be paid for alone.
func (b *builder) pays(e Endpoint) bool {
	return b.config.Paying != nil && e.paid() && b.config.Paying.Takes(e.Method+" "+e.Path)
}

// Least returns the cost of the smallest request; 0 for free ones.
func (e Endpoint) Least() api.Credits {
	if e.Doc.Least > 0 {
		return e.Doc.Least
	}
	least := api.Credits(0)
	for _, op := range e.priced() {
		if cost := api.PriceOf(op).Cost(1); least == 0 || cost < least {
			least = cost
		}
	}
	return least
}

// Most returns the cost of the largest request; 0 where nobody knows before.
func (e Endpoint) Most() api.Credits {
	if e.Doc.Most > 0 {
		return e.Doc.Most
	}
	most := api.Credits(0)
	for _, op := range e.priced() {
		price := api.PriceOf(op)
		if price.PerItem > 0 && !e.Doc.Single {
			return 0
		}
		most = max(most, price.Cost(1))
	}
	return most
}

// priced are the operations that an endpoint bills.
func (e Endpoint) priced() []api.Operation {
	return slices.DeleteFunc(slices.Concat([]api.Operation{e.Operation}, e.Doc.Features), func(op api.Operation) bool {
		return api.PriceOf(op).Cost(1) == 0
	})
}

// payment is the price of an endpoint, nil for one that is free.
func (b *builder) payment(e Endpoint) *Payment {
	if !e.paid() {
		return nil
	}
	p := &Payment{Protocols: []map[string]any{}}
	for _, op := range e.priced() {
		p.Features = append(p.Features, feature(api.PriceOf(op)))
	}
	least, most := e.Least(), e.Most()
	p.Price = PaymentPrice{Mode: "fixed", Currency: "USD", Amount: dollars(least)}
	if least != most {
		p.Price = PaymentPrice{Mode: "dynamic", Currency: "USD", Min: dollars(least)}
		if most > 0 {
			p.Price.Max = dollars(most)
		}
	}
	if b.pays(e) {
		b.offer(p, e)
	}
	return p
}

// offer says by which protocols an endpoint is paid for: as registries of agents read
// it, and as the draft of the IETF has it.
func (b *builder) offer(p *Payment, e Endpoint) {
	c := b.config.Paying
	p.Protocols = append(p.Protocols, map[string]any{"x402": struct{}{}},
		map[string]any{"mpp": map[string]string{"method": "evm", "intent": "charge", "currency": c.Currency}})
	o := Offer{Intent: "charge", Method: "evm", Currency: c.Currency, Description: e.Doc.Summary}
	if p.Price.Mode == "fixed" {
		if units, err := c.Units(e.Least()); err == nil {
			o.Amount = &units
		}
	}
	p.Offers = []Offer{o}
}

func feature(p api.Price) Feature {
	f := Feature{Feature: string(p.Operation), Base: json.RawMessage(p.Base.String()), Item: p.Item}
	if p.PerItem != 0 {
		f.PerItem = json.RawMessage(p.PerItem.String())
	}
	return f
}

// dollars writes credits as dollars: a hundredth, of which a thousandth is the
// smallest part.
func dollars(c api.Credits) string {
	return fmt.Sprintf("%d.%05d", int64(c/(100*api.Credit)), int64(c%(100*api.Credit)))
}

const aboutPaying = "Operations whose security lists {} can be paid for one by one, without a key: x402 (exact, EIP-3009; version 2 in headers, version 1 by accepts in the body) and the Payment scheme (evm, charge). " +
	"A request without a key and without a payment is answered with 402 and a challenge of each; the same method, path, query and body with the payment is answered. A payment is taken after the work and once: " +
	"sent again, it returns the same answer. 409 and 503 never ask for another payment: send the same one again. The price is the most the request can cost."

// What payments add to the headers of answers.
const (
	headerRequired  = "PAYMENT-REQUIRED"
	headerResponse  = "PAYMENT-RESPONSE"
	headerOlder     = x402.HeaderResponseV1
	headerReceipt   = "Payment-Receipt"
	headerChallenge = "WWW-Authenticate"
)

var receiptHeaders = []string{headerResponse, headerOlder, headerReceipt}

func paymentHeaders() map[string]Header {
	text := &Schema{Type: "string"}
	return map[string]Header{
		headerRequired:  {Description: "The payment request, as base64 JSON (x402, version 2).", Schema: text},
		headerChallenge: {Description: "The payment request, as a challenge of the Payment scheme.", Schema: text},
		headerResponse:  {Description: "The outcome of the payment, as base64 JSON (x402). Only if a payment was sent.", Schema: text},
		headerOlder:     {Description: "That a payment of x402 version 1 was settled, in base64 of JSON. Only where one came.", Schema: text},
		headerReceipt:   {Description: "The receipt of the payment, as base64url JSON (Payment). Only if a payment was sent.", Schema: text},
	}
}

// open says that an endpoint can be asked without a key.
func (b *builder) open(e Endpoint) bool { return b.pays(e) || b.config.Paying != nil && e.Paged }

// Demand is the body of a 402 that asks for a payment: a problem to those who speak
// MPP, the terms to those who speak version 1 of x402, and the error of the contract
// to all others.
type Demand struct {
	Type      string        `json:"type"`
	Title     string        `json:"title"`
	Status    int           `json:"status"`
	Detail    string        `json:"detail"`
	Challenge string        `json:"challengeId"`
	Error     api.ErrorBody `json:"error"`

	Version int                  `json:"x402Version"`
	Accepts []x402.RequirementV1 `json:"accepts"`
}

const demandName = "PaymentDemand"

// demand is the 402 of an endpoint that can be paid for: to a key the usual one, to
// all others what it costs.
func (b *builder) demand(sent []api.Code) *Response {
	if b.doc.Components.Responses[demandName] == nil {
		r := b.newFailure(402, sent, true)
		r.Description = "With a key: " + r.Description + "\n\nWithout a key: the price as challenges in the headers, or what is wrong with the payment, with new challenges."
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

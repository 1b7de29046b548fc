package openapi

import (
	"encoding/json"
	"slices"

	"greenroom/api"
)

// Paying is how single requests are paid for, where that is switched on.
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

// Least is what the smallest request costs; 0 for what is free.
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

// Most is what the largest request costs; 0 where nobody knows before.
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
	whole, part := c/(100*api.Credit), c%(100*api.Credit)
	digits := []byte("00000")
	for i := 4; i >= 0; i-- {
		digits[i] = byte('0' + part%10)
		part /= 10
	}
	return (whole * api.Credit).String() + "." + string(digits)
}

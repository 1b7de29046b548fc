package openapi

import (
	"encoding/json"
	"slices"

	"greenroom/api"
)

// payment is the price of an endpoint, nil for one that is free.
func (b *builder) payment(e Endpoint) *Payment {
	var p Payment
	var least, most *api.Credits
	fixed := true
	for _, op := range slices.Concat([]api.Operation{e.Operation}, e.Doc.Features) {
		price := api.PriceOf(op)
		if price.Base == 0 && price.PerItem == 0 {
			continue
		}
		p.Features = append(p.Features, feature(price))
		cost := price.Base
		if e.Doc.Single {
			cost = price.Cost(1)
		}
		fixed = fixed && (price.PerItem == 0 || e.Doc.Single) && (least == nil || *least == cost)
		if least == nil || cost < *least {
			least = &cost
		}
		if most == nil || cost > *most {
			most = &cost
		}
	}
	if least == nil {
		return nil
	}
	p.Price = PaymentPrice{Mode: "fixed", Currency: "USD", Amount: dollars(*least)}
	if !fixed {
		p.Price = PaymentPrice{Mode: "dynamic", Currency: "USD", Min: dollars(*least)}
		if e.Doc.Single {
			p.Price.Max = dollars(*most)
		}
	}
	p.Protocols = []map[string]struct{}{}
	for _, name := range b.config.Protocols {
		p.Protocols = append(p.Protocols, map[string]struct{}{name: {}})
	}
	return &p
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

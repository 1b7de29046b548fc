// Package info reads what a service advertises of the prices of single requests:
// x-payment-info in its description, in the three forms that are about. The demand
// of a request always wins; this is what it is held against.
package info

import (
	"cmp"
	"encoding/json"
	"strings"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
)

// MostBytes limits the size of a description.
const MostBytes = 4 << 20

// Prices holds the advertised prices, by method and path: "POST /v1/search".
type Prices map[string]payment.MicroUSD

// Read takes the most that each operation costs out of a description. What does
// not say a most, or cannot be read, is left out.
func Read(document []byte) (Prices, error) {
	var d struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(document, &d); err != nil {
		return nil, err
	}
	out := Prices{}
	for path, methods := range d.Paths {
		for method, raw := range methods {
			var o struct {
				Info terms `json:"x-payment-info"`
			}
			if json.Unmarshal(raw, &o) != nil {
				continue // servers, parameters, or terms of another shape
			}
			if most, ok := o.Info.most(); ok {
				out[strings.ToUpper(method)+" "+path] = most
			}
		}
	}
	return out, nil
}

// terms are the three forms in one: price beside protocols, offers or a single
// offer, and the older pricingMode.
type terms struct {
	Price  json.RawMessage `json:"price"`
	Mode   string          `json:"pricingMode"`
	Max    string          `json:"maxPrice"`
	Offers []offer         `json:"offers"`
	offer
}

type price struct {
	Currency string `json:"currency"`
	Amount   string `json:"amount"`
	Max      string `json:"max"`
}

// offer has its amount in the smallest units of a token; none where that depends
// on the request.
type offer struct {
	Amount   *string `json:"amount"`
	Currency string  `json:"currency"`
}

// most is the highest of all amounts; false where one of them has no end.
func (t terms) most() (payment.MicroUSD, bool) {
	if most, ok := t.dollars(); ok {
		return most, true
	}
	offers := t.Offers
	if t.Currency != "" {
		offers = append(offers, t.offer)
	}
	var most payment.MicroUSD
	for _, o := range offers {
		worth, ok := o.worth()
		if !ok {
			return 0, false
		}
		most = max(most, worth)
	}
	return most, most > 0
}

// dollars are the forms that count in dollars.
func (t terms) dollars() (payment.MicroUSD, bool) {
	var p price
	var plain string
	switch {
	case json.Unmarshal(t.Price, &p) == nil && strings.EqualFold(p.Currency, "USD"):
		plain = p.Amount
		plain = cmp.Or(plain, p.Max)
	case t.Mode != "" && t.Max != "":
		plain = t.Max
	case t.Mode == "fixed":
		_ = json.Unmarshal(t.Price, &plain)
	}
	most, err := payment.ParseDollars(plain)
	return most, err == nil && most > 0
}

func (o offer) worth() (payment.MicroUSD, bool) {
	contract, err := evm.ParseAddress(o.Currency)
	if err != nil || o.Amount == nil {
		return 0, false
	}
	units, err := evm.ParseNumber(*o.Amount)
	if err != nil {
		return 0, false
	}
	for _, a := range payment.Assets() {
		if a.Contract == contract {
			worth, err := a.Worth(units)
			return worth, err == nil
		}
	}
	return 0, false
}

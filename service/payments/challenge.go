package payments

import (
	"fmt"
	"net/http"
	"time"

	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// payWithin is the life of a challenge, and the time a payment is asked to be valid: the
// work, its settlement, and some minutes in which a settlement nobody heard of can be
// asked for again.
const payWithin = 5 * time.Minute

// boundKey names the place in a challenge of MPP that holds the request it was made for.
const boundKey = "request"

// Asked holds the parts of a challenge that stand in the body of its 402.
type Asked struct {
	ID      string               // of the challenge of MPP
	Accepts []x402.RequirementV1 // version 1 of x402 reads no header
}

// Challenge writes into the headers of a 402 what is asked for a request, in both
// protocols, and returns what is asked in its body.
func (t *Till) Challenge(h http.Header, q Quote, why *Refused) (asked Asked, err error) {
	ways, err := t.terms.requirement(q)
	if err != nil {
		return asked, err
	}
	required := x402.Required{Version: x402.Version, Accepts: []x402.Requirement{ways},
		Resource: x402.Resource{URL: t.terms.url(q.Ask), Description: q.Description, MimeType: "application/json"}}
	required.Error = x402.HeaderSignature + " header is required"
	if why != nil {
		required.Error = why.Reason
	}
	text, err := x402.EncodeRequired(required)
	if err != nil {
		return asked, err
	}
	c, err := t.terms.challenge(q, t.clock())
	if err != nil {
		return asked, err
	}
	h.Set(x402.HeaderRequired, text)
	h.Set(mpp.HeaderChallenge, c.String())
	if why != nil && why.Failed != nil {
		if text, err = x402.EncodeResponse(*why.Failed); err != nil {
			return asked, err
		}
		h.Set(x402.HeaderResponse, text)
	}
	t.seen("", "challenged")
	return Asked{c.ID, []x402.RequirementV1{ways.V1(t.terms.Asset.Short(), required.Resource)}}, nil
}

// requirement writes a quote as x402 does.
func (t Terms) requirement(q Quote) (x402.Requirement, error) {
	units, err := t.Asset.Units(q.Amount)
	if err != nil {
		return x402.Requirement{}, fmt.Errorf("ask for %s in %s: %w", q.Amount, t.Asset.Symbol, err)
	}
	return x402.Requirement{Scheme: x402.Exact, Network: t.Asset.Network, Amount: units.String(), Asset: t.Asset.Contract.String(),
		PayTo: t.PayTo, Timeout: int64(payWithin / time.Second), Extra: x402.Extra{Name: t.Asset.Name, Version: t.Asset.Version}}, nil
}

// challenge writes a quote as MPP does. Its random part gives each payer another nonce.
func (t Terms) challenge(q Quote, now time.Time) (c mpp.Challenge, err error) {
	if c.Request, err = t.charge(q); err != nil {
		return c, err
	}
	c.Realm, c.Method, c.Intent, c.Description = t.Realm(), mpp.EVM, mpp.Charge, q.Description
	c.Expires = now.UTC().Add(payWithin).Format(time.RFC3339)
	if len(q.Ask.Body) > 0 {
		c.Digest = mpp.Digest(q.Ask.Body)
	}
	if c.Opaque, err = mpp.Opaque(map[string]string{boundKey: q.Ask.bound()}); err != nil {
		return c, err
	}
	c.ID = mpp.ID(t.Secret, c)
	return c, nil
}

// charge is the request of a challenge, which the same quote always writes alike.
func (t Terms) charge(q Quote) (string, error) {
	units, err := t.Asset.Units(q.Amount)
	if err != nil {
		return "", fmt.Errorf("ask for %s in %s: %w", q.Amount, t.Asset.Symbol, err)
	}
	return mpp.Canonical(mpp.ChargeRequest{Amount: units.String(), Currency: t.Asset.Contract.String(), Recipient: t.PayTo,
		Details: mpp.EVMDetails{Chain: t.Asset.Chain, Types: []string{mpp.Authorized}, Decimals: &t.Asset.Decimals}})
}

// Receipt writes into the headers of an answer that its payment was taken, in the
// words of the protocol that it came by.
func (t *Till) Receipt(h http.Header, c Claim) error {
	if c.Protocol != MPP {
		name, network := x402.HeaderResponse, c.Network
		if c.Protocol == X402V1 {
			name, network = x402.HeaderResponseV1, t.terms.Asset.Short()
		}
		text, err := x402.EncodeResponse(x402.Response{Success: true, Transaction: c.Outcome.Transaction, Network: network, Payer: c.Payer, Amount: c.Proof.Value})
		h.Set(name, text)
		return err
	}
	text, err := mpp.EncodeReceipt(mpp.Receipt{Status: mpp.Success, Method: mpp.EVM, Timestamp: c.ChangedAt.UTC().Format(time.RFC3339),
		Reference: c.Outcome.Transaction, Challenge: c.Proof.Challenge, Chain: t.terms.Asset.Chain})
	h.Set(mpp.HeaderReceipt, text)
	return err
}

package pay

import (
	"crypto/rand"
	"encoding/json"
	"time"

	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// How long a signature holds: as long as the service asks for within these. A
// shorter one could end before it is cashed in, a longer one is a risk for
// nothing.
const (
	shortestWindow = 30 * time.Second
	longestWindow  = 10 * time.Minute
	before         = 10 * time.Minute // it holds since then: clocks differ
)

// payment is an offer as a payment that is not signed yet.
func (o Offer) payment(call, request string, now time.Time) Payment {
	return Payment{
		ID: rand.Text(), Call: call, Request: request, At: now, State: Reserved,
		Terms: Terms{Protocol: o.Protocol, Amount: o.Amount, Units: o.Units.String(), Network: o.Asset.Network, PayTo: o.PayTo.String()},
	}
}

// sign makes the credential of a payment.
func (o Offer) sign(p Payment, key evm.Key, now time.Time) (Payment, error) {
	window := o.window
	if o.Protocol == MPP && !o.Expires.IsZero() {
		window = o.Expires.Sub(now)
	}
	p.Until = now.Add(min(max(window, shortestWindow), longestWindow)).Truncate(time.Second)
	t := evm.Transfer{
		From: key.Address(), To: o.PayTo, Value: o.Units,
		ValidAfter: seconds(now.Add(-before)), ValidBefore: seconds(p.Until),
	}
	if o.Protocol == MPP {
		t.Nonce = o.challenge.Nonce()
	} else if _, err := rand.Read(t.Nonce[:]); err != nil {
		return p, err
	}
	signature, err := key.Sign(t.Hash(o.Asset.Domain()))
	if err != nil {
		return p, err
	}
	text, err := o.credential(t, signature, p.Call)
	p.State, p.Nonce, p.Credential = Signed, t.Nonce.String(), Credential(text)
	return p, err
}

func seconds(t time.Time) evm.Number { return evm.NumberOf(uint64(max(0, t.Unix()))) }

func (o Offer) credential(t evm.Transfer, s evm.Signature, call string) (string, error) {
	if o.Protocol == X402 {
		return x402.EncodePayment(x402.Payment{
			Version: x402.Version, Resource: &o.required.Resource, Accepted: o.accepted,
			Payload:    x402.Payload{Signature: s.String(), Authorization: t.Write()},
			Extensions: identified(o.required.Extensions, call),
		})
	}
	proof, err := json.Marshal(mpp.Prove(t, s))
	if err != nil {
		return "", err
	}
	return mpp.EncodeCredential(mpp.Credential{Challenge: o.challenge, Payload: proof, Source: evm.Source(o.Asset.Chain, t.From)})
}

// header returns the header that carries the credential of a payment.
func (p Payment) header() (name, value string) {
	if p.Protocol == X402 {
		return x402.HeaderSignature, string(p.Credential)
	}
	return mpp.HeaderCredential, string(p.Credential)
}

// identifier is the extension by which a service tells a payment that it has seen.
const identifier = "payment-identifier"

// identified echoes extensions, with the id of the call where the service wants
// one. What cannot be read is echoed as it came.
func identified(extensions json.RawMessage, call string) json.RawMessage {
	var all, one, info map[string]json.RawMessage
	if json.Unmarshal(extensions, &all) != nil || json.Unmarshal(all[identifier], &one) != nil || one == nil || len(call) < 16 {
		return extensions
	}
	if json.Unmarshal(one["info"], &info) != nil || info == nil {
		info = map[string]json.RawMessage{}
	}
	id, err := json.Marshal(call)
	if err != nil {
		return extensions
	}
	info["id"] = id
	if one["info"], err = json.Marshal(info); err != nil {
		return extensions
	}
	if all[identifier], err = json.Marshal(one); err != nil {
		return extensions
	}
	whole, err := json.Marshal(all)
	if err != nil {
		return extensions
	}
	return whole
}

package payments

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// Proof is the signed transfer that moves the money.
type Proof struct {
	evm.Authorization
	Signature string `json:"signature,omitempty"`
	Challenge string `json:"challengeId,omitempty"` // of MPP
}

// Credential is a payment as a request brings it.
type Credential struct {
	Protocol Protocol
	transfer evm.Transfer
	signed   evm.Signature
	x402     x402.Payment
	mpp      mpp.Credential
	// broken is why it cannot be read; such a one pays for nothing.
	broken error
}

// ErrSeveral says that a request brings more than one payment.
var ErrSeveral = errors.New("more than one payment")

// Read finds the payment that a request brings; nil if it brings none. One that
// cannot be read is a credential all the same: what is said of it depends on what
// it was meant to pay for.
func Read(h http.Header) (*Credential, error) {
	found := mpp.Credentials(h)
	signed := h.Values(x402.HeaderSignature)
	older := h.Values(x402.HeaderPaymentV1)
	if len(found)+len(signed)+len(older) > 1 || len(found) == 1 && strings.Contains(found[0], ",") {
		return nil, ErrSeveral
	}
	switch {
	case len(older) > 0:
		return readX402V1(older[0]), nil
	case len(signed) > 0:
		return readX402(signed[0]), nil
	case len(found) > 0:
		return readMPP(found[0]), nil
	}
	return nil, nil
}

func readX402(header string) *Credential {
	c := &Credential{Protocol: X402}
	if c.x402, c.broken = x402.DecodePayment(header); c.broken != nil {
		return c
	}
	c.transfer, c.signed, c.broken = c.x402.Payload.Transfer()
	return c
}

// readX402V1 reads a payment of version 1 as one of version 2. It accepted the scheme
// and the network alone: the rest of the terms is in what it signed.
func readX402V1(header string) *Credential {
	c := &Credential{Protocol: X402V1}
	p, err := x402.DecodePaymentV1(header)
	if c.broken = err; err != nil {
		return c
	}
	c.x402 = x402.Payment{Accepted: x402.Requirement{Scheme: p.Scheme, Network: p.Network}, Payload: p.Payload}
	if asset, known := payment.OnNetwork(p.Network); known {
		c.x402.Accepted.Network = asset.Network
	}
	c.transfer, c.signed, c.broken = p.Payload.Transfer()
	return c
}

func readMPP(header string) *Credential {
	c := &Credential{Protocol: MPP}
	if c.mpp, c.broken = mpp.DecodeCredential(header); c.broken != nil {
		return c
	}
	proof, err := c.mpp.Proof()
	if err == nil {
		c.transfer, c.signed, err = proof.Transfer()
	}
	c.broken = err
	return c
}

// Header is the header that it came in.
func (c *Credential) Header() string {
	return map[Protocol]string{X402: x402.HeaderSignature, X402V1: x402.HeaderPaymentV1, MPP: mpp.HeaderCredential}[c.Protocol]
}

// proof is the credential as it is settled, and kept until then.
func (c *Credential) proof() Proof {
	p := Proof{Authorization: c.transfer.Write(), Signature: c.signed.String()}
	if c.Protocol == MPP {
		p.Challenge = c.mpp.Challenge.ID
	}
	return p
}

func (p Proof) seal() Sum {
	text, _ := json.Marshal(p) // strings always can
	return sha256.Sum256(text)
}

// validBefore is the time the transfer ends; far ahead where the field is no time.
func (c *Credential) validBefore() time.Time {
	return when(c.transfer.ValidBefore)
}

// farthest is a time that every store can hold.
var farthest = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

func when(n evm.Number) time.Time {
	seconds, ok := n.Uint64()
	if !ok || seconds >= uint64(farthest.Unix()) {
		return farthest
	}
	return time.Unix(int64(seconds), 0).UTC()
}

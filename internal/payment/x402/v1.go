package x402

import (
	"fmt"

	"greenroom/internal/payment/evm"
)

// Version 1 asks in the body of a 402 and pays in headers of its own. What is signed
// is the same transfer.
const (
	HeaderPaymentV1  = "X-PAYMENT"
	HeaderResponseV1 = "X-PAYMENT-RESPONSE"
	Version1         = 1
)

// RequirementV1 is one way to pay, as version 1 writes it.
type RequirementV1 struct {
	Scheme      string `json:"scheme"`
	Network     string `json:"network"`           // a name: "base-sepolia"
	Amount      string `json:"maxAmountRequired"` // of the smallest units, decimal
	Resource    string `json:"resource"`          // the address that is paid for
	Description string `json:"description"`
	MimeType    string `json:"mimeType"`
	PayTo       string `json:"payTo"`
	Timeout     int64  `json:"maxTimeoutSeconds"`
	Asset       string `json:"asset"`
	Extra       Extra  `json:"extra"`
}

// V1 writes the requirement as version 1 does; network is its name for the network.
func (r Requirement) V1(network string, of Resource) RequirementV1 {
	return RequirementV1{Scheme: r.Scheme, Network: network, Amount: r.Amount, Resource: of.URL, Description: of.Description, MimeType: of.MimeType,
		PayTo: r.PayTo, Timeout: r.Timeout, Asset: r.Asset, Extra: r.Extra}
}

// PaymentV1 is the payment of a payer of version 1. It names no token, receiver or
// address: the signed transfer alone binds it.
type PaymentV1 struct {
	Version int     `json:"x402Version"`
	Scheme  string  `json:"scheme"`
	Network string  `json:"network"`
	Payload Payload `json:"payload"`
}

// DecodePaymentV1 reads X-PAYMENT.
func DecodePaymentV1(header string) (PaymentV1, error) {
	p, err := decode[PaymentV1](HeaderPaymentV1, header)
	if err == nil && p.Version != Version1 {
		return PaymentV1{}, fmt.Errorf("%s: %w", HeaderPaymentV1, ErrVersion)
	}
	return p, err
}

// Transfer returns the signed transfer of the payload, and its signature.
func (p Payload) Transfer() (t evm.Transfer, s evm.Signature, err error) {
	if t, err = p.Authorization.Transfer(); err == nil {
		s, err = evm.ParseSignature(p.Signature)
	}
	return t, s, err
}

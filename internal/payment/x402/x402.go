// Package x402 is the wire format of x402 over HTTP: what a server asks for
// (PAYMENT-REQUIRED), what a payer signs (PAYMENT-SIGNATURE) and what came of it
// (PAYMENT-RESPONSE), in version 2; and the same in version 1 (v1.go). It reads headers of anybody within limits and never panics;
// whether terms are acceptable, its caller decides.
package x402

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"greenroom/internal/payment/evm"
)

// The headers, and what else the format calls things.
const (
	HeaderRequired  = "PAYMENT-REQUIRED"
	HeaderSignature = "PAYMENT-SIGNATURE"
	HeaderResponse  = "PAYMENT-RESPONSE"
	Version         = 2
	Exact           = "exact"   // the one scheme that is spoken here
	EIP3009         = "eip3009" // the transfer method of it, also where none is named
)

// What a header may be at most.
const (
	mostHeader  = 32 << 10
	mostAccepts = 32
)

// Errors of headers that cannot be read.
var (
	ErrHeader  = errors.New("the header is not base64 of JSON")
	ErrVersion = errors.New("the header speaks another version of x402 than its name says")
)

// Required lists the payments a server accepts.
type Required struct {
	Version    int             `json:"x402Version"`
	Error      string          `json:"error,omitempty"`
	Resource   Resource        `json:"resource"`
	Accepts    []Requirement   `json:"accepts"`
	Extensions json.RawMessage `json:"extensions,omitempty"`
}

// Resource names the thing that is paid for.
type Resource struct {
	URL         string `json:"url"`
	Description string `json:"description,omitempty"`
	MimeType    string `json:"mimeType,omitempty"`
}

// Requirement is one way to pay. One that was read is written as it was read,
// with whatever stands in it that is not known here.
type Requirement struct {
	Scheme  string `json:"scheme"`
	Network string `json:"network"` // CAIP-2
	Amount  string `json:"amount"`  // of the smallest units, decimal
	Asset   string `json:"asset"`
	PayTo   string `json:"payTo"`
	Timeout int64  `json:"maxTimeoutSeconds"`
	Extra   Extra  `json:"extra"`

	raw json.RawMessage
}

// Extra holds a requirement's facts about its token. A payer signs none of it.
type Extra struct {
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Method  string `json:"assetTransferMethod,omitempty"`
}

// Payment is a payer's payment.
type Payment struct {
	Version    int             `json:"x402Version"`
	Resource   *Resource       `json:"resource,omitempty"`
	Accepted   Requirement     `json:"accepted"`
	Payload    Payload         `json:"payload"`
	Extensions json.RawMessage `json:"extensions,omitempty"`
}

// Payload is the proof of a payment with EIP-3009.
type Payload struct {
	Signature     string            `json:"signature"`
	Authorization evm.Authorization `json:"authorization"`
}

// Response is the result of a payment; a facilitator's answer to settle is the same.
type Response struct {
	Success      bool            `json:"success"`
	ErrorReason  string          `json:"errorReason,omitempty"`
	ErrorMessage string          `json:"errorMessage,omitempty"`
	Transaction  string          `json:"transaction"`
	Network      string          `json:"network"`
	Payer        string          `json:"payer,omitempty"`
	Amount       string          `json:"amount,omitempty"`
	Extensions   json.RawMessage `json:"extensions,omitempty"`
}

// UnmarshalJSON keeps what it read beside what it understood. Fields of a scheme
// that is not known here may have any shape: then only the scheme is understood.
func (r *Requirement) UnmarshalJSON(b []byte) error {
	type plain Requirement
	var p plain
	if err := json.Unmarshal(b, &p); err != nil {
		var who struct {
			Scheme any `json:"scheme"`
		}
		_ = json.Unmarshal(b, &who)
		p = plain{}
		p.Scheme = fmt.Sprint("unreadable: ", clip(fmt.Sprint(who.Scheme)))
	}
	*r = Requirement(p)
	r.raw = bytes.Clone(b)
	return nil
}

// MarshalJSON writes a requirement as it was read.
func (r Requirement) MarshalJSON() ([]byte, error) {
	if r.raw != nil {
		return r.raw, nil
	}
	type plain Requirement
	return json.Marshal(plain(r))
}

// Same says whether two requirements ask for the same payment: scheme, network,
// amount, asset and pay-to, addresses and amounts by what they mean.
func (r Requirement) Same(other Requirement) bool {
	return r.Scheme == other.Scheme && r.Network == other.Network && sameNumber(r.Amount, other.Amount) &&
		sameAddress(r.Asset, other.Asset) && sameAddress(r.PayTo, other.PayTo)
}

func sameNumber(a, b string) bool {
	x, errX := evm.ParseNumber(a)
	y, errY := evm.ParseNumber(b)
	return errX == nil && errY == nil && x == y
}

func sameAddress(a, b string) bool {
	x, errX := evm.ParseAddress(a)
	y, errY := evm.ParseAddress(b)
	return errX == nil && errY == nil && x == y
}

// EncodeRequired, EncodePayment and EncodeResponse write the three headers.
func EncodeRequired(r Required) (string, error) { return encode(r) }
func EncodePayment(p Payment) (string, error)   { return encode(p) }
func EncodeResponse(r Response) (string, error) { return encode(r) }

// DecodeRequired reads PAYMENT-REQUIRED.
func DecodeRequired(header string) (Required, error) {
	r, err := decode[Required](HeaderRequired, header)
	switch {
	case err != nil:
		return Required{}, err
	case r.Version != Version:
		return Required{}, fmt.Errorf("%s: %w", HeaderRequired, ErrVersion)
	case len(r.Accepts) > mostAccepts:
		return Required{}, fmt.Errorf("%s: it lists %d ways to pay, and %d are read at most", HeaderRequired, len(r.Accepts), mostAccepts)
	}
	return r, nil
}

// DecodePayment reads PAYMENT-SIGNATURE.
func DecodePayment(header string) (Payment, error) {
	p, err := decode[Payment](HeaderSignature, header)
	if err == nil && p.Version != Version {
		return Payment{}, fmt.Errorf("%s: %w", HeaderSignature, ErrVersion)
	}
	return p, err
}

// DecodeResponse reads PAYMENT-RESPONSE.
func DecodeResponse(header string) (Response, error) { return decode[Response](HeaderResponse, header) }

func encode(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // others compare what they sent with what comes back
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(bytes.TrimSpace(b.Bytes())), nil
}

var toStandard = strings.NewReplacer("-", "+", "_", "/")

// decode reads a header by its name. It takes both alphabets, padded or not.
func decode[T any](name, header string) (v T, err error) {
	header = strings.TrimSpace(header)
	if len(header) > mostHeader {
		return v, fmt.Errorf("%s: it has %d bytes, and %d are read at most", name, len(header), mostHeader)
	}
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(toStandard.Replace(header), "="))
	if err != nil || !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		return v, fmt.Errorf("%s: %w", name, ErrHeader)
	}
	if err := json.Unmarshal(raw, &v); err != nil {
		var none T
		return none, fmt.Errorf("%s: %w: %w", name, ErrHeader, err)
	}
	return v, nil
}

func clip(s string) string {
	const most = 80
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

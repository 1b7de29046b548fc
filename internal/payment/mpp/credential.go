package mpp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"greenroom/internal/payment/evm"
)

// Credential is a payer's answer: the challenge as it came, and the proof.
type Credential struct {
	Challenge Challenge
	Payload   json.RawMessage
	Source    string // who pays, see evm.Source; "" is not said
}

type credential struct {
	Challenge map[string]any  `json:"challenge"`
	Payload   json.RawMessage `json:"payload"`
	Source    string          `json:"source,omitempty"`
}

// EncodeCredential writes what Authorization carries, with the scheme before it.
func EncodeCredential(c Credential) (string, error) {
	wire := credential{Challenge: map[string]any{}, Payload: c.Payload, Source: c.Source}
	for _, f := range c.Challenge.names() {
		if *f.value != "" {
			wire.Challenge[f.name] = *f.value
		}
	}
	for _, p := range c.Challenge.others {
		wire.Challenge[p.name] = p.value
	}
	text, err := Canonical(wire)
	return Scheme + " " + text, err
}

// DecodeCredential reads what stands behind the scheme in Authorization.
func DecodeCredential(s string) (c Credential, err error) {
	var wire credential
	if err := decode(s, &wire); err != nil {
		return Credential{}, fmt.Errorf("%s: %w", HeaderCredential, err)
	}
	if len(wire.Challenge) > mostParams || len(wire.Payload) == 0 {
		return Credential{}, fmt.Errorf("%s: %w: payload, or too much in challenge", HeaderCredential, ErrMissing)
	}
	var params []param
	for name, value := range wire.Challenge {
		text, ok := value.(string)
		if !ok {
			return Credential{}, fmt.Errorf("%s: challenge.%s is no text", HeaderCredential, clip(name))
		}
		params = append(params, param{strings.ToLower(name), text})
	}
	c = Credential{Payload: wire.Payload, Source: wire.Source}
	c.Challenge, err = challengeOf(params)
	return c, err
}

// ChargeRequest holds the terms of a charge: the request of its challenge.
type ChargeRequest struct {
	Amount      string     `json:"amount"`   // of the smallest units, decimal
	Currency    string     `json:"currency"` // the token's contract
	Recipient   string     `json:"recipient,omitempty"`
	Description string     `json:"description,omitempty"`
	ExternalID  string     `json:"externalId,omitempty"`
	Details     EVMDetails `json:"methodDetails"`
}

// EVMDetails are those of the method evm.
type EVMDetails struct {
	Chain    uint64          `json:"chainId"`
	Permit2  string          `json:"permit2Address,omitempty"`
	Types    []string        `json:"credentialTypes,omitempty"`
	Decimals *int            `json:"decimals,omitempty"`
	Splits   json.RawMessage `json:"splits,omitempty"`
}

// ChargeOf reads the request of a challenge of the method evm.
func (c Challenge) ChargeOf() (r ChargeRequest, err error) {
	if c.Method != EVM || c.Intent != Charge {
		return r, fmt.Errorf("the challenge asks for %s %s, not for %s %s", clip(c.Method), clip(c.Intent), EVM, Charge)
	}
	if err := decode(c.Request, &r); err != nil {
		return ChargeRequest{}, fmt.Errorf("the request of the challenge: %w", err)
	}
	return r, nil
}

// Takes says whether a charge can be paid with a credential of a type; one that
// names none takes any.
func (d EVMDetails) Takes(kind string) bool {
	return len(d.Types) == 0 || slices.Contains(d.Types, kind)
}

// Shared says whether a charge is to be split among several: a single transfer
// cannot do that.
func (d EVMDetails) Shared() bool {
	s := string(d.Splits)
	return s != "" && s != "null" && s != "[]"
}

// Proof is the payload of a charge that is paid with EIP-3009.
type Proof struct {
	Type string `json:"type"` // Authorized
	evm.Authorization
	Signature string `json:"signature"`
}

// Prove is the proof of a transfer and its signature.
func Prove(t evm.Transfer, s evm.Signature) Proof {
	return Proof{Authorized, t.Write(), s.String()}
}

// Proof reads the payload of a credential.
func (c Credential) Proof() (p Proof, err error) {
	if err := json.Unmarshal(c.Payload, &p); err != nil {
		return Proof{}, fmt.Errorf("payload: %w", err)
	}
	if p.Type != Authorized {
		return Proof{}, fmt.Errorf("payload.type is %s, and only %s is known", clip(p.Type), Authorized)
	}
	return p, nil
}

// Transfer reads a proof's transfer and its signature.
func (p Proof) Transfer() (t evm.Transfer, s evm.Signature, err error) {
	if t, err = p.Authorization.Transfer(); err == nil {
		s, err = evm.ParseSignature(p.Signature)
	}
	if err != nil {
		return evm.Transfer{}, nil, fmt.Errorf("payload: %w", err)
	}
	return t, s, nil
}

// Problem is the body of a refusal (RFC 9457).
type Problem struct {
	Type      string `json:"type"`
	Title     string `json:"title"`
	Status    int    `json:"status"`
	Detail    string `json:"detail,omitempty"`
	Challenge string `json:"challengeId,omitempty"`
	Hint      string `json:"hint,omitempty"`
}

// ProblemType is the media type of a Problem.
const ProblemType = "application/problem+json"

const problems = "https://paymentauth.org/problems/"

// The codes of problems.
const (
	PaymentRequired     = "payment-required"
	PaymentInsufficient = "payment-insufficient"
	PaymentExpired      = "payment-expired"
	VerificationFailed  = "verification-failed"
	MalformedCredential = "malformed-credential"
	InvalidChallenge    = "invalid-challenge"
	MethodUnsupported   = "method-unsupported"
)

// TypeOf is the type of a problem with this code, Code the code of a type.
func TypeOf(code string) string { return problems + code }

// Code is the code of the problem; "" of one that is not of payments.
func (p Problem) Code() string {
	code, ok := strings.CutPrefix(p.Type, problems)
	if !ok {
		return ""
	}
	return code
}

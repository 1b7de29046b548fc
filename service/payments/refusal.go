package payments

import (
	"errors"
	"fmt"
	"time"

	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// Refused is the error of a payment that pays for nothing: nothing was taken, and
// another one may be made.
type Refused struct {
	Problem string // the code of MPP
	Reason  string // the code of x402
	Detail  string // for people
	// Failed is a facilitator's answer when it would not settle; nil: it was not asked.
	Failed *x402.Response
}

func (r *Refused) Error() string { return fmt.Sprintf("%s: %s", r.Problem, r.Detail) }

// Waiting is the error of a payment of which nothing can be said now. The same one
// is to be sent again, and no other.
type Waiting struct {
	After  time.Duration
	Detail string
	// Running says that its request is at work; else a facilitator has to answer.
	Running bool
	cause   error
}

func (w *Waiting) Error() string { return w.Detail }
func (w *Waiting) Unwrap() error { return w.cause }

// What x402 calls what is wrong with a payment.
const (
	wrongPayload   = "invalid_payload"
	wrongTerms     = "invalid_payment_requirements"
	wrongNetwork   = "invalid_network"
	wrongScheme    = "unsupported_scheme"
	wrongSignature = "invalid_exact_evm_payload_signature"
	wrongRecipient = "invalid_exact_evm_payload_recipient_mismatch"
	wrongValue     = "invalid_exact_evm_payload_authorization_value_mismatch"
	tooEarly       = "invalid_exact_evm_payload_authorization_valid_after"
	tooLate        = "invalid_exact_evm_payload_authorization_valid_before"
	spent          = "invalid_transaction_state"
	noFunds        = "insufficient_funds"
)

// sayRefused is why a facilitator does not take a payment.
func sayRefused(reason string) string {
	if reason == noFunds {
		return "The wallet that pays holds too little of the token."
	}
	return "The facilitator, which moves the money, refuses this payment: " + reason + "."
}

func refuse(problem, reason, detail string) *Refused {
	return &Refused{Problem: problem, Reason: reason, Detail: detail}
}

// otherRequest refuses a payment that belongs to another request.
func otherRequest() *Refused {
	return refuse(mpp.InvalidChallenge, spent, "This payment was made for a different request: method, path, query or body differ. Nothing more was taken; make a new payment for this one.")
}

// unreadable refuses what cannot be read.
func unreadable(err error) *Refused {
	if errors.Is(err, x402.ErrVersion) {
		return refuse(mpp.MalformedCredential, "invalid_x402_version", "The payment speaks another version of x402 than its header: version 2 goes into "+x402.HeaderSignature+", version 1 into "+x402.HeaderPaymentV1+".")
	}
	return refuse(mpp.MalformedCredential, wrongPayload, "The payment cannot be read: "+err.Error()+".")
}

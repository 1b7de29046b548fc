package payments

import (
	"context"
	"slices"
	"strings"

	"greenroom/internal/payment/x402"
)

// Facilitator checks payments and brings them to their chain. An error is no answer,
// or none that can be believed: of Settle it leaves open whether money was moved.
type Facilitator interface {
	Verify(context.Context, Settlement) (Verdict, error)
	Settle(context.Context, Settlement) (x402.Response, error)
}

// Settlement is a payment as a facilitator takes it, whatever protocol it came by.
type Settlement struct {
	Payment      x402.Payment
	Requirements x402.Requirement
}

// Verdict is a facilitator's answer about a payment before it is settled.
type Verdict struct {
	Valid  bool
	Reason string
	Payer  string
}

// used says that a transfer was brought to its chain before. Facilitators have no
// common word for it.
func used(reason string) bool {
	r := strings.NewReplacer("_", " ", "-", " ").Replace(strings.ToLower(reason))
	return saysOneOf(r, "already used", "nonce used", "authorization used", "used or cancel", "already settled", "already been used", "duplicate settlement")
}

func saysOneOf(reason string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(reason, w) })
}

// hopeless are reasons for which a payment cannot have been settled at any time: what
// they find wrong does not change.
func hopeless(reason string) bool {
	return saysOneOf(reason, "signature", "recipient_mismatch", "value_mismatch", "invalid_network", "invalid_payload", "invalid_payment_requirements",
		"invalid_scheme", "invalid_x402_version", "unsupported_scheme")
}

// vague are answers that do not tell whether money was moved.
func vague(r x402.Response) bool {
	return r.ErrorReason == "" || r.Transaction != "" || strings.HasPrefix(r.ErrorReason, "unexpected_") ||
		saysOneOf(r.ErrorReason, "timeout", "timed_out", "pending")
}

// ending is the state that an answer of a facilitator leads to. again says that it
// was asked before and may have moved the money then: what it finds now, an empty
// wallet or a time that is over, may be so for that reason.
func ending(r x402.Response, again bool) (to State, reason string) {
	switch {
	case r.Success:
		return Settled, ""
	case again && used(r.ErrorReason):
		return Settled, r.ErrorReason
	case vague(r), again && !hopeless(r.ErrorReason):
		return Unknown, r.ErrorReason
	}
	return Released, r.ErrorReason
}

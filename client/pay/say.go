package pay

import (
	"fmt"
	"strings"
	"time"

	"greenroom/internal/payment"
)

// What the payer says to people: what happened, why, and what to do.
const (
	sayNotPaid  = " Nothing was paid."
	sayJournal  = "Nothing was paid: the payment journal cannot be read or written. Is its folder full or read-only?"
	sayWallet   = "Nothing was paid: the wallet key cannot be read. Check where it comes from."
	sayUnsigned = "Nothing was paid: the payment could not be signed or recorded."
	sayNoBook   = "This request must be paid for, and payments need a wallet and storage on disk." + sayNotPaid
	sayPlain    = "This request must be paid for, but the connection is not secure. Payments are made only over https:// or on this machine." + sayNotPaid
	sayKeyed    = "The service asks for payment although the request carries an API key. Check the account of the key, or allow such payments with greenroom connection pay --with-key." + sayNotPaid
	sayV1       = "The service asks for payment by x402 version 1, which is not supported." + sayNotPaid
	sayLate     = "The offer expired before you answered. Try again for a new one." + sayNotPaid
	sayNothing  = "it asks for no amount"
	sayNowhere  = "it names no recipient"

	saySignedIn  = "it would replace the sign-in that the call needs"
	sayOtherBody = "it is for a different request"
)

func sayNever(offers []Offer) string {
	s := "This request must be paid for"
	if len(offers) > 0 {
		o := offers[0]
		s += fmt.Sprintf(": %s, as %s on %s", o.Amount, o.Asset.Symbol, o.Asset.Title)
	}
	return s + ". This connection does not pay; to allow it, run greenroom connection pay."
}

func sayNoOffer(odd []string) string {
	return "This request must be paid for, but no offer is acceptable: " + strings.Join(odd, "; ") + "." + sayNotPaid
}

func sayExpired(o Offer, now time.Time) string {
	return fmt.Sprintf("its offer expired at %s; is the clock right?", o.Expires.In(now.Location()).Format(time.TimeOnly))
}

func sayNetwork(o Offer) string {
	return "the connection does not pay on " + o.Asset.Title
}

func sayTestOnly(o Offer) string {
	return "the wallet is for test networks, and " + o.Asset.Title + " is not one"
}

func sayStranger(o Offer) string {
	return fmt.Sprintf("the recipient %s is not on the connection's list", o.PayTo)
}

func sayOtherURL(o Offer) string {
	return fmt.Sprintf("it is for %q, not for the requested URL", clip(o.required.Resource.URL))
}

func sayAboveList(o Offer, most payment.MicroUSD) string {
	if most <= 0 {
		return fmt.Sprintf("it asks %s for a call that is free in the price list", o.Amount)
	}
	return fmt.Sprintf("it asks %s, more than the %s in the price list", o.Amount, most)
}

func sayOverCall(o Offer, most payment.MicroUSD) string {
	return fmt.Sprintf("it asks %s, more than the cap of %s per call; raise it with greenroom connection pay --max-per-call", o.Amount, most)
}

func sayOverSession(amount, left, most payment.MicroUSD) string {
	return fmt.Sprintf("The service asks for %s; %s of the session cap of %s is left.", amount, left, most) + sayNotPaid +
		" Start a new session, or raise the cap with greenroom connection pay --max-per-session."
}

func sayOverDay(amount, left, most payment.MicroUSD) string {
	return fmt.Sprintf("The service asks for %s, and %s is left of the %s that the wallet may pay in a day.", amount, left, most) + sayNotPaid +
		" Wait until tomorrow, or raise the cap with greenroom connection pay --max-per-day."
}

func sayTyping(o Offer) string {
	return fmt.Sprintf("Suggestions cost %s each here, and you are not asked while you type.", o.Amount) + sayNotPaid +
		" To pay for them, run greenroom connection pay --policy auto."
}

func sayNobody(o Offer) string {
	return fmt.Sprintf("The service asks for %s, but there is no terminal to confirm on.", o.Amount) + sayNotPaid +
		" To pay without asking, within your caps, run greenroom connection pay --policy auto."
}

func sayDeclined(o Offer) string {
	return fmt.Sprintf("You declined to pay %s.", o.Amount) + sayNotPaid
}

// SayRefused says that a service did not take a payment.
func SayRefused(p Payment, now time.Time) string {
	s := fmt.Sprintf("The service rejected the payment of %s: %s.", p.Amount, p.Note)
	if until := p.Held(now); !until.IsZero() {
		s += fmt.Sprintf(" It counts for the caps until %s, when its signature ends.", until.In(now.Location()).Format(time.TimeOnly))
	}
	return s
}

// SayUnknown says that nobody knows what became of a payment.
func SayUnknown(p Payment) string {
	return fmt.Sprintf("Whether %s was paid is not proved. Asking again sends the same payment, and greenroom journal settle does too; it is never paid twice.", p.Amount)
}

// reasons are codes of services in words.
var reasons = map[string]string{
	"insufficient_funds":   "the wallet balance is too low",
	"payment-insufficient": "it was too low",
	"payment-expired":      "it arrived too late",
	"verification-failed":  "its signature is invalid",
	"payment-required":     "it asks for payment again",
	"invalid-challenge":    "the service does not know what it pays for, or has already seen it",
	"malformed-credential": "the service could not read it",
}

// reason is why a service did not take a payment: its sentence, with its code behind
// it; without one what the code means.
func reason(code, sentence string) string {
	code, sentence = clip(strings.TrimSpace(code)), strings.TrimSuffix(clip(strings.TrimSpace(sentence)), ".")
	said := reasons[code]
	if sentence != "" {
		said = "“" + sentence + "”"
	}
	switch {
	case code == "" && said == "":
		return "it gave no reason"
	case said == "" || code == sentence:
		return code
	case code == "":
		return said
	}
	return said + " (" + code + ")"
}

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
	sayJournal  = "Nothing was paid, because the spending journal cannot be written or read. Look at the folder of the memory: is it full, or read-only?"
	sayWallet   = "Nothing was paid, because the key of the wallet cannot be read. Look at where it comes from."
	sayUnsigned = "Nothing was paid, because the payment could not be signed or written down."
	sayNoBook   = "The service asks to be paid for this request, and payments need a wallet and a memory on disk." + sayNotPaid
	sayPlain    = "The service asks to be paid over a connection that others can read and change. Payments are made over https:// only, or on this machine." + sayNotPaid
	sayKeyed    = "The service asks to be paid for a request that carries an API key. Look at the account of the key; or allow it, with greenroom connection pay --with-key." + sayNotPaid
	sayV1       = "The service asks to be paid by the first version of x402, which is not spoken here." + sayNotPaid
	sayLate     = "The question was answered when the offer had ended. Ask again for a new one." + sayNotPaid
	sayNothing  = "it asks for nothing"
	sayNowhere  = "it is to be paid to nobody"

	saySignedIn  = "it takes the place of the sign-in, which the call needs"
	sayOtherBody = "it is for another request than was sent"
)

func sayNever(offers []Offer) string {
	s := "The service asks to be paid for this request"
	if len(offers) > 0 {
		o := offers[0]
		s += fmt.Sprintf(": %s, as %s on %s", o.Amount, o.Asset.Symbol, o.Asset.Title)
	}
	return s + ". This connection does not pay; greenroom connection pay lets it."
}

func sayNoOffer(odd []string) string {
	return "The service asks to be paid for this request in no way that may be taken: " + strings.Join(odd, "; ") + "." + sayNotPaid
}

func sayExpired(o Offer, now time.Time) string {
	return fmt.Sprintf("its offer ended at %s; is the clock right?", o.Expires.In(now.Location()).Format(time.TimeOnly))
}

func sayNetwork(o Offer) string {
	return "the connection does not pay on " + o.Asset.Title
}

func sayTestOnly(o Offer) string {
	return "the wallet is for test networks, and " + o.Asset.Title + " is none"
}

func sayStranger(o Offer) string {
	return fmt.Sprintf("%s is to be paid, whom the connection does not list", o.PayTo)
}

func sayOtherURL(o Offer) string {
	return fmt.Sprintf("it is for %q, not for the address that was asked", clip(o.required.Resource.URL))
}

func sayAboveList(o Offer, most payment.MicroUSD) string {
	if most <= 0 {
		return fmt.Sprintf("%s is asked for what is free by the price list", o.Amount)
	}
	return fmt.Sprintf("%s is asked, and the price list says %s at most", o.Amount, most)
}

func sayOverCall(o Offer, most payment.MicroUSD) string {
	return fmt.Sprintf("%s is asked, and one call may cost %s; greenroom connection pay --max-per-call raises that", o.Amount, most)
}

func sayOverSession(amount, left, most payment.MicroUSD) string {
	return fmt.Sprintf("The service asks for %s, and %s is left of the %s that one session may pay.", amount, left, most) + sayNotPaid +
		" Start anew, or raise it: greenroom connection pay --max-per-session."
}

func sayOverDay(amount, left, most payment.MicroUSD) string {
	return fmt.Sprintf("The service asks for %s, and %s is left of the %s that the wallet may pay in a day.", amount, left, most) + sayNotPaid +
		" Wait for tomorrow, or raise it: greenroom connection pay --max-per-day."
}

func sayTyping(o Offer) string {
	return fmt.Sprintf("Suggestions cost %s each here, and nobody is asked while somebody types.", o.Amount) + sayNotPaid +
		" greenroom connection pay --policy auto pays for them."
}

func sayNobody(o Offer) string {
	return fmt.Sprintf("The service asks for %s, and there is nobody to ask: this is no terminal.", o.Amount) + sayNotPaid +
		" greenroom connection pay --policy auto pays without asking, within its caps."
}

func sayDeclined(o Offer) string {
	return fmt.Sprintf("The %s that the service asks for was declined.", o.Amount) + sayNotPaid
}

// SayRefused says that a service did not take a payment.
func SayRefused(p Payment, now time.Time) string {
	s := fmt.Sprintf("The service did not take the payment of %s: %s.", p.Amount, p.Note)
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
	"insufficient_funds":   "the wallet has not enough",
	"payment-insufficient": "it was too little",
	"payment-expired":      "it came too late",
	"verification-failed":  "its signature did not hold",
	"invalid-challenge":    "the service does not know what it pays for, or has seen it before",
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
		return "it did not say why"
	case said == "" || code == sentence:
		return code
	case code == "":
		return said
	}
	return said + " (" + code + ")"
}

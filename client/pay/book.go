package pay

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"greenroom/internal/payment"
)

// State names the stages of a payment.
type State string

// The states. A payment that was reserved was never signed if its program died;
// from Signed on somebody else may have the signature.
const (
	Reserved State = "reserved" // it counts, and nothing is signed
	Signed   State = "signed"   // the signature may have left
	Spent    State = "spent"    // the service took it
	Released State = "released" // it was not made, or the service did not take it
	Unknown  State = "unknown"  // no answer told
)

// Credential is the secret text that pays: whoever has it may cash it in once. No verb and
// no log prints it.
type Credential string

const hidden = "[payment]"

// String and the rest keep it out of whatever prints it.
func (Credential) String() string             { return hidden }
func (Credential) GoString() string           { return hidden }
func (Credential) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }
func (Credential) LogValue() slog.Value       { return slog.StringValue(hidden) }

// Terms tells who pays how much to whom, and how.
type Terms struct {
	Protocol Protocol
	Amount   payment.MicroUSD
	Units    string // the amount as it is signed
	Network  string // CAIP-2
	PayTo    string
	Payer    string
}

// Payment is one payment, as the journal keeps it. The zero value is none.
type Payment struct {
	ID      string
	Call    string // the id of the call in the journal; "" of one that is not there
	Request string // names the request that it pays for: see Call.name
	At      time.Time
	State   State

	Terms
	Nonce string
	Until time.Time // its signature holds until then; zero: nothing is signed

	Credential Credential // "" where it need not be sent again
	Reference  string     // of the transaction, as the receipt tells
	Note       string     // what is odd about it, or why it was not taken
}

// Counts says whether a payment counts for what may be spent. One that was
// refused counts as long as its signature can be cashed in.
func (p Payment) Counts(now time.Time) bool {
	return p.ID != "" && (p.State != Released || p.Until.After(now))
}

// Day is the day that a cap is for, and the wallet whose payments it counts, over
// whichever connection they were made.
type Day struct {
	Begins time.Time
	Cap    payment.MicroUSD
	Payer  string
}

// Book is the spending journal of one service. Programs share it: each of its
// methods that writes is one transaction, durable before it returns.
type Book interface {
	// Reserve writes a payment down if the day of its wallet holds it. It returns
	// what counts for that day without this payment, and whether it was written.
	Reserve(ctx context.Context, p Payment, d Day) (payment.MicroUSD, bool, error)
	// Write puts a payment in place of what was known of it.
	Write(ctx context.Context, p Payment) error
	// Outstanding is the last payment for a request whose credential is to be sent
	// again: unknown, signed by a program that died, or spent without an answer.
	Outstanding(ctx context.Context, request string) (Payment, bool, error)
	// Counted returns the payments that count for a day.
	Counted(ctx context.Context, d Day) (payment.MicroUSD, error)
}

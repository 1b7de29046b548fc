package payments

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"greenroom/internal/payment"
)

// State names the stages of a payment.
type State string

// The states, in their order. A payment whose settlement nobody knows the outcome of
// is Unknown, and may be so for long; Settled and Released are ends.
const (
	Claimed   State = "claimed"   // nothing has been done for it
	Executing State = "executing" // the request runs
	Settling  State = "settling"  // the answer is kept, and the money is asked for
	Settled   State = "settled"
	Released  State = "released" // nothing was taken, nothing was delivered
	Unknown   State = "unknown"
)

// States lists them all.
func States() []State { return []State{Claimed, Executing, Settling, Settled, Released, Unknown} }

// Open are the states that are no end.
func Open() []State { return []State{Claimed, Executing, Settling, Unknown} }

var after = map[State][]State{
	Claimed:   {Executing, Released},
	Executing: {Settling, Released},
	Settling:  {Settled, Released, Unknown},
	Unknown:   {Settling, Settled, Released},
}

// Protocol names the protocols a payment can come by.
type Protocol string

// The protocols that are spoken here.
const (
	X402   Protocol = "x402"
	X402V1 Protocol = "x402-v1"
	MPP    Protocol = "mpp"
)

// Key identifies a transfer to its token, which moves money once.
type Key struct {
	Network string
	Asset   string
	Payer   string
	Nonce   string
}

// Order is the request that a payment pays for.
type Order struct {
	RequestID string
	Endpoint  string // "POST /v1/search"
	Asked     Sum    // of method, path, query and body
}

// Sum is a SHA-256 checksum.
type Sum [32]byte

// Lease names the process that works on a payment, and until when it is believed to be
// alive.
type Lease struct {
	Holder string
	Until  time.Time
}

// Answer holds the answer to a paid request. It is kept before the payment, so that a
// payer can always be given it.
type Answer struct {
	Status int
	Body   []byte
}

// Claim is one payment and what became of it.
type Claim struct {
	ID string
	Key
	Order
	State       State
	Protocol    Protocol
	Amount      payment.MicroUSD
	Proof       Proof // what settles it
	Seal        Sum   // of the proof: the same one may ask for the answer again
	ValidBefore time.Time
	ClaimedAt   time.Time
	ChangedAt   time.Time
	Lease       Lease
	Outcome     Outcome
	Answer      *Answer // nil: none yet, or no more
}

// Outcome tells whether the money moved, as far as that is known.
type Outcome struct {
	Transaction string // "" where the facilitator could not name it
	Reason      string // why it failed, or is unknown
	Attempts    int    // how often it was asked for
}

// Query asks for payments, the oldest first.
type Query struct {
	States []State   // nil: all
	From   time.Time // claimed before it are left out
}

// Claims stores payments. A change is durable when it returns.
type Claims interface {
	// ClaimPayment writes a claim whose key is free: that nobody claimed, or that was
	// released; else it returns the claim that is there, and false.
	ClaimPayment(ctx context.Context, c Claim) (there Claim, fresh bool, err error)
	// PaymentByKey and Payment read one; service.ErrNotFound.
	PaymentByKey(ctx context.Context, k Key) (Claim, error)
	Payment(ctx context.Context, id string) (Claim, error)
	// ChangePayment changes one in one transaction and returns it as it then is. Its
	// id, key, and when it was claimed stay. An error of change leaves all as it was.
	ChangePayment(ctx context.Context, id string, change func(*Claim) error) (Claim, error)
	// Payments visits payments without their answers.
	Payments(ctx context.Context, q Query, visit func(Claim) error) error
	// ForgetAnswers drops the answers of settled payments that were claimed before one
	// moment and are valid no longer since another.
	ForgetAnswers(ctx context.Context, claimed, valid time.Time) (int, error)
}

// ErrLost says that somebody else holds the payment by now, so it cannot be changed.
var ErrLost = errors.New("the payment is in other hands now")

// move takes a claim to its next state. holder is the process that must hold it now; "" does not check that.
func (c *Claim) move(to State, holder string, at time.Time) error {
	if holder != "" && c.Lease.Holder != holder || !slices.Contains(after[c.State], to) {
		return fmt.Errorf("%w: %s is %s", ErrLost, c.ID, c.State)
	}
	c.State, c.ChangedAt = to, at
	if to == Settled || to == Released {
		c.Lease, c.Proof.Signature = Lease{}, ""
	}
	if to == Released {
		c.Answer = nil
	}
	return nil
}

// dead says that whoever worked on the claim is given up.
func (c *Claim) dead(now time.Time) bool { return !now.Before(c.Lease.Until) }

func newID() string {
	random := make([]byte, 15)
	_, _ = rand.Read(random) // never fails
	return "pay_" + strings.ToLower(base32.StdEncoding.EncodeToString(random))
}

// Package payments is paying for one request without an account: what is asked for
// it, whether what was sent pays for it, and what became of each payment. A payment
// is claimed in the store before any work, settled by a facilitator after it and
// before the answer leaves, and answered again where the same one comes again. It
// speaks x402 and MPP and knows neither a route nor a rule, nor how a facilitator is
// reached.
package payments

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
	"greenroom/service"
)

// Owner is in place of an account in what is made for payers: they have none.
const Owner = "payer"

const (
	// leaseFor is the time a worker on a payment is believed to be alive: the longest
	// work, the longest settlement, and some air.
	leaseFor = 90 * time.Second
	// answersFor is the shortest time an answer is repeated; it is longer where its
	// payment is valid longer.
	answersFor = 24 * time.Hour
	// runningRetry and settleRetry are when the same payment may be sent again.
	runningRetry = time.Second
	settleRetry  = 5 * time.Second
)

// Event is something that happened to a payment, for those who watch.
type Event struct {
	Protocol Protocol // "" of a challenge, which offers all
	What     string   // a state, "challenged", "refused", "replayed"
	Amount   payment.MicroUSD
}

// Config holds everything a Till is made of; Logger, Observe and Lease may be left out.
type Config struct {
	Terms       Terms
	Claims      Claims
	Facilitator Facilitator
	Clock       func() time.Time
	Logger      *slog.Logger
	Observe     func(Event)
	// Lease is the time a worker on a payment is believed to be alive; 0: long enough.
	Lease time.Duration
}

// Till takes payments.
type Till struct {
	terms       Terms
	claims      Claims
	facilitator Facilitator
	clock       func() time.Time
	log         *slog.Logger
	observe     func(Event)
	lease       time.Duration
	holder      string
}

// New returns a till. Each is another holder: after a crash the next one does not
// take the payments of the last for its own.
func New(c Config) *Till {
	t := &Till{terms: c.Terms, claims: c.Claims, facilitator: c.Facilitator, clock: c.Clock, log: c.Logger, observe: c.Observe, lease: c.Lease, holder: newID()}
	if t.log == nil {
		t.log = slog.New(slog.DiscardHandler)
	}
	t.lease = cmp.Or(t.lease, leaseFor)
	return t
}

// Takes says whether an endpoint may be paid for.
func (t *Till) Takes(endpoint string) bool { return !slices.Contains(t.terms.Excluded, endpoint) }

// Terms returns the operator's terms.
func (t *Till) Terms() Terms { return t.terms }

func (t *Till) seen(p Protocol, what string) { t.tell(Event{Protocol: p, What: what}) }

func (t *Till) tell(e Event) {
	if t.observe != nil {
		t.observe(e)
	}
}

// note logs what became of a payment: never who pays, nor what proves it.
func (t *Till) note(c Claim) {
	t.tell(Event{c.Protocol, string(c.State), c.Amount})
	level := slog.LevelInfo
	if c.State == Unknown {
		level = slog.LevelWarn
	}
	t.log.Log(context.Background(), level, "payment", slog.String("payment", c.ID), slog.String("request_id", c.RequestID), slog.String("endpoint", c.Endpoint),
		slog.String("protocol", string(c.Protocol)), slog.String("state", string(c.State)), slog.String("usd", c.Amount.String()), slog.String("reason", clip(c.Outcome.Reason)))
}

// clip bounds what a facilitator says before it is kept or logged.
func clip(s string) string {
	const most = 120
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

func (t *Till) key(c *Credential) Key {
	return Key{Network: t.terms.Asset.Network, Asset: t.terms.Asset.Contract.String(), Payer: c.transfer.From.String(), Nonce: c.transfer.Nonce.String()}
}

// Prior returns the outcome of a payment that came before, to be answered again; nil if it
// is the first time, or nothing was taken then. Where nobody knows the outcome it finds
// out.
func (t *Till) Prior(ctx context.Context, c *Credential, asked Sum) (*Claim, error) {
	if c.broken != nil {
		return nil, nil
	}
	there, err := t.claims.PaymentByKey(ctx, t.key(c))
	if errors.Is(err, service.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return t.prior(ctx, c, asked, there)
}

func (t *Till) prior(ctx context.Context, c *Credential, asked Sum, there Claim) (*Claim, error) {
	switch now := t.clock(); {
	case there.State == Released:
		return nil, nil
	case there.Seal != c.proof().seal():
		return nil, refuse(mpp.VerificationFailed, spent, "The nonce of this transfer was already used in another payment.")
	case there.Asked != asked:
		return nil, otherRequest()
	case there.State == Settled && there.Answer == nil:
		return nil, refuse(mpp.InvalidChallenge, spent, "This payment was already taken and answered; the answer is no longer kept. Make a new payment.")
	case there.State == Settled:
		return &there, nil
	case there.State != Unknown && !there.dead(now):
		return nil, running()
	}
	closed, err := t.resolve(ctx, there)
	switch {
	case errors.Is(err, ErrLost):
		return nil, running()
	case err != nil:
		return nil, err
	case closed.State == Settled:
		t.seen(closed.Protocol, "recovered")
		return t.answered(ctx, closed)
	case closed.State == Released:
		return nil, nil
	}
	return nil, unsure(nil)
}

// answered reads a settled payment with its answer.
func (t *Till) answered(ctx context.Context, c Claim) (*Claim, error) {
	whole, err := t.claims.Payment(ctx, c.ID)
	return &whole, err
}

func running() *Waiting {
	return &Waiting{After: runningRetry, Running: true,
		Detail: "The request for this payment is still running. Send the same payment again in a moment for its answer; it is taken once."}
}

func unsure(cause error) *Waiting {
	return &Waiting{After: settleRetry, cause: cause,
		Detail: "It is not known yet whether this payment was settled. Send the same payment again and make no new one: its answer is kept, and it is taken once."}
}

func unasked(cause error) *Waiting {
	return &Waiting{After: settleRetry, cause: cause,
		Detail: "Payments cannot be verified right now. Nothing was taken; send the same payment again in a moment."}
}

// Refuse says for what reason a payment that cannot be read pays for nothing.
func (t *Till) Refuse(c *Credential) *Refused {
	if c.broken == nil {
		return nil
	}
	return unreadable(c.broken)
}

// settlement is a payment as a facilitator takes it.
func (t Terms) settlement(p Proof, amount payment.MicroUSD, url string) (Settlement, error) {
	want, err := t.requirement(Quote{Amount: amount})
	if err != nil {
		return Settlement{}, err
	}
	return Settlement{Requirements: want, Payment: x402.Payment{Version: x402.Version, Resource: &x402.Resource{URL: url}, Accepted: want,
		Payload: x402.Payload{Signature: p.Signature, Authorization: p.Authorization}}}, nil
}

// samePayer says whether the payer that a facilitator names is ours; it need not name one.
func samePayer(said, payer string) bool {
	if said == "" {
		return true
	}
	a, err := evm.ParseAddress(said)
	b, known := evm.ParseAddress(payer)
	return err == nil && known == nil && a == b
}

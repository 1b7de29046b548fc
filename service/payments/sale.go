package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
	"greenroom/service"
)

// Sale is a payment that is claimed for a request that runs.
type Sale struct {
	till  *Till
	claim Claim
}

// Begin checks a payment for a request, has a facilitator check it, and claims it.
// Where it was claimed meanwhile it returns that claim, to be answered again. Its
// errors are *Refused and *Waiting.
func (t *Till) Begin(ctx context.Context, c *Credential, q Quote, o Order) (*Sale, *Claim, error) {
	if err := t.examine(ctx, c, q); err != nil {
		prior, err := t.meanwhile(ctx, c, o.Asked, err)
		return nil, prior, err
	}
	now, proof := t.now(), c.proof()
	claim := Claim{ID: newID(), Key: t.key(c), Order: o, State: Claimed, Protocol: c.Protocol, Amount: q.Amount, Proof: proof, Seal: proof.seal(),
		ValidBefore: c.validBefore(), ClaimedAt: now, ChangedAt: now, Lease: t.leased(now)}
	there, fresh, err := t.claims.ClaimPayment(ctx, claim)
	if err != nil {
		return nil, nil, fmt.Errorf("claim a payment: %w", err)
	}
	if !fresh {
		prior, err := t.prior(ctx, c, o.Asked, there)
		if prior == nil && err == nil {
			err = running() // released in this moment: the same one may try again
		}
		return nil, prior, err
	}
	t.note(there)
	return &Sale{till: t, claim: there}, nil, nil
}

// examine checks a payment here, and then has a facilitator check it.
func (t *Till) examine(ctx context.Context, c *Credential, q Quote) error {
	if err := t.check(c, q); err != nil {
		return err
	}
	asked, err := t.terms.settlement(c.proof(), q.Amount, t.terms.url(q.Ask))
	if err != nil {
		return err
	}
	return t.verify(ctx, asked)
}

// meanwhile looks again whether a payment was claimed before it is refused: what a
// facilitator finds wrong with it may be that it has just been settled.
func (t *Till) meanwhile(ctx context.Context, c *Credential, asked Sum, refused error) (*Claim, error) {
	var r *Refused
	if !errors.As(refused, &r) {
		return nil, refused
	}
	prior, err := t.Prior(ctx, c, asked)
	if prior != nil || err != nil {
		return prior, err
	}
	t.seen(c.Protocol, "refused")
	return nil, refused
}

func (t *Till) verify(ctx context.Context, s Settlement) error {
	v, err := t.facilitator.Verify(ctx, s)
	switch {
	case err != nil:
		return unasked(err)
	case v.Valid && samePayer(v.Payer, s.Payment.Payload.Authorization.From):
		return nil
	case v.Valid:
		return unasked(errors.New("the facilitator speaks of another payer"))
	}
	problem := mpp.VerificationFailed
	switch v.Reason {
	case noFunds:
		problem = mpp.PaymentInsufficient
	case tooLate:
		problem = mpp.PaymentExpired
	}
	return refuse(problem, clip(v.Reason), sayRefused(clip(v.Reason)))
}

// now is the time claims are stamped with.
func (t *Till) now() time.Time { return t.clock().UTC().Truncate(time.Millisecond) }

func (t *Till) leased(now time.Time) Lease { return Lease{Holder: t.holder, Until: now.Add(t.lease)} }

// Execute says that the request runs from now on.
func (s *Sale) Execute(ctx context.Context) error {
	return s.move(ctx, Executing, nil)
}

// GiveBack releases a payment whose request failed: nothing was taken for it. Once
// it is being settled it does nothing.
func (s *Sale) GiveBack(ctx context.Context) {
	if s.claim.State != Claimed && s.claim.State != Executing {
		return
	}
	err := s.move(ctx, Released, func(c *Claim) { c.Outcome.Reason = "the request failed" })
	var gone *Waiting
	if err != nil && !errors.As(err, &gone) {
		s.till.log.Error("a payment could not be released; it will be by itself", "payment", s.claim.ID, "error", err.Error())
	}
}

// writeTimeout bounds the wait of a claim's change for the store. A change not begun by
// then is not written later either.
const writeTimeout = 5 * time.Second

func (s *Sale) move(ctx context.Context, to State, change func(*Claim)) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	now := s.till.now()
	next, err := s.till.claims.ChangePayment(ctx, s.claim.ID, func(c *Claim) error {
		if err := c.move(to, s.till.holder, now); err != nil {
			return err
		}
		if to == Executing || to == Settling {
			c.Lease = s.till.leased(now)
		}
		if change != nil {
			change(c)
		}
		return nil
	})
	if errors.Is(err, ErrLost) || errors.Is(err, service.ErrNotFound) {
		return running() // its lease was over, and somebody else has it
	}
	if err != nil {
		return err
	}
	s.claim = next
	s.till.note(next)
	return nil
}

// Settle keeps an answer and takes the money for it. The answer may leave only
// after it. Its errors are *Refused, where the facilitator would not move the money,
// and *Waiting, where nobody knows.
func (s *Sale) Settle(ctx context.Context, a Answer) (*Claim, error) {
	err := s.move(ctx, Settling, func(c *Claim) { c.Answer = &a; c.Outcome.Attempts++ })
	if err != nil {
		return nil, err
	}
	closed, said, err := s.till.settle(ctx, s.claim, false)
	if err != nil { // it may be taken already; what is not written down is asked for again
		return nil, unsure(err)
	}
	switch closed.State {
	case Settled:
		closed.Answer = &a
		return &closed, nil
	case Released:
		failed := refuse(mpp.VerificationFailed, closed.Outcome.Reason, sayRefused(closed.Outcome.Reason)+" Nothing was taken.")
		failed.Failed = &x402.Response{ErrorReason: closed.Outcome.Reason, Network: closed.Network, Payer: closed.Payer}
		return nil, failed
	}
	return nil, unsure(said)
}

// settle asks a facilitator for the money of a claim that is settling, and writes
// down what came of it.
func (t *Till) settle(ctx context.Context, c Claim, again bool) (closed Claim, said error, err error) {
	asked, err := t.terms.settlement(c.Proof, c.Amount, t.terms.Base.String())
	if err != nil {
		return c, nil, err
	}
	to, outcome := Unknown, c.Outcome
	answer, said := t.facilitator.Settle(ctx, asked)
	if said == nil {
		said = believable(answer, c)
	}
	if said != nil {
		outcome.Reason = clip(said.Error())
	} else {
		to, outcome.Reason = ending(answer, again)
		outcome.Reason = clip(outcome.Reason)
		if to == Settled {
			outcome.Transaction = answer.Transaction
		}
	}
	now := t.now()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	closed, err = t.claims.ChangePayment(ctx, c.ID, func(c *Claim) error {
		if err := c.move(to, t.holder, now); err != nil {
			return err
		}
		c.Outcome, c.Lease = outcome, Lease{}
		return nil
	})
	if err == nil {
		t.note(closed)
	}
	return closed, said, err
}

// believable refuses the answer of a facilitator that speaks of something else.
func believable(r x402.Response, c Claim) error {
	switch {
	case !samePayer(r.Payer, c.Payer):
		return errors.New("the facilitator speaks of another payer")
	case r.Success && r.Network != c.Network:
		return errors.New("the facilitator speaks of another network")
	case r.Success && !isTransaction(r.Transaction):
		return errors.New("the facilitator names no transaction")
	case r.Success && r.Amount != "" && r.Amount != c.Proof.Value:
		return errors.New("the facilitator speaks of another amount")
	}
	return nil
}

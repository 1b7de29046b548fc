package client

import (
	"context"
	"crypto/rand"
	"net/http"
	"time"

	"greenroom/api"
	"greenroom/client/pay"
)

// Earlier sums up the earlier tries of a call; the zero value is none. An outcome only
// ever moves from unknown to charged, or to free where that is proved.
type Earlier struct {
	Outcome Outcome     // "", OutcomeUnknown or OutcomeCharged
	Charged api.Credits // of OutcomeCharged
	Answer  string      // the request id of the answer that told the charge
	Tried   time.Time   // when a try last left that may still be on its way
}

// longestTry bounds the time a request that nobody waits for any more can still be on its
// way to the service, in a proxy or in a server that stood still.
const longestTry = 5 * time.Minute

// join adds what a try came to. A charge stays a charge, and what may have been
// charged stays unknown until an answer proves what became of it.
func (e *Earlier) join(r *Receipt, now time.Time) {
	left := r.Outcome != OutcomeFree
	switch {
	case e.Outcome == OutcomeCharged:
		again := r.Outcome == OutcomeCharged && !r.Replayed
		if r.Charged, r.ChargedKnown, r.Outcome = r.Charged+e.Charged, true, OutcomeCharged; !again {
			r.Charged, r.RequestID = e.Charged, e.Answer
		}
	case e.Outcome == OutcomeUnknown && r.Outcome == OutcomeFree && !e.disproved(r, now):
		r.Outcome, r.Charged, r.ChargedKnown = OutcomeUnknown, 0, false
	}
	if left {
		e.Tried = now
	}
	if e.Outcome, e.Charged, e.Answer = "", 0, ""; r.Outcome != OutcomeFree {
		e.Outcome, e.Charged, e.Answer = r.Outcome, r.Charged, r.RequestID
	}
}

// disproved says whether an answer proves that no try before it was charged: it is
// the service's answer to all of them, or a refusal in which the service says that
// it keeps no answer under their key, when none can be on its way any more. Of what
// was paid for by itself the payment tells.
func (e Earlier) disproved(r *Receipt, now time.Time) bool {
	if p, paid := r.payment(); paid {
		return p.State == pay.Released
	}
	switch r.Status / 100 {
	case 2:
		return r.ChargedKnown
	case 4:
		return r.unanswered && now.Sub(e.Tried) >= longestTry
	}
	return false
}

// receipt returns the result of the tries.
func (e Earlier) receipt() Receipt {
	return Receipt{Outcome: e.Outcome, Charged: e.Charged, ChargedKnown: e.Outcome == OutcomeCharged, RequestID: e.Answer}
}

// apart ends a call that went on as an earlier one at a service which has not shown
// that it knows idempotency keys. If it knows them now, the two are one. Otherwise
// both may have been charged: while neither is answered they stay one, that can have
// cost as much as both; else the earlier one is left as it was, and this is another.
func (c *Client) apart(ctx context.Context, x *underway) {
	before := x.blind
	switch x.blind = (Resumed{}); {
	case before.ID == "":
	case c.lesson.once.Load():
		before.join(&x.receipt, c.cfg.Clock())
	case x.receipt.Outcome == OutcomeUnknown && before.Outcome == OutcomeUnknown:
		x.doubled = before.High
	default:
		_ = c.cfg.Memory.End(ctx, x.exchange(), before.receipt(), &Error{Kind: KindLost}, nil)
		x.id = rand.Text()
	}
}

// repeatable says whether a request may be sent again whatever became of it.
func (c *Client) repeatable(x *underway) bool {
	return x.traits.are(safe) || x.once != "" && c.lesson.once.Load()
}

// harmless says whether a call that was refused can be sent again without being
// charged twice.
func (c *Client) harmless(x *underway) bool {
	return x.failed.Outcome == OutcomeFree || x.failed.running() || x.earlier.Outcome != "" && c.repeatable(x)
}

// costOf says what one try of a call cost, by what is known of it. The contract
// charges no refusal; an answer that is not the service's own says nothing.
func (c *Client) costOf(r *Receipt, sent bool, failed *Error) Outcome {
	if outcome, ok := r.chargePayment(); ok {
		return outcome
	}
	refused := !(r.Status == http.StatusServiceUnavailable && c.lesson.paidRefusals.Load()) && failed != nil && (r.Status/100 == 3 || r.Status/100 == 4 || r.Status >= 500 && failed.Code != "")
	switch {
	case r.ChargedKnown && r.Charged > 0:
		return OutcomeCharged
	case failed.running():
		return OutcomeUnknown
	case r.ChargedKnown, r.High == 0, !sent, refused, failed != nil && failed.Kind == KindPayment:
		return OutcomeFree
	}
	return OutcomeUnknown
}

// running says whether a call was refused because an earlier try of it still runs.
func (e *Error) running() bool {
	return e != nil && e.Status == http.StatusConflict && e.Param == api.HeaderIdempotencyKey
}

package client

import (
	"context"
	"encoding/json"
	"time"

	"greenroom/api"
)

// repeatable is the time a request is sent again with its first key: a little less than
// services keep answers, so that no clock is needed that agrees.
const repeatable = api.IdempotencyAge - time.Hour

// Settled is the late outcome of a paid call that had brought no answer. Err says why it
// is still unknown, or how the service refused it; Receipt.Outcome tells the two apart.
type Settled struct {
	Unsettled
	Receipt Receipt
	Err     error
}

// Settle sends the paid calls of the last day again that brought no answer, each as
// the same request as before: what was charged is not charged again, and what
// was never done is done now, as it was asked for. Calls that were cancelled are
// among them only if they shall be. Of a service that is not known to take
// idempotency keys it sends only what was paid for by itself, with the payment that
// was made for it. Answers are kept like any other.
func (c *Client) Settle(ctx context.Context, cancelled bool, opts ...Option) ([]Settled, error) {
	c.recallLessons(ctx)
	if c.cfg.Memory == nil || !c.lesson.once.Load() && !c.Pays() {
		return nil, nil
	}
	calls, err := c.cfg.Memory.Unsettled(ctx, c.cfg.Clock().Add(-repeatable))
	if err != nil {
		return nil, err
	}
	var out []Settled
	o := gather(opts)
	for _, u := range calls {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		if (!u.Cancelled || cancelled) && c.mayRepeat(ctx, u) {
			s := c.settle(ctx, u, o)
			o.spend(s.Receipt)
			out = append(out, s)
		}
	}
	return out, nil
}

func (c *Client) settle(ctx context.Context, u Unsettled, o options) (s Settled) {
	x := &underway{
		call:    call{request: request{method: u.Method, endpoint: u.Endpoint}, op: "settle " + u.Endpoint, subject: u.Subject, traits: kept, opts: o},
		reading: readingOf(u.Endpoint), id: u.ID, once: u.Repeat.Key, wire: wire{u.Repeat.Target, u.Repeat.Body}, earlier: u.Earlier,
		receipt: u.Earlier.receipt(),
	}
	x.receipt.Endpoint, x.receipt.Method, x.receipt.At, x.receipt.Low, x.receipt.High = u.Endpoint, u.Method, c.cfg.Clock(), u.Low, u.High
	s.Unsettled = u
	switch {
	case o.show != nil:
		s.Receipt, s.Err = c.show(ctx, x)
		return s
	case o.most != nil && u.High > *o.most:
		x.refuse(KindOverCap, sayOverCall(u.High, *o.most), nil)
	case c.resumes(ctx, x):
		c.finish(ctx, x, u)
	}
	if x.failed != nil {
		x.failed.Op, x.failed.Outcome, s.Err = x.op, x.receipt.Outcome, x.failed
	}
	for _, see := range o.observe {
		see(x.receipt)
	}
	x.receipt.Budget = c.purse.Budget()
	s.Receipt = x.receipt
	return s
}

// resumes takes a call from whatever other program would settle it now.
func (c *Client) resumes(ctx context.Context, x *underway) bool {
	begun, err := c.cfg.Memory.Begin(ctx, x.exchange(), Terms{Resume: c.cfg.Clock().Add(-repeatable), Settles: x.id})
	switch {
	case err != nil:
		x.refuse(KindJournal, sayUnwritten, err)
	case begun.Resumed.ID == "":
		x.refuse(KindCancelled, sayElsewhere, nil)
	default:
		x.earlier = begun.Resumed.Earlier
		return true
	}
	return false
}

// finish sends a call again and writes down what became of it. One that was
// cancelled and is still unknown stays cancelled.
func (c *Client) finish(ctx context.Context, x *underway, u Unsettled) {
	if c.Keyless() && !c.outstanding(ctx, u.Method, x.wire) {
		// Nothing could be charged but by a payment, and none has left: settling makes
		// no new one.
		x.receipt.Outcome = OutcomeFree
		x.refuse(KindCancelled, sayNeverPaid, nil)
	} else {
		c.send(ctx, x)
	}
	if u.Outcome == OutcomeUnknown && x.receipt.Outcome != OutcomeUnknown && !x.receipt.Replayed {
		c.purse.Book(x.receipt.spent())
	}
	var ended error
	if x.failed != nil {
		ended = x.failed
		if u.Cancelled && x.receipt.Outcome == OutcomeUnknown {
			ended = &Error{Kind: KindCancelled}
		}
	}
	x.receipt.Took = c.cfg.Clock().Sub(x.receipt.At)
	x.receipt.NotKept = c.cfg.Memory.End(context.WithoutCancel(ctx), u.Exchange, x.receipt, ended, x.settled(u, c.cfg.Clock()))
}

// mayRepeat says whether a call may be settled: the service charges it once, or it
// can have been charged by its payment alone, which is sent again or never was.
func (c *Client) mayRepeat(ctx context.Context, u Unsettled) bool {
	if c.outstanding(ctx, u.Method, wire{u.Repeat.Target, u.Repeat.Body}) {
		return true
	}
	if c.Keyless() {
		return !u.Paid
	}
	return c.lesson.once.Load()
}

func (x *underway) settled(u Unsettled, now time.Time) *Answer {
	if x.failed != nil || x.body == nil || u.Question == "" || x.receipt.Charged == 0 {
		return nil
	}
	a := x.brought(now)
	a.Key, a.Personal = u.Question, u.Repeat.Personal
	return a
}

// readingOf returns how to read the answer of an endpoint whose call is gone: searches
// become sessions that can be paged, and of any other answer the data is kept.
func readingOf(endpoint string) reading {
	if endpoint == searchEndpoint {
		var page api.SearchPage
		return reading{into: &page, absent: func() bool { return page.Data == nil }, beside: func() []request { return firstPage(&page) }}
	}
	var reply api.One[json.RawMessage]
	return reading{into: &reply, bare: true, absent: func() bool { return reply.Data == nil }}
}

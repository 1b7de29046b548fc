package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"greenroom/client/pay"
	"greenroom/internal/payment"
	"greenroom/internal/payment/info"
)

// exchange sends a request, and pays for it where the service asks for that and
// the payer may. Everything of payments that a call knows is in this file.
func (c *Client) exchange(req *http.Request, x *underway, key string) (*http.Response, pay.Payment, error) {
	if c.cfg.Payer == nil {
		resp, err := c.cfg.HTTP.Do(req)
		return resp, pay.Payment{}, err
	}
	most, err := payment.FromCredits(x.receipt.High)
	if err != nil {
		return nil, pay.Payment{}, err
	}
	ctx := req.Context()
	return c.cfg.Payer.Do(ctx, pay.Call{
		ID: x.id, Body: x.wire.body, Most: most, Keyed: key != "", SignedIn: c.cfg.SignIn != nil, Typing: x.traits.are(fleeting), Earlier: x.earlier.Outcome != "" || x.blind.ID != "",
		Advertised: func(ctx context.Context) (payment.MicroUSD, bool) { return c.advertised(ctx, x) },
		Request:    func() (*http.Request, error) { return c.httpRequest(ctx, x, key) },
		Send:       c.cfg.HTTP.Do,
	})
}

// listed are the prices that a service advertises, read once.
type listed struct {
	mu   sync.Mutex
	done bool
	all  info.Prices
}

// advertised is the most that the service says a call costs: in its description, of
// the address that was asked, without a key. One that cannot be read says nothing.
func (c *Client) advertised(ctx context.Context, x *underway) (payment.MicroUSD, bool) {
	c.listed.mu.Lock()
	defer c.listed.mu.Unlock()
	if !c.listed.done {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base.String()+"/openapi.json", nil)
		if err != nil {
			return 0, false
		}
		resp, err := c.cfg.HTTP.Do(req)
		if err != nil {
			return 0, false
		}
		body, err := io.ReadAll(io.LimitReader(resp.Body, info.MostBytes))
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode/100 == 5 {
			return 0, false // it may be there the next time
		}
		c.listed.all, _ = info.Read(body)
		c.listed.done = true
	}
	most, ok := c.listed.all[x.method+" "+x.endpoint]
	return most, ok
}

// paid lets the payer judge what became of a payment by the answer to it, and
// makes the receipt and the failure say so.
func (c *Client) paid(ctx context.Context, x *underway, p pay.Payment, resp *http.Response) {
	if p.ID == "" {
		return
	}
	p, err := c.cfg.Payer.End(ctx, p, resp)
	if err != nil {
		x.receipt.NotKept = errors.Join(x.receipt.NotKept, err)
	}
	p.Credential = ""
	x.receipt.pay(p)
}

// failedPayment reads the fate of a payment from a failed call; the credential is removed
// from whatever the answer repeats of it.
func (c *Client) failedPayment(x *underway, failed *Error, sent pay.Payment, resp *http.Response) {
	p, ok := x.receipt.payment()
	if _, secret, _ := strings.Cut(string(sent.Credential), " "); ok {
		x.receipt.scrub(string(sent.Credential))
		x.receipt.scrub(secret)
		if failed != nil {
			failed.scrub(string(sent.Credential))
			failed.scrub(secret)
		}
	}
	if !ok || failed == nil {
		return
	}
	switch {
	case p.State == pay.Released && failed.Status == http.StatusPaymentRequired:
		failed.Kind, failed.Code, failed.Message = KindPayment, "", pay.SayRefused(p, c.cfg.Clock())
	case p.State == pay.Unknown:
		failed.Paying = true
		failed.Message += " " + pay.SayUnknown(p)
		if resp != nil && failed.RetryAt.IsZero() {
			failed.RetryAt = retryAt(x.receipt.High, failed, resp.Header, c.cfg.Clock())
		}
	}
}

// unpaid is a call whose payment was refused on this side.
func unpaid(ctx context.Context, x *underway, r *pay.Refusal) *Error {
	failed := &Error{Kind: KindPayment, Outcome: OutcomeFree, Message: r.Message, Err: r.Err}
	if ctx.Err() != nil {
		failed = stopped(ctx.Err(), OutcomeFree)
	}
	if r.Response != nil {
		failed.Status = r.Response.StatusCode
		x.receipt.readHeaders(r.Response.StatusCode, r.Response.Header)
		failed.RequestID = x.receipt.RequestID
	}
	return failed
}

// paying says whether a payment of the call has left and nobody knows what became
// of it, or it was taken and no answer came.
func (x *underway) paying() bool {
	p, ok := x.receipt.payment()
	return ok && p.State != pay.Released
}

// again says whether a call that brought no answer is sent once more at once: what
// was paid for goes out with the same payment.
func (c *Client) again(x *underway) bool {
	lost := slices.Contains([]Kind{KindLost, KindUnreachable, KindTruncated}, x.failed.Kind)
	return lost && c.repeatable(x) || x.paying() && (lost || x.failed.Kind == KindTimeout)
}

// outstanding says whether a request was paid for before in a way that is not
// over: it goes on as that call.
func (c *Client) outstanding(ctx context.Context, method string, w wire) bool {
	return c.cfg.Payer != nil && w.target != "" && c.cfg.Payer.Outstanding(ctx, method, c.base.String()+w.target, w.body)
}

// Pays says whether calls may be paid for one by one; asks, whether the planner is
// asked about each. Left is what the caps still hold; false where that is not
// known.
func (c *Client) Pays() bool             { return c.cfg.Payer.Pays() }
func (c *Client) Asks() bool             { return c.cfg.Payer.Asks() }
func (c *Client) Left() (pay.Room, bool) { return c.cfg.Payer.Left() }

// Agreed is the most that is paid for a call without a question; AskAgain takes that back.
func (c *Client) Agreed() payment.MicroUSD { return c.cfg.Payer.Agreed() }
func (c *Client) AskAgain()                { c.cfg.Payer.AskAgain() }

// Keyless says that calls carry neither a key nor a sign-in, so that nothing can be
// charged here but by a payment.
func (c *Client) Keyless() bool {
	return c.cfg.Key == nil && c.cfg.SignIn == nil && c.cfg.Payer != nil
}

// Count reads from the journal what was paid today, for Left.
func (c *Client) Count(ctx context.Context) error { return c.cfg.Payer.Count(ctx) }

// pay puts a payment into the receipt, in place of what was known of it.
func (r *Receipt) pay(p pay.Payment) {
	for i := range r.Payments {
		if r.Payments[i].ID == p.ID {
			r.Payments[i] = p
			return
		}
	}
	r.Payments = append(r.Payments, p)
}

// payment returns the last payment of the call.
func (r Receipt) payment() (pay.Payment, bool) {
	if len(r.Payments) == 0 {
		return pay.Payment{}, false
	}
	return r.Payments[len(r.Payments)-1], true
}

// Paid returns the money paid for a call, and the money that may have been paid beside it.
func (r Receipt) Paid() (paid, unknown payment.MicroUSD) {
	for _, p := range r.Payments {
		switch p.State {
		case pay.Spent:
			paid += p.Amount
		case pay.Signed, pay.Unknown:
			unknown += p.Amount
		}
	}
	return paid, unknown
}

// chargePayment makes the charge of a call that of its payment: a service charges
// a request once, to an account or to a wallet. What is finer than credits are is
// rounded up.
func (r *Receipt) chargePayment() (Outcome, bool) {
	p, ok := r.payment()
	if !ok {
		return "", false
	}
	switch p.State {
	case pay.Spent:
		fine := payment.MicroUSD(9)
		cost, _ := ((p.Amount + fine) / 10 * 10).Credits()
		r.Charged, r.ChargedKnown = cost, true
		return OutcomeCharged, true
	case pay.Released:
		r.Charged, r.ChargedKnown = 0, true
		return OutcomeFree, true
	}
	r.Charged, r.ChargedKnown = 0, false
	return OutcomeUnknown, true
}

package client

import (
	"context"
	"net/http"
	"time"

	"greenroom/api"
)

// Request shows the request a call would send. The value of the key's header is hidden:
// the key is not even asked for.
type Request struct {
	Method    string
	URL       string
	Header    http.Header
	Body      []byte // JSON; nil: none
	Low, High api.Credits
	// Kept says that nothing would be sent: the answer is in the memory, from
	// KeptAt.
	Kept   bool
	KeptAt time.Time
	// Refused is why it would not be sent now; nil if it would be.
	Refused *Error
}

// freshKey stands for the idempotency key that each call has of its own.
const freshKey = "<new>"

func (c *Client) show(ctx context.Context, x *underway) (Receipt, error) {
	a, kept := c.remembered(ctx, x, c.cfg.Clock())
	shown := Request{Method: x.method, Low: x.receipt.Low, High: x.receipt.High, Kept: kept, KeptAt: a.At}
	if kept {
		shown.Low, shown.High = 0, 0
		x.receipt.Low, x.receipt.High = 0, 0
	} else if shown.Refused = c.wouldRefuse(ctx, x); shown.Refused != nil {
		shown.Refused.Op = x.op
	}
	key := redacted
	if x.traits.are(keyless) {
		key = ""
	}
	var req *http.Request
	err := c.fresh(x)
	if err == nil {
		req, err = c.httpRequest(ctx, x, key)
	}
	if err != nil {
		x.failed = unwritten(err)
		return x.end()
	}
	shown.URL, shown.Header, shown.Body = req.URL.String(), req.Header, x.wire.body
	x.opts.show(shown)
	return x.receipt, &Error{Kind: KindDryRun, Op: x.op, Outcome: OutcomeFree, Message: sayDryRun}
}

// fresh fills in what a call that is not sent again would be sent with.
func (c *Client) fresh(x *underway) (err error) {
	if x.once != "" {
		return nil
	}
	if x.receipt.High > 0 {
		x.once = freshKey
	}
	x.wire, err = c.wire(x.request)
	return err
}

// wouldRefuse is why a call would not be sent now. It takes nothing from what
// other calls may use.
func (c *Client) wouldRefuse(ctx context.Context, x *underway) *Error {
	claim, now := x.claim(), c.cfg.Clock()
	fit := c.purse.Fit(claim)
	if day := c.cfg.Caps.Day; fit.OK() && day != nil && c.cfg.Memory != nil && claim.High > 0 {
		used, err := c.today(ctx)
		if err != nil {
			return &Error{Kind: KindJournal, Outcome: OutcomeFree, Err: err, Message: sayUnwritten}
		}
		if used+claim.High > *day {
			fit = claim.OverDay(used, c.cfg.Caps, now)
		}
	}
	return c.refusal(x, fit)
}

func unwritten(err error) *Error {
	return &Error{Kind: KindInvalid, Message: sayNoRequest, Outcome: OutcomeFree, Err: err}
}

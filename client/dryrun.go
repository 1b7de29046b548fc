package client

import (
	"context"
	"io"
	"net/http"
	"time"

	"greenroom/api"
)

// Request is what a call would send. The value of the key's header is hidden:
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

// show lets the caller see what a call would send.
func (c *Client) show(ctx context.Context, k call) (Receipt, error) {
	now := c.cfg.Clock()
	receipt := k.receipt(now)
	receipt.Budget = c.budgets.at(now)
	shown := Request{Method: k.method, Low: k.low, High: k.high}
	a, kept := c.remembered(ctx, k, now)
	if shown.Kept = kept; kept {
		shown.KeptAt, shown.Low, shown.High = a.At, 0, 0
		receipt.Low, receipt.High = 0, 0
	} else if shown.Refused = c.weigh(ctx, k, false); shown.Refused != nil {
		shown.Refused.Op = k.op
	}
	key := redacted
	if k.keyless {
		key = ""
	}
	req, err := c.request(ctx, k, key)
	if err != nil {
		return receipt, unwritten(k, err)
	}
	shown.URL, shown.Header = req.URL.String(), req.Header
	if k.body != nil {
		shown.Body, _ = io.ReadAll(req.Body)
	}
	k.opts.look(shown)
	return receipt, &Error{Kind: KindDryRun, Op: k.op, Outcome: OutcomeFree, Message: "Nothing was sent, as was asked for."}
}

func unwritten(k call, err error) *Error {
	return &Error{Kind: KindInvalid, Op: k.op, Message: "The request could not be written, so nothing was sent.", Outcome: OutcomeFree, Err: err}
}

package client

import (
	"context"
	"crypto/rand"
	"net/url"

	"greenroom/api"
)

// call is one endpoint call, before it is a request.
type call struct {
	op       string // for errors: "read creator 7f3c…"
	method   string
	endpoint string   // as the contract writes it, with {names}
	args     []string // for the {names}, in order, raw
	query    url.Values
	body     any // nil: none
	subject  string
	low      api.Credits
	high     api.Credits
	keyless  bool
	safe     bool // free and read-only: may be sent twice
	optional bool // a service may lack it
}

// do makes a call: it checks that it can be afforded at all, writes it into the
// journal, sends it as often as money allows, and writes down how it ended.
func (c *Client) do(ctx context.Context, k call, r reading) (Receipt, error) {
	receipt := Receipt{Endpoint: k.endpoint, Method: k.method, At: c.cfg.Clock(), Outcome: OutcomeFree}
	x := Exchange{
		ID: rand.Text(), Method: k.method, Endpoint: k.endpoint, Subject: k.subject,
		Low: k.low, High: k.high, At: receipt.At,
	}
	failed := c.admit(k)
	if failed == nil {
		failed = c.begin(x)
	}
	if failed != nil {
		failed.Op, receipt.Budget = k.op, c.Budget()
		return receipt, failed
	}
	failed = c.persist(ctx, k, r, &receipt)
	now := c.cfg.Clock()
	receipt.Took, receipt.Budget = now.Sub(receipt.At), c.budgets.at(now)
	var err error
	if failed != nil {
		failed.Op = k.op
		err = failed
	}
	if c.cfg.Journal != nil {
		c.cfg.Journal.End(x, receipt, err)
	}
	return receipt, err
}

func (c *Client) begin(x Exchange) *Error {
	if c.cfg.Journal == nil {
		return nil
	}
	err := c.cfg.Journal.Begin(x)
	if err == nil || x.High == 0 {
		return nil
	}
	return &Error{
		Kind: KindJournal, Outcome: OutcomeFree, Err: err,
		Message: "The call was not sent, because it could not be written into the journal first.",
	}
}

// attempt sends the request once. What the answer tells goes into the receipt,
// also where the call fails.
func (c *Client) attempt(ctx context.Context, k call, r reading, receipt *Receipt) *Error {
	receipt.forget()
	key, failed := c.key(ctx, k)
	if failed != nil {
		return failed
	}
	var line connection
	req, err := c.request(line.trace(ctx), k, key)
	if err != nil {
		return &Error{Kind: KindInvalid, Message: "The request could not be written.", Outcome: OutcomeFree, Err: err}
	}
	if ctx.Err() != nil {
		return stopped(ctx.Err(), OutcomeFree)
	}
	receipt.Attempts++
	resp, err := c.cfg.HTTP.Do(req)
	if err != nil {
		failed = c.broken(ctx, err, line.used())
	} else {
		receipt.readHeaders(resp.StatusCode, resp.Header)
		c.budgets.learn(resp.Header, c.cfg.Clock())
		failed = c.answer(ctx, k, r, resp)
		_ = resp.Body.Close()
	}
	receipt.Outcome = costOf(k, receipt, err == nil || line.used(), failed)
	receipt.scrub(key)
	if failed != nil {
		failed.Outcome = receipt.Outcome
		failed.scrub(key)
	}
	return failed
}

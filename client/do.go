package client

import (
	"context"
	"crypto/rand"
	"net/url"
	"time"

	"greenroom/api"
)

// call is one endpoint call, before it is a request. It speaks of the networks
// in neutral words only: the {platform} of an endpoint, the "platform" of a
// query and every api.Platform in a body become the service's words where the
// request is written.
type call struct {
	op       string // for errors: "read creator 7f3c…"
	method   string
	endpoint string   // as the contract writes it, with {names}
	args     []string // for the {names}, in order, raw
	query    url.Values
	body     any // nil: none
	subject  string
	bill     []part        // what it is billed for at most; none: it is free
	items    func() int    // how many items were delivered, once decoded; nil: it is not billed by items
	also     func() []call // other calls that the answer answers too, once decoded; nil: none
	keyless  bool
	safe     bool   // free and read-only: may be sent twice
	optional bool   // a service may lack it
	named    bool   // what it asks for may not exist: not_found speaks of that
	keep     bool   // its answer may be kept and given again
	personal bool   // its answer holds addresses of people
	wrong    *Error // what the contract refuses in it whoever asks; nil: it may be sent
	opts     options
	low      api.Credits // of bill, by the prices known when it is made
	high     api.Credits
}

// receipt is that of a call of which nothing was sent yet.
func (k call) receipt(now time.Time) Receipt {
	return Receipt{Low: k.low, High: k.high, Endpoint: k.endpoint, Method: k.method, At: now, Outcome: OutcomeFree}
}

// do makes a call. What is kept is not asked for again. Else it checks that the
// call can be afforded, writes it into the journal, sends it as often as money
// allows, and writes down how it ended and what it brought.
func (c *Client) do(ctx context.Context, k call, r reading) (Receipt, error) {
	k.low, k.high = c.prices(ctx).cost(k.bill)
	if k.opts.look != nil {
		return c.show(ctx, k)
	}
	receipt, kept := c.recall(ctx, k, r)
	var failed *Error
	if !kept {
		receipt, failed = c.ask(ctx, k, r)
	}
	if failed == nil || failed.Kind != KindNotKept {
		for _, see := range k.opts.observe {
			see(receipt)
		}
	}
	if failed != nil {
		failed.Op = k.op
		return receipt, failed
	}
	return receipt, nil
}

// ask asks the service; again, from the queue, for a call that waits until it
// fits and that the service found no budget for.
func (c *Client) ask(ctx context.Context, k call, r reading) (Receipt, *Error) {
	if k.opts.kept {
		now := c.cfg.Clock()
		receipt := k.receipt(now)
		receipt.Budget = c.budgets.at(now)
		return receipt, &Error{Kind: KindNotKept, Outcome: OutcomeFree, Message: "No answer to this is kept, and nothing was sent. Ask the service for it."}
	}
	if c.cfg.Memory != nil && k.keep {
		r.body = new([]byte)
	}
	for from := (time.Time{}); ; {
		receipt, failed := c.exchange(ctx, k, r, from)
		again := failed != nil && k.opts.wait && failed.Kind == KindAPI && failed.Code == api.CodeRateLimited &&
			failed.Outcome == OutcomeFree && failed.RetryAt.After(c.cfg.Clock())
		if !again {
			return receipt, failed
		}
		from = failed.RetryAt
	}
}

// exchange is a call from its admission to the journal's last word on it.
func (c *Client) exchange(ctx context.Context, k call, r reading, from time.Time) (Receipt, *Error) {
	failed := c.admit(ctx, k, from)
	receipt := k.receipt(c.cfg.Clock())
	x := Exchange{
		ID: rand.Text(), Method: k.method, Endpoint: k.endpoint, Subject: k.subject,
		Low: k.low, High: k.high, At: receipt.At,
	}
	if failed == nil {
		failed = c.begin(ctx, k, x)
	}
	if failed != nil {
		receipt.Budget = c.budgets.at(receipt.At)
		return receipt, failed
	}
	failed = c.persist(ctx, k, r, &receipt)
	now := c.cfg.Clock()
	c.settle(k, receipt.spent())
	receipt.Took, receipt.Budget = now.Sub(receipt.At), c.budgets.at(now)
	var answer *Answer
	if failed == nil {
		if receipt.ChargedKnown {
			c.notice(ctx, k, receipt.Charged)
		}
		answer = k.answered(r, receipt, now)
	}
	var err error
	if failed != nil {
		failed.Op, err = k.op, failed
	}
	c.end(ctx, x, &receipt, err, answer)
	return receipt, failed
}

// begin writes a call down. From there on the memory counts it for the day.
func (c *Client) begin(ctx context.Context, k call, x Exchange) *Error {
	if c.cfg.Memory == nil {
		return nil
	}
	err := c.cfg.Memory.Begin(ctx, x)
	if k.high > 0 {
		c.offToday(k.high, 0)
	}
	if err == nil || k.high == 0 {
		return nil
	}
	c.budgets.settle(k.high, 0)
	c.queue.wake()
	if ctx.Err() != nil {
		return stopped(ctx.Err(), OutcomeFree)
	}
	return &Error{
		Kind: KindJournal, Outcome: OutcomeFree, Err: err,
		Message: "The call was not sent, because it could not be written into the journal first. Look at the folder of the journal: is it full, or read-only?",
	}
}

// settle gives back what was held for a call.
func (c *Client) settle(k call, cost api.Credits) {
	c.budgets.settle(k.high, cost)
	if c.cfg.Memory == nil {
		c.offToday(k.high, cost)
	}
	c.queue.wake()
}

func (c *Client) end(ctx context.Context, x Exchange, receipt *Receipt, err error, a *Answer) {
	if c.cfg.Memory != nil {
		receipt.NotKept = c.cfg.Memory.End(context.WithoutCancel(ctx), x, *receipt, err, a)
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
		return unwritten(k, err)
	}
	if ctx.Err() != nil {
		return stopped(ctx.Err(), OutcomeFree)
	}
	receipt.Attempts++
	told := news{since: c.budgets.mark()}
	resp, err := c.cfg.HTTP.Do(req)
	if told.at = c.cfg.Clock(); err != nil {
		failed = c.broken(ctx, err, line.used())
	} else {
		told.header = resp.Header
		receipt.readHeaders(resp.StatusCode, resp.Header)
		failed = c.answer(ctx, k, r, resp)
		_ = resp.Body.Close()
	}
	receipt.Outcome = costOf(k, receipt, err == nil || line.used(), failed)
	told.cost = receipt.spent()
	c.budgets.learn(told)
	receipt.scrub(key)
	if failed != nil {
		failed.Outcome = receipt.Outcome
		failed.scrub(key)
		if receipt.RequestID == "" {
			receipt.RequestID = failed.RequestID
		}
	}
	return failed
}

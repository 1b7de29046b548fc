package client

import (
	"context"
	"crypto/rand"
	"reflect"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/client/money"
	"greenroom/internal/each"
)

// do makes a call in four steps: recall what is kept, admit what can be
// afforded, send it as often as money allows, record how it ended. A call that
// waits until it fits comes back when the service found no budget for it.
func (c *Client) do(ctx context.Context, k call, r reading) (Receipt, error) {
	x := c.prepare(ctx, k, r)
	if k.wrong != nil {
		k.wrong.Op = k.op
		return x.receipt, k.wrong
	}
	if x.opts.show != nil {
		return c.show(ctx, x)
	}
	for !c.recall(ctx, x) && c.admit(ctx, x) {
		c.send(ctx, x)
		c.record(ctx, x)
		if !x.comesBack(c.cfg.Clock()) {
			break
		}
	}
	return x.end()
}

// comesBack says whether a call that may wait was refused for a while.
func (x *underway) comesBack(now time.Time) bool {
	return x.failed != nil && x.opts.wait && x.failed.Code == api.CodeRateLimited && x.failed.Outcome == OutcomeFree && x.failed.RetryAt.After(now)
}

// recall answers a call from the memory; false if it has to be asked. A memory
// that cannot be read, or holds what cannot be read any more, holds nothing.
func (c *Client) recall(ctx context.Context, x *underway) bool {
	start := c.cfg.Clock()
	a, ok := c.remembered(ctx, x, start)
	if !ok {
		return false
	}
	if failed := c.decode(x.reading, a.Body); failed != nil {
		reflect.ValueOf(x.into).Elem().SetZero()
		x.key = ""
		return false
	}
	now := c.cfg.Clock()
	x.failed, x.id = nil, rand.Text()
	x.receipt = Receipt{
		Endpoint: x.receipt.Endpoint, Method: x.receipt.Method, Brief: x.receipt.Brief, Origin: x.receipt.Origin, At: start, Took: now.Sub(start), Budget: c.purse.Budget(),
		ChargedKnown: true, Outcome: OutcomeFree, Kept: true, KeptAt: a.At, Saved: min(a.Charged, x.receipt.High),
	}
	x.receipt.NotKept = c.cfg.Memory.End(context.WithoutCancel(ctx), x.exchange(), x.receipt, nil, nil)
	return true
}

func (c *Client) remembered(ctx context.Context, x *underway, now time.Time) (Answer, bool) {
	if x.key == "" {
		return Answer{}, false
	}
	a, ok, err := c.cfg.Memory.Recall(ctx, x.key)
	if err != nil {
		x.key = ""
	}
	return a, err == nil && ok && !a.At.Before(x.keptFrom(now))
}

// isKept says whether a request would be answered from the memory.
func (c *Client) isKept(ctx context.Context, r request, o options) bool {
	if c.cfg.Memory == nil || o.refresh {
		return false
	}
	_, kept := c.remembered(ctx, &underway{call: call{opts: o}, key: r.key()}, c.cfg.Clock())
	return kept
}

// keptFrom is since when an answer will do.
func (x *underway) keptFrom(now time.Time) time.Time {
	if x.opts.notOver == nil {
		return time.Time{}
	}
	return now.Add(-*x.opts.notOver)
}

// exchange is a call as the memory knows it.
func (x *underway) exchange() Exchange {
	e := Exchange{
		ID: x.id, Method: x.method, Endpoint: x.path(), Subject: x.subject, Brief: x.receipt.Brief, Origin: x.receipt.Origin,
		Low: x.receipt.Low, High: x.receipt.High + x.doubled, At: x.receipt.At,
	}
	if x.receipt.High > 0 {
		e.Repeat = Repeat{Key: x.once, Target: x.wire.target, Body: x.wire.body, Personal: x.traits.are(personal)}
		e.Question, e.Purse = x.request.key(), x.purse
	}
	return e
}

// admit lets a call be sent: what it can cost is held in the purse, and the call
// is written down, which is one transaction with the cap of the day. While
// another call asks the same, its answer is waited for instead.
func (c *Client) admit(ctx context.Context, x *underway) bool {
	switch {
	case x.opts.kept:
		x.refuse(KindNotKept, sayNotKept, nil)
	case slices.Contains(x.args, ""):
		x.refuse(KindInvalid, sayNameless, nil)
	default:
		var err error
		if x.wire, err = c.wire(x.request); err != nil {
			x.failed = unwritten(err)
			return false
		}
		return c.afford(ctx, x)
	}
	return false
}

func (c *Client) afford(ctx context.Context, x *underway) bool {
	for {
		fit, err := c.take(ctx, x)
		if err != nil {
			x.stopped(err)
			return false
		}
		if x.failed = c.refusal(x, fit); x.failed != nil {
			return false
		}
		begun, err := c.begin(ctx, x)
		if err == nil && begun.State == Began {
			return true
		}
		c.purse.Settle(x.receipt.High, 0)
		switch {
		case ctx.Err() != nil:
			x.stopped(ctx.Err())
			return false
		case err != nil:
			x.refuse(KindJournal, sayUnwritten, err)
			return false
		case begun.State == OverDay:
			x.failed = c.refusal(x, x.claim().OverDay(begun.Used, c.cfg.Caps, c.cfg.Clock()))
			return false
		}
		if begun.State == UnderWay && c.cfg.Memory.Await(ctx, x.key) != nil {
			x.key = "" // it takes too long: this one asks too
		}
		if c.recall(ctx, x) {
			return false
		}
		if begun.State == Answered {
			x.key = "" // what is kept cannot be read
		}
	}
}

// take holds in the purse what a call can cost.
func (c *Client) take(ctx context.Context, x *underway) (money.Fit, error) {
	var until time.Time
	if x.failed != nil {
		until = x.failed.RetryAt
	}
	if !x.opts.wait || x.receipt.High == 0 && until.IsZero() {
		return c.purse.Take(x.claim()), nil
	}
	return c.purse.Wait(ctx, x.claim(), money.Waiting{Doing: x.op, Subject: x.subject, Until: until})
}

// begin writes a call down, in the memory that there is.
func (c *Client) begin(ctx context.Context, x *underway) (Begun, error) {
	now := c.cfg.Clock()
	x.id = rand.Text()
	x.receipt.At, x.receipt.Budget = now, c.purse.Budget()
	if x.earlier, x.blind, x.doubled = (Earlier{}), (Resumed{}), 0; x.receipt.High > 0 {
		x.once, x.purse = rand.Text(), c.account(ctx)
	}
	if c.cfg.Memory == nil || x.traits.are(fleeting) {
		return Begun{}, nil
	}
	var terms Terms
	if x.receipt.High > 0 {
		terms = Terms{Key: x.key, From: x.keptFrom(now), Day: money.Midnight(now), Cap: c.cfg.Caps.Day}
		if !c.Keyless() || c.outstanding(ctx, x.method, x.wire) {
			terms.Resume = now.Add(-repeatable)
		}
	}
	begun, err := c.cfg.Memory.Begin(ctx, x.exchange(), terms)
	if begun.Resumed.ID != "" {
		x.id, x.once = begun.Resumed.ID, begun.Resumed.Key
		if c.lesson.once.Load() || c.outstanding(ctx, x.method, x.wire) {
			x.earlier = begun.Resumed.Earlier
		} else {
			x.blind = begun.Resumed
		}
	}
	if x.receipt.High == 0 && ctx.Err() == nil {
		err = nil // a free call is sent though it cannot be written down
	}
	return begun, err
}

// record writes down how a call ended and what it brought, and learns from it.
func (c *Client) record(ctx context.Context, x *underway) {
	now := c.cfg.Clock()
	ctx = context.WithoutCancel(ctx)
	c.apart(ctx, x)
	var answer *Answer
	if x.failed == nil {
		c.learn(ctx, x)
		answer = x.answer(now)
	}
	x.receipt.add(x.taken)
	c.purse.Settle(x.receipt.High, x.receipt.spent())
	x.receipt.Took, x.receipt.Budget = now.Sub(x.receipt.At), c.purse.Budget()
	x.receipt.NotKept = c.write(ctx, x, answer)
}

func (c *Client) write(ctx context.Context, x *underway, a *Answer) error {
	if c.cfg.Memory == nil || x.traits.are(fleeting) {
		return nil
	}
	var err error
	if x.failed != nil {
		x.failed.Op, x.failed.Outcome, err = x.op, x.receipt.Outcome, x.failed
	}
	return c.cfg.Memory.End(ctx, x.exchange(), x.receipt, err, a)
}

// learn takes a price from an answer that neither what was learned nor the table
// explains.
func (c *Client) learn(ctx context.Context, x *underway) {
	if !x.receipt.ChargedKnown || len(x.receipt.Payments) > 0 {
		return // a payment is what was asked for beforehand, not what it came to
	}
	if price, ok := c.prices.Learn(x.bill, x.items(), x.receipt.Charged); ok && c.cfg.Memory != nil {
		_ = c.cfg.Memory.Learn(ctx, Lessons{Prices: []api.Price{price}})
	}
}

// answer returns the answer of a call for the memory to keep; nil if it is not to be kept.
func (x *underway) answer(now time.Time) *Answer {
	if x.body == nil {
		return nil
	}
	if x.receipt.High > 0 && x.receipt.Charged == 0 && x.items() == 0 {
		return nil // what is not there costs nothing, and may be there next time
	}
	a := x.brought(now)
	a.Key, a.Personal = a.answers(x.request), x.traits.are(personal)
	return a
}

// brought is an answer as it came, with the other questions that it answers.
func (x *underway) brought(now time.Time) *Answer {
	a := &Answer{Body: x.body, Value: plain(x.into), Charged: x.receipt.Charged, At: now}
	if x.beside != nil {
		a.Also = append(a.Also, each.Of(x.beside(), a.answers)...)
	}
	return a
}

// answers is the key of a question that the answer answers.
func (a *Answer) answers(r request) string {
	key := r.key()
	if r.endpoint == sessionEndpoint {
		a.Lasting = append(a.Lasting, key)
	}
	return key
}

// plain is a decoded reply as a value, without an envelope that holds data only.
func plain(into any) any {
	v := reflect.ValueOf(into).Elem()
	if v.Kind() == reflect.Struct && v.NumField() == 1 && v.Type().Field(0).Name == "Data" {
		if v = v.Field(0); v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
	}
	return v.Interface()
}

package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/client/money"
	"greenroom/client/pay"
)

const mostAttempts = 3

// send asks the service until it answers or may not be asked again. What the
// answer tells goes into the receipt, also where the call fails.
func (c *Client) send(ctx context.Context, x *underway) {
	x.receipt.Attempts = 0
	for lost, renewed := false, false; ; {
		if x.failed = c.attempt(ctx, x); x.failed == nil {
			return
		}
		if !renewed && c.renewed(ctx, x) {
			renewed = true
			continue
		}
		if !lost && c.again(x) {
			lost = true
			continue
		}
		wait, ok := c.pause(x)
		if !ok || x.receipt.Attempts >= mostAttempts {
			return
		}
		if err := c.cfg.Sleep(ctx, wait); err != nil {
			given := stopped(err, x.failed.Outcome)
			given.Status, given.RequestID, given.RetryAt = x.failed.Status, x.failed.RequestID, x.failed.RetryAt
			x.failed = given
			return
		}
	}
}

// attempt sends the request once, and joins what it came to with what the tries
// before left open.
func (c *Client) attempt(ctx context.Context, x *underway) *Error {
	x.receipt.forget()
	failed := c.try(ctx, x)
	x.earlier.join(&x.receipt, c.cfg.Clock())
	if failed != nil {
		failed.Outcome = x.receipt.Outcome
		x.receipt.RequestID = cmp.Or(x.receipt.RequestID, failed.RequestID)
	}
	return failed
}

// try sends the request once; the receipt is that of this try alone.
func (c *Client) try(ctx context.Context, x *underway) *Error {
	key, failed := c.key(ctx, x.call)
	if failed != nil {
		return failed
	}
	x.carried = key
	var line connection
	req, err := c.httpRequest(line.trace(ctx), x, key)
	if err != nil {
		return unwritten(err)
	}
	if ctx.Err() != nil {
		return stopped(ctx.Err(), OutcomeFree)
	}
	x.receipt.Attempts++
	news := money.News{Since: c.purse.Mark()}
	resp, paid, err := c.exchange(req, x, key)
	if refused, ok := pay.IsRefusal(err); ok {
		failed = unpaid(ctx, x, refused)
	} else if err != nil {
		c.paid(ctx, x, paid, nil)
		failed = c.broken(ctx, err, line.used())
	} else {
		news.Header = resp.Header
		x.receipt.readHeaders(resp.StatusCode, resp.Header)
		c.knowsKeys(ctx, resp.Header)
		c.paid(ctx, x, paid, resp)
		failed = c.read(ctx, x, resp)
		_ = resp.Body.Close()
	}
	c.failedPayment(x, failed, paid, resp)
	x.receipt.Outcome = c.costOf(&x.receipt, err == nil || line.used(), failed)
	news.Unknown = x.receipt.Outcome == OutcomeUnknown
	if !x.receipt.Replayed { // that was taken from the budget before
		news.Cost = x.receipt.spent()
	}
	if trusted(x.receipt) {
		news.Refused = &money.Refusal{Bill: x.bill, Of: x}
	}
	c.believe(ctx, x, c.purse.Learn(news))
	x.receipt.scrub(key)
	if failed != nil {
		failed.scrub(key)
	}
	return failed
}

// knowsKeys learns from an answer that the service takes idempotency keys.
func (c *Client) knowsKeys(ctx context.Context, h http.Header) {
	if h.Get(api.HeaderReplayed) != "" && !c.lesson.once.Swap(true) && c.cfg.Memory != nil {
		_ = c.cfg.Memory.Learn(context.WithoutCancel(ctx), Lessons{Idempotent: true})
	}
}

// trusted says whether a call was refused with a 503 that does not tell its
// charge. The contract says it is free.
func trusted(r Receipt) bool {
	return r.High > 0 && r.Status == http.StatusServiceUnavailable && !r.ChargedKnown && r.Outcome == OutcomeFree
}

// believe takes in what the budget shows to have been taken for refusals: the
// journal says so, and no 503 of this service is taken for free from now on.
// Where other programs spent something meanwhile it shows nothing.
func (c *Client) believe(ctx context.Context, x *underway, t money.Taken) {
	if t.Each == 0 || c.othersSpent(ctx, x, t.Since) {
		return
	}
	for _, r := range t.Refusals {
		if of := r.Of.(*underway); of == x {
			x.taken += t.Each
		} else {
			c.purse.Book(t.Each)
			of.receipt.add(t.Each)
			_ = c.write(context.WithoutCancel(ctx), of, nil)
		}
	}
	if x.taken > 0 && x.receipt.Outcome == OutcomeFree {
		x.receipt.Outcome = OutcomeCharged
	}
	if !c.lesson.paidRefusals.Swap(true) && c.cfg.Memory != nil {
		_ = c.cfg.Memory.Learn(context.WithoutCancel(ctx), Lessons{PaidRefusals: true})
	}
}

// othersSpent says whether the journal knows of more than this call since a
// moment. A call that was under way then already began before, and is missed.
func (c *Client) othersSpent(ctx context.Context, x *underway, since time.Time) bool {
	if c.cfg.Memory == nil {
		return false
	}
	spent, err := c.cfg.Memory.Spent(ctx, x.purse, since.Add(time.Microsecond), c.cfg.Clock().Add(time.Microsecond))
	return err != nil || spent > x.receipt.High
}

// connection learns whether a request may have left. Without a word from the
// transport it may.
type connection struct{ wanted, got atomic.Bool }

func (l *connection) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { l.wanted.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { l.got.Store(true) },
	})
}

func (l *connection) used() bool { return l.got.Load() || !l.wanted.Load() }

// broken names a call that got no answer.
func (c *Client) broken(ctx context.Context, err error, sent bool) *Error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err
	}
	switch {
	case ctx.Err() != nil:
		return stopped(ctx.Err(), "")
	case timedOut(err):
		return &Error{Kind: KindTimeout, Err: err, Message: fmt.Sprintf(sayNoAnswer, c.base.Host)}
	case !sent:
		return &Error{Kind: KindUnreachable, Err: err, Message: fmt.Sprintf(sayUnreachable, c.base.Host, root(err))}
	}
	return &Error{Kind: KindLost, Err: err, Message: fmt.Sprintf(sayLost, c.base.Host)}
}

func timedOut(err error) bool {
	var timed interface{ Timeout() bool }
	return errors.As(err, &timed) && timed.Timeout()
}

// root is the innermost cause: "connection refused".
func root(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}

// stopped is a call whose context ended.
func stopped(err error, o Outcome) *Error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &Error{Kind: KindTimeout, Err: err, Outcome: o, Message: sayTooLong}
	}
	return &Error{Kind: KindCancelled, Err: err, Outcome: o, Message: sayCancelled}
}

// pause returns the wait before a refused call is sent again; false if it must not be. A
// call is sent again only where it cannot be charged twice, or with the payment that was
// made for it.
func (c *Client) pause(x *underway) (time.Duration, bool) {
	e := x.failed
	may := e.Kind == KindAPI && c.harmless(x) && retryable(e) || x.paying() && e.Status >= 400
	if !may || e.RetryAt.IsZero() {
		return 0, false
	}
	wait := max(0, e.RetryAt.Sub(c.cfg.Clock()))
	return wait, wait <= c.cfg.MaxWait
}

func retryable(e *Error) bool {
	switch {
	case e.Code == api.CodeUpstreamBroken || e.Code == api.CodeQuotaExceeded:
		return false
	case e.Details["retryable"] == false:
		return false
	case e.Status == http.StatusTooManyRequests:
		return e.Code == api.CodeRateLimited
	}
	return e.Status == http.StatusServiceUnavailable || e.running()
}

// retryAt returns the time a refused call may be tried again, as the answer says it:
// Retry-After, else the reset of the budget that refused, else the details.
// Zero is not said, and also never: a call that no budget can hold.
func retryAt(high api.Credits, e *Error, h http.Header, now time.Time) time.Time {
	required, sized := e.Details["required"].(float64)
	if limit, ok := e.Details["limit"].(float64); ok && sized && required > limit {
		return time.Time{}
	}
	if wait, ok := retryAfter(h, now); ok {
		return now.Add(wait)
	}
	if e.Status == http.StatusTooManyRequests && e.Code == api.CodeRateLimited {
		if reset := money.ReadBudget(h, now).RefusedUntil(high); !reset.IsZero() {
			return reset
		}
	}
	if seconds, ok := e.Details["retry_after_seconds"].(float64); ok && seconds >= 0 && seconds < aYear {
		return now.Add(time.Duration(seconds * float64(time.Second)))
	}
	return time.Time{}
}

const aYear = 365 * 24 * 3600 // seconds; longer waits are mistakes

// retryAfter reads Retry-After, in seconds or as a date. A date is measured
// from the service's own clock.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	s, ok := money.Header(h, api.HeaderRetryAfter)
	if !ok {
		return 0, false
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return time.Duration(n) * time.Second, n >= 0 && n < aYear
	}
	until, err := http.ParseTime(s)
	if err != nil {
		return 0, false
	}
	if there, err := http.ParseTime(h.Get("Date")); err == nil {
		now = there
	}
	return max(0, until.Sub(now)), true
}

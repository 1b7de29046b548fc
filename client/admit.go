package client

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"greenroom/api"
)

// admit lets a call be sent, and holds what it can cost until it is settled; or
// says why it may not be. A call that may wait does so in the queue, until a
// moment at least.
func (c *Client) admit(ctx context.Context, k call, from time.Time) *Error {
	if !k.opts.wait || k.high == 0 && from.IsZero() {
		return c.weigh(ctx, k, true)
	}
	if from.IsZero() && c.queue.empty() {
		if failed := c.weigh(ctx, k, true); failed == nil || !waits(failed) {
			return failed
		}
	}
	return c.stand(ctx, k, from)
}

// waits says whether a refusal ends by itself.
func waits(e *Error) bool { return e.Kind == KindOverBudget && !e.RetryAt.IsZero() }

// weigh refuses a call that names nothing, that no budget can ever hold, or that
// neither the caps nor the budgets hold now. With hold, what it can cost is
// taken from both.
func (c *Client) weigh(ctx context.Context, k call, hold bool) *Error {
	if slices.Contains(k.args, "") {
		return &Error{Kind: KindInvalid, Outcome: OutcomeFree, Message: "It is not said which one is meant, so nothing was sent."}
	}
	if k.high == 0 {
		return nil
	}
	for _, check := range []func() *Error{
		func() *Error { return c.neverFits(k) },
		func() *Error { return c.overCall(k.opts, k.high) },
		func() *Error { return c.overDay(ctx, k.high, hold) },
	} {
		if failed := check(); failed != nil {
			return failed
		}
	}
	taken := k.high
	if !hold {
		taken = 0
	}
	now := c.cfg.Clock()
	failed := c.budgets.hold(taken, now, func(p purse) *Error {
		if failed := c.overSession(p, k.high); failed != nil {
			return failed
		}
		return overBudget(p, k.high, now)
	})
	if failed != nil && hold {
		c.offToday(k.high, 0)
	}
	return failed
}

func (c *Client) neverFits(k call) *Error {
	b := c.Budget()
	for _, w := range []struct {
		Window
		span string
	}{{b.Minute, "minute"}, {b.Hour, "hour"}} {
		if w.LimitKnown && k.high > w.Limit {
			return &Error{
				Kind: KindNeverFits, Outcome: OutcomeFree,
				Message: fmt.Sprintf("This can cost up to %s credits, more than the whole budget of %s a %s.%s",
					k.high, w.Limit, w.span, c.wouldFit(k, w.Limit)),
			}
		}
	}
	return nil
}

func (c *Client) wouldFit(k call, limit api.Credits) string {
	_, search := k.body.(api.SearchRequest)
	p := c.learned.prices().of(api.OpSearch)
	if !search || limit < p.Cost(1) || p.PerItem <= 0 {
		return " Ask for less at a time."
	}
	return fmt.Sprintf(" A limit of %d would fit.", (limit-p.Base)/p.PerItem)
}

// overBudget says which budget does not hold a cost, and when it will.
func overBudget(p purse, high api.Credits, now time.Time) *Error {
	var short []string
	var until time.Time
	for _, w := range []struct {
		Window
		span string
	}{{p.Minute, "minute"}, {p.Hour, "hour"}} {
		if w.fits(high, p.flying) {
			continue
		}
		short = append(short, fmt.Sprintf("%s are left of the budget of this %s", w.Remaining, w.span))
		if w.Reset.After(until) {
			until = w.Reset
		}
	}
	if short == nil {
		return nil
	}
	held := ""
	if p.flying > 0 {
		held = fmt.Sprintf(" Calls under way can take %s of that.", p.flying)
	}
	return &Error{
		Kind: KindOverBudget, Outcome: OutcomeFree, RetryAt: until,
		Message: fmt.Sprintf("This can cost up to %s credits, and %s.%s Nothing was sent; it will fit at %s.",
			high, strings.Join(short, " and "), held, until.In(now.Location()).Format(time.TimeOnly)),
	}
}

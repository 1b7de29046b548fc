package client

import (
	"context"
	"fmt"
	"sync"
	"time"

	"greenroom/api"
)

// Caps are what a planner allows, beside what the service does; nil is no cap.
// Call is for one call, a batch of several requests being one. Session is for
// all calls of one Client. Day runs from midnight to midnight by the clock of
// this machine, and counts what other programs with the same memory spend.
// A call whose cost is not known counts with the most it can have cost.
type Caps struct {
	Call, Session, Day *api.Credits
}

// callCap is the most that one call may cost; nil: anything.
func (c *Client) callCap(o options) *api.Credits {
	if most := c.cfg.Caps.Call; o.most == nil || most != nil && *most < *o.most {
		return most
	}
	return o.most
}

// overCall refuses what can cost more than one call may.
func (c *Client) overCall(o options, high api.Credits) *Error {
	most := c.callCap(o)
	if most == nil || high <= *most {
		return nil
	}
	return overCap("This can cost up to %s credits, and %s are allowed for it.", high, *most)
}

// left is what is left of the cap of a call after some of its requests.
func (c *Client) left(o options, used Receipt) *api.Credits {
	most := c.callCap(o)
	if most == nil {
		return nil
	}
	cost := used.spent()
	if o.look != nil {
		cost = used.High
	}
	rest := max(0, *most-cost)
	return &rest
}

func (c *Client) overSession(p purse, high api.Credits) *Error {
	most := c.cfg.Caps.Session
	if most == nil || p.spent+p.flying+high <= *most {
		return nil
	}
	return overCap("This can cost up to %s credits, and %s are left of the %s allowed for this session.",
		high, max(0, *most-p.spent-p.flying), *most)
}

func overCap(format string, amounts ...any) *Error {
	return &Error{
		Kind: KindOverCap, Outcome: OutcomeFree,
		Message: fmt.Sprintf(format, amounts...) + " Nothing was sent. Ask for less, or allow more.",
	}
}

// today is what the day's cap needs beside the memory: calls that may be sent
// and are not in it yet, and without a memory all that this client spent today.
type today struct {
	mu       sync.Mutex // for pending, began and spent
	checking sync.Mutex // held from reading the memory until the call is pending
	pending  api.Credits
	began    time.Time
	spent    api.Credits
}

func midnight(now time.Time) time.Time {
	year, month, day := now.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, now.Location())
}

// overDay refuses what can cost more than is left of the day. With take the
// call counts from now on.
func (c *Client) overDay(ctx context.Context, high api.Credits, take bool) *Error {
	most := c.cfg.Caps.Day
	if most == nil {
		return nil
	}
	c.today.checking.Lock()
	defer c.today.checking.Unlock()
	now := c.cfg.Clock()
	used, failed := c.usedToday(ctx, midnight(now))
	switch {
	case failed != nil:
		return failed
	case used+high > *most:
		failed = overCap("This can cost up to %s credits, and %s are left of the %s allowed for today.", high, max(0, *most-used), *most)
		failed.RetryAt = midnight(now).AddDate(0, 0, 1)
		return failed
	case take:
		c.today.count(high)
	}
	return nil
}

// usedToday reads what is pending before it asks the memory: a call that moves
// from the one to the other meanwhile counts twice, never not at all.
func (c *Client) usedToday(ctx context.Context, since time.Time) (api.Credits, *Error) {
	used := c.today.used(since)
	if c.cfg.Memory == nil {
		return used, nil
	}
	kept, err := c.cfg.Memory.Spent(ctx, since)
	switch {
	case err == nil:
		return used + kept, nil
	case ctx.Err() != nil:
		return 0, stopped(ctx.Err(), OutcomeFree)
	}
	return 0, &Error{
		Kind: KindJournal, Outcome: OutcomeFree, Err: err,
		Message: "What was spent today cannot be read, and a cap is set for the day, so nothing was sent. Look at the journal, or take the cap away.",
	}
}

func (t *today) used(since time.Time) api.Credits {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.began.Equal(since) {
		t.began, t.spent = since, 0
	}
	return t.pending + t.spent
}

func (t *today) count(high api.Credits) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pending += high
}

// offToday takes a call from what is pending, and books what no memory does.
func (c *Client) offToday(high, cost api.Credits) {
	if c.cfg.Caps.Day == nil {
		return
	}
	c.today.mu.Lock()
	defer c.today.mu.Unlock()
	c.today.pending -= high
	c.today.spent += cost
}

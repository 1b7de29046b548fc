package client

import (
	"context"
	"errors"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
)

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
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	var timed interface{ Timeout() bool }
	switch {
	case ctx.Err() != nil:
		return stopped(ctx.Err(), "")
	case errors.As(err, &timed) && timed.Timeout():
		return &Error{Kind: KindTimeout, Err: err, Message: "The service at " + c.base.Host + " did not answer in time. Look at the connection before asking again."}
	case !sent:
		return &Error{Kind: KindUnreachable, Err: err, Message: "The service at " + c.base.Host + " cannot be reached: " + root(err).Error() + ". Look at the address and the network."}
	}
	return &Error{Kind: KindLost, Err: err, Message: "The connection to " + c.base.Host + " was lost before the answer came. Look at the connection before asking again."}
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
		return &Error{Kind: KindTimeout, Err: err, Outcome: o, Message: "The call took longer than it was given."}
	}
	return &Error{Kind: KindCancelled, Err: err, Outcome: o, Message: "The call was cancelled."}
}

// costOf says what a request cost, by what is known of it. The contract charges
// no refusal; an answer that is not the service's own says nothing.
func costOf(k call, r *Receipt, sent bool, failed *Error) Outcome {
	refused := failed != nil && (r.Status/100 == 3 || r.Status/100 == 4 || r.Status >= 500 && failed.Code != "")
	switch {
	case r.ChargedKnown && r.Charged > 0:
		return OutcomeCharged
	case r.ChargedKnown, k.high == 0, !sent, refused:
		return OutcomeFree
	}
	return OutcomeUnknown
}

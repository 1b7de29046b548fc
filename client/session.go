package client

import (
	"context"
	"errors"
	"net/http"

	"greenroom/api"
	"greenroom/client/signin"
)

// unsigned is why a session has no token; nil where it has one.
func (c *Client) unsigned(ctx context.Context, err error) *Error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return stopped(ctx.Err(), OutcomeFree)
	case errors.Is(err, signin.ErrSignedOut):
		return &Error{Kind: KindSignedOut, Code: api.CodeUnauthorized, Outcome: OutcomeFree, Message: sentence(err), Err: err}
	}
	return &Error{Kind: KindUnreachable, Outcome: OutcomeFree, Message: sentence(err), Err: err}
}

// renewed says whether a call that was refused because of its token has another
// one now, with which it can be sent again: it was charged nothing. Why there is
// none stands in x.failed then.
func (c *Client) renewed(ctx context.Context, x *underway) bool {
	if c.cfg.SignIn == nil || x.carried == "" || x.failed.Status != http.StatusUnauthorized || x.failed.Outcome != OutcomeFree {
		return false
	}
	_, err := c.cfg.SignIn.Renew(ctx, x.carried)
	if err == nil {
		return true
	}
	why := c.unsigned(ctx, err)
	why.Status, why.RequestID = x.failed.Status, x.failed.RequestID
	x.failed = why
	return false
}

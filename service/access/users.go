package access

import (
	"context"
	"errors"
	"fmt"
	"slices"

	googleuuid "github.com/google/uuid"

	"greenroom/api"
	"greenroom/service"
)

// Token holds the claims of an access token that is known to be right.
type Token struct {
	Issuer, Subject string
	ClientID        string
	GrantID         string // of what the user allowed; "" where the issuer does not tell
	Scopes          []string
}

// Tokens checks access tokens. What is wrong with one is a *Rejected.
type Tokens interface {
	Check(ctx context.Context, raw string) (Token, error)
}

// Rejected is the error of a token that opens nothing.
type Rejected struct {
	Why string // a sentence in ASCII
	// Late says that it was right at another time: who sends it is no guesser.
	Late bool
}

func (r *Rejected) Error() string { return r.Why }

// OAuth lets people in who have no key.
type OAuth struct {
	Tokens Tokens
	Users  Users
	// Account pays for the users of an issuer that is not this service; "" where the
	// issuer is.
	Account string
}

// Admit lets people in with tokens. It is called before the first request.
func (c *Control) Admit(o OAuth) { c.oauth = &o }

// Bearer resolves an access token to its caller. Tokens that were never right count
// against the address they come from.
func (c *Control) Bearer(ctx context.Context, raw, address string) (Caller, error) {
	if err := c.blocked(address); err != nil {
		return Caller{}, err
	}
	t, err := c.oauth.Tokens.Check(ctx, raw)
	if wrong, ok := errors.AsType[*Rejected](err); ok {
		if wrong.Late {
			return Caller{}, noToken(wrong.Why)
		}
		return Caller{}, c.wrong(ctx, address, noToken(wrong.Why))
	}
	if err != nil {
		return Caller{}, &service.Error{Code: api.CodeUnavailable, RetryAfter: issuerRetry, Cause: err,
			Message: "The access token cannot be verified: its issuer does not answer. Nothing was charged; try again in a moment.",
			Details: map[string]any{"retry_after_seconds": service.Seconds(issuerRetry)}}
	}
	h, err := c.user(ctx, t)
	if errors.Is(err, service.ErrNotFound) {
		return Caller{}, noToken("The access token was revoked, or its user was disabled.")
	}
	if err != nil {
		return Caller{}, fmt.Errorf("authenticate: %w", err)
	}
	return Caller{Account: h.account, UserID: h.user.ID, Name: h.user.Name, Scopes: t.Scopes, Signed: true}, c.passes(ctx, address)
}

// noToken says that a token opens nothing, and what to do.
func noToken(why string) error {
	return &service.Error{Code: api.CodeUnauthorized, Message: why + " Refresh it, or sign in again."}
}

// user finds whose a token is, and the account that pays; service.ErrNotFound where
// the user or what they allowed has ended.
func (c *Control) user(ctx context.Context, t Token) (holder, error) {
	id := fmt.Sprintf("%q %q %q", t.Issuer, t.Subject, t.GrantID) // no key has such an id
	return c.holder(ctx, id, func() (holder, error) { return c.readUser(ctx, t) }, func(h holder) bool {
		return h.user.DisabledAt == nil && !h.ended(c.clock())
	})
}

func (c *Control) readUser(ctx context.Context, t Token) (h holder, err error) {
	if c.oauth.Account == "" {
		if h.grant, err = c.oauth.Users.Grant(ctx, t.GrantID); err != nil {
			return h, err
		}
		if h.grant.UserID != t.Subject {
			return h, service.ErrNotFound
		}
		h.user, err = c.oauth.Users.User(ctx, t.Subject)
	} else {
		h.user, err = c.oauth.Users.Known(ctx, service.User{ID: googleuuid.NewString(), AccountID: c.oauth.Account,
			Issuer: t.Issuer, Subject: t.Subject, CreatedAt: c.clock().UTC()})
	}
	if err != nil {
		return h, err
	}
	h.account, err = c.store.Account(ctx, h.user.AccountID)
	return h, noAccount(err)
}

// Owner is whose a caller's things are.
func (c Caller) Owner() service.Owner {
	return service.Owner{AccountID: c.Account.ID, UserID: c.UserID}
}

// Permits reports whether a caller may do what needs a permission. A key may do all
// its account may; a token what its user allowed.
func (c Caller) Permits(p api.Permission) bool {
	return !c.Signed || slices.Contains(c.Scopes, string(p))
}

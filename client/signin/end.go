package signin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// State describes a session, without its tokens.
type State struct {
	SignedIn bool      `json:"signed_in"`
	Who      string    `json:"who"`     // "" where the server does not tell
	Account  string    `json:"account"` // that pays; "" likewise
	Issuer   string    `json:"issuer"`
	Scopes   []string  `json:"scopes"`
	Since    time.Time `json:"since,omitzero"`
	Expires  time.Time `json:"expires,omitzero"` // of what requests carry; zero: it does not say
	Renews   bool      `json:"renews"`           // it is renewed by itself then
	Kept     string    `json:"kept"`             // where
	Why      string    `json:"why"`              // why nobody is signed in; "" where nobody was
}

// Look says how the session stands. It asks nobody.
func (s *Session) Look(ctx context.Context) (State, error) {
	r, err := s.read(ctx)
	if err != nil {
		return State{}, err
	}
	return State{
		SignedIn: r.Access != "", Who: r.Who, Account: r.Account, Issuer: r.Server.Issuer, Scopes: r.Scopes, Since: r.Since, Expires: r.Expires,
		Renews: r.Refresh != "", Kept: s.cfg.Place.Where(ctx), Why: r.Ended,
	}, nil
}

// ErrNotTold is a session that is gone from this machine, while its server could
// not be told: what it gave is good there until it ends.
var ErrNotTold = errors.New("the server could not be reached")

// SignOut ends the session: its server takes back what it gave (RFC 7009), and
// this machine forgets it, also where the server cannot be told, which is
// ErrNotTold. Without a session it is ErrSignedOut.
func (s *Session) SignOut(ctx context.Context) error {
	unlock, err := s.cfg.Place.Lock(ctx)
	if err != nil {
		return fmt.Errorf("the session with %s is being changed by another program: %w", s.cfg.Name, err)
	}
	defer unlock()
	r, err := s.read(ctx)
	told := s.revoke(ctx, r)
	s.hold(record{})
	if failed := s.cfg.Place.Forget(context.WithoutCancel(ctx)); failed != nil {
		return fmt.Errorf("the session with %s cannot be deleted: %w", s.cfg.Name, failed)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrNotTold, err)
	case r.Access == "":
		return &signedOut{"you are not signed in to " + s.cfg.Name}
	}
	return told
}

// revoke tells the server that a session has ended.
func (s *Session) revoke(ctx context.Context, r record) error {
	token, hint := r.Refresh, "refresh_token"
	if token == "" {
		token, hint = r.Access, "access_token"
	}
	switch {
	case token == "":
		return nil
	case r.Server.Revoke == "":
		return fmt.Errorf("%w: %s does not support revocation", ErrNotTold, host(r.Server.Issuer))
	}
	ctx, stop := context.WithTimeout(ctx, answerTime)
	defer stop()
	form := url.Values{"token": {token}, "token_type_hint": {hint}, "client_id": {r.Client}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.Server.Revoke, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("%w: its address is not a URL", ErrNotTold)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := s.http.Do(req)
	if err != nil {
		return fmt.Errorf("%w: %s: %s", ErrNotTold, host(r.Server.Revoke), trouble(err, token))
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, answerMost)
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: %s answered with status %d", ErrNotTold, host(r.Server.Revoke), resp.StatusCode)
	}
	return nil
}

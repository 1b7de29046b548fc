package signin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"golang.org/x/oauth2"
)

// Code is the code a person types on any device to sign in here (RFC 8628).
type Code struct {
	User    string    // what is typed
	Address string    // where
	Whole   string    // the address with the code in it; "" where there is none
	Until   time.Time // it is good for so long
	device  *oauth2.DeviceAuthResponse
	server  server
}

// Limits of what a server may say of a code.
const (
	userCodeMost  = 40
	addressMost   = 400
	intervalLeast = 1 // seconds
	intervalUsual = 5
	intervalMost  = 60
	codeUsual     = 15 * time.Minute
)

// Begin asks for a code.
func (s *Session) Begin(ctx context.Context) (*Code, error) {
	sv, err := s.discover(ctx)
	if err != nil {
		return nil, err
	}
	if sv.Device == "" {
		return nil, fmt.Errorf("%s does not support sign-in codes; use greenroom login --browser", host(sv.Issuer))
	}
	cfg := s.oauth(sv)
	cfg.Scopes = sv.scopes
	device, err := cfg.DeviceAuth(s.with(ctx), oauth2.SetAuthURLParam("resource", sv.Resource))
	if err != nil {
		return nil, fmt.Errorf("no sign-in code from %s: %s", host(sv.Issuer), trouble(err))
	}
	return s.code(device, sv)
}

// code is the answer to Begin, where it can be shown and waited for.
func (s *Session) code(d *oauth2.DeviceAuthResponse, sv server) (*Code, error) {
	switch {
	case d.DeviceCode == "" || d.UserCode == "" || len(d.UserCode) > userCodeMost:
		return nil, fmt.Errorf("%s sent an invalid sign-in code", host(sv.Issuer))
	case !s.secure(d.VerificationURI) || len(d.VerificationURI) > addressMost:
		return nil, fmt.Errorf("%s sent a sign-in address that is not https://", host(sv.Issuer))
	}
	c := &Code{User: d.UserCode, Address: d.VerificationURI, Until: d.Expiry, device: d, server: sv}
	if s.secure(d.VerificationURIComplete) && len(d.VerificationURIComplete) <= addressMost {
		c.Whole = d.VerificationURIComplete
	}
	if c.Until.IsZero() {
		c.Until = s.cfg.Now().Add(codeUsual)
		d.Expiry = c.Until
	}
	d.Interval = cmp.Or(d.Interval, intervalUsual)
	d.Interval = min(max(d.Interval, intervalLeast), intervalMost)
	return c, nil
}

// Wait waits until the person has agreed on the other device, and keeps the
// session. A server that cannot be reached for a while is asked again, less often
// each time.
func (s *Session) Wait(ctx context.Context, c *Code) error {
	cfg := s.oauth(c.server)
	device := *c.device
	for {
		token, err := cfg.DeviceAccessToken(s.with(ctx), &device, oauth2.SetAuthURLParam("resource", c.server.Resource))
		switch {
		case err == nil:
			return s.began(ctx, c.server, token)
		case ctx.Err() != nil:
			return ctx.Err()
		case !s.cfg.Now().Before(c.Until), refusal(err) == "expired_token":
			return errors.New("the code expired; sign in again for a new one")
		case refusal(err) == "access_denied":
			return fmt.Errorf("sign-in was denied on the other device; you are not signed in to %s", s.cfg.Name)
		case !passing(err):
			return fmt.Errorf("sign-in at %s failed: %s", host(c.server.Issuer), trouble(err, device.DeviceCode))
		}
		device.Interval = min(2*device.Interval, intervalMost)
	}
}

// passing says whether a failure may be over a moment later: no answer came, or
// one of a server that is not well.
func passing(err error) bool {
	if said, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return said.ErrorCode == "" && said.Response.StatusCode >= 500 || said.ErrorCode == "temporarily_unavailable"
	}
	return !errors.As(err, new(*strange)) && errors.As(err, new(*url.Error))
}

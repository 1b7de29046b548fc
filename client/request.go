package client

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"greenroom/api"
	"greenroom/client/signin"
)

// wire is a request as it is sent: what stands behind the address of the service,
// in the service's words, and the body.
type wire struct {
	target string // path and query, as a URL writes them
	body   []byte // nil: none
}

func (c *Client) wire(r request) (w wire, err error) {
	w.target = expand(r.endpoint, c.names.args(r.endpoint, r.args))
	if q := c.names.query(r.query).Encode(); q != "" {
		w.target += "?" + q
	}
	if r.body != nil {
		w.body, err = c.names.body(r.body)
	}
	return w, err
}

func (c *Client) httpRequest(ctx context.Context, x *underway, key string) (*http.Request, error) {
	var body io.Reader
	if x.wire.body != nil {
		body = bytes.NewReader(x.wire.body)
	}
	req, err := http.NewRequestWithContext(ctx, x.method, c.base.String()+x.wire.target, body)
	if err != nil {
		return nil, err
	}
	if !x.traits.are(safe) {
		if req.GetBody = nil; body == nil {
			req.Body = unrepeatable{}
		}
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", c.cfg.UserAgent)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	switch {
	case key == "":
	case c.cfg.SignIn != nil:
		req.Header.Set("Authorization", "Bearer "+key)
	default:
		req.Header.Set(api.HeaderKey, key)
	}
	if x.once != "" {
		req.Header.Set(api.HeaderIdempotencyKey, x.once)
	}
	return req, nil
}

// unrepeatable is the empty body of a request that must not be sent twice unseen.
// The transport of net/http repeats a GET, and whatever has an idempotency key, on
// its own when a kept connection breaks, unless the request has a body it cannot
// rewind.
type unrepeatable struct{}

func (unrepeatable) Read([]byte) (int, error) { return 0, io.EOF }
func (unrepeatable) Close() error             { return nil }

// expand puts the arguments into the {names} of an endpoint, as a URL writes
// them. Dots alone are escaped too, else they would climb to another endpoint.
func expand(endpoint string, args []string) string {
	segments := strings.Split(endpoint, "/")
	for i, segment := range segments {
		if !strings.HasPrefix(segment, "{") || len(args) == 0 {
			continue
		}
		segments[i] = url.PathEscape(args[0])
		if args[0] == "." || args[0] == ".." {
			segments[i] = strings.ReplaceAll(args[0], ".", "%2E")
		}
		args = args[1:]
	}
	return strings.Join(segments, "/")
}

func (c *Client) key(ctx context.Context, k call) (string, *Error) {
	if k.traits.are(keyless) || c.Keyless() {
		return "", nil
	}
	if c.cfg.SignIn != nil {
		token, err := c.cfg.SignIn.Token(ctx)
		return token, c.unsigned(ctx, err)
	}
	missing := &Error{
		Kind: KindKey, Code: api.CodeUnauthorized, Outcome: OutcomeFree,
		Message: sayNoKey,
	}
	if c.cfg.Key == nil {
		return "", missing
	}
	key, err := c.cfg.Key(ctx)
	key = strings.TrimSpace(key)
	switch {
	case ctx.Err() != nil:
		return "", stopped(ctx.Err(), OutcomeFree)
	case err != nil:
		missing.Err, missing.Message = err, sayUnreadKey
	case strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }):
		missing.Message = sayOddKey
	case key != "":
		return key, nil
	}
	return "", missing
}

// account names whose budget calls take from: that of a service and a key, whatever
// the connection is called. The key cannot be read from it. Who signs in is not told
// from others of the same service.
func (c *Client) account(ctx context.Context) string {
	if c.cfg.Account != "" {
		return c.cfg.Account
	}
	key := ""
	if c.cfg.SignIn == nil && c.cfg.Key != nil {
		key, _ = c.cfg.Key(ctx) // one that cannot be read sends no call
	}
	host := strings.ToLower(c.base.Host)
	if port := c.base.Port(); c.base.Scheme == "https" && port == "443" || c.base.Scheme == "http" && port == "80" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	sum := sha256.Sum256([]byte(c.base.Scheme + "://" + host + c.base.Path + "\x00" + strings.TrimSpace(key)))
	return hex.EncodeToString(sum[:8])
}

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
// one now, with which it can be sent again: that charges nothing twice. Why there is
// none stands in x.failed then.
func (c *Client) renewed(ctx context.Context, x *underway) bool {
	if c.cfg.SignIn == nil || x.carried == "" || x.failed.Status != http.StatusUnauthorized || !c.harmless(x) {
		return false
	}
	_, err := c.cfg.SignIn.Renew(ctx, x.carried)
	if err == nil {
		return true
	}
	why := c.unsigned(ctx, err)
	why.Status, why.RequestID, why.Outcome = x.failed.Status, x.failed.RequestID, x.failed.Outcome
	x.failed = why
	return false
}

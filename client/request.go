package client

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"

	"greenroom/api"
)

func (c *Client) httpRequest(ctx context.Context, k call, key string) (*http.Request, error) {
	u := *c.base
	path, raw := expand(k.endpoint, c.names.args(k.endpoint, k.args))
	u.Path, u.RawPath = c.base.Path+path, c.base.EscapedPath()+raw
	u.RawQuery = c.names.query(k.query).Encode()
	var body io.Reader
	if k.body != nil {
		b, err := c.names.body(k.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, k.method, "", body)
	if err != nil {
		return nil, err
	}
	req.URL, req.Host = &u, u.Host
	if k.body == nil && !k.traits.are(safe) {
		req.Body = unrepeatable{}
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", c.cfg.UserAgent)
	if k.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set(api.HeaderKey, key)
	}
	return req, nil
}

// unrepeatable is the empty body of a request that must not be sent twice. The
// transport of net/http repeats a GET on its own when a kept connection breaks,
// unless the request has a body it cannot rewind.
type unrepeatable struct{}

func (unrepeatable) Read([]byte) (int, error) { return 0, io.EOF }
func (unrepeatable) Close() error             { return nil }

// expand puts the arguments into the {names} of an endpoint: the path as it is
// and as it is written in a URL. Dots alone are escaped too, else they would
// climb to another endpoint.
func expand(endpoint string, args []string) (path, raw string) {
	var plain, escaped strings.Builder
	for i, segment := range strings.Split(endpoint, "/") {
		if i > 0 {
			plain.WriteByte('/')
			escaped.WriteByte('/')
		}
		if !strings.HasPrefix(segment, "{") || len(args) == 0 {
			plain.WriteString(segment)
			escaped.WriteString(segment)
			continue
		}
		plain.WriteString(args[0])
		switch e := url.PathEscape(args[0]); e {
		case ".", "..":
			escaped.WriteString(strings.ReplaceAll(e, ".", "%2E"))
		default:
			escaped.WriteString(e)
		}
		args = args[1:]
	}
	return plain.String(), escaped.String()
}

func (c *Client) key(ctx context.Context, k call) (string, *Error) {
	if k.traits.are(keyless) {
		return "", nil
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

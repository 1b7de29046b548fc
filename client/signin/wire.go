package signin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// What one answer of a server that signs in may take. The largest are its
// metadata, a few kilobytes.
const (
	answerTime = 20 * time.Second
	answerMost = 256 << 10
)

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// careful is a client that follows no redirects. Its requests end in time by
// their contexts: the library leaves answers open, and with them the clock of a
// client.
func careful(h *http.Client) *http.Client {
	own := http.Client{}
	if h != nil {
		own = *h
	}
	own.Timeout = 0
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &own
}

// with gives the library the client of this session, bound to ctx.
func (s *Session) with(ctx context.Context) context.Context {
	own := *s.http
	own.Transport = whole{ctx, own.Transport}
	return context.WithValue(ctx, oauth2.HTTPClient, &own)
}

// whole reads each answer before the library does: within limits, and only a
// JSON object. The library binds its first request to no context, never closes
// the body of the answer, and takes "null" for a code.
type whole struct {
	ctx  context.Context
	next http.RoundTripper
}

// RoundTrip sends a request and reads all of its answer.
func (w whole) RoundTrip(r *http.Request) (*http.Response, error) {
	next := w.next
	if next == nil {
		next = http.DefaultTransport
	}
	ctx, stop := context.WithTimeout(r.Context(), answerTime)
	defer stop()
	defer context.AfterFunc(w.ctx, stop)()
	resp, err := next.RoundTrip(r.WithContext(ctx))
	switch {
	case err != nil && w.ctx.Err() != nil:
		return nil, w.ctx.Err()
	case err != nil:
		return nil, err
	}
	defer resp.Body.Close()
	body, err := readObject(resp)
	if err != nil {
		return nil, err
	}
	resp.Header.Set("Content-Type", "application/json")
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// strange is an answer that no server that signs in gives.
type strange struct{ what string }

func (e *strange) Error() string { return e.what }

// readObject is the body of an answer, which is a JSON object.
func readObject(resp *http.Response) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(resp.Body, answerMost+1))
	trimmed := bytes.TrimSpace(body)
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode/100 == 3:
		return nil, &strange{"it redirects to another address, which is not followed"}
	case len(body) > answerMost:
		return nil, &strange{"its answer is too large"}
	case bytes.HasPrefix(trimmed, []byte("<")):
		return nil, &strange{"it answered with a web page"}
	case !bytes.HasPrefix(trimmed, []byte("{")) || !json.Valid(trimmed):
		return nil, &strange{fmt.Sprintf("its answer (status %d) is not JSON", resp.StatusCode)}
	}
	return trimmed, nil
}

// get reads a JSON object; status is 0 where none came.
func (s *Session) get(ctx context.Context, address, token string, into any) (status int, err error) {
	ctx, stop := context.WithTimeout(ctx, answerTime)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, errors.New("its address is not a URL")
	}
	req.Header.Set("Accept", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return resp.StatusCode, &strange{fmt.Sprintf("it answered with status %d", resp.StatusCode)}
	}
	body, err := readObject(resp)
	if err == nil && json.Unmarshal(body, into) != nil {
		err = &strange{"its answer does not follow the standard"}
	}
	return resp.StatusCode, err
}

// refusal is the code of a server that said no; "" where it did not.
func refusal(err error) string {
	if e, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return e.ErrorCode
	}
	return ""
}

// trouble explains a failure of a server, in words. It repeats the server's own words, but
// not the secrets in them, and no body.
func trouble(err error, secrets ...string) string {
	var said *oauth2.RetrieveError
	var odd *strange
	var u *url.Error
	var timed interface{ Timeout() bool }
	switch {
	case errors.As(err, &said) && said.ErrorCode != "":
		return clean(strings.TrimSuffix(said.ErrorCode+": "+said.ErrorDescription, ": "), secrets)
	case errors.As(err, &said):
		return fmt.Sprintf("it answered with status %d", said.Response.StatusCode)
	case errors.As(err, &odd):
		return odd.what
	case errors.Is(err, context.Canceled):
		return "it was cancelled"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timed) && timed.Timeout():
		return "it did not answer in time"
	case errors.As(err, &u):
		return "it cannot be reached: " + root(u).Error()
	case err != nil && strings.HasPrefix(err.Error(), "oauth2: "):
		return "its answer does not follow the standard"
	}
	return clean(err.Error(), secrets)
}

// sayMost limits how much of a server's words is repeated.
const sayMost = 300

func clean(said string, secrets []string) string {
	for _, secret := range secrets {
		if secret != "" {
			said = strings.ReplaceAll(said, secret, "[token]")
		}
	}
	if len(said) > sayMost {
		said = strings.ToValidUTF8(said[:sayMost], "") + "…"
	}
	return said
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

// host returns the host for sentences.
func host(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return "the server"
}

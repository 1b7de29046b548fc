package client

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"greenroom/api"
)

// reading is where an answer goes. A nil into takes no body; absent says, after
// decoding, that no data was found.
type reading struct {
	into   any
	absent func() bool
	object bool    // data is an object: null is as wrong as none
	body   *[]byte // where the body of a success goes as it came; nil: nowhere
}

// answer reads a response: the value into r, or why there is none.
func (c *Client) answer(ctx context.Context, k call, r reading, resp *http.Response) *Error {
	success := resp.StatusCode/100 == 2
	if resp.StatusCode/100 == 3 {
		return c.strange(resp, KindRedirect, "The service at "+c.base.Host+" points to another address"+target(resp)+", which is not followed. If it is the right one, set it as the address.")
	}
	if success && r.into == nil {
		return nil
	}
	body, failed := c.body(ctx, resp)
	if failed == nil && success {
		if failed = c.decode(r, body); failed != nil {
			failed.Status, failed.RequestID = resp.StatusCode, resp.Header.Get(api.HeaderRequestID)
		} else if r.body != nil {
			*r.body = body
		}
	} else if failed == nil {
		failed = c.refusal(k, resp, body)
	}
	if failed != nil && k.optional && notOffered(k, failed) {
		failed.Kind = KindNotOffered
		failed.Message = "This service does not offer this: it has no " + k.method + " " + k.endpoint + "."
	}
	return failed
}

func target(resp *http.Response) string {
	to, err := resp.Location()
	if err != nil || to.Host == "" {
		return ""
	}
	return " (" + to.Scheme + "://" + to.Host + ")"
}

// notOffered says whether a refusal means that the endpoint is not there. A
// collection is never "not found"; a member may be.
func notOffered(k call, e *Error) bool {
	switch e.Status {
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	case http.StatusNotFound:
		return e.Code == "" || e.Code == api.CodeNotFound && len(k.args) == 0 && !k.named
	}
	return false
}

func (c *Client) body(ctx context.Context, resp *http.Response) ([]byte, *Error) {
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case kind == "text/html" || kind == "application/xhtml+xml":
		return nil, c.strange(resp, KindHTML, "The service at "+c.base.Host+" answered with a web page. Look at the address; a proxy or a page to sign in may stand before it.")
	case err != nil || kind != "application/json" && !strings.HasSuffix(kind, "+json"):
		return nil, c.strange(resp, KindContentType, "The service at "+c.base.Host+" answered with something that is not JSON. Look at the address; a proxy may stand before it.")
	case resp.ContentLength > c.cfg.MaxBody:
		return nil, c.tooLarge(resp)
	}
	body, err := readAll(resp, c.cfg.MaxBody)
	switch {
	case err != nil && ctx.Err() != nil:
		failed := stopped(ctx.Err(), "")
		failed.Status, failed.RequestID = resp.StatusCode, resp.Header.Get(api.HeaderRequestID)
		return nil, failed
	case err != nil:
		failed := c.strange(resp, KindTruncated, cutOff)
		failed.Err = err
		var timed interface{ Timeout() bool }
		if errors.As(err, &timed) && timed.Timeout() {
			failed.Kind, failed.Message = KindTimeout, "The answer did not arrive in time. Look at the connection before asking again."
		}
		return nil, failed
	case int64(len(body)) > c.cfg.MaxBody:
		return nil, c.tooLarge(resp)
	}
	return body, nil
}

// readAll reads at most one byte more than allowed.
func readAll(resp *http.Response, most int64) ([]byte, error) {
	from := io.LimitReader(resp.Body, most+1)
	if n := resp.ContentLength; n >= 0 && n <= most {
		body := make([]byte, n)
		_, err := io.ReadFull(from, body)
		return body, err
	}
	return io.ReadAll(from)
}

// decode reads the body of a success, sent or kept.
func (c *Client) decode(r reading, body []byte) *Error {
	if err := json.Unmarshal(body, r.into); err != nil {
		failed := &Error{Kind: KindMalformed, Err: err, Message: "The answer is not what the contract says. Look at the address: it may be another kind of service."}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) && syntax.Offset >= int64(len(body)) {
			failed.Kind, failed.Message = KindTruncated, cutOff
		}
		return failed
	}
	if r.absent() && (r.object || !hasData(body)) {
		return &Error{
			Kind: KindMalformed, Err: errors.New("decode reply: no data"),
			Message: "The answer holds no data. Look at the address: it may be another kind of service.",
		}
	}
	c.names.read(r.into)
	return nil
}

const cutOff = "The answer ended in the middle. Look at the connection before asking again."

func hasData(body []byte) bool {
	var keys map[string]json.RawMessage
	_ = json.Unmarshal(body, &keys)
	_, ok := keys["data"]
	return ok
}

// refusal reads an error answer.
func (c *Client) refusal(k call, resp *http.Response, body []byte) *Error {
	var reply api.Envelope
	err := json.Unmarshal(body, &reply)
	var shape *json.UnmarshalTypeError
	if b := reply.Error; b.Code == "" || err != nil && !errors.As(err, &shape) {
		failed := c.strange(resp, KindMalformed, "The service refused, without saying why in the contract's words. Look at the address: it may be another kind of service.")
		failed.Err = err
		return failed
	}
	b := reply.Error
	failed := c.strange(resp, KindAPI, b.Message)
	failed.Code, failed.Param, failed.Reason, failed.NextStep = b.Code, b.Param, b.ReasonCode, b.NextStep
	if failed.RequestID == "" {
		failed.RequestID = b.RequestID
	}
	c.names.readDetails(b.Details)
	failed.Details = b.Details
	failed.Upstream, _ = b.Details["upstream_error"].(string)
	failed.RetryAt = retryAt(k, failed, resp.Header, c.cfg.Clock())
	return failed
}

// strange is a failure that an answer brought.
func (c *Client) strange(resp *http.Response, kind Kind, message string) *Error {
	return &Error{
		Kind: kind, Status: resp.StatusCode, Message: message,
		RequestID: resp.Header.Get(api.HeaderRequestID),
	}
}

func (c *Client) tooLarge(resp *http.Response) *Error {
	return c.strange(resp, KindTooLarge, "The answer is larger than any the contract knows, and was not read. Ask for less at a time.")
}

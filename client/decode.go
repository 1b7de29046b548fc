package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"greenroom/api"
)

// reading tells how to read an answer. A nil into takes no body; absent says, after
// decoding, that no data was found.
type reading struct {
	into   any
	absent func() bool
	object bool             // data is an object: null is as wrong as none
	bare   bool             // what stands beside data may be absent
	count  func() int       // how many items were delivered, once decoded; nil: it is not billed by items
	beside func() []request // other questions that it answers too, once decoded; nil: none
}

// read reads a response: the value into x, or why there is none.
func (c *Client) read(ctx context.Context, x *underway, resp *http.Response) *Error {
	success := resp.StatusCode/100 == 2
	if resp.StatusCode/100 == 3 {
		return strange(resp, KindRedirect, fmt.Sprintf(sayRedirect, c.base.Host, target(resp)))
	}
	switch {
	case resp.StatusCode == http.StatusPartialContent:
		return strange(resp, KindTruncated, sayPart)
	case success && x.into == nil:
		return nil
	}
	body, failed := c.body(ctx, resp)
	if failed == nil && success {
		if failed = c.decode(x.reading, body); failed != nil {
			failed.Status, failed.RequestID = resp.StatusCode, resp.Header.Get(api.HeaderRequestID)
		} else if c.cfg.Memory != nil && x.traits.are(kept) {
			x.body = body
		}
	} else if failed == nil {
		failed = c.refused(x, resp, body)
	}
	if failed != nil && x.traits.are(optional) && notOffered(x.call, failed) {
		failed.Kind, failed.Message = KindNotOffered, sayNotOffered(x.request)
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
		return e.Code == "" || e.Code == api.CodeNotFound && len(k.args) == 0 && !k.traits.are(named)
	}
	return false
}

func (c *Client) body(ctx context.Context, resp *http.Response) ([]byte, *Error) {
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case kind == "text/html" || kind == "application/xhtml+xml":
		return nil, strange(resp, KindHTML, fmt.Sprintf(sayWebPage, c.base.Host))
	case err != nil || kind != "application/json" && !strings.HasSuffix(kind, "+json"):
		return nil, strange(resp, KindContentType, fmt.Sprintf(sayNotJSON, c.base.Host))
	case resp.ContentLength > c.cfg.MaxBody:
		return nil, strange(resp, KindTooLarge, sayTooLarge)
	}
	body, err := readAll(resp, c.cfg.MaxBody)
	switch {
	case err != nil && ctx.Err() != nil:
		failed := stopped(ctx.Err(), "")
		failed.Status, failed.RequestID = resp.StatusCode, resp.Header.Get(api.HeaderRequestID)
		return nil, failed
	case err != nil:
		failed := strange(resp, KindTruncated, sayCutOff)
		failed.Err = err
		if timedOut(err) {
			failed.Kind, failed.Message = KindTimeout, sayLate
		}
		return nil, failed
	case int64(len(body)) > c.cfg.MaxBody:
		return nil, strange(resp, KindTooLarge, sayTooLarge)
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
		failed := &Error{Kind: KindMalformed, Err: err, Message: sayOther}
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && syntax.Offset >= int64(len(body)) {
			failed.Kind, failed.Message = KindTruncated, sayCutOff
		}
		return failed
	}
	if r.absent() && (r.object || !hasData(body)) {
		return &Error{Kind: KindMalformed, Err: errors.New("decode reply: no data"), Message: sayNoData}
	}
	if field := missing(r, body); field != "" {
		return &Error{Kind: KindMalformed, Err: errors.New("decode reply: no " + field), Message: fmt.Sprintf(sayMissing, field)}
	}
	c.names.read(r.into)
	return nil
}

func hasData(body []byte) bool {
	var keys map[string]json.RawMessage
	_ = json.Unmarshal(body, &keys)
	_, ok := keys["data"]
	return ok
}

func (c *Client) refused(x *underway, resp *http.Response, body []byte) *Error {
	var reply api.Envelope
	err := json.Unmarshal(body, &reply)
	b, shape := reply.Error, new(*json.UnmarshalTypeError)
	if b.Code == "" || err != nil && !errors.As(err, shape) {
		failed := strange(resp, KindMalformed, sayNoReason)
		failed.Err = err
		return failed
	}
	failed := strange(resp, KindAPI, b.Message)
	failed.Code, failed.Param, failed.Reason, failed.NextStep = b.Code, b.Param, b.ReasonCode, b.NextStep
	failed.RequestID = cmp.Or(failed.RequestID, b.RequestID)
	c.names.readDetails(b.Details)
	failed.Details = b.Details
	failed.Upstream, _ = b.Details["upstream_error"].(string)
	failed.RetryAt = retryAt(x.receipt.High, failed, resp.Header, c.cfg.Clock())
	return failed
}

// strange is a failure that an answer brought.
func strange(resp *http.Response, kind Kind, message string) *Error {
	return &Error{
		Kind: kind, Status: resp.StatusCode, Message: message,
		RequestID: resp.Header.Get(api.HeaderRequestID),
	}
}

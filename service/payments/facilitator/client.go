// Package facilitator speaks to the service that checks payments and settles them on their chain,
// over HTTP as x402 has it. It believes nothing that is not complete: whatever is
// short, late, too long or said twice is no answer. It knows no claim and asks
// nothing a second time.
package facilitator

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"greenroom/internal/payment/x402"
	"greenroom/service/payments"
)

// How long an answer may take, and how long it may be.
const (
	verifyTimeout = 5 * time.Second
	settleTimeout = 30 * time.Second
	answerMax     = 1 << 20
)

// Config holds everything a Client is made of. URL is required.
type Config struct {
	URL string
	// Header returns what every request carries beside its body, such as a key; it
	// is called for each, with the path that is asked. nil: nothing.
	Header func(ctx context.Context, path string) (http.Header, error)
	// Transport is for tests; nil is a transport of its own.
	Transport http.RoundTripper
	// Verify and Settle are how long each may take; 0: 5 s and 30 s.
	Verify, Settle time.Duration
}

// Client asks one facilitator.
type Client struct {
	config Config
	http   *http.Client
}

// New returns a client.
func New(c Config) *Client {
	c.Verify = cmp.Or(c.Verify, verifyTimeout)
	c.Settle = cmp.Or(c.Settle, settleTimeout)
	if c.Transport == nil {
		own := http.DefaultTransport.(*http.Transport).Clone()
		own.MaxIdleConnsPerHost = 16
		c.Transport = own
	}
	c.URL = strings.TrimSuffix(c.URL, "/")
	return &Client{config: c, http: &http.Client{Transport: c.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// verdict and settled are answers as they come. What is a pointer is required.
type verdict struct {
	Valid  *bool  `json:"isValid"`
	Reason string `json:"invalidReason"`
	Payer  string `json:"payer"`
}

type settled struct {
	x402.Response
	Success *bool `json:"success"`
}

// Verify asks whether a payment would be settled. That reserves nothing.
func (c *Client) Verify(ctx context.Context, s payments.Settlement) (payments.Verdict, error) {
	var v verdict
	status, err := c.ask(ctx, "/verify", c.config.Verify, s, &v)
	switch {
	case err != nil:
		return payments.Verdict{}, err
	case v.Valid == nil, *v.Valid && status != http.StatusOK, !*v.Valid && status >= 500 && v.Reason == "":
		return payments.Verdict{}, fmt.Errorf("the facilitator answers /verify with status %d and no verdict", status)
	case !*v.Valid && v.Reason == "":
		v.Reason = "unspecified"
	}
	return payments.Verdict{Valid: *v.Valid, Reason: v.Reason, Payer: v.Payer}, nil
}

// Settle asks for the money of a payment.
func (c *Client) Settle(ctx context.Context, s payments.Settlement) (x402.Response, error) {
	var r settled
	status, err := c.ask(ctx, "/settle", c.config.Settle, s, &r)
	switch {
	case err != nil:
		return x402.Response{}, err
	case r.Success == nil, *r.Success && status != http.StatusOK, !*r.Success && r.ErrorReason == "":
		return x402.Response{}, fmt.Errorf("the facilitator answers /settle with status %d and no outcome", status)
	}
	r.Response.Success = *r.Success
	return r.Response, nil
}

// kinds lists the payments a facilitator can settle.
type kinds struct {
	Kinds []struct {
		Version int    `json:"x402Version"`
		Scheme  string `json:"scheme"`
		Network string `json:"network"`
	} `json:"kinds"`
}

// Supported says whether the facilitator takes exact payments on a network, as far
// as it says so.
func (c *Client) Supported(ctx context.Context, network string) (bool, error) {
	var k kinds
	status, err := c.exchange(ctx, http.MethodGet, "/supported", c.config.Verify, nil, &k)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("the facilitator answers /supported with status %d", status)
	}
	for _, one := range k.Kinds {
		if one.Version == x402.Version && one.Scheme == x402.Exact && one.Network == network {
			return true, err
		}
	}
	return false, err
}

// question is the request body of both calls.
type question struct {
	Version      int              `json:"x402Version"`
	Payload      x402.Payment     `json:"paymentPayload"`
	Requirements x402.Requirement `json:"paymentRequirements"`
}

func (c *Client) ask(ctx context.Context, path string, within time.Duration, s payments.Settlement, into any) (status int, err error) {
	body, err := json.Marshal(question{x402.Version, s.Payment, s.Requirements})
	if err != nil {
		return 0, fmt.Errorf("ask the facilitator: %w", err)
	}
	return c.exchange(ctx, http.MethodPost, path, within, body, into)
}

func (c *Client) exchange(ctx context.Context, method, path string, within time.Duration, body []byte, into any) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, c.config.URL+path, bytes.NewReader(body))
	if err != nil {
		return 0, fmt.Errorf("ask the facilitator: %w", err)
	}
	if c.config.Header != nil {
		more, err := c.config.Header(ctx, path)
		if err != nil {
			return 0, fmt.Errorf("ask the facilitator: %w", err)
		}
		for name, values := range more {
			r.Header[name] = values
		}
	}
	r.Header.Set("Accept", "application/json")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return 0, c.unanswered(path, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, answerMax+1))
	if err != nil {
		return 0, c.unanswered(path, err)
	}
	return answer.StatusCode, decode(path, text, into)
}

// unanswered says that there was no answer, without the address, which may hold who
// asks.
func (c *Client) unanswered(path string, err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("the facilitator did not answer %s in time: %w", path, context.DeadlineExceeded)
	}
	var inner interface{ Unwrap() error }
	for errors.As(err, &inner) && inner.Unwrap() != nil {
		err = inner.Unwrap()
	}
	return fmt.Errorf("the facilitator did not answer %s: %w", path, err)
}

// decode reads exactly one JSON object.
func decode(path string, text []byte, into any) error {
	if len(text) > answerMax {
		return fmt.Errorf("the facilitator answers %s with more than %d bytes", path, answerMax)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("the facilitator's answer to %s is not the one JSON object it should be", path)
	}
	return nil
}

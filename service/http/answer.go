package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
)

// statusError is an error whose status its code does not tell.
type statusError struct {
	status int
	error
}

func (e *statusError) Unwrap() error { return e.error }

// encode writes a body as JSON; nil is no body at all.
func encode(v any) ([]byte, error) {
	if v == nil {
		return nil, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return b.Bytes(), nil
}

func (c *call) write(status int, body []byte) {
	h := c.w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if body != nil {
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	c.w.WriteHeader(status)
	_, _ = c.w.Write(body) // a caller who has gone is not told
	c.report(slog.LevelInfo, "request", slog.Int("status", status))
}

// report logs one line about the request: its id and its route, never its
// key, its words or whom it is about.
func (c *call) report(level slog.Level, message string, more ...slog.Attr) {
	if !c.log.Enabled(c.ctx, level) {
		return
	}
	endpoint := "-"
	if c.route != nil {
		endpoint = c.route.endpoint()
	}
	attrs := append([]slog.Attr{slog.String("request_id", c.id), slog.String("endpoint", endpoint),
		slog.String("credits", c.w.Header().Get(api.HeaderCharged))}, more...)
	c.log.LogAttrs(context.WithoutCancel(c.ctx), level, message, attrs...)
}

// account writes the headers about money.
func (c *call) account(s billing.Standing, op api.Operation, charged api.Credits) {
	h := c.w.Header()
	h.Set(api.HeaderCharged, charged.String())
	h.Set(api.HeaderFeatures, string(op))
	h.Set(api.HeaderPlan, string(c.caller.Account.Tier))
	h.Set(api.HeaderLimitMinute, s.Limits.Minute.String())
	h.Set(api.HeaderLimitHour, s.Limits.Hour.String())
	h.Set(api.HeaderRemainingMinute, s.RemainingMinute.String())
	h.Set(api.HeaderRemainingHour, s.RemainingHour.String())
	h.Set(api.HeaderResetMinute, strconv.FormatInt(s.ResetMinute.Unix(), 10))
	h.Set(api.HeaderResetHour, strconv.FormatInt(s.ResetHour.Unix(), 10))
}

// fail answers an error. What the contract has no code for is an internal
// error: its text goes to the log, under the request id, and nowhere else.
func (c *call) fail(err error) {
	var known *service.Error
	if !errors.As(err, &known) {
		if c.ctx.Err() == nil {
			c.report(slog.LevelError, "request failed", slog.String("error", err.Error()))
		}
		known = &service.Error{Code: api.CodeInternal,
			Message: "Something went wrong inside the service. Nothing was charged. Try again later, and name the request id if it happens again."}
	}
	status := known.Code.Status()
	var fixed *statusError
	if known.Semantic {
		status = http.StatusUnprocessableEntity
	} else if errors.As(err, &fixed) {
		status = fixed.status
	}
	c.accountFailure()
	if known.RetryAfter > 0 {
		c.w.Header().Set(api.HeaderRetryAfter, strconv.Itoa(wholeSeconds(known.RetryAfter)))
	}
	body, err := encode(api.Envelope{Error: api.ErrorBody{
		Code: known.Code, Message: known.Message, StatusCode: status, Param: known.Param, RequestID: c.id,
		ReasonCode: known.Reason, NextStep: known.NextStep, Details: known.Details,
	}})
	if err != nil {
		body = []byte(`{"error":{"code":"internal_error","message":"Something went wrong inside the service."}}`)
	}
	c.write(status, body)
}

// accountFailure writes the headers about money of a request that failed; an
// unknown caller has none.
func (c *call) accountFailure() {
	if !c.known {
		return
	}
	standing, err := c.service.Standing(context.WithoutCancel(c.ctx), c.caller)
	if err != nil {
		c.report(slog.LevelError, "read standing", slog.String("error", err.Error()))
		return
	}
	c.account(standing, c.route.Operation, 0)
}

// wholeSeconds rounds up: who waits that long has waited long enough.
func wholeSeconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }

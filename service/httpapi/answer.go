package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/rules"
)

// lateRetry is the wait a client is told when a request took too long.
const lateRetry = 5 * time.Second

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
	setUnset(h, "Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if body != nil {
		setUnset(h, "Content-Type", "application/json")
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	c.ended.Status = status
	c.w.WriteHeader(status)
	_, _ = c.w.Write(body) // a caller who has gone is not told
	c.report(slog.LevelInfo, "request", slog.Int("status", status))
}

// setUnset sets a header that the answer has not set itself.
func setUnset(h http.Header, name, value string) {
	if h.Get(name) == "" {
		h.Set(name, value)
	}
}

// report logs one line about the request: its id and its route, never its
// key, its words or whom it is about.
func (c *call) report(level slog.Level, message string, more ...slog.Attr) {
	if !c.log.Enabled(c.ctx, level) {
		return
	}
	attrs := append([]slog.Attr{slog.String("request_id", c.id), slog.String("endpoint", c.endpoint()),
		slog.String("credits", c.w.Header().Get(api.HeaderCharged))}, more...)
	c.log.LogAttrs(context.WithoutCancel(c.ctx), level, message, attrs...)
}

// endpoint names the route; "-" where there is none.
func (c *call) endpoint() string {
	if c.route == nil {
		return "-"
	}
	return c.route.endpoint()
}

// statusGone stands for answers that nobody waited for.
const statusGone = 499

func (c *call) observe(began time.Time) {
	if c.config.Observe == nil {
		return
	}
	c.ended.Endpoint, c.ended.Known, c.ended.ID, c.ended.Parent = c.endpoint(), c.known, c.id, c.r.Header.Get("Traceparent")
	c.ended.Began, c.ended.Took = began, c.config.Clock().Sub(began)
	if c.r.Context().Err() != nil {
		c.ended.Status = statusGone
	}
	c.config.Observe(c.ended)
}

// accountHeaders are the headers about money as net/http keeps them.
var accountHeaders = func() (names [9]string) {
	for i, name := range [...]string{api.HeaderCharged, api.HeaderFeatures, api.HeaderPlan, api.HeaderLimitMinute, api.HeaderLimitHour,
		api.HeaderRemainingMinute, api.HeaderRemainingHour, api.HeaderResetMinute, api.HeaderResetHour} {
		names[i] = http.CanonicalHeaderKey(name)
	}
	return names
}()

func (c *call) account(s billing.Standing, features string, charged api.Credits) {
	values := [len(accountHeaders)]string{charged.String(), features, string(c.caller.Account.Tier), s.Limits.Minute.String(), s.Limits.Hour.String(),
		s.RemainingMinute.String(), s.RemainingHour.String(), strconv.FormatInt(s.ResetMinute.Unix(), 10), strconv.FormatInt(s.ResetHour.Unix(), 10)}
	h := c.w.Header()
	for i, name := range accountHeaders {
		h[name] = values[i : i+1 : i+1]
	}
}

// fail answers an error. What the contract has no code for is an internal
// error: its text goes to the log, under the request id, and nowhere else.
//
// A call of which nobody knows whether it was charged has no answer, since each says that it was or was
// not: the connection is broken off, and its caller asks the ledger.
func (c *call) fail(err error) {
	if errors.Is(err, billing.ErrInDoubt) {
		c.report(slog.LevelError, "request in doubt", slog.String("error", err.Error()))
		panic(http.ErrAbortHandler)
	}
	var known *service.Error
	if late := c.late(err); !errors.As(err, &known) && late != nil {
		c.report(slog.LevelWarn, "request timed out", slog.String("error", err.Error()))
		known = late
	}
	if known == nil {
		if c.ctx.Err() == nil {
			c.report(slog.LevelError, "request failed", slog.String("error", err.Error()))
		}
		known = c.internal(err)
	} else if known.Cause != nil {
		c.report(slog.LevelError, "request failed", slog.String("error", known.Cause.Error()))
	}
	status := known.Code.Status()
	var fixed *statusError
	if known.Moved {
		status = http.StatusConflict
	}
	if known.Semantic {
		status = http.StatusUnprocessableEntity
	} else if errors.As(err, &fixed) {
		status = fixed.status
	}
	c.ended.Code = known.Code
	c.accountFailure()
	if known.RetryAfter > 0 {
		c.w.Header().Set(api.HeaderRetryAfter, strconv.Itoa(service.Seconds(known.RetryAfter)))
	}
	message := known.Message
	if unfit, ok := errors.AsType[service.Unfit](known.Cause); ok && c.config.Own {
		message = unfit.Mend()
	}
	body, err := encode(api.Envelope{Error: api.ErrorBody{
		Code: known.Code, Message: message, StatusCode: status, Param: known.Param, RequestID: c.id,
		ReasonCode: known.Reason, NextStep: known.NextStep, Details: known.Details,
	}})
	if err != nil {
		body = []byte(`{"error":{"code":"internal_error","message":"Something went wrong inside the service."}}`)
	}
	c.write(status, body)
}

// internal answers an error that the contract has no code for. A caller who also runs the
// service is told the fault of its store.
func (c *call) internal(err error) *service.Error {
	var store service.Unusable
	if c.config.Own && errors.As(err, &store) {
		return &service.Error{Code: api.CodeInternal, Message: "The built-in service could not " + store.Unusable() + ". Nothing was charged."}
	}
	return &service.Error{Code: api.CodeInternal,
		Message: "Internal error. Nothing was charged. Try again later; if it happens again, report the request id."}
}

// late is the failure of a request whose time is over, for the work or for charging
// it, while its caller still waits; nil for any other.
func (c *call) late(err error) *service.Error {
	if c.r.Context().Err() != nil || c.ctx.Err() == nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return &service.Error{Code: api.CodeUnavailable, RetryAfter: lateRetry,
		Message: "The service did not answer in time. Nothing was charged; try again in a moment.",
		Details: map[string]any{"retry_after_seconds": service.Seconds(lateRetry)}}
}

// accountFailure writes the headers about money of a request that failed; an
// unknown caller has none.
func (c *call) accountFailure() {
	if !c.known {
		return
	}
	standing, err := c.standing()
	if err != nil {
		c.report(slog.LevelError, "read standing", slog.String("error", err.Error()))
		return
	}
	c.account(standing, string(c.route.Operation), 0)
}

// standing returns the caller's remaining budgets. It is called while answering a panic,
// and the code that panicked may do so again.
func (c *call) standing() (s billing.Standing, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return c.service.Standing(context.WithoutCancel(c.ctx), c.caller)
}

// Beside is a route that answers in words of its own instead of the contract's: it
// has a request id, a time limit and a line in the log like all others.
type Beside struct {
	Method, Pattern string
	Handler         http.Handler
}

func (c *call) besideRun() error {
	seen := &statusWriter{ResponseWriter: c.w, status: http.StatusOK}
	c.route.beside.ServeHTTP(seen, c.r.WithContext(c.ctx))
	c.ended.Status = seen.status
	c.report(slog.LevelInfo, "request", slog.Int("status", seen.status))
	return nil
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets the body of a request be bounded.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// runningRetry is the wait a client is told while the same request still runs.
const runningRetry = time.Second

// once begins a request that is charged once however often it is sent. Where it
// was answered before it gives that answer again, and nothing is left to do: then,
// and where it is refused, end is nil.
func (c *call) once() (end func(), err error) {
	key := single(c.r.Header.Values(api.HeaderIdempotencyKey))
	if !api.ValidIdempotencyKey(key) {
		return nil, service.Invalid(api.HeaderIdempotencyKey,
			fmt.Sprintf("The key must have 1 to %d visible ASCII characters without spaces and be given only once.", api.IdempotencyKeyMax))
	}
	body, err := c.read()
	if err != nil {
		return nil, err
	}
	c.keep = &billing.Keep{Key: key, Asked: sha256.Sum256(fmt.Appendf(nil, "%s %s\n%s", c.r.Method, c.r.URL.RequestURI(), body))}
	row, end, err := c.service.Once(c.ctx, c.caller, key, c.keep.Asked)
	switch {
	case errors.Is(err, rules.ErrRunning):
		running := service.Invalid(api.HeaderIdempotencyKey, "The first request with this key is still running. Repeat it in a moment to get its answer; it is charged once.")
		running.RetryAfter, running.Details = runningRetry, map[string]any{"retry_after_seconds": service.Seconds(runningRetry)}
		return nil, &statusError{http.StatusConflict, running}
	case row != nil:
		return nil, c.replay(row)
	}
	return end, err
}

// answered gives the answer that another process gave while this one worked.
func (c *call) answered(ctx context.Context) error {
	row, err := c.service.Answered(ctx, c.caller, c.keep.Key, c.keep.Asked)
	if err == nil && row == nil {
		err = errors.New("the answer that was kept is gone")
	}
	if err != nil {
		return err
	}
	return c.replay(row)
}

// replay gives an answer again, with what it cost then.
func (c *call) replay(row *billing.Row) error {
	standing, err := c.standing()
	if err != nil {
		return err
	}
	c.account(standing, strings.Join(row.Features, ","), row.Credits)
	c.w.Header().Set(api.HeaderReplayed, "true")
	c.w.Header().Set(api.HeaderOriginal, row.RequestID)
	c.write(row.Keep.Status, row.Keep.Body)
	return nil
}

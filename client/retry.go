package client

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"greenroom/api"
)

const mostAttempts = 3

// persist sends a call until it is answered or may not be sent again.
func (c *Client) persist(ctx context.Context, k call, r reading, receipt *Receipt) *Error {
	for lost := false; ; {
		failed := c.attempt(ctx, k, r, receipt)
		if failed == nil {
			return nil
		}
		if k.safe && !lost && connectionLost(failed.Kind) {
			lost = true
			continue
		}
		wait, ok := c.pause(failed)
		if !ok || receipt.Attempts >= mostAttempts {
			return failed
		}
		if err := c.cfg.Sleep(ctx, wait); err != nil {
			given := stopped(err, failed.Outcome)
			given.Status, given.RequestID, given.RetryAt = failed.Status, failed.RequestID, failed.RetryAt
			return given
		}
	}
}

func connectionLost(k Kind) bool {
	return k == KindLost || k == KindUnreachable || k == KindTruncated
}

// pause is how long to wait before a refused call is sent again; false if it
// must not be. Only what is known to have cost nothing is sent again.
func (c *Client) pause(e *Error) (time.Duration, bool) {
	if e.Kind != KindAPI || e.Outcome != OutcomeFree || e.RetryAt.IsZero() || !retryable(e) {
		return 0, false
	}
	wait := max(0, e.RetryAt.Sub(c.cfg.Clock()))
	return wait, wait <= c.cfg.MaxWait
}

func retryable(e *Error) bool {
	switch {
	case e.Code == api.CodeUpstreamBroken || e.Code == api.CodeQuotaExceeded:
		return false
	case e.Details["retryable"] == false:
		return false
	case e.Status == http.StatusTooManyRequests:
		return e.Code == api.CodeRateLimited
	}
	return e.Status == http.StatusServiceUnavailable
}

// retryAt is when a refused call may be tried again, as the answer says it:
// Retry-After, else the reset of the budget that refused, else the details.
// Zero is not said, and also never: a call that no budget can hold.
func retryAt(k call, e *Error, h http.Header, now time.Time) time.Time {
	required, sized := e.Details["required"].(float64)
	if limit, ok := e.Details["limit"].(float64); ok && sized && required > limit {
		return time.Time{}
	}
	if wait, ok := retryAfter(h, now); ok {
		return now.Add(wait)
	}
	if e.Status == http.StatusTooManyRequests && e.Code == api.CodeRateLimited {
		if reset := refusedUntil(readBudget(h, now), k.high); !reset.IsZero() {
			return reset
		}
	}
	if seconds, ok := e.Details["retry_after_seconds"].(float64); ok && seconds >= 0 && seconds < aYear {
		return now.Add(time.Duration(seconds * float64(time.Second)))
	}
	return time.Time{}
}

const aYear = 365 * 24 * 3600 // seconds; longer waits are mistakes

// retryAfter reads Retry-After, in seconds or as a date. A date is measured
// from the service's own clock.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	s, ok := single(h, api.HeaderRetryAfter)
	if !ok {
		return 0, false
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return time.Duration(n) * time.Second, n >= 0 && n < aYear
	}
	until, err := http.ParseTime(s)
	if err != nil {
		return 0, false
	}
	if there, err := http.ParseTime(h.Get("Date")); err == nil {
		now = there
	}
	return max(0, until.Sub(now)), true
}

// refusedUntil is the reset of the budget that cannot hold the cost, the later
// one where neither can. Where both could, the earlier reset is the next time
// that anything changes.
func refusedUntil(b Budget, cost api.Credits) time.Time {
	var latest, earliest time.Time
	for _, w := range []Window{b.Minute, b.Hour} {
		if w.Reset.IsZero() {
			continue
		}
		if w.Known && w.Remaining < cost && w.Reset.After(latest) {
			latest = w.Reset
		}
		if earliest.IsZero() || w.Reset.Before(earliest) {
			earliest = w.Reset
		}
	}
	if !latest.IsZero() {
		return latest
	}
	return earliest
}

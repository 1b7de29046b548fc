package httpapi

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/rules"
)

// runningRetry is when a request that runs may have been answered.
const runningRetry = time.Second

// once begins a request that is charged once however often it is sent. Where it
// was answered before it gives that answer again, and nothing is left to do: then,
// and where it is refused, end is nil.
func (c *call) once() (end func(), err error) {
	key := strings.Join(c.r.Header.Values(api.HeaderIdempotencyKey), " ")
	if !api.ValidIdempotencyKey(key) {
		return nil, service.Invalid(api.HeaderIdempotencyKey,
			fmt.Sprintf("The key must be 1 to %d visible ASCII characters, without spaces, and be given once.", api.IdempotencyKeyMax))
	}
	body, err := c.read()
	if err != nil {
		return nil, err
	}
	c.keep = &billing.Keep{Key: key, Asked: sha256.Sum256(fmt.Appendf(nil, "%s %s\n%s", c.r.Method, c.r.URL.RequestURI(), body))}
	row, end, err := c.service.Once(c.ctx, c.caller, key, c.keep.Asked)
	switch {
	case errors.Is(err, rules.ErrRunning):
		running := service.Invalid(api.HeaderIdempotencyKey, "The request with this key still runs. Send it again in a moment for its answer; it is charged once.")
		running.RetryAfter, running.Details = runningRetry, map[string]any{"retry_after_seconds": service.Seconds(runningRetry)}
		return nil, &statusError{http.StatusConflict, running}
	case row != nil:
		return nil, c.replay(row)
	}
	return end, err
}

// answered gives the answer that another process gave while this one worked.
func (c *call) answered() error {
	row, err := c.service.Answered(c.ctx, c.caller, c.keep.Key, c.keep.Asked)
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

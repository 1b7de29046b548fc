package explain

import (
	"errors"
	"net/http"
	"time"

	"greenroom/client"
)

// The shortest and the longest wait before something free is asked for again.
const tryAgain, tryLatest = time.Second, 15 * time.Second

// Later: the service will answer once it has time, or can be reached.
func Later(err error) bool {
	e, ok := errors.AsType[*client.Error](err)
	if !ok {
		return false
	}
	switch e.Kind {
	case client.KindAPI:
		return e.Status == http.StatusServiceUnavailable || e.Status == http.StatusTooManyRequests
	case client.KindTimeout, client.KindLost, client.KindUnreachable:
		return true
	}
	return false
}

// Wait returns the time to wait before that.
func Wait(err error, now time.Time) time.Duration {
	wait := tryAgain
	if e, ok := errors.AsType[*client.Error](err); ok && !e.RetryAt.IsZero() {
		wait = min(max(wait, e.RetryAt.Sub(now)), tryLatest)
	}
	return wait
}

package access

import (
	"errors"
	"testing"
	"time"

	"greenroom/service"
)

var noon = time.Date(2026, 3, 1, 12, 0, 30, 0, time.UTC)

// A clock that was a day ahead while an account read its pages, or an address was
// blocked, counts for no longer than the limits themselves last.
func TestLimitsFollowAClockThatIsSetBack(t *testing.T) {
	pages := pageLimiter{most: freePages, says: "%d pages, wait %s"}
	take := func(now time.Time) (wait time.Duration) {
		var refused *service.Error
		if errors.As(pages.take("a", now), &refused) {
			wait = refused.RetryAfter
		}
		return wait
	}
	ahead := noon.Add(24 * time.Hour)
	for range freePages {
		if wait := take(ahead); wait != 0 {
			t.Fatal(wait)
		}
	}
	if wait := take(ahead); wait != 30*time.Second {
		t.Errorf("too many pages: wait %s", wait)
	}
	if wait := take(noon); wait != 0 {
		t.Errorf("the clock is right again: wait %s", wait)
	}

	var attempts Throttle
	for range failuresAllowed {
		attempts.Take("blocked", ahead)
	}
	if wait := attempts.Blocked("blocked", ahead); wait != failureBlock {
		t.Errorf("blocked for %s", wait)
	}
	if wait := attempts.Blocked("blocked", noon); wait != failureBlock {
		t.Errorf("the clock is right again: blocked for %s", wait)
	}
	if wait := attempts.Blocked("blocked", noon.Add(failureBlock)); wait != 0 {
		t.Errorf("and then for %s", wait)
	}
}

// Failures of a time that has not come are none, wherever they stand in the row.
func TestFailuresOfAWrongClockAreForgotten(t *testing.T) {
	var attempts Throttle
	attempts.Take("a", noon)
	for range failuresAllowed - 2 {
		attempts.Take("a", noon.Add(time.Hour))
	}
	for range 2 {
		attempts.Take("a", noon.Add(time.Second))
	}
	if wait := attempts.Blocked("a", noon.Add(time.Second)); wait != 0 {
		t.Errorf("three failures within the window block for %s", wait)
	}
	for range failuresAllowed - 2 {
		attempts.Take("a", noon.Add(2*time.Second))
	}
	if wait := attempts.Blocked("a", noon.Add(2*time.Second)); wait != failureBlock {
		t.Errorf("ten failures within the window block for %s", wait)
	}
}

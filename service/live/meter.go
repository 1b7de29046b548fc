package live

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"greenroom/service"
)

// ErrSpent is the cause of an error of a source that may be asked no more in this window:
// a bound of ours, or a quota, and no refusal of the network.
var ErrSpent = errors.New("the bound of this window is reached")

// Meter counts what a source uses in a window, such as runs in a day, and holds it to a
// bound. The count is kept over restarts.
type Meter struct {
	Name   string
	Bound  int64
	Window func(now time.Time) (end time.Time) // when the window that now is in ends
	Kept   Answers
	Clock  func() time.Time

	mu sync.Mutex
}

// Hours and Days are windows: the hour of the clock, and the day of a place.
func Hours(now time.Time) time.Time { return now.UTC().Truncate(time.Hour).Add(time.Hour) }

// Days is the window of a day as a place has it.
func Days(in *time.Location) func(time.Time) time.Time {
	return func(now time.Time) time.Time {
		y, m, d := now.In(in).Date()
		return time.Date(y, m, d+1, 0, 0, 0, 0, in)
	}
}

// Used returns the use of the window, and its end.
func (m *Meter) Used(ctx context.Context) (n int64, end time.Time, err error) {
	end = m.Window(m.Clock())
	kept, err := m.Kept.LiveAnswer(ctx, m.Name)
	if errors.Is(err, service.ErrNotFound) || err == nil && !kept.Until.Equal(end) {
		return 0, end, nil
	}
	if err == nil {
		err = json.Unmarshal(kept.Body, &n)
	}
	return n, end, err
}

// Exhaust counts the window as used up, as whoever gives the quota says, and is the error
// that says until when.
func (m *Meter) Exhaust(ctx context.Context) error {
	m.mu.Lock()
	used, _, err := m.Used(ctx)
	m.mu.Unlock()
	if err == nil && used < m.Bound {
		err = m.Take(ctx, m.Bound-used)
	}
	if err == nil {
		err = m.Take(ctx, 1)
	}
	return err
}

// Take counts n more, or is the error that says when it may be asked again.
func (m *Meter) Take(ctx context.Context, n int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	used, end, err := m.Used(ctx)
	if err != nil {
		return err
	}
	now := m.Clock()
	if used+n > m.Bound {
		return &service.UpstreamError{Kind: service.UpstreamRateLimited, RetryAfter: end.Sub(now), Cause: ErrSpent}
	}
	body, _ := json.Marshal(used + n) // a number
	return m.Kept.KeepLiveAnswer(ctx, m.Name, Kept{At: now, Until: end, Body: body})
}

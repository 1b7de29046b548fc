package tooltest

import (
	"context"
	"maps"
	"sync"
	"time"

	"greenroom/service"
	"greenroom/service/live"
)

// Answers keeps answers in memory.
type Answers struct {
	mu   sync.Mutex
	kept map[string]live.Kept
}

// LiveAnswer returns the answer kept last.
func (a *Answers) LiveAnswer(_ context.Context, key string) (live.Kept, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	k, ok := a.kept[key]
	if !ok {
		return k, service.ErrNotFound
	}
	return k, nil
}

// KeepLiveAnswer keeps it for good.
func (a *Answers) KeepLiveAnswer(_ context.Context, key string, k live.Kept) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.kept == nil {
		a.kept = map[string]live.Kept{}
	}
	a.kept[key] = k
	return nil
}

// SweepLive drops what is past.
func (a *Answers) SweepLive(_ context.Context, now time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	maps.DeleteFunc(a.kept, func(_ string, k live.Kept) bool { return !now.Before(k.Until) })
	return nil
}

// Keys are those under which something is kept.
func (a *Answers) Keys() (keys []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for k := range a.kept {
		keys = append(keys, k)
	}
	return keys
}

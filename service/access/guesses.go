package access

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Attempts are attempts that failed, which all nodes of a service count together: their
// moments, by a digest of what is guessed from or at.
type Attempts interface {
	Attempts(ctx context.Context, of string) ([]time.Time, error)
	// ChangeAttempts changes them in one transaction, and removes some of others that
	// count no more.
	ChangeAttempts(ctx context.Context, of string, now time.Time, change func([]time.Time) []time.Time) error
}

// of returns the key of an address's attempts: no address and no name stands in a store.
func (t *Throttle) of(address string) string {
	sum := sha256.Sum256([]byte(t.Kind + "\n" + address))
	return hex.EncodeToString(sum[:16])
}

// Failed counts an attempt, taken here, that failed, among those of all nodes. Where they
// have had as many as are allowed it returns how long to wait: then nobody may be told
// that this one was wrong.
func (t *Throttle) Failed(ctx context.Context, address string, now time.Time) (wait time.Duration, err error) {
	if t.Shared == nil {
		return 0, nil
	}
	var all attempts
	err = t.Shared.ChangeAttempts(ctx, t.of(address), now, func(moments []time.Time) []time.Time {
		all = moments
		if wait = all.wait(now, t.allowed()); wait == 0 {
			all = append(all, now)
		}
		return all
	})
	if err == nil && wait > 0 {
		t.learn(address, all)
	}
	return wait, err
}

// Elsewhere returns how long an address has to wait for failures on any node.
func (t *Throttle) Elsewhere(ctx context.Context, address string, now time.Time) (time.Duration, error) {
	if t.Shared == nil {
		return 0, nil
	}
	moments, err := t.Shared.Attempts(ctx, t.of(address))
	if err != nil {
		return 0, err
	}
	all := attempts(moments)
	wait := all.wait(now, t.allowed())
	if wait > 0 {
		t.learn(address, all)
	}
	return wait, nil
}

// learn keeps an address blocked here, too, so that the store is not asked again.
func (t *Throttle) learn(address string, all attempts) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget(all[len(all)-1])
	t.seen[address] = &all
}

// tried says whether there is anything against an address here.
func (t *Throttle) tried(address string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seen[address] != nil
}

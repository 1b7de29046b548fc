package live

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// breaker leaves a network alone that has failed several times in a row. After
// a while it lets one call through on trial: if that works, all go through
// again; if not, it waits anew.
type breaker struct {
	failures int           // in a row that open it
	wait     time.Duration // how long it stays open
	clock    func() time.Time

	refusals *refusals // nil: a refusal is a failure

	mu     sync.Mutex
	failed int           // in a row
	until  time.Time     // open until; zero: closed
	span   time.Duration // how long it was opened for
	trial  bool          // one runs
}

// verdict is a call's evidence about the network.
type verdict uint8

const (
	works verdict = iota
	fails
	saysNothing // the caller gave up before it could tell
	refuses     // and says for how long
)

// enter lets a call through, perhaps on trial, or says how long to wait. Who is
// let through must leave.
func (b *breaker) enter() (trial bool, wait time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return false, 0, true
	}
	if left := b.until.Sub(b.clock()); left > 0 && left <= b.span { // longer: the clock was set back
		return false, left, false
	}
	if b.trial {
		return false, time.Second, false
	}
	b.trial = true
	return true, 0, true
}

// leave takes the verdict of a call. While the breaker is open only that of a
// trial counts: the others began before.
func (b *breaker) leave(v verdict, trial bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if trial {
		b.trial = false
	}
	if v == saysNothing || !trial && !b.until.IsZero() {
		return
	}
	if v == works {
		b.failed, b.until = 0, time.Time{}
		b.refusals.forget(b.clock())
		return
	}
	if b.failed++; trial || b.failed >= b.failures {
		b.until, b.span = b.clock().Add(b.wait), b.wait
	}
}

// refuse opens the breaker at once, for as long as the network says and longer for each
// refusal in a row; the error that it returns tells how long.
func (b *breaker) refuse(u *service.UpstreamError) *service.UpstreamError {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trial = false
	now := b.clock()
	wait := max(u.RetryAfter, b.refusals.step())
	if until := now.Add(wait); until.After(b.until) {
		b.until, b.span = until, wait
	}
	b.refusals.note(u.Kind, now, b.until)
	return &service.UpstreamError{Kind: u.Kind, RetryAfter: b.until.Sub(now), Cause: u.Cause}
}

// left is for how long the network is left alone from now.
func (b *breaker) left() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(0, b.until.Sub(b.clock()))
}

// why is as what the breaker tells that it is open.
func (b *breaker) why() service.UpstreamKind {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.refusals != nil && b.refusals.Kind != "" {
		return b.refusals.Kind
	}
	return service.UpstreamUnavailable
}

// recall opens the breaker again where a refusal from before the start still holds.
func (b *breaker) recall() {
	kept, err := b.refusals.kept.LiveAnswer(context.Background(), b.refusals.name)
	if err != nil || json.Unmarshal(kept.Body, b.refusals) != nil {
		return // there was none
	}
	if now := b.clock(); b.refusals.Until.After(now) {
		b.until, b.span = b.refusals.Until, b.refusals.Until.Sub(now)
	}
}

// Refused returns a source's last refusal by a network, and its end; zero where none is
// known.
func Refused(ctx context.Context, kept Answers, source string, p api.Platform) (kind service.UpstreamKind, until time.Time) {
	var r refusals
	if k, err := kept.LiveAnswer(ctx, refusedName(source, p)); err == nil && json.Unmarshal(k.Body, &r) == nil {
		return r.Kind, r.Until
	}
	return "", time.Time{}
}

func refusedName(source string, p api.Platform) string { return "refused " + source + " " + string(p) }

// refusals are those of one network in a row, and where they are kept.
type refusals struct {
	name string
	kept Answers
	log  *slog.Logger

	Kind  service.UpstreamKind `json:"kind"`
	Times int                  `json:"times"`
	Until time.Time            `json:"until"`
}

// steps lists how long a refusing network is left alone at least, refusal by refusal.
var steps = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

func (r *refusals) step() time.Duration { return steps[min(r.Times, len(steps)-1)] }

// remembered is the time a refusal counts for the next one.
const remembered = 24 * time.Hour

func (r *refusals) note(kind service.UpstreamKind, now, until time.Time) {
	r.Kind, r.Until = kind, until
	r.Times++
	r.write(Kept{At: now, Until: until.Add(remembered)})
	r.log.Warn("a network refuses", slog.String("source", r.name), slog.String("as", string(kind)), slog.Time("until", until))
}

// forget is called when the network answers again; r may be nil.
func (r *refusals) forget(now time.Time) {
	if r == nil || r.Times == 0 {
		return
	}
	r.Kind, r.Times, r.Until = "", 0, time.Time{}
	r.write(Kept{At: now, Until: now})
}

func (r *refusals) write(k Kept) {
	k.Body, _ = json.Marshal(r) // a struct of plain fields
	if err := r.kept.KeepLiveAnswer(context.Background(), r.name, k); err != nil {
		r.log.Warn("a refusal is not kept", slog.String("error", err.Error()))
	}
}

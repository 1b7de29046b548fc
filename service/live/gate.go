// Package live fetches what the networks show now. It owns the sources such
// data comes from (a store that stands in for the networks, a folder of files
// saved by download tools) and what stands before each of them: a time-out, a
// bound on calls at once, and a breaker that leaves a failing network alone for
// a while. It must not know what a call costs, who pays for it, or HTTP.
package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"reflect"
	"runtime/debug"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// gate stands before the source of one network.
type gate struct {
	platform api.Platform
	timeout  time.Duration
	slots    chan struct{}
	breaker  breaker
	log      *slog.Logger
	source   string
	watch    service.LiveWatch
}

func newGate(p api.Platform, c Config) *gate {
	g := &gate{
		platform: p, source: c.Source, watch: c.Watch, timeout: c.Timeout, slots: make(chan struct{}, c.Parallel), log: c.Logger,
		breaker: breaker{failures: c.Failures, wait: c.Pause, clock: c.Clock},
	}
	if c.Refusals != nil {
		g.breaker.refusals = &refusals{name: refusedName(c.Source, p), kept: c.Refusals, log: c.Logger}
		g.breaker.recall()
	}
	if c.Watch != nil {
		c.Watch.LiveGauge("left_alone_seconds", map[string]string{"source": c.Source, "network": string(p)}, func() float64 { return g.breaker.left().Seconds() })
	}
	return g
}

type result struct {
	value any
	err   error
}

// ask calls a source. It returns in time even if the source does not, whose slot is taken
// until it does.
func (g *gate) ask(ctx context.Context, c call, of []ask) (any, error) {
	bounded, stop := context.WithTimeout(ctx, g.timeout)
	defer stop()
	trial, err := g.turn(ctx, bounded)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	done, gone := make(chan result), make(chan struct{})
	go func() {
		r := guarded(bounded, of[0])
		select {
		case done <- r:
		case <-gone:
			<-g.slots
		}
	}()
	r, free := result{}, func() { close(gone) }
	select {
	case r = <-done:
		free = func() { <-g.slots }
	case <-bounded.Done():
		r.err = bounded.Err()
	}
	if kindOf(r.err) == service.UpstreamSilent && c.name != "transcript" && c.name != "tracks" {
		r.err = errors.New("it says that nobody speaks, of what is no speech")
	}
	told, err := g.judge(ctx, r.err)
	if u, known := errors.AsType[*service.UpstreamError](err); known && told == refuses {
		err = g.breaker.refuse(u)
	} else {
		g.breaker.leave(told, trial)
	}
	if g.watch != nil {
		g.watch.LiveCall(g.source, g.platform, outcome(err), time.Since(began))
	}
	// The slot comes after the verdict: whoever gets it next knows.
	free()
	return r.value, err
}

// outcome names the result of a call, in a word.
func outcome(err error) string {
	if err == nil {
		return "answered"
	}
	return cmp.Or(string(kindOf(err)), "given_up")
}

// turn waits for a slot, which is held if there is no error. Nobody waits for
// one while the network is left alone, or goes on when it has been given up
// meanwhile.
func (g *gate) turn(ctx, bounded context.Context) (trial bool, err error) {
	if trial, err = g.enter(); err != nil {
		return false, err
	}
	select {
	case g.slots <- struct{}{}:
	case <-bounded.Done():
		g.breaker.leave(saysNothing, trial)
		return false, g.givenUp(ctx)
	}
	if !trial {
		if trial, err = g.enter(); err != nil {
			<-g.slots
		}
	}
	return trial, err
}

func (g *gate) enter() (trial bool, err error) {
	trial, wait, ok := g.breaker.enter()
	if !ok {
		return false, &service.UpstreamError{Kind: g.breaker.why(), RetryAfter: wait}
	}
	return trial, nil
}

// guarded turns a panic of a source into an error: it must not end a process
// that serves others.
func guarded(ctx context.Context, call ask) (r result) {
	defer func() {
		if p := recover(); p != nil {
			r.err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	r.value, r.err = call(ctx)
	webOnly(reflect.ValueOf(r.value))
	return r
}

// judge says what a call tells about its network, and names what went wrong.
func (g *gate) judge(ctx context.Context, err error) (verdict, error) {
	u, known := errors.AsType[*service.UpstreamError](err)
	switch {
	case err == nil:
		return works, nil
	case known:
		return g.verdict(u), err
	case ctx.Err() != nil:
		return saysNothing, g.givenUp(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		u = &service.UpstreamError{Kind: service.UpstreamTimeout}
	default:
		u = &service.UpstreamError{Kind: service.UpstreamFailed, Cause: withoutPath(err)}
	}
	g.log.LogAttrs(ctx, slog.LevelWarn, "live call failed", slog.String("platform", string(g.platform)), slog.String("error", u.Error()))
	return fails, u
}

// verdict tells a network's state by the error of a source.
func (g *gate) verdict(u *service.UpstreamError) verdict {
	refusal := u.Kind == service.UpstreamRateLimited || u.Kind == service.UpstreamBlocked
	switch {
	case u.Kind.Answered():
		return works
	case u.Kind == service.UpstreamCannot, errors.Is(u, ErrSpent):
		return saysNothing
	case g.breaker.refusals == nil || !refusal:
		return fails
	case u.RetryAfter == 0: // one thing is refused, such as a video for some countries
		return saysNothing
	}
	return refuses
}

// withoutPath leaves the path out of an error of a file: its name may be that
// of a person, and errors are logged.
func withoutPath(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", at.Op, at.Err)
	}
	return err
}

// givenUp is the error of a call that nobody waits for any more, or that found
// no slot in time.
func (g *gate) givenUp(ctx context.Context) error {
	if err := ctx.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &service.UpstreamError{Kind: service.UpstreamTimeout}
}

func missing() error   { return &service.UpstreamError{Kind: service.UpstreamMissing} }
func private() error   { return &service.UpstreamError{Kind: service.UpstreamPrivate} }
func malformed() error { return &service.UpstreamError{Kind: service.UpstreamMalformed} }
func cannot() error    { return &service.UpstreamError{Kind: service.UpstreamCannot} }
func silent() error    { return &service.UpstreamError{Kind: service.UpstreamSilent} }

// OfWhatIsThere is the error of a question about something that was just answered about, or
// that names nothing: it proves nothing missing.
func OfWhatIsThere(err error) error {
	if kind := kindOf(err); kind == service.UpstreamMissing || kind == service.UpstreamPrivate {
		return &service.UpstreamError{Kind: service.UpstreamFailed, Cause: errors.New("a part of what is there is not")}
	}
	return err
}

// Config bounds the calls to a source. Zero values are the defaults.
type Config struct {
	Timeout  time.Duration    // of one call, waiting for its turn included; 8 s
	Parallel int              // calls at once to one network; 8
	Failures int              // in a row that make a network be left alone; 5
	Pause    time.Duration    // how long; 30 s
	Clock    func() time.Time // of the pause; time.Now
	Logger   *slog.Logger     // nil: nothing is logged
	// Refusals remembers the refusals of networks: one is left alone at the first, for as
	// long as it says and longer each time, also after the next start. Nil: a refusal is a
	// failure like others. Source names the refused source.
	Refusals Answers
	Source   string
	Watch    service.LiveWatch // is told of calls; nil: nobody is
}

func (c Config) filled() Config {
	c.Timeout, c.Pause = cmp.Or(c.Timeout, 8*time.Second), cmp.Or(c.Pause, 30*time.Second)
	c.Parallel, c.Failures = cmp.Or(c.Parallel, 8), cmp.Or(c.Failures, 5)
	if c.Clock == nil {
		c.Clock = time.Now
	}
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	return c
}

// New puts a gate before each network. What keeps a network that stands behind one
// from answering may be any error; what is no *service.UpstreamError is a failure.
func New(s service.Networks, c Config) service.Networks {
	c = c.filled()
	return around([]service.Networks{s}, func(p api.Platform) way { return newGate(p, c).ask })
}

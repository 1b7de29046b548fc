package live

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// Answers keeps answers of networks for a while.
type Answers interface {
	// LiveAnswer returns the answer kept under a key, past or not; service.ErrNotFound.
	LiveAnswer(ctx context.Context, key string) (Kept, error)
	// KeepLiveAnswer keeps it in place of what was there, and drops some that are past.
	KeepLiveAnswer(ctx context.Context, key string, k Kept) error
}

// Kept is an answer: when it was read, and until when it may be given again.
type Kept struct {
	At, Until time.Time
	Body      []byte
}

// How long answers are given again. Transcripts go into the store for good, once somebody
// asks for them again.
const (
	keepMissing  = time.Hour
	keepPrivate  = 6 * time.Hour
	shortestWait = 2 * time.Second // that a caller is told to wait for a run under way
	underWayMax  = 40              // runs for different questions: two channels of twenty
)

// keeps is the time the answer to a call is repeated. One that is not here is not kept:
// only a store suggests, and it answers at once.
var keeps = map[string]time.Duration{"post": 6 * time.Hour, "profile": 6 * time.Hour, "transcript": 6 * time.Hour, "video": 6 * time.Hour,
	"tracks": 6 * time.Hour, "channel": time.Hour, "search": 10 * time.Minute}

// KeepConfig tells how answers are waited for and kept. Zero values are the defaults.
type KeepConfig struct {
	Answers Answers
	Wait    time.Duration // for an answer; 25 s
	Run     time.Duration // that work goes on for at most, waited for or not; 2 min
	Clock   func() time.Time
	Logger  *slog.Logger // nil: nothing is logged
	Watch   service.LiveWatch
}

// Keeper asks a source once for the same question at once, goes on when the caller no
// longer waits, and gives what was answered again for a while.
type Keeper struct {
	c    KeepConfig
	base context.Context
	end  context.CancelFunc
	work sync.WaitGroup

	mu     sync.Mutex
	runs   map[string]*underWay
	lately map[string]time.Duration // how long runs of a call took
}

// underWay is a run that some wait for.
type underWay struct {
	done  chan struct{}
	value any
	at    time.Time
	err   error
}

// Keep puts a keeper before networks. Close it.
func Keep(n service.Networks, c KeepConfig) (service.Networks, *Keeper) {
	if c.Wait == 0 {
		c.Wait = 25 * time.Second
	}
	if c.Run == 0 {
		c.Run = 2 * time.Minute
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	k := &Keeper{c: c, runs: map[string]*underWay{}, lately: map[string]time.Duration{}}
	k.base, k.end = context.WithCancel(context.Background())
	return around([]service.Networks{n}, func(api.Platform) way { return k.ask }), k
}

// Close ends what runs and waits for it.
func (k *Keeper) Close() error {
	k.end()
	k.work.Wait()
	return nil
}

// key is a call as its answer is kept. It shows nobody whom it is about.
func (c call) key() string {
	args := slices.Clone(c.args)
	if c.name == "profile" || c.name == "channel" {
		args[0] = strings.ToLower(args[0]) // a name, whose case means nothing
	}
	sum := sha256.Sum256([]byte(string(c.on) + "\x00" + c.name + "\x00" + strings.Join(args, "\x00")))
	return "live " + hex.EncodeToString(sum[:])
}

// kept is a kept answer: a value, or the reason why there is none.
type kept struct {
	Value json.RawMessage      `json:"value"`
	Kind  service.UpstreamKind `json:"kind,omitempty"`
}

// ask is the answer to a call: kept, of a run under way, or of one that begins.
func (k *Keeper) ask(ctx context.Context, c call, of []ask) (any, error) {
	if keeps[c.name] == 0 {
		return of[0](ctx)
	}
	run := k.again(ctx, c)
	if run == nil {
		var err error
		if run, err = k.begin(ctx, c, of[0]); err != nil {
			return nil, err
		}
	}
	wait := time.NewTimer(k.c.Wait)
	defer wait.Stop()
	select {
	case <-run.done:
		service.ReadAt(ctx, run.at)
		return run.value, run.err
	case <-ctx.Done():
		if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
	case <-wait.C:
	}
	return nil, &service.UpstreamError{Kind: service.UpstreamTimeout, RetryAfter: k.took(c)}
}

// again is a kept answer that still holds, as a run that is over; nil where there is none.
// It is looked for also where the caller's time is over: what is not there has to be begun.
func (k *Keeper) again(ctx context.Context, c call) *underWay {
	found, err := k.c.Answers.LiveAnswer(context.WithoutCancel(ctx), c.key())
	var a kept
	now := k.c.Clock()
	if err != nil || !now.Before(found.Until) || json.Unmarshal(found.Body, &a) != nil {
		return nil
	}
	run := &underWay{done: make(chan struct{}), at: found.At}
	close(run.done)
	if a.Kind != "" {
		run.err = &service.UpstreamError{Kind: a.Kind}
	} else if run.value, err = c.read(a.Value); err != nil {
		return nil
	}
	if k.c.Watch != nil {
		k.c.Watch.LiveKept(c.on, c.name, now.Sub(found.At))
	}
	return run
}

// begin is the run of a question, which goes on without its caller. One that ended since
// the caller looked has kept its answer: it is not run again.
func (k *Keeper) begin(ctx context.Context, c call, source ask) (*underWay, error) {
	key := c.key()
	k.mu.Lock()
	defer k.mu.Unlock()
	if run := k.runs[key]; run != nil {
		return run, nil
	}
	if run := k.again(ctx, c); run != nil {
		return run, nil
	}
	if len(k.runs) >= underWayMax || k.base.Err() != nil {
		return nil, &service.UpstreamError{Kind: service.UpstreamUnavailable, RetryAfter: max(shortestWait, k.lately[c.name])}
	}
	run := &underWay{done: make(chan struct{})}
	k.runs[key] = run
	k.work.Go(func() {
		ctx, stop := context.WithTimeout(k.base, k.c.Run)
		defer stop()
		began := time.Now()
		v, err := source(ctx)
		run.value, run.err, run.at = v, err, k.c.Clock()
		if err == nil || isAnswer(err) {
			k.keep(c, v, kindOf(err), run.at)
		}
		if err != nil && k.base.Err() == nil && ctx.Err() != nil {
			run.err = &service.UpstreamError{Kind: service.UpstreamTimeout}
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		delete(k.runs, key)
		k.lately[c.name] = time.Since(began)
		close(run.done)
	})
	return run, nil
}

// isAnswer says whether an error is one that holds for a while.
func isAnswer(err error) bool {
	kind := kindOf(err)
	return kind == service.UpstreamMissing || kind == service.UpstreamPrivate || kind == service.UpstreamSilent
}

func kindOf(err error) service.UpstreamKind {
	if u, known := errors.AsType[*service.UpstreamError](err); known {
		return u.Kind
	}
	return ""
}

func (k *Keeper) keep(c call, v any, kind service.UpstreamKind, at time.Time) {
	last := keeps[c.name]
	switch kind {
	case service.UpstreamMissing, service.UpstreamSilent:
		last = keepMissing
	case service.UpstreamPrivate:
		last = keepPrivate
	}
	value, err := json.Marshal(v)
	var body []byte
	if err == nil {
		body, err = json.Marshal(kept{Value: value, Kind: kind})
	}
	if err == nil {
		err = k.c.Answers.KeepLiveAnswer(context.WithoutCancel(k.base), c.key(), Kept{At: at, Until: at.Add(last), Body: body})
	}
	if err != nil {
		k.c.Logger.Warn("a live answer is not kept", slog.String("call", c.name), slog.String("error", err.Error()))
	}
}

// took estimates the wait for a run under way, by the recent runs of its kind.
func (k *Keeper) took(c call) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	return max(shortestWait, k.lately[c.name])
}

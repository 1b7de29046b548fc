package live

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
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
	// KeepLiveAnswer keeps it in place of what was there.
	KeepLiveAnswer(ctx context.Context, key string, k Kept) error
}

// Shelf is where a Keeper keeps answers.
type Shelf interface {
	Answers
	// SweepLive drops what is past, and with a note of SaidKey the transcripts of that post
	// or video that were read when it was written.
	SweepLive(ctx context.Context, now time.Time) error
}

// Kept is an answer: when it was read, and until when it may be given again.
type Kept struct {
	At, Until time.Time
	Body      []byte
}

const (
	shortestWait = 2 * time.Second // that a caller is told to wait for a run under way
	underWayMax  = 40              // runs for different questions: two channels of twenty
	sweepEvery   = time.Hour
)

// The kinds of answers, by how long they are kept.
const (
	KeepDetails     = "details"
	KeepLists       = "lists"
	KeepSearch      = "search"
	KeepMissing     = "missing"
	KeepPrivate     = "private"
	KeepTranscripts = "transcripts" // in the store, where everybody asks first
)

// lasting is how long answers are given again where nobody says otherwise. Transcripts stay
// for good.
var lasting = map[string]time.Duration{KeepDetails: 6 * time.Hour, KeepLists: time.Hour, KeepSearch: 10 * time.Minute, KeepMissing: time.Hour, KeepPrivate: 6 * time.Hour}

// Lasting is how long each kind of answer is kept, as given or by default; 0 is for good.
func Lasting(given map[string]time.Duration) map[string]time.Duration {
	out := maps.Clone(lasting)
	maps.Copy(out, given)
	return out
}

// keptAs is the kind that the answer to a call is kept as. One that is not here is not kept:
// only a store suggests, and it answers at once.
var keptAs = map[string]string{"post": KeepDetails, "profile": KeepDetails, "transcript": KeepDetails, "video": KeepDetails, "tracks": KeepDetails, "channel": KeepLists, "search": KeepSearch}

// reasonsKept are the kinds of those that are no answers and hold for a while.
var reasonsKept = map[service.UpstreamKind]string{service.UpstreamMissing: KeepMissing, service.UpstreamSilent: KeepMissing, service.UpstreamPrivate: KeepPrivate}

// Said begins the key of a note that what is said in a post or video was read from a
// network, for as long as that may be kept.
const Said = "said "

// SaidKey is the key of such a note.
func SaidKey(p api.Platform, media string) string { return Said + string(p) + " " + media }

// KeepConfig tells how answers are waited for and kept. Zero values are the defaults.
type KeepConfig struct {
	Answers Shelf
	As      string                   // what its answers are kept as, beside those of others to the same questions
	Lasting map[string]time.Duration // by kind; what is not in it has its default
	Wait    time.Duration            // for an answer; 25 s
	Run     time.Duration            // that work goes on for at most, waited for or not; 2 min
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
	c.Wait = cmp.Or(c.Wait, 25*time.Second)
	c.Run = cmp.Or(c.Run, 2*time.Minute)
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	c.Lasting = Lasting(c.Lasting)
	k := &Keeper{c: c, runs: map[string]*underWay{}, lately: map[string]time.Duration{}}
	k.base, k.end = context.WithCancel(context.Background())
	k.work.Go(k.sweep)
	return around([]service.Networks{n}, func(api.Platform) way { return k.ask }), k
}

// sweep drops what is past now, and every hour.
func (k *Keeper) sweep() {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if err := k.c.Answers.SweepLive(k.base, k.c.Clock()); err != nil && k.base.Err() == nil {
			k.c.Logger.Warn("live answers that are past stay", slog.String("error", err.Error()))
		}
		select {
		case <-tick.C:
		case <-k.base.Done():
			return
		}
	}
}

// Close ends what runs and waits for it.
func (k *Keeper) Close() error {
	k.end()
	k.work.Wait()
	return nil
}

// key is a call as its answer is kept. It shows nobody whom it is about.
func (k *Keeper) key(c call) string {
	args := slices.Clone(c.args)
	if c.name == "profile" || c.name == "channel" {
		args[0] = strings.ToLower(args[0]) // a name, whose case means nothing
	}
	sum := sha256.Sum256([]byte(k.c.As + string(c.on) + "\x00" + c.name + "\x00" + strings.Join(args, "\x00")))
	return "live " + hex.EncodeToString(sum[:])
}

// kept is a kept answer: a value, or the reason why there is none.
type kept struct {
	Value json.RawMessage      `json:"value"`
	Kind  service.UpstreamKind `json:"kind,omitempty"`
}

// ask is the answer to a call: kept, of a run under way, or of one that begins.
func (k *Keeper) ask(ctx context.Context, c call, of []ask) (any, error) {
	if keptAs[c.name] == "" {
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
	found, err := k.c.Answers.LiveAnswer(context.WithoutCancel(ctx), k.key(c))
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
	key := k.key(c)
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
		if err == nil || reasonsKept[kindOf(err)] != "" {
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

func kindOf(err error) service.UpstreamKind {
	if u, known := errors.AsType[*service.UpstreamError](err); known {
		return u.Kind
	}
	return ""
}

func (k *Keeper) keep(c call, v any, kind service.UpstreamKind, at time.Time) {
	last := k.c.Lasting[cmp.Or(reasonsKept[kind], keptAs[c.name])]
	ctx := context.WithoutCancel(k.base)
	value, err := json.Marshal(v)
	var body []byte
	if err == nil {
		body, err = json.Marshal(kept{Value: value, Kind: kind})
	}
	if err == nil {
		err = k.c.Answers.KeepLiveAnswer(ctx, k.key(c), Kept{At: at, Until: at.Add(last), Body: body})
	}
	if said := k.c.Lasting[KeepTranscripts]; err == nil && said > 0 && kind == "" && (c.name == "tracks" || c.name == "transcript") {
		err = k.c.Answers.KeepLiveAnswer(ctx, SaidKey(c.on, c.args[0]), Kept{At: at, Until: at.Add(said), Body: []byte("{}")})
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

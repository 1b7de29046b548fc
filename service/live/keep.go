package live

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// Answers is where what networks answered is kept for a while.
type Answers interface {
	// LiveAnswer is what is kept under a key, past or not; service.ErrNotFound.
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
	keepDetails  = 6 * time.Hour
	keepLists    = time.Hour
	keepSearch   = 10 * time.Minute
	keepTracks   = 6 * time.Hour
	keepMissing  = time.Hour
	keepPrivate  = 6 * time.Hour
	shortestWait = 2 * time.Second // that a caller is told to wait for a run under way
	underWayMax  = 40              // runs for different questions: two channels of twenty
)

// KeepConfig is how answers are waited for and kept. Zero values are the defaults.
type KeepConfig struct {
	Answers Answers
	Wait    time.Duration // for an answer; 25 s
	Run     time.Duration // that work goes on for at most, waited for or not; 2 min
	Clock   func() time.Time
	Logger  *slog.Logger // nil: nothing is logged
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
	var out service.Networks
	if n.Photo != nil {
		out.Photo = keptPhoto{k, n.Photo}
	}
	if n.Video != nil {
		out.Video = keptVideo{k, n.Video}
	}
	if n.ShortVideo != nil {
		out.ShortVideo = keptShort{k, n.ShortVideo}
	}
	return out, k
}

// Close ends what runs and waits for it.
func (k *Keeper) Close() error {
	k.end()
	k.work.Wait()
	return nil
}

// question is what is asked of a network. Its key shows nobody whom it is about.
type question struct {
	on   api.Platform
	call string
	args []string
	keep time.Duration
}

func (q question) key() string {
	sum := sha256.Sum256([]byte(string(q.on) + "\x00" + q.call + "\x00" + strings.Join(q.args, "\x00")))
	return "live " + hex.EncodeToString(sum[:])
}

// kept is how an answer is kept: a value, or why there is none.
type kept[T any] struct {
	Value T                    `json:"value"`
	Kind  service.UpstreamKind `json:"kind,omitempty"`
}

// answer is the answer to a question: kept, of a run under way, or of one that begins.
func answer[T any](ctx context.Context, k *Keeper, q question, ask func(context.Context) (T, error)) (v T, err error) {
	key := q.key()
	if v, err, ok := again[T](ctx, k, key); ok {
		return v, err
	}
	run, err := begin(k, q, key, ask)
	if err != nil {
		return v, err
	}
	wait := time.NewTimer(k.c.Wait)
	defer wait.Stop()
	select {
	case <-run.done:
		service.ReadAt(ctx, run.at)
		v, _ = run.value.(T)
		return v, run.err
	case <-ctx.Done():
		if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
			return v, err
		}
	case <-wait.C:
	}
	return v, &service.UpstreamError{Kind: service.UpstreamTimeout, RetryAfter: k.took(q)}
}

// again is a kept answer that still holds. It is looked for also where the caller's time
// is over: what is not there has to be begun.
func again[T any](ctx context.Context, k *Keeper, key string) (v T, err error, ok bool) {
	found, err := k.c.Answers.LiveAnswer(context.WithoutCancel(ctx), key)
	var a kept[T]
	if err != nil || !k.c.Clock().Before(found.Until) || json.Unmarshal(found.Body, &a) != nil {
		return v, nil, false
	}
	service.ReadAt(ctx, found.At)
	if a.Kind != "" {
		return v, &service.UpstreamError{Kind: a.Kind}, true
	}
	return a.Value, nil, true
}

// begin is the run of a question, which goes on without its caller.
func begin[T any](k *Keeper, q question, key string, ask func(context.Context) (T, error)) (*underWay, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if run := k.runs[key]; run != nil {
		return run, nil
	}
	if len(k.runs) >= underWayMax || k.base.Err() != nil {
		return nil, &service.UpstreamError{Kind: service.UpstreamUnavailable, RetryAfter: max(shortestWait, k.lately[q.call])}
	}
	run := &underWay{done: make(chan struct{})}
	k.runs[key] = run
	k.work.Go(func() {
		ctx, stop := context.WithTimeout(k.base, k.c.Run)
		defer stop()
		began := time.Now()
		v, err := ask(ctx)
		run.value, run.err, run.at = v, err, k.c.Clock()
		if err == nil || isAnswer(err) {
			keepAnswer(k, q, key, kept[T]{Value: v, Kind: kindOf(err)}, run.at)
		}
		if err != nil && k.base.Err() == nil && ctx.Err() != nil {
			run.err = &service.UpstreamError{Kind: service.UpstreamTimeout}
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		delete(k.runs, key)
		k.lately[q.call] = time.Since(began)
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

func keepAnswer[T any](k *Keeper, q question, key string, a kept[T], at time.Time) {
	keep := q.keep
	switch a.Kind {
	case service.UpstreamMissing, service.UpstreamSilent:
		keep = keepMissing
	case service.UpstreamPrivate:
		keep = keepPrivate
	}
	body, err := json.Marshal(a)
	if err == nil {
		err = k.c.Answers.KeepLiveAnswer(context.WithoutCancel(k.base), key, Kept{At: at, Until: at.Add(keep), Body: body})
	}
	if err != nil {
		k.c.Logger.Warn("a live answer is not kept", slog.String("call", q.call), slog.String("error", err.Error()))
	}
}

// took is how long to wait for a run under way, by what such runs took lately.
func (k *Keeper) took(q question) time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	return max(shortestWait, k.lately[q.call])
}

type keptPhoto struct {
	*Keeper
	source service.PhotoNetwork
}

func (p keptPhoto) Post(ctx context.Context, shortcode string) (api.LivePost, error) {
	q := question{api.PhotoPlatform, "post", []string{shortcode}, keepDetails}
	return answer(ctx, p.Keeper, q, func(ctx context.Context) (api.LivePost, error) { return p.source.Post(ctx, shortcode) })
}

func (p keptPhoto) Profile(ctx context.Context, username string, posts int) (api.LivePhotoProfile, error) {
	q := question{api.PhotoPlatform, "profile", []string{strings.ToLower(username), fmt.Sprint(posts)}, keepDetails}
	return answer(ctx, p.Keeper, q, func(ctx context.Context) (api.LivePhotoProfile, error) { return p.source.Profile(ctx, username, posts) })
}

func (p keptPhoto) Transcript(ctx context.Context, shortcode, language string) (service.Speech, error) {
	q := question{api.PhotoPlatform, "transcript", []string{shortcode, language}, keepTracks}
	return answer(ctx, p.Keeper, q, func(ctx context.Context) (service.Speech, error) {
		return p.source.Transcript(ctx, shortcode, language)
	})
}

type keptVideo struct {
	*Keeper
	source service.VideoNetwork
}

func (v keptVideo) Video(ctx context.Context, id string) (api.VideoDetails, error) {
	q := question{api.VideoPlatform, "video", []string{id}, keepDetails}
	return answer(ctx, v.Keeper, q, func(ctx context.Context) (api.VideoDetails, error) { return v.source.Video(ctx, id) })
}

func (v keptVideo) Tracks(ctx context.Context, id string) ([]service.Transcript, error) {
	q := question{api.VideoPlatform, "tracks", []string{id}, keepTracks}
	return answer(ctx, v.Keeper, q, func(ctx context.Context) ([]service.Transcript, error) { return v.source.Tracks(ctx, id) })
}

func (v keptVideo) Channel(ctx context.Context, c service.ChannelQuery) (service.Channel, error) {
	q := question{api.VideoPlatform, "channel", []string{strings.ToLower(c.Handle), c.ID, string(c.Sort), fmt.Sprint(c.Limit)}, keepLists}
	return answer(ctx, v.Keeper, q, func(ctx context.Context) (service.Channel, error) { return v.source.Channel(ctx, c) })
}

func (v keptVideo) Search(ctx context.Context, s service.VideoQuery) (service.VideoPage, error) {
	q := question{api.VideoPlatform, "search", []string{s.Text, string(s.Uploaded), string(s.Sort), string(s.Content), string(s.Length), s.Country, s.Language, fmt.Sprint(s.Limit), s.After}, keepSearch}
	return answer(ctx, v.Keeper, q, func(ctx context.Context) (service.VideoPage, error) { return v.source.Search(ctx, s) })
}

// Suggest is not kept: only a store suggests, and it answers at once.
func (v keptVideo) Suggest(ctx context.Context, q service.SuggestQuery) ([]string, error) {
	return v.source.Suggest(ctx, q)
}

type keptShort struct {
	*Keeper
	source service.ShortVideoNetwork
}

func (s keptShort) Profile(ctx context.Context, username string) (api.ShortVideoProfile, error) {
	q := question{api.ShortVideoPlatform, "profile", []string{strings.ToLower(username)}, keepDetails}
	return answer(ctx, s.Keeper, q, func(ctx context.Context) (api.ShortVideoProfile, error) { return s.source.Profile(ctx, username) })
}

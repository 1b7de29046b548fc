// Package judge has a language model read what the rules judged, as a second reader
// that may not do much: it confirms a finding, dismisses one with a reason, adds one
// with words that stand in the text, and moves a judgement by one grade at most.
// What it answers is checked here; whatever is late, too dear, malformed or made up is
// dropped, and the rules' judgement stays as it was. It owns what is sent, to whom, and
// what that may cost a day. It knows no store and none of our HTTP.
package judge

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/analysis"
)

// What of a creator may be sent: the values of Config.Send.
const (
	SendBios  = "bios"
	SendPosts = "posts" // captions, and what is said
	SendAll   = "all"
)

// Spent is the cost of models: tokens, and millionths of a dollar.
type Spent struct{ Tokens, Micros int64 }

// Book stores answers, and the spending of a day, counted from 1970.
type Book interface {
	// Judged is the answer kept under a key since a moment; service.ErrNotFound if none. A key
	// begins with the id of the creator it is about and a slash.
	Judged(ctx context.Context, key string, since time.Time) ([]byte, error)
	KeepJudged(ctx context.Context, key string, answer []byte, at, since time.Time) error
	// SpendJudging books what is spent; service.ErrQuota where that would pass most. What is given back
	// is booked always.
	SpendJudging(ctx context.Context, day int64, add, most Spent) error
}

// Config holds everything a Reader is made of. URL and Model are required; so is Book, but
// for an evaluation, and Clock.
type Config struct {
	URL   string // of an OpenAI-compatible API, to which /chat/completions is added
	Model string
	Key   func(context.Context) (string, error) // nil: none is sent
	Send  string                                // SendBios, SendPosts or SendAll
	Day   Spent                                 // the most a day
	// Price is millionths of a dollar for a million tokens, of questions and of answers.
	Price     struct{ In, Out int64 }
	Timeout   time.Duration // of one call; 0: 8 s
	Book      Book
	Clock     func() time.Time
	Logger    *slog.Logger      // nil: nothing is logged
	Transport http.RoundTripper // nil: one of its own
}

// settled is no cap: what was spent is booked.
var settled = Spent{math.MaxInt64 / 2, math.MaxInt64 / 2}

const (
	callTimeout = 8 * time.Second
	leaves      = 10 * time.Second // of a request's time, to charge for it and answer
	keptFor     = 90 * 24 * time.Hour
	answerMost  = 900
	repairs     = 1
	nobody      = "-" // in a key: it is about no creator
)

// Parallel limits the calls that run at once.
const Parallel = 4

// Reader is a second reader. Its methods may be called at once.
type Reader struct {
	config Config
	http   *http.Client
	slots  chan struct{}
	rests  atomic.Int64 // unix nanoseconds until which nobody is asked
}

// New returns a reader.
func New(c Config) *Reader {
	c.Timeout = cmp.Or(c.Timeout, callTimeout)
	c.URL = strings.TrimSuffix(c.URL, "/")
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Transport == nil {
		c.Transport = http.DefaultTransport.(*http.Transport).Clone()
	}
	return &Reader{config: c, slots: make(chan struct{}, Parallel), http: &http.Client{Transport: c.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// unread is why a model did not read something, as people are told.
type unread string

func (u unread) Error() string { return string(u) }

const (
	errNothing  unread = "nothing that may be sent to it"
	errOrders   unread = "a text gives orders to whoever reads it"
	errSpent    unread = "its budget of the day is spent"
	errLate     unread = "it did not answer in time"
	errFailed   unread = "its service failed or refused"
	errUnusable unread = "its answer could not be used"
)

// by says who judged: with the model unless err says why not.
func (r *Reader) by(t task, texts, of int, err error) *api.JudgedBy {
	b := &api.JudgedBy{Kind: api.ByBoth, Model: r.config.Model, Prompt: t.name, Texts: texts, Partial: texts < of}
	if err == nil {
		return b
	}
	why, known := errors.AsType[unread](err)
	if !known {
		why = errFailed
	}
	r.config.Logger.Warn("a model did not read", "task", t.name, "why", string(why))
	return &api.JudgedBy{Kind: api.ByRules, Model: r.config.Model, Prompt: t.name, Partial: why != errNothing, Why: string(why)}
}

// task is one kind of question: its name and version, what the model is told, and the
// form of an answer.
type task struct {
	name, system, schema string
	about                string // the creator whose texts are asked about, by id; "" for none
}

//go:embed prompts
var prompts embed.FS

// newTask reads prompts/NAME.txt and NAME.json; version grows with every change of them.
func newTask(name string, version int) task {
	read := func(file string) string {
		raw, err := prompts.ReadFile("prompts/" + file)
		if err != nil {
			panic(err) // it is part of the program
		}
		return string(raw)
	}
	schema := read(name + ".json")
	return task{name: fmt.Sprintf("%s/%d", name, version), system: read(name+".txt") + read("all.txt") + schema, schema: schema}
}

// echo is the code that every answer repeats, which only this question holds.
type echo struct {
	Nonce string `json:"nonce"`
}

func (e *echo) echoed() *string { return &e.Nonce }

// answer is a form of an answer, by its pointer.
type answer[A any] interface {
	*A
	echoed() *string
	check() error // nil: every part of it has a meaning
}

// ask puts a question about data, unless it was answered before. What comes back is
// whole: it has the form that was asked for.
func ask[A any, P answer[A]](ctx context.Context, r *Reader, t task, data any) (a A, err error) {
	asked, err := json.Marshal(data) // which writes < and > as escapes: no text can close its frame
	if err != nil {
		return a, err
	}
	key, now := r.key(t, asked), r.config.Clock()
	if kept, err := r.kept(ctx, key, now); err == nil && decode(kept, &a) == nil && P(&a).check() == nil {
		return a, nil
	}
	ctx, done, err := r.turn(ctx)
	if err != nil {
		return a, err
	}
	defer done()
	nonce := rand.Text()
	talk := []message{{"system", t.system}, {"user", fmt.Sprintf("nonce: %s\n<data-%s>\n%s\n</data-%s>", nonce, nonce, asked, nonce)}}
	for try := 0; ; try++ {
		said, err := r.complete(ctx, t, talk)
		if err != nil {
			return a, err
		}
		var got A
		err = decode(unfenced(said), &got)
		if err == nil && *P(&got).echoed() != nonce {
			err = errors.New("nonce is not the one of the question")
		}
		if err == nil {
			err = P(&got).check()
		}
		if err == nil {
			*P(&got).echoed() = ""
			r.keep(ctx, key, got, now)
			return got, nil
		}
		if try == repairs {
			return a, errUnusable
		}
		talk = append(talk, message{"assistant", said[:min(len(said), 4<<10)]}, message{"user", "That is not an answer of the form that was asked for. Give the JSON object alone, with the nonce."})
	}
}

// turn waits until this call may run, within its time and that of its request.
func (r *Reader) turn(ctx context.Context) (context.Context, func(), error) {
	cancel := func() {}
	if end, ok := ctx.Deadline(); ok {
		ctx, cancel = context.WithDeadlineCause(ctx, end.Add(-leaves), errLate)
	}
	select {
	case r.slots <- struct{}{}:
		return ctx, func() { <-r.slots; cancel() }, nil
	case <-ctx.Done():
		cancel()
		return nil, nil, errLate
	}
}

// of is the task with whom it is about: their answers can be found and dropped.
func (t task) of(s analysis.Scan) task {
	t.about = s.Creator
	return t
}

// key is whom an answer is about, a slash, and the checksum of all that it rests on.
func (r *Reader) key(t task, asked []byte) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{r.config.Model, t.name, t.system, string(asked)}, "\x00")))
	return cmp.Or(t.about, nobody) + "/" + hex.EncodeToString(sum[:])
}

func (r *Reader) kept(ctx context.Context, key string, now time.Time) ([]byte, error) {
	if r.config.Book == nil {
		return nil, service.ErrNotFound
	}
	return r.config.Book.Judged(ctx, key, now.Add(-keptFor))
}

// keep is no part of the answer: what cannot be kept is asked for again.
func (r *Reader) keep(ctx context.Context, key string, a any, now time.Time) {
	raw, err := json.Marshal(a)
	if err == nil && r.config.Book != nil {
		err = r.config.Book.KeepJudged(context.WithoutCancel(ctx), key, raw, now, now.Add(-keptFor))
	}
	if err != nil {
		r.config.Logger.Warn("an answer of a model is not kept", "cause", err)
	}
}

// spend books tokens of a question and of an answer, within most; less than none gives back.
func (r *Reader) spend(ctx context.Context, in, out int64, most Spent) error {
	if r.config.Book == nil {
		return nil
	}
	p := r.config.Price
	add := Spent{Tokens: in + out, Micros: (in*p.In + out*p.Out) / 1e6}
	err := r.config.Book.SpendJudging(ctx, r.config.Clock().Unix()/(24*60*60), add, most)
	if errors.Is(err, service.ErrQuota) {
		return errSpent
	}
	return err
}

// decode reads exactly one JSON object, with no key that was not asked for.
func decode(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the object")
	}
	return nil
}

// unfenced returns the text between the fences of Markdown, if it begins with one.
func unfenced(said string) []byte {
	said = strings.TrimSpace(said)
	if rest, ok := strings.CutPrefix(said, "```"); ok {
		_, rest, _ = strings.Cut(rest, "\n")
		said, _, _ = strings.Cut(rest, "```")
	}
	return []byte(said)
}

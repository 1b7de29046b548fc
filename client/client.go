// Package client is the shared way to a Creator Data Service: it builds every
// request, retries only what cannot cost twice, reads the price and the budgets
// from the answers, and names what went wrong. It knows the contract (package
// api) and nothing of screens, of files or of the service behind the address;
// where answers are kept and journals are written, its Config decides.
package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/client/money"
	"greenroom/client/pay"
)

// Config says which service a client speaks to and how.
type Config struct {
	// BaseURL is the address in front of /v1. It carries no user, query or
	// fragment.
	BaseURL string
	// Key is asked before each request that needs a key. The key is neither kept
	// nor printed. Nil is no key: only Health works then.
	Key func(ctx context.Context) (string, error)
	// SignIn is a person's session, which requests carry instead of a key; nil:
	// there is a key.
	SignIn Session
	// HTTP sends the requests; nil is a client with timeouts. Redirects are never
	// followed, whatever it says: they would carry the key to another address.
	HTTP *http.Client
	// Names are the service's words for the networks, by the neutral word. They
	// are applied here, both ways, and nowhere else.
	Names map[api.Platform]string
	// Clock and Sleep are the time; nil is the real one.
	Clock func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error
	// MaxWait is the longest wait before an automatic retry; 0 is DefaultMaxWait.
	MaxWait time.Duration
	// MaxBody is the most bytes an answer may have; 0 is DefaultMaxBody.
	MaxBody int64
	// Memory writes calls down and keeps answers; nil keeps nothing.
	Memory Memory
	// Caps limits spending; nil parts do not.
	Caps money.Caps
	// Payer pays for single calls where the service asks for that; nil pays nothing.
	// Where there is no Key, calls are made without one.
	Payer *pay.Payer
	// Idempotent says that the service is known to take idempotency keys. Of any
	// other its answers tell.
	Idempotent bool
	// Account names whose budget calls take from where the key does not: that of a service
	// which makes its key anew each time. "" is the key's.
	Account string
	// Origin is written beside each call: "mcp" for an agent; "" for the planner.
	Origin string
	// UserAgent names the program; "" is "greenroom".
	UserAgent string
}

// Session supplies the tokens of a person who signed in. An error that is
// signin.ErrSignedOut says that somebody has to sign in; any other may be over a moment
// later.
type Session interface {
	// Token returns the token for the next request.
	Token(ctx context.Context) (string, error)
	// Renew is another token than the one that the service refused.
	Renew(ctx context.Context, refused string) (string, error)
}

// What a Config leaves open.
const (
	DefaultMaxWait = 5 * time.Second
	DefaultMaxBody = 8 << 20
	defaultTimeout = 90 * time.Second
)

// Client speaks to one service. It may be used by many goroutines.
type Client struct {
	base   *url.URL
	cfg    Config
	names  names
	purse  *money.Purse
	prices money.PriceList
	lesson lesson
	lacks  atomic.Bool // the service cannot interpret a query
	listed listed
	brief  atomic.Value // string: what calls are for from now on
}

// What a client tells of money, by the names its callers know.
type (
	Budget  = money.Budget
	Window  = money.Window
	Caps    = money.Caps
	Prices  = money.Prices
	Waiting = money.Waiting
)

// New checks the configuration. It sends nothing.
func New(cfg Config) (*Client, error) {
	base, err := parseBase(cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	cfg.HTTP = withoutRedirects(cfg.HTTP)
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if cfg.Sleep == nil {
		cfg.Sleep = sleep
	}
	cfg.MaxWait, cfg.MaxBody, cfg.UserAgent = cmp.Or(cfg.MaxWait, DefaultMaxWait), cmp.Or(cfg.MaxBody, DefaultMaxBody), cmp.Or(cfg.UserAgent, "greenroom")
	words, err := newNames(cfg.Names)
	if err != nil {
		return nil, err
	}
	c := &Client{base: base, cfg: cfg, names: words}
	c.purse = money.New(money.Config{Caps: cfg.Caps, Prices: &c.prices, Shared: cfg.Memory != nil, Clock: cfg.Clock, Sleep: cfg.Sleep})
	c.lesson.once.Store(cfg.Idempotent)
	return c, nil
}

// For notes on calls from now on which brief they are for; "" is none.
func (c *Client) For(brief string) { c.brief.Store(brief) }

// String names the service, never the key.
func (c *Client) String() string { return "client of " + c.base.String() }

// GoString is String, so that no verb prints what the client holds.
func (c *Client) GoString() string { return c.String() }

// Budget returns the remaining budgets as far as they are known now: as the last answer
// said them, rolled over by the clock.
func (c *Client) Budget() Budget { return c.purse.Budget() }

// Fit says whether a call that can cost so much would be sent now, when it would
// be if not, or never, and why. It asks neither the service nor the memory: of
// the day's cap it knows what this client spent.
func (c *Client) Fit(high api.Credits) money.Fit { return c.purse.Fit(money.Claim{High: high}) }

// Allowance returns the rest of the session's and the day's caps; nil is no cap.
func (c *Client) Allowance(ctx context.Context) (session, day *api.Credits, err error) {
	used, err := c.today(ctx)
	return rest(c.cfg.Caps.Session, c.purse.Spent()), rest(c.cfg.Caps.Day, used), err
}

// today returns the spending under the cap of the day, by other programs too where there
// is a memory.
func (c *Client) today(ctx context.Context) (api.Credits, error) {
	if c.cfg.Memory == nil || c.cfg.Caps.Day == nil {
		return c.purse.Spent(), nil
	}
	begins := money.Midnight(c.cfg.Clock())
	return c.cfg.Memory.Spent(ctx, c.account(ctx), begins, begins.AddDate(0, 0, 1))
}

// Queue are the calls that wait for the budget, in the order they will be sent.
func (c *Client) Queue() []Waiting { return c.purse.Queue() }

// Prices returns the prices of calls as far as they are known now. The memory is asked
// once; where it cannot be read the table holds until a call could read it.
func (c *Client) Prices() Prices {
	if !c.lesson.tried.Load() {
		c.recallLessons(context.Background())
	}
	return c.prices.Prices()
}

// lesson records whether the lessons about the service were read from memory, and its
// known habits with refusals.
type lesson struct {
	mu           sync.Mutex
	tried, done  atomic.Bool
	paidRefusals atomic.Bool // a 503 of this service may have been charged
	once         atomic.Bool // it charges a request with an idempotency key once
}

func (c *Client) recallLessons(ctx context.Context) {
	if c.cfg.Memory == nil || c.lesson.done.Load() {
		return
	}
	c.lesson.mu.Lock()
	defer c.lesson.mu.Unlock()
	c.lesson.tried.Store(true)
	if known, err := c.cfg.Memory.Lessons(ctx); err == nil && !c.lesson.done.Swap(true) {
		c.prices.Add(known.Prices...)
		if known.PaidRefusals {
			c.lesson.paidRefusals.Store(true)
		}
		if known.Idempotent {
			c.lesson.once.Store(true)
		}
	}
}

func parseBase(s string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil {
		return nil, errors.New("the service's address is not a URL")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("the service's address must not carry a user, a query or a fragment")
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("the service's address %q must begin with http:// or https:// and name a host", s)
	}
	u.Path = strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/v1")
	u.RawPath = ""
	return u, nil
}

func withoutRedirects(h *http.Client) *http.Client {
	if h == nil {
		h = &http.Client{Transport: transport(), Timeout: defaultTimeout}
	}
	own := *h
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &own
}

// transport speaks HTTP/1.1 only: there the empty body that keeps a paid request
// from being repeated leaves no trace on the wire. Idle connections are dropped
// before servers commonly drop them.
func transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Protocols = new(http.Protocols)
	t.Protocols.SetHTTP1(true)
	t.ForceAttemptHTTP2 = false
	t.IdleConnTimeout = 30 * time.Second
	return t
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

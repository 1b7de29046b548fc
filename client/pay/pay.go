// Package pay pays for single requests where a service asks for it (HTTP 402): it
// reads what is asked for, decides by the planner's policy and caps whether to pay,
// signs, and writes every step into the spending journal before it is taken. It
// knows the wire formats (internal/payment) and nothing of endpoints, of files, of
// screens or of where the wallet's key comes from.
package pay

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"sync"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
)

// Policy decides whether to pay.
type Policy string

// The policies.
const (
	Never Policy = "never"
	Ask   Policy = "ask"
	Auto  Policy = "auto"
)

// Protocol names a way to ask for a payment and to make it.
type Protocol string

// The protocols.
const (
	MPP  Protocol = "mpp"
	X402 Protocol = "x402"
)

// Caps are the most that may be paid; 0 is the default of each: there is no
// paying without caps.
type Caps struct{ Call, Session, Day payment.MicroUSD }

// DefaultCaps are those of a connection that sets none.
var DefaultCaps = Caps{Call: payment.Dollar, Session: 5 * payment.Dollar, Day: 10 * payment.Dollar}

func (c Caps) filled() Caps {
	for _, f := range []struct{ have, or *payment.MicroUSD }{
		{&c.Call, &DefaultCaps.Call}, {&c.Session, &DefaultCaps.Session}, {&c.Day, &DefaultCaps.Day},
	} {
		if *f.have == 0 {
			*f.have = *f.or
		}
	}
	return c
}

// Answer is the planner's answer to a question about a payment.
type Answer int

// The answers. ForSession also agrees to what costs no more and goes to the same
// account, until the program ends.
const (
	No Answer = iota
	Yes
	ForSession
)

// Config says what may be paid, with what, and how that is kept.
type Config struct {
	Policy   Policy // "" is Never
	Caps     Caps
	PayTo    []evm.Address // who may be paid; none: anybody
	Networks []string      // where, as CAIP-2; none: every network of the table
	WithKey  bool          // pay also for requests that carry an API key
	TestOnly bool          // the wallet is for test networks
	First    Protocol      // what is paid with where a service takes both; "" is MPP
	// Wallet is asked for when a payment is reserved: the day is the wallet's. Its
	// errors hold no key.
	Wallet func(ctx context.Context) (evm.Key, error)
	// Account is that of the wallet, where it is known before Wallet is asked; else "".
	Account string
	// Ask asks the planner; nil: there is nobody to ask.
	Ask   func(ctx context.Context, o Offer) (Answer, error)
	Book  Book // nil: nothing is paid
	Clock func() time.Time
}

// Payer pays for the requests of one connection. It may be used by many
// goroutines.
type Payer struct {
	cfg Config

	mu      sync.Mutex
	asking  chan struct{} // holds one: who may ask
	session payment.MicroUSD
	counted payment.MicroUSD // of the wallet's day, as known last
	day     time.Time        // that is counted; zero: not yet
	account string           // of the wallet; "": its key was not asked for yet
	agreed  map[evm.Address]payment.MicroUSD
}

// New makes a payer. It asks for no key and reads nothing.
func New(cfg Config) *Payer {
	cfg.Policy = cmp.Or(cfg.Policy, Never)
	cfg.First = cmp.Or(cfg.First, MPP)
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	cfg.Caps = cfg.Caps.filled()
	return &Payer{cfg: cfg, account: cfg.Account, agreed: map[evm.Address]payment.MicroUSD{}, asking: make(chan struct{}, 1)}
}

// String says the policy, and nothing of the wallet.
func (p *Payer) String() string { return "payer: " + string(p.cfg.Policy) }

// GoString is String.
func (p *Payer) GoString() string { return p.String() }

// Pays says whether anything may be paid.
func (p *Payer) Pays() bool { return p != nil && p.cfg.Policy != Never }

// Asks says whether the planner is asked about every payment.
func (p *Payer) Asks() bool { return p != nil && p.cfg.Policy == Ask }

// Agreed is the most that is paid to somebody without a question until the end of the
// session; 0: each payment is asked about.
func (p *Payer) Agreed() (most payment.MicroUSD) {
	if p == nil {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, upTo := range p.agreed {
		most = max(most, upTo)
	}
	return most
}

// AskAgain takes back that nothing is asked.
func (p *Payer) AskAgain() {
	if p != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		clear(p.agreed)
	}
}

// OnAsk takes who asks the planner, where that is known after the payer is made.
func (p *Payer) OnAsk(ask func(ctx context.Context, o Offer) (Answer, error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cfg.Ask = ask
}

// Room is the money left under the cap that ends first, and that cap.
type Room struct {
	Left, Most payment.MicroUSD
	Session    bool // it is that of the session, not of the day
}

// Left returns the money left; false where nothing may be paid, the journal was not read
// yet, or nobody knows the wallet yet.
func (p *Payer) Left() (Room, bool) {
	if !p.Pays() {
		return Room{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	counted := p.counted
	if today := p.today(""); !p.day.Equal(today.Begins) {
		if p.day.IsZero() {
			return Room{}, false
		}
		counted = 0
	}
	day, session := max(0, p.cfg.Caps.Day-counted), max(0, p.cfg.Caps.Session-p.session)
	if session < day {
		return Room{session, p.cfg.Caps.Session, true}, true
	}
	return Room{day, p.cfg.Caps.Day, false}, true
}

// Count reads from the journal what the wallet paid today, where it is known which
// one that is.
func (p *Payer) Count(ctx context.Context) error {
	if !p.Pays() || p.cfg.Book == nil {
		return nil
	}
	p.mu.Lock()
	account := p.account
	p.mu.Unlock()
	if account == "" {
		return nil
	}
	d := p.today(account)
	n, err := p.cfg.Book.Counted(ctx, d)
	if err == nil {
		p.know(d, n)
	}
	return err
}

func (p *Payer) know(d Day, n payment.MicroUSD) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.day, p.counted, p.account = d.Begins, n, d.Payer
}

// today is the day of now, from midnight to midnight of this machine, of a wallet.
func (p *Payer) today(account string) Day {
	y, m, d := p.cfg.Clock().Date()
	return Day{time.Date(y, m, d, 0, 0, 0, 0, p.cfg.Clock().Location()), p.cfg.Caps.Day, account}
}

// Call is a request that may have to be paid for.
type Call struct {
	ID       string // of the call in the journal
	Body     []byte
	Most     payment.MicroUSD // what it costs at most by the price list
	Keyed    bool             // it carries an API key
	SignedIn bool             // somebody is signed in: Authorization is taken
	Typing   bool             // it is made while somebody types: nobody is asked about it
	Earlier  bool             // a try of it may have been charged already: nothing new is signed
	// Advertised is the most that the service itself says it costs, asked for where a
	// demand is above Most; false where it does not say. Nil: nobody knows.
	Advertised func(ctx context.Context) (payment.MicroUSD, bool)
	Request    func() (*http.Request, error)
	Send       func(*http.Request) (*http.Response, error)
}

// name tells a request from others: a payment is for one only.
func (c Call) name(r *http.Request) string { return Name(r.Method, r.URL.String(), c.Body) }

// Name returns the journal's name for a request.
func Name(method, url string, body []byte) string {
	sum := sha256.Sum256([]byte(method + " " + url + "\n" + string(body)))
	return hex.EncodeToString(sum[:])
}

// Do sends a request, and once more with a payment where the service asks for one
// and it may be paid. What was paid for the same request before and is not known
// to be over is sent again instead: nothing is ever signed twice. The error of a
// payment that was not made is a *Refusal.
//
// A payment that left is Signed: End has to be told how the answer ended.
func (p *Payer) Do(ctx context.Context, c Call) (*http.Response, Payment, error) {
	req, err := c.Request()
	if err != nil {
		return nil, Payment{}, err
	}
	name := c.name(req)
	if earlier, found, err := p.earlier(ctx, name); err != nil {
		return nil, Payment{}, p.refuse(nil, sayJournal, err)
	} else if found {
		return p.send(c, req, earlier)
	}
	resp, err := c.Send(req)
	if err != nil || resp.StatusCode != http.StatusPaymentRequired {
		return resp, Payment{}, err
	}
	body, _ := io.ReadAll(io.LimitReader(resp.Body, mostBody))
	_ = resp.Body.Close()
	offer, why := p.choose(c, req, resp, body)
	if why != "" {
		return nil, Payment{}, p.refuse(resp, why, nil)
	}
	if offer == nil || c.Earlier {
		return again(resp, body), Payment{}, nil // a 402 that asks for nothing, or for what may be paid already
	}
	made, refused := p.make(ctx, c, name, *offer)
	if refused != nil {
		refused.Response = resp
		return nil, Payment{}, refused
	}
	if req, err = c.Request(); err != nil {
		return nil, Payment{}, err
	}
	return p.send(c, req, made)
}

// mostBody limits how much of a demand is read.
const mostBody = 64 << 10

func (p *Payer) earlier(ctx context.Context, name string) (Payment, bool, error) {
	if p.cfg.Book == nil {
		return Payment{}, false, nil
	}
	return p.cfg.Book.Outstanding(ctx, name)
}

// Outstanding says whether a request was paid for before in a way that is not over.
func (p *Payer) Outstanding(ctx context.Context, method, url string, body []byte) bool {
	_, found, err := p.earlier(ctx, Name(method, url, body))
	return err == nil && found
}

// send sends a request with its payment.
func (p *Payer) send(c Call, req *http.Request, paid Payment) (*http.Response, Payment, error) {
	header, value := paid.header()
	req.Header.Set(header, value)
	resp, err := c.Send(req)
	return resp, paid, err
}

// make reserves for the wallet, asks and signs. Each step is written down before the
// next, and whatever stops it before a signature could leave frees what was reserved.
func (p *Payer) make(ctx context.Context, c Call, name string, o Offer) (Payment, *Refusal) {
	if refused := p.askable(c, o); refused != nil {
		return Payment{}, refused
	}
	key, err := p.cfg.Wallet(ctx)
	if err != nil {
		return Payment{}, p.refuse(nil, sayWallet, err)
	}
	made := o.payment(c.ID, name, p.cfg.Clock())
	made.Payer = key.Address().String()
	if refused := p.reserve(ctx, made); refused != nil {
		return Payment{}, refused
	}
	signed, refused := p.sign(ctx, o, made, key)
	if refused != nil {
		made.State = Released
		p.drop(made.Amount)
		_, _ = p.write(context.WithoutCancel(ctx), made)
		return Payment{}, refused
	}
	return signed, nil
}

func (p *Payer) sign(ctx context.Context, o Offer, made Payment, key evm.Key) (Payment, *Refusal) {
	room, _ := p.Left()
	o.Left = room.Left
	if refused := p.agree(ctx, o); refused != nil {
		return made, refused
	}
	made, err := o.sign(made, key, p.cfg.Clock())
	if err == nil {
		err = p.cfg.Book.Write(ctx, made)
	}
	if err != nil {
		return made, p.refuse(nil, sayUnsigned, err)
	}
	return made, nil
}

// write writes a payment down, and reads what counts from then on.
func (p *Payer) write(ctx context.Context, made Payment) (Payment, error) {
	err := p.cfg.Book.Write(ctx, made)
	if counted := p.Count(ctx); err == nil {
		err = counted
	}
	return made, err
}

// reserve takes the amount from what the session and the day may cost.
func (p *Payer) reserve(ctx context.Context, made Payment) *Refusal {
	p.mu.Lock()
	left := p.cfg.Caps.Session - p.session
	if made.Amount > left {
		p.mu.Unlock()
		return p.refuse(nil, sayOverSession(made.Amount, max(0, left), p.cfg.Caps.Session), nil)
	}
	p.session += made.Amount
	p.mu.Unlock()
	d := p.today(made.Payer)
	counted, ok, err := p.cfg.Book.Reserve(ctx, made, d)
	switch {
	case err != nil:
		p.drop(made.Amount)
		return p.refuse(nil, sayJournal, err)
	case !ok:
		p.drop(made.Amount)
		p.know(d, counted)
		return p.refuse(nil, sayOverDay(made.Amount, max(0, d.Cap-counted), d.Cap), nil)
	}
	p.know(d, counted+made.Amount)
	return nil
}

func (p *Payer) drop(amount payment.MicroUSD) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.session -= amount
}

// again is an answer whose body was read.
func again(resp *http.Response, body []byte) *http.Response {
	resp.Body = io.NopCloser(bytes.NewReader(body))
	resp.ContentLength = int64(len(body))
	return resp
}

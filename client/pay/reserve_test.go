package pay

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// shelf is a book in memory whose writes may fail.
type shelf struct {
	reserve, write, count error
	other                 payment.MicroUSD // that others paid today
	written               []Payment
}

func (s *shelf) Reserve(ctx context.Context, p Payment, d Day) (payment.MicroUSD, bool, error) {
	if s.reserve != nil {
		return 0, false, s.reserve
	}
	if s.other+p.Amount > d.Cap {
		return s.other, false, nil
	}
	return s.other, true, s.Write(ctx, p)
}

func (s *shelf) Write(_ context.Context, p Payment) error {
	if p.State == Signed && s.write != nil {
		return s.write
	}
	s.written = append(s.written, p)
	return nil
}

func (s *shelf) Outstanding(context.Context, string) (Payment, bool, error) {
	return Payment{}, false, nil
}

func (s *shelf) Counted(context.Context, Day) (payment.MicroUSD, error) { return s.other, s.count }

const anvil = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"

func payer(s *shelf, change ...func(*Config)) *Payer {
	c := Config{Policy: Auto, Book: s, Clock: func() time.Time { return morning }, Caps: Caps{Call: 100, Session: 100, Day: 100},
		Wallet: func(context.Context) (evm.Key, error) { return evm.ParseKey(anvil) }}
	for _, f := range change {
		f(&c)
	}
	return New(c)
}

// What could not be reserved, agreed to or written down counts for nothing: the whole session
// is left for the next payment.
func TestWhatIsNotPaidIsFree(t *testing.T) {
	full := errors.New("disk full")
	asset, _ := payment.OnNetwork("base-sepolia")
	for name, c := range map[string]struct {
		shelf  shelf
		change func(*Config)
		says   string
		states []State
	}{
		"the book fails":            {shelf{reserve: full}, nil, sayJournal, nil},
		"the day is spent":          {shelf{other: 60}, nil, "$0.00004 is left of the $0.0001 that the wallet may pay in a day", nil},
		"it cannot be written down": {shelf{write: full}, nil, sayUnsigned, []State{Reserved, Released}},
		"nobody agrees": {shelf{}, func(c *Config) {
			c.Policy, c.Ask = Ask, func(context.Context, Offer) (Answer, error) { return No, nil }
		}, "You declined", []State{Reserved, Released}},
		"no key": {shelf{}, func(c *Config) { c.Wallet = func(context.Context) (evm.Key, error) { return evm.Key{}, full } }, sayWallet, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := payer(&c.shelf)
			if c.change != nil {
				p = payer(&c.shelf, c.change)
			}
			for range 2 { // the second time as the first
				c.shelf.written = nil
				made, refused := p.make(t.Context(), Call{ID: "call"}, "request", Offer{Protocol: MPP, Asset: asset, Amount: 50, Units: evm.NumberOf(50)})
				if refused == nil || !strings.Contains(refused.Message, c.says) || made.ID != "" || p.session != 0 {
					t.Errorf("%v, %+v, %s of the session are taken", refused, made, p.session)
				}
				var states []State
				for _, w := range c.shelf.written {
					states = append(states, w.State)
				}
				if !slices.Equal(states, c.states) {
					t.Errorf("%v were written down", states)
				}
			}
		})
	}
}

// The cap of which least is left is the one that is told; of two alike the day's.
func TestTheCapThatEndsFirst(t *testing.T) {
	asset, _ := payment.OnNetwork("base-sepolia")
	for _, c := range []struct {
		session, day, other payment.MicroUSD
		want                Room
	}{
		{100, 100, 0, Room{70, 100, false}}, {99, 100, 0, Room{69, 99, true}}, {100, 99, 0, Room{69, 99, false}},
		{100, 100, 20, Room{50, 100, false}}, {30, 100, 0, Room{0, 30, true}}, {100, 30, 0, Room{0, 30, false}},
	} {
		s := &shelf{other: c.other}
		p := payer(s, func(cfg *Config) { cfg.Caps = Caps{Call: 100, Session: c.session, Day: c.day} })
		if room, ok := p.Left(); ok {
			t.Errorf("before anything is known %+v is left", room)
		}
		made, refused := p.make(t.Context(), Call{ID: "call"}, "request", Offer{Protocol: MPP, Asset: asset, Amount: 30, Units: evm.NumberOf(30)})
		if refused != nil || made.State != Signed || made.Payer == "" {
			t.Fatalf("%v, %+v", refused, made)
		}
		if room, ok := p.Left(); !ok || room != c.want {
			t.Errorf("%+v: %+v is left", c, room)
		}
	}
	s := &shelf{other: 500}
	p := payer(s, func(c *Config) { c.Account = "0x1" })
	if err := p.Count(t.Context()); err != nil {
		t.Fatal(err)
	}
	if room, ok := p.Left(); !ok || room.Left != 0 {
		t.Errorf("more was paid than may be, and %+v is left", room)
	}
	s.count = errors.New("disk on fire")
	if err := p.Count(t.Context()); !errors.Is(err, s.count) {
		t.Error(err)
	}
}

// What an offer says of itself: its words, how long the service waits, what it is told when
// nothing may be paid.
func TestWhatAnOfferSays(t *testing.T) {
	for _, c := range []struct{ challenge, charge, want string }{{"a search", "one", "a search"}, {"", "one", "one"}, {"", "", ""}} {
		request, err := mpp.Canonical(mpp.ChargeRequest{Amount: "1", Currency: "0x1", Recipient: "0x2", Description: c.charge, Details: mpp.EVMDetails{Types: []string{mpp.Authorized}}})
		if err != nil {
			t.Fatal(err)
		}
		o, _ := ofChallenge(mpp.Challenge{Method: mpp.EVM, Intent: "charge", Request: request, Description: c.challenge})
		if o.Says != c.want {
			t.Errorf("%+v: %q", c, o.Says)
		}
	}
	for timeout, want := range map[int64]time.Duration{1: time.Second, 60: time.Minute, 3600: time.Hour, 3601: time.Hour, 1 << 62: time.Hour} {
		if o, _ := ofRequirement(x402.Required{}, x402.Requirement{Timeout: timeout}); o.window != want {
			t.Errorf("%d seconds are %s", timeout, o.window)
		}
	}
	asset, _ := payment.OnNetwork("base-sepolia")
	if got := sayNever([]Offer{{Amount: 450_000, Asset: asset}}); got != "This request must be paid for: $0.45, as "+asset.Symbol+" on "+asset.Title+". This connection does not pay; to allow it, run greenroom connection pay." {
		t.Error(got)
	}
	if got := sayNever(nil); got != "This request must be paid for. This connection does not pay; to allow it, run greenroom connection pay." {
		t.Error(got)
	}
}

// Each of what may keep an offer from being taken does so by itself.
func TestWhichOffersAreTaken(t *testing.T) {
	here, _ := url.Parse("https://a.example/v1/search")
	asset, _ := payment.OnNetwork("base-sepolia")
	offer := func(change func(*Offer)) Offer {
		o := Offer{Protocol: X402, Asset: asset, Amount: 50, PayTo: evm.Address{1}, required: x402.Required{Resource: x402.Resource{URL: here.String()}}}
		change(&o)
		return o
	}
	advertise := func(most payment.MicroUSD, ok bool) func(context.Context) (payment.MicroUSD, bool) {
		return func(context.Context) (payment.MicroUSD, bool) { return most, ok }
	}
	for name, c := range map[string]struct {
		offer func(*Offer)
		call  func(*Call)
		cfg   func(*Config)
		says  string
	}{
		"as it is":                   {},
		"signed in":                  {call: func(c *Call) { c.SignedIn = true }},
		"signed in, MPP":             {call: func(c *Call) { c.SignedIn = true }, offer: func(o *Offer) { o.Protocol = MPP }, says: saySignedIn},
		"MPP":                        {offer: func(o *Offer) { o.Protocol, o.required.Resource.URL = MPP, "" }},
		"MPP of this body":           {offer: func(o *Offer) { o.Protocol, o.challenge.Digest = MPP, mpp.Digest([]byte("body")) }},
		"MPP of another body":        {offer: func(o *Offer) { o.Protocol, o.challenge.Digest = MPP, mpp.Digest([]byte("other")) }, says: sayOtherBody},
		"of another address":         {offer: func(o *Offer) { o.required.Resource.URL = "https://a.example/" }, says: `it is for "https://a.example/"`},
		"nothing":                    {offer: func(o *Offer) { o.Amount = 0 }, says: sayNothing},
		"less than nothing":          {offer: func(o *Offer) { o.Amount = -1 }, says: sayNothing},
		"the smallest":               {offer: func(o *Offer) { o.Amount = 1 }},
		"nobody":                     {offer: func(o *Offer) { o.PayTo = evm.Address{} }, says: sayNowhere},
		"ends now":                   {offer: func(o *Offer) { o.Expires = morning }, says: "its offer expired at 09:30:00; is the clock right?"},
		"ends later":                 {offer: func(o *Offer) { o.Expires = morning.Add(time.Nanosecond) }},
		"on this network":            {cfg: func(c *Config) { c.Networks = []string{"eip155:1", asset.Network} }},
		"on another network":         {cfg: func(c *Config) { c.Networks = []string{"eip155:1"} }, says: "does not pay on " + asset.Title},
		"a test":                     {cfg: func(c *Config) { c.TestOnly = true }},
		"not a test":                 {cfg: func(c *Config) { c.TestOnly = true }, offer: func(o *Offer) { o.Asset.Test = false }, says: "the wallet is for test networks"},
		"one who may be paid":        {cfg: func(c *Config) { c.PayTo = []evm.Address{{2}, {1}} }},
		"a stranger":                 {cfg: func(c *Config) { c.PayTo = []evm.Address{{2}} }, says: "is not on the connection's list"},
		"as much as may be":          {offer: func(o *Offer) { o.Amount = 100 }, call: func(c *Call) { c.Most = 100 }},
		"more than may be":           {offer: func(o *Offer) { o.Amount = 101 }, call: func(c *Call) { c.Most = 200 }, says: "more than the cap of $0.0001 per call"},
		"above the list":             {call: func(c *Call) { c.Most = 49 }, says: "it asks $0.00005, more than the $0.000049 in the price list"},
		"above, and said so":         {call: func(c *Call) { c.Most, c.Advertised = 49, advertise(50, true) }},
		"above what is said":         {call: func(c *Call) { c.Most, c.Advertised = 49, advertise(49, true) }, says: "in the price list"},
		"above, and nothing is said": {call: func(c *Call) { c.Most, c.Advertised = 49, advertise(50, false) }, says: "in the price list"},
		"free by the list":           {call: func(c *Call) { c.Most, c.Advertised = 0, advertise(50, true) }, says: "it asks $0.00005 for a call that is free in the price list"},
	} {
		call := Call{Body: []byte("body"), Most: 50}
		if c.call != nil {
			c.call(&call)
		}
		p := payer(&shelf{}, func(cfg *Config) {
			if c.cfg != nil {
				c.cfg(cfg)
			}
		})
		o := offer(func(o *Offer) {
			if c.offer != nil {
				c.offer(o)
			}
		})
		got := p.check(demand{t.Context(), call, here, morning}, o)
		if c.says == "" && got != "" || !strings.Contains(got, c.says) {
			t.Errorf("%s: %q, want %q", name, got, c.says)
		}
	}
}

// What forbids any payment is told before offers are looked at.
func TestWhatForbidsAPayment(t *testing.T) {
	at := func(address string) *url.URL { u, _ := url.Parse(address); return u }
	for name, c := range map[string]struct {
		cfg  func(*Config)
		d    demand
		want string
	}{
		"nothing":                  {nil, demand{url: at("https://a.example")}, ""},
		"the policy":               {func(c *Config) { c.Policy = Never }, demand{url: at("https://a.example")}, sayNever(nil)},
		"no book":                  {func(c *Config) { c.Book = nil }, demand{url: at("https://a.example")}, sayNoBook},
		"no wallet":                {func(c *Config) { c.Wallet = nil }, demand{url: at("https://a.example")}, sayNoBook},
		"an open line":             {nil, demand{url: at("http://a.example")}, sayPlain},
		"a key":                    {nil, demand{url: at("https://a.example"), call: Call{Keyed: true}}, sayKeyed},
		"a key, which is no hurry": {func(c *Config) { c.WithKey = true }, demand{url: at("https://a.example"), call: Call{Keyed: true}}, ""},
	} {
		p := payer(&shelf{}, func(cfg *Config) {
			if c.cfg != nil {
				c.cfg(cfg)
			}
		})
		if got := p.forbidden(c.d, nil); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A payment that was taken stays so, whatever is answered later; one that may have been taken
// is not released by a refusal, and its credential goes once nobody can take it.
func TestEndsOfPayments(t *testing.T) {
	status := func(code int) *http.Response { return &http.Response{StatusCode: code, Header: http.Header{}} }
	for _, c := range []struct {
		was    State
		until  time.Duration
		answer *http.Response
		want   State
		kept   bool // its credential
		note   string
	}{
		{Signed, time.Minute, nil, Unknown, true, ""},
		{Signed, time.Minute, status(199), Unknown, true, ""},
		{Signed, time.Minute, status(200), Spent, true, noReceipt},
		{Signed, time.Minute, status(299), Spent, true, noReceipt},
		{Signed, time.Minute, status(302), Unknown, true, ""},
		{Signed, time.Minute, status(400), Released, false, "it gave no reason"},
		{Signed, time.Minute, status(408), Unknown, true, ""}, {Signed, time.Minute, status(409), Unknown, true, ""},
		{Signed, time.Minute, status(425), Unknown, true, ""}, {Signed, time.Minute, status(429), Unknown, true, ""},
		{Signed, time.Minute, status(500), Unknown, true, ""},
		{Unknown, time.Minute, status(402), Unknown, true, "it gave no reason"},
		{Unknown, 0, status(402), Unknown, false, "it gave no reason"},
		{Unknown, time.Minute, status(200), Spent, true, noReceipt},
		{Spent, time.Minute, status(402), Spent, true, "before"}, {Spent, time.Minute, nil, Spent, true, "before"},
	} {
		s := &shelf{}
		was := Payment{ID: "p", State: c.was, Until: morning.Add(c.until), Credential: "secret", Terms: Terms{Protocol: X402}}
		if c.was == Spent {
			was.Note, was.Reference = "before", "0x1"
		}
		got, err := payer(s).End(t.Context(), was, c.answer)
		if err != nil || got.State != c.want || (got.Credential != "") != c.kept || got.Note != c.note || got.Reference != was.Reference || len(s.written) != 1 || s.written[0] != got {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
	}
}

package pay_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"greenroom/client"
	"greenroom/client/pay"
	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

func TestPaysOnceAndShowsTheReceipt(t *testing.T) {
	for name, c := range map[string]struct {
		offers []string
		want   pay.Protocol
		change func(*pay.Config, *client.Config)
	}{
		"x402":        {[]string{"x402"}, pay.X402, func(*pay.Config, *client.Config) {}},
		"mpp":         {[]string{"mpp"}, pay.MPP, func(*pay.Config, *client.Config) {}},
		"mpp first":   {both, pay.MPP, func(*pay.Config, *client.Config) {}},
		"x402 chosen": {both, pay.X402, func(p *pay.Config, _ *client.Config) { p.First = pay.X402 }},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, c.offers, c.change)
			receipt, err := s.search("gardeners")
			if err != nil {
				t.Fatal(err, s.says())
			}
			if got := s.tally(t); got != (tally{1, 1, 1, 2}) {
				t.Errorf("the seller saw %+v", got)
			}
			paid, unknown := receipt.Paid()
			if paid.String() != "$0.45" || unknown != 0 || receipt.Outcome != client.OutcomeCharged || receipt.Charged.String() != "45" {
				t.Errorf("the receipt says %s, %s unknown, %s, %s credits", paid, unknown, receipt.Outcome, receipt.Charged)
			}
			p := receipt.Payments[0]
			if p.Protocol != c.want || p.State != pay.Spent || p.Note != "" || len(p.Reference) != 66 || p.Credential != "" || p.PayTo != payee {
				t.Errorf("the payment is %+v", p)
			}
			if kept := s.payments(); len(kept) != 1 || kept[0].Reference != p.Reference || kept[0].Credential != "" || kept[0].Nonce == "" {
				t.Errorf("the journal holds %+v", kept)
			}
			if room, ok := s.payer.Left(); !ok || room.Left.String() != "$4.55" || room.Most.String() != "$5.00" || !room.Session {
				t.Errorf("left %+v (%v)", room, ok)
			}
			if again, err := s.search("gardeners"); err != nil || !again.Kept {
				t.Errorf("asked again: %+v, %v", again, err)
			}
		})
	}
}

func TestPolicies(t *testing.T) {
	asked := 0
	answer := pay.No
	ask := func(_ context.Context, o pay.Offer) (pay.Answer, error) {
		asked++
		if o.Amount.String() != "$0.45" || o.PayTo.String() != payee || o.Asset.Title != "Base Sepolia" || o.Method != "POST" || !strings.HasSuffix(o.URL, "/v1/search") {
			t.Errorf("asked about %+v", o)
		}
		return answer, nil
	}
	s := open(t, both, func(p *pay.Config, _ *client.Config) { p.Policy, p.Ask = pay.Ask, ask })
	_, err := s.search("one")
	if e := failure(t, err); asked != 1 || e.Kind != client.KindPayment || e.Outcome != client.OutcomeFree || !strings.Contains(e.Message, "declined") {
		t.Errorf("declined: %d questions, %+v", asked, e)
	}
	if s.counted() != 0 || s.payments()[0].State != pay.Released {
		t.Errorf("what was declined counts %s", s.counted())
	}
	answer = pay.Yes
	if _, err := s.search("two"); err != nil || asked != 2 {
		t.Errorf("agreed: %d questions, %v", asked, err)
	}
	answer = pay.ForSession
	for i, query := range []string{"three", "four", "five"} {
		if _, err := s.search(query); err != nil || asked != 3 {
			t.Errorf("agreed for the session, %d: %d questions, %v", i, asked, err)
		}
	}
	s.want(4, 4)
	for name, change := range map[string]func(*pay.Config, *client.Config){
		"never":  func(p *pay.Config, _ *client.Config) { p.Policy = pay.Never },
		"nobody": func(p *pay.Config, _ *client.Config) { p.Policy = pay.Ask },
		"broken": func(p *pay.Config, _ *client.Config) {
			p.Policy, p.Ask = pay.Ask, func(context.Context, pay.Offer) (pay.Answer, error) {
				return pay.Yes, errors.New("the terminal is gone")
			}
		},
		"no journal": func(p *pay.Config, _ *client.Config) { p.Book = nil },
		"no wallet":  func(p *pay.Config, _ *client.Config) { p.Wallet = nil },
		"no key": func(p *pay.Config, _ *client.Config) {
			p.Wallet = func(context.Context) (evm.Key, error) { return evm.Key{}, errors.New("the variable is not set") }
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, both, change, keyed(name == "never"))
			_, err := s.search("one")
			if e := failure(t, err); e.Kind != client.KindPayment || e.Outcome != client.OutcomeFree {
				t.Errorf("%+v", e)
			}
			s.want(0, 0)
		})
	}
}

// keyed gives a client a key where there has to be one.
func keyed(has bool) func(*pay.Config, *client.Config) {
	return func(_ *pay.Config, c *client.Config) {
		if has {
			c.Key = func(context.Context) (string, error) { return "gr_live_0123456789", nil }
		}
	}
}

// What must not be signed is not signed, and the planner is told why.
func TestOffersThatAreNotTaken(t *testing.T) {
	base, _ := payment.OnNetwork("base")
	stranger := evm.Address{1}
	for name, c := range map[string]struct {
		says   string
		x402   func(*x402.Required)
		charge func(*mpp.ChargeRequest)
		mpp    func(*mpp.Challenge)
		change func(*pay.Config, *client.Config)
	}{
		"more than the price list": {"it asks $0.450001, more than the $0.45 in the price list",
			func(r *x402.Required) { r.Accepts[0].Amount = "450001" }, func(c *mpp.ChargeRequest) { c.Amount = "450001" }, nil, nil},
		"more than a call may cost": {"more than the cap of $0.44 per call", nil, nil, nil, func(p *pay.Config, _ *client.Config) { p.Caps.Call = 440_000 }},
		"nothing":                   {"asks for no amount", func(r *x402.Required) { r.Accepts[0].Amount = "0" }, func(c *mpp.ChargeRequest) { c.Amount = "0" }, nil, nil},
		"an amount past 64 bits":    {"too large", func(r *x402.Required) { r.Accepts[0].Amount = "18446744073709551617" }, func(c *mpp.ChargeRequest) { c.Amount = "18446744073709551617" }, nil, nil},
		"another token": {"is not one that is paid with",
			func(r *x402.Required) { r.Accepts[0].Asset = payee }, func(c *mpp.ChargeRequest) { c.Currency = payee }, nil, nil},
		"a token of another network": {"is not one that is paid with",
			func(r *x402.Required) { r.Accepts[0].Network = base.Network }, func(c *mpp.ChargeRequest) { c.Details.Chain = base.Chain }, nil, nil},
		"another network": {"does not pay on Base Sepolia", nil, nil, nil, func(p *pay.Config, _ *client.Config) { p.Networks = []string{base.Network} }},
		"money with a wallet for tests": {"the wallet is for test networks",
			func(r *x402.Required) {
				r.Accepts[0].Network, r.Accepts[0].Asset = base.Network, base.Contract.String()
			},
			func(c *mpp.ChargeRequest) { c.Details.Chain, c.Currency = base.Chain, base.Contract.String() }, nil, func(p *pay.Config, _ *client.Config) { p.TestOnly = true }},
		"a stranger": {"not on the connection's list", nil, nil, nil, func(p *pay.Config, _ *client.Config) { p.PayTo = []evm.Address{stranger} }},
		"nobody":     {"names no recipient", func(r *x402.Required) { r.Accepts[0].PayTo = evm.Address{}.String() }, func(c *mpp.ChargeRequest) { c.Recipient = evm.Address{}.String() }, nil, nil},
		"another request": {"is for ", func(r *x402.Required) { r.Resource.URL += "?more=1" },
			nil, func(c *mpp.Challenge) { c.Digest = mpp.Digest([]byte("another")) }, nil},
		"no resource":  {"not for the requested URL", func(r *x402.Required) { r.Resource.URL = "" }, nil, func(c *mpp.Challenge) { c.Expires = "2026-03-04T11:59:59Z" }, nil},
		"an end":       {"offer expired at 12:00:00", func(r *x402.Required) { r.Accepts = nil }, nil, func(c *mpp.Challenge) { c.Expires = "2026-03-04T12:00:00Z" }, nil},
		"a scheme":     {"its scheme is", func(r *x402.Required) { r.Accepts[0].Scheme = "upto" }, nil, func(c *mpp.Challenge) { c.Intent = "session" }, nil},
		"a method":     {"permit2", func(r *x402.Required) { r.Accepts[0].Extra.Method = "permit2" }, func(c *mpp.ChargeRequest) { c.Details.Types = []string{"permit2"} }, nil, nil},
		"a split":      {"split among several", func(r *x402.Required) { r.Accepts = nil }, func(c *mpp.ChargeRequest) { c.Details.Splits = []byte(`[{"recipient":"0x1"}]`) }, nil, nil},
		"decimals":     {"with 18 decimals", func(r *x402.Required) { r.Accepts = nil }, func(c *mpp.ChargeRequest) { *c.Details.Decimals = 18 }, nil, nil},
		"an API key":   {"carries an API key", nil, nil, nil, func(p *pay.Config, c *client.Config) { keyed(true)(p, c) }},
		"plain HTTP":   {"only over https://", nil, nil, nil, abroad},
		"broken terms": {"cannot be", func(r *x402.Required) { r.Version = 3 }, nil, func(c *mpp.Challenge) { c.Method = "EVM" }, func(p *pay.Config, _ *client.Config) {}},
	} {
		for _, protocols := range [][]string{{"x402"}, {"mpp"}, both} {
			t.Run(fmt.Sprint(name, protocols), func(t *testing.T) {
				var change []func(*pay.Config, *client.Config)
				if c.change != nil {
					change = append(change, c.change)
				}
				s := open(t, protocols, change...)
				s.x402, s.charge, s.mpp = c.x402, c.charge, c.mpp
				if one := len(protocols) == 1; one && c.change == nil && (protocols[0] == "x402" && c.x402 == nil || protocols[0] == "mpp" && c.charge == nil && c.mpp == nil) {
					t.Skip("this protocol does not say it")
				}
				_, err := s.search("gardeners")
				e := failure(t, err)
				if len(protocols) == 2 && !strings.Contains(e.Message, c.says) && c.says != "cannot be" {
					t.Errorf("it says %q, not %q", e.Message, c.says)
				}
				if e.Outcome != client.OutcomeFree || len(s.payments()) > 0 {
					t.Errorf("%+v, %+v", e, s.payments())
				}
				s.want(0, 0)
			})
		}
	}
}

// abroad reaches the seller under a name that is not this machine's.
func abroad(_ *pay.Config, c *client.Config) {
	here := strings.TrimPrefix(c.BaseURL, "http://")
	c.BaseURL = "http://seller.example"
	c.HTTP = &http.Client{Transport: to(here)}
}

type to string

func (t to) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Host = string(t)
	return http.DefaultTransport.RoundTrip(r)
}

// A server's word on the name of a token is not signed: the pinned one is.
func TestTheNameOfATokenIsPinned(t *testing.T) {
	s := open(t, []string{"x402"})
	s.x402 = func(r *x402.Required) { r.Accepts[0].Extra = x402.Extra{Name: "Free Money", Version: "9"} }
	if _, err := s.search("gardeners"); err != nil {
		t.Fatal(err, s.says())
	}
	s.want(1, 1)
}

// A service that charges more than the price list is paid what it advertises, within
// the caps, and nothing beyond that.
func TestAdvertisedPrices(t *testing.T) {
	for most, says := range map[string]string{"0.60": "", "0.59": "it asks $0.60, more than", "": "it asks $0.60, more than"} {
		s := open(t, both)
		s.price = "600000"
		s.advertises = `{"paths":{"/v1/search":{"post":{"x-payment-info":{"price":{"mode":"dynamic","currency":"USD","max":"` + most + `"}}}}}}`
		receipt, err := s.search("gardeners")
		if says != "" {
			if e := failure(t, err); !strings.Contains(e.Message, says) {
				t.Errorf("%q: %+v", most, e)
			}
			s.want(0, 0)
			continue
		}
		if paid, _ := receipt.Paid(); err != nil || paid.String() != "$0.60" || receipt.Charged.String() != "60" {
			t.Errorf("%q: %+v, %v", most, receipt, err)
		}
		s.want(1, 1)
	}
}

// Of several ways to pay the first that may be taken is.
func TestOneWayOfSeveral(t *testing.T) {
	s := open(t, both)
	s.mpp = func(c *mpp.Challenge) { c.Method = "tempo" }
	s.x402 = func(r *x402.Required) {
		dear := r.Accepts[0]
		dear.Amount = "99000000"
		r.Accepts = append([]x402.Requirement{dear}, r.Accepts...)
	}
	s.seller.protocols = both
	_, err := s.search("gardeners")
	if err == nil {
		s.want(1, 1)
		return
	}
	t.Fatal(err, s.says())
}

func TestCaps(t *testing.T) {
	s := open(t, both, func(p *pay.Config, _ *client.Config) {
		p.Caps = pay.Caps{Call: 450_000, Session: 900_000, Day: 1_350_000}
	})
	for _, query := range []string{"one", "two"} {
		if _, err := s.search(query); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.search("three")
	if e := failure(t, err); e.Kind != client.KindPayment || !strings.Contains(e.Message, "$0.00 of the session cap of $0.90 is left") {
		t.Errorf("a third in one session: %+v", e)
	}
	s.connect(func(p *pay.Config, _ *client.Config) { p.Caps = pay.Caps{Session: 9_000_000, Day: 1_350_000} })
	if _, err := s.search("three"); err != nil {
		t.Fatal(err)
	}
	_, err = s.search("four")
	if e := failure(t, err); !strings.Contains(e.Message, "$0.00 is left of the $1.35 that the wallet may pay in a day") {
		t.Errorf("a fourth on one day: %+v", e)
	}
	if room, _ := s.payer.Left(); room.Left != 0 || room.Session {
		t.Errorf("left %+v", room)
	}
	caps := pay.Caps{Session: 9_000_000, Day: 1_350_000}
	s.connect(func(p *pay.Config, c *client.Config) {
		p.Caps, p.Book, c.Memory = caps, s.memory.Book("other"), s.memory.Scope("other", "")
	})
	_, err = s.search("four")
	if e := failure(t, err); !strings.Contains(e.Message, "$0.00 is left of the $1.35 that the wallet") {
		t.Errorf("over another connection: %+v", e)
	}
	s.connect(func(p *pay.Config, _ *client.Config) { p.Caps, p.Account = caps, account })
	if room, ok := s.payer.Left(); ok {
		t.Errorf("left before the journal was read: %+v", room)
	}
	if err := s.payer.Count(t.Context()); err != nil {
		t.Fatal(err)
	}
	if room, ok := s.payer.Left(); !ok || room.Left != 0 {
		t.Errorf("left %+v at the start", room)
	}
	s.want(3, 3)
	s.clock.forward(12 * time.Hour)
	if room, _ := s.payer.Left(); room.Left.String() != "$1.35" {
		t.Errorf("left on the next day: %+v", room)
	}
	if _, err := s.search("four"); err != nil {
		t.Errorf("the next day: %v", err)
	}
	s.want(4, 4)
}

// A service that asks for nothing in particular, and one that asks in the first
// version of x402.
func TestDemandsThatAreNone(t *testing.T) {
	for body, says := range map[string]string{
		`{"error":{"code":"payment_required","message":"Credits are used up."}}`:    "Credits are used up.",
		`{"x402Version":1,"error":"pay","accepts":[{"maxAmountRequired":"10000"}]}`: "x402 version 1",
	} {
		s := open(t, nil)
		s.free = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusPaymentRequired)
			_, _ = w.Write([]byte(body))
		}
		_, err := s.search("gardeners")
		if e := failure(t, err); !strings.Contains(e.Message, says) || e.Status != 402 || e.Outcome != client.OutcomeFree {
			t.Errorf("%s: %+v", body, e)
		}
	}
}

// Neither key nor signature nor credential is in anything that is shown.
func TestNothingSecretIsShown(t *testing.T) {
	s := open(t, both)
	s.paid = func(_ *seller, w http.ResponseWriter, r *http.Request, _ func() string) bool {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Request-Id", r.Header.Get("Authorization"))
		w.WriteHeader(http.StatusServiceUnavailable)
		_, bare, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		fmt.Fprintf(w, `{"error":{"code":"upstream_unavailable","message":"failed for %s","param":"%s"}}`, r.Header.Get("Authorization"), bare)
		return true
	}
	receipt, err := s.search("gardeners")
	p := s.payments()[0]
	if p.Credential == "" {
		t.Fatal("what is unknown cannot be sent again")
	}
	shown := fmt.Sprintf("%v %+v %#v %v %+v %v %s", receipt, receipt, receipt.Payments, err, *failure(t, err), s.payer, p.Credential) + fmt.Sprintf("%q %x %+v", p, p.Credential, s.payments())
	_, secret, _ := strings.Cut(string(p.Credential), " ")
	for _, part := range []string{secret[:40], secret[len(secret)-40:], walletKey[2:20]} {
		if strings.Contains(shown, part) {
			t.Errorf("%s… is shown, near %q", part[:12], shown[max(0, strings.Index(shown, part)-200):strings.Index(shown, part)])
		}
	}
}

// A call that nobody can be asked about is refused before the wallet's key is read.
func TestNobodyToAskNeedsNoKey(t *testing.T) {
	ask := func(context.Context, pay.Offer) (pay.Answer, error) { return pay.Yes, nil }
	for name, c := range map[string]struct {
		ask    func(context.Context, pay.Offer) (pay.Answer, error)
		typing bool
		says   string
	}{
		"no terminal": {nil, false, "there is no terminal to confirm on"},
		"typing":      {ask, true, "you are not asked while you type"},
	} {
		s, read := open(t, both), 0
		s.connect(func(p *pay.Config, _ *client.Config) {
			p.Policy, p.Ask = pay.Ask, c.ask
			p.Wallet = func(ctx context.Context) (evm.Key, error) { read++; return wallet(ctx) }
		})
		body := `{"query":"one","limit":10}`
		_, _, err := s.payer.Do(t.Context(), pay.Call{Body: []byte(body), Most: payment.Dollar, Typing: c.typing, Send: http.DefaultClient.Do,
			Request: func() (*http.Request, error) {
				return http.NewRequest(http.MethodPost, s.url+"/v1/search", strings.NewReader(body))
			}})
		if refused, ok := pay.IsRefusal(err); !ok || !strings.Contains(refused.Message, c.says) || read > 0 || len(s.payments()) > 0 {
			t.Errorf("%s: %v; the key was read %d times", name, err, read)
		}
	}
}

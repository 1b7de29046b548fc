package payer

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/service/payments/facilitator"
)

// outcome sums up a payment in one line: status, the problem or the code of the error, the
// states of its claims, and how often money moved.
func (s *shop) outcome(r reply, before int) string {
	s.t.Helper()
	said := "-"
	if r.status >= 400 {
		e := r.failure(s.t)
		said = string(e.Code)
		if problem, ok := e.Details["problem"].(string); ok {
			said = problem
		}
	}
	states := s.states()
	if states == "" {
		states = "nothing"
	}
	return fmt.Sprintf("%d %s, claimed %s, settled %d", r.status, said, states, len(s.chain.Settlements())-before)
}

const nothing = ", claimed nothing, settled 0"

func minus(n string, by int) string {
	var units int
	_, _ = fmt.Sscan(n, &units)
	return fmt.Sprint(units - by)
}

// Whatever is wrong with a payment is found before anything is claimed, and answered
// with a fresh challenge.
func TestRefusals(t *testing.T) {
	const (
		verification = "402 verification-failed" + nothing
		insufficient = "402 payment-insufficient" + nothing
		expired      = "402 payment-expired" + nothing
		challenged   = "402 invalid-challenge" + nothing
	)
	other := "0x1111111111111111111111111111111111111111"
	one := open(t)
	for _, c := range []struct {
		name      string
		change    func(*pay)
		x402, mpp string // "" is not asked
	}{
		{"underpaid", func(p *pay) { p.change = func(a *authorization) { a.Value = minus(a.Value, 1) } }, insufficient, insufficient},
		{"overpaid", func(p *pay) { p.change = func(a *authorization) { a.Value = minus(a.Value, -1) } }, verification, verification},
		{"underpaid as accepted", func(p *pay) {
			p.accept = func(a *accepts) { a.Amount = minus(a.Amount, 1) }
		}, verification, ""},
		{"another asset", func(p *pay) {
			p.accept = func(a *accepts) { a.Asset = other }
			p.domain = domain{usdcName, usdcVersion, sepoliaID, other}
		}, verification, verification},
		{"another asset as signed", func(p *pay) { p.domain = domain{usdcName, usdcVersion, sepoliaID, other} }, verification, verification},
		{"the name of the main network's token", func(p *pay) { p.domain = domain{"USD Coin", usdcVersion, sepoliaID, usdc} }, verification, verification},
		{"another network", func(p *pay) {
			p.accept = func(a *accepts) { a.Network = "eip155:8453" }
			p.domain = domain{usdcName, usdcVersion, 8453, usdc}
		}, verification, verification},
		{"another address", func(p *pay) { p.change = func(a *authorization) { a.To = other } }, verification, verification},
		{"another address as accepted", func(p *pay) { p.accept = func(a *accepts) { a.PayTo = other } }, verification, ""},
		{"another scheme", func(p *pay) { p.accept = func(a *accepts) { a.Scheme = "upto" } }, verification, ""},
		{"expired", func(p *pay) {
			p.change = func(a *authorization) { a.ValidBefore = fmt.Sprint(noon.Add(-time.Second).Unix()) }
		}, expired, expired},
		{"expires before it can be settled", func(p *pay) {
			p.change = func(a *authorization) { a.ValidBefore = fmt.Sprint(noon.Add(5 * time.Second).Unix()) }
		}, expired, expired},
		{"not yet valid", func(p *pay) {
			p.change = func(a *authorization) { a.ValidAfter = fmt.Sprint(noon.Add(time.Minute).Unix()) }
		}, verification, verification},
		{"altered after signing", func(p *pay) {
			p.after = func(a *authorization) { a.ValidBefore = fmt.Sprint(noon.Add(time.Hour).Unix()) }
		}, verification, verification},
		{"somebody else's money", func(p *pay) { p.after = func(a *authorization) { a.From = other } }, verification, verification},
		{"another resource", func(p *pay) { p.resource = func(u *string) { *u += "?x=1" } }, challenged, ""},
		{"another nonce than the challenge's", func(p *pay) { p.change = func(a *authorization) { a.Nonce = randomNonce() } }, "", verification},
		{"a challenge made up", func(p *pay) { p.echo = func(c challenge) { c["id"] = strings.Repeat("A", 43) } }, "", challenged},
		{"a challenge altered", func(p *pay) { p.echo = func(c challenge) { c["expires"] = noon.Add(time.Hour).Format(time.RFC3339) } }, "", challenged},
		{"a cheaper challenge", func(p *pay) {
			p.echo = func(c challenge) {
				raw, _ := base64.RawURLEncoding.DecodeString(c["request"])
				c["request"] = base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(raw), "290000", "1", 1)))
			}
		}, "", challenged},
		{"without a digest", func(p *pay) { p.echo = func(c challenge) { delete(c, "digest") } }, "", challenged},
		{"another method", func(p *pay) { p.echo = func(c challenge) { c["method"] = "tempo" } }, "", "400 method-unsupported" + nothing},
	} {
		older := c.x402 // version 1 accepts nothing but what it signs
		if c.mpp == "" {
			older = ""
		}
		for name, want := range map[string]string{"x402": c.x402, "x402-v1": older, "mpp": c.mpp} {
			if want == "" {
				continue
			}
			t.Run(c.name+" by "+name, func(t *testing.T) { one.in(t).refuses(name, c.change, want) })
		}
	}
}

// refuses pays for a search by a protocol, changed, and fails unless the outcome
// is what is wanted, nothing moved and the facilitator was not asked.
func (s *shop) refuses(protocol string, change func(*pay), want string) {
	s.t.Helper()
	p := s.pay()
	change(&p)
	header, value := protocols[protocol](p, s.t, s.challenged(search).header)
	r := s.send(search, header, value)
	if got := s.outcome(r, 0); got != want {
		s.t.Errorf("%s, not %s: %s", got, want, r.body)
	}
	if s.chain.Calls("/verify") != 0 {
		s.t.Error("the facilitator was bothered")
	}
	if r.status == 402 && (readChallenge(s.t, r.header)["id"] == "" || r.header.Get("PAYMENT-REQUIRED") == "") {
		s.t.Error("no fresh challenge")
	}
	if s.earned() != 0 {
		s.t.Errorf("%d units moved", s.earned())
	}
}

// A payment belongs to one request: another body, another query, another path, or a
// proxy that hands in another address, are refused. x402 signs none of them, and of
// version 1 not even the address is told: there the first use binds.
func TestAPaymentBelongsToItsRequest(t *testing.T) {
	for name, by := range protocols {
		s := open(t)
		header, value := by(s.pay(), t, s.challenged(search).header)
		others := map[string]ask{
			"query": {"POST", "/v1/search?x=1", search.body}, // which a search has none of
			"path":  {"POST", "/v1/creators/match", search.body},
			"body":  {"POST", "/v1/search", strings.Replace(search.body, "vegan", "vegam", 1)},
		}
		refused := func(when string, a ask, want string) {
			t.Helper()
			if got := s.outcome(s.send(a, header, value), 0); got != want {
				t.Errorf("%s, %s: %s, not %s", name, when, got, want)
			}
		}
		refused("another query first", others["query"], "400 validation_error"+nothing)
		if name == "mpp" {
			refused("another body first", others["body"], "402 invalid-challenge"+nothing)
		}
		if r := s.send(search, header, value); r.status != 200 {
			t.Fatalf("%s: %d %s", name, r.status, r.body)
		}
		refused("another body after", others["body"], "402 invalid-challenge, claimed settled, settled 1")
		refused("another query after", others["query"], "400 validation_error, claimed settled, settled 1")
		if got := s.send(others["path"], header, value); got.status != 400 && got.status != 402 {
			t.Errorf("%s, another path: %d", name, got.status)
		}
		if r := s.send(search, header, value); r.status != 200 || r.header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%s, the same again: %d %v", name, r.status, r.header)
		}
	}
}

func TestAPaymentBelongsToItsQuery(t *testing.T) {
	for name, by := range protocols {
		s := open(t)
		header, value := by(s.pay(), t, s.challenged(typed).header)
		other := ask{"GET", strings.Replace(typed.path, "q=le", "q=li", 1), ""}
		if name != "x402-v1" { // which does not tell what it was sent for
			if got := s.outcome(s.send(other, header, value), 0); got != "402 invalid-challenge"+nothing {
				t.Errorf("%s, another query first: %s", name, got)
			}
		}
		if r := s.send(typed, header, value); r.status != 200 {
			t.Fatalf("%s: %d %s", name, r.status, r.body)
		}
		if got := s.outcome(s.send(other, header, value), 0); got != "402 invalid-challenge, claimed settled, settled 1" {
			t.Errorf("%s, another query after: %s", name, got)
		}
	}
}

// Behind a proxy that serves the service below a path of its own, challenges name the
// address that payers call; one that hands a payment to another path is found out.
func TestBehindAProxy(t *testing.T) {
	var inner *shop
	below := "/api"
	var crooked bool
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		target, _ := url.Parse(inner.url)
		r.SetURL(target)
		r.Out.URL.Path = strings.TrimPrefix(r.In.URL.Path, below)
		if crooked {
			r.Out.URL.RawQuery = "q=up"
		}
	}})
	defer proxy.Close()
	inner = open(t, func(c *boot.Config, _ *facilitator.Config) { c.Payments.Terms = terms(t, proxy.URL+below) })
	front := *inner
	front.url = proxy.URL + below
	for name, by := range protocols {
		asked := front.challenged(typed)
		if r, _ := readRequired(t, asked.header); r.Resource.URL != front.url+typed.path {
			t.Errorf("the challenge is for %s", r.Resource.URL)
		}
		header, value := by(inner.pay(), t, asked.header)
		if name != "x402-v1" { // which does not tell what it was sent for
			crooked = true
			before := len(inner.chain.Settlements())
			if r := front.send(typed, header, value); r.status != 402 || len(inner.chain.Settlements()) != before {
				t.Errorf("%s, an altered address: %d %s", name, r.status, r.body)
			}
			crooked = false
		}
		if r := front.send(typed, header, value); r.status != 200 {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
}

// Payments that are no payments, or too many.
func TestWhatIsNotAPayment(t *testing.T) {
	s := open(t)
	asked := s.challenged(search).header
	xName, xValue := s.pay().x402(t, asked)
	mName, mValue := s.pay().mpp(t, asked)
	vName, vValue := s.pay().x402V1(t, asked)
	odd := s.pay()
	odd.accept = func(a *accepts) { a.Scheme = "upto" }
	_, oddValue := odd.x402V1(t, asked)
	key := s.key()
	for _, c := range []struct {
		name    string
		headers []string
		want    string
	}{
		{"two credentials", []string{xName, xValue, mName, mValue}, "400 validation_error" + nothing},
		{"twice the same", []string{xName, xValue, xName, xValue}, "400 validation_error" + nothing},
		{"two in one line", []string{mName, mValue + ", " + mValue}, "400 validation_error" + nothing},
		{"version 1 and 2", []string{xName, xValue, vName, vValue}, "400 validation_error" + nothing},
		{"version 2 in the header of 1", []string{vName, xValue}, "400 validation_error" + nothing},
		{"version 1 in the header of 2", []string{xName, vValue}, "400 validation_error" + nothing},
		{"version 1 of another scheme", []string{vName, oddValue}, "402 verification-failed" + nothing},
		{"no base64", []string{xName, "!!!"}, "400 validation_error" + nothing},
		{"no JSON", []string{xName, base64.StdEncoding.EncodeToString([]byte("{"))}, "400 validation_error" + nothing},
		{"another version", []string{xName, base64.StdEncoding.EncodeToString([]byte(`{"x402Version":1}`))}, "400 validation_error" + nothing},
		{"a malformed credential", []string{mName, "Payment abc"}, "402 malformed-credential" + nothing},
		{"with a key", []string{xName, xValue, api.HeaderKey, key}, "200 -" + nothing},
		{"with a wrong key", []string{xName, xValue, api.HeaderKey, "gr_wrong"}, "401 unauthorized" + nothing},
		{"with a token", []string{xName, xValue, "Authorization", "Bearer abc"}, "401 unauthorized" + nothing},
	} {
		r := s.send(search, c.headers...)
		if got := s.outcome(r, 0); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
		if c.name == "with a key" && r.header.Get(api.HeaderCharged) != "29" {
			t.Errorf("a key is charged %q", r.header.Get(api.HeaderCharged))
		}
	}
}

// An account without credits is told so and is asked for no payment.
func TestAnAccountWithoutCreditsIsNotAskedToPay(t *testing.T) {
	s := open(t)
	key := s.key()
	a, err := s.app.Store.AccountByName(t.Context(), "main")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.app.Store.ChangeAccount(t.Context(), a.ID, func(a *service.Account) error { a.Balance = new(api.Credits); return nil }); err != nil {
		t.Fatal(err)
	}
	r := s.send(search, api.HeaderKey, key)
	if e := r.failure(t); r.status != 402 || e.Code != api.CodeInsufficientCredits || r.header.Get("PAYMENT-REQUIRED") != "" || r.header.Get("WWW-Authenticate") != "" {
		t.Errorf("%d %+v %v", r.status, e, r.header)
	}
}

// A nonce that was signed for twice pays once.
func TestReusedNonce(t *testing.T) {
	s := open(t)
	nonce := randomNonce()
	p := s.pay()
	p.change = func(a *authorization) { a.Nonce = nonce }
	header, first := p.x402(t, s.challenged(search).header)
	if r := s.send(search, header, first); r.status != 200 {
		t.Fatalf("%d %s", r.status, r.body)
	}
	p.change = func(a *authorization) { a.Nonce, a.ValidBefore = nonce, fmt.Sprint(noon.Add(time.Hour).Unix()) }
	_, second := p.x402(t, s.challenged(search).header)
	if got := s.outcome(s.send(search, header, second), 0); got != "402 verification-failed, claimed settled, settled 1" {
		t.Error(got)
	}
}

// A payer without money is refused by the facilitator; one whose request fails pays
// nothing and may use the payment for another.
func TestNothingIsTakenForNothing(t *testing.T) {
	s := open(t)
	for name, by := range protocols {
		poor := pay{wallet: newWallet(t), now: noon}
		header, value := by(poor, t, s.challenged(search).header)
		if got := s.outcome(s.send(search, header, value), 0); got != "402 payment-insufficient"+nothing {
			t.Errorf("%s without money: %s", name, got)
		}
	}
	absent := ask{"GET", "/v1/raw/videoplatform/video/demo_closed", ""}
	header, value := s.pay().x402(t, s.challenged(absent).header)
	if got := s.outcome(s.send(absent, header, value), 0); got != "503 service_unavailable, claimed released, settled 0" {
		t.Error(got)
	}
}

// An answer is kept for a day; then its payment is spent.
func TestAnswersAreKeptForADay(t *testing.T) {
	s := open(t)
	header, value := s.pay().x402(t, s.challenged(search).header)
	first := s.send(search, header, value)
	s.clock.advance(23 * time.Hour)
	s.reconcile()
	if r := s.send(search, header, value); r.status != http.StatusOK || string(r.body) != string(first.body) {
		t.Errorf("after 23 hours: %d", r.status)
	}
	s.clock.advance(2 * time.Hour)
	s.reconcile()
	if got := s.outcome(s.send(search, header, value), 0); got != "402 invalid-challenge, claimed settled, settled 1" {
		t.Error(got)
	}
}

// Who asks for prices without end is told to wait.
func TestStrangersAreBounded(t *testing.T) {
	s := open(t)
	probe := ask{"GET", "/v1/creators/autocomplete?q=le", ""}
	for i := range 601 {
		r := s.send(probe)
		if i < 600 && r.status != 402 {
			t.Fatalf("request %d: %d %s", i, r.status, r.body)
		}
		if i == 600 && (r.status != 429 || r.header.Get("Retry-After") == "") {
			t.Errorf("request %d: %d", i, r.status)
		}
	}
}

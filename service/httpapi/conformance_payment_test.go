package httpapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/x402"
	"greenroom/service/boot"
	"greenroom/service/httpapi"
	"greenroom/service/payments"
	"greenroom/service/payments/facilitator"
	"greenroom/service/payments/facilitatortest"
)

const merchant = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"

// purse pays for requests of the stage.
type purse struct {
	t     *testing.T
	key   evm.Key
	asset payment.Asset
}

// paidStage is a stage on which single requests can be paid for.
func paidStage(t *testing.T) (*stage, *purse) {
	t.Helper()
	key, err := evm.NewKey()
	asset, ok := payment.OnNetwork("base-sepolia")
	if err != nil || !ok {
		t.Fatal(err)
	}
	base, _ := url.Parse("https://creators.example")
	s := openStage(t, func(c *boot.Config) {
		chain := facilitatortest.New(c.Clock)
		chain.Fund(key.Address(), 1<<40)
		server := httptest.NewServer(chain)
		t.Cleanup(server.Close)
		c.Payments = &boot.Payments{Terms: payments.Terms{Asset: asset, PayTo: merchant, Base: base}, Facilitator: facilitator.New(facilitator.Config{URL: server.URL})}
	})
	return s, &purse{t, key, asset}
}

// asked returns the payment a 402 asks for.
func (p *purse) asked(r reply) x402.Required {
	p.t.Helper()
	required, err := x402.DecodeRequired(r.header.Get(x402.HeaderRequired))
	if err != nil || len(required.Accepts) != 1 {
		p.t.Fatalf("%d %s: %v", r.status, r.body, err)
	}
	return required
}

// credits returns the amount it asks for.
func (p *purse) credits(r reply) api.Credits {
	p.t.Helper()
	n, err := evm.ParseNumber(p.asked(r).Accepts[0].Amount)
	usd, wrong := p.asset.Worth(n)
	credits, inexact := usd.Credits()
	if err != nil || wrong != nil || inexact != nil {
		p.t.Fatal(err, wrong, inexact)
	}
	return credits
}

func (p *purse) pays(r reply) string {
	p.t.Helper()
	want := p.asked(r).Accepts[0]
	amount, _ := evm.ParseNumber(want.Amount)
	to, _ := evm.ParseAddress(want.PayTo)
	t := evm.Transfer{From: p.key.Address(), To: to, Value: amount, ValidAfter: evm.NumberOf(uint64(noon.Unix() - 600)), ValidBefore: evm.NumberOf(uint64(noon.Unix() + 300)),
		Nonce: evm.Keccak([]byte(r.header.Get(api.HeaderRequestID)))}
	signature, err := p.key.Sign(t.Hash(p.asset.Domain()))
	if err != nil {
		p.t.Fatal(err)
	}
	header, err := x402.EncodePayment(x402.Payment{Version: x402.Version, Accepted: want, Payload: x402.Payload{Signature: signature.String(), Authorization: t.Write()}})
	if err != nil {
		p.t.Fatal(err)
	}
	return header
}

// buy sends a request without a key; header is its payment, "" for none.
func (s *stage) buy(method string, ask request, header string) reply {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+ask.path, strings.NewReader(ask.body))
	if err != nil {
		s.t.Fatal(err)
	}
	if header != "" {
		r.Header.Set(x402.HeaderSignature, header)
	}
	return s.round(r)
}

// TestConformancePaid asks every endpoint without a key: what can be paid for says
// what it costs, within what is advertised, and answers who pays, all of it as the
// description has it; the rest needs a key.
func TestConformancePaid(t *testing.T) {
	s, p := paidStage(t)
	c := newConformance(t, s.get("/openapi.json").body)
	good := asks{}
	for _, area := range []asks{coreAsks, liveAsks, analysisAsks} {
		maps.Copy(good, area)
	}
	sold := 0
	for _, name := range slices.Sorted(maps.Keys(c.routes)) {
		route := c.routes[name]
		if route.Operation == "" {
			continue
		}
		ask := good[name](s, "")
		first := s.buy(route.Method, ask, "")
		if api.PriceOf(route.Operation).Cost(1) == 0 {
			if first.status != http.StatusUnauthorized {
				t.Errorf("%s without a key: %d", name, first.status)
			}
			continue
		}
		if first.status != http.StatusPaymentRequired {
			t.Errorf("%s without a key: %d %s", name, first.status, first.body)
			continue
		}
		sold++
		c.asDescribed(t, route, ask, first, x402.HeaderRequired, "WWW-Authenticate")
		c.withinPrice(t, route, p.credits(first))
		paid := s.buy(route.Method, ask, p.pays(first))
		if paid.status/100 != 2 {
			t.Errorf("%s, paid: %d %s", name, paid.status, paid.body)
			continue
		}
		c.asDescribed(t, route, ask, paid, x402.HeaderResponse, api.HeaderReplayed)
	}
	if sold < 25 {
		t.Errorf("only %d endpoints can be paid for", sold)
	}
}

// asDescribed holds an answer to a payer against the description: its body, and that
// it has and names these headers.
func (c *conformance) asDescribed(t *testing.T, route httpapi.Route, ask request, r reply, headers ...string) {
	t.Helper()
	_, known, ok := c.doc.response(route.Method, route.Pattern, r.status)
	if !ok {
		t.Errorf("%s %s answers %d, which is not documented", route.Method, ask.path, r.status)
	}
	for _, h := range headers {
		if _, documented := known[h]; !documented || r.header.Get(h) == "" {
			t.Errorf("%s %s answers %d: header %s is %q, documented: %v", route.Method, ask.path, r.status, h, r.header.Get(h), documented)
		}
	}
	c.answered(t, route, ask, r)
}

// withinPrice holds what a request costs against what is advertised.
func (c *conformance) withinPrice(t *testing.T, route httpapi.Route, cost api.Credits) {
	t.Helper()
	price := c.doc.Paths[route.Pattern][strings.ToLower(route.Method)].Payment.Price
	dollars := func(s string) api.Credits {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return -1
		}
		return api.Credits(f*100_000 + 0.5)
	}
	switch {
	case price.Mode == "fixed" && cost != dollars(price.Amount),
		price.Mode == "dynamic" && cost < dollars(price.Min),
		price.Mode == "dynamic" && price.Max != "" && cost > dollars(price.Max):
		t.Errorf("%s %s costs %s, advertised is %+v", route.Method, route.Pattern, cost, price)
	}
}

// The smallest and the largest request cost exactly what is advertised.
func TestAdvertisedExtremes(t *testing.T) {
	s, p := paidStage(t)
	c := newConformance(t, s.get("/openapi.json").body)
	many := func(n int, one string) string {
		return strings.TrimSuffix(strings.Repeat(one+",", n), ",")
	}
	codes := func(n int) string {
		var out []string
		for i := range n {
			out = append(out, fmt.Sprintf("%q", fmt.Sprint("code", i)))
		}
		return `{"shortcodes":[` + strings.Join(out, ",") + `]}`
	}
	who := `{"creator_id":"` + s.creator(0) + `"}`
	profile := fmt.Sprintf(`{"platform":"photoplatform","username":%q}`, s.username(0))
	post := `{"url":"https://photo.example/p/x"}`
	for _, e := range []struct{ route, least, most string }{
		{"POST /v1/search", `{"query":"vegan","limit":1}`, `{"query":"vegan","limit":100}`},
		{"POST /v1/raw/photoplatform/posts", codes(1), codes(20)},
		{"POST /v1/raw/photoplatform/transcripts", codes(1), codes(10)},
		{"POST /v1/profiles/lookup", `{"mode":"lite","profiles":[` + profile + `]}`, `{"profiles":[` + many(100, profile) + `]}`},
		{"POST /v1/creator-emails/lookup", `{"creators":[` + who + `]}`, ""},
		{"POST /v1/creators/match", `{"creators":[` + who + `],"intent":{"query":"vegan"}}`, ""},
		{"POST /v1/lookalike", `{"seeds":[` + who + `],"limit":1}`, `{"seeds":[` + who + `],"limit":100,"mode":"detailed"}`},
		{"POST /v1/brand-safety/posts", `{"posts":[` + post + `]}`, ""},
		{"POST /v1/posts/analyze", `{"posts":[` + post + `]}`, `{"posts":[` + many(25, post) + `],"features":["ai_analysis","brand_safety"]}`},
	} {
		route := c.routes[e.route]
		price := c.doc.Paths[route.Pattern]["post"].Payment.Price
		for body, want := range map[string]string{e.least: price.Min, e.most: price.Max} {
			if body == "" {
				continue
			}
			r := s.buy("POST", request{path: route.Pattern, body: body}, "")
			if r.status != http.StatusPaymentRequired {
				t.Errorf("%s %.80s: %d %s", e.route, body, r.status, r.body)
				continue
			}
			var told api.Envelope
			if err := json.Unmarshal(r.body, &told); err != nil {
				t.Fatal(err)
			}
			c.withinPrice(t, route, p.credits(r))
			if got, _ := strconv.ParseFloat(told.Error.Details["price_usd"].(string), 64); fmt.Sprintf("%.5f", got) != want {
				t.Errorf("%s %.80s costs %.5f, advertised is %s of %+v", e.route, body, got, want, price)
			}
		}
	}
}

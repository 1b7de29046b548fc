package pay_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

const (
	payee   = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	found   = `{"data":[],"search_id":"s","total":0,"filtered_total":0,"has_more":false,"next_cursor":null}`
	refused = `{"error":{"code":"not_found","message":"Nothing is there."}}`
)

// seller is a service that wants to be paid for each request. It keeps what was
// settled by the nonce of the transfer, and gives the answer again to who comes
// with the same one.
type seller struct {
	url    string
	clock  func() time.Time
	secret []byte

	mu        sync.Mutex
	price     string // in units
	protocols []string
	asset     payment.Asset
	settled   map[string]string // nonce → request
	nonces    map[string]bool   // of all signatures that ever came
	requests  int
	unpaid    int
	bad       []string // what was wrong with signatures that came

	// The faults. terms changes a demand, answer takes over the answer to a request
	// whose payment was settled or not.
	x402   func(*x402.Required)
	charge func(*mpp.ChargeRequest)
	mpp    func(*mpp.Challenge)
	paid   func(s *seller, w http.ResponseWriter, r *http.Request, settle func() string) bool
	free   http.HandlerFunc // in place of a demand

	advertises string // its description
}

func newSeller(t testing.TB, clock func() time.Time, protocols ...string) *seller {
	t.Helper()
	asset, _ := payment.OnNetwork("base-sepolia")
	s := &seller{clock: clock, secret: []byte("of the seller"), price: "450000", protocols: protocols, asset: asset, settled: map[string]string{}, nonces: map[string]bool{}}
	server := httptest.NewUnstartedServer(s)
	s.url = "http://" + server.Listener.Addr().String()
	server.Start()
	t.Cleanup(server.Close)
	return s
}

func (s *seller) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.requests++
	s.mu.Unlock()
	if r.URL.Path == "/openapi.json" {
		_, _ = io.WriteString(w, s.advertises)
		return
	}
	name := r.Method + " " + r.URL.RequestURI() + " " + string(body)
	order, signature, proto, challenge, wrong := s.read(r)
	switch {
	case wrong != "":
		s.note(wrong)
		w.WriteHeader(http.StatusBadRequest)
	case proto == "" && s.free != nil:
		s.free(w, r)
	case proto == "":
		s.demand(w, r, body)
	default:
		s.take(w, r, sale{order, signature, proto, challenge, name})
	}
}

type sale struct {
	order     evm.Transfer
	signature evm.Signature
	proto     string
	challenge mpp.Challenge
	name      string
}

func (s *seller) note(wrong string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bad = append(s.bad, wrong)
}

// read takes a payment from a request, as someone would who has read the formats
// and nothing else.
func (s *seller) read(r *http.Request) (o evm.Transfer, sig evm.Signature, proto string, c mpp.Challenge, wrong string) {
	h, auth := r.Header.Get("PAYMENT-SIGNATURE"), r.Header.Get("Authorization")
	var payload map[string]any
	switch {
	case h != "" && auth != "":
		return o, sig, "", c, "two payments in one request"
	case h != "":
		raw, err := base64.StdEncoding.DecodeString(h)
		var p struct {
			X402Version int
			Accepted    map[string]any
			Payload     struct {
				Signature     string
				Authorization map[string]any
			}
		}
		if err != nil || json.Unmarshal(raw, &p) != nil || p.X402Version != 2 || p.Accepted["more"] != "kept" {
			return o, sig, "", c, "not a payment: " + string(raw)
		}
		proto, payload = "x402", p.Payload.Authorization
		payload["signature"] = p.Payload.Signature
	case strings.HasPrefix(auth, "Payment "):
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(auth, "Payment "))
		var p struct {
			Challenge map[string]string
			Payload   map[string]any
			Source    string
		}
		if err != nil || json.Unmarshal(raw, &p) != nil || p.Challenge["later"] != "yes" {
			return o, sig, "", c, "not a credential: " + string(raw)
		}
		proto, payload = "mpp", p.Payload
		c = mpp.Challenge{ID: p.Challenge["id"], Realm: p.Challenge["realm"], Method: p.Challenge["method"], Intent: p.Challenge["intent"], Request: p.Challenge["request"],
			Expires: p.Challenge["expires"], Digest: p.Challenge["digest"], Opaque: p.Challenge["opaque"]}
		if !mpp.Made(s.secret, c) {
			return o, sig, "", c, "a challenge of nobody"
		}
		if !strings.HasPrefix(p.Source, "did:pkh:eip155:84532:0x") {
			return o, sig, "", c, "source " + p.Source
		}
	default:
		return o, sig, "", c, ""
	}
	o, sig, err := transfer(payload)
	if err != nil {
		return o, sig, "", c, err.Error()
	}
	return o, sig, proto, c, ""
}

func transfer(p map[string]any) (o evm.Transfer, sig evm.Signature, err error) {
	text := func(name string) string { s, _ := p[name].(string); return s }
	o, err = evm.Authorization{From: text("from"), To: text("to"), Value: text("value"), ValidAfter: text("validAfter"), ValidBefore: text("validBefore"), Nonce: text("nonce")}.Transfer()
	if err == nil {
		sig, err = evm.ParseSignature(text("signature"))
	}
	return o, sig, err
}

// demand asks to be paid.
func (s *seller) demand(w http.ResponseWriter, r *http.Request, body []byte) {
	s.mu.Lock()
	s.unpaid++
	price := s.price
	s.mu.Unlock()
	for _, p := range s.protocols {
		if p == "x402" {
			w.Header().Set("PAYMENT-REQUIRED", s.required(r, price))
			continue
		}
		w.Header().Add("WWW-Authenticate", `Bearer realm="x", `+s.challenge(price, body))
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(http.StatusPaymentRequired)
	_, _ = io.WriteString(w, `{"type":"https://paymentauth.org/problems/payment-required","title":"Payment required","status":402}`)
}

func (s *seller) required(r *http.Request, price string) string {
	terms := map[string]any{
		"scheme": "exact", "network": s.asset.Network, "amount": price, "asset": strings.ToLower(s.asset.Contract.String()), "payTo": payee,
		"maxTimeoutSeconds": 60, "extra": map[string]any{"name": s.asset.Name, "version": s.asset.Version}, "more": "kept",
	}
	raw, _ := json.Marshal(map[string]any{"x402Version": 2, "resource": map[string]any{"url": s.url + r.URL.RequestURI()}, "accepts": []any{terms}})
	text := base64.StdEncoding.EncodeToString(raw)
	if s.x402 == nil {
		return text
	}
	required, err := x402.DecodeRequired(text)
	if err != nil {
		panic(err)
	}
	// What was read is written as it was read: take it apart first.
	a := &required.Accepts[0]
	*a = x402.Requirement{Scheme: a.Scheme, Network: a.Network, Amount: a.Amount, Asset: a.Asset, PayTo: a.PayTo, Timeout: a.Timeout, Extra: a.Extra}
	s.x402(&required)
	raw, _ = json.Marshal(required)
	raw = []byte(strings.ReplaceAll(string(raw), `"scheme":`, `"more":"kept","scheme":`))
	return base64.StdEncoding.EncodeToString(raw)
}

func (s *seller) challenge(price string, body []byte) string {
	six := 6
	charge := mpp.ChargeRequest{
		Amount: price, Currency: s.asset.Contract.String(), Recipient: payee, Description: "a \"search\", one",
		Details: mpp.EVMDetails{Chain: s.asset.Chain, Types: []string{"authorization"}, Decimals: &six},
	}
	if s.charge != nil {
		s.charge(&charge)
	}
	request, _ := mpp.Canonical(charge)
	opaque, _ := mpp.Opaque(nil)
	c := mpp.Challenge{
		Realm: "seller", Method: "evm", Intent: "charge", Request: request, Expires: s.clock().Add(time.Minute).UTC().Format(time.RFC3339),
		Digest: mpp.Digest(body), Opaque: opaque,
	}
	if s.mpp != nil {
		s.mpp(&c)
	}
	c.ID = mpp.ID(s.secret, c)
	return c.String() + `, later="yes"`
}

// take checks a payment and settles it, unless a fault is in the way.
func (s *seller) take(w http.ResponseWriter, r *http.Request, a sale) {
	who, err := evm.Recover(a.order.Hash(s.asset.Domain()), a.signature)
	now := evm.NumberOf(uint64(s.clock().Unix()))
	s.mu.Lock()
	s.nonces[a.order.Nonce.String()] = true
	seen, again := s.settled[a.order.Nonce.String()]
	switch {
	case err != nil || who != a.order.From:
		s.bad = append(s.bad, "the signature is not the payer's")
	case !strings.EqualFold(a.order.To.String(), payee):
		s.bad = append(s.bad, "another is paid")
	case !again && a.order.Value.String() != s.price && s.x402 == nil && s.charge == nil:
		s.bad = append(s.bad, "another amount is paid: "+a.order.Value.String())
	case a.order.ValidBefore.Compare(evm.NumberOf(uint64(s.clock().Add(15*time.Minute).Unix()))) > 0:
		s.bad = append(s.bad, "it holds for too long")
	case a.proto == "mpp" && a.order.Nonce != a.challenge.Nonce():
		s.bad = append(s.bad, "the nonce is not the challenge's")
	case again && seen != a.name:
		s.bad = append(s.bad, "one payment for two requests")
	}
	worthless := !again && (now.Compare(a.order.ValidBefore) >= 0 || now.Compare(a.order.ValidAfter) <= 0)
	broken, fault := len(s.bad) > 0, s.paid
	s.mu.Unlock()
	if broken || worthless {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusPaymentRequired)
		_, _ = io.WriteString(w, `{"type":"https://paymentauth.org/problems/payment-expired","title":"t","status":402,"detail":"It came too late."}`)
		return
	}
	settle := func() string {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.settled[a.order.Nonce.String()] = a.name
		return "0x" + strings.Repeat("ab", 32)
	}
	if fault != nil && fault(s, w, r, settle) {
		return
	}
	s.deliver(w, a, settle())
}

func (s *seller) deliver(w http.ResponseWriter, a sale, transaction string) {
	s.receipts(w.Header(), a, transaction)
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, found)
}

func (s *seller) receipts(h http.Header, a sale, transaction string) {
	if a.proto == "x402" {
		text, _ := x402.EncodeResponse(x402.Response{Success: true, Transaction: transaction, Network: s.asset.Network, Payer: strings.ToLower(a.order.From.String())})
		h.Set("PAYMENT-RESPONSE", text)
		return
	}
	text, _ := mpp.EncodeReceipt(mpp.Receipt{Status: "success", Method: "evm", Timestamp: "2026-03-04T12:00:00Z", Reference: transaction, Challenge: a.challenge.ID, Chain: s.asset.Chain})
	h.Set("Payment-Receipt", text)
}

// tally counts a seller's requests and payments.
type tally struct{ settled, signatures, unpaid, requests int }

func (s *seller) tally(t testing.TB) tally {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, wrong := range s.bad {
		t.Errorf("the seller says: %s", wrong)
	}
	return tally{len(s.settled), len(s.nonces), s.unpaid, s.requests}
}

func (s *seller) says() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(s.bad)
}

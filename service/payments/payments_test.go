package payments

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/x402"
)

// What an answer of a facilitator means: the first time, and after one that nobody
// heard.
func TestEnding(t *testing.T) {
	for _, c := range []struct {
		answer       x402.Response
		first, again State
	}{
		{x402.Response{Success: true}, Settled, Settled},
		{x402.Response{ErrorReason: "insufficient_funds"}, Released, Unknown},
		{x402.Response{ErrorReason: "invalid_exact_evm_payload_authorization_valid_before"}, Released, Unknown},
		{x402.Response{ErrorReason: "invalid_exact_evm_payload_signature"}, Released, Released},
		{x402.Response{ErrorReason: "unsupported_scheme"}, Released, Released},
		{x402.Response{ErrorReason: "nonce_already_used"}, Released, Settled},
		{x402.Response{ErrorReason: "FiatTokenV2: authorization is used or canceled"}, Released, Settled},
		{x402.Response{ErrorReason: "unexpected_settle_error"}, Unknown, Unknown},
		{x402.Response{ErrorReason: "settlement_timed_out"}, Unknown, Unknown},
		{x402.Response{ErrorReason: "insufficient_funds", Transaction: "0x1"}, Unknown, Unknown},
		{x402.Response{}, Unknown, Unknown},
	} {
		first, _ := ending(c.answer, false)
		again, _ := ending(c.answer, true)
		if first != c.first || again != c.again {
			t.Errorf("%+v: %s first, %s again, not %s and %s", c.answer, first, again, c.first, c.again)
		}
	}
}

// A payment goes forwards only, in the hands of who has it.
func TestMove(t *testing.T) {
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	allowed := map[[2]State]bool{
		{Claimed, Executing}: true, {Claimed, Released}: true, {Executing, Settling}: true, {Executing, Released}: true,
		{Settling, Settled}: true, {Settling, Released}: true, {Settling, Unknown}: true,
		{Unknown, Settling}: true, {Unknown, Settled}: true, {Unknown, Released}: true,
	}
	for _, from := range States() {
		for _, to := range States() {
			c := Claim{State: from, Lease: Lease{Holder: "me"}, Proof: Proof{Signature: "0x"}, Answer: &Answer{}}
			err := c.move(to, "me", now)
			if (err == nil) != allowed[[2]State{from, to}] || err != nil && !errors.Is(err, ErrLost) {
				t.Errorf("%s to %s: %v", from, to, err)
			}
			ended := to == Settled || to == Released
			if err == nil && (c.Proof.Signature == "") != ended || err == nil && (c.Answer == nil) != (to == Released) {
				t.Errorf("%s to %s leaves %+v", from, to, c)
			}
			c = Claim{State: from, Lease: Lease{Holder: "me"}}
			if c.move(to, "somebody", now) == nil {
				t.Errorf("%s to %s by somebody else", from, to)
			}
		}
	}
}

// taker takes every payment.
type taker struct{ Facilitator }

func (taker) Settle(context.Context, Settlement) (x402.Response, error) {
	return x402.Response{Success: true, Network: "eip155:84532", Transaction: "0x" + strings.Repeat("1", 64)}, nil
}

// stuck is a store that is locked once a payment is being settled.
type stuck struct {
	Claims
	claim Claim
}

func (s *stuck) ChangePayment(_ context.Context, _ string, change func(*Claim) error) (Claim, error) {
	if s.claim.State == Settling {
		return s.claim, context.DeadlineExceeded
	}
	err := change(&s.claim)
	return s.claim, err
}

// A payment that is taken and cannot be written down is one of which nobody knows, and
// never one of which nothing was taken.
func TestATakenPaymentThatIsNotWrittenDown(t *testing.T) {
	asset, _ := payment.OnNetwork("base-sepolia")
	claims := &stuck{claim: Claim{State: Executing}}
	till := New(Config{Terms: Terms{Asset: asset, PayTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C", Base: mustURL("https://shop.example"), Secret: []byte("s")},
		Clock: time.Now, Claims: claims, Facilitator: taker{}})
	claims.claim.Lease.Holder = till.holder
	sale := &Sale{till: till, claim: claims.claim}
	var waiting *Waiting
	if _, err := sale.Settle(t.Context(), Answer{}); !errors.As(err, &waiting) || waiting.Running || !errors.Is(waiting.Unwrap(), context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func mustURL(s string) *url.URL {
	u, err := url.Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// Whatever stands in the headers is read without a panic, pays for nothing, and is
// told in words.
func FuzzRead(f *testing.F) {
	f.Add("", "")
	f.Add("eyJ4NDAyVmVyc2lvbiI6Mn0=", "")
	f.Add("", "Payment e30")
	f.Add("", "Bearer x")
	f.Add("", "Payment eyJjaGFsbGVuZ2UiOnsiaWQiOiJhIiwicmVhbG0iOiJiIiwibWV0aG9kIjoiZXZtIiwiaW50ZW50IjoiY2hhcmdlIiwicmVxdWVzdCI6ImUzMCJ9LCJwYXlsb2FkIjp7fX0")
	asset, _ := payment.OnNetwork("base-sepolia")
	till := New(Config{Terms: Terms{Asset: asset, PayTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C", Base: mustURL("https://shop.example"), Secret: []byte("s")},
		Clock: func() time.Time { return time.Unix(1_800_000_000, 0) }})
	f.Fuzz(func(t *testing.T, signature, authorization string) {
		h := http.Header{}
		if signature != "" {
			h.Set(x402.HeaderSignature, signature)
		}
		if authorization != "" {
			h.Set("Authorization", authorization)
		}
		c, err := Read(h)
		if c == nil || err != nil {
			return
		}
		var refused *Refused
		if err := till.check(c, Quote{Amount: 270_000, Ask: Ask{Method: "POST", URI: "/v1/search"}}); !errors.As(err, &refused) || refused.Detail == "" {
			t.Errorf("%q %q: %v", signature, authorization, err)
		}
	})
}

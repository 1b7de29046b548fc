package pay

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

var morning = time.Date(2026, 3, 4, 9, 30, 0, 0, time.UTC)

// A service's reason is its own sentence with its code, or what the code means; never both
// where they are the same, and never more than fits.
func TestReason(t *testing.T) {
	long := strings.Repeat("é", 150)
	for _, c := range []struct{ code, sentence, want string }{
		{"", "", "it gave no reason"},
		{" ", " . ", "it gave no reason"},
		{"payment-expired", "", "it arrived too late (payment-expired)"},
		{"payment-expired", "Too late.", "“Too late” (payment-expired)"},
		{"strange", "", "strange"},
		{"strange", "strange", "strange"},
		{"", " Pay more. ", "“Pay more”"},
		{"c", strings.Repeat("x", 200), "“" + strings.Repeat("x", 200) + "” (c)"},
		{"", strings.Repeat("x", 201), "“" + strings.Repeat("x", 200) + "…”"},
		{"", "x" + long, "“x" + long[:198] + "…”"}, // no half of a letter
	} {
		if got := reason(c.code, c.sentence); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.code, c.sentence, got, c.want)
		}
	}
}

func TestSameURL(t *testing.T) {
	for _, c := range []struct {
		said, is string
		same     bool
	}{
		{"https://a.example/v1/search?x=1", "https://a.example/v1/search?x=1", true},
		{"HTTPS://A.example:443/v1", "https://a.example/v1", true},
		{"https://a.example", "https://a.example/", true},
		{"http://a.example:80/", "http://a.example", true},
		{"http://a.example:443/", "http://a.example", false},
		{"http://a.example/", "https://a.example/", false},
		{"https://b.example/", "https://a.example/", false},
		{"https://a.example/v1?x=1", "https://a.example/v1", false},
		{"https://a.example/v2", "https://a.example/v1", false},
		{"https://a.example/v1%2Fx", "https://a.example/v1/x", false},
		{"https://me@a.example/", "https://a.example/", false},
		{"https://a.example:8443/", "https://a.example/", false},
		{":", "https://a.example/", false},
	} {
		is, err := url.Parse(c.is)
		if err != nil {
			t.Fatal(err)
		}
		if sameURL(c.said, is) != c.same {
			t.Errorf("%s for %s: %v", c.said, c.is, !c.same)
		}
	}
}

func TestPaymentsGoOverPrivateLinesOnly(t *testing.T) {
	for address, want := range map[string]bool{
		"https://a.example": true, "http://localhost:80": true, "http://127.0.0.1:9": true, "http://[::1]:9": true, "http://127.9.9.9": true,
		"http://a.example": false, "http://10.0.0.1": false, "http://localhost.example": false, "ftp://a.example": false,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if private(u) != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
}

func TestFirstVersionOfADemand(t *testing.T) {
	for body, want := range map[string]bool{
		`{"x402Version":1,"accepts":[{}]}`: true, `{"x402Version":1,"accepts":[]}`: false, `{"x402Version":2,"accepts":[{}]}`: false,
		`{"accepts":[{}]}`: false, `[]`: false, ``: false,
	} {
		if asksV1([]byte(body)) != want {
			t.Errorf("%s: %v", body, !want)
		}
	}
}

// Where a service wants to know a payment again, it is told the id of the call; whatever
// else it said comes back as it was.
func TestIdentified(t *testing.T) {
	const call = "0123456789abcdef"
	for _, c := range []struct{ said, call, want string }{
		{`{"payment-identifier":{"info":{"required":true},"schema":1},"other":2}`, call, `{"other":2,"payment-identifier":{"info":{"id":"0123456789abcdef","required":true},"schema":1}}`},
		{`{"payment-identifier":{}}`, call, `{"payment-identifier":{"info":{"id":"0123456789abcdef"}}}`},
		{`{"payment-identifier":{"info":7}}`, call, `{"payment-identifier":{"info":{"id":"0123456789abcdef"}}}`},
		{`{"payment-identifier":{}}`, call[1:], `{"payment-identifier":{}}`},
		{`{"payment-identifier":null}`, call, `{"payment-identifier":null}`},
		{`{"payment-identifier":3}`, call, `{"payment-identifier":3}`},
		{`{"other": 2}`, call, `{"other": 2}`},
		{`7`, call, `7`}, {``, call, ``},
	} {
		if got := identified(json.RawMessage(c.said), c.call); string(got) != c.want {
			t.Errorf("%s: %s, want %s", c.said, got, c.want)
		}
	}
}

// A signature holds as long as is asked for, within half a minute and ten; it began ten
// minutes ago, since clocks differ.
func TestHowLongASignatureHolds(t *testing.T) {
	key, err := evm.ParseKey("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		protocol      Protocol
		window, until time.Duration // until: when the offer ends; 0: never
		want          time.Duration
	}{
		{X402, time.Minute, 0, time.Minute}, {X402, time.Second, 0, 30 * time.Second}, {X402, time.Hour, 0, 10 * time.Minute},
		{X402, time.Minute, 2 * time.Minute, time.Minute},
		{MPP, 10 * time.Minute, 0, 10 * time.Minute}, {MPP, 10 * time.Minute, 2 * time.Minute, 2 * time.Minute},
		{MPP, 10 * time.Minute, time.Second, 30 * time.Second}, {MPP, time.Minute, time.Hour, 10 * time.Minute},
	} {
		o := Offer{Protocol: c.protocol, window: c.window, challenge: mpp.Challenge{ID: "c", Realm: "r"}}
		if c.until > 0 {
			o.Expires = morning.Add(c.until)
		}
		made, err := o.sign(o.payment("call", "request", morning), key, morning.Add(300*time.Millisecond))
		if err != nil {
			t.Fatal(err)
		}
		if got := made.Until.Sub(morning); got != c.want || made.State != Signed || made.Credential == "" || made.Nonce == "" {
			t.Errorf("%s, %s, %s: until %s, %s", c.protocol, c.window, c.until, got, made.State)
		}
		if c.protocol == X402 {
			raw, err := x402.DecodePayment(string(made.Credential))
			if err != nil {
				t.Fatal(err)
			}
			sent, err := raw.Payload.Authorization.Transfer()
			if err != nil || sent.ValidAfter != evm.NumberOf(uint64(morning.Add(-10*time.Minute).Unix())) || sent.ValidBefore != evm.NumberOf(uint64(made.Until.Unix())) {
				t.Errorf("%+v, %v", sent, err)
			}
		}
	}
	if seconds(time.Unix(-5, 0)) != evm.NumberOf(0) {
		t.Error("a time before 1970 is no number of seconds")
	}
}

// What is refused counts as long as its signature can be cashed in, and is said to.
func TestARefusedPaymentIsHeld(t *testing.T) {
	for _, c := range []struct {
		state  State
		until  time.Duration
		counts bool
		held   bool
	}{
		{Reserved, -time.Hour, true, false}, {Signed, time.Hour, true, false}, {Spent, -time.Hour, true, false}, {Unknown, -time.Hour, true, false},
		{Released, time.Second, true, true}, {Released, 0, false, false}, {Released, -time.Second, false, false},
	} {
		p := Payment{ID: "p", State: c.state, Until: morning.Add(c.until), Note: "no", Terms: Terms{Amount: 450_000}}
		if p.Counts(morning) != c.counts || p.Held(morning).IsZero() == c.held {
			t.Errorf("%s for %s: counts %v, held until %s", c.state, c.until, p.Counts(morning), p.Held(morning))
		}
		says := "The service rejected the payment of $0.45: no."
		if c.held {
			says += " It counts for the caps until 09:30:01, when its signature ends."
		}
		if got := SayRefused(p, morning); got != says {
			t.Errorf("%q, want %q", got, says)
		}
	}
	if (Payment{State: Spent}).Counts(morning) {
		t.Error("no payment counts")
	}
}

// Caps that are not set are the usual ones; there is no paying without.
func TestCapsThatAreNotSet(t *testing.T) {
	for _, c := range []struct{ have, want Caps }{
		{Caps{}, Caps{1_000_000, 5_000_000, 10_000_000}},
		{Caps{Call: 1}, Caps{1, 5_000_000, 10_000_000}},
		{Caps{1, 2, 3}, Caps{1, 2, 3}},
	} {
		if got := New(Config{Caps: c.have}).cfg.Caps; got != c.want {
			t.Errorf("%+v: %+v", c.have, got)
		}
	}
	p := New(Config{})
	if p.cfg.Policy != Never || p.cfg.First != MPP || p.cfg.Clock == nil || p.Pays() || p.Asks() || p.String() != "payer: never" || p.GoString() != p.String() {
		t.Errorf("%+v", p.cfg)
	}
	if room, ok := p.Left(); ok || room != (Room{}) {
		t.Errorf("who never pays has left %+v", room)
	}
	var none *Payer
	none.AskAgain()
	if none.Pays() || none.Asks() || none.Agreed() != 0 {
		t.Error("no payer pays")
	}
	if a := New(Config{Policy: Auto}); !a.Pays() || a.Asks() {
		t.Error("auto asks")
	}
	if a := New(Config{Policy: Ask}); !a.Pays() || !a.Asks() {
		t.Error("ask does not ask")
	}
}

// What is agreed to until the session ends is so for one account, up to the most that was
// agreed to, and can be taken back.
func TestAgreedForTheSession(t *testing.T) {
	one, other := evm.Address{1}, evm.Address{2}
	answer, asked := ForSession, 0
	p := New(Config{Policy: Ask, Clock: func() time.Time { return morning }})
	offer := func(to evm.Address, amount payment.MicroUSD) Offer { return Offer{PayTo: to, Amount: amount} }
	if r := p.askable(Call{}, offer(one, 5)); r == nil || !strings.Contains(r.Message, "no terminal") {
		t.Errorf("nobody is there to ask: %v", r)
	}
	p.OnAsk(func(context.Context, Offer) (Answer, error) { asked++; return answer, nil })
	for i, c := range []struct {
		to     evm.Address
		amount payment.MicroUSD
		answer Answer
		asks   bool
		says   string
		agreed payment.MicroUSD
	}{
		{one, 5, Yes, true, "", 0},
		{one, 5, ForSession, true, "", 5},
		{one, 5, No, false, "", 5},
		{one, 6, No, true, "You declined to pay", 5},
		{other, 1, No, true, "You declined to pay", 5},
		{other, 9, ForSession, true, "", 9},
		{one, 6, No, true, "You declined to pay", 9},
		{other, 9, No, false, "", 9},
	} {
		was := asked
		answer = c.answer
		if r := p.askable(Call{Typing: true}, offer(c.to, c.amount)); (r != nil) != c.asks {
			t.Errorf("%d: asked while somebody types: %v", i, r)
		}
		if r := p.askable(Call{}, offer(c.to, c.amount)); r != nil {
			t.Errorf("%d: %v", i, r)
		}
		r := p.agree(t.Context(), offer(c.to, c.amount))
		if (r != nil) != (c.says != "") || r != nil && !strings.Contains(r.Message, c.says) || (asked > was) != c.asks || p.Agreed() != c.agreed {
			t.Errorf("%d: %v, asked %v, agreed %s", i, r, asked > was, p.Agreed())
		}
	}
	p.AskAgain()
	if p.Agreed() != 0 {
		t.Error("what was taken back is agreed to")
	}
	answer = Yes
	late := offer(one, 5)
	late.Expires = morning
	if r := p.agree(t.Context(), late); r == nil || r.Message != sayLate {
		t.Errorf("agreed to what had ended: %v", r)
	}
	p.OnAsk(func(context.Context, Offer) (Answer, error) { return Yes, errors.New("no screen") })
	if r := p.agree(t.Context(), offer(one, 5)); r == nil || !strings.Contains(r.Error(), "(no screen)") {
		t.Errorf("%v", r)
	}
	p.asking <- struct{}{} // another question stands
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if r := p.agree(over, offer(one, 5)); r == nil || !errors.Is(r, context.Canceled) {
		t.Errorf("%v", r)
	}
	p = New(Config{Policy: Auto})
	if p.askable(Call{Typing: true}, offer(one, 5)) != nil || p.agree(t.Context(), offer(one, 5)) != nil {
		t.Error("asked although it pays by itself")
	}
}

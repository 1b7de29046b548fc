package payments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
	"greenroom/service"
)

const shopsWallet = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"

var (
	noon  = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	payer = mustKey("0x" + strings.Repeat("11", 32))
	cheat = mustKey("0x" + strings.Repeat("22", 32))
	taken = "0x" + strings.Repeat("1", 64)
)

func mustKey(s string) evm.Key {
	k, err := evm.ParseKey(s)
	if err != nil {
		panic(err)
	}
	return k
}

// drawer keeps claims in memory; fails, if set, is why it does not.
type drawer struct {
	claims []*Claim
	fails  error
	forgot []time.Time
}

func (d *drawer) find(is func(*Claim) bool) (Claim, error) {
	i := slices.IndexFunc(d.claims, is)
	if d.fails != nil || i < 0 {
		return Claim{}, errors.Join(d.fails, service.ErrNotFound)
	}
	return *d.claims[i], nil
}

func (d *drawer) ClaimPayment(_ context.Context, c Claim) (Claim, bool, error) {
	there, err := d.find(func(o *Claim) bool { return o.Key == c.Key && o.State != Released })
	if err == nil || d.fails != nil {
		return there, false, d.fails
	}
	d.claims = append(d.claims, &c)
	return c, true, nil
}

func (d *drawer) PaymentByKey(_ context.Context, k Key) (Claim, error) {
	if d.fails != nil {
		return Claim{}, d.fails
	}
	return d.find(func(o *Claim) bool { return o.Key == k })
}

func (d *drawer) Payment(_ context.Context, id string) (Claim, error) {
	return d.find(func(o *Claim) bool { return o.ID == id })
}

func (d *drawer) ChangePayment(ctx context.Context, id string, change func(*Claim) error) (Claim, error) {
	if d.fails != nil {
		return Claim{}, d.fails
	}
	i := slices.IndexFunc(d.claims, func(o *Claim) bool { return o.ID == id })
	if i < 0 {
		return Claim{}, service.ErrNotFound
	}
	if end, bounded := ctx.Deadline(); bounded && time.Until(end) > writeTimeout {
		return Claim{}, errors.New("a change waits for ever")
	}
	next := *d.claims[i]
	if err := change(&next); err != nil {
		return *d.claims[i], err
	}
	*d.claims[i] = next
	return next, nil
}

func (d *drawer) Payments(_ context.Context, q Query, visit func(Claim) error) error {
	for _, c := range d.claims {
		if slices.Contains(q.States, c.State) {
			if err := visit(*c); err != nil {
				return err
			}
		}
	}
	return d.fails
}

func (d *drawer) ForgetAnswers(_ context.Context, claimed, valid time.Time) (int, error) {
	d.forgot = []time.Time{claimed, valid}
	return 0, nil
}

// mint is a facilitator that says what it is told to.
type mint struct {
	verdict Verdict
	answer  x402.Response
	fails   error
	asked   []Settlement
	settled int
}

func (m *mint) Verify(_ context.Context, s Settlement) (Verdict, error) {
	m.asked = append(m.asked, s)
	return m.verdict, m.fails
}

func (m *mint) Settle(_ context.Context, s Settlement) (x402.Response, error) {
	m.settled++
	m.asked = append(m.asked, s)
	return m.answer, m.fails
}

// counter is a till with all that it stands on.
type counter struct {
	*Till
	t      *testing.T
	now    time.Time
	drawer *drawer
	mint   *mint
	events []string
	log    bytes.Buffer
	quote  Quote
	asset  payment.Asset
}

func newCounter(t *testing.T) *counter {
	t.Helper()
	asset, _ := payment.OnNetwork("base-sepolia")
	c := &counter{t: t, now: noon, drawer: &drawer{}, asset: asset,
		mint:  &mint{verdict: Verdict{Valid: true}, answer: x402.Response{Success: true, Network: asset.Network, Transaction: taken}},
		quote: Quote{Amount: 270_000, Description: "Search", Ask: Ask{Method: "POST", URI: "/v1/search?x=1", Body: []byte(`{"query":"vegan"}`)}}}
	c.Till = New(Config{Terms: Terms{Asset: asset, PayTo: shopsWallet, Base: mustURL("https://shop.example/base/"), Secret: []byte("secret"), Excluded: []string{"POST /v1/creators/ingest"}},
		Clock: func() time.Time { return c.now }, Claims: c.drawer, Facilitator: c.mint, Logger: slog.New(slog.NewTextHandler(&c.log, nil)),
		Observe: func(e Event) { c.events = append(c.events, fmt.Sprintf("%s %s %s", e.Protocol, e.What, e.Amount)) }})
	return c
}

// order is how a payment differs from one that is right.
type order struct {
	transfer  func(*evm.Transfer)
	signer    evm.Key
	signature string
	x402      func(*x402.Payment)
	v1        func(version *int, scheme, network *string)
	mpp       func(*mpp.Credential)
	quote     func(*Quote)
}

// pays is the headers of a payment by a protocol.
func (c *counter) pays(p Protocol, o order) http.Header {
	c.t.Helper()
	q := c.quote
	if o.quote != nil {
		o.quote(&q)
	}
	units, err := c.asset.Units(q.Amount)
	to, err2 := evm.ParseAddress(shopsWallet)
	challenge, err3 := c.terms.challenge(q, c.now)
	if err := errors.Join(err, err2, err3); err != nil {
		c.t.Fatal(err)
	}
	t := evm.Transfer{From: payer.Address(), To: to, Value: units, ValidAfter: evm.NumberOf(uint64(c.now.Unix() - 60)), ValidBefore: evm.NumberOf(uint64(c.now.Unix() + 300)),
		Nonce: evm.Keccak([]byte("nonce"))}
	if p == MPP {
		t.Nonce = challenge.Nonce()
	}
	if o.transfer != nil {
		o.transfer(&t)
	}
	if o.signer.IsZero() {
		o.signer = payer
	}
	signed, err := o.signer.Sign(t.Hash(c.asset.Domain()))
	if err != nil {
		c.t.Fatal(err)
	}
	payload := x402.Payload{Signature: signed.String(), Authorization: t.Write()}
	if o.signature != "" {
		payload.Signature = o.signature
	}
	h := http.Header{}
	switch p {
	case X402:
		want, _ := c.terms.requirement(q)
		pay := x402.Payment{Version: x402.Version, Resource: &x402.Resource{URL: c.terms.url(q.Ask)}, Accepted: want, Payload: payload}
		if o.x402 != nil {
			o.x402(&pay)
		}
		text, err := x402.EncodePayment(pay)
		if err != nil {
			c.t.Fatal(err)
		}
		h.Set(x402.HeaderSignature, text)
	case X402V1:
		version, scheme, network := x402.Version1, x402.Exact, c.asset.Short()
		if o.v1 != nil {
			o.v1(&version, &scheme, &network)
		}
		text, err := mpp.Canonical(x402.PaymentV1{Version: version, Scheme: scheme, Network: network, Payload: payload})
		if err != nil {
			c.t.Fatal(err)
		}
		h.Set(x402.HeaderPaymentV1, padded(text))
	case MPP:
		proof, err := mpp.Canonical(mpp.Proof{Type: mpp.Authorized, Authorization: payload.Authorization, Signature: payload.Signature})
		raw, err2 := base64URL(proof)
		if err := errors.Join(err, err2); err != nil {
			c.t.Fatal(err)
		}
		cred := mpp.Credential{Challenge: challenge, Payload: raw, Source: evm.Source(c.asset.Chain, t.From)}
		if o.mpp != nil {
			o.mpp(&cred)
		}
		text, err := mpp.EncodeCredential(cred)
		if err != nil {
			c.t.Fatal(err)
		}
		h.Set(mpp.HeaderCredential, text)
	}
	return h
}

func (c *counter) read(h http.Header) *Credential {
	c.t.Helper()
	cred, err := Read(h)
	if err != nil || cred == nil {
		c.t.Fatalf("%v of %v", err, h)
	}
	return cred
}

// told is an error in short: the problem and reason of a refusal, or what is waited for.
func told(err error) string {
	var r *Refused
	var w *Waiting
	switch {
	case errors.As(err, &r):
		return r.Problem + " " + r.Reason
	case errors.As(err, &w) && w.Running:
		return fmt.Sprint("running ", w.After)
	case errors.As(err, &w):
		return fmt.Sprint("waiting ", w.After)
	case err != nil:
		return "failed"
	}
	return "right"
}

// wrongs are what may be wrong with a payment, and what is told of it.
var wrongs = []struct {
	what string
	by   Protocol
	order
	want, says string
}{
	{"nothing", X402, order{}, "right", ""},
	{"nothing", X402V1, order{}, "right", ""},
	{"nothing", MPP, order{}, "right", ""},
	{"nothing, and it names no address", X402, order{x402: func(p *x402.Payment) { p.Resource = nil }}, "right", ""},
	{"nothing, and its address is empty", X402, order{x402: func(p *x402.Payment) { p.Resource.URL = "" }}, "right", ""},
	{"another address", X402, order{x402: func(p *x402.Payment) { p.Resource.URL += "2" }}, mpp.InvalidChallenge + " " + wrongTerms, "different URL"},
	{"another scheme", X402, order{x402: func(p *x402.Payment) { p.Accepted.Scheme = "upto" }}, mpp.VerificationFailed + " " + wrongScheme, "other than exact"},
	{"another scheme", X402V1, order{v1: func(_ *int, scheme, _ *string) { *scheme = "upto" }}, mpp.VerificationFailed + " " + wrongScheme, ""},
	{"another network", X402, order{x402: func(p *x402.Payment) { p.Accepted.Network = "eip155:8453" }}, mpp.VerificationFailed + " " + wrongNetwork, ""},
	{"another network", X402V1, order{v1: func(_ *int, _, network *string) { *network = "base" }}, mpp.VerificationFailed + " " + wrongNetwork, ""},
	{"a network nobody knows", X402V1, order{v1: func(_ *int, _, network *string) { *network = "moon" }}, mpp.VerificationFailed + " " + wrongNetwork, ""},
	{"the method by name", X402, order{x402: func(p *x402.Payment) { p.Accepted.Extra.Method = x402.EIP3009 }}, "right", ""},
	{"another method", X402, order{x402: func(p *x402.Payment) { p.Accepted.Extra.Method = "permit2" }}, mpp.VerificationFailed + " " + wrongScheme, x402.EIP3009},
	{"other terms", X402, order{x402: func(p *x402.Payment) { p.Accepted.Amount = "1" }}, mpp.VerificationFailed + " " + wrongTerms, "amount, asset or payTo"},
	{"another version", X402, order{x402: func(p *x402.Payment) { p.Version = 1 }}, mpp.MalformedCredential + " invalid_x402_version", "another version"},
	{"another version", X402V1, order{v1: func(v *int, _, _ *string) { *v = 2 }}, mpp.MalformedCredential + " invalid_x402_version", ""},
	{"no signature", X402, order{signature: "0x"}, mpp.MalformedCredential + " " + wrongPayload, "cannot be read"},
	{"no signature", MPP, order{signature: "0x"}, mpp.MalformedCredential + " " + wrongPayload, ""},
	{"a contract's signature is for the facilitator", X402, order{signature: "0x" + strings.Repeat("ab", 80)}, "right", ""},
	{"somebody else signed", X402, order{signer: cheat}, mpp.VerificationFailed + " " + wrongSignature, ""},
	{"somebody else signed", X402V1, order{signer: cheat}, mpp.VerificationFailed + " " + wrongSignature, ""},
	{"a signature that is none", X402, order{signature: "0x" + strings.Repeat("ff", 65)}, mpp.VerificationFailed + " " + wrongSignature, ""},
	{"another receiver", X402V1, order{transfer: func(t *evm.Transfer) { t.To = cheat.Address() }}, mpp.VerificationFailed + " " + wrongRecipient, shopsWallet},
	{"too little", X402V1, order{transfer: func(t *evm.Transfer) { t.Value = evm.NumberOf(269_999) }}, mpp.PaymentInsufficient + " " + wrongValue, "less than the"},
	{"too much", X402V1, order{transfer: func(t *evm.Transfer) { t.Value = evm.NumberOf(270_001) }}, mpp.VerificationFailed + " " + wrongValue, "more than the"},
	{"from now on", X402, order{transfer: func(t *evm.Transfer) { t.ValidAfter = evm.NumberOf(uint64(noon.Unix())) }}, mpp.VerificationFailed + " " + tooEarly, ""},
	{"since a second", X402, order{transfer: func(t *evm.Transfer) { t.ValidAfter = evm.NumberOf(uint64(noon.Unix() - 1)) }}, "right", ""},
	{"just long enough", X402, order{transfer: func(t *evm.Transfer) { t.ValidBefore = evm.NumberOf(uint64(noon.Unix() + 6)) }}, "right", ""},
	{"too short", X402, order{transfer: func(t *evm.Transfer) { t.ValidBefore = evm.NumberOf(uint64(noon.Unix() + 5)) }}, mpp.PaymentExpired + " " + tooLate, ""},
	{"for ever", X402, order{transfer: func(t *evm.Transfer) { t.ValidBefore = evm.NumberOf(1 << 62) }}, "right", ""},
	{"another way of charging", MPP, order{mpp: func(m *mpp.Credential) { m.Challenge.Intent = "session" }}, mpp.MethodUnsupported + " " + wrongScheme, ""},
	{"another way of paying", MPP, order{mpp: func(m *mpp.Credential) { m.Challenge.Method = "card" }}, mpp.MethodUnsupported + " " + wrongScheme, ""},
	{"an altered challenge", MPP, order{mpp: func(m *mpp.Credential) { m.Challenge.Expires = noon.Add(time.Hour).Format(time.RFC3339) }}, mpp.InvalidChallenge + " " + wrongPayload, "altered"},
	{"a challenge of somebody else", MPP, order{mpp: func(m *mpp.Credential) {
		m.Challenge.Realm = "other.example"
		m.Challenge.ID = mpp.ID([]byte("secret"), m.Challenge)
	}}, mpp.InvalidChallenge + " " + wrongPayload, ""},
	{"another request", MPP, order{quote: func(q *Quote) { q.Ask.URI = "/v1/search?x=2" }}, mpp.InvalidChallenge + " " + spent, "different request"},
	{"another body", MPP, order{mpp: func(m *mpp.Credential) {
		m.Challenge.Digest = mpp.Digest([]byte("{}"))
		m.Challenge.ID = mpp.ID([]byte("secret"), m.Challenge)
	}}, mpp.InvalidChallenge + " " + spent, ""},
	{"no digest", MPP, order{mpp: func(m *mpp.Credential) {
		m.Challenge.Digest = ""
		m.Challenge.ID = mpp.ID([]byte("secret"), m.Challenge)
	}}, mpp.VerificationFailed + " " + wrongPayload, "nonce"}, // which is of the challenge that was made
	{"a challenge that binds nothing", MPP, order{mpp: func(m *mpp.Credential) {
		m.Challenge.Opaque = "!"
		m.Challenge.ID = mpp.ID([]byte("secret"), m.Challenge)
	}}, mpp.InvalidChallenge + " " + spent, ""},
	{"an old challenge", MPP, order{mpp: func(m *mpp.Credential) {
		m.Challenge.Expires = noon.Add(-time.Second).Format(time.RFC3339)
		m.Challenge.ID = mpp.ID([]byte("secret"), m.Challenge)
	}}, mpp.PaymentExpired + " " + tooLate, "challenge has expired"},
	{"another price", MPP, order{quote: func(q *Quote) { q.Amount = 1 }}, mpp.InvalidChallenge + " " + wrongTerms, "current terms"},
	{"another nonce", MPP, order{transfer: func(t *evm.Transfer) { t.Nonce = evm.Keccak([]byte("x")) }}, mpp.VerificationFailed + " " + wrongPayload, "nonce"},
	{"no source", MPP, order{mpp: func(m *mpp.Credential) { m.Source = "" }}, "right", ""},
	{"a source in capitals", MPP, order{mpp: func(m *mpp.Credential) { m.Source = strings.ToLower(m.Source) }}, "right", ""},
	{"the source of another", MPP, order{mpp: func(m *mpp.Credential) { m.Source = evm.Source(84532, cheat.Address()) }}, mpp.VerificationFailed + " " + wrongPayload, "source"},
	{"the source on another chain", MPP, order{mpp: func(m *mpp.Credential) { m.Source = evm.Source(1, payer.Address()) }}, mpp.VerificationFailed + " " + wrongPayload, "source"},
	{"a source that is none", MPP, order{mpp: func(m *mpp.Credential) { m.Source = "me" }}, mpp.VerificationFailed + " " + wrongPayload, "source"},
}

// Each thing that can be wrong with a payment is refused by its name, and nothing else is.
func TestWhatIsWrongWithAPayment(t *testing.T) {
	for _, c := range wrongs {
		shop := newCounter(t)
		cred := shop.read(shop.pays(c.by, c.order))
		err := shop.check(cred, shop.quote)
		if got := told(err); got != c.want || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s, %s: %s (%v), want %s", c.by, c.what, got, err, c.want)
		}
		if broken := shop.Refuse(cred); (broken != nil) != strings.HasPrefix(c.want, mpp.MalformedCredential) || broken != nil && broken.Detail == "" {
			t.Errorf("%s, %s: refused %v", c.by, c.what, broken)
		}
		if cred.Protocol != c.by || shop.pays(c.by, c.order).Get(cred.Header()) == "" {
			t.Errorf("%s came by %s in %s", c.by, cred.Protocol, cred.Header())
		}
	}
}

// A request brings one payment or none.
func TestOnePaymentARequest(t *testing.T) {
	shop := newCounter(t)
	one, other, third := shop.pays(X402, order{}), shop.pays(MPP, order{}), shop.pays(X402V1, order{})
	join := func(hs ...http.Header) http.Header {
		all := http.Header{}
		for _, h := range hs {
			for name, values := range h {
				all[name] = append(all[name], values...)
			}
		}
		return all
	}
	for _, h := range []http.Header{join(one, other), join(one, third), join(other, third), join(one, one), {"Authorization": {other.Get("Authorization") + ", Payment x"}}} {
		if _, err := Read(h); !errors.Is(err, ErrSeveral) {
			t.Errorf("%v of %v", err, h)
		}
	}
	if c, err := Read(http.Header{"Authorization": {"Bearer x"}}); c != nil || err != nil {
		t.Errorf("%+v %v", c, err)
	}
}

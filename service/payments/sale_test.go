package payments

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// padded and base64URL turn what Canonical wrote into what other headers carry.
func padded(text string) string {
	raw, _ := base64.RawURLEncoding.DecodeString(text)
	return base64.StdEncoding.EncodeToString(raw)
}

func base64URL(text string) (json.RawMessage, error) { return base64.RawURLEncoding.DecodeString(text) }

func (c *counter) order() Order {
	return Order{RequestID: "req_1", Endpoint: "POST /v1/search", Asked: c.quote.Ask.Sum()}
}

// begun is a sale that runs.
func (c *counter) begun(p Protocol) (*Sale, *Credential) {
	c.t.Helper()
	cred := c.read(c.pays(p, order{}))
	sale, prior, err := c.Begin(c.t.Context(), cred, c.quote, c.order())
	if err == nil {
		err = sale.Execute(c.t.Context())
	}
	if err != nil || prior != nil {
		c.t.Fatalf("%+v %v", prior, err)
	}
	return sale, cred
}

// A payment is claimed, settled, told in the words of its protocol, and answered again.
func TestASale(t *testing.T) {
	for _, p := range []Protocol{X402, X402V1, MPP} {
		c := newCounter(t)
		c.mint.verdict.Payer, c.mint.answer.Payer, c.mint.answer.Amount = payer.Address().String(), strings.ToLower(payer.Address().String()), "270000"
		sale, cred := c.begun(p)
		if got := *c.drawer.claims[0]; got.State != Executing || got.Lease != (Lease{c.holder, noon.Add(leaseFor)}) || got.Protocol != p || got.Amount != 270_000 || got.ValidBefore != noon.Add(5*time.Minute) ||
			got.ClaimedAt != noon || !strings.HasPrefix(got.ID, "pay_") || len(got.ID) != 28 || got.Seal != cred.proof().seal() || (got.Proof.Challenge != "") != (p == MPP) {
			t.Errorf("%s: %+v", p, got)
		}
		if _, err := c.Prior(t.Context(), cred, c.quote.Ask.Sum()); told(err) != "running 1s" {
			t.Errorf("%s: while it runs: %v", p, err)
		}
		c.now = noon.Add(time.Second)
		closed, err := sale.Settle(t.Context(), Answer{Status: 200, Body: []byte("{}")})
		if err != nil || closed.State != Settled || closed.Answer.Status != 200 || closed.Outcome != (Outcome{Transaction: taken, Attempts: 1}) {
			t.Fatalf("%s: %+v %v", p, closed, err)
		}
		asked := c.mint.asked[1]
		if asked.Payment.Resource.URL != "https://shop.example/base/" || asked.Payment.Accepted.Amount != "270000" || c.mint.asked[0].Payment.Resource.URL != "https://shop.example/base/v1/search?x=1" ||
			asked.Payment.Payload.Signature != cred.signed.String() || asked.Payment.Version != x402.Version {
			t.Errorf("%s: %+v", p, asked)
		}
		h := http.Header{}
		if err := c.Receipt(h, *closed); err != nil {
			t.Fatal(err)
		}
		switch p {
		case MPP:
			r, err := mpp.DecodeReceipt(h.Get(mpp.HeaderReceipt))
			if err != nil || r.Reference != taken || r.Status != mpp.Success || r.Challenge != cred.mpp.Challenge.ID || r.Timestamp != "2026-03-14T12:00:01Z" || r.Chain != c.asset.Chain || r.Method != mpp.EVM {
				t.Errorf("%+v %v", r, err)
			}
		default:
			name, network := x402.HeaderResponse, c.asset.Network
			if p == X402V1 {
				name, network = x402.HeaderResponseV1, "base-sepolia"
			}
			r, err := x402.DecodeResponse(h.Get(name))
			if err != nil || !r.Success || r.Transaction != taken || r.Network != network || r.Payer != payer.Address().String() || r.Amount != "270000" {
				t.Errorf("%+v %v", r, err)
			}
		}
		_, again, err := c.Begin(t.Context(), cred, c.quote, c.order())
		if err != nil || again == nil || again.Answer == nil || c.mint.settled != 1 {
			t.Errorf("%s: the same once more: %+v %v", p, again, err)
		}
		pretty := string(p)
		if got := strings.Join(c.events, ", "); got != pretty+" claimed $0.27, "+pretty+" executing $0.27, "+pretty+" settling $0.27, "+pretty+" settled $0.27" {
			t.Errorf("events: %s", got)
		}
		if l := c.log.String(); strings.Contains(l, payer.Address().String()) || strings.Count(l, "state=settled") != 1 || !strings.Contains(l, "request_id=req_1") {
			t.Errorf("log: %s", l)
		}
	}
}

// What a facilitator says of a payment before it is claimed.
func TestVerdicts(t *testing.T) {
	long := strings.Repeat("x", 130)
	for _, c := range []struct {
		verdict Verdict
		fails   error
		want    string
	}{
		{Verdict{Reason: noFunds}, nil, mpp.PaymentInsufficient + " " + noFunds},
		{Verdict{Reason: tooLate}, nil, mpp.PaymentExpired + " " + tooLate},
		{Verdict{Reason: "other"}, nil, mpp.VerificationFailed + " other"},
		{Verdict{Reason: long}, nil, mpp.VerificationFailed + " " + long[:120] + "…"},
		{Verdict{Reason: long[:120]}, nil, mpp.VerificationFailed + " " + long[:120]},
		{Verdict{Valid: true, Payer: cheat.Address().String()}, nil, "waiting 5s"},
		{Verdict{Valid: true, Payer: "nobody"}, nil, "waiting 5s"},
		{Verdict{Valid: true}, errors.New("down"), "waiting 5s"},
	} {
		shop := newCounter(t)
		shop.mint.verdict, shop.mint.fails = c.verdict, c.fails
		sale, prior, err := shop.Begin(t.Context(), shop.read(shop.pays(X402, order{})), shop.quote, shop.order())
		if told(err) != c.want || sale != nil || prior != nil || len(shop.drawer.claims) > 0 {
			t.Errorf("%+v: %s, %v", c.verdict, told(err), err)
		}
		if refused := strings.Join(shop.events, ""); (refused == "x402 refused $0.00") != (c.want != "waiting 5s") {
			t.Errorf("%+v: events %q", c.verdict, refused)
		}
		if c.fails != nil && !errors.Is(err, c.fails) {
			t.Errorf("%v hides %v", err, c.fails)
		}
	}
}

// What a facilitator's answer to a settlement comes to.
func TestSettlements(t *testing.T) {
	for _, c := range []struct {
		what   string
		answer func(*x402.Response)
		fails  error
		want   string
		state  State
		reason string
	}{
		{"down", nil, errors.New("down"), "waiting 5s", Unknown, "down"},
		{"of another payer", func(r *x402.Response) { r.Payer = cheat.Address().String() }, nil, "waiting 5s", Unknown, "another payer"},
		{"on another network", func(r *x402.Response) { r.Network = "eip155:1" }, nil, "waiting 5s", Unknown, "another network"},
		{"no transaction", func(r *x402.Response) { r.Transaction = "0x1" }, nil, "waiting 5s", Unknown, "no transaction"},
		{"another amount", func(r *x402.Response) { r.Amount = "1" }, nil, "waiting 5s", Unknown, "another amount"},
		{"refused", func(r *x402.Response) { *r = x402.Response{ErrorReason: noFunds} }, nil, mpp.VerificationFailed + " " + noFunds, Released, noFunds},
		{"vague", func(r *x402.Response) { *r = x402.Response{ErrorReason: "unexpected_x"} }, nil, "waiting 5s", Unknown, "unexpected_x"},
	} {
		shop := newCounter(t)
		sale, cred := shop.begun(X402)
		if shop.mint.fails = c.fails; c.answer != nil {
			c.answer(&shop.mint.answer)
		}
		closed, err := sale.Settle(t.Context(), Answer{Body: []byte("{}")})
		got := *shop.drawer.claims[0]
		if told(err) != c.want || closed != nil || got.State != c.state || !strings.Contains(got.Outcome.Reason, c.reason) || got.Outcome.Transaction != "" || (got.Answer == nil) != (c.state == Released) || got.Lease != (Lease{}) {
			t.Errorf("%s: %s, %+v", c.what, told(err), got)
		}
		var refused *Refused
		if errors.As(err, &refused) && (!strings.Contains(refused.Detail, "too little") || refused.Failed.ErrorReason != noFunds || refused.Failed.Network != shop.asset.Network || refused.Failed.Payer == "") {
			t.Errorf("%+v", refused)
		}
		if c.state == Unknown != strings.Contains(shop.log.String(), "level=WARN") {
			t.Errorf("%s: log %s", c.what, shop.log.String())
		}
		sale.GiveBack(t.Context())
		if shop.drawer.claims[0].State != c.state {
			t.Errorf("%s: given back", c.what)
		}
		if c.state != Unknown {
			continue
		}
		// Asked again, the facilitator knows.
		shop.mint.fails, shop.mint.answer = nil, x402.Response{Success: true, Network: shop.asset.Network, Transaction: taken}
		again, err := shop.Prior(t.Context(), cred, shop.quote.Ask.Sum())
		if err != nil || again == nil || again.State != Settled || string(again.Answer.Body) != "{}" || again.Outcome.Attempts != 2 || shop.events[len(shop.events)-1] != "x402 recovered $0.00" {
			t.Errorf("%s: %+v %v %q", c.what, again, err, shop.events)
		}
	}
}

// What the same transfer is answered with when it comes again.
func TestPriorPayments(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(*counter, *Claim)
		mint   x402.Response
		want   string
		found  bool
	}{
		{"released", func(_ *counter, c *Claim) { c.State = Released }, x402.Response{}, "right", false},
		{"another proof", func(_ *counter, c *Claim) { c.Seal[0]++ }, x402.Response{}, mpp.VerificationFailed + " " + spent, false},
		{"another request", func(_ *counter, c *Claim) { c.Asked[0]++ }, x402.Response{}, mpp.InvalidChallenge + " " + spent, false},
		{"answered long ago", func(_ *counter, c *Claim) { c.State = Settled }, x402.Response{}, mpp.InvalidChallenge + " " + spent, false},
		{"answered", func(_ *counter, c *Claim) { c.State, c.Answer = Settled, &Answer{} }, x402.Response{}, "right", true},
		{"in work", func(*counter, *Claim) {}, x402.Response{}, "running 1s", false},
		{"in work until this moment", func(s *counter, _ *Claim) { s.now = noon.Add(leaseFor) }, x402.Response{}, "right", false},
		{"unknown, and refused for good", func(_ *counter, c *Claim) { c.State = Unknown }, x402.Response{ErrorReason: "invalid_exact_evm_payload_signature"}, "right", false},
		{"unknown still", func(_ *counter, c *Claim) { c.State = Unknown }, x402.Response{ErrorReason: noFunds}, "waiting 5s", false},
		{"settling, and nobody works on it", func(s *counter, c *Claim) { c.State, s.now = Settling, noon.Add(leaseFor) }, x402.Response{ErrorReason: "already used"}, "right", true},
		{"the store is locked", func(s *counter, _ *Claim) { s.drawer.fails = errors.New("locked") }, x402.Response{}, "failed", false},
	} {
		shop := newCounter(t)
		_, cred := shop.begun(X402)
		c.change(shop, shop.drawer.claims[0])
		shop.mint.answer = c.mint
		got, err := shop.Prior(t.Context(), cred, shop.quote.Ask.Sum())
		if told(err) != c.want || (got != nil) != c.found {
			t.Errorf("%s: %s %+v", c.what, told(err), got)
		}
	}
	shop := newCounter(t)
	if got, err := shop.Prior(t.Context(), shop.read(shop.pays(X402, order{})), Sum{}); got != nil || err != nil {
		t.Errorf("the first time: %+v %v", got, err)
	}
	if got, err := shop.Prior(t.Context(), shop.read(http.Header{http.CanonicalHeaderKey(x402.HeaderSignature): {"x"}}), Sum{}); got != nil || err != nil {
		t.Errorf("one that cannot be read: %+v %v", got, err)
	}
	_, cred := shop.begun(X402)
	if _, _, err := shop.Begin(t.Context(), cred, shop.quote, shop.order()); told(err) != "running 1s" {
		t.Errorf("twice at once: %v", err)
	}
	shop.drawer.fails = errors.New("locked")
	if _, _, err := shop.Begin(t.Context(), cred, shop.quote, shop.order()); told(err) != "failed" {
		t.Errorf("the store is locked: %v", err)
	}
}

// A payment whose request fails is given back; one in other hands stays with them.
func TestGivingBack(t *testing.T) {
	shop := newCounter(t)
	sale, cred := shop.begun(X402)
	sale.GiveBack(t.Context())
	if got := shop.drawer.claims[0]; got.State != Released || got.Outcome.Reason != "the request failed" || got.Proof.Signature != "" {
		t.Errorf("%+v", got)
	}
	if got, err := shop.Prior(t.Context(), cred, shop.quote.Ask.Sum()); got != nil || err != nil {
		t.Errorf("%+v %v", got, err)
	}
	sale, _ = shop.begun(X402) // the same transfer may be claimed anew
	shop.drawer.claims[1].Lease.Holder = "another"
	if _, err := sale.Settle(t.Context(), Answer{}); told(err) != "running 1s" {
		t.Errorf("%v", err)
	}
	sale.GiveBack(t.Context())
	if shop.drawer.claims[1].State != Executing || strings.Contains(shop.log.String(), "could not be released") {
		t.Errorf("%+v %s", shop.drawer.claims[1], shop.log.String())
	}
	shop.drawer.fails = errors.New("locked")
	sale.GiveBack(t.Context())
	if !strings.Contains(shop.log.String(), "could not be released") {
		t.Error("nobody is told")
	}
	shop.drawer.fails, shop.drawer.claims = nil, nil
	if err := sale.Execute(t.Context()); told(err) != "running 1s" {
		t.Errorf("one that is gone: %v", err)
	}
}

// A look at all open payments closes those that nobody works on.
func TestReconcile(t *testing.T) {
	shop := newCounter(t)
	add := func(state State, until time.Time, signature string) {
		shop.drawer.claims = append(shop.drawer.claims, &Claim{ID: string(state) + until.String() + signature, Key: Key{Network: shop.asset.Network}, State: state, Amount: 1, Lease: Lease{Until: until}, Answer: &Answer{}})
	}
	past, later := noon, noon.Add(time.Second)
	add(Claimed, past, "")
	add(Executing, past, "")
	add(Executing, later, "")
	add(Settling, past, "")
	add(Settling, later, "")
	add(Unknown, later, "")
	add(Settled, past, "")
	add(Released, past, "")
	shop.mint.answer.Amount = ""
	if r, err := shop.Reconcile(t.Context()); err != nil || r != (Reconciled{Settled: 2, Released: 2, Running: 2}) {
		t.Errorf("%+v %v", r, err)
	}
	if !reflect.DeepEqual(shop.drawer.forgot, []time.Time{noon.Add(-24 * time.Hour), noon}) {
		t.Errorf("%v", shop.drawer.forgot)
	}
	if got := shop.drawer.claims[0]; got.Outcome.Reason != "the service ended before it was settled" || got.State != Released {
		t.Errorf("%+v", got)
	}
	if got := shop.drawer.claims[3]; got.State != Settled || got.Outcome.Attempts != 1 || got.ChangedAt != noon {
		t.Errorf("%+v", got)
	}
	add(Unknown, past, "2")
	shop.mint.answer = x402.Response{}
	if r, err := shop.Reconcile(t.Context()); err != nil || r != (Reconciled{Unknown: 1, Running: 2}) {
		t.Errorf("%+v %v", r, err)
	}
	last := shop.drawer.claims[len(shop.drawer.claims)-1]
	if _, err := Close(t.Context(), shop.drawer, shop.drawer.claims[0].ID, "", noon); !errors.Is(err, ErrLost) {
		t.Errorf("what is closed is closed again: %v", err)
	}
	if c, err := Close(t.Context(), shop.drawer, last.ID, taken, noon); err != nil || c.State != Settled || c.Outcome.Transaction != taken || c.Outcome.Reason != "closed by hand" {
		t.Errorf("%+v %v", c, err)
	}
	last.State = Unknown
	if c, err := Close(t.Context(), shop.drawer, last.ID, "", noon); err != nil || c.State != Released {
		t.Errorf("%+v %v", c, err)
	}
	shop.drawer.fails = errors.New("locked")
	if _, err := shop.Reconcile(t.Context()); err == nil {
		t.Error("a locked store has nothing open")
	}
}

// What is asked for stands in both protocols and is bound to the request.
func TestChallenges(t *testing.T) {
	shop := newCounter(t)
	h := http.Header{}
	asked, err := shop.Challenge(h, shop.quote, nil)
	if err != nil {
		t.Fatal(err)
	}
	need, err := x402.DecodeRequired(h.Get(x402.HeaderRequired))
	if err != nil || need.Error != x402.HeaderSignature+" header is required" || need.Resource != (x402.Resource{URL: "https://shop.example/base/v1/search?x=1", Description: "Search", MimeType: "application/json"}) {
		t.Errorf("%+v %v", need, err)
	}
	if a := need.Accepts[0]; a.Scheme != x402.Exact || a.Network != shop.asset.Network || a.Amount != "270000" || a.PayTo != shopsWallet || a.Timeout != 300 || a.Extra.Name != shop.asset.Name || a.Extra.Version != shop.asset.Version || a.Asset != shop.asset.Contract.String() {
		t.Errorf("%+v", a)
	}
	if v1 := asked.Accepts[0]; len(asked.Accepts) != 1 || v1.Network != "base-sepolia" || v1.Resource != need.Resource.URL || v1.Amount != "270000" {
		t.Errorf("%+v", v1)
	}
	all, err := mpp.ParseChallenges(h.Values(mpp.HeaderChallenge))
	if err != nil || len(all) != 1 || all[0].ID != asked.ID || all[0].Realm != "shop.example" || all[0].Description != "Search" || all[0].Expires != "2026-03-14T12:05:00Z" || !mpp.DigestFits(all[0].Digest, shop.quote.Ask.Body) {
		t.Errorf("%+v %v", all, err)
	}
	charge, err := all[0].ChargeOf()
	if err != nil || charge.Amount != "270000" || charge.Recipient != shopsWallet || charge.Details.Chain != shop.asset.Chain || !charge.Details.Takes(mpp.Authorized) || *charge.Details.Decimals != shop.asset.Decimals {
		t.Errorf("%+v %v", charge, err)
	}
	if strings.Join(shop.events, "") != " challenged $0.00" || h.Get(x402.HeaderResponse) != "" {
		t.Errorf("%q %v", shop.events, h)
	}
	shop.quote.Ask.Body = nil
	h = http.Header{}
	if _, err := shop.Challenge(h, shop.quote, &Refused{Reason: "why", Failed: &x402.Response{ErrorReason: "why"}}); err != nil {
		t.Fatal(err)
	}
	if all, _ = mpp.ParseChallenges(h.Values(mpp.HeaderChallenge)); all[0].Digest != "" || h.Get(x402.HeaderResponse) == "" {
		t.Errorf("%+v", all)
	}
	if need, _ = x402.DecodeRequired(h.Get(x402.HeaderRequired)); need.Error != "why" {
		t.Errorf("%+v", need)
	}
	if shop.Takes("POST /v1/creators/ingest") || !shop.Takes("POST /v1/search") || shop.Terms().PayTo != shopsWallet {
		t.Error("what may be paid for")
	}
	if err := (&Refused{Problem: "p", Detail: "d"}).Error(); err != "p: d" {
		t.Error(err)
	}
	if got := sayRefused("x"); !strings.Contains(got, ": x.") {
		t.Error(got)
	}
}

// A payment is bound to a request as it came, letter for letter.
func TestAsk(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/v1/search?q=%20a", nil)
	one := AskOf(r, []byte("b"))
	if one.URI != "/v1/search?q=%20a" || one.Method != http.MethodPost || string(one.Body) != "b" {
		t.Errorf("%+v", one)
	}
	r.RequestURI, r.URL = "http://shop.example/v1/other", &url.URL{Path: "/v1/other"}
	if two := AskOf(r, nil); two.URI != "/v1/other" || two.Sum() == one.Sum() {
		t.Errorf("%+v", two)
	}
	quiet := New(Config{})
	quiet.tell(Event{})
	if quiet.lease != leaseFor || New(Config{Lease: time.Second}).lease != time.Second || quiet.holder == New(Config{}).holder {
		t.Error("leases and holders")
	}
}

package payer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

// Both protocols, x402 in both versions, pay for a search, a transcript and a batch, over a socket, and are
// told so by a receipt that holds: the transaction is on the chain, with the price.
func TestBothProtocolsPay(t *testing.T) {
	s := open(t)
	for name, by := range protocols {
		earned := s.earned()
		for _, c := range []struct {
			ask   ask
			units uint64 // 10,000 a credit
		}{{search, 290_000}, {s.transcript(), 5_000}, {s.batch(), 150_000}} {
			asked := s.challenged(c.ask)
			header, value := by(s.pay(), t, asked.header)
			r := s.send(c.ask, header, value)
			if r.status != http.StatusOK || !bytes.Contains(r.body, []byte(`"data"`)) {
				t.Fatalf("%s %s: %d %s", name, c.ask.path, r.status, r.body)
			}
			paid, protocol := readReceipt(t, r.header)
			if protocol != name {
				t.Errorf("%s is answered in %s", name, protocol)
			}
			hashes := s.chain.Settlements()
			last := hashes[len(hashes)-1]
			network := map[string]string{"x402": sepolia, "x402-v1": "base-sepolia"}[name]
			if network != "" && (!paid.Success || paid.Transaction != last || paid.Network != network || !strings.EqualFold(paid.Payer, s.wallet.address) || paid.Amount != fmt.Sprint(c.units)) {
				t.Errorf("%s: the receipt is %+v", c.ask.path, paid)
			}
			if name == "mpp" && (paid.Status != "success" || paid.Method != "evm" || paid.Reference != last || paid.Chain != sepoliaID || paid.Challenge != readChallenge(t, asked.header)["id"] ||
				paid.Timestamp != noon.Format(time.RFC3339) || !strings.Contains(r.header.Get("Cache-Control"), "private")) {
				t.Errorf("%s: the receipt is %+v in %v", c.ask.path, paid, r.header)
			}
			if got := s.earned() - earned; got != c.units {
				t.Errorf("%s %s: %d units came, not %d", name, c.ask.path, got, c.units)
			}
			earned = s.earned()
		}
	}
	if got := s.states(); got != strings.TrimSpace(strings.Repeat("settled ", 3*len(protocols))) {
		t.Errorf("payments are %s", got)
	}
	for _, secret := range []string{s.wallet.address, strings.TrimPrefix(s.wallet.address, "0x"), "signature", "vegan"} {
		if strings.Contains(strings.ToLower(s.log.String()), secret) {
			t.Errorf("the log holds %s:\n%s", secret, s.log)
		}
	}
}

// A challenge says the same in both protocols, in the contract's envelope too.
func TestTheChallenge(t *testing.T) {
	s := open(t)
	r := s.challenged(search)
	req, a := readRequired(t, r.header)
	c := readChallenge(t, r.header)
	charge := c.charge(t)
	if req.Resource.URL != s.url+search.path || a.Network != sepolia || a.Amount != "290000" || !strings.EqualFold(a.Asset, usdc) || a.PayTo != payTo || a.Timeout < 60 {
		t.Errorf("x402 asks for %+v of %+v", a, req)
	}
	if charge.Amount != a.Amount || charge.Currency != a.Asset || charge.Recipient != a.PayTo || charge.Details.Chain != sepoliaID || charge.Details.Decimals != 6 ||
		c["method"] != "evm" || c["intent"] != "charge" || c["digest"] == "" || "http://"+c["realm"] != s.url {
		t.Errorf("mpp asks for %+v in %v", charge, c)
	}
	if r.header.Get("Cache-Control") != "no-store" || r.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("headers %v", r.header)
	}
	for name := range r.header {
		if strings.HasPrefix(name, "Access-Control-") && r.header.Get("Access-Control-Allow-Origin") == "" {
			t.Errorf("%s without the origin that may read it", name)
		}
	}
	var problem struct {
		Type, Title, Detail, ChallengeID string
		Status                           int
	}
	if err := json.Unmarshal(r.body, &problem); err != nil || problem.Type != "https://paymentauth.org/problems/payment-required" || problem.Status != 402 || problem.ChallengeID != c["id"] {
		t.Errorf("problem %s", r.body)
	}
	var older struct {
		Version int `json:"x402Version"`
		Accepts []map[string]any
	}
	want := map[string]any{"scheme": "exact", "network": "base-sepolia", "maxAmountRequired": "290000", "resource": s.url + search.path, "description": req.Resource.Description,
		"mimeType": "application/json", "payTo": payTo, "maxTimeoutSeconds": 300.0, "asset": usdc, "extra": map[string]any{"name": usdcName, "version": usdcVersion}}
	if err := json.Unmarshal(r.body, &older); err != nil || older.Version != 1 || len(older.Accepts) != 1 || !reflect.DeepEqual(older.Accepts[0], want) {
		t.Errorf("version 1 of x402 reads %+v, not %v", older, want)
	}
	if e := r.failure(t); e.Code != "payment_required" || e.StatusCode != 402 || e.RequestID == "" || e.Details["price_usd"] != "0.29" {
		t.Errorf("envelope %+v", e)
	}
	if again := readChallenge(t, s.challenged(search).header); again["id"] == c["id"] {
		t.Error("two payers in one second have the same challenge, and so the same nonce")
	}
}

// Twenty at once bring one credential: one is at work, one settles, and all that
// are answered have the same bytes.
func TestReplaysAtOnce(t *testing.T) {
	s := open(t)
	for name, by := range protocols {
		before := len(s.chain.Settlements())
		header, value := by(s.pay(), t, s.challenged(search).header)
		var mu sync.Mutex
		answers, busy, firsts := map[string]int{}, 0, 0
		once := func() {
			r := s.send(search, header, value)
			mu.Lock()
			defer mu.Unlock()
			if r.status == http.StatusConflict && r.header.Get("Retry-After") != "" {
				busy++
				return
			}
			paid, _ := readReceipt(t, r.header)
			answers[fmt.Sprint(r.status, string(r.body), paid)]++
			if r.header.Get("Idempotency-Replayed") == "false" {
				firsts++
			}
		}
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(once)
		}
		wg.Wait()
		for range busy { // whoever was told to wait comes again
			once()
		}
		if len(answers) != 1 || len(s.chain.Settlements()) != before+1 || firsts != 1 {
			t.Errorf("%s: %d different answers, %d delivered first, %d settlements", name, len(answers), firsts, len(s.chain.Settlements())-before)
		}
		t.Logf("%s: 20 replays, %d were told that one is at work", name, busy)
	}
}

// What was bought can be paged through by its id alone, and nothing else can be read
// without a key.
func TestWhatWasBoughtIsPaged(t *testing.T) {
	s := open(t)
	wide := ask{"POST", "/v1/search", `{"query":"creators","limit":12}`}
	header, value := s.pay().x402(t, s.challenged(wide).header)
	var page struct {
		SearchID   string `json:"search_id"`
		NextCursor string `json:"next_cursor"`
		Total      int
	}
	r := s.send(wide, header, value)
	if err := json.Unmarshal(r.body, &page); err != nil || page.Total < 11 {
		t.Fatalf("%d %s", r.status, r.body)
	}
	next := s.send(ask{"GET", "/v1/search/" + page.SearchID + "?cursor=" + page.NextCursor, ""})
	var rest struct{ Data []json.RawMessage }
	if err := json.Unmarshal(next.body, &rest); err != nil || next.status != 200 || len(rest.Data) != page.Total-10 {
		t.Errorf("the second page: %d %s", next.status, next.body)
	}
	for _, a := range []ask{{"GET", "/v1/search/00000000-0000-4000-8000-000000000000", ""}, {"GET", "/v1/shortlists", ""}, {"POST", "/v1/shortlists", "{}"},
		{"POST", "/v1/search/interpret", search.body}} {
		if r := s.send(a); r.status != http.StatusUnauthorized {
			t.Errorf("%s %s without a key: %d", a.method, a.path, r.status)
		}
		if r := s.send(a, header, value); r.status != http.StatusUnauthorized {
			t.Errorf("%s %s with a payment: %d", a.method, a.path, r.status)
		}
	}
}

// Registries send nothing and want to know the price; who asks for what is wrong is
// told so and pays nothing.
func TestProbes(t *testing.T) {
	s := open(t)
	for _, c := range []struct {
		ask    ask
		status int
		amount string
	}{
		{ask{"POST", "/v1/search", ""}, 402, "270000"},
		{ask{"POST", "/v1/search", "not JSON"}, 402, "270000"},
		{ask{"POST", "/v1/search", "{}"}, 400, ""},
		{ask{"POST", "/v1/search", `{"query":"vegan","limit":1000}`}, 400, ""},
		{ask{"GET", "/v1/creators/autocomplete", ""}, 402, "500"},
		{ask{"GET", "/v1/creators/autocomplete?q=x", ""}, 400, ""},
		{ask{"POST", "/v1/profiles", ""}, 402, "100"},
		{ask{"POST", "/v1/posts/analyze", ""}, 402, "10000"},
		{ask{"GET", "/v1/creators/00000000-0000-4000-8000-000000000000", ""}, 404, ""},
	} {
		r := s.send(c.ask)
		if r.status != c.status {
			t.Errorf("%s %s %s: %d %s", c.ask.method, c.ask.path, c.ask.body, r.status, r.body)
			continue
		}
		if c.status == 402 {
			if _, a := readRequired(t, r.header); a.Amount != c.amount {
				t.Errorf("%s %s %s costs %s", c.ask.method, c.ask.path, c.ask.body, a.Amount)
			}
		} else if r.header.Get("PAYMENT-REQUIRED") != "" {
			t.Errorf("%s %s asks for money beside a refusal", c.ask.method, c.ask.path)
		}
	}
}

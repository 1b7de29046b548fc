package facilitatortest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/x402"
)

var now = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// bank is a facilitator and who pays through it.
type bank struct {
	*Server
	t   *testing.T
	key evm.Key
	to  evm.Address
}

func newBank(t *testing.T) *bank {
	t.Helper()
	key, err := evm.NewKey()
	to, bad := evm.ParseAddress("0x209693Bc6afc0C5328bA36FaF03C514EF312287C")
	if err != nil || bad != nil {
		t.Fatal(err, bad)
	}
	b := &bank{New(func() time.Time { return now }), t, key, to}
	b.Fund(key.Address(), 60)
	b.Fund(key.Address(), 40)
	return b
}

// question is one about a transfer of 70 that is right but for what is changed.
func (b *bank) question(transfer func(*evm.Transfer), rest func(*question)) question {
	b.t.Helper()
	asset, _ := payment.OnNetwork("base-sepolia")
	t := evm.Transfer{From: b.key.Address(), To: b.to, Value: evm.NumberOf(70), ValidAfter: evm.NumberOf(uint64(now.Unix() - 1)), ValidBefore: evm.NumberOf(uint64(now.Unix() + 6)), Nonce: evm.Keccak([]byte("n"))}
	if transfer != nil {
		transfer(&t)
	}
	signed, err := b.key.Sign(t.Hash(asset.Domain()))
	if err != nil {
		b.t.Fatal(err)
	}
	want := x402.Requirement{Scheme: x402.Exact, Network: asset.Network, Amount: "70", Asset: asset.Contract.String(), PayTo: b.to.String()}
	q := question{Version: x402.Version, Requirements: want, Payload: x402.Payment{Version: x402.Version, Accepted: want, Payload: x402.Payload{Signature: signed.String(), Authorization: t.Write()}}}
	if rest != nil {
		rest(&q)
	}
	return q
}

// ask is an answer in short; ctx ends one that never comes.
func (b *bank) ask(ctx context.Context, path string, q any) (said string) {
	b.t.Helper()
	raw, err := json.Marshal(q)
	if err != nil {
		b.t.Fatal(err)
	}
	w := httptest.NewRecorder()
	defer func() {
		if recover() != nil {
			said = "cut off"
		}
	}()
	b.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, bytes.NewReader(raw)).WithContext(ctx))
	var out struct {
		Valid   *bool  `json:"isValid"`
		Reason  string `json:"invalidReason"`
		Success *bool  `json:"success"`
		Error   string `json:"errorReason"`
		x402.Response
	}
	switch err := json.Unmarshal(w.Body.Bytes(), &out); {
	case w.Body.Len() == 0:
		return "nothing"
	case w.Code != http.StatusOK:
		return http.StatusText(w.Code)
	case w.Body.Len() > 1<<20:
		return "huge"
	case err != nil:
		return "no JSON"
	case out.Valid != nil && *out.Valid, out.Success != nil && *out.Success:
		said = "yes"
	default:
		said = out.Reason + out.Error
	}
	if out.Transaction != "" {
		said += " moved"
	}
	if out.Network != "" && out.Network != "eip155:84532" {
		said += " elsewhere"
	}
	if out.Payer != b.key.Address().String() {
		said += " by another"
	}
	return said
}

// What is wrong with a payment is found as a chain finds it, before it and at it.
func TestQuestions(t *testing.T) {
	for _, c := range []struct {
		what     string
		transfer func(*evm.Transfer)
		rest     func(*question)
		want     string
	}{
		{"nothing", nil, nil, "yes"},
		{"an older version", nil, func(q *question) { q.Version = 1 }, "invalid_x402_version"},
		{"a payment of an older version", nil, func(q *question) { q.Payload.Version = 1 }, "invalid_x402_version"},
		{"no value", nil, func(q *question) { q.Payload.Payload.Authorization.Value = "x" }, "invalid_payload by another"},
		{"no token", nil, func(q *question) { q.Requirements.Asset = "x" }, "invalid_payload"},
		{"no signature", nil, func(q *question) { q.Payload.Payload.Signature = "0x" }, "invalid_payload"},
		{"a network nobody knows", nil, func(q *question) { q.Requirements.Network = "eip155:7" }, "invalid_network elsewhere"},
		{"money that is worth something", nil, func(q *question) {
			real, _ := payment.OnNetwork("base")
			q.Requirements.Network, q.Requirements.Asset = real.Network, real.Contract.String()
		}, "invalid_network elsewhere"},
		{"another scheme", nil, func(q *question) { q.Requirements.Scheme = "upto" }, "unsupported_scheme"},
		{"another scheme accepted", nil, func(q *question) { q.Payload.Accepted.Scheme = "upto" }, "unsupported_scheme"},
		{"other terms", nil, func(q *question) { q.Payload.Accepted.Amount = "71" }, "invalid_payment_requirements"},
		{"another receiver", func(t *evm.Transfer) { t.To = t.From }, nil, "invalid_exact_evm_payload_recipient_mismatch"},
		{"another value", func(t *evm.Transfer) { t.Value = evm.NumberOf(71) }, nil, "invalid_exact_evm_payload_authorization_value_mismatch"},
		{"too early", func(t *evm.Transfer) { t.ValidAfter = evm.NumberOf(uint64(now.Unix())) }, nil, "invalid_exact_evm_payload_authorization_valid_after"},
		{"too late", func(t *evm.Transfer) { t.ValidBefore = evm.NumberOf(uint64(now.Unix() + 5)) }, nil, "invalid_exact_evm_payload_authorization_valid_before"},
		{"another nonce than was signed", nil, func(q *question) { q.Payload.Payload.Authorization.Nonce = evm.Keccak([]byte("m")).String() }, "invalid_exact_evm_payload_signature"},
		{"a signature that is none", nil, func(q *question) { q.Payload.Payload.Signature = "0x" + strings.Repeat("ff", 65) }, "invalid_exact_evm_payload_signature"},
		{"more than there is", func(t *evm.Transfer) { t.Value = evm.NumberOf(101) }, func(q *question) { q.Requirements.Amount, q.Payload.Accepted.Amount = "101", "101" }, "insufficient_funds"},
		{"all there is", func(t *evm.Transfer) { t.Value = evm.NumberOf(100) }, func(q *question) { q.Requirements.Amount, q.Payload.Accepted.Amount = "100", "100" }, "yes"},
		{"more than a number holds", func(t *evm.Transfer) { t.Value, _ = evm.ParseNumber(strings.Repeat("9", 30)) }, func(q *question) {
			q.Requirements.Amount, q.Payload.Accepted.Amount = strings.Repeat("9", 30), strings.Repeat("9", 30)
		}, "insufficient_funds"},
	} {
		b := newBank(t)
		q := b.question(c.transfer, c.rest)
		verified := strings.TrimSuffix(c.want, " elsewhere") // a verdict names no network
		if got := b.ask(t.Context(), "/verify", q); got != verified {
			t.Errorf("%s: verify says %s, want %s", c.what, got, verified)
		}
		want := c.want
		if want == "yes" {
			want = "yes moved"
		}
		if got := b.ask(t.Context(), "/settle", q); got != want {
			t.Errorf("%s: settle says %s, want %s", c.what, got, want)
		}
		moved := b.Balance(b.to) > 0
		if moved != (c.want == "yes") || moved != (len(b.Settlements()) == 1) || b.Balance(b.to)+b.Balance(b.key.Address()) != 100 && c.what != "another receiver" {
			t.Errorf("%s: %d moved, %d left", c.what, b.Balance(b.to), b.Balance(b.key.Address()))
		}
	}
}

// Each fault fails once, in its own way, and the next call is answered.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		fault          Fault
		verify, settle string
		moved          bool
	}{
		{Down, "cut off", "cut off", false}, {Slow, "nothing", "nothing", false}, {Lost, "nothing", "nothing", true}, {Broken, "Internal Server Error", "Internal Server Error", false},
		{Garbage, "no JSON", "no JSON", false}, {Twice, "no JSON", "no JSON", true}, {Liar, "yes", "yes", false}, {OtherWay, "yes", "yes moved elsewhere", true},
		{Stranger, "yes by another", "yes moved by another", true}, {Huge, "huge", "huge", false}, {Vague, "yes", "unexpected_settle_error", true},
		{Refusing, "insufficient_funds", "insufficient_funds", false}, {Forgetful, "yes", "yes moved", true},
	} {
		b := newBank(t)
		q := b.question(nil, nil)
		var arrived []string
		b.Arrives = func(path string) { arrived = append(arrived, path) }
		b.Stuck = make(chan string, 9)
		ctx, stop := context.WithCancel(t.Context())
		stop()
		b.Fail("/verify", c.fault)
		b.Fail("/settle", c.fault)
		if got := b.ask(ctx, "/verify", q); got != c.verify {
			t.Errorf("%s: verify says %s, want %s", c.fault, got, c.verify)
		}
		if got := b.ask(ctx, "/settle", q); got != c.settle {
			t.Errorf("%s: settle says %s, want %s", c.fault, got, c.settle)
		}
		if moved := len(b.Settlements()) == 1; moved != c.moved || len(b.Stuck) != map[Fault]int{Slow: 2, Lost: 2}[c.fault] {
			t.Errorf("%s: moved %v, %d stuck", c.fault, moved, len(b.Stuck))
		}
		verified := map[bool]string{true: "invalid_transaction_state", false: "yes"}[c.moved]
		if got := b.ask(ctx, "/verify", q); got != verified {
			t.Errorf("after %s verify says %s", c.fault, got)
		}
		if got := b.ask(ctx, "/settle", q); got != "yes moved" || len(b.Settlements()) != 1 {
			t.Errorf("after %s settle says %s", c.fault, got)
		}
		if b.Calls("/verify") != 2 || b.Calls("/settle") != 2 || len(b.Headers("/settle")) != 2 || strings.Join(arrived, "") != "/verify/settle/verify/settle" {
			t.Errorf("%s: %q", c.fault, arrived)
		}
		b.Fail("/settle", Forgetful)
		if got := b.ask(ctx, "/settle", q); got != "invalid_exact_evm_nonce_already_used" {
			t.Errorf("a forgetful one says %s", got)
		}
	}
	b := newBank(t)
	if got := b.ask(t.Context(), "/supported", nil); got != " by another" {
		t.Errorf("supported: %q", got)
	}
	if got := b.ask(t.Context(), "/settle", "x"); got != "Bad Request" {
		t.Errorf("no question: %q", got)
	}
}

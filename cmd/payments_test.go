package cmd

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/x402"
	"greenroom/service/payments"
	"greenroom/service/payments/facilitatortest"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

const merchant = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"

// settings is a file that switches payments on, with this facilitator.
func settings(t *testing.T, facilitator string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "serve.toml")
	text := fmt.Sprintf("[payments]\npay_to = %q\nnetwork = \"base-sepolia\"\npublic_url = \"http://127.0.0.1:9\"\nfacilitator = %q\ninsecure_loopback = true\n", merchant, facilitator)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// signed pays for what a 402 asks.
func signed(t *testing.T, key evm.Key, header string) string {
	t.Helper()
	asked, err := x402.DecodeRequired(header)
	asset, ok := payment.OnNetwork("base-sepolia")
	if err != nil || !ok {
		t.Fatalf("%q: %v", header, err)
	}
	want := asked.Accepts[0]
	amount, _ := evm.ParseNumber(want.Amount)
	to, _ := evm.ParseAddress(want.PayTo)
	now := uint64(time.Now().Unix())
	transfer := evm.Transfer{From: key.Address(), To: to, Value: amount, ValidAfter: evm.NumberOf(now - 600), ValidBefore: evm.NumberOf(now + 300), Nonce: evm.Keccak([]byte(rand.Text()))}
	signature, err := key.Sign(transfer.Hash(asset.Domain()))
	if err != nil {
		t.Fatal(err)
	}
	value, err := x402.EncodePayment(x402.Payment{Version: x402.Version, Accepted: want, Payload: x402.Payload{Signature: signature.String(), Authorization: transfer.Write()}})
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func bought(t *testing.T, base, value string) (status int, header http.Header) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, base+"/v1/creators/autocomplete?q=le", nil)
	if err != nil {
		t.Fatal(err)
	}
	if value != "" {
		r.Header.Set(x402.HeaderSignature, value)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	return answer.StatusCode, answer.Header
}

// The program itself, as a process with a file of settings, takes payments; its
// commands list them, and close one that nobody knew the outcome of.
func TestServeTakesPayments(t *testing.T) {
	t.Parallel()
	chain := facilitatortest.New(time.Now)
	facilitator := httptest.NewServer(chain)
	defer facilitator.Close()
	key, err := evm.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	chain.Fund(key.Address(), 1_000_000)
	file, with := emptyStore(t), settings(t, facilitator.URL)
	base, _ := startServe(t, file, "--empty", "--config", with)
	_, asked := bought(t, base, "")
	if status, header := bought(t, base, signed(t, key, asked.Get(x402.HeaderRequired))); status != http.StatusOK || header.Get(x402.HeaderResponse) == "" {
		t.Fatalf("paid: %d %v", status, header)
	}
	chain.Fail("/settle", facilitatortest.Twice)
	_, asked = bought(t, base, "")
	if status, _ := bought(t, base, signed(t, key, asked.Get(x402.HeaderRequired))); status != http.StatusServiceUnavailable {
		t.Errorf("a settlement nobody can read: %d", status)
	}
	var list []struct{ ID, State, USD, Transaction, Endpoint string }
	read := func(args ...string) {
		t.Helper()
		list = nil
		if err := json.Unmarshal([]byte(stdout(t, append([]string{"payments", "list", "--store", file, "-o", "json"}, args...)...)), &list); err != nil {
			t.Fatal(err)
		}
	}
	read()
	if len(list) != 2 || list[0].State != "settled" || list[0].USD != "$0.0005" || list[0].Transaction != chain.Settlements()[0] || list[0].Endpoint != "GET /v1/creators/autocomplete" {
		t.Errorf("listed: %+v", list)
	}
	if got := stdout(t, "payments", "reconcile", "--store", file, "--config", with); !strings.Contains(got, "0 still unknown") {
		t.Errorf("reconciled: %s", got)
	}
	if read("--open"); len(list) != 0 || len(chain.Settlements()) != 2 {
		t.Errorf("open: %+v, settled %d", list, len(chain.Settlements()))
	}
}

func TestPaymentsAreClosedByHand(t *testing.T) {
	s := newShell(t)
	file := emptyStore(t)
	kept, err := sqlite.Open(context.Background(), store.Config{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	for i, state := range []payments.State{payments.Unknown, payments.Unknown, payments.Settled} {
		c := payments.Claim{ID: fmt.Sprint("pay_", i), Key: payments.Key{Network: "eip155:84532", Nonce: fmt.Sprint(i)}, State: state, Protocol: payments.MPP,
			Amount: 5000, ValidBefore: time.Now(), ClaimedAt: time.Now(), ChangedAt: time.Now(), Outcome: payments.Outcome{Reason: "\x1b[31mwhy"}}
		if _, _, err := kept.ClaimPayment(context.Background(), c); err != nil {
			t.Fatal(err)
		}
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	hash := "0x" + strings.Repeat("ab", 32)
	for _, args := range [][]string{{"reconcile"}, {"reconcile", "pay_0"}, {"reconcile", "pay_0", "--released", "--settled", hash}, {"reconcile", "--released"}, {"reconcile", "pay_0", "--settled", "abc"},
		{"reconcile", "pay_2", "--released"}, {"reconcile", "pay_9", "--released"}, {"show", "pay_9"}, {"reconcile", "--config", "/nowhere.toml"}} {
		s.fails(append([]string{"payments", "--store", file}, args...)...)
	}
	s.ok("", "payments", "reconcile", "--store", file, "pay_0", "--settled", hash)
	s.ok("", "payments", "reconcile", "--store", file, "pay_1", "--released")
	if got := s.ok("", "payments", "show", "--store", file, "pay_0"); !strings.Contains(got, "settled") || !strings.Contains(got, hash) || strings.Contains(got, "\x1b") {
		t.Errorf("shown:\n%s", got)
	}
	if got := s.ok("", "payments", "list", "--store", file); strings.Count(got, "\n") != 4 || strings.Contains(got, "\x1b") || !strings.Contains(got, "released") {
		t.Errorf("listed:\n%q", got)
	}
}

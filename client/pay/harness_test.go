package pay_test

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/client/pay"
	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
)

const walletKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// clock moves only when it is told to, or when somebody sleeps.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func (c *clock) Sleep(_ context.Context, d time.Duration) error {
	c.forward(d)
	return nil
}

// account is that of the wallet.
const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

func wallet(context.Context) (evm.Key, error) { return evm.ParseKey(walletKey) }

// shop is a seller, a client of it that pays, and the file where both journals are.
type shop struct {
	*seller
	t      testing.TB
	clock  *clock
	path   string
	memory *local.Memory
	client *client.Client
	payer  *pay.Payer
}

// open makes a shop whose client pays by itself; change may alter that.
func open(t testing.TB, protocols []string, change ...func(*pay.Config, *client.Config)) *shop {
	t.Helper()
	c := &clock{now: noon}
	s := &shop{seller: newSeller(t, c.Now, protocols...), t: t, clock: c, path: filepath.Join(t.TempDir(), "memory.db")}
	s.connect(change...)
	return s
}

// connect is another start of the program on the same file.
func (s *shop) connect(change ...func(*pay.Config, *client.Config)) {
	s.t.Helper()
	if s.memory != nil {
		if err := s.memory.Close(); err != nil {
			s.t.Fatal(err)
		}
	}
	m, err := local.Open(s.t.Context(), local.Config{Path: s.path, Clock: s.clock.Now})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = m.Close() })
	s.memory = m
	pays := pay.Config{Policy: pay.Auto, Wallet: wallet, Book: m.Book("svc"), Clock: s.clock.Now}
	cfg := client.Config{BaseURL: s.url, Clock: s.clock.Now, Sleep: s.clock.Sleep, Memory: m.Scope("svc", "")}
	for _, f := range change {
		f(&pays, &cfg)
	}
	s.payer = pay.New(pays)
	cfg.Payer = s.payer
	if s.client, err = client.New(cfg); err != nil {
		s.t.Fatal(err)
	}
}

// search is a call of $0.45.
func (s *shop) search(query string) (client.Receipt, error) {
	ten := 10
	_, receipt, err := s.client.Search(s.t.Context(), api.SearchRequest{Query: query, Limit: &ten})
	return receipt, err
}

// payments are those of the journal, the newest first.
func (s *shop) payments() []pay.Payment {
	s.t.Helper()
	list, err := s.memory.Paid(s.t.Context(), "", time.Time{})
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

// rows are the outcomes of the journal of calls, the newest first.
func (s *shop) rows() (out []client.Outcome) {
	s.t.Helper()
	for e, err := range s.memory.Journal(s.t.Context(), local.JournalQuery{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		out = append(out, e.Outcome)
	}
	return out
}

func (s *shop) counted() payment.MicroUSD {
	s.t.Helper()
	y, m, d := s.clock.Now().Date()
	n, err := s.memory.Book("svc").Counted(s.t.Context(), pay.Day{Begins: time.Date(y, m, d, 0, 0, 0, 0, time.UTC), Payer: account})
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// want compares what a seller saw.
func (s *shop) want(settled, signatures int) {
	s.t.Helper()
	if got := s.tally(s.t); got.settled != settled || got.signatures != signatures {
		s.t.Errorf("%d settled and %d signatures, not %d and %d", got.settled, got.signatures, settled, signatures)
	}
}

func failure(t testing.TB, err error) *client.Error {
	t.Helper()
	var e *client.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v (%T), want a *client.Error", err, err)
	}
	return e
}

func drop(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

var both = []string{"x402", "mpp"}

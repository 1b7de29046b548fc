package payer

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/codetest"
	_ "greenroom/internal/gctest"
	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/boot"
	"greenroom/service/payments"
	"greenroom/service/payments/facilitator"
	"greenroom/service/payments/facilitatortest"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
	"greenroom/service/world"
)

var noon = time.Date(2026, 3, 14, 12, 0, 10, 0, time.UTC)

type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }

func (c *testClock) advance(d time.Duration) { c.mu.Lock(); c.now = c.now.Add(d); c.mu.Unlock() }

// shop is the whole service behind a socket, with payments switched on, and the
// facilitator it settles with behind another.
type shop struct {
	t       testing.TB
	url     string
	app     *boot.App
	clock   *testClock
	chain   *facilitatortest.Server
	bundles []service.Bundle
	log     *codetest.Log
	wallet  *wallet
	file    string
}

const staged = 12

type option func(*boot.Config, *facilitator.Config)

func open(t testing.TB, options ...option) *shop {
	t.Helper()
	s := &shop{t: t, clock: &testClock{now: noon}, log: &codetest.Log{}, wallet: newWallet(t), file: filepath.Join(t.TempDir(), "g.db")}
	s.chain = facilitatortest.New(s.clock.Now)
	s.fund(s.wallet, 1_000_000_000)
	s.fill()
	chain := httptest.NewServer(s.chain)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.url = "http://" + listener.Addr().String()
	remote := facilitator.Config{URL: chain.URL, Verify: time.Minute, Settle: time.Minute}
	cfg := boot.Config{StorePath: s.file, Clock: s.clock.Now, Sample: true, Logger: slog.New(slog.NewJSONHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Payments: &boot.Payments{Terms: terms(t, s.url)}}
	for _, o := range options {
		o(&cfg, &remote)
	}
	cfg.Payments.Facilitator = facilitator.New(remote)
	if s.app, err = boot.Open(context.Background(), cfg); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(s.app.Handler())
	_ = server.Listener.Close()
	server.Listener = listener
	server.Start()
	t.Cleanup(func() { server.Close(); chain.CloseClientConnections(); chain.Close(); _ = s.app.Close() })
	return s
}

func terms(t testing.TB, base string) payments.Terms {
	t.Helper()
	asset, ok := payment.OnNetwork(sepolia)
	public, err := url.Parse(base)
	if !ok || err != nil {
		t.Fatal(err)
	}
	return payments.Terms{Asset: asset, PayTo: payTo, Base: public}
}

func addressOf(address string) (a evm.Address) {
	raw, err := hex.DecodeString(address[2:])
	if err != nil {
		panic(err)
	}
	copy(a[:], raw)
	return a
}

func (s *shop) fund(w *wallet, units uint64) { s.chain.Fund(addressOf(w.address), units) }

// earned returns the shop's income, in the smallest units.
func (s *shop) earned() uint64 { return s.chain.Balance(addressOf(payTo)) }

func (s *shop) fill() {
	s.t.Helper()
	kept, err := sqlite.Open(context.Background(), store.Config{Path: s.file, Clock: s.clock.Now})
	if err != nil {
		s.t.Fatal(err)
	}
	for b := range world.Generate(world.Seed, noon) {
		if s.bundles = append(s.bundles, b); len(s.bundles) == staged {
			break
		}
	}
	if _, err = kept.Write(context.Background(), s.bundles); err == nil {
		err = kept.Close()
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// claims are all payments, as the store has them.
func (s *shop) claims() (out []payments.Claim) {
	s.t.Helper()
	err := s.app.Store.Payments(context.Background(), payments.Query{}, func(c payments.Claim) error { out = append(out, c); return nil })
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// states are those of all payments.
func (s *shop) states() string {
	var out []string
	for _, c := range s.claims() {
		out = append(out, string(c.State))
	}
	return strings.Join(out, " ")
}

// ask is a request as a payer makes it.
type ask struct{ method, path, body string }

type reply struct {
	status int
	header http.Header
	body   []byte
}

// send makes a request with more headers: names and values in turn.
func (s *shop) send(a ask, headers ...string) reply {
	s.t.Helper()
	r, err := s.try(context.Background(), a, headers...)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func (s *shop) try(ctx context.Context, a ask, headers ...string) (reply, error) {
	r, err := http.NewRequestWithContext(ctx, a.method, s.url+a.path, strings.NewReader(a.body))
	if err != nil {
		return reply{}, err
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return reply{}, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return reply{answer.StatusCode, answer.Header, body}, err
}

func (r reply) failure(t testing.TB) api.ErrorBody {
	t.Helper()
	var e api.Envelope
	if err := json.Unmarshal(r.body, &e); err != nil {
		t.Fatalf("%d %s: %v", r.status, r.body, err)
	}
	return e.Error
}

// challenged asks without paying and expects a price.
func (s *shop) challenged(a ask) reply {
	s.t.Helper()
	r := s.send(a)
	if r.status != http.StatusPaymentRequired {
		s.t.Fatalf("%s %s without a payment: %d %s", a.method, a.path, r.status, r.body)
	}
	return r
}

// paying is a way to pay.
type paying func(pay, testing.TB, http.Header) (name, value string)

var protocols = map[string]paying{"x402": pay.x402, "x402-v1": pay.x402V1, "mpp": pay.mpp}

func (s *shop) pay() pay { return pay{wallet: s.wallet, now: s.clock.Now()} }

var (
	typed  = ask{"GET", "/v1/creators/autocomplete?q=le", ""}
	search = ask{"POST", "/v1/search", `{"query":"vegan food","limit":2}`}
)

func (s *shop) transcript() ask {
	for _, b := range s.bundles {
		for _, t := range b.Transcripts {
			if t.Platform == api.VideoPlatform {
				return ask{"GET", "/v1/raw/videoplatform/transcript/" + t.MediaID + "?language=auto", ""}
			}
		}
	}
	s.t.Fatal("nothing is said in a video")
	return ask{}
}

// batch asks for what is said in two posts and in one that does not exist.
func (s *shop) batch() ask {
	var codes []string
	for _, b := range s.bundles {
		for _, t := range b.Transcripts {
			if t.Platform == api.PhotoPlatform && len(codes) < 2 {
				codes = append(codes, t.MediaID)
			}
		}
	}
	body, _ := json.Marshal(map[string]any{"shortcodes": append(codes, "demo_absent")})
	return ask{"POST", "/v1/raw/photoplatform/transcripts", string(body)}
}

// in is the same shop in another test.
func (s *shop) in(t *testing.T) *shop {
	there := *s
	there.t = t
	return &there
}

// key is that of an account with credits.
func (s *shop) key() string {
	s.t.Helper()
	a := service.NewAccount("main", api.Tier1, noon)
	k, plain := access.NewKey(a.ID, noon)
	if err := s.app.Store.CreateAccount(s.t.Context(), a); err != nil {
		s.t.Fatal(err)
	}
	if err := s.app.Store.CreateKey(s.t.Context(), k); err != nil {
		s.t.Fatal(err)
	}
	return plain
}

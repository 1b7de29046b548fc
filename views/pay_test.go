package views_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/pay"
	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/x402"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/drive"
	"greenroom/views/view"
)

const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

// toll is a service that wants $0.45 for each search.
type toll struct {
	*counter
	mu   sync.Mutex
	paid []string
}

func (s *toll) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Method != http.MethodPost {
		return s.counter.RoundTrip(r)
	}
	if h := r.Header.Get(x402.HeaderSignature); h != "" {
		s.paid = append(s.paid, h)
		resp, err := s.counter.RoundTrip(r)
		resp.Header.Del(api.HeaderCharged)
		text, _ := x402.EncodeResponse(x402.Response{Success: true, Transaction: "0xfeed", Network: "eip155:84532"})
		resp.Header.Set(x402.HeaderResponse, text)
		return resp, err
	}
	asset, _ := payment.OnNetwork("base-sepolia")
	text, _ := x402.EncodeRequired(x402.Required{
		Version: 2, Resource: x402.Resource{URL: r.URL.String(), Description: "search \x1b[31mred"},
		Accepts: []x402.Requirement{{Scheme: x402.Exact, Network: asset.Network, Amount: "450000", Asset: asset.Contract.String(), PayTo: payee, Timeout: 60}},
	})
	w := httptest.NewRecorder()
	w.Header().Set(x402.HeaderRequired, text)
	w.WriteHeader(http.StatusPaymentRequired)
	return w.Result(), nil
}

func (s *toll) payments() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.paid)
}

// slate is a journal of payments in memory.
type slate struct {
	mu   sync.Mutex
	rows map[string]pay.Payment
}

func (b *slate) Reserve(_ context.Context, p pay.Payment, _ pay.Day) (payment.MicroUSD, bool, error) {
	return b.sum(), true, b.Write(context.Background(), p)
}

func (b *slate) Write(_ context.Context, p pay.Payment) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rows[p.ID] = p
	return nil
}

func (b *slate) Outstanding(context.Context, string) (p pay.Payment, found bool, err error) { return }
func (b *slate) Counted(context.Context, pay.Day) (payment.MicroUSD, error)                 { return b.sum(), nil }

func (b *slate) sum() (n payment.MicroUSD) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.rows {
		if p.State != pay.Released {
			n += p.Amount
		}
	}
	return n
}

// booth is the root on such a service, with commands that run beside it, as they
// do on a terminal: a question is asked in the middle of one.
type booth struct {
	t     *testing.T
	root  tea.Model
	toll  *toll
	msgs  chan tea.Msg
	hands time.Time
}

func openBooth(t *testing.T, policy pay.Policy) *booth {
	t.Helper()
	c := drive.NewClock(time.Date(2026, 3, 2, 10, 0, 20, 0, time.UTC))
	b := &booth{t: t, toll: &toll{counter: &counter{clock: c}}, msgs: make(chan tea.Msg, 100), hands: c.Now()}
	asker := views.NewAsker()
	key, err := evm.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	payer := pay.New(pay.Config{
		Account: key.Address().String(), Policy: policy, Ask: asker.Ask, Book: &slate{rows: map[string]pay.Payment{}}, Clock: c.Now,
		Wallet: func(context.Context) (evm.Key, error) { return key, nil },
	})
	service, err := client.New(client.Config{BaseURL: "http://localhost", HTTP: &http.Client{Transport: b.toll}, Clock: c.Now, Payer: payer})
	if err != nil {
		t.Fatal(err)
	}
	b.root = views.New(views.Config{
		Client: service, Styles: theme.None(), Keys: keymap.Default(), Service: text.Const("market"), Start: view.Page{Kind: view.Search, ID: deskSession, Query: "verified cooks"},
		Clock: c.Now, AskOver: 5 * api.Credit, Tick: tick, KeyTime: func() time.Time { return b.hands }, Pay: asker,
	})
	b.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	b.run(b.root.Init())
	b.sees("Creator 00")
	return b
}

func (b *booth) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				b.run(c)
			}
		default:
			b.msgs <- msg
		}
	}()
}

func (b *booth) send(msg tea.Msg) {
	var cmd tea.Cmd
	b.root, cmd = b.root.Update(msg)
	b.run(cmd)
}

// keys come a second after each other.
func (b *booth) keys(names ...string) {
	for _, n := range names {
		b.hands = b.hands.Add(time.Second)
		b.send(drive.Key(n))
	}
}

func (b *booth) screen() string {
	return ansi.Strip(b.root.(interface{ View() tea.View }).View().Content)
}

// sees takes messages until all words are on the screen.
func (b *booth) sees(words ...string) {
	b.t.Helper()
	late := time.After(20 * time.Second)
	for {
		missing := ""
		for _, w := range words {
			if !strings.Contains(b.screen(), w) {
				missing = w
			}
		}
		if missing == "" {
			return
		}
		select {
		case msg := <-b.msgs:
			b.send(msg)
		case <-late:
			b.t.Fatalf("%q does not come:\n%s", missing, b.screen())
		}
	}
}

func (b *booth) lacks(words string) {
	b.t.Helper()
	if strings.Contains(b.screen(), words) {
		b.t.Fatalf("%q is there:\n%s", words, b.screen())
	}
}

const payAsks = "Pay for this call?"

// A payment is asked about in dollars, once, and the bar and the ledger show what
// became of it.
func TestPaymentsAreAskedAbout(t *testing.T) {
	b := openBooth(t, pay.Ask)
	b.sees("to pay $5.00 of $5.00 this session")
	b.lacks("budget unknown until")
	b.keys("i", "enter")
	b.sees(payAsks, "$0.45, as USDC on Base Sepolia", payee, "POST http://localhost/v1/search", "“search red”", "Left under your caps after it: $4.55")
	b.lacks(asks)
	b.lacks("\x1b")
	b.keys("n")
	b.lacks(payAsks)
	b.sees("You declined to pay", "to pay $5.00")
	if b.toll.payments() != 0 {
		t.Fatal("paid after a no")
	}
	b.keys("i", "enter")
	b.sees(payAsks)
	b.keys("y")
	b.sees("to pay $4.55 of $5.00 this session", "session 45 cr")
	b.lacks(payAsks)
	if b.toll.payments() != 1 {
		t.Fatalf("%d payments after a yes", b.toll.payments())
	}
	b.keys("i", "enter")
	b.sees(payAsks)
	b.keys("a")
	b.sees("to pay $4.10", "session 90 cr")
	b.keys("i", "enter")
	b.sees("to pay $3.65", "session 135 cr")
	if b.toll.payments() != 3 {
		t.Fatalf("%d payments", b.toll.payments())
	}
	b.sees("≤$0.45 unasked !")
	b.keys("!")
	b.lacks("unasked")
	b.keys("i", "enter")
	b.sees(payAsks)
	b.keys("n")
	b.lacks(payAsks)
	b.keys("4")
	b.sees("$0.45")
	for range 6 { // how many pages were read meanwhile differs
		if !strings.Contains(b.screen(), "Receipt") {
			b.keys("j")
		}
	}
	b.sees("Paid", "$0.45 (spent)", "0xfeed", "0x7099")
}

// Who types something else when the question comes answers nothing by it, and a
// call that is left takes its question with it.
func TestPaymentsAreNotAnsweredByTyping(t *testing.T) {
	b := openBooth(t, pay.Ask)
	b.keys("i", "enter")
	b.sees(payAsks)
	for range 20 {
		b.hands = b.hands.Add(rest / 2)
		b.send(drive.Key("y"))
	}
	b.sees(payAsks)
	if b.toll.payments() != 0 {
		t.Fatal("typing has paid")
	}
	b.hands = b.hands.Add(rest)
	b.send(drive.Key("y"))
	b.sees("to pay $4.55", "session 45 cr")
}

const rest = 500 * time.Millisecond

func TestPaymentsByThemselves(t *testing.T) {
	b := openBooth(t, pay.Auto)
	b.keys("i", "enter")
	b.sees(asks) // the dear search is still asked about in credits
	b.keys("y")
	b.sees("to pay $4.55", "session 45 cr")
	if n := b.toll.payments(); n != 1 {
		t.Fatalf("%d payments", n)
	}
}

// A question whose call has ended is nobody's any more.
func TestTheQuestionGoesWithItsCall(t *testing.T) {
	b := openBooth(t, pay.Ask)
	b.keys("i", "enter")
	b.sees(payAsks)
	b.root.(*views.Root).Close()
	for strings.Contains(b.screen(), payAsks) {
		b.send(<-b.msgs)
	}
	if b.toll.payments() != 0 {
		t.Fatal("paid for a call that was left")
	}
}

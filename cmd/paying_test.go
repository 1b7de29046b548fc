package cmd

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"greenroom/api"
	"greenroom/cmd/run"
	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/service/boot"
	"greenroom/service/payments"
	"greenroom/service/payments/facilitator"
	"greenroom/service/payments/facilitatortest"
)

const (
	walletKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
	payer     = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
	payee     = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
)

// market is the service with payments switched on, behind a socket, and the chain
// that it settles on.
type market struct {
	*home
	chain *facilitatortest.Server
	url   string
}

// openMarket also adds a connection to it without a key, and with a wallet of $20.
func openMarket(t *testing.T) *market {
	t.Helper()
	m := &market{home: newHome(t), chain: facilitatortest.New(time.Now)}
	m.secrets = append(m.secrets, walletKey, walletKey[2:])
	chain := httptest.NewServer(m.chain)
	server := httptest.NewUnstartedServer(nil)
	m.url = "http://" + server.Listener.Addr().String()
	base, err := url.Parse(m.url)
	if err != nil {
		t.Fatal(err)
	}
	asset, _ := payment.OnNetwork("base-sepolia")
	file := filepath.Join(t.TempDir(), "s.db")
	writeWorld(t, file)
	app, err := boot.Open(t.Context(), boot.Config{
		StorePath: file, Sample: true, PlatformsAll: true,
		Payments: &boot.Payments{
			Terms:       payments.Terms{Asset: asset, PayTo: payee, Base: base},
			Facilitator: facilitator.New(facilitator.Config{URL: chain.URL, Verify: time.Minute, Settle: 300 * time.Millisecond}),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = app.Handler()
	server.Start()
	t.Cleanup(func() {
		server.Close()
		chain.CloseClientConnections()
		chain.Close()
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	from, _ := evm.ParseAddress(payer)
	m.chain.Fund(from, 20_000_000)
	t.Setenv("MARKET_WALLET", walletKey)
	m.does(0, "", words("connection add market --url "+m.url+" --no-key --use"), "without a key")
	m.does(0, "", words("connection pay market --policy auto --wallet-env MARKET_WALLET --network base-sepolia --to "+payee),
		"automatically, at most $1.00 a call, $5.00 a session, $10.00 a day", payer, "env:MARKET_WALLET", "paid today")
	return m
}

// earned returns the market's income, in dollars.
func (m *market) earned() string {
	to, _ := evm.ParseAddress(payee)
	return payment.MicroUSD(m.chain.Balance(to)).String()
}

func (m *market) earns(want string) {
	m.t.Helper()
	if got := m.earned(); got != want {
		m.t.Errorf("the market has %s, not %s", got, want)
	}
}

// The client pays the service of this program over a socket, by both protocols.
func TestPayingForSingleCalls(t *testing.T) {
	for _, protocol := range []string{"mpp", "x402"} {
		t.Run(protocol, func(t *testing.T) {
			m := openMarket(t)
			m.does(0, "", words("connection pay market --first "+protocol))
			m.does(0, "", words("search vegan cooks in Lisbon --limit 10"), "Paid $0.45 as USDC on Base Sepolia, receipt 0x")
			m.earns("$0.45")
			m.does(0, "", words("search vegan cooks in Lisbon --limit 10"), "kept from before")
			m.earns("$0.45")
			var found []api.SearchResult
			out := m.does(0, "", words("search vegan cooks in Lisbon --limit 10 -o jsonl -q"))
			for line := range strings.Lines(out) {
				var r api.SearchResult
				if err := json.Unmarshal([]byte(line), &r); err == nil {
					found = append(found, r)
				}
			}
			if len(found) == 0 {
				t.Fatalf("nothing was found: %s", out)
			}
			id := found[0].Creator.ID
			m.does(0, "", words("creator "+id), "Paid $0.001 as USDC")
			m.does(0, "", words("posts "+id), "Paid $")
			m.does(run.ExitNotFound, "", words("creator 7f3c2a10-1111-4222-8333-944455556666"))
			list := m.does(0, "", words("journal payments"), "spent", "Base Sepolia", payee)
			if strings.Count(list, "0x") < 6 {
				t.Errorf("the receipts are not shown:\n%s", list)
			}
			m.does(0, "", words("journal"), "45 ($0.45)", "0.1 ($0.001)", "free, not found")
			var rows []struct {
				PaidUSD string `json:"paid_usd"`
				Payment string
				Receipt string `json:"payment_receipt"`
			}
			if out := m.does(0, "", words("journal -o json")); json.Unmarshal([]byte(out), &rows) != nil || !hasRow(rows, "0.45", "spent") {
				t.Errorf("%s", out)
			}
			m.does(0, "", words("doctor"), "pays", "automatically", "only to "+payee, "wallet", payer, "paid today")
			if got := m.chain.Settlements(); len(got) != 3 {
				t.Errorf("%d settlements: %v", len(got), got)
			}
		})
	}
}

func hasRow(rows []struct {
	PaidUSD string `json:"paid_usd"`
	Payment string
	Receipt string `json:"payment_receipt"`
}, usd, state string) bool {
	for _, r := range rows {
		if r.PaidUSD == usd && r.Payment == state && strings.HasPrefix(r.Receipt, "0x") {
			return true
		}
	}
	return false
}

// What may not be paid is not, and the sentence says what to do.
func TestNotPaying(t *testing.T) {
	m := openMarket(t)
	search := words("search gardeners --limit 10")
	for policy, says := range map[string]string{"never": "$0.45, as USDC on Base Sepolia. This connection does not pay", "ask": "there is no terminal to confirm on"} {
		m.does(0, "", words("connection pay market --policy "+policy))
		m.does(run.ExitOverBudget, "", search, says)
	}
	m.does(0, "", words("connection pay market --policy auto --max-per-call 0.44"))
	m.does(run.ExitOverBudget, "", search, "more than the cap of $0.44 per call")
	m.does(0, "", words("connection pay market --max-per-call 1 --max-per-day 0.50"))
	m.does(0, "", search, "Paid $0.45")
	m.does(run.ExitOverBudget, "", words("search florists --limit 10"), "$0.05 is left of the $0.50 that the wallet may pay in a day")
	// The day is the wallet's: another connection to the same address begins where it stands.
	m.does(0, "", words("connection add again --url "+m.url+" --no-key"))
	m.does(0, "", words("connection pay again --policy auto --wallet-env MARKET_WALLET --max-per-day 0.50"), "paid today", "$0.45")
	m.does(run.ExitOverBudget, "", words("search florists --limit 10 --connection again"), "$0.05 is left of the $0.50 that the wallet may pay in a day")
	m.does(0, "", words("connection remove again"))
	m.does(0, "", words("connection pay market --max-per-day 10 --to "+payer))
	m.does(run.ExitOverBudget, "", words("search florists --limit 10"), "is not on the connection's list")
	m.does(0, "", words("connection pay market --to any --wallet-test"), "for test networks only", "test")
	empty := "“The wallet that pays holds too little of the token” (insufficient_funds)"
	for _, protocol := range []string{"x402", "mpp"} {
		if m.does(0, "", words("connection pay market --first "+protocol)); protocol == "mpp" {
			empty = strings.Replace(empty, "insufficient_funds", "payment-insufficient", 1)
		}
		m.does(run.ExitOverBudget, "", words("search florists --limit 10"), "rejected the payment of $0.45: "+empty)
		m.does(0, "", words("journal payments"), empty)
	}
	m.earns("$0.45")
	for _, wrong := range []string{"pay nobody --policy ask", "pay built-in --policy ask", "pay market --policy often", "pay market --wallet-env A --wallet-test", "pay market --max-per-day 0",
		"pay market --to 0x12", "pay market --network solana", "pay market --first cash"} {
		m.does(run.ExitUsage, "", words("connection "+wrong))
	}
	m.does(0, "", words("connection list"), "PAYS", "auto")
	m.does(0, "", words("connection remove market"))
}

// A payment whose end the service does not know is sent again, and taken once.
func TestAPaymentIsSentAgain(t *testing.T) {
	m := openMarket(t)
	m.chain.Fail("/settle", facilitatortest.Lost)
	m.does(0, "", words("search gardeners --limit 10"), "Paid $0.45")
	m.does(0, "", words("journal --unknown -o jsonl"))
	if out := m.does(0, "", words("journal payments -o jsonl")); strings.Count(out, `"state":"spent"`) != 1 || strings.Contains(out, "unknown") {
		t.Errorf("%s", out)
	}
	m.earns("$0.45")
}

// Who sits at a terminal is asked, and only a yes pays.
func TestAskedOnATerminal(t *testing.T) {
	m := openMarket(t)
	m.does(0, "", words("connection pay market --policy ask"))
	for _, answer := range [][2]string{{"n\n", "$0.00"}, {"\n", "$0.00"}, {"yes\n", "$0.45"}} { // what was paid is kept
		typed, earned := answer[0], answer[1]
		master, tty, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		shown := make(chan string, 1)
		go func() {
			var all bytes.Buffer
			part := make([]byte, 1024)
			for {
				n, err := master.Read(part)
				all.Write(part[:n])
				if strings.Contains(all.String(), "n (no): ") && typed != "" {
					_, _ = master.WriteString(typed)
					typed = ""
				}
				if err != nil || strings.Contains(all.String(), "THE END") {
					shown <- all.String()
					return
				}
			}
		}()
		root := newRoot()
		root.SetArgs(words("search gardeners --limit 10"))
		root.SetIn(tty)
		root.SetOut(tty)
		root.SetErr(tty)
		root.SilenceErrors, root.SilenceUsage = true, true
		err = root.ExecuteContext(t.Context())
		_, _ = tty.WriteString("THE END")
		said := <-shown
		_, _ = tty.Close(), master.Close()
		for _, w := range []string{"Price: $0.45, as USDC on Base Sepolia", "to  " + payee, "POST " + m.url + "/v1/search", "Left under your caps after it: $4.55"} {
			if !strings.Contains(said, w) {
				t.Errorf("%q is not asked in %s", w, said)
			}
		}
		if paid := earned != "$0.00"; (err == nil) != paid {
			t.Errorf("%q ends with %v", earned, err)
		}
		if earned != "$0.00" {
			m.earns(earned)
		}
	}
	m.earns("$0.45")
}

package pay_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/client"
	"greenroom/client/pay"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// once does something for the first payment that comes, and lets the others be.
func once(first func(s *seller, w http.ResponseWriter, r *http.Request, settle func() string)) func(*seller, http.ResponseWriter, *http.Request, func() string) bool {
	done := false
	return func(s *seller, w http.ResponseWriter, r *http.Request, settle func() string) bool {
		s.mu.Lock()
		was := done
		done = true
		s.mu.Unlock()
		if !was {
			first(s, w, r, settle)
		}
		return !was
	}
}

func status(code int, body string, headers ...string) func(*seller, http.ResponseWriter, *http.Request, func() string) bool {
	return func(_ *seller, w http.ResponseWriter, _ *http.Request, _ func() string) bool {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
		return true
	}
}

// Where no answer comes the same payment is sent again, and taken once.
func TestTheSamePaymentAgain(t *testing.T) {
	half := func(_ *seller, w http.ResponseWriter, r *http.Request, settle func() string) {
		settle()
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "5000")
		_, _ = io.WriteString(w, found)
	}
	for name, first := range map[string]func(*seller, http.ResponseWriter, *http.Request, func() string){
		"cut before it was taken": func(_ *seller, w http.ResponseWriter, r *http.Request, _ func() string) { drop(w, r) },
		"cut after it was taken":  func(_ *seller, w http.ResponseWriter, r *http.Request, settle func() string) { settle(); drop(w, r) },
		"cut in the answer":       half,
		"a wait": func(s *seller, w http.ResponseWriter, r *http.Request, settle func() string) {
			settle()
			status(503, `{"type":"about:blank","title":"It is not known yet."}`, "Retry-After", "2", "Content-Type", "application/problem+json")(s, w, r, settle)
		},
		"in flight": func(s *seller, w http.ResponseWriter, r *http.Request, settle func() string) {
			status(409, `{"error":{"code":"conflict","message":"It runs."}}`, "Retry-After", "1")(s, w, r, settle)
		},
	} {
		for _, p := range both {
			t.Run(name+" "+p, func(t *testing.T) {
				s := open(t, []string{p})
				s.paid = once(first)
				receipt, err := s.search("gardeners")
				if err != nil {
					t.Fatal(err, s.says())
				}
				if paid, unknown := receipt.Paid(); paid.String() != "$0.45" || unknown != 0 || len(receipt.Payments) != 1 {
					t.Errorf("paid %s, %s unknown: %+v", paid, unknown, receipt.Payments)
				}
				if got := s.tally(t); got != (tally{1, 1, 1, 3}) {
					t.Errorf("the seller saw %+v", got)
				}
				if s.counted().String() != "$0.45" || s.rows()[0] != client.OutcomeCharged {
					t.Errorf("%s counts, the call is %s", s.counted(), s.rows()[0])
				}
			})
		}
	}
}

// What became of a payment is found out by sending it again. A refusal then proves
// nothing: it may have been taken before.
func TestSettle(t *testing.T) {
	for name, c := range map[string]struct {
		taken   bool
		later   time.Duration
		outcome client.Outcome
		counts  string
	}{
		"taken":                      {true, time.Second, client.OutcomeCharged, "$0.45"},
		"taken, long ago":            {true, 8 * time.Hour, client.OutcomeCharged, "$0.45"},
		"never taken, still good":    {false, time.Second, client.OutcomeCharged, "$0.45"},
		"never taken, and worthless": {false, time.Hour, client.OutcomeUnknown, "$0.45"}, // a seller that keeps nothing would say the same of one it took
	} {
		for _, p := range both {
			t.Run(name+" "+p, func(t *testing.T) {
				s := open(t, []string{p})
				s.paid = func(_ *seller, w http.ResponseWriter, r *http.Request, settle func() string) bool {
					if c.taken {
						settle()
					}
					drop(w, r)
					return true
				}
				_, err := s.search("gardeners")
				if e := failure(t, err); e.Outcome != client.OutcomeUnknown {
					t.Fatalf("%+v", e)
				}
				s.mu.Lock()
				s.paid = nil
				s.mu.Unlock()
				s.clock.forward(c.later)
				s.connect()
				done, err := s.client.Settle(t.Context(), false)
				if err != nil || len(done) != 1 || done[0].Receipt.Outcome != c.outcome {
					t.Fatalf("%+v, %v", done, err)
				}
				if s.counted().String() != c.counts || s.rows()[0] != c.outcome {
					t.Errorf("%s counts, the call is %s", s.counted(), s.rows()[0])
				}
				s.tally(t)
				if again, err := s.client.Settle(t.Context(), false); err != nil || len(again) != 0 {
					t.Errorf("settled again: %+v, %v", again, err)
				}
				if kept := s.payments(); len(kept) != 1 || kept[0].Credential != "" {
					t.Errorf("%+v", kept)
				}
				if _, err := s.search("gardeners"); err != nil {
					t.Errorf("it cannot be asked for any more: %v", err)
				}
			})
		}
	}
}

// A refusal after the payment: nothing else is signed, and what left counts as
// long as it could be cashed in.
func TestRefusedAfterwards(t *testing.T) {
	fail, _ := x402.EncodeResponse(x402.Response{ErrorReason: "insufficient_funds", Network: "eip155:84532"})
	for name, c := range map[string]struct {
		answer func(*seller, http.ResponseWriter, *http.Request, func() string) bool
		kind   client.Kind
		says   string
		note   string
	}{
		"402 with a fresh demand": {func(s *seller, w http.ResponseWriter, r *http.Request, _ func() string) bool {
			s.demand(w, r, nil)
			return true
		}, client.KindPayment, "rejected the payment of $0.45: it asks for payment again (payment-required)", "it asks for payment again (payment-required)"},
		"402 with a code": {status(402, `{}`, "PAYMENT-RESPONSE", fail), client.KindPayment, "the wallet balance is too low (insufficient_funds)", "the wallet balance is too low (insufficient_funds)"},
		"402 with a code and a sentence": {status(402, `{"error":{"code":"payment_required","message":"Too\u202e little."}}`, "PAYMENT-RESPONSE", fail),
			client.KindPayment, "“Too\u202e little” (insufficient_funds).", "“Too\u202e little” (insufficient_funds)"},
		"402 with a problem": {status(402, `{"type":"https://paymentauth.org/problems/payment-expired","detail":"It came late."}`), client.KindPayment,
			"“It came late” (payment-expired)", "“It came late” (payment-expired)"},
		"402 with a text":    {status(402, `{"error":"seen before"}`), client.KindPayment, "$0.45: seen before.", "seen before"},
		"402 with a title":   {status(402, `{"title":"Pay more"}`), client.KindPayment, "$0.45: Pay more.", "Pay more"},
		"402 with a message": {status(402, `{"error":{"message":"No."}}`), client.KindPayment, "$0.45: “No”.", "“No”"},
		"402 with nothing":   {status(402, `[]`), client.KindPayment, "$0.45: it gave no reason.", "it gave no reason"},
		"not found":          {status(404, refused), client.KindAPI, "Nothing is there.", "“Nothing is there” (not_found)"},
		"invalid":            {status(400, refused), client.KindAPI, "Nothing is there.", "“Nothing is there” (not_found)"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, []string{"x402"})
			s.paid = c.answer
			_, err := s.search("gardeners")
			if e := failure(t, err); e.Kind != c.kind || e.Outcome != client.OutcomeFree || !strings.Contains(e.Message, c.says) {
				t.Errorf("%+v", e)
			}
			if s.counted().String() != "$0.45" {
				t.Errorf("while its signature holds, %s counts", s.counted())
			}
			s.clock.forward(time.Minute)
			if s.counted() != 0 {
				t.Errorf("when its signature has ended, %s counts", s.counted())
			}
			if p := s.payments()[0]; p.State != pay.Released || p.Credential != "" || p.Note != c.note {
				t.Errorf("%+v", p)
			}
			if got := s.tally(t); got.signatures != 1 || got.requests != 2 {
				t.Errorf("the seller saw %+v", got)
			}
			if s.rows()[0] != client.OutcomeFree {
				t.Errorf("the call is %s", s.rows()[0])
			}
		})
	}
}

// Answers that say nothing of the payment leave it unknown: it counts for its day.
func TestUnknownAfterwards(t *testing.T) {
	for name, answer := range map[string]func(*seller, http.ResponseWriter, *http.Request, func() string) bool{
		"another address": status(302, "", "Location", "https://elsewhere.example/"),
		"broken":          status(500, `{"error":{"code":"internal_error","message":"x"}}`),
		"a proxy":         status(502, `<html>`, "Content-Type", "text/html"),
		"busy":            status(429, `{"error":{"code":"rate_limit_exceeded","message":"x"}}`, "Retry-After", "3600"),
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, both)
			s.paid = answer
			receipt, err := s.search("gardeners")
			if e := failure(t, err); e.Outcome != client.OutcomeUnknown || receipt.Outcome != client.OutcomeUnknown {
				t.Errorf("%+v", e)
			}
			if said := failure(t, err).Message; !strings.Contains(said, "Whether $0.45 was paid is not proved.") {
				t.Errorf("it says %s", said)
			}
			s.clock.forward(time.Hour)
			if s.counted().String() != "$0.45" {
				t.Errorf("%s counts", s.counted())
			}
			if got := s.tally(t); got.signatures != 1 {
				t.Errorf("the seller saw %+v", got)
			}
		})
	}
}

// An answer is kept whatever its receipt says, and what is wrong with that is said.
func TestReceiptsThatAreOdd(t *testing.T) {
	x := func(r x402.Response) func(*seller, http.ResponseWriter, *http.Request, func() string) bool {
		text, _ := x402.EncodeResponse(r)
		return status(200, found, "PAYMENT-RESPONSE", text)
	}
	m := func(r mpp.Receipt) func(*seller, http.ResponseWriter, *http.Request, func() string) bool {
		text, _ := mpp.EncodeReceipt(r)
		return status(200, found, "Payment-Receipt", text)
	}
	sepolia := "eip155:84532"
	for name, c := range map[string]struct {
		protocol, note string
		answer         func(*seller, http.ResponseWriter, *http.Request, func() string) bool
	}{
		"none":              {"x402", "sent no receipt", status(200, found)},
		"none of MPP":       {"mpp", "sent no receipt", status(200, found)},
		"unreadable":        {"x402", "cannot be read", status(200, found, "PAYMENT-RESPONSE", "?")},
		"unreadable of MPP": {"mpp", "cannot be read", status(200, found, "Payment-Receipt", "?")},
		"failed":            {"x402", "says that it failed: unexpected_settle_error", x(x402.Response{ErrorReason: "unexpected_settle_error", Network: sepolia})},
		"another network":   {"x402", "another network", x(x402.Response{Success: true, Transaction: "0x1", Network: "eip155:8453"})},
		"another payer":     {"x402", "another payer", x(x402.Response{Success: true, Transaction: "0x1", Network: sepolia, Payer: payee})},
		"another amount":    {"x402", "another amount", x(x402.Response{Success: true, Transaction: "0x1", Network: sepolia, Amount: "1"})},
		"no transaction":    {"x402", "names no transaction", x(x402.Response{Success: true, Network: sepolia})},
		"another challenge": {"mpp", "another challenge", m(mpp.Receipt{Status: "success", Method: "evm", Reference: "0x1", Challenge: "other"})},
		"another chain":     {"mpp", "another network", m(mpp.Receipt{Status: "success", Method: "evm", Reference: "0x1", Chain: 1})},
		"another method":    {"mpp", "another network", m(mpp.Receipt{Status: "success", Method: "tempo", Reference: "0x1"})},
		"no success":        {"mpp", "does not say success", m(mpp.Receipt{Status: "pending", Method: "evm", Reference: "0x1"})},
		"no reference":      {"mpp", "names no transaction", m(mpp.Receipt{Status: "success", Method: "evm"})},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, []string{c.protocol})
			s.paid = c.answer
			receipt, err := s.search("gardeners")
			if err != nil {
				t.Fatal(err)
			}
			if p := receipt.Payments[0]; p.State != pay.Spent || !strings.Contains(p.Note, c.note) || p.Reference != "" {
				t.Errorf("%+v", p)
			}
			if kept := s.payments()[0]; kept.Note != receipt.Payments[0].Note || s.counted().String() != "$0.45" {
				t.Errorf("%+v", kept)
			}
		})
	}
}

// The body is sent again as it was, and with a key where that is allowed.
func TestThePaidRequestIsTheFirstOne(t *testing.T) {
	var bodies, keys []string
	s := open(t, both, func(p *pay.Config, _ *client.Config) { p.WithKey = true }, keyed(true), func(_ *pay.Config, c *client.Config) {
		c.HTTP = &http.Client{Transport: tap(func(r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			bodies, keys = append(bodies, r.Method+r.URL.String()+string(body)), append(keys, r.Header.Get("X-API-Key"))
		})}
	})
	if _, err := s.search("gardeners"); err != nil {
		t.Fatal(err)
	}
	if len(bodies) != 2 || bodies[0] != bodies[1] || !strings.Contains(bodies[0], "gardeners") || keys[1] == "" || keys[0] != keys[1] {
		t.Errorf("%q %q", bodies, keys)
	}
}

type tap func(*http.Request)

func (f tap) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(context.WithoutCancel(r.Context()))
	f(r)
	return http.DefaultTransport.RoundTrip(r)
}

// A payment that was taken, and of which no answer came, is not undone by a refusal of
// the next try, whoever refuses and for whatever.
func TestARefusalDoesNotUndoAPayment(t *testing.T) {
	used, _ := x402.EncodeResponse(x402.Response{ErrorReason: "nonce_already_used", Network: "eip155:84532"})
	poor, _ := x402.EncodeResponse(x402.Response{ErrorReason: "insufficient_funds", Network: "eip155:84532"})
	for name, refuse := range map[string]func(*seller, http.ResponseWriter, *http.Request, func() string) bool{
		"a fresh demand": func(s *seller, w http.ResponseWriter, r *http.Request, _ func() string) bool {
			s.demand(w, r, nil)
			return true
		},
		"used": status(402, `{}`, "PAYMENT-RESPONSE", used),
		"poor": status(402, `{}`, "PAYMENT-RESPONSE", poor),
		"401":  status(401, refused),
		"403":  status(403, refused),
		"404":  status(404, refused),
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, []string{"x402"})
			taken := once(func(_ *seller, w http.ResponseWriter, r *http.Request, settle func() string) { settle(); drop(w, r) })
			s.paid = func(s *seller, w http.ResponseWriter, r *http.Request, settle func() string) bool {
				return taken(s, w, r, settle) || refuse(s, w, r, settle)
			}
			_, err := s.search("gardeners")
			if e := failure(t, err); e.Outcome != client.OutcomeUnknown || s.rows()[0] != client.OutcomeUnknown || s.counted().String() != "$0.45" {
				t.Errorf("%+v; the journal says %v, %s counts", e, s.rows(), s.counted())
			}
			if _, err := s.client.Settle(t.Context(), true); err != nil || s.rows()[0] != client.OutcomeUnknown {
				t.Errorf("settled: %v, %v", s.rows(), err)
			}
			s.mu.Lock()
			s.paid = nil
			s.mu.Unlock()
			if receipt, err := s.search("gardeners"); err != nil || receipt.Outcome != client.OutcomeCharged {
				t.Errorf("%+v, %v", receipt, err)
			}
			s.want(1, 1)
		})
	}
}

// What may have been charged to an account is not paid for by itself as well: the 402
// that a second try meets signs nothing.
func TestNothingIsSignedForWhatMayBeCharged(t *testing.T) {
	s := open(t, both)
	s.connect(func(p *pay.Config, c *client.Config) {
		p.WithKey, c.Idempotent = true, true
		c.Key = func(context.Context) (string, error) { return "gr_some_key_0123456789", nil }
	})
	var tries atomic.Int32 // asked on two connections
	s.free = func(w http.ResponseWriter, r *http.Request) {
		if tries.Add(1) == 1 {
			drop(w, r) // charged, for all the client knows
		}
		s.demand(w, r, nil)
	}
	_, err := s.search("gardeners")
	if e := failure(t, err); e.Outcome != client.OutcomeUnknown || s.rows()[0] != client.OutcomeUnknown || tries.Load() != 2 {
		t.Errorf("%+v after %d tries", e, tries.Load())
	}
	s.want(0, 0)
}

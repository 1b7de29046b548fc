// Package facilitatortest is a facilitator for tests: it checks signatures, terms,
// balances and nonces as a chain does, and fails in all the ways that others do. It
// moves numbers in memory and refuses networks whose money is worth anything.
package facilitatortest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/x402"
)

// Fault is a way to fail, on one of the two paths.
type Fault string

// The faults. What is slow answers when the request is given up; what is lost has
// done its work and does not say so.
const (
	Down      Fault = "down"      // the connection is closed
	Slow      Fault = "slow"      // no answer, and nothing done
	Lost      Fault = "lost"      // done, and no answer
	Broken    Fault = "broken"    // 500 without a reason
	Garbage   Fault = "garbage"   // no JSON
	Twice     Fault = "twice"     // done, and the answer two times
	Liar      Fault = "liar"      // says yes, and nothing done
	OtherWay  Fault = "otherway"  // done, and says it was on another network
	Stranger  Fault = "stranger"  // done, and says somebody else paid
	Huge      Fault = "huge"      // more than anybody reads
	Vague     Fault = "vague"     // an error that says nothing of the money, which is moved
	Refusing  Fault = "refusing"  // says no, and nothing done
	Forgetful Fault = "forgetful" // settles as usual, and says "already used" to a repetition instead of the same again
)

// Ledger plays a chain: balances and used nonces.
type Ledger struct {
	mu       sync.Mutex
	balances map[evm.Address]uint64
	used     map[string]string // by payer and nonce: the transaction
	log      []string          // settlements, in their order
}

// Server is a facilitator.
type Server struct {
	Clock func() time.Time
	*Ledger
	// Arrives, if not nil, is called with the path of each request before it is
	// answered.
	Arrives func(path string)
	// Stuck, if not nil, is told of each request that will get no answer.
	Stuck  chan string
	mu     sync.Mutex
	faults map[string][]Fault
	calls  map[string]int
	seen   map[string][]http.Header
}

// New returns a facilitator with an empty ledger.
func New(clock func() time.Time) *Server {
	return &Server{Clock: clock, Ledger: &Ledger{balances: map[evm.Address]uint64{}, used: map[string]string{}},
		faults: map[string][]Fault{}, calls: map[string]int{}, seen: map[string][]http.Header{}}
}

// Fund gives an account so many of the smallest units.
func (l *Ledger) Fund(a evm.Address, units uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.balances[a] += units
}

// Balance returns the balance of an account.
func (l *Ledger) Balance(a evm.Address) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.balances[a]
}

// Settlements are the transactions, in their order.
func (l *Ledger) Settlements() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.log)
}

// Fail makes the next calls of "/verify" or "/settle" fail, one fault each.
func (s *Server) Fail(path string, faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[path] = append([]Fault(nil), faults...)
}

// Calls counts the requests of a path.
func (s *Server) Calls(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[path]
}

// Headers are those of all requests of a path.
func (s *Server) Headers(path string) []http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen[path])
}

func (s *Server) next(r *http.Request) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := r.URL.Path
	s.calls[path]++
	s.seen[path] = append(s.seen[path], r.Header.Clone())
	if len(s.faults[path]) == 0 {
		return ""
	}
	fault := s.faults[path][0]
	s.faults[path] = s.faults[path][1:]
	return fault
}

// ServeHTTP answers /verify, /settle and /supported.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/supported" {
		_, _ = fmt.Fprint(w, `{"kinds":[{"x402Version":2,"scheme":"exact","network":"eip155:84532"}],"extensions":[],"signers":{}}`)
		return
	}
	var q question
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, `{"error":"Invalid request"}`, http.StatusBadRequest)
		return
	}
	if s.Arrives != nil {
		s.Arrives(r.URL.Path)
	}
	fault := s.next(r)
	if s.early(w, r, fault) {
		return
	}
	var body any
	if r.URL.Path == "/verify" {
		body = s.verify(q, fault)
	} else {
		body = s.settle(q, fault)
	}
	if fault == Lost {
		s.stuck(r)
		return
	}
	text, _ := json.Marshal(body)
	if fault == Twice {
		text = append(text, text...)
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

// early fails before anything is done.
func (s *Server) early(w http.ResponseWriter, r *http.Request, f Fault) bool {
	switch f {
	case Down:
		panic(http.ErrAbortHandler)
	case Slow:
		s.stuck(r)
	case Broken:
		http.Error(w, `{"error":"internal"}`, http.StatusInternalServerError)
	case Garbage:
		_, _ = fmt.Fprint(w, "<html>welcome</html>")
	case Huge:
		_, _ = w.Write([]byte(`{"isValid":true,"success":true,"padding":"`))
		_, _ = w.Write(make([]byte, 2<<20))
	default:
		return false
	}
	return true
}

// stuck waits until the request is given up.
func (s *Server) stuck(r *http.Request) {
	if s.Stuck != nil {
		s.Stuck <- r.URL.Path
	}
	<-r.Context().Done()
}

type question struct {
	Version      int              `json:"x402Version"`
	Payload      x402.Payment     `json:"paymentPayload"`
	Requirements x402.Requirement `json:"paymentRequirements"`
}

type verdict struct {
	Valid  bool   `json:"isValid"`
	Reason string `json:"invalidReason,omitempty"`
	Payer  string `json:"payer,omitempty"`
}

func (s *Server) verify(q question, f Fault) any {
	if f == Liar {
		return verdict{Valid: true, Payer: q.Payload.Payload.Authorization.From}
	}
	t, reason := s.check(q)
	switch {
	case f == Refusing:
		return verdict{Reason: "insufficient_funds", Payer: t.From.String()}
	case f == Stranger:
		return verdict{Valid: true, Payer: "0x000000000000000000000000000000000000dEaD"}
	}
	if reason == "" && s.usedBefore(t) != "" {
		reason = "invalid_transaction_state"
	}
	if reason == "" && s.Balance(t.From) < units(t) {
		reason = "insufficient_funds"
	}
	return verdict{Valid: reason == "", Reason: reason, Payer: t.From.String()}
}

func (s *Server) settle(q question, f Fault) any {
	t, reason := s.check(q)
	out := x402.Response{Network: q.Requirements.Network, Payer: t.From.String()}
	if f == Refusing {
		reason = "insufficient_funds"
	}
	if f == Liar {
		out.Success, out.Transaction = true, ""
		return out
	}
	if reason != "" {
		out.ErrorReason = reason
		return out
	}
	out.Transaction, out.ErrorReason = s.move(t, f == Forgetful)
	out.Success = out.ErrorReason == ""
	switch f {
	case OtherWay:
		out.Network = "eip155:8453"
	case Stranger:
		out.Payer = "0x000000000000000000000000000000000000dEaD"
	case Vague:
		out.Success, out.Transaction, out.ErrorReason = false, "", "unexpected_settle_error"
	}
	return out
}

// check finds every fault that can be seen without the ledger.
func (s *Server) check(q question) (evm.Transfer, string) {
	t, err := q.Payload.Payload.Authorization.Transfer()
	contract, bad := evm.ParseAddress(q.Requirements.Asset)
	asset, known := payment.Find(q.Requirements.Network, contract)
	signature, unreadable := evm.ParseSignature(q.Payload.Payload.Signature)
	now := uint64(s.Clock().Unix())
	after, _ := t.ValidAfter.Uint64()
	before, _ := t.ValidBefore.Uint64()
	switch {
	case q.Version != x402.Version || q.Payload.Version != x402.Version:
		return t, "invalid_x402_version"
	case err != nil || bad != nil || unreadable != nil:
		return t, "invalid_payload"
	case !known || !asset.Test:
		return t, "invalid_network"
	case q.Requirements.Scheme != x402.Exact || q.Payload.Accepted.Scheme != x402.Exact:
		return t, "unsupported_scheme"
	case !q.Payload.Accepted.Same(q.Requirements):
		return t, "invalid_payment_requirements"
	case t.To.String() != q.Requirements.PayTo:
		return t, "invalid_exact_evm_payload_recipient_mismatch"
	case t.Value.String() != q.Requirements.Amount:
		return t, "invalid_exact_evm_payload_authorization_value_mismatch"
	case now <= after:
		return t, "invalid_exact_evm_payload_authorization_valid_after"
	case now+6 > before:
		return t, "invalid_exact_evm_payload_authorization_valid_before"
	}
	if who, err := evm.Recover(t.Hash(asset.Domain()), signature); err != nil || who != t.From {
		return t, "invalid_exact_evm_payload_signature"
	}
	return t, ""
}

func units(t evm.Transfer) uint64 {
	n, ok := t.Value.Uint64()
	if !ok {
		return ^uint64(0)
	}
	return n
}

func place(t evm.Transfer) string { return t.From.String() + t.Nonce.String() }

func (l *Ledger) usedBefore(t evm.Transfer) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.used[place(t)]
}

// move is the transfer itself: once for each nonce. A repetition is told the same
// transaction, or that the nonce is used.
func (l *Ledger) move(t evm.Transfer, forgetful bool) (transaction, reason string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if before := l.used[place(t)]; before != "" {
		if forgetful {
			return "", "invalid_exact_evm_nonce_already_used"
		}
		return before, ""
	}
	if l.balances[t.From] < units(t) {
		return "", "insufficient_funds"
	}
	l.balances[t.From] -= units(t)
	l.balances[t.To] += units(t)
	transaction = evm.Keccak(t.Nonce[:], t.From[:]).String()
	l.used[place(t)] = transaction
	l.log = append(l.log, transaction)
	return transaction, ""
}

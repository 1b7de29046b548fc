package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/internal/payment"
	"greenroom/service"
	"greenroom/service/payments"
)

// paid is the n-th payment, as it is when it was just claimed.
func paid(n int) payments.Claim {
	at := Noon.Add(time.Duration(n) * time.Second)
	c := payments.Claim{
		ID: fmt.Sprint("pay_", n), Key: payments.Key{Network: "eip155:84532", Asset: "0xa", Payer: "0xb", Nonce: fmt.Sprint(n)},
		Order: payments.Order{RequestID: "req", Endpoint: "POST /v1/search", Asked: payments.Sum{1, 31: 2}},
		State: payments.Claimed, Protocol: payments.MPP, Amount: 270 * payment.Dollar / 1000,
		Proof: payments.Proof{Signature: "0xcc", Challenge: "c"}, Seal: payments.Sum{3},
		ValidBefore: at.Add(time.Minute), ClaimedAt: at, ChangedAt: at, Lease: payments.Lease{Holder: "h", Until: at.Add(time.Minute)},
	}
	c.Proof.From, c.Proof.Value = "0xb", "270000"
	return c
}

func (s *suite) claimPayment(c payments.Claim) (payments.Claim, bool) {
	s.Helper()
	there, fresh, err := s.ClaimPayment(s.ctx, c)
	s.ok(err)
	return there, fresh
}

func (s *suite) changePayment(id string, change func(*payments.Claim)) payments.Claim {
	return must(s.ChangePayment(s.ctx, id, func(c *payments.Claim) error { change(c); return nil }))
}

func (s *suite) payments() {
	first := paid(1)
	there, fresh := s.claimPayment(first)
	s.equal([]any{there, fresh}, []any{first, true})
	s.equal(must(s.Payment(s.ctx, "pay_1")), first)
	s.equal(must(s.PaymentByKey(s.ctx, first.Key)), first)
	s.is(failure(s.Payment(s.ctx, "pay_9")), service.ErrNotFound)
	s.is(failure(s.PaymentByKey(s.ctx, payments.Key{Network: "eip155:8453", Asset: "0xa", Payer: "0xb", Nonce: "1"})), service.ErrNotFound)
	s.is(failure(s.ChangePayment(s.ctx, "pay_9", func(*payments.Claim) error { return nil })), service.ErrNotFound)

	// The same key is claimed once, whoever comes.
	rival := paid(1)
	rival.ID, rival.Asked = "pay_rival", payments.Sum{9}
	there, fresh = s.claimPayment(rival)
	s.equal([]any{there, fresh}, []any{first, false})

	answer := &payments.Answer{Status: 201, Body: []byte(`{"data":1}`)}
	now := s.changePayment("pay_1", func(c *payments.Claim) {
		c.ID, c.Nonce, c.ClaimedAt = "other", "other", Noon.Add(time.Hour)
		c.State, c.Answer, c.Outcome = payments.Unknown, answer, payments.Outcome{Transaction: "0xd", Reason: "why", Attempts: 2}
		c.Lease = payments.Lease{}
	})
	want := first
	want.State, want.Answer, want.Outcome, want.Lease = payments.Unknown, answer, payments.Outcome{Transaction: "0xd", Reason: "why", Attempts: 2}, payments.Lease{}
	s.equal(now, want)
	s.equal(must(s.Payment(s.ctx, "pay_1")), want)
	no := errors.New("no")
	s.is(failure(s.ChangePayment(s.ctx, "pay_1", func(c *payments.Claim) error { c.State = payments.Settled; return no })), no)
	s.equal(must(s.Payment(s.ctx, "pay_1")).State, payments.Unknown)

	// What was released is free again, with another id and another request.
	s.changePayment("pay_1", func(c *payments.Claim) { c.State, c.Answer = payments.Released, nil })
	there, fresh = s.claimPayment(rival)
	s.equal([]any{there, fresh}, []any{rival, true})
	s.is(failure(s.Payment(s.ctx, "pay_1")), service.ErrNotFound)
}

// paymentLists are in the order of claims, without answers, which are dropped at last.
func (s *suite) paymentLists() {
	for i, state := range []payments.State{payments.Settled, payments.Unknown, payments.Settled, payments.Settling} {
		s.claimPayment(paid(i))
		s.changePayment(paid(i).ID, func(c *payments.Claim) {
			c.State, c.Answer = state, &payments.Answer{Status: 200, Body: []byte("answer")}
		})
	}
	list := func(q payments.Query) (ids []string) {
		s.Helper()
		s.ok(s.Payments(s.ctx, q, func(c payments.Claim) error {
			s.equal(c.Answer, (*payments.Answer)(nil))
			ids = append(ids, c.ID)
			return nil
		}))
		return ids
	}
	s.equal(list(payments.Query{}), []string{"pay_0", "pay_1", "pay_2", "pay_3"})
	s.equal(list(payments.Query{States: payments.Open()}), []string{"pay_1", "pay_3"})
	s.equal(list(payments.Query{From: Noon.Add(2 * time.Second)}), []string{"pay_2", "pay_3"})
	stop := errors.New("enough")
	s.is(s.Payments(s.ctx, payments.Query{}, func(payments.Claim) error { return stop }), stop)

	has := func(id string) bool {
		s.Helper()
		c := must(s.Payment(s.ctx, id))
		return c.Answer != nil
	}
	forget := func(claimed, valid time.Time, want int) {
		s.Helper()
		s.equal(must(s.ForgetAnswers(s.ctx, claimed, valid)), want)
	}
	forget(Noon.Add(time.Hour), Noon.Add(time.Minute), 0) // valid yet
	forget(Noon.Add(2*time.Second), Noon.Add(time.Hour), 1)
	s.equal([]bool{has("pay_0"), has("pay_1"), has("pay_2"), has("pay_3")}, []bool{false, true, true, true})
}

// paymentsAtOnce lets many claim one payment: one has it.
func (s *suite) paymentsAtOnce() {
	var fresh atomic.Int64
	var wg sync.WaitGroup
	for i := range 30 {
		wg.Go(func() {
			c := paid(1)
			c.ID = fmt.Sprint("pay_", i)
			if _, ok, err := s.ClaimPayment(s.ctx, c); err != nil {
				s.Error(err)
			} else if ok {
				fresh.Add(1)
			}
		})
	}
	wg.Wait()
	s.equal(fresh.Load(), int64(1))
}

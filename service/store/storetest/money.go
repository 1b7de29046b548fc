package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
)

// wide are limits that nothing here comes near.
var wide = api.TierLimits{Minute: 1 << 40, Hour: 1 << 40, Invoice: 1 << 40}

func (s *suite) read(id string) service.Account {
	return must(s.Account(s.ctx, id))
}

func (s *suite) change(id string, change func(*service.Account)) service.Account {
	return must(s.ChangeAccount(s.ctx, id, func(a *service.Account) error { change(a); return nil }))
}

func (s *suite) changeAccounts() {
	s.account("b", api.TierFree)
	s.account("a", api.TierFree)
	own := api.TierLimits{Minute: 1, Hour: 2, Invoice: 3}
	got := s.change("a", func(a *service.Account) {
		a.SetTier(api.TierEnterprise, &own)
		a.ID, a.Suspended, a.Balance, a.Lacks, a.IngestQuota = "b", api.ReasonDisputeOpened, ptr(api.Credits(5)), []string{"search"}, 0
	})
	s.equal(got, s.read("a"))
	s.equal(got, service.Account{ID: "a", Name: "name of a", Tier: api.TierEnterprise, Limits: own, CreatedAt: Noon,
		Suspended: api.ReasonDisputeOpened, Balance: ptr(api.Credits(5)), Lacks: []string{"search"}})
	no := errors.New("no")
	s.is(failure(s.ChangeAccount(s.ctx, "a", func(a *service.Account) error { a.Suspended = ""; return no })), no)
	s.equal(s.read("a"), got)
	s.is(failure(s.ChangeAccount(s.ctx, "c", func(*service.Account) error { return nil })), service.ErrNotFound)
	s.equal(must(s.Accounts(s.ctx)), []service.Account{s.read("a"), s.read("b")})
	back := s.change("a", func(a *service.Account) { a.SetTier(api.Tier2, nil) })
	tier, _ := api.Tier2.Limits()
	s.equal(back.Limits, tier)
}

func (s *suite) balances() {
	s.account("a", api.TierFree)
	s.change("a", func(a *service.Account) { a.Balance = ptr(api.Credits(100)) })
	must(s.Charge(s.ctx, row("r1", "a", 60, Noon), wide))
	s.is(failure(s.Charge(s.ctx, row("r2", "a", 41, Noon), wide)), billing.ErrNoCredits)
	s.equal(s.usage("a", Noon), billing.Usage{Minute: 60, Hour: 60})
	// The same request takes nothing twice; a row over the budget takes nothing.
	must(s.Charge(s.ctx, row("r1", "a", 60, Noon), wide))
	must(s.Charge(s.ctx, row("r3", "a", 40, Noon), limits))
	s.change("a", func(a *service.Account) { a.Balance = ptr(api.Credits(10)) })
	s.is(failure(s.Charge(s.ctx, row("r4", "a", 10, Noon), limits)), billing.ErrOverBudget)
	a := s.read("a")
	s.equal([]api.Credits{*a.Balance, a.Spent, a.Unpaid}, []api.Credits{10, 100, 0})
	s.equal(len(s.rows("a")), 2)
	if _, err := s.ChangeAccount(s.ctx, "a", func(a *service.Account) error { a.Balance = ptr(api.Credits(-1)); return nil }); err == nil {
		s.Fatal("a balance below zero was stored")
	}
}

// balancesAtOnce lets fifty callers ask for a balance that holds ten.
func (s *suite) balancesAtOnce() {
	s.account("a", api.TierFree)
	s.change("a", func(a *service.Account) { a.Balance = ptr(api.Credits(109)) })
	var taken atomic.Int64
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			_, err := s.Charge(s.ctx, row(fmt.Sprint("r", i), "a", 10, Noon), wide)
			if err == nil {
				taken.Add(1)
			} else if !errors.Is(err, billing.ErrNoCredits) {
				s.Error(err)
			}
		})
	}
	wg.Wait()
	s.equal([]int64{taken.Load(), int64(*s.read("a").Balance), int64(len(s.rows("a")))}, []int64{10, 9, 10})
}

func (s *suite) invoices() {
	s.account("a", api.TierFree)
	charge := func(id string, c api.Credits) service.Account {
		s.Helper()
		must(s.Charge(s.ctx, row(id, "a", c, Noon), wide))
		return s.read("a")
	}
	threshold := s.read("a").Limits.Invoice
	s.equal(charge("r1", threshold-1).Unpaid, threshold-1)
	s.equal(len(must(s.Invoices(s.ctx, "a"))), 0)
	s.equal([]api.Credits{must(s.Pay(s.ctx, "a", Noon)), s.read("a").Spent}, []api.Credits{0, 0})

	a := charge("r2", 5)
	s.equal([]any{a.Unpaid, a.Tier, a.Spent}, []any{api.Credits(0), api.TierFree, api.Credits(0)})
	list := must(s.Invoices(s.ctx, "a"))
	s.equal(list, []service.Invoice{{ID: list[0].ID, AccountID: "a", Credits: threshold + 4, At: Noon}})
	due := must(s.Pay(s.ctx, "a", Noon.Add(time.Hour)))
	a = s.read("a")
	tier1, _ := api.Tier1.Limits()
	s.equal([]any{due, a.Spent, a.Tier, a.Limits}, []any{threshold + 4, threshold + 4, api.Tier1, tier1})
	s.equal(must(s.Invoices(s.ctx, "a"))[0].PaidAt, ptr(Noon.Add(time.Hour)))

	// Tiers rise with what is spent, and only then.
	charge("r3", api.Tier2Spend-a.Spent-1)
	must(s.Pay(s.ctx, "a", Noon))
	s.equal(s.read("a").Tier, api.Tier1)
	s.change("a", func(a *service.Account) { a.Balance = ptr(api.Tier3Spend) })
	s.equal(charge("r4", 1).Tier, api.Tier2)
	s.equal(charge("r5", api.Tier3Spend-api.Tier2Spend).Tier, api.Tier3)
	s.is(failure(s.Pay(s.ctx, "nobody", Noon)), service.ErrNotFound)
}

func (s *suite) failedPayments() {
	s.account("a", api.TierFree)
	must(s.Charge(s.ctx, row("r1", "a", 500*api.Credit, Noon), wide))
	s.equal(must(s.FailPayment(s.ctx, "a", Noon.Add(time.Minute))), 500*api.Credit)
	s.equal(s.read("a").Suspended, api.ReasonPaymentFailed)
	list := must(s.Invoices(s.ctx, "a"))
	s.equal([]*time.Time{list[0].FailedAt, list[0].PaidAt}, []*time.Time{ptr(Noon.Add(time.Minute)), nil})
	must(s.Pay(s.ctx, "a", Noon.Add(time.Hour)))
	s.equal(s.read("a").Suspended, api.ReasonCode(""))
	s.is(failure(s.FailPayment(s.ctx, "nobody", Noon)), service.ErrNotFound)

	// What is not owed cannot fail, and another suspension outlasts paying.
	s.equal(must(s.FailPayment(s.ctx, "a", Noon)), api.Credits(0))
	s.equal(s.read("a").Suspended, api.ReasonCode(""))
	must(s.Charge(s.ctx, row("r2", "a", 3000*api.Credit, Noon), wide))
	s.change("a", func(a *service.Account) { a.Suspended = api.ReasonDisputeOpened })
	must(s.FailPayment(s.ctx, "a", Noon))
	must(s.Pay(s.ctx, "a", Noon))
	s.equal(s.read("a").Suspended, api.ReasonDisputeOpened)
}

func (s *suite) ingests() {
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			err := s.TakeIngest(s.ctx, "a", Noon, 7)
			if err == nil {
				taken.Add(1)
			} else if !errors.Is(err, service.ErrQuota) {
				s.Error(err)
			}
		})
	}
	wg.Wait()
	s.equal(taken.Load(), int64(7))
	used := func(account string, at time.Time, want int) {
		s.Helper()
		s.equal(must(s.Ingested(s.ctx, account, at)), want)
	}
	midnight := Noon.Truncate(24 * time.Hour).Add(24 * time.Hour)
	used("a", midnight.Add(-time.Microsecond), 7)
	used("a", midnight, 0)
	used("b", Noon, 0)
	s.ok(s.TakeIngest(s.ctx, "a", midnight, 7))
	used("a", midnight, 1)
	used("a", Noon, 7)
	s.is(s.TakeIngest(s.ctx, "b", Noon, 0), service.ErrQuota)
	s.ok(s.ReturnIngest(s.ctx, "a", Noon))
	used("a", Noon, 6)
	used("a", midnight, 1)
	for range 2 {
		s.ok(s.ReturnIngest(s.ctx, "a", midnight))
		used("a", midnight, 0)
	}
	s.ok(s.ReturnIngest(s.ctx, "b", Noon))
	used("b", Noon, 0)
}

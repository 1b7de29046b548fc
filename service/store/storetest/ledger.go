package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/service/billing"
)

func row(id, account string, c api.Credits, at time.Time) billing.Row {
	return billing.Row{RequestID: id, AccountID: account, Endpoint: "POST /v1/search", Features: []string{"search"}, Credits: c, At: at}
}

var limits = api.TierLimits{Minute: 100, Hour: 250}

func (s *suite) usage(account string, at time.Time) billing.Usage {
	return must(s.Usage(s.ctx, account, at))
}

func (s *suite) charge() {
	charge := func(id string, c api.Credits, at time.Time, want billing.Usage, wantErr error) {
		s.Helper()
		u, err := s.Charge(s.ctx, row(id, "a", c, at), limits)
		s.is(err, wantErr)
		s.equal(u, want)
		s.equal(s.usage("a", at), want)
	}
	charge("r1", 60, Noon, billing.Usage{Minute: 60, Hour: 60}, nil)
	charge("r2", 41, Noon.Add(59*time.Second), billing.Usage{Minute: 60, Hour: 60}, billing.ErrOverBudget)
	charge("r3", 40, Noon.Add(59*time.Second), billing.Usage{Minute: 100, Hour: 100}, nil)
	charge("r4", 0, Noon, billing.Usage{Minute: 100, Hour: 100}, nil)
	// The same request is charged once, also when the budget is used up.
	charge("r1", 60, Noon, billing.Usage{Minute: 100, Hour: 100}, nil)
	// The next minute is new, the hour is not.
	charge("r5", 100, Noon.Add(time.Minute), billing.Usage{Minute: 100, Hour: 200}, nil)
	charge("r6", 51, Noon.Add(2*time.Minute), billing.Usage{Minute: 0, Hour: 200}, billing.ErrOverBudget)
	charge("r7", 50, Noon.Add(2*time.Minute), billing.Usage{Minute: 50, Hour: 250}, nil)
	charge("r8", 1, Noon.Add(time.Hour), billing.Usage{Minute: 1, Hour: 1}, nil)
	s.equal(s.usage("b", Noon), billing.Usage{})
	if _, err := s.Charge(s.ctx, row("r9", "a", -1, Noon), limits); err == nil {
		s.Fatal("a negative charge was taken")
	}
}

func (s *suite) ledger() {
	want := []billing.Row{row("r1", "a", 1, Noon), row("r2", "b", 2, Noon.Add(time.Second)), row("r3", "a", 0, Noon.Add(time.Minute))}
	want[2].Features = nil
	for _, r := range want {
		must(s.Charge(s.ctx, r, limits))
	}
	s.equal(s.rows(""), want)
	s.equal(s.rows("a"), []billing.Row{want[0], want[2]})
	s.equal(len(s.rows("c")), 0)
	stop := errors.New("enough")
	s.is(s.Rows(s.ctx, "", func(billing.Row) error { return stop }), stop)
}

func (s *suite) rows(account string) []billing.Row {
	s.Helper()
	var list []billing.Row
	s.ok(s.Rows(s.ctx, account, func(r billing.Row) error {
		list = append(list, r)
		return nil
	}))
	return list
}

// chargeAtOnce lets fifty callers ask for a budget that holds ten.
func (s *suite) chargeAtOnce() {
	var taken, refused atomic.Int64
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			_, err := s.Charge(s.ctx, row(fmt.Sprintf("r%d", i), "a", 10, Noon), limits)
			switch {
			case err == nil:
				taken.Add(1)
			case errors.Is(err, billing.ErrOverBudget):
				refused.Add(1)
			default:
				s.Error(err)
			}
		})
	}
	wg.Wait()
	s.equal([]int64{taken.Load(), refused.Load()}, []int64{10, 40})
	var sum api.Credits
	for _, r := range s.rows("a") {
		sum += r.Credits
	}
	s.equal(s.usage("a", Noon), billing.Usage{Minute: sum, Hour: sum})
	s.equal(sum, api.Credits(100))
}

// keptAnswers are written with their charge or not at all, once for each key, and
// are found for a day.
func (s *suite) keptAnswers() {
	keeping := func(id, account, key string, c api.Credits, at time.Time) billing.Row {
		r := row(id, account, c, at)
		r.Keep = &billing.Keep{Key: key, Asked: [32]byte{1, 31: 2}, Status: 201, Body: []byte("the answer of " + id)}
		return r
	}
	first := keeping("r1", "a", "k", 60, Noon)
	must(s.Charge(s.ctx, first, limits))
	s.is(failure(s.Charge(s.ctx, keeping("r2", "a", "k", 10, Noon.Add(24*time.Hour)), limits)), billing.ErrAnswered)
	s.is(s.Keep(s.ctx, keeping("r3", "a", "k", 0, Noon)), billing.ErrAnswered)
	s.is(failure(s.Charge(s.ctx, keeping("r4", "a", "over", 41, Noon), limits)), billing.ErrOverBudget)
	s.ok(s.Keep(s.ctx, keeping("r5", "b", "k", 0, Noon)))
	later := keeping("r6", "a", "k", 10, Noon.Add(24*time.Hour+time.Second))
	s.equal(s.kept("a", "k", Noon), first)
	s.equal(s.kept("a", "k", Noon.Add(time.Second)), billing.Row{})
	s.equal(s.kept("a", "over", Noon), billing.Row{})
	s.equal(string(s.kept("b", "k", Noon).Keep.Body), "the answer of r5")
	must(s.Charge(s.ctx, later, limits))
	s.equal(s.kept("a", "k", Noon), later)
	s.equal(len(s.rows("")), 2)
}

func (s *suite) kept(account, key string, since time.Time) billing.Row {
	return must(s.Kept(s.ctx, own(account), key, since))
}

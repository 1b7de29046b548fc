package storetest

import (
	"slices"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// access holds that the number moves with whatever a caller may do, and with
// nothing else.
func (s *suite) access() {
	s.account("a", api.TierFree)
	k := service.Key{ID: "abcdefgh", AccountID: "a", Salt: []byte("salt"), Hash: []byte("hash"), CreatedAt: Noon}
	s.ok(s.CreateKey(s.ctx, k))
	last := must(s.Access(s.ctx))
	moves := func(what string, want bool, do func() error) {
		s.Helper()
		s.ok(do())
		n := must(s.Access(s.ctx))
		if n < last || (n > last) != want {
			s.Errorf("%s: from %d to %d, moving should be %v", what, last, n, want)
		}
		last = n
	}
	changed := func(change func(*service.Account)) func() error {
		return func() error { s.change("a", change); return nil }
	}
	moves("a charge", false, func() error { _, err := s.Charge(s.ctx, row("r1", "a", 5, Noon), wide); return err })
	moves("the same account", false, changed(func(*service.Account) {}))
	moves("suspending", true, changed(func(a *service.Account) { a.Suspended = api.ReasonDisputeOpened }))
	moves("reinstating", true, changed(func(a *service.Account) { a.Suspended = "" }))
	moves("a tier", true, changed(func(a *service.Account) { a.SetTier(api.Tier1, nil) }))
	moves("limits", true, changed(func(a *service.Account) { a.Limits.Minute++ }))
	moves("a plan", true, changed(func(a *service.Account) { a.Lacks = []string{"search"} }))
	moves("a quota", true, changed(func(a *service.Account) { a.IngestQuota = 1 }))
	moves("a balance", true, changed(func(a *service.Account) { a.Balance = ptr(api.Credits(100)) }))
	moves("a charge to it", false, func() error { _, err := s.Charge(s.ctx, row("r2", "a", 5, Noon), wide); return err })
	moves("revoking", true, func() error { return s.RevokeKey(s.ctx, k.ID, Noon.Add(time.Hour)) })
}

// chargesAmongOthers holds that what changes accounts sees the charges before it
// and is seen by those after it, however they are grouped.
func (s *suite) chargesAmongOthers() {
	s.account("a", api.TierFree)
	const rounds = 40
	done := make(chan error)
	for n := range rounds {
		go func() {
			_, err := s.Charge(s.ctx, row("r"+string(rune('A'+n)), "a", 7, Noon), wide)
			done <- err
		}()
		go func() {
			_, err := s.ChangeAccount(s.ctx, "a", func(a *service.Account) error { a.IngestQuota++; a.Unpaid += 1000; return nil })
			done <- err
		}()
	}
	for range 2 * rounds {
		s.ok(<-done)
	}
	a := s.read("a")
	s.equal([]any{a.Unpaid, a.IngestQuota}, []any{api.Credits(rounds * 1007), api.IngestsDaily + rounds})
	s.equal(must(s.Usage(s.ctx, "a", Noon)).Minute, api.Credits(rounds*7))
}

// attempts of many nodes at once are all counted.
func (s *suite) attempts() {
	s.equal(must(s.Attempts(s.ctx, "a")), []time.Time(nil))
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() {
			if err := s.ChangeAttempts(s.ctx, "a", Noon, func(was []time.Time) []time.Time {
				return append(was, Noon.Add(time.Duration(i)*time.Microsecond))
			}); err != nil {
				s.Error(err)
			}
		})
	}
	all.Wait()
	got := must(s.Attempts(s.ctx, "a"))
	slices.SortFunc(got, time.Time.Compare)
	s.equal([]any{len(got), got[0], got[29]}, []any{30, Noon, Noon.Add(29 * time.Microsecond)})
	s.equal(must(s.Attempts(s.ctx, "b")), []time.Time(nil))
	s.ok(s.ChangeAttempts(s.ctx, "b", Noon.Add(2*time.Hour), func([]time.Time) []time.Time { return nil }))
	s.equal(must(s.Attempts(s.ctx, "a")), []time.Time(nil)) // swept, as they count no more
}

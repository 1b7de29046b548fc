package storetest

import (
	"crypto/sha256"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
)

// owners holds that what an account has, what its users have and what another account
// has are apart.
func (s *suite) owners() {
	s.account("a", api.TierFree)
	all := []service.Owner{{AccountID: "a"}, {AccountID: "a", UserID: "u1"}, {AccountID: "a", UserID: "u2"}, {AccountID: "b", UserID: "u1"}}
	at := func(n int) string { return uuidOf(0xc0 + n) }
	for n, o := range all {
		s.ok(s.CreateShortlist(s.ctx, service.Shortlist{AccountID: o.AccountID, UserID: o.UserID, Shortlist: api.Shortlist{ID: at(n), Name: "n", Version: 1, CreatedAt: Noon, UpdatedAt: Noon}}))
		s.ok(s.CreateSession(s.ctx, service.Session{ID: at(n), AccountID: o.AccountID, UserID: o.UserID, CreatedAt: Noon, ExpiresAt: Noon.AddDate(100, 0, 0)}))
	}
	for n, o := range all {
		mine := must(s.Shortlists(s.ctx, o, nil, 9))
		if len(mine) != 1 || mine[0].ID != at(n) || mine[0].Owner() != o {
			s.Fatalf("%+v has %+v", o, mine)
		}
		for m := range all {
			_, err := s.Shortlist(s.ctx, o, at(m))
			_, _, missing := s.Session(s.ctx, o, at(m), Noon, 0, 1)
			if m == n {
				s.ok(err)
				s.ok(missing)
				continue
			}
			s.is(err, service.ErrNotFound)
			s.is(missing, service.ErrNotFound)
			s.is(s.DeleteShortlist(s.ctx, o, at(m)), service.ErrNotFound)
			s.is(failure(s.ReplaceShortlist(s.ctx, service.Shortlist{AccountID: o.AccountID, UserID: o.UserID, Shortlist: api.Shortlist{ID: at(m), Version: 2}})), service.ErrNotFound)
		}
	}
}

// ownersCharges holds that rows name who asked, and that keys belong to owners.
func (s *suite) ownersCharges() {
	s.account("a", api.TierFree)
	keep := func() *billing.Keep {
		return &billing.Keep{Key: "k", Asked: sha256.Sum256(nil), Status: 200, Body: []byte("body")}
	}
	want := []string{"", "u1", "u2"}
	for n, user := range want {
		r := row(uuidOf(n), "a", 5, Noon.Add(time.Duration(n)*time.Second))
		r.UserID, r.Keep = user, keep()
		must(s.Charge(s.ctx, r, wide))
		r.RequestID = uuidOf(n + 100)
		s.is(failure(s.Charge(s.ctx, r, wide)), billing.ErrAnswered)
		kept := must(s.Kept(s.ctx, r.Owner(), "k", Noon))
		s.equal([]string{kept.RequestID, kept.UserID, string(kept.Keep.Body)}, []string{uuidOf(n), user, "body"})
	}
	var users []string
	s.ok(s.Rows(s.ctx, "a", func(r billing.Row) error { users = append(users, r.UserID); return nil }))
	s.equal(users, want)
	audit := must(billing.Check(s.ctx, s.Store))
	if audit.Checked != 3 || len(audit.Wrong) > 0 {
		s.Fatalf("the ledger: %+v", audit)
	}
	// All of it is one budget.
	s.equal(must(s.Usage(s.ctx, "a", Noon)).Minute, api.Credits(15))
}

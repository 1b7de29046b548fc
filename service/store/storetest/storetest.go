// Package storetest is what every store must do, as tests: a store that passes
// Run can stand behind the service. It knows store.Store alone and nothing of
// how one is built.
package storetest

import (
	"context"
	"errors"
	"reflect"
	"strconv"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/store"
)

// Run tests a store. open gives an empty one, which the test closes. What each test
// leaves behind is copied into another store and has to be the same there.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, c := range []struct {
		name string
		test func(*suite)
	}{
		{"write and read back", (*suite).readBack},
		{"writing twice changes nothing", (*suite).writeTwice},
		{"several networks, one creator", (*suite).oneCreator},
		{"a name that another account has now", (*suite).takenName},
		{"empty fields never erase", (*suite).neverErase},
		{"older numbers fill gaps", (*suite).olderFills},
		{"renamed profiles", (*suite).renamed},
		{"a failed write leaves nothing", (*suite).failedWrite},
		{"transcripts", (*suite).transcripts},
		{"pages of posts", (*suite).posts},
		{"corpus and texts", (*suite).corpus},
		{"changes", (*suite).changes},
		{"posts by id and address", (*suite).lookups},
		{"traits", (*suite).traits},
		{"accounts and keys", (*suite).accounts},
		{"settings", (*suite).settings},
		{"the first setting stays", (*suite).firstSettings},
		{"charge", (*suite).charge},
		{"charge at once", (*suite).chargeAtOnce},
		{"ledger", (*suite).ledger},
		{"kept answers", (*suite).keptAnswers},
		{"changing accounts", (*suite).changeAccounts},
		{"prepaid balances", (*suite).balances},
		{"money at random", (*suite).randomMoney},
		{"balances at once", (*suite).balancesAtOnce},
		{"invoices and tiers", (*suite).invoices},
		{"failed payments", (*suite).failedPayments},
		{"charges among other changes", (*suite).chargesAmongOthers},
		{"access", (*suite).access},
		{"failed attempts", (*suite).attempts},
		{"daily slots", (*suite).ingests},
		{"sessions", (*suite).sessions},
		{"shortlists", (*suite).shortlists},
		{"sheets", (*suite).sheets},
		{"what a model answered, and what it costs", (*suite).judging},
		{"what a model answered of somebody goes with them", (*suite).judgedOf},
		{"a creator who is forgotten", (*suite).forgotten},
		{"a joined creator who is forgotten", (*suite).forgottenJoined},
		{"payments", (*suite).payments},
		{"lists of payments", (*suite).paymentLists},
		{"payments at once", (*suite).paymentsAtOnce},
		{"invitations", (*suite).invitations},
		{"users", (*suite).users},
		{"visits", (*suite).visits},
		{"grants", (*suite).grants},
		{"devices", (*suite).devices},
		{"clients", (*suite).clients},
		{"signing keys", (*suite).signingKeys},
		{"owners", (*suite).owners},
		{"charges of owners", (*suite).ownersCharges},
		{"imports and undoing them", (*suite).imports},
		{"undoing an import to one", (*suite).undoOfOne},
		{"joined and parted", (*suite).grouped},
		{"loads", (*suite).loads},
		{"marks", (*suite).fileMarks},
		{"chains", (*suite).chains},
		{"closed and cancelled", (*suite).ended},
		{"live answers", (*suite).liveAnswers},
		{"what was said goes when its time is over", (*suite).liveSaid},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			t.Cleanup(func() { s.Close() })
			c.test(&suite{T: t, Store: s, ctx: t.Context()})
			if c.name != "closed and cancelled" {
				copied(t, s, open)
			}
		})
	}
	t.Run("copies", func(t *testing.T) { copies(t, open) })
}

// suite is one test with its store.
type suite struct {
	*testing.T
	store.Store
	ctx context.Context
}

// ok stops the test on an error.
func (s *suite) ok(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// is stops the test unless err is want.
func (s *suite) is(err, want error) {
	s.Helper()
	if !errors.Is(err, want) {
		s.Fatalf("got error %v, want %v", err, want)
	}
}

// must is a result that comes without an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// failure is the error of what has a result.
func failure[T any](_ T, err error) error { return err }

func (s *suite) equal(got, want any) {
	s.Helper()
	if !reflect.DeepEqual(got, want) {
		s.Fatalf("got  %+v\nwant %+v", got, want)
	}
}

func (s *suite) write(b ...service.Bundle) service.Written {
	return must(s.Write(s.ctx, b))
}

func (s *suite) byName(p api.Platform, name string) service.Profile {
	return must(s.ProfileByName(s.ctx, p, name))
}

func (s *suite) generation() int64 {
	return must(s.Generation(s.ctx))
}

func ptr[T any](v T) *T { return &v }

// account makes an account of a tier with its limits.
func (s *suite) account(id string, tier api.Tier) {
	s.Helper()
	s.ok(s.CreateAccount(s.ctx, service.Account{ID: id, Name: "name of " + id, Tier: tier, CreatedAt: Noon}))
}

func (s *suite) accounts() {
	s.account("acc1", api.TierFree)
	own := api.TierLimits{Minute: 7 * api.Credit, Hour: 70 * api.Credit, Invoice: 1}
	s.ok(s.CreateAccount(s.ctx, service.Account{ID: "acc2", Name: "Agency", Tier: api.TierEnterprise, Limits: own, CreatedAt: Noon}))
	free, _ := api.TierFree.Limits()
	s.equal(must(s.Account(s.ctx, "acc1")), service.Account{ID: "acc1", Name: "name of acc1", Tier: api.TierFree, Limits: free, CreatedAt: Noon, IngestQuota: api.IngestsDaily})
	s.equal(must(s.AccountByName(s.ctx, "Agency")).Limits, own)
	s.is(failure(s.Account(s.ctx, "acc3")), service.ErrNotFound)
	s.is(failure(s.AccountByName(s.ctx, "nobody")), service.ErrNotFound)
	if err := s.CreateAccount(s.ctx, service.Account{ID: "acc9", Name: "Agency", Tier: api.TierFree}); err == nil {
		s.Fatal("a name could be taken twice")
	}
	s.keys()
}

func (s *suite) keys() {
	first := service.Key{ID: "k1", AccountID: "acc1", Salt: []byte{1}, Hash: []byte{2, 0, 3}, CreatedAt: Noon}
	second := service.Key{ID: "k2", AccountID: "acc2", Salt: []byte{1}, Hash: []byte{2}, CreatedAt: Noon.Add(time.Second)}
	s.ok(s.CreateKey(s.ctx, first))
	s.ok(s.CreateKey(s.ctx, second))
	s.is(s.CreateKey(s.ctx, service.Key{ID: "k3", AccountID: "nobody", Salt: []byte{}, Hash: []byte{}}), service.ErrNotFound)
	s.equal(must(s.Keys(s.ctx)), []service.Key{second, first})
	s.ok(s.RevokeKey(s.ctx, "k1", Noon.Add(time.Minute)))
	s.ok(s.RevokeKey(s.ctx, "k1", Noon.Add(time.Hour)))
	k := must(s.Key(s.ctx, "k1"))
	first.RevokedAt = ptr(Noon.Add(time.Minute))
	s.equal(k, first)
	s.is(s.RevokeKey(s.ctx, "k9", Noon), service.ErrNotFound)
	s.is(failure(s.Key(s.ctx, "k9")), service.ErrNotFound)
}

func (s *suite) settings() {
	s.is(failure(s.Setting(s.ctx, "seed")), service.ErrNotFound)
	for _, v := range []string{"1", "2", ""} {
		s.ok(s.SetSetting(s.ctx, "seed", v))
		s.equal(must(s.Setting(s.ctx, "seed")), v)
	}
}

func (s *suite) firstSettings() {
	kept := make([]string, 8)
	var all sync.WaitGroup
	for i := range kept {
		all.Go(func() {
			var err error
			if kept[i], err = s.FirstSetting(s.ctx, "secret", strconv.Itoa(i)); err != nil {
				s.Error(err)
			}
		})
	}
	all.Wait()
	stored := must(s.Setting(s.ctx, "secret"))
	for _, v := range kept {
		s.equal(v, stored)
	}
}

// ended checks that nothing is written for whoever has gone.
func (s *suite) ended() {
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	s.is(s.SetSetting(ctx, "late", "1"), context.Canceled)
	s.is(failure(s.Setting(s.ctx, "late")), service.ErrNotFound)
	s.ok(s.Close())
	if s.SetSetting(s.ctx, "late", "1") == nil {
		s.Fatal("a closed store took a write")
	}
	if _, err := s.Setting(s.ctx, "late"); err == nil || errors.Is(err, service.ErrNotFound) {
		s.Fatalf("a closed store answered: %v", err)
	}
	s.Close() // a second time must not hang or panic
}

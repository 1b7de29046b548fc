package postgres_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/store/postgres"
	"greenroom/service/store/postgres/pgtest"
)

// Of two names that look alike, accepted on two nodes at once, one is taken.
func TestNodesGiveALookOnce(t *testing.T) {
	address := pgtest.Database(t)
	nodes := []*postgres.Store{openAt(t, address), openAt(t, address)}
	if err := nodes[0].CreateAccount(t.Context(), service.Account{ID: "a0", Name: "A", Tier: api.TierFree, CreatedAt: moment}); err != nil {
		t.Fatal(err)
	}
	var taken atomic.Int64
	for i := range 10 {
		var all sync.WaitGroup
		for n, name := range []string{"cosima", "сosima"} { // the second begins in Cyrillic
			id, hash := fmt.Sprint(i, " ", n), []byte{byte(i), byte(n)}
			if err := nodes[n].CreateInvitation(t.Context(), service.Invitation{Hash: hash, AccountID: "a0", CreatedAt: moment, ExpiresAt: moment.Add(time.Hour)}); err != nil {
				t.Fatal(err)
			}
			all.Go(func() {
				u := service.User{ID: id, AccountID: "a0", Subject: id, Name: fmt.Sprint(name, i), CreatedAt: moment}
				if err := nodes[n].Accept(t.Context(), hash, u, moment); errors.Is(err, service.ErrTaken) {
					taken.Add(1)
				} else if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	if taken.Load() != 10 {
		t.Errorf("%d of 10 looks were given once", taken.Load())
	}
}

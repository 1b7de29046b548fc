package sqlite_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"greenroom/internal/sqlite/powerloss"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

// What was answered is there after a loss of power: charges, one by one and many
// at once, and all else that is written.
func TestWhatWasAnsweredOutlivesThePower(t *testing.T) {
	disk := powerloss.Watch(t)
	s := openAt(t, filepath.Join(disk.Folder, "store.db"))
	cut := func() *sqlite.Store { return openAt(t, filepath.Join(disk.Cut(t), "store.db")) }
	if err := s.CreateAccount(t.Context(), service.Account{ID: "a", Name: "Agency", Tier: "free"}); err != nil {
		t.Fatal(err)
	}
	if a, err := cut().Account(t.Context(), "a"); err != nil || a.Name != "Agency" {
		t.Errorf("the account: %+v, %v", a, err)
	}
	charge := func(id string) {
		row := billing.Row{RequestID: id, AccountID: "a", Credits: 1, At: storetest.Noon}
		if _, err := s.Charge(t.Context(), row, wide); err != nil {
			t.Error(err)
		}
	}
	for i := range 3 {
		id := fmt.Sprint("one by one ", i)
		charge(id)
		holds(t, cut(), id)
	}
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			id := fmt.Sprint("at once ", i)
			charge(id)
			holds(t, cut(), id)
		})
	}
	all.Wait()
	if _, err := s.Write(t.Context(), storetest.Bundles(5, 1)); err != nil {
		t.Fatal(err)
	}
	if n, err := cut().Generation(t.Context()); err != nil || n == 0 {
		t.Errorf("creators: generation %d, %v", n, err)
	}
}

// holds checks that a charge is in the ledger, and the windows hold its sum.
func holds(t *testing.T, s *sqlite.Store, id string) {
	t.Helper()
	found, rows := false, 0
	err := s.Rows(t.Context(), "", func(r billing.Row) error {
		found = found || r.RequestID == id
		rows++
		return nil
	})
	u, uerr := s.Usage(t.Context(), "a", storetest.Noon)
	if err != nil || uerr != nil || !found || int(u.Minute) != rows {
		t.Errorf("%s was answered and is lost: %t of %d rows, %+v, %v, %v", id, found, rows, u, err, uerr)
	}
}

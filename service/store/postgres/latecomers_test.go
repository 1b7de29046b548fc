package postgres

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"greenroom/api"
	"greenroom/service/billing"
	"greenroom/service/store"
	"greenroom/service/store/postgres/pgtest"
)

// What is charged while a group waits for another node is written with that group, and
// the budget still holds.
func TestLatecomersJoinAGroupThatWaits(t *testing.T) {
	address := pgtest.Database(t)
	s, err := Open(t.Context(), store.Config{Path: address})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.ledger.mu.Lock()
	s.ledger.front.wait = time.Minute
	s.ledger.mu.Unlock()
	at := time.Now()
	next := at.Add(time.Minute)
	charge := func(s *Store, id string, credits api.Credits, at time.Time) error {
		_, err := s.Charge(t.Context(), billing.Row{RequestID: id, AccountID: "a0", Credits: credits, At: at}, api.TierLimits{Minute: 20, Hour: 1000})
		return err
	}
	node, err := Open(t.Context(), store.Config{Path: address})
	if err != nil {
		t.Fatal(err)
	}
	defer node.Close()
	if err := errors.Join(charge(s, "first", 1, at), charge(node, "full", 20, next)); err != nil {
		t.Fatal(err)
	}
	other, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(t.Context())
	if _, err := other.Exec(t.Context(), "BEGIN; UPDATE ledger_heads SET version = version + 1 WHERE account = 'a0'"); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	refused := 0
	start := func(id string, at time.Time) {
		all.Go(func() {
			if charge(s, id, 1, at) != nil {
				mu.Lock()
				refused++
				mu.Unlock()
			}
		})
	}
	start("waits", at)
	for waiting := 0; waiting == 0; { // for the row that the other has
		if err := s.pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'greenroom' AND query LIKE '%ledger_heads%'").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 30 {
		start(fmt.Sprint("late ", n), at)
	}
	start("of a minute that is not known to be full", next)
	for queued := 0; queued < 31; runtime.Gosched() {
		s.ledger.mu.Lock()
		queued = len(s.ledger.queue)
		s.ledger.mu.Unlock()
	}
	if _, err := other.Exec(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	var rows, groups int
	if err := s.pool.QueryRow(t.Context(), "SELECT count(*), count(DISTINCT CAST(xmin AS text)) FROM ledger").Scan(&rows, &groups); err != nil {
		t.Fatal(err)
	}
	if rows != 21 || groups != 3 || refused != 13 {
		t.Errorf("%d rows in %d groups, %d refused; want 21 in 3, and 13", rows, groups, refused)
	}
	if audit, err := billing.Check(t.Context(), s); err != nil || len(audit.Wrong) > 0 {
		t.Errorf("%+v, %v", audit, err)
	}
}

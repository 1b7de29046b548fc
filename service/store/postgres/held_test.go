package postgres

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/store"
	"greenroom/service/store/postgres/pgtest"
)

var plenty = api.TierLimits{Minute: 1 << 40, Hour: 1 << 40}

// together gives the ledger charges as one group.
func (l *ledger) together(rows []billing.Row, since time.Time) (jobs []*job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, row := range rows {
		j := &job{row: row, limits: plenty, until: since.Add(patience), done: make(chan struct{})}
		jobs = append(jobs, j)
		l.queue = append(l.queue, j)
	}
	l.front.wake.Signal()
	return jobs
}

// rowsOf are so many charges of eight accounts in turn.
func rowsOf(kind string, n int) (list []billing.Row) {
	for i := range n {
		list = append(list, billing.Row{RequestID: fmt.Sprint(kind, i), AccountID: fmt.Sprint("a", i%8), Credits: 1, At: time.Now()})
	}
	return list
}

// holding is a store of eight accounts that have charges, and who keeps rows in it.
func holding(t *testing.T, statement string) (*Store, *pgx.Conn) {
	t.Helper()
	address := pgtest.Database(t)
	s, other := charged(t, address), connected(t, address)
	if _, err := other.Exec(t.Context(), "BEGIN; "+statement); err != nil {
		t.Fatal(err)
	}
	return s, other
}

// charged is a store at an address, of eight accounts that have a charge each.
func charged(t *testing.T, address string) *Store {
	t.Helper()
	s, err := Open(t.Context(), store.Config{Path: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for i := range 8 {
		a := service.NewAccount(fmt.Sprint("A", i), api.TierFree, time.Now())
		a.ID = fmt.Sprint("a", i)
		if err := s.CreateAccount(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	for _, j := range s.ledger.together(rowsOf("before", 8), time.Now()) {
		if <-j.done; j.err != nil {
			t.Fatal(j.err)
		}
	}
	return s
}

// connected is a connection that is closed where a test stalls.
func connected(t *testing.T, address string) *pgx.Conn {
	t.Helper()
	other, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	stalled := time.AfterFunc(20*time.Second, func() { other.Close(context.Background()) })
	t.Cleanup(func() { stalled.Stop(); other.Close(context.Background()) })
	return other
}

const (
	holdChain   = "UPDATE ledger_heads SET version = version + 1 WHERE account = 'a0'"
	holdAccount = "UPDATE accounts SET lacks = lacks WHERE id = 'a0'"
)

// Whoever has a row of an account keeps its charges waiting, and nobody else's; when it is
// free they are made, each once.
func TestAHeldAccountKeepsNoOtherWaiting(t *testing.T) {
	for _, statement := range []string{holdChain, holdAccount} {
		for _, cautious := range []int{0, wary} {
			s, other := holding(t, statement)
			s.ledger.front.wary = cautious
			held := s.ledger.together(rowsOf("mixed", 32), time.Now())
			for i, j := range held {
				if i%8 > 0 {
					<-j.done
				}
			}
			if _, err := s.Charge(t.Context(), billing.Row{RequestID: "late", AccountID: "a1", Credits: 1, At: time.Now()}, plenty); err != nil || other.IsClosed() {
				t.Fatalf("others wait for the account that is held, %v", err)
			}
			s.ledger.mu.Lock()
			if apart := s.ledger.held["a0"]; !apart {
				t.Error("the account is tried with the others again")
			}
			s.ledger.mu.Unlock()
			select {
			case <-held[0].done:
				t.Error("charged, though the account is held")
			default:
			}
			if _, err := other.Exec(t.Context(), "ROLLBACK"); err != nil {
				t.Fatal(err)
			}
			for i, j := range held {
				if <-j.done; j.err != nil {
					t.Errorf("%d: %v", i, j.err)
				}
			}
			if _, err := s.Charge(t.Context(), billing.Row{RequestID: "after", AccountID: "a0", Credits: 1, At: time.Now()}, plenty); err != nil || len(s.ledger.held) > 0 {
				t.Errorf("%v are taken for held, %v", s.ledger.held, err)
			}
			if audit, err := billing.Check(t.Context(), s); err != nil || len(audit.Wrong) > 0 || audit.Checked != 8+32+2 {
				t.Errorf("%+v, %v", audit, err)
			}
		}
	}
}

// What waited for a held account for long enough is refused with the reason and not charged,
// and so is a change of the account, for which all other writes of records wait.
func TestAHeldAccountIsRefused(t *testing.T) {
	s, other := holding(t, holdChain)
	held := s.ledger.together(rowsOf("mixed", 8), time.Now().Add(-2*patience))
	for i, j := range held {
		var why service.Unusable
		if <-j.done; errors.As(j.err, &why) != (i == 0) || i > 0 && j.err != nil {
			t.Errorf("%d: %v", i, j.err)
		}
	}
	change := func(a *service.Account) error { a.Balance = nil; return nil }
	var why service.Unusable
	if _, err := s.ChangeAccount(t.Context(), "a0", change); !errors.As(err, &why) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if _, err := s.ChangeAccount(t.Context(), "a1", change); err != nil || other.IsClosed() {
		t.Errorf("others wait for the account that is held, %v", err)
	}
	if audit, err := billing.Check(t.Context(), s); err != nil || len(audit.Wrong) > 0 || audit.Checked != 8+7 {
		t.Errorf("%+v, %v", audit, err)
	}
}

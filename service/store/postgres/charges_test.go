package postgres_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"greenroom/service/billing"
	"greenroom/service/store/postgres"
	"greenroom/service/store/postgres/pgtest"
)

// spent is the processor time of some processes.
func spent(pids []int) (all time.Duration) {
	for _, pid := range pids {
		raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		var user, system int64
		if _, rest, ok := strings.Cut(string(raw), ") "); ok {
			fields := strings.Fields(rest)
			fmt.Sscan(fields[11], &user)
			fmt.Sscan(fields[12], &system)
		}
		all += time.Duration(user+system) * 10 * time.Millisecond
	}
	return all
}

func own() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// waits counts, until done, for what connections of a database wait each time it looks.
func waits(t *testing.T, address string, done <-chan struct{}) (of map[string]int, looks int) {
	of = map[string]int{}
	conn, err := pgx.Connect(context.Background(), address)
	if err != nil {
		t.Error(err)
		return of, 0
	}
	defer conn.Close(context.Background())
	for {
		select {
		case <-done:
			return of, looks
		case <-time.After(20 * time.Millisecond):
		}
		looks++
		rows, _ := conn.Query(context.Background(), "SELECT wait_event_type || ' ' || wait_event FROM pg_stat_activity WHERE application_name = 'greenroom' AND state <> 'idle' AND wait_event IS NOT NULL")
		for rows.Next() {
			var event string
			if rows.Scan(&event) == nil {
				of[event]++
			}
		}
	}
}

// TestChargesOfNodes measures what a charge costs the nodes and the database, without
// requests around it: 64 callers, one to three nodes, one account and 64.
func TestChargesOfNodes(t *testing.T) {
	if os.Getenv("GREENROOM_CHARGES") == "" {
		t.Skip("a long run: set GREENROOM_CHARGES")
	}
	cluster, err := pgtest.Start("-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Stop)
	for n := range 6 {
		nodes, accounts := 1+n%3, []int{1, 64}[n/3]
		database := fmt.Sprintf("c%d_%d", nodes, accounts)
		pgtest.Do(t, cluster.Address("postgres"), "CREATE DATABASE "+database)
		var stores []*postgres.Store
		for range nodes {
			stores = append(stores, openAt(t, cluster.Address(database)))
		}
		var told, asked atomic.Int64
		var all sync.WaitGroup
		done, counted := make(chan struct{}), make(chan struct{})
		var events map[string]int
		looks := 0
		go func() { defer close(counted); events, looks = waits(t, cluster.Address(database), done) }()
		here, there, until := own(), spent(cluster.Processes()), time.Now().Add(8*time.Second)
		for c := range 64 {
			all.Go(func() {
				for time.Now().Before(until) {
					row := billing.Row{RequestID: fmt.Sprint("r", asked.Add(1)), AccountID: fmt.Sprint("a", c%accounts), Credits: 1, At: time.Now()}
					if _, err := stores[c%nodes].Charge(t.Context(), row, wide); err != nil {
						t.Error(err)
						return
					}
					told.Add(1)
				}
			})
		}
		all.Wait()
		here, there = own()-here, spent(cluster.Processes())-there
		close(done)
		<-counted
		each := func(d time.Duration) time.Duration { return (d / time.Duration(told.Load())).Round(time.Microsecond) }
		t.Logf("%d nodes, %2d accounts: %6d charges, %4v of the nodes' and %4v of the database's processor each; waits in %d looks: %v",
			nodes, accounts, told.Load(), each(here), each(there), looks, events)
	}
}

package postgres_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/billing"
	"greenroom/service/store"
	"greenroom/service/store/postgres"
	"greenroom/service/store/postgres/pgtest"
)

// nodeOf names the database of a process that charges until it is killed.
const (
	nodeOf   = "GREENROOM_TEST_NODE_OF"
	momentOf = "GREENROOM_TEST_MOMENT" // when it books them
)

func TestMain(m *testing.M) {
	if address := os.Getenv(nodeOf); address != "" {
		moment, _ = time.Parse(time.RFC3339, os.Getenv(momentOf))
		chargeForever(address)
	}
	pgtest.Main(m)
}

var wide = api.TierLimits{Minute: 1 << 50, Hour: 1 << 50}

// chargeForever prints a request only after its charge was told.
func chargeForever(address string) {
	s, err := postgres.Open(context.Background(), store.Config{Path: address})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var out sync.Mutex
	for caller := range 16 {
		go func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("r%d_%d_%d", os.Getpid(), caller, i)
				row := billing.Row{RequestID: id, AccountID: fmt.Sprint("a", (caller+i)%4), Credits: api.Credits(i%7 + 1), At: moment}
				if _, err := s.Charge(context.Background(), row, wide); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				out.Lock()
				fmt.Println(id)
				out.Unlock()
			}
		}()
	}
	select {}
}

// killed runs a node, kills it a moment after its first charge, and answers with what it
// told.
func killed(t *testing.T, address string, after time.Duration) (told []string) {
	t.Helper()
	node := exec.Command(os.Args[0])
	node.Env, node.Stderr = append(os.Environ(), nodeOf+"="+address, momentOf+"="+moment.Format(time.RFC3339)), os.Stderr
	out, err := node.StdoutPipe()
	if err == nil {
		err = node.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if told = append(told, lines.Text()); len(told) == 1 {
			time.AfterFunc(after, func() { _ = node.Process.Kill() })
		}
	}
	_ = node.Wait()
	return told
}

// Two nodes at a time charge the same accounts and are killed: what they told is in the
// ledger, once, the windows are its sums, and each chain is whole. GREENROOM_KILLS is how
// many are killed.
func TestKillsOfNodesLoseNothing(t *testing.T) {
	address := pgtest.Database(t)
	kills := 6
	if n, err := strconv.Atoi(os.Getenv("GREENROOM_KILLS")); err == nil {
		kills = n
	}
	random := rand.New(rand.NewPCG(1, 2))
	var told []string
	var mu sync.Mutex
	for n := 0; n < kills; n += 2 {
		var both sync.WaitGroup
		for range 2 {
			after := time.Duration(20+random.IntN(120)) * time.Millisecond
			both.Go(func() {
				some := killed(t, address, after)
				mu.Lock()
				defer mu.Unlock()
				told = append(told, some...)
			})
		}
		both.Wait()
	}
	s := openAt(t, address)
	times := map[string]int{}
	if err := s.Rows(t.Context(), "", func(r billing.Row) error { times[r.RequestID]++; return nil }); err != nil {
		t.Fatal(err)
	}
	for _, id := range told {
		if times[id] != 1 {
			t.Errorf("%s was told and is in the ledger %d times", id, times[id])
		}
	}
	agree(t, s, 4)
	t.Logf("%d kills, %d told, %d rows", kills, len(told), len(times))
}

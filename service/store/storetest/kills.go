package storetest

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
)

// nodeOf names the store of a process that charges until it is killed, and nodeAt the
// moment at which it books.
const (
	nodeOf = "GREENROOM_TEST_NODE_OF"
	nodeAt = "GREENROOM_TEST_NODE_AT"
)

// Node charges for ever in a process that Kills started: TestMain calls it first.
func Node(open func(address string) (store.Store, error)) {
	address := os.Getenv(nodeOf)
	if address == "" {
		return
	}
	at, err := time.Parse(time.RFC3339, os.Getenv(nodeAt))
	s, failed := open(address)
	if err != nil || failed != nil {
		fmt.Fprintln(os.Stderr, err, failed)
		os.Exit(1)
	}
	var out sync.Mutex
	for caller := range 16 {
		go func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("r%d_%d_%d_%d", os.Getpid(), time.Now().UnixNano(), caller, i)
				row := billing.Row{RequestID: id, AccountID: fmt.Sprint("a", (caller+i)%4), Credits: api.Credits(i%7 + 1), At: at}
				if _, err := s.Charge(context.Background(), row, wide); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				out.Lock()
				fmt.Println(id) // only after its charge was told
				out.Unlock()
			}
		}()
	}
	select {}
}

// killed runs a node, kills it a moment after its first charge, and answers with what it
// told.
func killed(t *testing.T, address string, at time.Time, after time.Duration) (told []string) {
	t.Helper()
	node := exec.Command(os.Args[0])
	node.Env, node.Stderr = append(os.Environ(), nodeOf+"="+address, nodeAt+"="+at.Format(time.RFC3339)), os.Stderr
	out, err := node.StdoutPipe()
	if err == nil {
		err = node.Start()
	}
	if err != nil {
		t.Error(err)
		return nil
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

// Kills has two processes at a time charge the same accounts of a store, kills them, and
// opens it: what they told is in the ledger, once, the windows are its sums, and each
// chain is whole. GREENROOM_KILLS is how many are killed.
func Kills(t *testing.T, address string, at time.Time, open func() store.Store) {
	kills := 6
	if n, err := strconv.Atoi(os.Getenv("GREENROOM_KILLS")); err == nil {
		kills = n
	}
	open() // makes the tables
	random := rand.New(rand.NewPCG(1, 2))
	var told []string
	var mu sync.Mutex
	for n := 0; n < kills; n += 2 {
		var both sync.WaitGroup
		for range 2 {
			after := time.Duration(20+random.IntN(120)) * time.Millisecond
			both.Go(func() {
				some := killed(t, address, at, after)
				mu.Lock()
				defer mu.Unlock()
				told = append(told, some...)
			})
		}
		both.Wait()
	}
	s := open()
	times := map[string]int{}
	if err := s.Rows(t.Context(), "", func(r billing.Row) error { times[r.RequestID]++; return nil }); err != nil {
		t.Fatal(err)
	}
	if len(told) < kills {
		t.Errorf("%d kills, %d charges told: nothing was under way", kills, len(told))
	}
	for _, id := range told {
		if times[id] != 1 {
			t.Errorf("%s was told and is in the ledger %d times", id, times[id])
		}
	}
	Agree(t, s, 4, at)
	t.Logf("%d kills, %d told, %d rows", kills, len(told), len(times))
}

// Agree holds the windows of accounts a0, a1, … against the ledger, and checks its
// chains; it answers with the sum of all.
func Agree(t *testing.T, s store.Store, accounts int, at time.Time) (total api.Credits) {
	t.Helper()
	for a := range accounts {
		id := fmt.Sprint("a", a)
		var sum api.Credits
		if err := s.Rows(t.Context(), id, func(r billing.Row) error { sum += r.Credits; return nil }); err != nil {
			t.Fatal(err)
		}
		u, err := s.Usage(t.Context(), id, at)
		if err != nil || u.Minute != sum || u.Hour != sum {
			t.Errorf("%s: the ledger says %s, the windows %+v, %v", id, sum, u, err)
		}
		total += sum
	}
	if audit, err := billing.Check(t.Context(), s); err != nil || len(audit.Wrong) > 0 {
		t.Errorf("%+v, %v", audit, err)
	}
	return total
}

package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"greenroom/api"
	"greenroom/service/billing"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

// crashFile names the store for a child of TestKilledWhileCharging.
const crashFile = "GREENROOM_TEST_CRASH_FILE"

func TestMain(m *testing.M) {
	if path := os.Getenv(crashFile); path != "" {
		chargeForever(path)
	}
	os.Exit(m.Run())
}

// chargeForever prints a request id only after its charge has returned.
func chargeForever(path string) {
	s, err := sqlite.Open(context.Background(), store.Config{Path: path})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var out sync.Mutex
	for caller := range 8 {
		go func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("req_%d_%d", caller, i)
				row := billing.Row{RequestID: id, AccountID: "a", Credits: api.Credits(i%7 + 1), At: storetest.Noon}
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

func TestKilledWhileCharging(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	acknowledged := killedAfter(t, path, 500)
	s := openAt(t, path)
	times := map[string]int{}
	var sum api.Credits
	if err := s.Rows(t.Context(), "a", func(r billing.Row) error {
		times[r.RequestID]++
		sum += r.Credits
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, id := range acknowledged {
		if times[id] != 1 {
			t.Errorf("%s was acknowledged and is in the ledger %d times", id, times[id])
		}
	}
	u, err := s.Usage(t.Context(), "a", storetest.Noon)
	if err != nil || u.Minute != sum || u.Hour != sum {
		t.Errorf("windows %+v do not hold the %s credits of the ledger, %v", u, sum, err)
	}
}

// killedAfter runs a charging child, kills it after it has acknowledged n
// charges and returns all it got to acknowledge.
func killedAfter(t *testing.T, path string, n int) []string {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), crashFile+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if ids = append(ids, lines.Text()); len(ids) == n {
			child.Process.Kill()
		}
	}
	child.Wait()
	if len(ids) < n {
		t.Fatalf("the child acknowledged %d charges only", len(ids))
	}
	return ids
}

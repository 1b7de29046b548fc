package postgres_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/store"
	"greenroom/service/store/postgres"
	"greenroom/service/store/postgres/pgtest"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

// opened is a store of either kind, for what figures need of it.
func opened(t *testing.T, address string) store.Store {
	t.Helper()
	if postgres.Is(address) {
		return openAt(t, address)
	}
	s, err := sqlite.Open(t.Context(), store.Config{Path: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// keysOf makes accounts with these budgets, and a key of each.
func keysOf(t *testing.T, s store.Store, n int, limits api.TierLimits) (keys []string) {
	t.Helper()
	if _, err := s.Write(t.Context(), storetest.Bundles(300, 1)); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		a := service.NewAccount(fmt.Sprint("account ", i), api.TierEnterprise, time.Now())
		a.Limits = limits
		k, plain := access.NewKey(a.ID, time.Now())
		if err := s.CreateAccount(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		if err := s.CreateKey(t.Context(), k); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, plain)
	}
	return keys
}

// serve runs the program on a store, and returns where it listens, and its process.
func serve(t *testing.T, program, address string) (where string, pid int) {
	t.Helper()
	node := exec.Command(program, "serve", "--empty", "--platforms", "all", "--addr", "127.0.0.1:0", "--store", address)
	node.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, err := node.StdoutPipe()
	if err == nil {
		err = node.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = node.Process.Signal(syscall.SIGTERM); _ = node.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, rest, ok := strings.Cut(lines.Text(), "serving "); ok {
			where, _, _ = strings.Cut(rest, " ")
			go io.Copy(io.Discard, out)
			return where, node.Process.Pid
		}
	}
	t.Fatal("it does not serve")
	return "", 0
}

// ask sends requests over 64 connections for so long, and counts answers and refusals.
func ask(t *testing.T, nodes, keys []string, length time.Duration) (told, refused int64) {
	t.Helper()
	caller := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, MaxConnsPerHost: 64}}
	defer caller.CloseIdleConnections()
	var good, full atomic.Int64
	one := func(node, key string, n int) {
		r, _ := http.NewRequest(http.MethodGet, fmt.Sprintf("%s/v1/creators/autocomplete?q=s%dc%d", node, 1, n%99), nil)
		r.Header.Set(api.HeaderKey, key)
		reply, err := caller.Do(r)
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.Copy(io.Discard, reply.Body)
		reply.Body.Close()
		switch reply.StatusCode {
		case http.StatusOK:
			good.Add(1)
		case http.StatusTooManyRequests:
			full.Add(1)
		default:
			t.Error(reply.Status)
		}
	}
	for _, node := range nodes { // the index is built by the first
		one(node, keys[0], 0)
	}
	warm := good.Load()
	var all sync.WaitGroup
	until := time.Now().Add(length)
	for c := range 64 {
		all.Go(func() {
			for n := 0; time.Now().Before(until) && !t.Failed(); n++ {
				one(nodes[c%len(nodes)], keys[c%len(keys)], n)
			}
		})
	}
	all.Wait()
	return good.Load() - warm, full.Load()
}

// TestFigures measures billed requests a second, and holds what was told against the
// ledger. GREENROOM_FIGURES is the program.
func TestFigures(t *testing.T) {
	program := os.Getenv("GREENROOM_FIGURES")
	if program == "" {
		t.Skip("a long run: set GREENROOM_FIGURES to the program")
	}
	cluster, err := pgtest.Start("-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Stop)
	const credit = 1000
	for _, c := range []struct {
		nodes, accounts int // no nodes: a file
		limits          api.TierLimits
	}{
		{0, 1, wide}, {0, 64, wide}, {1, 1, wide}, {1, 64, wide}, {2, 1, wide}, {2, 64, wide}, {3, 1, wide}, {3, 64, wide},
		{3, 4, api.TierLimits{Minute: 20 * credit, Hour: 20 * credit, Invoice: 1 << 50}},
	} {
		name := fmt.Sprintf("%d nodes, %d accounts, limit %s", c.nodes, c.accounts, c.limits.Minute)
		t.Run(name, func(t *testing.T) {
			address := filepath.Join(t.TempDir(), "g.db")
			if c.nodes > 0 {
				database := fmt.Sprintf("f%d_%d_%d", c.nodes, c.accounts, c.limits.Minute%97)
				pgtest.Do(t, cluster.Address("postgres"), "CREATE DATABASE "+database)
				address = cluster.Address(database)
			}
			s := opened(t, address)
			c.limits.Invoice = 1 << 50
			keys := keysOf(t, s, c.accounts, c.limits)
			var nodes []string
			var pids []int
			for range max(1, c.nodes) {
				where, pid := serve(t, program, address)
				nodes, pids = append(nodes, where), append(pids, pid)
			}
			length := 10 * time.Second
			callers, there, database := own(), spent(pids), spent(cluster.Processes())
			told, refused := ask(t, nodes, keys, length)
			each := func(d time.Duration) time.Duration { return (d / time.Duration(told+refused)).Round(time.Microsecond) }
			callers, there, database = each(own()-callers), each(spent(pids)-there), each(spent(cluster.Processes())-database)
			var rows, sum int64
			if err := s.Rows(t.Context(), "", func(r billing.Row) error { rows++; sum += int64(r.Credits); return nil }); err != nil {
				t.Fatal(err)
			}
			audit, err := billing.Check(t.Context(), s)
			if warm := int64(len(nodes)); rows != told+warm || err != nil || len(audit.Wrong) > 0 {
				t.Errorf("%d told and %d before, %d rows; %v, %v", told, warm, rows, audit.Wrong, err)
			}
			t.Logf("%s: %.0f billed requests/s; told %d, refused %d, ledger %d rows of %s credits; processor a request: callers %v, nodes %v, database %v",
				name, float64(told)/length.Seconds(), told, refused, rows, api.Credits(sum), callers, there, database)
		})
	}
}

package local_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/service/billing"
)

// dayCap limits the credits that the processes of these tests spend in a day.
const dayCap = 100

// searchAll is the work of a process of these tests: once its standard input ends it makes
// searches under a cap, each of up to 45 credits, and takes a refusal for an answer. With
// a prefix its questions are its own.
func searchAll(m *local.Memory, url, key, prefix string, queries []string) error {
	most := dayCap * api.Credit
	c, err := client.New(client.Config{BaseURL: url, Memory: m.Scope("svc", ""), Caps: client.Caps{Day: &most},
		HTTP: &http.Client{Timeout: 30 * time.Second}, Key: func(context.Context) (string, error) { return key, nil }})
	if err != nil {
		return err
	}
	if _, err := m.Stats(context.Background()); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	fmt.Println("asking")
	for _, q := range queries {
		limit := 10
		_, _, err := c.Search(context.Background(), api.SearchRequest{Query: prefix + q, Limit: &limit})
		if err != nil && client.KindOf(err) != client.KindOverCap {
			return err
		}
	}
	return nil
}

// atOnce starts processes, lets them go together and waits for all. No answer is
// made before all of them ask.
func atOnce(t *testing.T, s *realService, file string, tasks []string, queries ...string) {
	t.Helper()
	gate, open, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	answers := make(chan struct{})
	s.gate.Store(&answers)
	asking := make(chan struct{}, len(tasks))
	for _, task := range tasks {
		c := child(t, s, file, task, queries)
		c.Stdin, c.Stdout = gate, told(asking)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			if err := c.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
	_ = gate.Close()
	_ = open.Close()
	for range tasks {
		<-asking
	}
	close(answers)
	wg.Wait()
}

// told hears of each line that a process writes.
type told chan<- struct{}

func (c told) Write(line []byte) (int, error) {
	c <- struct{}{}
	return len(line), nil
}

func sumOf(rows map[string]api.Credits) (sum api.Credits) {
	for _, c := range rows {
		sum += c
	}
	return sum
}

// TestProcessesShareTheCapOfADay: six programs at once never pass it together,
// and what fits is bought.
func TestProcessesShareTheCapOfADay(t *testing.T) {
	t.Parallel()
	s, file := serve(t, 12), filepath.Join(t.TempDir(), "memory.db")
	var tasks []string
	for i := range 6 {
		tasks = append(tasks, fmt.Sprint("search ", i, " "))
	}
	atOnce(t, s, file, tasks, "vegan food", "vegan dinner", "vegan anna")
	if sum := sumOf(s.ledger(t)); sum > dayCap*api.Credit || sum < 50*api.Credit {
		t.Errorf("the ledger says %s of %d", sum, dayCap)
	}
}

// TestOneOfEightPays: eight programs ask the same at once; one is charged, and
// the others have its answer.
func TestOneOfEightPays(t *testing.T) {
	t.Parallel()
	s, file := serve(t, 12), filepath.Join(t.TempDir(), "memory.db")
	tasks := make([]string, 8)
	for i := range tasks {
		tasks[i] = "search "
	}
	atOnce(t, s, file, tasks, "vegan food")
	if rows := s.ledger(t); len(rows) != 1 {
		t.Errorf("charged %d times: %v", len(rows), rows)
	}
	kept := 0
	for _, e := range entries(t, openAt(t, file, func(c *local.Config) { c.Clock = time.Now }), local.JournalQuery{}) {
		if e.Kept {
			kept++
		}
	}
	if kept != 7 {
		t.Errorf("%d were answered by another's call", kept)
	}
}

// TestTheOwnerOfACallDies: a program dies while it asks. The cap counts what the dead
// one may have cost, and another that asks the same goes on as that call.
func TestTheOwnerOfACallDies(t *testing.T) {
	t.Parallel()
	s, file := serve(t, 1), filepath.Join(t.TempDir(), "memory.db")
	if err := child(t, s, file, "after begin", s.ids).Run(); err == nil {
		t.Fatal("it did not die")
	}
	m := openAt(t, file, func(c *local.Config) { c.Clock = time.Now })
	most := 150 * api.Credit / 1000
	c, err := client.New(client.Config{BaseURL: s.url, Memory: m.Scope("svc", ""), Caps: client.Caps{Day: &most},
		Key: func(context.Context) (string, error) { return s.key, nil }})
	if err != nil {
		t.Fatal(err)
	}
	another := func() {
		t.Helper()
		if _, _, err := c.Creator(t.Context(), s.ids[0], false); client.KindOf(err) != client.KindOverCap {
			t.Errorf("0.1 of 0.15 is used or may be, and another 0.1 is sent: %v", err)
		}
	}
	another()
	if _, receipt, err := c.Creator(t.Context(), s.ids[0], true); err != nil || receipt.Kept || receipt.Charged != 100 {
		t.Fatalf("%v, %+v", err, receipt)
	}
	another()
	if rows := entries(t, m, local.JournalQuery{}); len(rows) != 1 || rows[0].Charged != 100 {
		t.Errorf("the journal says %+v", rows)
	}
}

// TestOneOfEightInAProgramPays is TestOneOfEightPays in one program.
func TestOneOfEightInAProgramPays(t *testing.T) {
	t.Parallel()
	s := serve(t, 1)
	c, err := dial(newMemory(t, func(c *local.Config) { c.Clock = time.Now }).Scope("svc", ""), s.url, s.key, http.DefaultTransport)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got, _, err := c.Creator(context.Background(), s.ids[0], true); err != nil || got.ID != s.ids[0] {
				t.Error(got, err)
			}
		})
	}
	wg.Wait()
	if rows := s.ledger(t); len(rows) != 1 {
		t.Errorf("charged %d times: %v", len(rows), rows)
	}
}

// TestTheJournalAndTheLedgerNameACallAlike: by its request id and its endpoint a
// row of the one is found in the other.
func TestTheJournalAndTheLedgerNameACallAlike(t *testing.T) {
	t.Parallel()
	s, m := serve(t, 2), newMemory(t, func(c *local.Config) { c.Clock = time.Now })
	c, err := dial(m.Scope("svc", ""), s.url, s.key, http.DefaultTransport)
	if err != nil {
		t.Fatal(err)
	}
	_, _, one := c.Creator(t.Context(), s.ids[0], true)
	_, _, two := c.Posts(t.Context(), client.PostsParams{CreatorID: s.ids[0]})
	_, _, three := c.Search(t.Context(), api.SearchRequest{Query: "vegan food"})
	if err := errors.Join(one, two, three); err != nil {
		t.Fatal(err)
	}
	journal := map[string]string{}
	for _, e := range entries(t, m, local.JournalQuery{}) {
		journal[e.RequestID] = e.Method + " " + e.Endpoint
	}
	rows := 0
	err = s.store.Rows(t.Context(), s.account, func(r billing.Row) error {
		if rows++; journal[r.RequestID] != r.Endpoint {
			t.Errorf("the ledger says %s of %s, the journal %q", r.Endpoint, r.RequestID, journal[r.RequestID])
		}
		return nil
	})
	if err != nil || rows != 3 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

package local_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// clock moves only when it is told to.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// openAt is a memory on a file; it is closed with the test.
func openAt(t testing.TB, path string, change ...func(*local.Config)) *local.Memory {
	t.Helper()
	c := local.Config{Path: path, Clock: func() time.Time { return noon }}
	for _, f := range change {
		f(&c)
	}
	m, err := local.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

func newMemory(t testing.TB, change ...func(*local.Config)) *local.Memory {
	return openAt(t, filepath.Join(t.TempDir(), "memory.db"), change...)
}

// paid is a call that can cost up to five credits.
func paid(id string) client.Exchange {
	return client.Exchange{ID: id, Method: "GET", Endpoint: "/v1/creators/{id}", Subject: "who", Purse: "svc", Low: 0, High: 5 * api.Credit, At: noon}
}

// begin writes a call down on no terms.
func begin(s client.Memory, e client.Exchange) error {
	_, err := s.Begin(context.Background(), e, client.Terms{})
	return err
}

func charged(c api.Credits) client.Receipt {
	return client.Receipt{Outcome: client.OutcomeCharged, Charged: c, ChargedKnown: true, Status: 200, RequestID: "req_1", Took: time.Second, Attempts: 1, At: noon}
}

// keepPaid makes a call that is charged five credits and keeps its answer.
func keepPaid(t testing.TB, s client.Memory, id string, a client.Answer) {
	t.Helper()
	a.Charged = 5 * api.Credit
	if a.At.IsZero() {
		a.At = noon
	}
	if _, err := s.Begin(t.Context(), paid(id), client.Terms{}); err != nil {
		t.Fatal(err)
	}
	if err := s.End(t.Context(), paid(id), charged(5*api.Credit), nil, &a); err != nil {
		t.Fatal(err)
	}
}

// keepFree is a free call with an answer to the question of the same name.
func keepFree(t testing.TB, s client.Memory, key string, value any, body []byte) {
	t.Helper()
	e := client.Exchange{ID: "free-" + key, Method: "GET", Endpoint: "/free", At: noon}
	if _, err := s.Begin(context.Background(), e, client.Terms{}); err != nil {
		t.Fatal(err)
	}
	err := s.End(context.Background(), e, client.Receipt{Outcome: client.OutcomeFree, At: noon}, nil, &client.Answer{Key: key, Body: body, Value: value, At: noon})
	if err != nil {
		t.Fatal(err)
	}
}

// flush makes everything durable: any read does.
func flush(t testing.TB, m *local.Memory) {
	t.Helper()
	if _, err := m.Sessions(context.Background(), ""); err != nil {
		t.Fatal(err)
	}
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func entries(t testing.TB, m *local.Memory, q local.JournalQuery) []local.Entry {
	t.Helper()
	var list []local.Entry
	for e, err := range m.Journal(context.Background(), q) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// remembered is the kept answer to a question, "" for none.
func remembered(t testing.TB, s client.Memory, key string) string {
	t.Helper()
	a, ok, err := s.Recall(context.Background(), key)
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		return ""
	}
	return string(a.Body)
}

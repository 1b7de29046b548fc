package local_test

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/client"
	"greenroom/client/local"
)

// lock is another program that keeps a file locked until the function is called.
func lock(t *testing.T, path string) (unlock func()) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	return func() {
		if _, err := db.Exec("COMMIT"); err != nil {
			t.Error(err)
		}
		_ = db.Close()
	}
}

// Another program keeps the memory locked: who pays is told what is waited for, once,
// and then why nothing is sent. All that a command does with the memory shares one
// patience. When the lock has gone the same call is made.
func TestALockedMemorySendsNothing(t *testing.T) {
	for name, before := range map[string]func(path string){
		"an open file": func(path string) { _ = begin(openAt(t, path).Scope("other", ""), paid("earlier")) },
		"a new file":   func(string) {},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "memory.db")
			before(path)
			var sent atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				sent.Add(1)
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(`{"data":[]}`))
			}))
			defer server.Close()
			told := make(chan string, 100)
			m := openAt(t, path, func(c *local.Config) { c.Patience, c.Waiting = 50*time.Millisecond, func(s string) { told <- s } })
			c, err := client.New(client.Config{BaseURL: server.URL, Memory: m.Scope("svc", ""), Key: func(context.Context) (string, error) { return "k", nil }})
			if err != nil {
				t.Fatal(err)
			}
			unlock := lock(t, path)
			for range 3 {
				_, _, err := c.Autocomplete(t.Context(), client.AutocompleteParams{Q: "le"})
				if client.KindOf(err) != client.KindJournal || sent.Load() != 0 {
					t.Errorf("%v, %d requests", err, sent.Load())
				}
				if failed, _ := errors.AsType[*client.Error](err); failed == nil || failed.Err == nil || !strings.HasSuffix(failed.Err.Error(), "another program keeps the file locked: end it and try again") {
					t.Errorf("nobody is told why: %+v", failed)
				}
			}
			if said := <-told; len(told) != 0 || said != "another program keeps the memory "+path+" locked: waiting for it, 50ms at most" {
				t.Errorf("said %q and %d more", said, len(told))
			}
			unlock()
			if _, _, err := c.Autocomplete(t.Context(), client.AutocompleteParams{Q: "le"}); err != nil || sent.Load() != 1 {
				t.Errorf("after: %v, %d requests", err, sent.Load())
			}
		})
	}
}

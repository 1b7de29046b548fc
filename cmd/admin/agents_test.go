package admin

import (
	"context"
	"log/slog"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
)

// A session of agents over HTTP lasts until they were silent for an hour: another has its
// cap anew, and of those who are gone nothing is kept in mind.
func TestASitting(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	a, err := newAgents(t.Context(), filepath.Join(t.TempDir(), "s.db"), agentCaps{20 * api.Credit, agentsDay, 3 * api.Credit}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	a.clock = func() time.Time { return now }
	who := func(key string) *caller {
		r, _ := http.NewRequestWithContext(context.Background(), http.MethodPost, "/mcp", nil)
		r.Header.Set(api.HeaderKey, key)
		c, err := a.caller(r)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := who("one")
	who("two")
	for range 3 {
		if now = now.Add(sitting); who("one") != first {
			t.Error("another session within the hour")
		}
	}
	if now = now.Add(sitting + 1); who("one") == first {
		t.Error("the same session after an hour")
	}
	if len(a.callers) != 1 {
		t.Errorf("%d callers are kept in mind", len(a.callers))
	}
}

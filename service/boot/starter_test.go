package boot

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"greenroom/internal/racetest"
	"greenroom/service/world"
)

var record = flag.Bool("record", false, "make the starter search anew")

// searched is the starter search as a search in a new world finds it.
func searched(t *testing.T, now time.Time) starter {
	t.Helper()
	path := filepath.Join(t.TempDir(), "g.db")
	a := openAt(t, path, now, false)
	account, err := demoAccount(t.Context(), a.Store, now)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.sample.fill(t.Context(), Config{StorePath: path}, account.ID, now); err != nil {
		t.Fatal(err)
	}
	made, err := a.Service.StarterSession(t.Context(), account.ID, starterRequest())
	if err != nil {
		t.Fatal(err)
	}
	// Read back, as it will be answered.
	s, _, err := a.Store.Session(t.Context(), made.Owner(), made.ID, now, 0, len(made.Results))
	if err != nil {
		t.Fatal(err)
	}
	return starter{Day: world.Day(now), Interpretation: s.Interpretation, Results: s.Results, FilteredTotal: s.FilteredTotal}
}

// The first screen shows what a search would find, on whatever day that is.
func TestStarterIsWhatTheSearchFinds(t *testing.T) {
	racetest.Once(t)
	if *record {
		writeStarter(t, searched(t, noon))
		t.Skip("written; the next run of the test holds it against a search")
	}
	for _, now := range []time.Time{noon, time.Date(2031, 1, 1, 0, 0, 30, 0, time.UTC)} {
		ready, err := readyStarter(now)
		if err != nil {
			t.Fatal(err)
		}
		want, got := asJSON(t, searched(t, now)), asJSON(t, ready)
		if !bytes.Equal(want, got) {
			t.Errorf("on %s the ready starter search is not what a search finds; go generate ./service/boot makes it anew\nfound %.900s\nready %.900s",
				now.Format(time.DateOnly), want, got)
		}
	}
}

func asJSON(t *testing.T, s starter) []byte {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func writeStarter(t *testing.T, s starter) {
	t.Helper()
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = w.Write(asJSON(t, s))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("starter.json.gz", out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

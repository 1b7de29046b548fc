package boot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/world"
)

func openBehind(t *testing.T, path string) *App {
	t.Helper()
	a, err := Open(t.Context(), Config{StorePath: path, PlatformsAll: true, Sample: true, Behind: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

// askPatiently comes back as often as it is told to.
func askPatiently(a *App, path string) *httptest.ResponseRecorder {
	for {
		if w := ask(a, path); w.Code != http.StatusServiceUnavailable {
			return w
		}
	}
}

// The first screen is there before the world is, and what needs the world waits
// for it.
func TestTheWorldIsMadeBehindTheFirstScreen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.db")
	a := openBehind(t, path)
	if w := ask(a, "/v1/search/"+a.Demo().StarterSearchID); w.Code != 200 || !strings.Contains(w.Body.String(), `"total":100,`) {
		t.Fatalf("the starter search: %d %.300s", w.Code, w.Body)
	}
	if w := askPatiently(a, "/v1/creators/autocomplete?q=le"); w.Code != 200 || strings.Contains(w.Body.String(), `"data":[]`) {
		t.Errorf("completing: %d %.300s", w.Code, w.Body)
	}
	if w := askPatiently(a, "/v1/shortlists"); w.Code != 200 || !strings.Contains(w.Body.String(), `"version"`) {
		t.Errorf("shortlists: %d %.300s", w.Code, w.Body)
	}
	if err := a.Ready(t.Context()); err != nil || !a.sample.there() {
		t.Errorf("ready: %v", err)
	}
}

// A planner who leaves at once is not held up; the next start goes on.
func TestAWorldCutShortIsFinishedByTheNextStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.db")
	first := openBehind(t, path)
	starter := first.Demo().StarterSearchID
	if err := first.Close(); err != nil {
		t.Fatalf("closed early: %v", err)
	}
	second := openBehind(t, path)
	if made, of := second.Making(); made < 0 || made >= of || of != world.Creators {
		t.Errorf("%d of %d are made at the start", made, of)
	}
	if err := second.Ready(t.Context()); err != nil || second.Demo().StarterSearchID != starter {
		t.Fatalf("%v; starter %s, then %s", err, starter, second.Demo().StarterSearchID)
	}
	if made, of := second.Making(); made != 0 || of != 0 {
		t.Errorf("%d of %d are made at the end", made, of)
	}
	found := 0
	for _, err := range second.Store.Corpus(t.Context()) {
		if found++; err != nil {
			t.Fatal(err)
		}
	}
	if state, err := sampleState(t.Context(), second.Store); state != sampleWritten || found != world.Creators {
		t.Errorf("%q %v, %d creators", state, err, found)
	}
}

// Whoever waits long is told how far it is, and when to come back.
func TestALongWaitSaysHowFarTheWorldIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sample
		s.begin(t.Context(), func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		s.written.Store(1250)
		var said *service.Error
		if err := s.admit(t.Context()); !errors.As(err, &said) || said.Code != api.CodeUnavailable || said.RetryAfter == 0 {
			t.Fatalf("%v", err)
		}
		if !strings.Contains(said.Message, fmt.Sprintf(": %d%% so far", 1250*100/world.Creators)) {
			t.Error(said.Message)
		}
		if err := s.end(); err != nil {
			t.Errorf("ended: %v", err)
		}
	})
}

// A world that cannot be written is said by every answer and at the end.
func TestAWorldThatCannotBeWrittenIsSaid(t *testing.T) {
	a := openBehind(t, filepath.Join(t.TempDir(), "g.db"))
	if err := a.sample.end(); err != nil {
		t.Fatal(err)
	}
	full := errors.New("the disk is full")
	a.sample.begin(t.Context(), func(context.Context) error { return full })
	w := ask(a, "/v1/shortlists")
	if w.Code != 500 || !strings.Contains(w.Body.String(), "The sample world could not be written (the disk is full)") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if charged := w.Header().Get(api.HeaderCharged); charged != "0" {
		t.Errorf("charged %q", charged)
	}
	if w := ask(a, "/v1/search/"+a.Demo().StarterSearchID); w.Code != 200 {
		t.Errorf("the starter search: %d", w.Code)
	}
	if err := a.Close(); !errors.Is(err, full) {
		t.Errorf("closed with %v", err)
	}
}

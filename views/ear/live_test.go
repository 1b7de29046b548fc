package ear_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/views/drive"
	"greenroom/views/ear"
)

// stuck is a service whose searches end with their context only, and which tells of each.
type stuck struct {
	next http.RoundTripper
	in   chan string
}

func (s stuck) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path != "/v1/search" {
		return s.next.RoundTrip(r)
	}
	s.in <- r.URL.Path
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// at once is a second that is over.
func atOnce(d time.Duration) <-chan time.Time {
	if d != time.Second {
		return time.After(d)
	}
	over := make(chan time.Time, 1)
	over <- time.Time{}
	return over
}

// heard answers each line.
type heard struct {
	mu    sync.Mutex
	said  strings.Builder
	wrote chan struct{}
}

func newHeard() *heard { return &heard{wrote: make(chan struct{}, 1)} }

func (h *heard) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	select {
	case h.wrote <- struct{}{}:
	default:
	}
	return h.said.Write(p)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.said.String()
}

// until waits until words were said after others.
func (h *heard) until(after, words string) {
	for {
		if _, rest, ok := strings.Cut(h.String(), after); ok && strings.Contains(rest, words) {
			return
		}
		<-h.wrote
	}
}

// live tells lines to a workbench on real time, until what is given ends.
func live(t *testing.T, ctx context.Context, in io.Reader, said *heard, through service) *told {
	t.Helper()
	cfg, _ := made(t, through)
	clock := drive.NewClock(cfg.Clock())
	cfg.Clock = clock.Now
	s := &told{t: t}
	s.err = ear.Run(ctx, ear.Config{In: in, Out: said, By: "a test", Echo: true, Open: func(slow func()) *drive.Driver {
		d := drive.NewLive(ctx, drive.Config{Root: cfg, Clock: clock, W: 120, H: 40, After: atOnce}, slow)
		s.root = d.Root()
		return d
	}})
	s.said = said.String()
	s.clean()
	return s
}

// On real time a page is told when it stands, and what follows a line before the next.
func TestTheJobGoesOnInRealTime(t *testing.T) {
	lines := []string{"open 2", "back", "query", "vegan food creators in Berlin", "yes", "by name", "lenacooks", "1", "quit"}
	s := live(t, t.Context(), strings.NewReader(strings.Join(lines, "\n")), newHeard(), nil)
	s.says("Search: vegan food creators in Europe", "1. Lena Vogt", "Open 2, Till Baumgart", "Till Baumgart, Overview", "1. Summary", "Confirm cost", "match", "cost 75 credits", "Find by name or handle", "1. Lena Vogt", "Lena Vogt, Overview")
	if s.err != nil {
		t.Error(s.err)
	}
}

// A call that is long is told of in a line; one that is interrupted is told of, too, and so
// is that it may be charged.
func TestAnInterruptedCallIsTold(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	in, lines := io.Pipe()
	asked, said := make(chan string), newHeard()
	go func() {
		_, _ = io.WriteString(lines, "query\nvegan food creators in Berlin\nyes\n")
		<-asked
		said.until("Confirm cost", "Searching, under way")
		stop(errors.New("stopped by hand"))
	}()
	s := live(t, ctx, in, said, func(next http.RoundTripper) http.RoundTripper { return stuck{next, asked} })
	s.says("Confirm cost", "Searching, under way. Control C gives it up", "Interrupted: searching. A call already sent may still be charged; the ledger tells")
	if s.err == nil || s.err.Error() != "stopped by hand" {
		t.Errorf("it ended with %v", s.err)
	}
	if strings.Contains(s.said, "Back on") {
		t.Errorf("it goes on:\n%s", s.said)
	}
}

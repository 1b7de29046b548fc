package ear_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	_ "greenroom/internal/gctest"
	"greenroom/internal/pipe"
	"greenroom/keymap"
	"greenroom/service/boot"
	"greenroom/ui/spoken"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/drive"
	"greenroom/views/ear"
	"greenroom/views/view"
)

// world is the service with the sample world, one for all tests.
type world struct {
	clock  *drive.Clock
	demo   boot.Demo
	client *http.Transport
	close  func() error
}

var sample = sync.OnceValues(func() (*world, error) {
	dir, err := os.MkdirTemp("", "greenroom")
	if err != nil {
		return nil, err
	}
	c := drive.NewClock(time.Date(2026, 3, 2, 10, 0, 20, 0, time.UTC))
	app, err := boot.Open(context.Background(), boot.Config{StorePath: filepath.Join(dir, "greenroom.db"), Clock: c.Now, PlatformsAll: true, Sample: true})
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	listener := pipe.New()
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- app.Serve(ctx, listener) }()
	return &world{clock: c, demo: app.Demo(), client: &http.Transport{DialContext: listener.DialContext}, close: func() error {
		stop()
		<-served
		return errors.Join(app.Close(), os.RemoveAll(dir))
	}}, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if w, err := sample(); err == nil && w.close() != nil {
		code = 1
	}
	os.Exit(code)
}

// told holds the answers to lines, and the ending.
type told struct {
	t    *testing.T
	said string
	err  error
	root *views.Root
}

// service changes what is asked of the world; nil leaves it alone.
type service func(next http.RoundTripper) http.RoundTripper

// made is the workbench on the sample world, in an hour that nobody used yet.
func made(t *testing.T, through service) (views.Config, *drive.Clock) {
	t.Helper()
	w, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	c := w.clock
	c.Move(c.Now().Truncate(time.Hour).Add(time.Hour + 20*time.Second).Sub(c.Now()))
	var way http.RoundTripper = w.client
	if through != nil {
		way = through(way)
	}
	service, err := client.New(client.Config{
		BaseURL: "http://test", Key: func(context.Context) (string, error) { return w.demo.Key, nil }, HTTP: &http.Client{Transport: way}, Clock: c.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	book, err := plan.Open(t.Context(), filepath.Join(t.TempDir(), "plan.db"), "test", c.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return views.Config{
		Client: service, Styles: theme.None(), Keys: keymap.Default().InWords(), Demo: true, Welcome: true, Service: text.Const("test"), Clock: c.Now, AskOver: 5 * api.Credit, Lines: true, Calm: true,
		Start: view.Page{Kind: view.Search, ID: w.demo.StarterSearchID, Query: w.demo.StarterQuery}, Disk: views.Disk{Plan: book},
	}, c
}

// tell says lines to a workbench, over a pipe.
func tell(t *testing.T, lines ...string) *told {
	t.Helper()
	cfg, clock := made(t, nil)
	out := &told{t: t}
	var said strings.Builder
	out.err = ear.Run(t.Context(), ear.Config{
		In: strings.NewReader(strings.Join(lines, "\n") + "\n"), Out: &said, By: "a test", Echo: true,
		Open: func(func()) *drive.Driver {
			d := drive.New(drive.Config{Root: cfg, Clock: clock, W: 120, H: 40})
			out.root = d.Root()
			return d
		},
	})
	out.said = said.String()
	out.clean()
	return out
}

// clean fails for what no ear and no line of braille can take.
func (s *told) clean() {
	s.t.Helper()
	for _, r := range s.said {
		if r < ' ' && r != '\n' || r >= 0x2500 && r <= 0x28ff || unicode.Is(unicode.Cf, r) && r != '\u200d' {
			s.t.Errorf("it says %U", r)
		}
	}
	for l := range strings.SplitSeq(s.said, "\n") {
		if n := text.Clean(l).Width(); n > spoken.Cells && !strings.HasPrefix(l, "> ") {
			s.t.Errorf("a line of %d cells: %q", n, l)
		}
	}
}

// says fails unless all of the words were said, in this order, wherever lines end.
func (s *told) says(words ...string) {
	s.t.Helper()
	rest := strings.Join(strings.Fields(s.said), " ")
	for _, w := range words {
		_, after, ok := strings.Cut(rest, w)
		if !ok {
			s.t.Fatalf("%q was not said, or not then:\n%s", w, s.said)
		}
		rest = after
	}
}

// after returns the answer to the nth line, from 1.
func (s *told) after(n int) string {
	parts := strings.Split(s.said, "\n> ")
	if n >= len(parts) {
		s.t.Fatalf("%d lines were answered:\n%s", len(parts)-1, s.said)
	}
	return parts[n]
}

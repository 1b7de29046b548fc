package views_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/internal/codetest"
	_ "greenroom/internal/gctest"
	"greenroom/internal/pipe"
	"greenroom/internal/racetest"
	"greenroom/keymap"
	"greenroom/service/boot"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/drive"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// bench is the real root on the real service, driven without a terminal.
type bench struct {
	*drive.Driver
	t       *testing.T
	clock   *drive.Clock
	sent    *headers
	where   memo
	figures viewtest.Figures // of what was told
	tells   bool             // has room for all, and what is drawn is to be told
	cfg     views.Config     // of the workbench
}

// memo remembers the planner's place.
type memo struct{ raw []byte }

// Recall returns the place.
func (m *memo) Recall() []byte { return m.raw }

// Remember keeps it.
func (m *memo) Remember(raw []byte) error {
	m.raw = raw
	return nil
}

// headers keeps the headers of the last answer that carried a budget.
type headers struct {
	mu   sync.Mutex
	last http.Header
	paid string // the last charge that was one
	all  api.Credits
	next http.RoundTripper
}

func (h *headers) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := h.next.RoundTrip(r)
	if err == nil && resp.Header.Get(api.HeaderRemainingMinute) != "" {
		h.mu.Lock()
		h.last = resp.Header.Clone()
		if c := resp.Header.Get(api.HeaderCharged); c != "0" {
			h.paid = c
			n, _ := api.ParseCredits(c)
			h.all += n
		}
		h.mu.Unlock()
	}
	return resp, err
}

func (h *headers) get(name string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last.Get(name)
}

// world is the service with the sample world, one for all tests of the package:
// it takes longer to make than all of them together. Its clock goes on from
// test to test.
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
	app, err := boot.Open(context.Background(), boot.Config{
		StorePath: filepath.Join(dir, "greenroom.db"), Clock: c.Now, PlatformsAll: true, Sample: true,
	})
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

var opened bool // the sample world

func TestMain(m *testing.M) {
	code := m.Run()
	if opened {
		if w, err := sample(); err == nil && w.close() != nil {
			code = 1
		}
	}
	os.Exit(code)
}

// openBench opens the workbench on the sample world, in an hour that nobody has
// used yet.
func openBench(t *testing.T, w, h int) *bench { return openBenchOn(t, w, h, nil, nil) }

// openBenchOn is one whose client has a memory, nil keeping nothing, and which knows what
// briefs have cost; nil: in this session alone.
func openBenchOn(t *testing.T, w, h int, memory client.Memory, spent views.Spent) *bench {
	t.Helper()
	racetest.Once(t) // one command after the other: nothing here runs at once
	opened = true
	world, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	c, demo := world.clock, world.demo
	c.Move(c.Now().Truncate(time.Hour).Add(time.Hour + 20*time.Second).Sub(c.Now()))
	sent := &headers{next: world.client}
	api, err := client.New(client.Config{
		BaseURL: "http://test", Key: func(context.Context) (string, error) { return demo.Key, nil },
		HTTP: &http.Client{Transport: sent}, Clock: c.Now, Memory: memory,
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, clock: c, sent: sent}
	book, err := plan.Open(t.Context(), filepath.Join(t.TempDir(), "plan.db"), "test", c.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	b.drive(w, h, views.Config{
		Client: api, Styles: theme.None(), Keys: keymap.Default(), Demo: true, Service: text.Const("test"),
		Start:   view.Page{Kind: view.Search, ID: demo.StarterSearchID, Query: demo.StarterQuery},
		AskOver: 5000, Disk: views.Disk{Plan: book, Place: &b.where, Spent: spent},
	})
	b.Start()
	return b
}

// drive makes the workbench that is driven. Pauses of typing end at once.
func (b *bench) drive(w, h int, cfg views.Config) {
	cfg.Clock = b.clock.Now
	if cfg.Tick == nil {
		cfg.Tick = tick
	}
	b.cfg, b.tells = cfg, h == vast[1]
	b.Driver = drive.New(drive.Config{Root: cfg, Clock: b.clock, W: w, H: h, Each: b.watch})
}

// watch fails where the view changes and its version stays.
func (b *bench) watch(msg tea.Msg, _ bool, deliver func()) {
	b.t.Helper()
	if walkedAgain {
		deliver()
		return
	}
	before, seen := b.Root().Version(), b.Frame()
	deliver()
	if before == b.Root().Version() && b.Frame() != seen {
		b.t.Errorf("%T changes what is seen, and the version stays", msg)
	}
}

// tick fires pauses of typing at once and never the root's own ticks, which
// would follow each other without end.
func tick(_ time.Duration, f func(time.Time) tea.Msg) tea.Cmd {
	msg := f(time.Time{})
	if name := fmt.Sprintf("%T", msg); name == "views.tickMsg" || name == "*review.nextLook" {
		return nil
	}
	return func() tea.Msg { return msg }
}

// keys presses keys one after the other: names ("enter", "down") or letters. Where the
// terminal has room for all, what is drawn after each has to be told.
func (b *bench) keys(names ...string) {
	b.t.Helper()
	for _, k := range names {
		if b.Press(k); b.tells {
			b.told(k)
		}
	}
}

// text types letters into a field.
func (b *bench) text(s string) { b.Type(s) }

func (b *bench) lines() []string { return strings.Split(b.Screen(), "\n") }

// sees fails unless all of the words are on the screen, and no raw code.
func (b *bench) sees(words ...string) {
	b.t.Helper()
	s := b.Screen()
	if codes := codetest.In(s); len(codes) > 0 {
		b.t.Errorf("the screen shows the codes %q:\n%s", codes, s)
	}
	for _, w := range words {
		if !strings.Contains(s, w) {
			b.t.Fatalf("the screen does not show %q:\n%s", w, s)
		}
	}
}

// money fails unless the status bar shows what the service's headers said last.
func (b *bench) money() {
	b.t.Helper()
	lines := b.lines()
	bar := lines[len(lines)-1]
	for _, name := range []string{api.HeaderRemainingMinute, api.HeaderRemainingHour} {
		left, err := api.ParseCredits(b.sent.get(name))
		if err != nil {
			b.t.Fatalf("%s: %v", name, err)
		}
		shown := view.Amount(left).String()
		if !strings.Contains(bar, " "+shown) {
			b.t.Fatalf("%s is %s, the bar shows %q", name, shown, bar)
		}
	}
	last := "last " + b.sent.paid + " cr"
	if b.sent.paid != "" && ansi.StringWidth(bar) > 100 && !strings.Contains(bar, last) {
		b.t.Fatalf("the bar does not show %q: %q", last, bar)
	}
}

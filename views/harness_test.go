package views_test

import (
	"cmp"
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
	"greenroom/internal/pipe"
	"greenroom/keymap"
	"greenroom/service/boot"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/view"
)

// clock stands still until it is moved.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	c.t = c.t.Add(d)
	c.mu.Unlock()
}

// bench is the real root on the real service, driven without a terminal.
type bench struct {
	t     *testing.T
	root  tea.Model
	clock *clock
	sent  *headers
	quit  bool
	count int                // keys that were pressed, but for letters of words
	hands time.Duration      // how long the fingers have been at work
	step  time.Duration      // between two keys; 0: a second
	keep  func(tea.Msg) bool // takes a message instead of the root; nil: none
	again func() *views.Root // another workbench on the same service, plan and place
	where memo
}

// memo is where the planner was.
type memo struct{ raw []byte }

// Recall is where they were.
func (m *memo) Recall() []byte { return m.raw }

// Remember keeps it.
func (m *memo) Remember(raw []byte) error {
	m.raw = raw
	return nil
}

// restart opens the workbench anew, as after a crash: nobody was asked.
func (b *bench) restart() {
	b.t.Helper()
	size := strings.Split(b.screen(), "\n")
	b.root = b.again()
	b.run(b.root.Init())
	b.send(tea.WindowSizeMsg{Width: ansi.StringWidth(size[0]), Height: len(size)})
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
	clock  *clock
	demo   boot.Demo
	client *http.Transport
	close  func() error
}

var sample = sync.OnceValues(func() (*world, error) {
	dir, err := os.MkdirTemp("", "greenroom")
	if err != nil {
		return nil, err
	}
	c := &clock{t: time.Date(2026, 3, 2, 10, 0, 20, 0, time.UTC)}
	app, err := boot.Open(context.Background(), boot.Config{
		StorePath: filepath.Join(dir, "greenroom.db"), Clock: c.now, PlatformsAll: true, Sample: true,
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
	opened = true
	world, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	c, demo := world.clock, world.demo
	c.move(c.now().Truncate(time.Hour).Add(time.Hour + 20*time.Second).Sub(c.now()))
	sent := &headers{next: world.client}
	api, err := client.New(client.Config{
		BaseURL: "http://test", Key: func(context.Context) (string, error) { return demo.Key, nil },
		HTTP: &http.Client{Transport: sent}, Clock: c.now, Memory: memory,
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, clock: c, sent: sent}
	book, err := plan.Open(t.Context(), filepath.Join(t.TempDir(), "plan.db"), "test", c.now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	b.again = func() *views.Root {
		return views.New(views.Config{
			Client: api, Styles: theme.None(), Keys: keymap.Default(), Demo: true, Service: text.Const("test"),
			Start: view.Page{Kind: view.Search, ID: demo.StarterSearchID, Query: demo.StarterQuery},
			Clock: c.now, AskOver: 5000, Tick: tick, KeyTime: b.keyTime, Disk: views.Disk{Plan: book, Place: &b.where, Spent: spent},
		})
	}
	b.root = b.again()
	b.run(b.root.Init())
	b.send(tea.WindowSizeMsg{Width: w, Height: h})
	return b
}

// tick fires pauses of typing at once and never the root's own ticks, which
// would follow each other without end.
func tick(_ time.Duration, f func(time.Time) tea.Msg) tea.Cmd {
	msg := f(time.Time{})
	if name := fmt.Sprintf("%T", msg); name == "views.tickMsg" || name == "review.nextLook" {
		return nil
	}
	return func() tea.Msg { return msg }
}

// keyTime is when a key comes.
func (b *bench) keyTime() time.Time { return time.Unix(0, 0).Add(b.hands) }

// finger is a second after the key before, or a step.
func (b *bench) finger(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg:
		b.hands += cmp.Or(b.step, time.Second)
	}
}

// send hands a message to the root and runs all that follows, until idle.
func (b *bench) send(msg tea.Msg) {
	b.t.Helper()
	var cmd tea.Cmd
	b.finger(msg)
	before, seen := b.root.(*views.Root).Version(), b.root.View()
	b.root, cmd = b.root.Update(msg)
	if now := b.root.View(); before == b.root.(*views.Root).Version() && now.Content != seen.Content {
		b.t.Errorf("%T changes what is seen, and the version stays", msg)
	}
	b.run(cmd)
}

func (b *bench) run(cmd tea.Cmd) {
	b.t.Helper()
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		b.quit = true
	case tea.BatchMsg:
		for _, c := range msg {
			b.run(c)
		}
	default:
		if b.keep == nil || !b.keep(msg) {
			b.send(msg)
		}
	}
}

// keys presses keys one after the other: names ("enter", "down") or letters.
func (b *bench) keys(names ...string) {
	b.t.Helper()
	for _, n := range names {
		b.count++
		b.send(press(n))
	}
}

// text types letters into a field.
func (b *bench) text(s string) {
	b.t.Helper()
	for _, r := range s {
		b.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func press(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "down": tea.KeyDown, "up": tea.KeyUp,
		"pgdown": tea.KeyPgDown, "end": tea.KeyEnd, "home": tea.KeyHome, "left": tea.KeyLeft, "right": tea.KeyRight,
	}
	if name == "space" {
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(rest[0]), Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// screen is what the terminal shows, without styles.
func (b *bench) screen() string {
	return ansi.Strip(b.root.(interface{ View() tea.View }).View().Content)
}

func (b *bench) lines() []string { return strings.Split(b.screen(), "\n") }

// sees fails unless all of the words are on the screen, and no raw code.
func (b *bench) sees(words ...string) {
	b.t.Helper()
	s := b.screen()
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

package demo_test

import (
	"image/color"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"greenroom/demo"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views/drive"
)

// hall is a terminal that a script is played in, whose time is moved by hand.
type hall struct {
	*demo.Live
	t       *testing.T
	waits   time.Duration // until what comes next
	next    tea.Msg       // that comes then
	ended   bool
	chapter int // that began last
}

func openHall(t *testing.T, cfg demo.LiveConfig) *hall {
	t.Helper()
	h := &hall{t: t}
	cfg.Open = func(w, rows int) (*demo.Stage, error) { return stage(t, cfg.Script, w, rows, keymap.Default()), nil }
	cfg.Tick = func(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd {
		h.waits, h.next = d, f(time.Time{})
		return nil
	}
	cfg.At = func(n int) { h.chapter = n }
	h.Live = demo.NewLive(cfg)
	h.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	return h
}

func (h *hall) send(msg tea.Msg) {
	_, cmd := h.Update(msg)
	if cmd == nil || h.Free() {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		h.ended = true
	default:
		h.send(msg)
	}
}

// press presses keys, and returns what is seen then.
func (h *hall) press(keys ...string) string {
	for _, k := range keys {
		h.send(drive.Key(k))
	}
	return ansi.Strip(h.View().Content)
}

// goOn lets what comes next come, so many times.
func (h *hall) goOn(times int) string {
	for range times {
		h.send(h.next)
	}
	return h.press()
}

func (h *hall) sees(screen string, words ...string) {
	h.t.Helper()
	for _, w := range words {
		if !strings.Contains(screen, w) {
			h.t.Fatalf("%q is not seen:\n%s", w, screen)
		}
	}
}

const walk = head + `say "First words"
press edit-query
type "bakers"
chapter "Two"
say "Second words"
press cancel
ask press down "Go down"
ask type "x"
say "Third words"
spoken "vegan food creators in Europe"
`

// Who shows stops, goes on, steps, changes the speed, and goes from chapter to chapter; the
// way back is played anew.
func TestAScriptIsSteered(t *testing.T) {
	h := openHall(t, demo.LiveConfig{Script: parse(t, walk)})
	h.sees(h.goOn(1), "First words", "One  1/2")
	wait := h.waits
	h.press("+")
	if h.goOn(1); h.waits >= wait {
		t.Errorf("faster: %s, before %s", h.waits, wait)
	}
	h.press("-")
	next := h.next
	h.sees(h.press("space"), "Paused")
	paused := h.press()
	h.send(next) // which was under way when it stopped
	if h.press() != paused {
		t.Error("it goes on although it was stopped")
	}
	before := h.press(".")
	if h.press(".") == before {
		t.Error("a step changes nothing")
	}
	h.press("space")
	h.sees(h.press(">"), "Two  2/2")
	if h.chapter != 1 {
		t.Errorf("told of chapter %d", h.chapter)
	}
	h.sees(h.goOn(1), "Second words")
	h.sees(h.press(","), "Two  2/2")
	h.sees(h.press("<"), "One  1/2")
	h.sees(h.goOn(1), "First words")
}

// A script is shown in the theme that fits the terminal's background, also once it is known
// late or the script went back.
func TestAScriptFitsTheBackground(t *testing.T) {
	restyle := func(dark bool) *theme.Styles {
		if dark {
			return theme.Dark()
		}
		return theme.Light()
	}
	h := openHall(t, demo.LiveConfig{Script: parse(t, walk), Restyle: restyle})
	if h.Init() == nil {
		t.Error("nobody asks for the background")
	}
	strong := theme.Light().Accent.Text(text.Const(" ▌"))
	h.send(tea.BackgroundColorMsg{Color: color.White})
	for _, again := range [][]string{nil, {"<"}} {
		h.press(again...)
		if frame := h.View().Content; !strings.Contains(frame, strong) {
			t.Errorf("after %q it is dark:\n%q", again, frame)
		}
	}
}

// Esc twice hands over the workbench where it stands; once does nothing.
func TestEscTwiceLeavesTheScript(t *testing.T) {
	h := openHall(t, demo.LiveConfig{Script: parse(t, walk)})
	h.goOn(3)
	h.sees(h.press("x"), "Esc Esc leaves the script")
	h.sees(h.press("esc"), "Esc again leaves")
	h.press("space", "esc")
	if h.Free() {
		t.Fatal("left, with another key between")
	}
	h.sees(h.press("esc"), "The place is yours", "Lena Vogt")
	h.sees(h.press("esc", "?"), "keys") // help of the workbench
	if screen := h.press(); strings.Contains(screen, "1/2") || len(strings.Split(screen, "\n")) != 30 {
		t.Errorf("the strip is still there:\n%s", screen)
	}
	h.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	if screen := h.press(); len(strings.Split(screen, "\n")) != 24 {
		t.Errorf("another size is not taken:\n%s", screen)
	}
}

// A tour waits for the user, takes nothing else, helps after a while, and goes on.
func TestATourWaitsForTheUser(t *testing.T) {
	h := openHall(t, demo.LiveConfig{Script: parse(t, walk), Tour: true, From: 1})
	h.sees(h.press(), "Two  2/2")
	h.sees(h.goOn(3), "Your turn: Go down.")
	if h.waits != 8*time.Second {
		t.Errorf("it helps after %s", h.waits)
	}
	row := h.press()
	h.sees(h.press("up", "enter", "q"), "q is not it", "The key is j")
	if h.ended {
		t.Fatal("a wrong key ended it")
	}
	h.sees(h.goOn(1), "The key is j")
	after := h.press("down") // another key of the same action does
	if strings.SplitN(row, "\n", 8)[6] == strings.SplitN(after, "\n", 8)[6] && row == after {
		t.Error("the key did nothing")
	}
}

// Who presses the key before the caption is read through has done it; another key says what
// is asked for.
func TestATourTakesTheKeyEarly(t *testing.T) {
	for key, done := range map[string]bool{"j": true, "x": false} {
		h := openHall(t, demo.LiveConfig{Script: parse(t, walk), Tour: true, From: 1})
		if screen := h.goOn(1); strings.Contains(screen, "Your turn") {
			t.Fatal("it is asked for already")
		}
		if screen := h.press(key); strings.Contains(screen, "Your turn") == done || strings.Contains(screen, "Esc Esc") {
			t.Errorf("%s:\n%s", key, screen)
		}
	}
}

// A script that cannot go on ends the program and says why.
func TestAScriptThatFailsEnds(t *testing.T) {
	h := openHall(t, demo.LiveConfig{Script: parse(t, head+"see \"nowhere\"")})
	h.goOn(1)
	if !h.ended || h.Failed() == nil || !strings.Contains(h.Failed().Error(), "test.demo:4") {
		t.Errorf("%v", h.Failed())
	}
}

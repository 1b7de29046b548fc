package viewtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"greenroom/internal/codetest"
	"greenroom/views/view"
)

type drawn interface {
	Render(w, h int) []string
}

// Hostile is text that tries to break out of a line, and is too long for one.
var Hostile = "\x1b]0;x\x07\u202elen日本\r\n\t\u009b\u009d" + strings.Repeat("名 ", 300)

// sizes are those of panes, from none at all over those around which screens
// change what they show to the largest.
var sizes = [][2]int{
	{0, 0}, {0, 5}, {80, 1}, {1, 1}, {2, 2}, {3, 2}, {3, 4}, {3, 5}, {12, 3}, {21, 5}, {21, 6}, {36, 5}, {40, 12},
	{60, 20}, {80, 24}, {109, 30}, {110, 30}, {120, 40}, {250, 60},
}

// Run does what a screen returned, as the root would with budget to spare, and
// returns what the last answer led to.
func Run(s interface{ Update(tea.Msg) view.Out }, out view.Out) view.Out {
	for view.As[*view.Ask](out) != nil || out.Cmd != nil {
		if view.As[*view.Ask](out) != nil {
			out = view.As[*view.Ask](out).Run()
			continue
		}
		out = s.Update(out.Cmd())
	}
	return out
}

// Draw returns the screen without styles.
func Draw(s drawn, w, h int) string { return ansi.Strip(strings.Join(s.Render(w, h), "\n")) }

// Plain draws without styles.
func Plain(s drawn) func(w, h int) string { return func(w, h int) string { return Draw(s, w, h) } }

// Styled draws with the codes of styles.
func Styled(s drawn) func(w, h int) string {
	return func(w, h int) string { return strings.Join(s.Render(w, h), "\n") }
}

// Shows fails for each of the words that are not in what was drawn.
func Shows(t *testing.T, name, drawn string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(drawn, w) {
			t.Errorf("%s lacks %q:\n%s", name, w, drawn)
		}
	}
}

// Fits fails unless a screen tells what it draws, and fills every size exactly with clean
// text without raw codes, first as it stands and then while it is clicked and scrolled.
func Fits(t *testing.T, name string, s view.Screen) {
	t.Helper()
	Told(t, name, s)
	for _, size := range sizes {
		fills(t, name, s, size[0], size[1])
	}
	for _, size := range sizes {
		w, h := size[0], size[1]
		s.Click(w/2, h/2, w, h)
		s.Scroll(2)
		fills(t, name+", clicked", s, w, h)
	}
}

func fills(t *testing.T, name string, s view.Screen, w, h int) {
	t.Helper()
	lines := s.Render(w, h)
	if len(lines) != h {
		t.Fatalf("%s at %d×%d: %d lines", name, w, h, len(lines))
	}
	for i, l := range lines {
		if cells := ansi.StringWidth(l); cells != w {
			t.Fatalf("%s at %d×%d: line %d has %d cells: %q", name, w, h, i, cells, l)
		}
		if strings.ContainsAny(ansi.Strip(l), "\x07\r\t\u202e\u200f\u009b\u009d") {
			t.Fatalf("%s at %d×%d: line %d is not clean: %q", name, w, h, i, l)
		}
		if codes := codetest.In(ansi.Strip(l)); len(codes) > 0 {
			t.Fatalf("%s at %d×%d: line %d shows the codes %q", name, w, h, i, codes)
		}
	}
	if x, y, ok := s.Cursor(w, h); ok && (x < 0 || x >= w || y < 0 || y >= h) {
		t.Fatalf("%s at %d×%d: text cursor at %d, %d", name, w, h, x, y)
	}
}

// Goldens compares drawings of three sizes with those that are kept under the
// name; "" is that of the test.
func Goldens(t *testing.T, name string, draw func(w, h int) string) {
	t.Helper()
	if name != "" {
		name += "/"
	}
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
		w, h := size[0], size[1]
		t.Run(fmt.Sprintf("%s%dx%d", name, w, h), func(t *testing.T) {
			golden.RequireEqual(t, draw(w, h))
		})
	}
}

// State returns a screen's state as another run of the program reads it.
func State(t *testing.T, s view.Resumed) []byte {
	t.Helper()
	raw, err := json.Marshal(s.State())
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

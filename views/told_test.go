package views_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"greenroom/views/viewtest"
)

// vast is a terminal with room for all that there is to draw.
var vast = [2]int{400, 200}

// hinted is the key of a hint, of a place, and of what the top line offers.
var hinted = regexp.MustCompile(`(^|\s\s)\s*(\S+) `)

// told fails for what is drawn and not told. Keys mean nothing to who is told: in the
// top line and in that of hints they are left out.
func (b *bench) told(after string) {
	b.t.Helper()
	lines := b.Root().Drawn()
	for _, i := range []int{0, vast[1] - 2} {
		lines[i] = hinted.ReplaceAllString(ansi.Strip(lines[i]), "  ")
	}
	missing, n := viewtest.Untold(lines, b.Root().Told())
	b.figures.Facts, b.figures.Words, b.figures.Glyphs = b.figures.Facts+n.Facts, b.figures.Words+n.Words, b.figures.Glyphs+n.Glyphs
	if len(missing) > 0 {
		b.t.Errorf("after %s: drawn and not told:\n%s", after, strings.Join(missing, "\n"))
	}
}

// Each screen and dialog that the journeys do not come to.
func TestEverythingDrawnIsTold(t *testing.T) {
	b := openBench(t, vast[0], vast[1])
	b.keys("?", "esc", ":", "esc", "C", "down", "space", "space", "s", "esc", "/", "esc", "x", "esc", "space", "down", "space", "T", "esc", "A", "esc", "E", "esc", "y", "esc", "W", "esc", "a")
	b.text("Cooks")
	b.keys("enter", "2", "enter", "l", "down", "down", "down", "F", "esc", "n", "esc", "B", "tab", "esc", "R", "esc", "w", "esc", "E", "esc", "4", "b", "b", "b", "d", "5", "i")
	b.text("oat")
	b.keys("enter", "esc", "1", "M", "q")
	t.Logf("%+v", b.figures)

	door, _ := openDoor(t, &visitor{}, vast[0], vast[1])
	door.waiting()
	door.Start()
	door.sees("WDJB-MJHT", "▀▄")
	door.told("the start")
}

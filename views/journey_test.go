package views_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// The main job from end to end: search, three pages, by name to a creator, the
// posts, a transcript searched for a word. After each step the status bar says
// what the service's headers said.
func TestJourney(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, vast} {
		b := openBench(t, size[0], size[1])
		b.sees("DEMO", "vegan", "Followers")
		b.money()

		b.keys("i")
		b.keys("ctrl+u")
		b.text("vegan food creators in Berlin, 10k-100k followers, engagement over 3%")
		b.keys("enter")
		b.sees("It costs up to 75 credits")
		b.keys("enter") // it led here, so it does not answer
		b.sees("It costs up to 75 credits")
		b.keys("y")
		b.sees(" of ", "followers 10")
		b.money()

		b.keys("G", "G", "G")
		b.sees("25 of", "all 25 of this search")
		b.money()

		b.keys("@")
		b.text("lenacooks")
		b.sees("Lena Vogt", "by username")
		b.money()
		b.keys("enter")
		b.sees("Lena Vogt", "Overview", "Facts")
		b.money()

		b.keys("tab")
		b.sees("photoplatform")
		b.money()
		b.keys("tab")
		b.sees("newest first", "Likes")
		b.money()
		b.keys("tab")
		b.sees("Transcript", "0.5 cr")
		b.keys("enter")
		if strings.Contains(b.Screen(), "It costs up to") {
			b.keys("y")
		}
		b.sees("0:0")
		b.money()

		b.keys("/")
		b.text("the")
		b.keys("enter")
		b.sees("1 of ")
		b.keys("n")
		b.sees("2 of ")
		b.keys("esc")
		b.sees("Lena Vogt")
	}
}

// Every line of every frame is as wide as the terminal, at any size.
func TestEverySizeFits(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("enter", "tab", "tab")
	states := []func(){
		func() {}, func() { b.keys("?") }, func() { b.keys("j") }, func() { b.keys("esc", ":") },
		func() { b.keys("esc", "@") }, func() { b.text("len") }, func() { b.keys("esc", "4") }, func() { b.keys("2") },
		func() { b.keys("1", "i", "enter") },
	}
	for _, enter := range states {
		b.Resize(120, 36)
		enter()
		for _, size := range [][2]int{{1, 1}, {2, 3}, {10, 4}, {40, 12}, {60, 20}, {80, 24}, {109, 30}, {110, 30}, {250, 60}} {
			b.Resize(size[0], size[1])
			lines := b.lines()
			if len(lines) != size[1] {
				t.Fatalf("%v: %d lines", size, len(lines))
			}
			for i, l := range lines {
				if n := ansi.StringWidth(l); n != size[0] {
					t.Fatalf("%v: line %d has %d cells: %q", size, i, n, l)
				}
			}
		}
	}
}

// A service that names the same page again and again is asked for it once, and
// the planner is told.
func TestPagesInACircleEnd(t *testing.T) {
	s := roomy()
	s.circle = true
	d := openDesk(t, s)
	d.sees("Creator 19", "1 of 20", "repeats a page that was already read")
	d.lacks("all 50")
	calls := len(d.calls)
	d.keys("G", "G", "j")
	if len(d.calls) != calls || calls > 5 {
		t.Fatalf("it asks on: %v", d.calls)
	}
}

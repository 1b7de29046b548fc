package views_test

import (
	"strings"
	"testing"
)

// A column that stands on a small terminal stands on every larger one: the preview
// takes its room from nobody. Long places are cut, and not left out.
func TestNoColumnVanishesOnALargerTerminal(t *testing.T) {
	s := busyDesk()
	s.places = "Charlottenburg-Wilmersdorf"
	for name, b := range map[string]*bench{"the sample": openBench(t, 80, 24), "long places": openDesk(t, s).bench} {
		var before []string
		for _, size := range [][2]int{{60, 20}, {80, 24}, {112, 30}, {120, 36}, {160, 50}} {
			b.Resize(size[0], size[1])
			header, _, _ := strings.Cut(b.lines()[4], "│")
			for _, title := range before {
				if !strings.Contains(header, title) && !(title == "On" && size[0] == 112) {
					t.Errorf("%s: %s is gone at %v: %q", name, title, size, header)
				}
			}
			before = strings.Fields(header)
		}
		if !strings.Contains(strings.Join(before, " "), "Place On") {
			t.Fatalf("%s: %v", name, before)
		}
	}
}

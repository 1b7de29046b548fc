package views_test

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"greenroom/internal/racetest"
)

// grid are sizes of terminals: every width up to 120 at three heights, every height
// up to 60 at three widths, and those between.
func grid() [][2]int {
	var all [][2]int
	for w := 1; w <= 120; w++ {
		all = append(all, [2]int{w, 1 + w%5}, [2]int{w, 12}, [2]int{w, 24})
	}
	for h := 1; h <= 60; h++ {
		all = append(all, [2]int{1 + h%9, h}, [2]int{80, h}, [2]int{250, h})
	}
	for w := 130; w <= 250; w += 11 {
		all = append(all, [2]int{w, 7}, [2]int{w, 36})
	}
	return all
}

// Every screen and dialog in every state fills every terminal from 1 by 1 to 250 by
// 60 to the cell, and its cursor stands in it.
func TestEveryScreenFitsEveryTerminal(t *testing.T) {
	racetest.Once(t)
	sizes, drawn := grid(), 0
	for name, open := range map[string]func(t *testing.T) *desk{
		"": func(t *testing.T) *desk { return openDesk(t, busyDesk()) },
		"offline": func(t *testing.T) *desk {
			s := busyDesk()
			d := openDesk(t, s)
			s.fault = faults["offline"]
			return d
		},
	} {
		for i, at := range spots() {
			d := open(t)
			d.keys(at.keys...)
			for n, size := range sizes {
				if name != "" && n%7 != i%7 {
					continue
				}
				fitsTerminal(t, d, at.name+" "+name, size)
				drawn++
			}
		}
	}
	t.Logf("%d screens were drawn", drawn)
}

func fitsTerminal(t *testing.T, d *desk, where string, size [2]int) {
	t.Helper()
	d.Root().Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
	v := d.Root().View()
	lines := strings.Split(v.Content, "\n")
	if len(lines) != size[1] {
		t.Fatalf("%s at %v: %d lines", where, size, len(lines))
	}
	for y, l := range lines {
		if n := ansi.StringWidth(l); n != size[0] {
			t.Fatalf("%s at %v: line %d has %d cells: %q", where, size, y, n, ansi.Strip(l))
		}
	}
	if c := v.Cursor; c != nil && (c.X < 0 || c.X >= size[0] || c.Y < 0 || c.Y >= size[1]) {
		t.Fatalf("%s at %v: the cursor is at %d, %d", where, size, c.X, c.Y)
	}
}

// What can be selected begins in the same line on every screen: below one line of
// titles, or in their place where there are none.
func TestRowsBeginInTheSameLineEverywhere(t *testing.T) {
	seen := 0
	for _, at := range spots() {
		d := openDesk(t, busyDesk())
		d.keys(append(slices.Clone(at.keys), "g")...)
		lines := d.lines()
		first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "▸") })
		if at.name == "flags" {
			continue // a summary stands above them
		}
		if first < 0 || strings.Contains(d.Screen(), "╭") {
			continue // nothing is selected, or a dialog has the keys
		}
		seen++
		if first != 4 && first != 5 || first == 4 && strings.Contains(lines[3], "▸") {
			t.Errorf("%s: rows begin in line %d:\n%s", at.name, first, strings.Join(lines[:8], "\n"))
		}
	}
	if seen < 20 {
		t.Errorf("rows were seen on %d screens", seen)
	}
}

package views_test

import (
	"strings"
	"testing"
)

// Nothing but a cursor and a rule stands in the first column: tabs begin where all
// other words do.
func TestTabsBeginWhereOtherWordsDo(t *testing.T) {
	d := openDesk(t, busyDesk())
	for _, keys := range [][]string{{"4"}, {"1", "enter"}} {
		d.keys(keys...)
		for _, l := range d.lines() {
			if i := strings.IndexByte(l, '['); i >= 0 && strings.TrimSpace(l[:i]) == "" && i != 1 {
				t.Errorf("%v: the tabs begin in column %d: %q", keys, i, l)
			}
		}
	}
	d.sees(" [Overview")
	d.keys("4")
	d.sees(" [Session]")
}

package views_test

import (
	"fmt"
	"testing"
)

// walked are the ways to spots that were watched: who goes one again is led by the same keys
// to the same answers, and need not be.
var (
	walked      = map[string]bool{}
	walkedAgain bool
)

// on opens a desk of a name, and goes to the spot.
func (s spot) on(t *testing.T, name string, open func(t *testing.T) *desk) *desk {
	t.Helper()
	way := fmt.Sprint(name, s.keys)
	walkedAgain = walked[way]
	defer func() { walkedAgain, walked[way] = false, true }()
	d := open(t)
	d.keys(s.keys...)
	return d
}

// busy goes to the spot on a desk with something on every screen.
func (s spot) busy(t *testing.T) *desk {
	t.Helper()
	return s.on(t, "busy", func(t *testing.T) *desk { return openDesk(t, busyDesk()) })
}

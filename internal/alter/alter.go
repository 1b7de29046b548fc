// Package alter is what a measurement writes into a copy of the program: places that
// act otherwise when they are switched on, one at a time. The program itself does not
// import it; .ci/ablate and .ci/mutate build copies that do.
package alter

import "errors"

// Most limits the places of a copy; they are numbered from 1.
const Most = 1 << 14

// ErrEndless is panicked with by a run that makes far more steps than any that ends.
var ErrEndless = errors.New("the altered program does not end")

// What a run met at a place: it was there, and the condition held or not.
const (
	Met uint8 = 1 << iota
	Held
	Failed
)

var (
	on    int // the place that is switched on
	steps int // places met since the last Switch
	most  int // steps after which a run has no end; 0: never
	seen  [Most]uint8
)

// Switch switches one place on, 0 none, for a run of so many steps at most, 0 for any,
// and forgets what was met.
func Switch(n, limit int) {
	on, most, steps = n, limit, 0
	clear(seen[:])
}

// Steps counts the places met since the last Switch.
func Steps() int { return steps }

// Seen returns the outcomes met at place n since the last Switch.
func Seen(n int) uint8 { return seen[n] }

// On reports whether place n is switched on.
func On(n int) bool {
	if steps++; steps > most && most > 0 {
		steps = 0
		panic(ErrEndless)
	}
	if met != nil {
		tellMet(n)
	}
	seen[n] |= Met
	return n == on
}

// See notes whether the condition at place n held, and returns it.
func See[T ~bool](n int, v T) T {
	if v {
		seen[n] |= Held
	} else {
		seen[n] |= Failed
	}
	return v
}

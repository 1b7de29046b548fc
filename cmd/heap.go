package cmd

import (
	"runtime"
	"runtime/debug"
)

// latePercent lets the heap of a new process grow to 64 MB before anything is collected:
// the least heap that the collector begins at is 4 MB times this.
const latePercent = 1600

// collectLate leaves the collector out until then: what a process reads when it starts,
// tables of words above all, stays in use, and most commands end before that. From the
// first collection on it runs as it always does.
func collectLate() {
	usual := debug.SetGCPercent(latePercent)
	runtime.AddCleanup(new([16]byte), func(usual int) {
		if now := debug.SetGCPercent(usual); now != latePercent {
			debug.SetGCPercent(now) // what a command chose for itself
		}
	}, usual)
}

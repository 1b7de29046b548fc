package cmd

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// What a command chooses for itself stays; else the collector is as usual from its first
// run on.
func TestNothingIsCollectedWhileAProcessStarts(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(70))
	now := func() int {
		percent := debug.SetGCPercent(100)
		debug.SetGCPercent(percent)
		return percent
	}
	collected := func(want int) {
		t.Helper()
		for range 1_000 {
			if runtime.GC(); now() == want {
				return
			}
			runtime.Gosched()
		}
		t.Errorf("growth %d%% after a collection, want %d%%", now(), want)
	}
	collectLate()
	if now() != latePercent {
		t.Errorf("growth %d%% at the start", now())
	}
	collected(70)
	collectLate()
	debug.SetGCPercent(40)
	collected(40)
}

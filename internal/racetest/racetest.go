// Package racetest tells tests whether the race detector runs.
package racetest

import "testing"

// Once skips a test which the race detector finds nothing in and makes take minutes:
// it is run without it.
func Once(t testing.TB) {
	t.Helper()
	if enabled {
		t.Skip("run without the race detector")
	}
}

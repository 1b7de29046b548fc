//go:build !linux

package search

import "time"

var started = time.Now()

// threadTime is the time on the clock, where that of a thread is not told.
func threadTime() time.Duration { return time.Since(started) }

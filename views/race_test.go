//go:build race

package views_test

// What tries every action on every screen takes minutes under the race detector;
// it is run without it, and the same calls are watched in the other tests.
func init() { watched = true }

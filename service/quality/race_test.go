//go:build race

package quality

// The cases ask one after the other: the race detector finds nothing here and
// takes minutes.
func init() { skipped = "not under the race detector" }

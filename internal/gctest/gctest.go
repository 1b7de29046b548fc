// Package gctest lets the tests of a package that imports it collect garbage a quarter as
// often. What they hold (tables of words, a search index) is marked anew each time, which
// was a fifth of their processor time. GOGC has the last word.
package gctest

import (
	"os"
	"runtime/debug"
)

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

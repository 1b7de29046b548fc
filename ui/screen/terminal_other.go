//go:build !unix

package screen

import "os"

// keeps is false where terminals have other settings than these.
func keeps(*os.File) bool { return false }

func notifySize(chan os.Signal) {}

func stopSize(chan os.Signal) {}

//go:build unix

package screen

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"
)

// keeps says whether the settings of a terminal can be looked at and put back.
func keeps(f *os.File) bool {
	_, err := term.GetState(int(f.Fd()))
	return err == nil
}

func notifySize(c chan os.Signal) { signal.Notify(c, syscall.SIGWINCH) }

func stopSize(c chan os.Signal) { signal.Stop(c) }

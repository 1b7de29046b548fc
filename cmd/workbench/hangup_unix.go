//go:build unix

package workbench

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// hungUp is closed when the terminal is closed at its other end. The terminal library
// takes the end of its input for silence. Where a system cannot tell, it stays open.
func hungUp(terminal *os.File) <-chan struct{} {
	gone := make(chan struct{})
	watched := []unix.PollFd{{Fd: int32(terminal.Fd())}}
	go func() {
		for {
			_, err := unix.Poll(watched, -1)
			switch {
			case errors.Is(err, unix.EINTR):
				continue
			case err == nil && watched[0].Revents&(unix.POLLHUP|unix.POLLERR) != 0:
				close(gone)
			}
			return
		}
	}()
	return gone
}

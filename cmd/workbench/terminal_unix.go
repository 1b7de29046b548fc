//go:build unix

package workbench

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"

	"greenroom/ui/text"
	"greenroom/views/view"
)

// stopGrace bounds the time until a sent stop is felt. It is felt at once or, where no
// shell watches over the program, never.
const stopGrace = 200 * time.Millisecond

// settle is the time given to the terminal library's frame clock to end before the program
// stops. It ends in a goroutine of its own that is not waited for: one that came to it
// only after the program goes on would end the clock of the new frames, and nothing would
// be drawn again.
const settle = 100 * time.Millisecond

var errNotStopped = errors.New("the program was not stopped")

// pause stops the program until it is continued. The terminal library runs it
// after it has let go of the terminal, and draws everything again afterwards.
//
// SIGTTIN does what SIGTSTP would, to all processes of the job: the runtime does
// not give up a signal that was once listened for.
type pause struct{}

func (pause) Run() error {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	<-time.After(settle)
	if err := syscall.Kill(0, syscall.SIGTTIN); err != nil {
		return err
	}
	select {
	case <-continued:
		return nil
	case <-time.After(stopGrace):
		return errNotStopped
	}
}

func (pause) SetStdin(io.Reader)  {}
func (pause) SetStdout(io.Writer) {}
func (pause) SetStderr(io.Writer) {}

// suspending is the command that stops the program until the shell continues
// it. From now on until ctx ends it is also what a signal to stop sends.
func suspending(ctx context.Context, send func(tea.Msg)) tea.Cmd {
	asked := make(chan os.Signal, 1)
	suspend := tea.Exec(pause{}, func(err error) tea.Msg {
		if err != nil {
			return view.Fail(text.Const("No shell to return to; the workbench stays open."))
		}
		return tea.ClearScreen()
	})
	signal.Notify(asked, syscall.SIGTSTP)
	go func() {
		defer signal.Stop(asked)
		for {
			select {
			case <-asked:
				send(suspend())
			case <-ctx.Done():
				return
			}
		}
	}()
	return suspend
}

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

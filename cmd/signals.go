package cmd

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"greenroom/cmd/run"
)

// stoppedBy is a command that a signal ended before it was done.
type stoppedBy struct{ syscall.Signal }

func (s stoppedBy) Error() string {
	return fmt.Sprintf("stopped by a signal (%s); everything received is kept", s.Signal)
}

// exitCode is the shell's convention for a command that a signal ended: 130
// after an interrupt, 143 after a request to terminate, 129 after a hang-up.
func (s stoppedBy) exitCode() int { return run.ExitStopped + int(s.Signal) }

// untilSignal is a context that ends with the first signal that asks the program
// to stop. Its cause is a stoppedBy. Nothing else in the program listens for
// these signals. One that is ignored, as below nohup, stays ignored.
func untilSignal(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	came := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(came, s)
		}
	}
	go func() {
		select {
		case s := <-came:
			cancel(stoppedBy{s.(syscall.Signal)})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		cancel(nil)
	}
}

package postgres

import "syscall"

// userTimeout is TCP_USER_TIMEOUT: how long what was sent may stay unanswered before a
// connection counts as dead. A host that vanishes says nothing, and would be waited for
// a quarter of an hour.
const userTimeout = 18

func impatient(fd uintptr, milliseconds int) error {
	return syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, userTimeout, milliseconds)
}

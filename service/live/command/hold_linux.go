package command

import (
	"golang.org/x/sys/unix"
)

// cpuMax limits the seconds of processor of a run: the slowest start takes three.
const cpuMax = 60

// hold limits a process that was just started, and with it what it starts. Memory is
// counted as data: runtimes of JavaScript reserve far more addresses than they use.
func hold(pid int, l Limits) {
	for what, most := range map[int]uint64{
		unix.RLIMIT_DATA: l.Memory, unix.RLIMIT_FSIZE: uint64(l.Output), unix.RLIMIT_CPU: cpuMax, unix.RLIMIT_NOFILE: 256, unix.RLIMIT_CORE: 0,
	} {
		_ = unix.Prlimit(pid, what, &unix.Rlimit{Cur: most, Max: most}, nil) // it may have ended already
	}
}

package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"

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

// endStrays ends what a run left behind outside its group: what it started has, unless it
// took that away, the home of the run in its environment. Who is ended may have started
// another meanwhile.
func endStrays(home string) {
	for found, tries := true, 0; found && tries < 20; tries++ {
		found = false
		all, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, of := range all {
			env, _ := os.ReadFile(of) // of others it cannot be read, and of the dead it is empty
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(of)))
			if err == nil && pid != os.Getpid() && bytes.Contains(append([]byte{0}, env...), []byte("\x00HOME="+home+"\x00")) {
				found = unix.Kill(pid, unix.SIGKILL) == nil || found
			}
		}
	}
}

//go:build unix

package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// fixed says of a file that nobody can write, on a medium that is only read, with nothing written
// ahead of it. It has no place for what programs that share a file tell each other. The file is
// not opened to know it: closing any descriptor of a file drops the locks that this process has
// on it, and others would then take what is written ahead for left behind, and delete it.
func fixed(path string) bool {
	if !errors.Is(unix.Access(path, unix.W_OK), unix.EROFS) {
		return false
	}
	ahead, none := os.Stat(path + "-wal")
	return none != nil || ahead.Size() == 0
}

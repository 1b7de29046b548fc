//go:build linux || darwin

package catalogue

import (
	"os"
	"syscall"
)

// contents is a file as the kernel has it in memory: nothing is copied, and processes that
// read the same file share it. It stays as long as the process. The file must not change,
// so whoever keeps an index writes another file and gives it the name.
func contents(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return nil, err
	}
	return syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE)
}

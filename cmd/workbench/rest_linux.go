package workbench

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

// releaseProgramPages takes the pages of the program's own file, its code and its
// constant data, out of the process: most were only wanted to start. What is touched
// again comes back from the kernel's cache of files.
func releaseProgramPages() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	for _, pages := range unwritten(string(maps), program) {
		// A refusal leaves the pages where they are, which costs only memory.
		_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(nil, pages.from)), pages.to-pages.from), syscall.MADV_DONTNEED)
	}
}

// mapping is a part of the address space.
type mapping struct{ from, to uintptr }

// unwritten are the mappings of a file, in the kernel's list of them, that cannot be
// written and of which no page was: one that was, as by a debugger, would be lost.
func unwritten(smaps, file string) []mapping {
	var found []mapping
	ours := false
	for line := range strings.Lines(smaps) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		if from, to, ok := strings.Cut(words[0], "-"); ok {
			start, err1 := strconv.ParseUint(from, 16, strconv.IntSize)
			end, err2 := strconv.ParseUint(to, 16, strconv.IntSize)
			ours = err1 == nil && err2 == nil && len(words) > 5 && strings.Join(words[5:], " ") == file &&
				strings.HasPrefix(words[1], "r-") && strings.HasSuffix(words[1], "p")
			if ours {
				found = append(found, mapping{uintptr(start), uintptr(end)})
			}
			continue
		}
		if ours && words[0] == "Anonymous:" && words[1] != "0" {
			found = found[:len(found)-1]
		}
	}
	return found
}

package workbench

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestOnlyPagesThatNobodyWroteAreReleased(t *testing.T) {
	const smaps = `00400000-01487000 r-xp 00000000 08:01 77   /opt/green room/greenroom
Size:              16924 kB
Rss:               13660 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
01487000-029ae000 r--p 01087000 08:01 77   /opt/green room/greenroom
Rss:               18972 kB
Anonymous:             4 kB
029ae000-02c1c000 rw-p 025ae000 08:01 77   /opt/green room/greenroom
Rss:                1528 kB
Anonymous:             0 kB
7f0000000000-7f0000008000 r--s 00000000 08:01 80   /opt/green room/greenroom
Anonymous:             0 kB
7f0000010000-7f0000018000 r--p 00000000 08:01 81   /lib/libc.so.6
Anonymous:             0 kB
7f0000020000-7f0000028000 r--p 00000000 08:01 77   /opt/green room/greenroom
Anonymous:             0 kB
7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0    [stack]
Anonymous:            40 kB
`
	want := []mapping{{0x400000, 0x1487000}, {0x7f0000020000, 0x7f0000028000}}
	if got := unwritten(smaps, "/opt/green room/greenroom"); !slices.Equal(got, want) {
		t.Errorf("released are %x, want %x: neither what can be written or was, nor what is shared or another's", got, want)
	}
}

func TestPagesOfTheProgramAreReleased(t *testing.T) {
	pages := func() int {
		status, _ := os.ReadFile("/proc/self/status")
		_, after, ok := strings.Cut(string(status), "RssFile:")
		if !ok {
			t.Skip("the kernel does not count pages of files")
		}
		n, err := strconv.Atoi(strings.Fields(after)[0])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if _, err := os.Stat("/proc/self/smaps"); err != nil {
		t.Skip("the kernel does not list mappings")
	}
	before := pages()
	releaseProgramPages()
	if after := pages(); after*2 > before {
		t.Errorf("%d kB of files are in the process, %d before: want less than half", after, before)
	}
}

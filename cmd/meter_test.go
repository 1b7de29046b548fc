package cmd

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// Size of the measured terminal.
const (
	meterCols = 200
	meterRows = 60
)

// meter is a pseudo-terminal that keeps what a program wrote and when each part
// of it arrived, and answers what programs ask a terminal.
type meter struct {
	b     *testing.B
	c     *exec.Cmd
	file  *os.File
	began time.Time
	mu    sync.Mutex
	parts []part
	emu   *vt.Emulator
	drawn int // parts that emu has seen
	news  chan struct{}
}

type part struct {
	at   time.Duration // since the start of the process
	data []byte
}

func startMeter(b *testing.B, c *exec.Cmd) *meter {
	b.Helper()
	began := time.Now()
	f, err := pty.StartWithSize(c, &pty.Winsize{Cols: meterCols, Rows: meterRows})
	if err != nil {
		b.Fatal(err)
	}
	m := &meter{b: b, c: c, file: f, began: began, emu: newScreen(), news: make(chan struct{}, 1)}
	go m.read()
	return m
}

// newScreen is an empty screen whose own answers go nowhere.
func newScreen() *vt.Emulator {
	e := vt.NewEmulator(meterCols, meterRows)
	go func() { _, _ = io.Copy(io.Discard, e) }()
	return e
}

func (m *meter) stop() {
	_ = m.c.Process.Kill()
	_ = m.c.Wait()
	_ = m.file.Close()
	_ = m.emu.Close()
}

func (m *meter) read() {
	var answers answerer
	buf := make([]byte, 64<<10)
	for {
		n, err := m.file.Read(buf)
		at := time.Since(m.began)
		if err != nil {
			return
		}
		if reply := answers.to(buf[:n]); reply != "" {
			_, _ = io.WriteString(m.file, reply)
		}
		m.mu.Lock()
		m.parts = append(m.parts, part{at, bytes.Clone(buf[:n])})
		m.mu.Unlock()
		select {
		case m.news <- struct{}{}:
		default:
		}
	}
}

// terminalAnswers holds the answers of a present-day terminal: dark, with synchronised
// output, measuring whole graphemes, without the kitty keyboard turned on.
var terminalAnswers = []struct{ question, answer string }{
	{"\x1b[c", "\x1b[?62;22c"},
	{"\x1b[0c", "\x1b[?62;22c"},
	{"\x1b[6n", "\x1b[1;1R"},
	{"\x1b[5n", "\x1b[0n"},
	{"\x1b[>0q", "\x1bP>|bench(1)\x1b\\"},
	{"\x1b]11;?\x07", "\x1b]11;rgb:1e1e/1e1e/1e1e\x07"},
	{"\x1b]10;?\x07", "\x1b]10;rgb:e0e0/e0e0/e0e0\x07"},
	{"\x1b[?2026$p", "\x1b[?2026;2$y"},
	{"\x1b[?2027$p", "\x1b[?2027;2$y"},
	{"\x1b[?u", "\x1b[?0u"},
	{"\x1bP+q", "\x1bP0+r\x1b\\"},
}

// answerer finds questions, also where one is cut by the end of a read.
type answerer struct{ rest []byte }

func (a *answerer) to(data []byte) (reply string) {
	a.rest = append(a.rest, data...)
	for {
		first, length, answer := len(a.rest), 0, ""
		for _, q := range terminalAnswers {
			if i := bytes.Index(a.rest[:min(len(a.rest), first+len(q.question))], []byte(q.question)); i >= 0 && i < first {
				first, length, answer = i, len(q.question), q.answer
			}
		}
		if length == 0 {
			a.rest = slices.Clone(a.rest[max(0, len(a.rest)-10):])
			return reply
		}
		reply += answer
		a.rest = a.rest[first+length:]
	}
}

func (m *meter) received() []part {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.parts
}

// screen returns everything the program has drawn until now.
func (m *meter) screen() string {
	parts := m.received()
	for ; m.drawn < len(parts); m.drawn++ {
		_, _ = m.emu.Write(parts[m.drawn].data)
	}
	return m.emu.String()
}

// sees waits until the words are on the screen.
func (m *meter) sees(words string) {
	m.b.Helper()
	late := time.After(20 * time.Second)
	for !strings.Contains(m.screen(), words) {
		select {
		case <-m.news:
		case <-late:
			m.b.Fatalf("the screen never showed %q:\n%s", words, m.screen())
		}
	}
}

func (m *meter) types(keys string) {
	m.b.Helper()
	if _, err := io.WriteString(m.file, keys); err != nil {
		m.b.Fatal(err)
	}
}

// silence waits until nothing has come for that long.
func (m *meter) silence(long time.Duration) {
	for {
		select {
		case <-m.news:
		case <-time.After(long):
			return
		}
	}
}

const keySilence = 80 * time.Millisecond // ends the output of a key

// press types a key and tells how long its output took to its last byte, and
// how large that was. A key without any output within a second is a fault.
func (m *meter) press(key string) (took time.Duration, size int) {
	m.b.Helper()
	before := len(m.received())
	start := time.Since(m.began)
	m.types(key)
	select {
	case <-m.news:
	case <-time.After(time.Second):
		m.b.Fatalf("nothing was drawn for %q:\n%s", key, m.screen())
	}
	m.silence(keySilence)
	parts := m.received()[before:]
	for _, p := range parts {
		size += len(p.data)
	}
	return parts[len(parts)-1].at - start, size
}

// firstFull is when 95 of 100 characters of the settled screen stood where they
// stand in the end.
func (m *meter) firstFull() time.Duration {
	m.screen()
	again := newScreen()
	defer func() { _ = again.Close() }()
	for _, p := range m.received() {
		_, _ = again.Write(p.data)
		if right, all := alike(again, m.emu); right*100 >= all*95 {
			return p.at
		}
	}
	return 0
}

func alike(a, settled *vt.Emulator) (right, all int) {
	for y := range meterRows {
		for x := range meterCols {
			want := settled.CellAt(x, y)
			if want == nil || strings.TrimSpace(want.Content) == "" {
				continue
			}
			all++
			if got := a.CellAt(x, y); got != nil && got.Content == want.Content {
				right++
			}
		}
	}
	return right, all
}

// cpu is the processor time of all threads of the process until now.
func (m *meter) cpu() time.Duration {
	m.b.Helper()
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", m.c.Process.Pid))
	var sum int64
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			continue // the thread has just ended
		}
		n, _ := strconv.ParseInt(strings.Fields(string(text))[0], 10, 64)
		sum += n
	}
	if sum == 0 {
		m.b.Skip("the kernel does not tell the processor time of threads")
	}
	return time.Duration(sum)
}

// resident is the memory of the process that is in RAM, in bytes, and own is what of
// it is no page of a file.
func (m *meter) resident() (bytes, own int64) {
	m.b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", m.c.Process.Pid))
	if err != nil {
		m.b.Skip("the kernel does not tell the memory of processes")
	}
	of := func(name string) int64 {
		_, after, _ := strings.Cut(string(text), name)
		kilobytes, err := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
		if err != nil {
			m.b.Fatal(err)
		}
		return kilobytes << 10
	}
	return of("VmRSS:"), of("RssAnon:")
}

// idle is the share of one processor, in percent, that the process takes while
// nothing is pressed.
func (m *meter) idle(long time.Duration) float64 {
	before := m.cpu()
	m.waits(long)
	return float64(m.cpu()-before) / float64(long) * 100
}

func (m *meter) waits(long time.Duration) {
	for late := time.After(long); ; {
		select {
		case <-m.news:
		case <-late:
			return
		}
	}
}

// percentile is the smallest of the values that share of them do not exceed.
func percentile[T int | float64 | time.Duration](values []T, share float64) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, int(math.Ceil(share*float64(len(sorted))))-1)]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

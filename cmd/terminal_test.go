package cmd

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// terminal is a pseudo-terminal with the program in it: what it wrote, raw, and
// what that looks like.
type terminal struct {
	t    *testing.T
	file *os.File
	mu   sync.Mutex
	raw  bytes.Buffer
	emu  *vt.Emulator
	news chan struct{}
	done chan struct{} // closed when there is nothing more to read
}

func openTerminal(t *testing.T, c *exec.Cmd, cols, rows int) *terminal {
	t.Helper()
	f, err := pty.StartWithSize(c, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)})
	if err != nil {
		t.Fatal(err)
	}
	return readTerminal(t, c, f, cols, rows)
}

// readTerminal reads what a program that was started writes.
func readTerminal(t *testing.T, c *exec.Cmd, f *os.File, cols, rows int) *terminal {
	t.Helper()
	f = closable(t, f)
	x := &terminal{t: t, file: f, emu: vt.NewEmulator(cols, rows), news: make(chan struct{}, 1), done: make(chan struct{})}
	go func() { _, _ = io.Copy(io.Discard, x.emu) }() // its replies go nowhere
	go x.read()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
		_ = f.Close()
		<-x.done
	})
	return x
}

// closable is the same terminal, which is closed as soon as Close is called. What package
// pty opens blocks: a read that waits there keeps the terminal open until the program
// writes again, so that one that rests is never hung up on.
func closable(t *testing.T, f *os.File) *os.File {
	t.Helper()
	fd, err := syscall.Dup(int(f.Fd()))
	if err == nil {
		err = errors.Join(syscall.SetNonblock(fd, true), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), f.Name())
}

func (x *terminal) read() {
	defer close(x.done)
	buf := make([]byte, 32<<10)
	for {
		n, err := x.file.Read(buf)
		if err != nil {
			return
		}
		x.mu.Lock()
		x.raw.Write(buf[:n])
		_, _ = x.emu.Write(buf[:n])
		x.mu.Unlock()
		select {
		case x.news <- struct{}{}:
		default:
		}
	}
}

// said is all that was written to the terminal so far.
func (x *terminal) said() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.raw.String()
}

func (x *terminal) screen() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.emu.String()
}

// sees waits until the words are on the screen.
func (x *terminal) sees(words string) {
	x.t.Helper()
	late := time.After(time.Minute) // it hangs
	for !strings.Contains(x.screen(), words) {
		select {
		case <-x.news:
		case <-late:
			x.t.Fatalf("the screen never showed %q:\n%s", words, x.screen())
		}
	}
}

func (x *terminal) types(s string) {
	x.t.Helper()
	if _, err := io.WriteString(x.file, s); err != nil {
		x.t.Fatal(err)
	}
}

// answers presses a key for what stands on the screen, until other words do. What
// is paid, and a question, takes no key that comes within a moment of what it stands
// for; a second press on what the first one led to would be another action.
func (x *terminal) answers(standing, key, words string) {
	x.t.Helper()
	x.sees(standing)
	for strings.Contains(x.screen(), standing) {
		time.Sleep(time.Second) // a person reads before a key
		x.types(key)
		for soon := time.After(20 * time.Second); soon != nil && !strings.Contains(x.screen(), words); {
			select {
			case <-x.news:
			case <-soon:
				soon = nil
			}
		}
		if strings.Contains(x.screen(), words) {
			return
		}
	}
	x.sees(words)
}

const (
	// firstPage stands on the workbench once the first search is there.
	firstPage = " match"

	enter  = "\r"
	escape = "\x1b"
)

// A stranger's bio must not reach the terminal as control bytes, must not turn
// a line round, and must not break a column.
func TestHostileBio(t *testing.T) { eachRenderer(t, drawsHostileBios) }

func drawsHostileBios(t *testing.T, renderer string) {
	folder := t.TempDir()
	table := filepath.Join(folder, "creators.csv")
	bios := []string{
		"\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07 clears \x1b[2J the screen \x1b]8;;http://evil.example\x07link\x1b]8;;\x07",
		"\u202eright to left\u202c \u2066isolated\u2069 \u200f zero\u200bwidth \u009d0;c1 title\u009c \u0085 next line",
		"families 👨‍👩‍👧‍👦 👩🏽‍🚀 ❤️ flags 🇩🇪🇫🇷 keycap 1️⃣ zombie z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308",
		"देवनागरी में क्षत्रिय हिन्दी लिखावट और श्री",
		"unterminated \x1b]0;eats the rest \x1bP1;2|dcs \xff\xfe invalid \U0010eeee placeholder",
	}
	var csv strings.Builder
	csv.WriteString("username,name,bio,followers\n")
	for i, b := range bios {
		name := "Zorro " + string(rune('A'+i))
		csv.WriteString("zorro_" + string(rune('a'+i)) + ",\"" + name + " " + strings.ReplaceAll(b, `"`, "") + "\",\"zorro sword fencing " + b + "\",9" + string(rune('0'+i)) + "00000\n")
	}
	if err := os.WriteFile(table, []byte(csv.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	store := filepath.Join(folder, "s.db")
	c := program(t, "--store", store)
	c.Env = append(c.Env, renderer)
	importing := program(t, "import", "--platform", "photoplatform", "--store", store, table)
	importing.Env = c.Env
	if out, err := importing.CombinedOutput(); err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
	x := openTerminal(t, c, 120, 36)
	x.sees("your store, free")
	x.types("i")
	x.sees("Esc leave")
	x.types("zorro sword fencing" + enter)
	x.answers("Confirm cost", "y", "last 35 cr")
	for range bios {
		x.types("j")
	}
	x.answers("all 5 of this search", enter, "Not analyzed") // while it loads, escape ends only that
	x.types(escape)
	x.sees("all 5 of this search")
	x.types("@")
	x.sees("Find by name or handle")
	x.types("zorro")
	x.sees("by username")
	checkRaw(t, x)
	checkColumns(t, x)
}

// checkRaw reads every byte the program wrote: sequences of the kinds that the
// workbench itself draws with, and printable text.
func checkRaw(t *testing.T, x *terminal) {
	t.Helper()
	raw := []byte(x.said())
	if len(raw) < 4000 {
		t.Fatalf("only %d bytes were drawn", len(raw))
	}
	state := byte(0)
	for len(raw) > 0 {
		seq, width, n, next := ansi.DecodeSequence(raw, state, nil)
		switch {
		case width > 0:
			checkText(t, string(seq))
		case ansi.HasOscPrefix(seq):
			if body := string(seq); !strings.HasPrefix(body, "\x1b]2;greenroom") && !strings.HasPrefix(body, "\x1b]2;\x07") && !strings.HasPrefix(body, "\x1b]11;?") {
				t.Errorf("an operating system command was written: %q", body)
			}
		case ansi.HasDcsPrefix(seq), ansi.HasApcPrefix(seq), ansi.HasPmPrefix(seq), ansi.HasSosPrefix(seq):
			if !bytes.HasPrefix(seq, []byte("\x1bP+q")) {
				t.Errorf("a device control string was written: %q", seq)
			}
		case len(seq) == 1 && !strings.Contains("\r\n\b\t\x1b", string(seq)):
			t.Errorf("a control byte was written: %q", seq)
		}
		state, raw = next, raw[n:]
	}
	if strings.Contains(x.said(), "evil.example\x07") || strings.Contains(x.said(), "]52;") {
		t.Error("a link or a clipboard write came through")
	}
}

// checkText allows U+200B and U+200C: the program itself parts letters with them
// where terminals disagree on the width of what they would join to.
func checkText(t *testing.T, s string) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Errorf("invalid text was written: %q", s)
	}
	for _, r := range s {
		if r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x200d && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x206f || r == 0x10eeee {
			t.Errorf("%U was written", r)
		}
	}
}

// checkColumns: every row of the finder has its right border in the same cell
// of the terminal.
func checkColumns(t *testing.T, x *terminal) {
	t.Helper()
	x.mu.Lock()
	defer x.mu.Unlock()
	column, rows := -1, 0
	for y := range x.emu.Height() {
		line, at := "", -1
		for c := range x.emu.Width() {
			if cell := x.emu.CellAt(c, y); cell != nil {
				line += cell.Content
				if cell.Content == "│" && strings.Contains(line, "Zorro") {
					at = c
				}
			}
		}
		if at < 0 {
			continue
		}
		if column < 0 {
			column = at
		}
		rows++
		if at != column {
			t.Errorf("the border stands at %d, not %d: %q", at, column, line)
		}
	}
	if rows < 5 {
		t.Errorf("only %d rows to look at:\n%s", rows, x.emu.String())
	}
}

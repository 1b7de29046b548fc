package screen

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// goldens are the recorded screens of the workbench, by their size.
func goldens(t testing.TB) map[string][]string {
	t.Helper()
	found, n := map[string][]string{}, 0
	err := filepath.WalkDir(filepath.Join("..", "..", "views"), func(path string, d fs.DirEntry, err error) error {
		if name := filepath.Base(path); err != nil || d.IsDir() || !strings.HasSuffix(name, ".golden") || name[0] > '9' { // named by its size
			return err
		}
		raw, err := os.ReadFile(path)
		size := strings.TrimSuffix(filepath.Base(path), ".golden")
		found[size], n = append(found[size], string(raw)), n+1
		return err
	})
	if err != nil || n < 50 {
		t.Fatalf("%d goldens, %v", n, err)
	}
	return found
}

// dyed gives a golden colours, as a theme does: words of each row in turn.
func dyed(r *rand.Rand, content string) string {
	var b strings.Builder
	for word := range strings.SplitAfterSeq(content, " ") {
		if r.IntN(4) == 0 && !strings.Contains(word, "\x1b") {
			b.WriteString(styles[2+r.IntN(len(styles)-2)] + word + "\x1b[m")
			continue
		}
		b.WriteString(word)
	}
	return b.String()
}

// framework is the framework's way to draw: its cells, and the bytes it sends.
type framework struct {
	*uv.TerminalRenderer
	buf   *bytes.Buffer
	cells uv.ScreenBuffer
}

func newFramework(w, h int) *framework {
	f := &framework{buf: new(bytes.Buffer), cells: uv.NewScreenBuffer(w, h)}
	f.cells.Method = ansi.GraphemeWidth
	f.TerminalRenderer = uv.NewTerminalRenderer(f.buf, []string{"TERM=xterm-256color"})
	f.SetColorProfile(colorprofile.TrueColor)
	f.SetFullscreen(true)
	f.SetRelativeCursor(false)
	f.SetScrollOptim(true)
	f.Erase()
	return f
}

func (f *framework) paint(content string) []byte {
	f.buf.Reset()
	f.cells.Clear()
	uv.NewStyledString(content).Draw(f.cells, f.cells.Bounds())
	f.Render(f.cells.RenderBuffer)
	_ = f.Flush()
	return f.buf.Bytes()
}

// Every recorded screen, after every other, has the same cells in a terminal as the
// framework gives it, and takes fewer bytes.
func TestGoldensHaveTheCellsTheFrameworkGivesThem(t *testing.T) {
	ours, theirs := 0, 0
	for size, screens := range goldens(t) {
		w, h := sizeOf(t, size)
		r := rand.New(rand.NewPCG(uint64(w), 2))
		a, b := newEmulator(w, h), newEmulator(w, h)
		p, f := newPainter(colorprofile.TrueColor, able{eraseChars: true, erasesInColour: true, waits: true}), newFramework(w, h)
		p.resize(w, h)
		p.measure(ansi.GraphemeWidth)
		for i := range len(screens) * 3 / 2 {
			content := screens[r.IntN(len(screens))]
			if i < len(screens) {
				content = screens[i]
			}
			if i%2 == 1 {
				content = dyed(r, content)
			}
			out, other := p.paint(content), f.paint(content)
			ours, theirs = ours+len(out), theirs+len(other)
			a.takes(t, out)
			b.takes(t, other)
			a.shows(t, size, content, ansi.GraphemeWidth)
			for y := range h {
				for x := range w {
					if one, two := look(a.CellAt(x, y)), look(b.CellAt(x, y)); one != two {
						t.Fatalf("%s at %d,%d: %s, drawn by the framework %s\n%s", size, x, y, one, two, content)
					}
				}
			}
		}
	}
	t.Logf("%d bytes, by the framework %d", ours, theirs)
	if ours >= theirs {
		t.Errorf("%d bytes are sent, by the framework %d", ours, theirs)
	}
}

func sizeOf(t testing.TB, name string) (w, h int) {
	t.Helper()
	for i, part := range strings.Split(name, "x") {
		n := 0
		for _, c := range part {
			if c < '0' || c > '9' {
				t.Fatalf("%s is no size", name)
			}
			n = n*10 + int(c-'0')
		}
		if i == 0 {
			w = n
		} else {
			h = n
		}
	}
	return w, h
}

// A list that scrolls is moved on the terminal instead of being written again.
func TestScrollingIsNotWritingAgain(t *testing.T) {
	lines := func(top int) string {
		var b strings.Builder
		b.WriteString("a list\n")
		for i := range 38 {
			b.WriteString("  " + strings.Repeat(string(rune('a'+(top+i)%26)), 3+(top+i)*7%60))
			b.WriteByte('\n')
		}
		return b.String() + "the end"
	}
	p := newPainter(colorprofile.TrueColor, able{waits: true})
	p.resize(80, 40)
	whole := len(p.paint(lines(0)))
	for _, by := range []int{1, -1, 3, -3, 19} {
		top := max(0, -by) + 5
		p.paint(lines(top))
		if n := len(p.paint(lines(top + by))); n > whole/3+whole*max(by, -by)/38 {
			t.Errorf("scrolled by %d it is sent %d bytes; all of it is %d", by, n, whole)
		}
	}
}

func BenchmarkPaint(b *testing.B) {
	screens := goldens(b)["120x40"]
	r := rand.New(rand.NewPCG(1, 2))
	for i := range screens {
		screens[i] = dyed(r, screens[i])
	}
	b.Run("own", func(b *testing.B) {
		p := newPainter(colorprofile.TrueColor, able{eraseChars: true, erasesInColour: true, waits: true})
		p.resize(120, 40)
		b.ReportAllocs()
		for i := range b.N {
			p.paint(screens[i%len(screens)])
		}
	})
	b.Run("framework", func(b *testing.B) {
		f := newFramework(120, 40)
		b.ReportAllocs()
		for i := range b.N {
			f.paint(screens[i%len(screens)])
		}
	})
}

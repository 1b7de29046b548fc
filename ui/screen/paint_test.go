package screen

import (
	"fmt"
	"image/color"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// emulator is a terminal that takes what a painter sends.
type emulator struct{ *vt.Emulator }

func newEmulator(w, h int) emulator {
	e := vt.NewEmulator(w, h)
	go func() { _, _ = io.Copy(io.Discard, e) }() // its replies; closing it races with reading them
	return emulator{e}
}

// drawn returns a view's cells as the framework reads them.
func drawn(content string, w, h int, m ansi.Method) uv.ScreenBuffer {
	b := uv.NewScreenBuffer(w, h)
	b.Method = m
	uv.NewStyledString(content).Draw(b, b.Bounds())
	return b
}

// look returns the visible part of a cell: of a blank the background and its marks.
func look(c *uv.Cell) string {
	if c == nil || c.Width == 0 && c.Content == "" {
		return "-"
	}
	s, content := c.Style, c.Content
	if content == "" {
		content = " "
	}
	if content == " " && s.Underline == 0 && s.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) == 0 && c.Link.IsZero() {
		s = uv.Style{Bg: s.Bg}
	}
	return fmt.Sprintf("%q fg %s bg %s line %s %d %d %s %s", content, rgb(s.Fg), rgb(s.Bg), rgb(s.UnderlineColor), s.Underline, s.Attrs, c.Link.URL, c.Link.Params)
}

func rgb(c color.Color) string {
	if c == nil {
		return "none"
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprint(r>>8, ",", g>>8, ",", b>>8)
}

// shows fails unless the terminal shows the view, cell by cell. It always measures
// by graphemes: where the view is measured otherwise, rows with characters of which
// that tells another width are left out.
func (e emulator) shows(t testing.TB, what, content string, m ansi.Method) {
	t.Helper()
	want, lines := drawn(content, e.Width(), e.Height(), m), strings.Split(content, "\n")
	for y := range e.Height() {
		if m == ansi.WcWidth && y < len(lines) && strings.ContainsAny(lines[y], "ह❤👨") {
			continue
		}
		for x := range e.Width() {
			if got, want := look(e.CellAt(x, y)), look(want.CellAt(x, y)); got != want {
				t.Fatalf("%s: at %d,%d the terminal shows %s, the view %s\n%s", what, x, y, got, want, e.String())
			}
		}
	}
}

func (e emulator) takes(t testing.TB, out []byte) {
	t.Helper()
	if _, err := e.Write(out); err != nil {
		t.Fatal(err)
	}
}

var (
	styles = []string{"", "\x1b[m", "\x1b[1m", "\x1b[2;3m", "\x1b[38;2;200;10;30m", "\x1b[48;2;20;20;60m", "\x1b[7m", "\x1b[4m", "\x1b[38;5;120;48;5;17m",
		"\x1b[31m", "\x1b[97;104m", "\x1b[22;23m", "\x1b[9m", "\x1b[4:3;58:2::1:2:3m", "\x1b[39;49m", "\x1b[27;29;24m", "\x1b[0;1;35m", "\x1b[38:5:77m"}
	words = []string{"vegan", " ", "  ", "            ", "food", "日本", "é", "│", "…", "🌱", "❤️", "👨‍👩‍👧", "ｗ", "12.5K", "─────────────", "हिन्दी"}
)

func randomLine(r *rand.Rand, w int) string {
	var b strings.Builder
	for range r.IntN(w/4 + 1) {
		b.WriteString(styles[r.IntN(len(styles))])
		b.WriteString(words[r.IntN(len(words))])
	}
	if r.IntN(3) > 0 {
		b.WriteString("\x1b[m")
	}
	return b.String()
}

// nextFrame changes a frame as screens do: some rows, a scrolled part, everything.
func nextFrame(r *rand.Rand, lines []string, w int) {
	switch r.IntN(5) {
	case 0:
		for i := range lines {
			lines[i] = randomLine(r, w)
		}
	case 1, 2: // a part moves
		top := r.IntN(len(lines))
		bottom := top + r.IntN(len(lines)-top)
		for range 1 + r.IntN(3) {
			if r.IntN(2) == 0 {
				copy(lines[top:bottom], lines[top+1:bottom+1])
				lines[bottom] = randomLine(r, w)
			} else {
				copy(lines[top+1:bottom+1], lines[top:bottom])
				lines[top] = randomLine(r, w)
			}
		}
	default:
		for range 1 + r.IntN(4) {
			lines[r.IntN(len(lines))] = randomLine(r, w)
		}
	}
}

// Whatever frames follow each other, the terminal shows each as if it were the
// first.
func TestEveryFrameIsShownAsItIs(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		w, h := 1+r.IntN(90), 1+r.IntN(30)
		for i, able := range []able{{}, {eraseChars: true, erasesInColour: true, waits: true}} {
			e, p := newEmulator(w, h), newPainter(colorprofile.TrueColor, able)
			p.resize(w, h)
			method := []ansi.Method{ansi.GraphemeWidth, ansi.WcWidth}[i]
			p.measure(method)
			lines := make([]string, h)
			for frame := range 12 {
				nextFrame(r, lines, w)
				content := strings.Join(lines, "\n")
				e.takes(t, p.paint(content))
				e.shows(t, fmt.Sprintf("seed %d, frame %d, %dx%d", seed, frame, w, h), content, method)
				if again := p.paint(content); len(again) != 0 {
					t.Fatalf("seed %d, frame %d: the same frame again is sent %q", seed, frame, again)
				}
			}
		}
	}
}

// TestAListScrollsBesideWhatStays walks down a list whose rows are much alike, beside
// a text that keeps its place: in its rows scrolling costs more than it saves.
func TestAListScrollsBesideWhatStays(t *testing.T) {
	const w, h, steps, beside = 160, 40, 30, 10
	r := rand.New(rand.NewPCG(3, 9))
	list, text := make([]string, h+steps), make([]string, beside)
	for i := range list {
		list[i] = letters(r, 24) + strings.Repeat("12.5K  3.4%  ", 3)
	}
	for i := range text {
		text[i] = letters(r, 70)
	}
	p, e := newPainter(colorprofile.TrueColor, able{eraseChars: true, erasesInColour: true, waits: true}), newEmulator(w, h)
	p.resize(w, h)
	most := 0
	for step := range steps {
		rows := make([]string, h)
		for y := range rows {
			rows[y] = list[step+y] + " │ "
			if y < beside {
				rows[y] += text[y]
			}
		}
		content := strings.Join(rows, "\n")
		out := p.paint(content)
		if step > 0 {
			most = max(most, len(out))
		}
		e.takes(t, out)
		e.shows(t, "scrolled", content, ansi.GraphemeWidth)
	}
	if plain := 24 * h; most > plain {
		t.Errorf("a step writes %d bytes, writing all that differs where it stands %d", most, plain)
	}
}

// letters is a line of words that are never twice the same.
func letters(r *rand.Rand, n int) string {
	line := make([]byte, n)
	for i := range line {
		line[i] = "abcdefghijklmnopqrstuvwxyz "[r.IntN(27)]
	}
	return string(line)
}

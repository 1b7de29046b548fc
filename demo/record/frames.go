// Package record writes what was played: as a cast for terminals, as a page that plays in
// a browser, as a moving picture, and as still ones.
package record

import (
	"cmp"
	"fmt"
	"image/color"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Film holds the pictures shown, and their times.
type Film struct {
	Title    string
	W, H     int
	Frames   []Frame
	Chapters []Chapter
	For      time.Duration // in all
	Terminal
}

// Frame is a screen from a moment on, until the next.
type Frame struct {
	At      time.Duration
	Lines   []string // with the codes of styles
	Caption string
}

// Chapter is a part and when it begins.
type Chapter struct {
	Title string
	At    time.Duration
}

// Show adds a screen that stands for some time. One that is like the last is not added.
func (f *Film) Show(lines []string, caption string, lasts time.Duration) {
	lines = f.shown(lines)
	n := len(f.Frames)
	if n > 0 && f.Frames[n-1].Caption == caption && strings.Join(f.Frames[n-1].Lines, "\n") == strings.Join(lines, "\n") {
		f.For += lasts
		return
	}
	if n > 0 && f.Frames[n-1].At == f.For {
		f.Frames = f.Frames[:n-1] // it was there for no time at all
	}
	f.Frames = append(f.Frames, Frame{f.For, lines, caption})
	f.For += lasts
}

// Begin begins a chapter.
func (f *Film) Begin(title string) { f.Chapters = append(f.Chapters, Chapter{title, f.For}) }

// style is the look of a run of cells.
type style struct {
	fg, bg                        string // "#rrggbb"; "" is the terminal's own
	bold, dim, italic, under, rev bool
}

// run is cells of one style in a line.
type run struct {
	words string
	at    int // the cell it begins in
	cells int
	style
}

// runs cuts a line into runs. Characters that may be wider or narrower than their cells in
// another font are runs of their own.
func (f *Film) runs(line string) []run {
	w := f.W
	buf := uv.NewScreenBuffer(w, 1)
	uv.NewStyledString(line).Draw(buf, buf.Bounds())
	var out []run
	for x := 0; x < w; x++ {
		c := buf.CellAt(x, 0)
		if c == nil || c.Width == 0 {
			continue
		}
		words, st := cmp.Or(c.Content, " "), f.styleOf(c.Style)
		last := len(out) - 1
		if last >= 0 && out[last].style == st && plain(words) && plain(out[last].words) && out[last].at+out[last].cells == x {
			out[last].words += words
			out[last].cells += c.Width
			continue
		}
		out = append(out, run{words, x, c.Width, st})
	}
	return out
}

// plain says whether every font draws words in as many cells as they have letters.
func plain(words string) bool {
	for _, r := range words {
		if r >= 0x2500 || r < ' ' {
			return false
		}
	}
	return true
}

func (f *Film) styleOf(s uv.Style) style {
	st := style{fg: f.hue(s.Fg), bg: f.hue(s.Bg)}
	st.bold, st.dim, st.italic = s.Attrs&uv.AttrBold != 0, s.Attrs&uv.AttrFaint != 0, s.Attrs&uv.AttrItalic != 0
	st.rev, st.under = s.Attrs&uv.AttrReverse != 0, s.Underline != 0
	return st
}

// hue is a colour as the terminal shows it.
func (t Terminal) hue(c color.Color) string {
	if n, ok := c.(ansi.BasicColor); ok {
		return t.Sixteen[n]
	}
	return hex(c)
}

func hex(c color.Color) string {
	if c == nil {
		return ""
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// inks are the colours of words and of what lies behind them.
func (s style) inks(f *Film) (fg, bg string) {
	if s.rev {
		return cmp.Or(s.bg, f.Paper), cmp.Or(s.fg, f.Ink)
	}
	return s.fg, s.bg
}

// numbered are things by the order in which they came first.
type numbered struct {
	all []string
	by  map[string]int
}

// of is the number of a thing, from 0.
func (n *numbered) of(s string) int {
	i, known := n.by[s]
	if !known {
		if n.by == nil {
			n.by = map[string]int{}
		}
		i, n.by[s], n.all = len(n.all), len(n.all), append(n.all, s)
	}
	return i
}

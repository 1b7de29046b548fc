package screen

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"greenroom/ui/text"
)

// cell is one place of the screen: a rune, or the number of a character that is
// more than one. A character of two columns has an empty cell behind it.
type cell struct {
	r     rune
	style styleID
	width uint8
	// unsure is a character that terminals give different widths.
	unsure bool
}

// firstCluster is the number of the first character that is more than a rune.
const firstCluster = utf8.MaxRune + 1

var blank = cell{r: ' ', width: 1}

// grid is a screen of cells.
type grid struct {
	w, h  int
	cells []cell
}

func newGrid(w, h int) grid {
	g := grid{w, h, make([]cell, w*h)}
	g.clear()
	return g
}

func (g grid) row(y int) []cell { return g.cells[y*g.w : (y+1)*g.w] }

func (g grid) clear() { fill(g.cells) }

func fill(row []cell) {
	for i := range row {
		row[i] = blank
	}
}

// reader turns lines with styles into cells.
type reader struct {
	*palette
	method ansi.Method // how wide characters are
	now    style       // at the place that is read
	id     styleID
}

// line reads one line into a row. A style that the line leaves open goes on in the
// next.
func (r *reader) line(row []cell, s string) {
	fill(row)
	x, last := 0, -1
	for len(s) > 0 {
		c := s[0]
		switch {
		case c >= ' ' && c < 0x7f && (len(s) == 1 || s[1] < utf8.RuneSelf):
			if x < len(row) {
				row[x] = cell{rune(c), r.of(c), 1, false}
				last = x
			}
			x, s = x+1, s[1:]
		case c == '\x1b':
			s = s[r.sequence(s):]
		default:
			letter, width := r.character(s)
			s = s[len(letter):]
			switch {
			case width > 0:
				last = r.put(row, x, letter, width)
				x += width
			case letter == "\r":
				x = 0
			case letter[0] >= 0xc0 && last >= 0 && !control(letter): // a mark that a style parted from its letter
				row[last].r = r.cluster(r.text(row[last]) + letter)
			}
		}
	}
}

// of is the style of a letter here: that of a blank has no more than is seen.
func (r *reader) of(c byte) styleID {
	if c == ' ' {
		return r.blanks[r.id]
	}
	return r.id
}

// character is the first one and its width.
func (r *reader) character(s string) (string, int) {
	if s[0] >= ' ' && s[0] < 0x7f || s[0] >= utf8.RuneSelf {
		letter, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if r.method == ansi.WcWidth {
			width = text.ByRune(letter)
		}
		if letter != "" {
			return letter, width
		}
	}
	_, width, n, _ := ansi.DecodeSequence(s, 0, nil)
	return s[:max(n, 1)], width
}

// put writes a character. One that does not fit into the row becomes blanks.
func (r *reader) put(row []cell, x int, letter string, width int) (last int) {
	if x >= len(row) {
		return -1
	}
	if x+width > len(row) {
		for i := x; i < len(row); i++ {
			row[i] = cell{' ', r.blanks[r.id], 1, false}
		}
		return len(row) - 1
	}
	c, n := utf8.DecodeRuneInString(letter)
	if n < len(letter) {
		c = r.cluster(letter)
	}
	row[x] = cell{c, r.id, uint8(width), unsure(letter)}
	for i := x + 1; i < x+width; i++ {
		row[i] = cell{style: r.id}
	}
	return x
}

// unsure says whether the two ways to measure a character disagree, as terminals
// then do.
func unsure(letter string) bool {
	return len(letter) > 2 && ansi.StringWidth(letter) != text.ByRune(letter)
}

// control says whether a character would be obeyed instead of drawn.
func control(letter string) bool {
	c, _ := utf8.DecodeRuneInString(letter)
	return unicode.IsControl(c) || c == utf8.RuneError
}

// sequence reads what begins with an escape and returns its length. Styles and
// links are kept, the rest is nothing that belongs into a view.
func (r *reader) sequence(s string) int {
	if strings.HasPrefix(s, "\x1b[") {
		for i := 2; i < len(s); i++ {
			switch c := s[i]; {
			case c == 'm':
				r.now.apply(s[2:i])
				r.id = r.palette.id(r.now)
				return i + 1
			case c < '0' || c > ';':
				_, _, n, _ := ansi.DecodeSequence(s, 0, nil)
				return max(1, n)
			}
		}
	}
	seq, _, n, _ := ansi.DecodeSequence(s, 0, nil)
	if body, ok := strings.CutPrefix(seq, "\x1b]8;"); ok {
		body = strings.TrimSuffix(strings.TrimSuffix(body, "\x1b\\"), "\a")
		if strings.HasSuffix(body, ";") && len(body) <= 1 {
			body = ""
		}
		r.now.link = r.palette.link(body)
		r.id = r.palette.id(r.now)
	}
	return max(1, n)
}

// text returns the letters of a cell.
func (p *palette) text(c cell) string {
	if c.r >= firstCluster {
		return p.clusters[c.r-firstCluster]
	}
	return string(c.r)
}

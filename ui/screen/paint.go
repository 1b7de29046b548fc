package screen

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// painter turns a view into the bytes that make a terminal show it, knowing what
// the terminal shows. It knows no terminal but its kind.
type painter struct {
	reader
	able   able
	front  grid     // what the terminal shows
	back   grid     // what it shall show
	lines  []string // that back was read from
	dirty  []bool   // rows of back that may differ from front
	anew   bool     // nothing is known of the terminal
	pen    styleID
	x, y   int // of the terminal's cursor; x is -1 where it is not known
	out    []byte
	fresh  bool         // every line is read again
	starts []style      // the style that each line begins in
	shift  *shiftFinder // scratch of finding what scrolled
}

func newPainter(profile colorprofile.Profile, a able) *painter {
	return &painter{reader: reader{palette: newPalette(profile)}, able: a, anew: true, shift: &shiftFinder{}}
}

// resize takes the size of the terminal; what it showed is gone.
func (p *painter) resize(w, h int) {
	w, h = max(w, 0), max(h, 0)
	if w != p.back.w || h != p.back.h {
		p.front, p.back = newGrid(w, h), newGrid(w, h)
		p.lines, p.dirty, p.starts = make([]string, h), make([]bool, h), make([]style, h+1)
		p.fresh = true
	}
	p.forget()
}

// forget says that the terminal may show anything.
func (p *painter) forget() { p.anew = true }

// measure takes how the terminal measures characters.
func (p *painter) measure(m ansi.Method) {
	if m != p.method {
		p.method, p.fresh, p.anew = m, true, true
	}
}

// dye takes which colours the terminal has.
func (p *painter) dye(profile colorprofile.Profile) {
	if profile != p.profile {
		p.restart(profile)
	}
}

// restart begins with a new palette: no cell that was read can be kept.
func (p *painter) restart(profile colorprofile.Profile) {
	p.palette = newPalette(profile)
	p.fresh, p.anew, p.pen = true, true, 0
}

// paint returns what makes the terminal show content: it stays valid until the
// next call. Nothing has to be sent where nothing changed.
func (p *painter) paint(content string) []byte {
	p.out = p.out[:0]
	if p.palette.full() {
		p.restart(p.profile)
	}
	p.read(content)
	if p.anew {
		p.erase()
	} else {
		p.scroll()
	}
	for y := range p.back.h {
		if p.dirty[y] {
			p.row(y)
			copy(p.front.row(y), p.back.row(y))
			p.dirty[y] = false
		}
	}
	return p.out
}

// read reads the lines that are not as they were.
func (p *painter) read(content string) {
	p.now, p.id = style{}, 0
	for y := range p.back.h {
		line, rest, _ := strings.Cut(content, "\n")
		content = rest
		if !p.fresh && line == p.lines[y] && p.now == p.starts[y] {
			if y+1 < p.back.h && p.starts[y+1] != p.now {
				p.now = p.starts[y+1]
				p.id = p.palette.id(p.now)
			}
			continue
		}
		p.lines[y], p.starts[y] = line, p.now
		p.line(p.back.row(y), line)
		p.dirty[y] = true
		if y+1 < p.back.h && p.starts[y+1] != p.now {
			p.lines[y+1], p.starts[y+1] = "\x00", p.now // it begins in another style than before
		}
	}
	p.fresh = false
}

// erase empties the terminal.
func (p *painter) erase() {
	p.anew, p.pen = false, 0
	p.out = append(p.out, "\x1b[m\x1b[H\x1b[2J"...)
	p.x, p.y = 0, 0
	p.front.clear()
	for y := range p.dirty {
		p.dirty[y] = true
	}
}

// row brings one row of the terminal up to date.
func (p *painter) row(y int) {
	was, is := p.front.row(y), p.back.row(y)
	x := differ(was, is, 0)
	if x == len(is) {
		return
	}
	end := content(is)
	if slices.ContainsFunc(was, isUnsure) || slices.ContainsFunc(is, isUnsure) {
		// Nobody knows in which column what stands: the row is written anew.
		p.move(0, y)
		p.eraseLine()
		p.write(is[:end], y)
		return
	}
	for x < len(is) {
		if x >= end {
			p.move(x, y)
			p.eraseLine()
			return
		}
		p.move(x, y)
		to := p.until(was, is, x, end)
		p.write(is[x:to], y)
		x = differ(was, is, to)
	}
}

func isUnsure(c cell) bool { return c.unsure }

// differ is the first column from x on that differs.
func differ(was, is []cell, x int) int {
	for x < len(is) && was[x] == is[x] {
		x++
	}
	return x
}

// content counts the cells of a row before the plain blanks at its end.
func content(row []cell) int {
	n := len(row)
	for n > 0 && row[n-1] == blank {
		n--
	}
	return n
}

// bridge is the most cells, right already, that are written again instead of skipped.
const bridge = 4

// until returns the end of writing from x on: the following cells are right for more than
// a few, or of another style.
func (p *painter) until(was, is []cell, x, end int) int {
	to := x + 1
	for i := to; i < end; i++ {
		switch {
		case was[i] != is[i]:
			to = i + 1
		case i-to >= bridge || !p.close(is[i], is[i-1]):
			return to
		}
	}
	for to < end && is[to].width == 0 {
		to++
	}
	return to
}

// close says whether a cell can be written after another without a change of style.
func (p *painter) close(c, before cell) bool {
	return c.style == before.style || c.r == ' ' && c.style == p.blanks[before.style]
}

// write writes cells at the cursor, which moves on.
func (p *painter) write(cells []cell, y int) {
	for i := 0; i < len(cells); i++ {
		c := cells[i]
		if p.erasable(c) {
			n := 1
			for i+n < len(cells) && cells[i+n] == c {
				n++
			}
			if n >= worthErasing {
				p.ink(c.style)
				p.out = append(strconv.AppendInt(append(p.out, "\x1b["...), int64(n), 10), 'X')
				if i += n - 1; i+1 < len(cells) {
					p.move(p.x+n, y)
				}
				continue
			}
		}
		if c.width > 0 {
			p.put(c, y)
		}
	}
}

// erasable says whether erasing makes such a cell: a plain blank, or one of a colour
// where the terminal erases in colour.
func (p *painter) erasable(c cell) bool {
	if !p.able.eraseChars || c.r != ' ' || c.width != 1 {
		return false
	}
	s := p.styles[c.style]
	return s == style{} || p.able.erasesInColour && s == style{bg: s.bg}
}

// worthErasing is the number of blanks that take more bytes than erasing them and going on
// behind.
const worthErasing = 11

// put writes one cell.
func (p *painter) put(c cell, y int) {
	if c.r != ' ' || p.blanks[p.pen] != c.style {
		p.ink(c.style)
	}
	corner := !p.able.waits && p.x+int(c.width) >= p.back.w && y == p.back.h-1
	if corner {
		p.out = append(p.out, ansi.ResetModeAutoWrap...) // else it may scroll everything
	}
	if c.r >= firstCluster {
		p.out = append(p.out, p.clusters[c.r-firstCluster]...)
	} else {
		p.out = utf8.AppendRune(p.out, c.r)
	}
	if corner {
		p.out = append(p.out, ansi.SetModeAutoWrap...)
	}
	p.x += int(c.width)
	switch {
	case p.x >= p.back.w:
		p.x = -1 // it waits at the edge, or wrapped
	case c.width > 1 || c.unsure:
		to := p.x
		p.x = -1 // terminals differ
		p.move(to, y)
	}
}

// ink makes what is written next have a style.
func (p *painter) ink(id styleID) {
	if id != p.pen {
		p.out = append(p.out, p.step(p.pen, id)...)
		p.pen = id
	}
}

// eraseLine erases from the cursor to the end of the row.
func (p *painter) eraseLine() {
	p.ink(0)
	p.out = append(p.out, ansi.EraseLineRight...)
}

// move brings the cursor to a cell in the fewest bytes. Neither tabs nor
// backspaces are used: they depend on settings that somebody may have changed.
func (p *painter) move(x, y int) {
	defer func() { p.x, p.y = x, y }()
	if p.x == x && p.y == y {
		return
	}
	if p.x >= 0 && p.y == y {
		p.out = append(p.out, p.along(x)...)
		return
	}
	straight := number2("\x1b[", y+1, x+1, 'H')
	if p.x >= 0 && p.y == y-1 {
		var next string
		switch {
		case x == 0:
			next = "\r\n"
		case x == p.x:
			next = "\n"
		default:
			next = "\n" + p.along(x)
		}
		if len(next) < len(straight) {
			p.out = append(p.out, next...)
			return
		}
	}
	p.out = append(p.out, straight...)
}

// along is the way to another column of the row.
func (p *painter) along(x int) string {
	switch {
	case x == 0:
		return "\r"
	case x > p.x:
		return number("\x1b[", x-p.x, 'C')
	}
	return number("\x1b[", p.x-x, 'D')
}

// number is a sequence with one parameter, which may be left out where it is 1.
func number(start string, n int, end byte) string {
	if n == 1 {
		return start + string(end)
	}
	return start + strconv.Itoa(n) + string(end)
}

func number2(start string, n, m int, end byte) string {
	if m == 1 {
		return number(start, n, end)
	}
	return start + strconv.Itoa(n) + ";" + strconv.Itoa(m) + string(end)
}

// place puts the cursor where it is shown.
func (p *painter) place(x, y int) {
	p.move(min(max(x, 0), max(p.back.w-1, 0)), min(max(y, 0), max(p.back.h-1, 0)))
}

// rest leaves the terminal with no style, so that what another program writes has
// none.
func (p *painter) rest() { p.ink(0) }

package layout

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// cells is the width of a styled line. Nearly all lines are Latin letters, frames
// and colours, which are counted without looking for graphemes.
func cells(line string) int {
	if n, ok := simple(line); ok {
		return n
	}
	return ansi.StringWidth(line)
}

// simple counts a line of nothing but letters that always take one cell each, and
// of colours; ok is false for any other.
func simple(line string) (n int, ok bool) {
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == '\x1b':
			end := style(line[i:])
			if end == 0 {
				return 0, false
			}
			i += end
		case c >= ' ' && c < 0x7f:
			n, i = n+1, i+1
		default:
			r, size := utf8.DecodeRuneInString(line[i:])
			if !lone(r) {
				return 0, false
			}
			n, i = n+1, i+size
		}
	}
	return n, true
}

// style is the length of the sequence of digits and semicolons for colours that a
// text begins with; 0 if it begins with another.
func style(s string) int {
	if len(s) < 2 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}

// lone says of some letters that they take one cell and join with no letter before
// them: accented Latin, dashes, quotation marks, bullets, frames and blocks.
func lone(r rune) bool {
	switch {
	case r >= 0xa1 && r <= 0x17f:
		return r != 0xad && r != 0xa9 && r != 0xae
	case r >= 0x2010 && r <= 0x2027:
		return true
	}
	return r >= 0x2500 && r <= 0x259f
}

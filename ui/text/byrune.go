package text

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// ByRune returns the cells of s on a terminal that gives each rune a width of its own, as
// all do until they say that they know graphemes. It equals ansi.StringWidthWc for text
// without sequences; that fills a table of two megabytes for all of Unicode when it first
// meets a letter beyond Latin.
func ByRune(s string) (cells int) {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			if s[i] >= ' ' && s[i] != 0x7f {
				cells++
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		cells += runeCells(r, s[i:i+n])
		i += n
	}
	return cells
}

// runeCells is the width of one rune beyond ASCII, whose bytes are given too.
func runeCells(r rune, s string) int {
	if cells, odd := oddCells(r); odd {
		return cells
	}
	return ansi.StringWidth(s)
}

// oddCells is the width of a rune that is another one as a grapheme.
func oddCells(r rune) (cells int, odd bool) {
	if r >= 0x1f1e6 && r <= 0x1f1ff {
		return 1, true // half a flag; as a grapheme it is taken for a whole one
	}
	return 0, r >= 0x897 && isNewMark(r)
}

// newMarks are marks without a width that the tables of graphemes do not know yet,
// in their order.
var newMarks = [...][2]rune{
	{0x897, 0x897}, {0xcf3, 0xcf3}, {0x1acf, 0x1add}, {0x1ae0, 0x1aeb}, {0x10d69, 0x10d6d}, {0x10efa, 0x10efc}, {0x113bb, 0x113c0}, {0x113ce, 0x113ce},
	{0x113d0, 0x113d0}, {0x113d2, 0x113d2}, {0x113e1, 0x113e2}, {0x11b60, 0x11b60}, {0x11b62, 0x11b64}, {0x11b66, 0x11b66}, {0x11f5a, 0x11f5a},
	{0x1611e, 0x16129}, {0x1612d, 0x1612f}, {0x1d165, 0x1d166}, {0x1d16d, 0x1d172}, {0x1e5ee, 0x1e5ef}, {0x1e6e3, 0x1e6e3}, {0x1e6e6, 0x1e6e6},
	{0x1e6ee, 0x1e6ef}, {0x1e6f5, 0x1e6f5},
}

func isNewMark(r rune) bool {
	for _, m := range newMarks {
		if r < m[0] {
			return false
		}
		if r <= m[1] {
			return true
		}
	}
	return false
}

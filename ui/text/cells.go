package text

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Ellipsis is the usual tail of a truncated text.
var Ellipsis = Text{"…", 1}

// unit is the first piece of s that may stand alone: a cluster, and what a
// separator ties to it. s is cleaned and not empty.
func unit(s string) (size, width int) {
	if len(s) == 1 || s[1] < utf8.RuneSelf {
		return 1, 1 // ASCII: every other rune goes on with a byte beyond it
	}
	c, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	size, width = len(c), w
	for strings.HasPrefix(s[size:], zwsp) {
		c, w := ansi.FirstGraphemeCluster(s[size+len(zwsp):], ansi.GraphemeWidth)
		size, width = size+len(zwsp)+len(c), width+w
	}
	return size, width
}

// head is the longest beginning of t that takes at most w cells.
func (t Text) head(w int) Text {
	if t.ascii() {
		w = min(max(w, 0), t.w)
		return Text{t.s[:w], w}
	}
	at, cells := 0, 0
	for at < len(t.s) {
		n, c := unit(t.s[at:])
		if cells+c > w {
			break
		}
		at, cells = at+n, cells+c
	}
	return Text{t.s[:at], cells}
}

// Truncate is t cut to at most w cells, ending in tail where it was cut. A tail
// that does not fit is left out.
func (t Text) Truncate(w int, tail Text) Text {
	if t.w <= w {
		return t
	}
	if tail.w > w {
		return t.head(w)
	}
	h := t.head(w - tail.w)
	return Text{h.s + tail.s, h.w + tail.w}
}

// Pad is t followed by blanks up to w cells.
func (t Text) Pad(w int) Text { return Text{t.s + Spaces(w-t.w), max(w, t.w)} }

// PadLeft is t with blanks before it up to w cells.
func (t Text) PadLeft(w int) Text { return Text{Spaces(w-t.w) + t.s, max(w, t.w)} }

// Fit is t in exactly w cells, cut with an ellipsis or followed by blanks; ""
// if w <= 0.
func (t Text) Fit(w int) string { return t.Truncate(max(w, 0), Ellipsis).Pad(w).s }

// Slice is the part of t from one byte offset to another, as Find gives them;
// offsets outside t or inside a letter move to where a letter begins.
func (t Text) Slice(from, to int) Text {
	from = t.boundary(from)
	return t.Part(Span{From: from, To: max(from, t.boundary(to))})
}

func (t Text) boundary(at int) int {
	at = min(max(at, 0), len(t.s))
	if t.ascii() {
		return at
	}
	i := 0
	for i < at {
		n, _ := unit(t.s[i:])
		if i+n > at {
			return i
		}
		i += n
	}
	return i
}

func measure(s string) int {
	w := 0
	for i := 0; i < len(s); {
		n, c := unit(s[i:])
		i, w = i+n, w+c
	}
	return w
}

var unparted = strings.NewReplacer(zwsp, "", zwnj, "")

// Value is s cleaned as by Clean, as a plain string to keep or to send on:
// without the separators that only drawing needs.
func Value(s string) string { return unparted.Replace(Clean(s).s) }

// NextLetter returns the end of the letter of s at the byte offset at. s is a Value.
func NextLetter(s string, at int) int {
	if at >= len(s) {
		return len(s)
	}
	n, _ := unit(s[at:])
	return at + n
}

// PrevLetter returns the beginning of the letter of s before the byte offset at. s is a
// Value.
func PrevLetter(s string, at int) int {
	at = min(at, len(s))
	if at > 0 && s[at-1] < utf8.RuneSelf {
		return at - 1
	}
	prev := 0
	for i := 0; i < at; i = NextLetter(s, i) {
		prev = i
	}
	return prev
}

// CutLeft is t without its first letters, at least n cells of them.
func (t Text) CutLeft(n int) Text {
	n = min(max(n, 0), t.w)
	if t.ascii() {
		return Text{t.s[n:], t.w - n}
	}
	at, cells := 0, 0
	for cells < n {
		size, c := unit(t.s[at:])
		at, cells = at+size, cells+c
	}
	return Text{t.s[at:], t.w - cells}
}

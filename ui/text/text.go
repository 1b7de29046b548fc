// Package text owns drawable text: what strangers wrote (names, bios, captions,
// transcripts, error messages, file contents) after everything that could move
// a cursor, forge a link, reverse a line or break a column has been taken out.
// Only this package makes a Text; everything that draws takes one. It must not
// know styles, panes or creators.
package text

import (
	"fmt"
	"slices"
	"strings"
)

// Text is one line that is safe to draw: no control byte, no escape sequence,
// no invisible or direction-changing rune. Its width in cells is the same
// whether a terminal measures runes or grapheme clusters. The zero Text is
// empty. A Text is comparable.
type Text struct {
	s string
	w int
}

// constant is unexported so that only untyped constants convert to it.
type constant string

// Const is the text of a constant of the program: text.Const("Followers"). A
// variable does not compile; it goes through Clean.
func Const(c constant) Text { return Clean(string(c)) }

// Format is fmt.Sprintf with a constant format; the whole result is cleaned, so
// arguments may be raw. A Text argument prints with %s.
func Format(format constant, args ...any) Text {
	return Clean(fmt.Sprintf(string(format), args...))
}

// When is Format where something holds, else empty: a part of a line that is not always
// there. Its arguments are read in any case.
func When(holds bool, format constant, args ...any) Text {
	if !holds {
		return Text{}
	}
	return Format(format, args...)
}

// Cat joins texts without anything between them.
func Cat(parts ...Text) Text { return Join(parts, Text{}) }

// Join joins texts with sep between them.
func Join(parts []Text, sep Text) Text {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteString(sep.s)
		}
		b.WriteString(p.s)
	}
	return Clean(b.String()) // letters may join across a seam
}

// List joins those of the texts that are not empty. The slice is its own then.
func List(sep Text, parts ...Text) Text {
	return Join(slices.DeleteFunc(parts, Text.Empty), sep)
}

// String is the drawable line.
func (t Text) String() string { return t.s }

// Width is the number of cells t takes.
func (t Text) Width() int { return t.w }

// Empty reports whether t draws nothing.
func (t Text) Empty() bool { return t.s == "" }

// ascii holds since every other surviving rune takes more bytes than cells.
func (t Text) ascii() bool { return t.w == len(t.s) }

const blanks = "                                                                                                                                "

// Spaces is n blank cells; "" if n <= 0. Up to 128 it does not allocate.
func Spaces(n int) string {
	if n = max(n, 0); n <= len(blanks) {
		return blanks[:n]
	}
	return strings.Repeat(" ", n)
}

const rules = "────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────"

// Rule is a horizontal line of n cells; "" if n <= 0.
func Rule(n int) string {
	const size = len("─")
	if n = max(n, 0); n*size <= len(rules) {
		return rules[:n*size]
	}
	return strings.Repeat("─", n)
}

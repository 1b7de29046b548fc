package text

import (
	"strings"
	"unicode/utf8"
)

var unparted = strings.NewReplacer(zwsp, "", zwnj, "")

// Value is s cleaned as by Clean, as a plain string to keep or to send on:
// without the separators that only drawing needs.
func Value(s string) string { return unparted.Replace(Clean(s).s) }

// NextLetter is where the letter of s at the byte offset at ends. s is a Value.
func NextLetter(s string, at int) int {
	if at >= len(s) {
		return len(s)
	}
	n, _ := unit(s[at:])
	return at + n
}

// PrevLetter is where the letter of s before the byte offset at begins. s is a
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

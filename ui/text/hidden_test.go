package text

import (
	"testing"
	"unicode"
)

// TestWhatDrawsNothingGoes takes every rune of the tables whose runes draw
// nothing, and every tag, one by one; of private use it takes the ends.
func TestWhatDrawsNothingGoes(t *testing.T) {
	gone := func(r rune) {
		if got := Clean("a" + string(r) + "b").s; got != "ab" {
			t.Errorf("%U leaves %q", r, got)
		}
	}
	for r := rune(0xe0000); r <= 0xe0fff; r++ {
		gone(r)
	}
	for _, table := range []*unicode.RangeTable{unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, unicode.Prepended_Concatenation_Mark, unicode.Join_Control, unicode.Bidi_Control} {
		each(table, gone)
	}
	for _, r := range []rune{0xe000, 0xf8ff, 0xf0000, 0xffffd, 0x100000, 0x10fffd, 0x10eeee, // private use; the last is where a terminal draws pictures
		0x20e3, 0x1f3fb, 0x1f3ff, 0x302e, 0x302f, 0x17b4, 0x17b5, 0xd4e, 0x111c2, 0x111c3, 0x1193f, 0x11941, 0x11a3a, 0x11a84, 0x11a89, 0x11d46, 0x11f02,
		0, 1, 8, 0xb, 0xc, 0xe, 0x1f, 0x7f, 0x80, 0x84, 0x86, 0x9f} {
		gone(r)
	}
}

func each(table *unicode.RangeTable, f func(r rune)) {
	for _, span := range table.R16 {
		for r := rune(span.Lo); r <= rune(span.Hi); r += rune(span.Stride) {
			f(r)
		}
	}
	for _, span := range table.R32 {
		for r := rune(span.Lo); r <= rune(span.Hi); r += rune(span.Stride) {
			f(r)
		}
	}
}

// The neighbours of what goes stay.
func TestWhatDrawsStays(t *testing.T) {
	for r, want := range map[rune]string{
		0x1f3fa: "\U0001f3fa", 0x1f400: "\U0001f400", 0x3030: "\u3030", 0x20: " ", 0x7e: "~", 0xa1: "¡", 0x2ff: "\u02ff", 0x1f1e6: "A", 0x1f1ff: "Z",
		0xa: " ", 0xd: " ", 0x85: " ", 0x2028: " ", 0x2029: " ", 9: "    ", 0x2800: " ", 0x3000: " ", 0x378: "\ufffd", 0x1fafe: "\U0001fafe", 0x1faff: "\U0001faff", 0x1fb00: "\U0001fb00",
	} {
		if got := Clean("a" + string(r) + "b").s; got != "a"+want+"b" {
			t.Errorf("%U leaves %q, want %q", r, got, "a"+want+"b")
		}
	}
}

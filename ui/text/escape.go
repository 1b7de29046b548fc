package text

import "strings"

// maxSequence limits the distance to the end of a string command. One that ends later
// counts as unterminated, so that it cannot eat a text.
const maxSequence = 2048

// sequence is the length of the escape sequence that s starts with, 0 if none.
// C1 controls start one too, written as UTF-8. Of an unterminated sequence only
// the introducer counts.
func sequence(s string, first rune, size int) int {
	kind, at := byte(0), size
	switch {
	case first == 0x1b:
		if len(s) < 2 {
			return 1
		}
		kind, at = s[1], 2
	case first < 0xa0 && first != 0x85 && size == 2:
		kind = byte(first) - 0x40
	default:
		return 0
	}
	switch kind {
	case '[':
		return at + csi(s[at:])
	case ']', 'P', 'X', '^', '_':
		return at + payload(s[at:])
	}
	return plainEscape(s, kind, at)
}

// plainEscape is ESC, intermediates, final.
func plainEscape(s string, kind byte, at int) int {
	switch {
	case s[0] != 0x1b:
		return at
	case kind >= 0x30 && kind <= 0x7e:
		return at
	case kind < 0x20 || kind > 0x2f:
		return 1
	}
	for at < len(s) && s[at] >= 0x20 && s[at] <= 0x2f {
		at++
	}
	if at < len(s) && s[at] >= 0x30 && s[at] <= 0x7e {
		return at + 1
	}
	return at
}

// csi is the length of parameters, intermediates and final byte.
func csi(s string) int {
	i := 0
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x3f && i < maxSequence {
		i++
	}
	if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7e {
		return i + 1
	}
	return i
}

// payload is the length of a string command up to and with its end: BEL, ST as
// ESC \ or as C1. 0 if it does not end in this line.
func payload(s string) int {
	s = s[:min(len(s), maxSequence)]
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i]
	}
	const none = maxSequence + 1
	end := none
	for _, st := range []string{"\a", "\x1b\\", "\u009c"} {
		if i := strings.Index(s, st); i >= 0 {
			end = min(end, i+len(st))
		}
	}
	if end == none {
		return 0
	}
	return end
}

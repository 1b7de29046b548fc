package sheet

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Harmless is a text as a cell of CSV: no spreadsheet runs it, and it neither moves a
// cursor nor turns round or breaks the line that it stands in. What could begin a
// formula gets an apostrophe in front, and characters that move or turn are written as
// \u escapes. NUL is left out. Plain is the way back.
func Harmless(s string) string {
	if s = escape(s); runs(s) {
		return "'" + s
	}
	return s
}

// Plain is the text of a cell that Harmless wrote; any other cell is as it stands.
func Plain(cell string) string {
	bare, marked := strings.CutPrefix(cell, "'")
	for _, s := range []string{bare, cell} {
		if !marked && !strings.Contains(s, escaped) {
			return cell
		}
		if s = unescape(s); Harmless(s) == cell {
			return s
		}
	}
	return cell
}

// runs says whether a spreadsheet could take a text for a formula. An apostrophe hides
// one: a text that begins with one of its own needs another.
func runs(s string) bool {
	begin := strings.TrimLeftFunc(strings.TrimLeft(s, "'"), func(r rune) bool {
		return r == ' ' || r == '\u00a0' || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point)
	})
	return begin != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(begin)[0])
}

// turns reports what changes the order of a line, or ends it where no line ends:
// controls, line and paragraph separators, and the marks that embed, override and
// isolate directions. Letters and marks of right-to-left scripts do not count, nor
// what draws nothing: names are written with them.
func turns(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return false
	case r == '\u2028', r == '\u2029', r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
		return true
	}
	return unicode.IsControl(r)
}

// Straight is a text without what would change the order of a line.
func Straight(s string) string {
	return strings.Map(func(r rune) rune {
		if turns(r) {
			return -1
		}
		return r
	}, s)
}

const escaped = `\u`

func escape(s string) string {
	if !strings.ContainsFunc(s, turns) && !strings.Contains(s, escaped) && !strings.Contains(s, "\r") {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		_, code := codeAt(s[i:])
		switch {
		case r == 0:
		case turns(r), r == '\r' && !strings.HasPrefix(s[i+1:], "\n"), code:
			fmt.Fprintf(&b, escaped+"%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if r, ok := codeAt(s[i:]); ok {
			b.WriteRune(r)
			i += len(escaped) + 4
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// codeAt is the character that an escape at the beginning of a text stands for.
func codeAt(s string) (rune, bool) {
	if len(s) < len(escaped)+4 || !strings.HasPrefix(s, escaped) {
		return 0, false
	}
	n, err := strconv.ParseUint(s[len(escaped):len(escaped)+4], 16, 16)
	r := rune(n)
	return r, err == nil && (turns(r) || r == '\\' || r == '\r')
}

// hidden are the tables of characters that draw nothing, or change their neighbours.
var hidden = []*unicode.RangeTable{unicode.Cc, unicode.Cf, unicode.Co, unicode.Other_Default_Ignorable_Code_Point}

func unprintable(r rune) bool {
	return !slices.Contains([]rune{'\n', '\t'}, r) && unicode.In(r, hidden...)
}

// PlainJSON writes what is no plain character as \u escapes: the same JSON, and
// nothing in it can move a terminal's cursor or reverse a line.
func PlainJSON(raw []byte) []byte {
	if !bytes.ContainsFunc(raw, unprintable) {
		return raw
	}
	var b bytes.Buffer
	for _, r := range string(raw) {
		switch {
		case !unprintable(r):
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.Bytes()
}

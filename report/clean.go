package report

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"

	"greenroom/internal/sheet"
	"greenroom/ui/text"
)

// Limits of texts from outside: marks on one letter, and characters of one text.
const (
	marksMost = 6
	runesMost = 4000
)

// clean is a text from outside as a page takes it: no control, nothing that turns a line
// round, no heap of marks. Letters, joiners and emoji stay as they are: a browser draws them,
// unlike a terminal.
func clean(s string) string {
	s = sheet.Straight(ansi.Strip(strings.ToValidUTF8(s, "\ufffd")))
	var b strings.Builder
	marks, n := 0, 0
	for _, r := range norm.NFC.String(s) {
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		if marks > marksMost || unicode.In(r, unicode.Co, unicode.Noncharacter_Code_Point) || r >= 0xe0000 && r <= 0xe0fff {
			continue
		}
		if n++; n > runesMost {
			b.WriteString("…")
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// masker is clean without what people are reached by, and counts how often that was in a text.
func masker(count *int) func(string) string {
	return func(s string) string {
		s = clean(s)
		masked := text.Mask(s)
		if masked != s {
			*count++
		}
		return masked
	}
}

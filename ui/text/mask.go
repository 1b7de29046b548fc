package text

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// reach matches addresses, also those written for people only ("name (at) place dot
// example"), and telephone numbers, which begin with a plus or a nought and have at least
// seven digits.
var reach = regexp.MustCompile(`(?i)` +
	`([\pL\pN._%+'-]+)((?:@|＠|\s?[(\[{<]\s?(?:at|ät|arroba)\s?[)\]}>]\s?)[\pL\pN-]+(?:(?:\.|\s?[(\[{<]\s?(?:dot|punkt|punto|point|ponto)\s?[)\]}>]\s?)[\pL\pN-]+)+)` +
	`|((?:\+|\b00|\b0)[1-9](?:[ ()./-]{0,2}\d){5,14})`)

// Hidden stands for what was masked.
const Hidden = "•••"

// Mask hides most of each e-mail address and telephone number in a text: the first
// letter and the place of an address stay, and the first digits of a number.
func Mask(s string) string {
	if !strings.ContainsAny(s, "@＠([{<+0") {
		return s
	}
	var b strings.Builder
	end := 0
	for _, m := range reach.FindAllStringSubmatchIndex(s, -1) {
		b.WriteString(s[end:m[0]])
		if m[2] >= 0 {
			_, n := utf8.DecodeRuneInString(s[m[2]:])
			b.WriteString(s[m[2]:m[2]+n] + Hidden + s[m[4]:m[5]])
		} else {
			b.WriteString(s[m[6]:m[6]+3] + Hidden)
		}
		end = m[1]
	}
	return b.String() + s[end:]
}

// MaskedLines are the lines of a text, without what one is reached by.
func MaskedLines(s string) []Text { return CleanLines(Mask(s)) }

// Masked is a text that one is reached by, without it.
func Masked(s string) Text { return Clean(Mask(s)) }

package viewtest

import (
	"regexp"
	"slices"
	"strings"
)

var coded = regexp.MustCompile(`\S*[a-z]_[a-z]\S*`)

// Codes are the raw codes, such as drugs_alcohol, in what people read. Handles and
// addresses are none; typed are the words that people have to type as they are.
func Codes(shown string, typed ...string) (out []string) {
	for _, word := range coded.FindAllString(shown, -1) {
		bare := strings.Trim(word, `“”"'().,;:…`)
		if strings.Contains(bare, "@") || strings.ContainsAny(bare, "/") || slices.Contains(typed, bare) {
			continue
		}
		out = append(out, word)
	}
	return out
}

// Package codetest helps tests: it finds raw codes in what people read, and holds answers
// against a record of them.
package codetest

import (
	"regexp"
	"slices"
	"strings"
)

var coded = regexp.MustCompile(`\S*[a-z]_[a-z]\S*`)

// In finds raw codes, such as drugs_alcohol. Handles and addresses are none; typed
// are the words that people have to type as they are.
func In(shown string, typed ...string) (out []string) {
	for _, word := range coded.FindAllString(shown, -1) {
		bare := strings.Trim(word, `“”"'().,;:…`)
		if strings.Contains(bare, "@") || strings.ContainsAny(bare, "/") || slices.Contains(typed, bare) {
			continue
		}
		out = append(out, word)
	}
	return out
}

package ident

import "slices"

// Knows holds for the code of a language that Of can tell.
func Knows(code string) bool {
	m := loaded()
	for f := range m.codes {
		if slices.Contains(m.codes[f], code) {
			return true
		}
	}
	return code != "" && slices.Contains(scriptCodes[:], code) || code == "ja"
}

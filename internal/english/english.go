// Package english writes counts, languages, countries and codes of the contract in
// English: one spelling for the service, the client and the screens.
package english

import (
	"strconv"

	"golang.org/x/text/language"

	"greenroom/internal/naming"
)

// Count counts something: "1 week", "3 weeks". what is the singular of a word
// whose plural takes an s.
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// Language is the name of a language with its script and region, "Brazilian
// Portuguese" for pt-BR; the code itself where it has none.
func Language(code string) string {
	if code == "und" {
		return "an unknown language"
	}
	tag, err := language.Parse(code)
	if err != nil {
		return code
	}
	return or(naming.In("en").Tag(tag), code)
}

// Country is the name of a country; the code itself where it has none.
func Country(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	return or(naming.In("en").Of(region.Canonicalize().String()), code)
}

func or(name, code string) string {
	if name == "" {
		return code
	}
	return name
}

package cells

import "strings"

// factors lists the factors of words behind a number, lower case. "mil" is not among them:
// it is a thousand in some languages and a million in others.
var factors = lists.factors("factor")

// easternFactors count by ten thousands, in signs that stand right behind the digits.
var easternFactors = lists.factors("eastern")

// counted lists the words for counted things; they change nothing.
var counted = lists.Set("counted")

// UnitOf returns the factor that a header's word names; 0 for none. A letter alone counts
// only where it stands in brackets, which is for the caller to see.
func UnitOf(word string) float64 {
	switch word {
	case "000", "000s", "'000", "'000s", "thousands":
		return 1e3
	case "g", "b", "c", "l", "n", "t", "cr", "tr", "rb", "bin", "mi", "mia", "mii", "tis", "mille":
		return 0
	}
	return factors[word]
}

var (
	yeses = lists.Set("yes")
	noes  = lists.Set("no")
)

// Truth reads a yes or a no.
func Truth(text string) (yes, ok bool) {
	word := strings.ToLower(strings.TrimSpace(text))
	return yeses[word], yeses[word] || noes[word]
}

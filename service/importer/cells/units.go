package cells

import "strings"

// factors lists the factors of words behind a number, lower case. "mil" is not among them:
// it is a thousand in some languages and a million in others.
var factors = lists.factors("factor")

// easternFactors count by ten thousands, in signs that stand right behind the digits.
var easternFactors = lists.factors("eastern")

// counted lists the words for counted things; they change nothing.
var counted = lists.Set("counted")

// letterFactors are of letters that are short for a word of one language and for much else
// elsewhere: they count where another cell of the column writes a word of that language.
var letterFactors, letterProofs = lists.factors("letter-factor"), lists["letter"]

// Letter is a letter that counts behind the numbers of a column: a "t" for a thousand.
type Letter struct {
	Sign   string // lower case; "" is any
	Factor float64
}

// LetterIn finds the first cell whose number has such a letter behind it, "" for none; proved
// says that another cell shows the language of which it is short for a word.
func LetterIn(column []string) (l Letter, cell string, proved bool) {
	words := map[string]bool{}
	for _, text := range column {
		word := behind(text)
		if words[word] = true; cell == "" && letterFactors[word] > 0 {
			l, cell = Letter{word, letterFactors[word]}, text
		}
	}
	for word := range words {
		proved = proved || cell != "" && letterProofs[word] == l.Sign
	}
	return l, cell, proved
}

// headed are the factors of words in headers that mean another thing in cells, or nothing.
var headed = lists.factors("header")

// UnitOf returns the factor that a header's word names; 0 for none. A letter alone counts
// only where it stands in brackets, which is for the caller to see.
func UnitOf(word string) float64 {
	if factor, own := headed[word]; own {
		return factor
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

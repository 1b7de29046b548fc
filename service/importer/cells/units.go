package cells

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// factors lists the factors of words behind a number, lower case. "mil" is not among them:
// it is a thousand in some languages and a million in others.
var factors = lists.factors("factor")

// easternFactors count by ten thousands, in signs that stand right behind the digits.
var easternFactors = lists.factors("eastern")

// doubtful are words and letters that count one thing in one language and another thing in
// the next, with what they may count; proofs are words that show the language of a column, and
// so what such a word counts in it.
var doubtful, proofs = lists["doubtful"], lists["proof"]

// Doubt is a word behind numbers of a column that counts no one thing everywhere.
type Doubt struct {
	Word   string // lower case
	Cell   string // the first that has it
	May    []float64
	Counts float64 // what another cell proves it to count; 0: none does
}

// Doubts lists such words of a column, in the order in which they stand there. The cells of
// all columns show the language. "m" is one beside "mm" alone, which some write
// for thousand thousands, and "b" beside Turkish words.
func Doubts(column, everywhere []string) (list []Doubt) {
	words, all := map[string]bool{}, map[string]bool{}
	for _, text := range everywhere {
		all[behind(text)] = true
	}
	thousands, millions := false, false
	for _, text := range column {
		word := behind(text)
		if !words[word] && doubtful[word] != "" {
			list = append(list, Doubt{Word: word, Cell: text, May: MayCount(word)})
		}
		words[word] = true
		thousands, millions = thousands || factors[word] == 1e3, millions || factors[word] == 1e6
	}
	for i, d := range list {
		for word := range all {
			if of, factor, _ := strings.Cut(proofs[word], " "); of == d.Word {
				list[i].Counts = numbersIn(factor)[0]
			}
		}
		if d.Word == "mil" && thousands != millions { // those write the other of the two in a way of their own
			list[i].Counts = map[bool]float64{true: 1e3, false: 1e6}[millions]
		}
	}
	return slices.DeleteFunc(list, func(d Doubt) bool { return d.Word == "m" && !words["mm"] || d.Word == "b" && d.Counts == 0 })
}

// Doubtful lists the words behind numbers that count otherwise elsewhere.
func Doubtful() []string { return slices.Sorted(maps.Keys(doubtful)) }

// MayCount are what such a word may count; none for another word.
func MayCount(word string) []float64 { return numbersIn(doubtful[word]) }

func numbersIn(text string) (list []float64) {
	for _, word := range strings.Fields(text) {
		number, _ := strconv.ParseFloat(word, 64)
		list = append(list, number)
	}
	return list
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

// Truth reads a yes or a no.
func Truth(text string) (yes, ok bool) {
	word := strings.ToLower(strings.TrimSpace(text))
	return lists.Has("yes", word), lists.Has("yes", word) || lists.Has("no", word)
}

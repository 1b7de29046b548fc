package search

import (
	"math"
	"sync"

	"greenroom/service/words/spelling"
)

// vocabulary is the words of the texts as package words asks for them. The
// speller is made when a query first holds a word that no table knows.
type vocabulary struct {
	x       *Index
	speller func() *spelling.Speller
}

// spelledBy is how many texts must use a word for others to be misspellings of it.
const spelledBy = 5

const perTenfold = 0.08 // of an edit, as words weighs the texts of a word

func (x *Index) makeVocabulary() {
	x.words = vocabulary{x, sync.OnceValue(func() *spelling.Speller {
		var list []spelling.Word
		for id, n := range x.postings.count {
			if w := x.terms.term(uint32(id)); n >= spelledBy && isLatin(w) {
				list = append(list, spelling.Word{Text: w, Written: w, Worth: float32(perTenfold * math.Log10(float64(n)))})
			}
		}
		return spelling.New(list)
	})}
}

func isLatin(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}

// Uses is in how many texts a term stands.
func (v vocabulary) Uses(term string) int {
	if id, ok := v.x.terms.lookup(term); ok {
		return int(v.x.postings.count[id])
	}
	return 0
}

// Named reports whether a folded word stands in the name of a creator.
func (v vocabulary) Named(word string) bool {
	c := &v.x.names
	lo, hi := c.bound([]byte(word))
	if lo == hi {
		return false
	}
	key := c.key(c.text[lo]) // a space comes before all letters
	return len(key) == len(word) || key[len(word)] == ' '
}

// Nearest is the word of the texts that a misspelt one was meant to be.
func (v vocabulary) Nearest(word string) (spelling.Match, bool) {
	return v.speller().Nearest(word, func(spelling.Word) (float64, bool) { return 0, true })
}

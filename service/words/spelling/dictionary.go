package spelling

import (
	_ "embed"
	"hash/fnv"
)

// dictionary is a Bloom filter of words that are spelt right, in the languages
// of queries: it knows each of them and one other word in about thirty.
// dictionary_test.go says of what it is made, and makes it.
//
//go:embed dictionary.bin
var dictionary string

const dictionaryHashes = 5

// Right reports whether a folded word of 4 to 11 letters stands in a dictionary
// of English, German, French, Spanish, Italian, Portuguese or Turkish.
func Right(word string) bool {
	if len(dictionary) == 0 {
		return false
	}
	for bit := range bitsOf(word, uint64(len(dictionary))*8) {
		if dictionary[bit/8]&(1<<(bit%8)) == 0 {
			return false
		}
	}
	return true
}

// bitsOf is where a filter of so many bits notes a word: double hashing.
func bitsOf(word string, size uint64) func(func(uint64) bool) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(word))
	sum := h.Sum64()
	a, b := sum>>32, sum&0xffffffff|1
	return func(yield func(uint64) bool) {
		for range dictionaryHashes {
			if !yield(a * size >> 32) {
				return
			}
			a = (a + b) & 0xffffffff
		}
	}
}

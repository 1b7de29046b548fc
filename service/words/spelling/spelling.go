// Package spelling finds the word that a misspelt one was meant to be, and
// knows which words are spelt right. Words are folded; it knows neither
// languages nor what a word means.
package spelling

import (
	_ "embed"
	"hash/fnv"
	"math"
	"math/bits"
	"strings"
)

// Shortest and longest are the letters of a word that is repaired: in shorter
// ones an edit makes another word, longer ones are no words.
const (
	Shortest = 4
	longest  = 24
)

// Word is one that may have been meant, folded, and as it is written. Worth grows
// with how likely it is; 1 outweighs an edit.
type Word struct {
	Text, Written string
	Worth         float32
}

// Speller holds words that may have been meant. It does not change once made.
type Speller struct {
	words [longest + 1][]Word // by their length
	masks [longest + 1][]uint32
}

// New makes a speller; of words given twice the first counts.
func New(words []Word) *Speller {
	s := &Speller{}
	first := make(map[string]int, len(words))
	var sizes [longest + 1]int
	for i, w := range words {
		if _, again := first[w.Text]; !again && len(w.Text) >= Shortest && len(w.Text) <= longest {
			first[w.Text] = i
			sizes[len(w.Text)]++
		}
	}
	for n, size := range sizes {
		s.words[n], s.masks[n] = make([]Word, 0, size), make([]uint32, 0, size)
	}
	for i, w := range words {
		if at, ok := first[w.Text]; ok && at == i {
			n := len(w.Text)
			s.words[n], s.masks[n] = append(s.words[n], w), append(s.masks[n], mask(w.Text))
		}
	}
	return s
}

// Match is a word that may have been meant. Less Cost is better: that of the
// edits less what the word is worth.
type Match struct {
	Word
	Cost float64
}

// Nearest finds the best word within the edits that a word of this length may
// have: one from 4 letters, two from 8, of which one is likely. Only words that worth says true of are
// looked at; what it says is added to the word's own.
func (s *Speller) Nearest(word string, worth func(Word) (float64, bool)) (best Match, ok bool) {
	best.Cost = math.Inf(1)
	edits := Edits(word)
	if edits == 0 {
		return best, false
	}
	own := mask(word)
	for n := max(Shortest, len(word)-edits); n <= min(longest, len(word)+edits); n++ {
		for i, m := range s.masks[n] {
			w := s.words[n][i]
			if bits.OnesCount32(m^own) > 2*edits || edits > 1 && w.Text[0] != word[0] {
				continue // with two edits the first letter is right
			}
			cost := Cost(word, w.Text)
			if cost >= 2*plainEdit || Inflected(word, w.Text) {
				continue
			}
			if more, ok := worth(w); ok && cost-float64(w.Worth)-more < best.Cost {
				best = Match{w, cost - float64(w.Worth) - more}
			}
		}
	}
	return best, !math.IsInf(best.Cost, 1)
}

// Sounds are words by how they sound.
type Sounds map[string][]Word

// NewSounds tells words by how they sound.
func NewSounds(words []Word) Sounds {
	s := Sounds{}
	for _, w := range words {
		if key := sound(w.Text); len(w.Text) >= shortestSound {
			s[key] = append(s[key], w)
		}
	}
	return s
}

// shortestSound is the letters of a word that another may be heard as.
const shortestSound = 6

// Alike returns the words that sound as one does: of "fotography" "photography".
func (s Sounds) Alike(word string) []Word {
	if len(word) < shortestSound {
		return nil
	}
	return s[sound(word)]
}

// sound writes a word as it sounds: its letters without those doubled, and one for
// each of those that sound the same.
func sound(word string) string {
	return undoubled(sounds.Replace(word))
}

var sounds = strings.NewReplacer("ph", "f", "y", "i", "ck", "k", "qu", "k", "c", "k", "th", "t", "z", "s")

// Edits returns the number of edits a word may have.
func Edits(word string) int {
	switch n := len(word); {
	case n < Shortest || n > longest:
		return 0
	case n < 8:
		return 1
	}
	return 2
}

// Inflected reports whether two words may be forms of one, by their ends: the
// first has an ending more, or a last vowel is another. Such are no misspellings.
func Inflected(word, other string) bool {
	n := alikeUpTo(word, other)
	rest, end := word[n:], other[n:]
	if end == "" {
		return rest[0] != word[n-1] // not a letter doubled at the end
	}
	if rest != "" && isVowel(rest[0]) && isVowel(end[0]) && rest[1:] == end[1:] {
		return rest[1:] == "" || rest[1:] == "s" || rest[1:] == "n" || rest[1:] == "r"
	}
	return false
}

// Slip reports whether two words have the same letters, but for one doubled or two
// neighbours swapped.
func Slip(word, meant string) bool {
	if undoubled(word) == undoubled(meant) {
		return true
	}
	n := alikeUpTo(word, meant)
	return len(word) == len(meant) && n+1 < len(word) && word[n] == meant[n+1] && word[n+1] == meant[n] && word[n+2:] == meant[n+2:]
}

// LeftOut reports whether one of two words is the other without an inner letter.
func LeftOut(word, meant string) bool {
	if len(word) > len(meant) {
		word, meant = meant, word
	}
	n := alikeUpTo(word, meant)
	return len(word)+1 == len(meant) && n > 1 && n < len(word) && word[n:] == meant[n+1:]
}

// alikeUpTo counts the letters at the beginning that two words share.
func alikeUpTo(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func undoubled(word string) string {
	var b strings.Builder
	for i := range len(word) {
		if i == 0 || word[i] != word[i-1] {
			b.WriteByte(word[i])
		}
	}
	return b.String()
}

func isVowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

// mask is the letters of a word as a set.
func mask(word string) (m uint32) {
	for i := range len(word) {
		m |= 1 << (word[i] & 31)
	}
	return m
}

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

// bitsOf returns the bits that mark a word in a filter of so many: double hashing.
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

package lexicon

import (
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The kinds of "not" that two of them are told apart by, each after "not" in a
// language file.
const (
	Leaves  = "leave" // "exclude"
	Nobody  = "nobody"
	Outside = "outside" // of a place
	Except  = "except"  // lets off
	Seldom  = "seldom"  // "hardly ever", but "hardly 10k"
	Barely  = "barely"  // the same, but "barely over 10k" is over it
	Ceased  = "ceased"  // "stopped", of what somebody says or shows
	Instead = "instead" // of the one thing in front of what is asked for
)

// Evidence for a language: a word that it alone knows counts 1, one that several
// know is shared among them; a letter counts less than a word.
const (
	letterEvidence   = 0.5
	everydayEvidence = 0.5
	wholeEvidence    = 0.5 // of a word: that it is one by itself, and not only in phrases
	phraseEvidence   = 0.5 // a preposition with a place behind it
	caseEvidence     = 2   // an apostrophe with an ending behind it
	nounEvidence     = 0.5 // a word for a thing: languages lend each other "dessert", but no "hors"
)

// known tells which languages have a word, as sets.
type known struct {
	by     uint32
	whole  uint32 // those where it does not stand in phrases only
	phrase bool   // it is one of the words of a language, not only a name or a part
}

func (l *lexicons) add(word string, more known) {
	k := l.known[word]
	l.known[word] = known{k.by | more.by, k.whole | more.whole, k.phrase || more.phrase}
}

// Detect tells the language of a query from its folded words and its text;
// English where nothing speaks for another.
func Detect(words []string, text string) *Language {
	l := all()
	score := make([]float64, len(l.languages))
	give := func(set uint32, evidence float64) {
		evidence /= float64(max(1, bits.OnesCount32(set)))
		for ; set != 0; set &= set - 1 {
			score[bits.TrailingZeros32(set)] += evidence
		}
	}
	for i, w := range words {
		evidence := 1.0
		if l.nouns[w] {
			evidence = nounEvidence
		}
		known, any := l.known[w]
		if !any && len(w) >= shortestEveryday {
			give(l.everyday(w), everydayEvidence)
		}
		give(known.by, evidence*(1-wholeEvidence))
		give(known.whole, evidence*wholeEvidence)
		for n, one := range l.languages {
			if i > 0 && one.Places[w] != "" && one.words[words[i-1]].Class&Place != 0 {
				score[n] += phraseEvidence
			}
			if i > 0 && one.Grammar[Cases] && slices.Contains(one.PlaceEndings, Ending{Of: w}) && strings.Contains(text, "'"+w) { // "TikTok'ta dans"
				score[n] += caseEvidence
			}
		}
	}
	if lower := strings.ToLower(text); strings.ContainsFunc(lower, func(r rune) bool { return r >= utf8.RuneSelf }) {
		for w := range strings.FieldsFuncSeq(lower, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if set := l.marked[w]; set != 0 {
				give(set, letterEvidence)
				give(l.accented[w], 1)
			}
		}
		for _, r := range lower {
			give(l.writing(r), letterEvidence)
		}
	}
	return l.languages[highest(score)]
}

// everyday is the languages that have an everyday word: "inceleyenler".
func (l *lexicons) everyday(word string) (set uint32) {
	for n, one := range l.languages {
		if one.everyday.has(word) {
			set |= 1 << n
		}
	}
	return set
}

const shortestEveryday = 4 // letters of a word that tells a language

func highest(score []float64) (best int) {
	for n := range score {
		if score[n] > score[best] {
			best = n
		}
	}
	return best
}

// writing is the languages that a letter speaks for.
func (l *lexicons) writing(r rune) (set uint32) {
	if r < 0x80 {
		return 0
	}
	for n, one := range l.languages {
		if strings.ContainsRune(one.letters, r) || unicode.In(r, one.scripts...) {
			set |= 1 << n
		}
	}
	return set
}

// Find says what a phrase means in a query of this language.
func (one *Language) Find(phrase string) Entry {
	if e, ok := one.words[phrase]; ok {
		return e
	}
	if e, ok := all().languages[0].words[phrase]; ok && e.Class != Common {
		return e
	}
	if e, ok := all().named[phrase]; ok {
		return e
	}
	return all().excluding[phrase]
}

// Known reports whether any language has the phrase.
func Known(phrase string) bool { return all().known[phrase].phrase }

// Part reports whether a word stands in any phrase or name of any language.
func Part(word string) bool {
	_, ok := all().known[word]
	return ok
}

// Words lists the phrases of the language, folded.
func (one *Language) Words() iter.Seq[string] { return maps.Keys(one.words) }

// Longest returns the length in words of the longest phrase of any language that begins
// with a word; 0 when none does.
func Longest(word string) int { return all().longest[word] }

// Scaled returns the factor of a word like "k" or "tsd", in any language.
func Scaled(word string) (float64, bool) {
	e := all().named[word]
	return e.Number, e.Class&Scale != 0
}

// Counts returns the number that a word names, in any language.
func Counts(word string) (float64, bool) {
	n, ok := all().counts[word]
	return n, ok
}

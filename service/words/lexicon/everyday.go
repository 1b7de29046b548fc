package lexicon

import (
	"strings"

	"greenroom/service/languages"
	"greenroom/service/words/terms"
)

// everyday holds the words of a language that no query is about: of each stem the kinds of
// endings that it takes, of each ending the kinds that have it; kinds are bits.
type everyday struct {
	stems, endings map[string]uint32
	longest        int // letters of an ending
}

// noEnding stands in the lists for a stem that is a word by itself.
const noEnding = "-"

// readEveryday reads "endings KIND: …" and, behind it, "KIND: stem, …".
func readEveryday(code string) everyday {
	e := everyday{stems: map[string]uint32{}, endings: map[string]uint32{}}
	kinds := map[string]uint32{}
	for key, items := range languages.Entries(languages.Read(code, languages.Everyday)) {
		kind, of := strings.CutPrefix(key, "endings ")
		if of {
			kinds[kind] = 1 << len(kinds)
		}
		for _, item := range items {
			switch item = terms.Fold(strings.TrimPrefix(item, noEnding)); {
			case of:
				e.endings[item] |= kinds[kind]
				e.longest = max(e.longest, len(item))
			default:
				e.stems[item] |= kinds[kind]
			}
		}
	}
	return e
}

func (e everyday) has(word string) bool {
	for n := max(1, len(word)-e.longest); n <= len(word); n++ {
		if e.stems[word[:n]]&e.endings[word[n:]] != 0 {
			return true
		}
	}
	return false
}

// Everyday reports whether a folded word is one that says something only where a query
// of this language says nothing else: forms of "publish", "whatsoever".
func (one *Language) Everyday(word string) bool {
	return one.everyday.has(word) || all().languages[0].everyday.has(word)
}

package analysis

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// speech is how the language of a text was told.
type speech struct {
	codes []string // the most likely first; empty: none that there are words for
	sure  bool     // the text itself shows it
}

// spokenBonus is what it counts that an author is known to write a language.
const spokenBonus = 1.5

// recognise tells the languages of a text: by its script, by its small words,
// and where it shows neither, by what the caller knows.
func recognise(toks []token, known []string) speech {
	counts, foreign := countLanguages(toks)
	if len(counts) == 0 {
		if foreign {
			return speech{}
		}
		return speech{codes: supported(known)}
	}
	if len(known) > 0 {
		for _, k := range supported(known) {
			counts[k] += spokenBonus
		}
	}
	best := 0.0
	for _, n := range counts {
		best = max(best, n)
	}
	var out []string
	for _, l := range languages {
		if n := counts[l]; n > 0 && (n == best || n >= 2 && 2*n >= best) {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), rank(known, a)-rank(known, b))
	})
	return speech{codes: out, sure: true}
}

// countLanguages counts the words that show a language; foreign says that
// there are words in a script of none.
func countLanguages(toks []token) (counts map[string]float64, foreign bool) {
	counts = map[string]float64{}
	for _, t := range toks {
		switch lang := byScript(t.word); lang {
		case "latin":
			// A word that several languages have tells less.
			shared := functionWords()[t.word]
			for _, l := range shared {
				counts[l] += 1 / float64(len(shared))
			}
		case "":
			foreign = true
		default:
			counts[lang]++
		}
	}
	return counts, foreign
}

// functionWords lists the languages that have a small word.
var functionWords = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, l := range languages {
		for w := range lexicons()[l].function {
			out[w] = append(out[w], l)
		}
	}
	return out
})

// supported keeps the languages that there are words for; English where
// nothing is known, because most tags and names are.
func supported(known []string) (out []string) {
	for _, k := range known {
		base, _, _ := strings.Cut(strings.ToLower(k), "-")
		if slices.Contains(languages, base) && !slices.Contains(out, base) {
			out = append(out, base)
		}
	}
	if len(known) == 0 {
		return []string{"en"}
	}
	return out
}

func rank(list []string, s string) int {
	if i := slices.Index(list, s); i >= 0 {
		return i
	}
	return len(list)
}

// byScript is the language that a script stands for, "latin" for many, "" for
// one that there are no words for.
func byScript(word string) string {
	for _, r := range word {
		switch {
		case unicode.Is(unicode.Latin, r), unicode.IsDigit(r):
			return "latin"
		case unicode.Is(unicode.Devanagari, r):
			return "hi"
		case unicode.Is(unicode.Hiragana, r), unicode.Is(unicode.Katakana, r), unicode.Is(unicode.Han, r), r == 'ー':
			return "ja"
		case unicode.IsLetter(r):
			return ""
		}
	}
	return "latin"
}

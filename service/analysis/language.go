package analysis

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"greenroom/service/languages"
)

// speech is how the language of a text was told.
type speech struct {
	codes   []string // the most likely first; empty: none that there are words for
	sure    bool     // the text itself shows it
	strange bool     // most of it is in a language that there are no words for
}

const (
	// spokenBonus is what it counts that an author is known to write a language.
	spokenBonus = 1.5
	// strangerShare is the least part of a text that small words of a language
	// make up, where its author is known to write none of those here.
	strangerShare = 0.3
	// longEnough is how many words show a language by their small ones.
	longEnough = 20
)

// recognise tells the languages of a text: by its script, by its small words,
// and where it shows neither, by what the caller knows.
func recognise(text string, toks []token, known []string) speech {
	able := supported(known)
	c := countLanguages(text, toks, able)
	strange := c.strange(known, able)
	if len(c.languages) == 0 {
		if strange && c.foreign > 0 {
			return speech{strange: true}
		}
		return speech{codes: able, strange: strange}
	}
	if strange && c.foreign == 0 {
		return speech{strange: true}
	}
	if len(known) > 0 {
		for _, k := range able {
			c.languages[k] += spokenBonus
		}
	}
	best := c.best()
	var out []string
	for _, l := range knownLanguages {
		if n := c.languages[l]; n > 0 && (n == best || n >= 2 && 2*n >= best) {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(c.languages[b], c.languages[a]), rank(known, a)-rank(known, b))
	})
	return speech{codes: out, sure: true, strange: strange}
}

// census is how many words of a text show which language.
type census struct {
	languages map[string]float64
	words     int // in Latin letters, in no hashtag
	foreign   int // in a script of no language here
	native    int // in a script that shows its language
}

func (c *census) best() (most float64) {
	for _, n := range c.languages {
		most = max(most, n)
	}
	return most
}

// strange: most of the words are in a script, or the text in a language, that
// nothing is known of. Of the languages that the caller knows, there are words for able.
func (c *census) strange(known, able []string) bool {
	if c.foreign > c.words+c.native {
		return true
	}
	if c.foreign > 0 || c.native > 0 {
		return false
	}
	if len(known) == 0 {
		return c.words >= longEnough && c.best() == 0
	}
	return len(able) == 0 && c.best() < strangerShare*float64(c.words)
}

func countLanguages(text string, toks []token, able []string) census {
	c := census{languages: map[string]float64{}}
	japanese := slices.ContainsFunc(toks, func(t token) bool { return kana(t.word) }) || slices.Contains(able, "ja")
	for i, t := range toks {
		switch lang := byScript(t.word); {
		case lang == "latin":
			if !t.tag {
				c.words++
			}
			if lone(text, toks, i) {
				continue
			}
			// A word that several languages have tells less.
			shared := functionWords()[t.word]
			for _, l := range shared {
				c.languages[l] += 1 / float64(len(shared))
			}
		case lang == "", lang == "ja" && !japanese:
			c.foreign++
		default:
			c.native++
			c.languages[lang]++
		}
	}
	return c
}

// kana: of a script that nothing but Japanese is written in.
func kana(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool {
		return r >= 0x3000 && (unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r))
	})
}

// lone: a single consonant that stands before no apostrophe, as "l'eau" does,
// is a part of another word: "don't", "rock 'n' roll".
func lone(text string, toks []token, i int) bool {
	t := toks[i]
	if len(t.word) != 1 || strings.Contains("aeiouy", t.word) {
		return false
	}
	if i+1 == len(toks) {
		return true
	}
	gap := text[t.end:toks[i+1].start]
	return gap != "'" && gap != "’"
}

// functionWords lists the languages that have a small word.
var functionWords = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, l := range knownLanguages {
		for _, w := range smallWords(l) {
			out[w] = append(out[w], l)
		}
	}
	return out
})

// smallWords are those that a word file opens with, without the rest of it.
func smallWords(lang string) []string {
	_, rest, _ := strings.Cut(languages.Read(lang, languages.Posts), "[language]\n")
	line, _, _ := strings.Cut(rest, "\n")
	seen := map[string]bool{}
	var out []string
	for w := range strings.FieldsSeq(line) {
		if w = plain(w); !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// supported keeps the languages that there are words for; English where
// nothing is known, because most tags and names are.
func supported(known []string) (out []string) {
	for _, k := range known {
		base, _, _ := strings.Cut(strings.ToLower(k), "-")
		if slices.Contains(knownLanguages, base) && !slices.Contains(out, base) {
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
		case r < utf8.RuneSelf && isLower(byte(r)), unicode.Is(unicode.Latin, r), unicode.IsDigit(r):
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

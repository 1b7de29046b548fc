package terms

import (
	"bytes"
	"strings"
)

// stem cuts the English plural and -ing off a folded word, in place. It is
// light on purpose: what it leaves still reads as a word.
func stem(w []byte) []byte {
	n := len(w)
	if n < 4 {
		return w
	}
	switch w[n-1] {
	case 's':
		return stemPlural(w)
	case 'g':
		if w[n-2] == 'n' && w[n-3] == 'i' {
			return stemIng(w)
		}
	}
	return w
}

func stemPlural(w []byte) []byte {
	n := len(w)
	switch w[n-2] {
	case 's', 'u', 'i':
		return w
	case 'e':
	default:
		return w[:n-1]
	}
	stem := w[:n-2]
	switch {
	case n > 4 && w[n-3] == 'i':
		w[n-3] = 'y'
		return stem
	case bytes.HasSuffix(stem, []byte("ss")), bytes.HasSuffix(stem, []byte("x")),
		bytes.HasSuffix(stem, []byte("ch")), bytes.HasSuffix(stem, []byte("sh")):
		return stem
	}
	return w[:n-1]
}

// stemIng turns running into run, baking into bake and parenting into parent;
// string, thing and spring stay.
func stemIng(w []byte) []byte {
	s := w[:len(w)-3]
	n := len(s)
	if n < 2 || !hasVowel(s) {
		return w
	}
	last := s[n-1]
	switch {
	case last == s[n-2] && !vowel(last):
		if last == 'l' || last == 's' || last == 'z' {
			return s
		}
		return s[:n-1]
	case last == 'v', last == 'c', !vowel(s[n-2]) && last == 'l',
		bytes.HasSuffix(s, []byte("at")) && n > 2 && !vowel(s[n-3]),
		shortSyllable(s):
		return append(s, 'e')
	}
	return s
}

// shortSyllable: consonants, one vowel, one consonant that is not w, x or y.
func shortSyllable(s []byte) bool {
	n := len(s)
	return n >= 3 && !vowel(s[n-1]) && vowel(s[n-2]) && strings.IndexByte("wxy", s[n-1]) < 0 && !hasVowel(s[:n-2])
}

func vowel(c byte) bool { return strings.IndexByte("aeiouy", c) >= 0 }

func hasVowel(s []byte) bool { return bytes.ContainsAny(s, "aeiouy") }

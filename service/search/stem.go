package search

import (
	"bytes"
	"strings"
	"sync"
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
	case n > 2 && last == s[n-2] && !vowel(last):
		if last == 'l' || last == 's' || last == 'z' {
			return s
		}
		return s[:n-1]
	case last == 'v', last == 'c', !vowel(s[n-2]) && last == 'l' && n > 2,
		bytes.HasSuffix(s, []byte("at")) && n > 3 && !vowel(s[n-3]),
		shortSyllable(s):
		return append(s, 'e')
	}
	return s
}

// shortSyllable: consonants, one vowel, one consonant that is not w, x or y.
func shortSyllable(s []byte) bool {
	n := len(s)
	if n < 3 || vowel(s[n-1]) || !vowel(s[n-2]) || strings.IndexByte("wxy", s[n-1]) >= 0 {
		return false
	}
	for _, c := range s[:n-2] {
		if vowel(c) {
			return false
		}
	}
	return true
}

func vowel(c byte) bool { return strings.IndexByte("aeiouy", c) >= 0 }

func hasVowel(s []byte) bool { return bytes.ContainsAny(s, "aeiouy") }

// stopWords carry no topic in any text; they are not indexed.
var stopWords = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`the and of to in is it you that he was for on are with as his they at be this have from or
 one had by but not what all were we when your can said there use an each which she do how their if will up other about out many
 then them these so some her would make like him into has look go see no way could my than been who its now did get come may
 part me just because does don doesn didn isn wasn ll ve re im also any our us here very really only over own too more most such
 und der die das ist ein eine ich nicht mit auf für fur den dem des im zu von sich wir sie ihr auch wie aber oder
 le la les un une des du et est en que qui dans pour pas sur au aux ce je il elle nous vous avec
 el los las una y es por con para del al se lo su mi os da do dos das em no na nos nas um uma com não nao
 di che non per sono della dei il gli bir ve bu da de ile için icin`) {
		m[w] = true
	}
	return m
})

package analysis

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// span is a piece of a text, in bytes.
type span struct{ lo, hi int }

func (s span) holds(lo, hi int) bool { return s.lo <= lo && hi <= s.hi }

// spanAt finds the span that holds a byte, in a list in order.
func spanAt(list []span, at int) (span, bool) {
	i, found := slices.BinarySearchFunc(list, at, func(s span, at int) int { return cmp.Compare(s.lo, at) })
	if !found {
		i--
	}
	if i < 0 || at >= list[i].hi {
		return span{}, false
	}
	return list[i], true
}

// sentences cuts a text at full stops, line ends and their like.
func sentences(text string) []span {
	var out []span
	from := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if i += size; endsSentence(r, text[i:]) {
			out = appendSpan(out, text, from, i)
			from = i
		}
	}
	return appendSpan(out, text, from, len(text))
}

func appendSpan(list []span, text string, lo, hi int) []span {
	if strings.TrimSpace(text[lo:hi]) == "" {
		return list
	}
	return append(list, span{lo, hi})
}

// endsSentence: a full stop inside a number or an abbreviation does not.
func endsSentence(r rune, rest string) bool {
	switch r {
	case '\n', '\r', '。', '！', '？', '।', '｡':
		return true
	case '.', '!', '?', '…':
		next, size := utf8.DecodeRuneInString(rest)
		return size == 0 || unicode.IsSpace(next)
	}
	return false
}

// quoteMax limits the characters of a quote.
const quoteMax = 240

// excerpt is the sentence around text[lo:hi], letter for letter; where it is
// too long, whole words on both sides of the place.
func excerpt(text string, all []span, lo, hi int) string {
	s, ok := spanAt(all, lo)
	if !ok || hi > s.hi {
		s = span{0, len(text)}
	}
	if s.hi-s.lo <= quoteMax*utf8.UTFMax && utf8.RuneCountInString(text[s.lo:s.hi]) <= quoteMax {
		return strings.TrimSpace(text[s.lo:s.hi])
	}
	room := max(0, quoteMax-utf8.RuneCountInString(text[lo:hi])) / 2
	from, to := back(text[s.lo:lo], room)+s.lo, ahead(text[hi:s.hi], room)+hi
	return strings.TrimSpace(text[from:to])
}

// back returns the beginning of the last words of s, n characters long at most.
func back(s string, n int) int {
	at := len(s)
	for i := len(s); i > 0 && n > 0; n-- {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
		if i == 0 || unicode.IsSpace(r) || script(r) == han {
			at = i
		}
	}
	return at
}

// ahead returns the end of the first words of s, n characters long at most.
func ahead(s string, n int) int {
	at := 0
	for i, r := range s {
		if n == 0 {
			return at
		}
		n--
		if unicode.IsSpace(r) || script(r) == han {
			at = i
		}
	}
	if n > 0 || at == 0 && n == 0 {
		return len(s)
	}
	return at
}

// quotation finds what stands in quotation marks, the marks left out. A mark
// without its twin in the same line is none.
func quotation(text string) []span {
	var out []span
	var open rune
	from := -1
	for i, size := 0, 0; i < len(text); i += size {
		if c := text[i]; c < utf8.RuneSelf && c != '"' && c != '\'' && c != '\n' {
			size = 1
			continue
		}
		var r rune
		r, size = utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			from = -1
		case from >= 0 && closes(open, r, text[i+size:]):
			out = append(out, span{from, i})
			from = -1
		case from < 0 && opens(r, text[:i], text[i+size:]):
			open, from = r, i+size
		}
	}
	return out
}

// closing are the marks that may close a quotation, by the one that opens it.
var closing = map[rune]string{'"': "\"", '\'': "'", '”': "”", '＂': "＂", '»': "«", '“': "”\"", '„': "“”\"", '«': "»", '‹': "›", '「': "」", '『': "』", '‘': "’", '‚': "‘’"}

func opens(r rune, before, after string) bool {
	if closing[r] == "" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	switch r {
	case '\'', '‘':
		if elided(after) {
			return false
		}
		fallthrough
	case '"', '”':
		return (before == "" || !inWord(last)) && !starts(after, unicode.IsSpace) && after != ""
	}
	return true
}

// elisions are words whose first letters an apostrophe stands for.
var elisions = map[string]bool{"cause": true, "cos": true, "cuz": true, "til": true, "em": true, "n": true, "tis": true, "twas": true,
	"bout": true, "nother": true, "nen": true, "ner": true, "s": true}

// elided: an apostrophe in front of rest stands for letters or for a century:
// "'cause", "'90s".
func elided(rest string) bool {
	word := strings.ToLower(rest[:wordEnd(rest)])
	return elisions[word] || starts(word, unicode.IsDigit)
}

func wordEnd(s string) int {
	if i := strings.IndexFunc(s, func(r rune) bool { return !inWord(r) }); i >= 0 {
		return i
	}
	return len(s)
}

func closes(open, r rune, after string) bool {
	return strings.ContainsRune(closing[open], r) && (open != '\'' && open != '‘' || !starts(after, inWord))
}

package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// token is one word of a text, where it stands. Scripts without spaces come
// character by character, but katakana in runs.
type token struct {
	word       string // lower case, decorated letters made plain, accents kept
	start, end int
	tag        bool // a hashtag
	line       bool // the first of its line
}

// tokenize cuts a text into words. Addresses and @names are no words.
func tokenize(text string) []token {
	s := tokenizer{text: text, fresh: true}
	for s.pos < len(text) {
		s.step()
	}
	return s.out
}

type tokenizer struct {
	text  string
	pos   int
	fresh bool // nothing but spaces and signs since the line began
	out   []token
}

func (s *tokenizer) step() {
	rest := s.text[s.pos:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == '\n':
		s.fresh = true
		s.pos += size
	case r == '@' || isAddress(rest):
		s.pos += size + nonSpace(rest[size:])
	case script(r) == han:
		s.take(size)
	case inWord(r):
		s.take(wordLen(rest))
	default:
		s.pos += size
	}
}

func (s *tokenizer) take(n int) {
	raw := s.text[s.pos : s.pos+n]
	s.out = append(s.out, token{
		word: plain(raw), start: s.pos, end: s.pos + n, line: s.fresh,
		tag: strings.HasSuffix(s.text[:s.pos], "#") || strings.HasSuffix(s.text[:s.pos], "＃"),
	})
	s.fresh = false
	s.pos += n
}

func isAddress(s string) bool {
	for _, p := range []string{"http://", "https://", "www."} {
		if len(s) >= len(p) && strings.EqualFold(s[:len(p)], p) {
			return true
		}
	}
	return false
}

func nonSpace(s string) int {
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		return i
	}
	return len(s)
}

type scriptKind uint8

const (
	spaced scriptKind = iota
	han               // written without spaces: a token each
	katakana
)

func script(r rune) scriptKind {
	switch {
	case r < 0x0E00:
		return spaced
	case r >= 0x30A0 && r <= 0x30FF && r != '・', r >= 0xFF66 && r <= 0xFF9F:
		return katakana
	case r >= 0x3040 && r <= 0x309F, r >= 0x3400 && r <= 0x4DBF, r >= 0x4E00 && r <= 0x9FFF, r == '々':
		return han
	}
	return spaced
}

// inWord: letters, marks and digits; a star hides letters inside a word.
func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == 0x30FC)
}

// wordLen measures the word at the beginning of s, "f*ck" being one.
func wordLen(s string) int {
	first, n := utf8.DecodeRuneInString(s)
	kind := script(first)
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if r == '*' || r == 0x200D {
			if stars := len(s[n:]) - len(strings.TrimLeft(s[n:], "*\u200d")); starts(s[n+stars:], unicode.IsLetter) {
				n += stars
				continue
			}
			break
		}
		if !inWord(r) || script(r) != kind {
			break
		}
		n += size
	}
	return n
}

func starts(s string, is func(rune) bool) bool {
	r, size := utf8.DecodeRuneInString(s)
	return size > 0 && is(r)
}

// plain is a word as it is compared: "𝗙𝗨𝗖𝗞" and "fuuuuck" are the same. Accents
// stay, because they part words: "año" is a year.
func plain(s string) string {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < utf8.RuneSelf
	}
	if !ascii {
		s = strings.ReplaceAll(norm.NFKC.String(s), "İ", "i")
	}
	s = strings.ToLower(s)
	return unstretch(s)
}

// unstretch cuts three and more of one letter to one.
func unstretch(s string) string {
	run, last, long := 0, rune(-1), false
	for _, r := range s {
		if run++; r != last {
			run, last = 1, r
		}
		long = long || run == 3 && unicode.Is(unicode.Latin, r)
	}
	if !long {
		return s
	}
	var b strings.Builder
	all := []rune(s)
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j] == all[i] {
			j++
		}
		n := j - i
		if n >= 3 && unicode.Is(unicode.Latin, all[i]) {
			n = 1
		}
		for range n {
			b.WriteRune(all[i])
		}
		i = j
	}
	return b.String()
}

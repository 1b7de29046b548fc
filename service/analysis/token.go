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
	known      bool // it stands in the word files
}

// tokenize cuts a text into words. Addresses and @names are no words.
func tokenize(text string) []token {
	s := tokenizer{text: text, fresh: true, out: make([]token, 0, len(text)/lettersEach+1)}
	for s.pos < len(text) {
		s.step()
	}
	return s.out
}

// lettersEach is the usual length of a word in bytes, with the gap to the next.
const lettersEach = 4

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
	if s[0]|' ' != 'h' && s[0]|' ' != 'w' {
		return false
	}
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

// unseen are characters without a shape of their own. Inside a word they are
// either an accident of layout or meant to hide it.
const unseen = "\u00ad\u200b\u200c\u200d\u2060\ufeff"

// wordLen measures the word at the beginning of s, "f*ck" being one.
func wordLen(s string) int {
	first, n := utf8.DecodeRuneInString(s)
	kind := script(first)
	for n < len(s) {
		if kind == spaced && isLower(s[n]|' ') {
			n++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[n:])
		if (r == '@' || r == '$') && kind == spaced && unicode.IsLetter(first) && starts(s[n+size:], unicode.IsLetter) && !strings.Contains(s[n:n+nonSpace(s[n:])], ".") {
			n += size
			continue
		}
		if r == '*' || strings.ContainsRune(unseen, r) {
			if stars := len(s[n:]) - len(strings.TrimLeft(s[n:], "*"+unseen)); starts(s[n+stars:], unicode.IsLetter) {
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

// plain is a word as it is compared: "𝗙𝗨𝗖𝗞", "fuuuuck" and "fuсk" with a
// Cyrillic letter are the same. Accents stay, because they part words: "año"
// is a year.
func plain(s string) string {
	ascii, letters := true, true
	for i := range len(s) {
		ascii = ascii && s[i] < utf8.RuneSelf
		letters = letters && isLower(s[i]|' ')
	}
	switch {
	case letters:
		return unstretch(strings.ToLower(s))
	case !ascii:
		s = strings.ReplaceAll(norm.NFKC.String(s), "İ", "i")
		s = disguised(strings.Map(seen, s))
	}
	return unstretch(undigit(signLetters.Replace(strings.ToLower(s))))
}

func seen(r rune) rune {
	if strings.ContainsRune(unseen, r) {
		return -1
	}
	return r
}

// twins are letters of other scripts that look like Latin ones.
var twins = strings.NewReplacer("а", "a", "с", "c", "ԁ", "d", "е", "e", "һ", "h", "і", "i", "ј", "j", "к", "k", "ӏ", "l", "о", "o", "р", "p", "ѕ", "s", "т", "t",
	"у", "y", "х", "x", "В", "B", "М", "M", "Н", "H", "А", "A", "С", "C", "Е", "E", "І", "I", "Ј", "J", "К", "K", "О", "O", "Р", "P", "Ѕ", "S", "Т", "T", "У", "Y",
	"Х", "X", "ο", "o", "α", "a", "ι", "i", "κ", "k", "ν", "v", "υ", "u", "Α", "A", "Β", "B", "Ε", "E", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P",
	"Τ", "T", "Υ", "Y", "Χ", "X")

// disguised reads a word that mixes Latin letters with their twins, as no
// language does, as Latin.
func disguised(s string) string {
	latin, other := false, false
	for _, r := range s {
		latin = latin || unicode.Is(unicode.Latin, r)
		other = other || unicode.Is(unicode.Cyrillic, r) || unicode.Is(unicode.Greek, r)
	}
	if latin && other {
		return twins.Replace(s)
	}
	return s
}

// likeLetters are digits that people write for letters.
var likeLetters = map[byte]byte{'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's'}

// signLetters reads signs that people write for letters inside a word: "h@te".
var signLetters = strings.NewReplacer("@", "a", "$", "s")

// undigit reads digits between two letters as the letters they look like:
// "sh1t".
func undigit(s string) string {
	if !strings.ContainsAny(s, "01345") {
		return s
	}
	b := []byte(s)
	for i := 1; i+1 < len(b); i++ {
		if letter := likeLetters[b[i]]; letter != 0 && isLower(b[i-1]) && isLower(b[i+1]) {
			b[i] = letter
		}
	}
	return string(b)
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// unstretch cuts three and more of one letter to one.
func unstretch(s string) string {
	if !thrice(s) {
		return s
	}
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
	return squeezed(s, func(letter rune, n int) int {
		if n >= 3 && unicode.Is(unicode.Latin, letter) {
			return 1
		}
		return n
	})
}

// thrice: a byte stands three times in a row, or there are letters of several bytes.
func thrice(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || i > 1 && s[i] == s[i-1] && s[i] == s[i-2] {
			return true
		}
	}
	return false
}

// squeezed writes each letter of a run of n as often as keep says.
func squeezed(s string, keep func(letter rune, n int) int) string {
	var b strings.Builder
	all := []rune(s)
	for i, next := 0, 0; i < len(all); i = next {
		for next < len(all) && all[next] == all[i] {
			next++
		}
		b.WriteString(strings.Repeat(string(all[i]), keep(all[i], next-i)))
	}
	return b.String()
}

package text

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Span is a hit: line Line from byte From up to To. Slice of that line takes
// these offsets.
type Span struct{ Line, From, To int }

// Find lists where query stands in lines, from first to last, without overlap.
// Case and accents do not matter: "cafe" finds "Café". Invisible separators are
// passed over. In quotation marks it stands for whole words: "oat" does not find
// "goat". An empty query finds nothing.
func Find(lines []Text, query string) []Span {
	n := newNeedle(query)
	if len(n.q) == 0 {
		return nil
	}
	var hits []Span
	for i, l := range lines {
		hits = n.in(hits, l, i)
	}
	return hits
}

// FindIn is Find in a single text; Line is 0.
func FindIn(t Text, query string) []Span {
	n := newNeedle(query)
	if len(n.q) == 0 {
		return nil
	}
	return n.in(nil, t, 0)
}

// needle is the text looked for.
type needle struct {
	q     []rune
	whole bool // whole words
}

func newNeedle(query string) needle {
	query = strings.TrimSpace(Clean(query).s)
	inner := strings.TrimFunc(query, quotation)
	first, _ := utf8.DecodeRuneInString(query)
	last, _ := utf8.DecodeLastRuneInString(query)
	n := needle{whole: strings.TrimSpace(inner) != "" && quotation(first) && quotation(last)}
	if n.whole {
		query = strings.TrimSpace(inner)
	}
	for _, r := range query {
		if r = fold(r); r != 0 {
			n.q = append(n.q, r)
		}
	}
	return n
}

func quotation(r rune) bool { return strings.ContainsRune("\"“”„«»", r) }

// stands says whether a hit is whole words, where that is asked for.
func (n needle) stands(s string, from, to int) bool {
	if !n.whole {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	return !wordly(before) && !wordly(after)
}

func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

func (n needle) in(hits []Span, t Text, line int) []Span {
	s, q := t.s, n.q
	lower, upper := byte(0xff), byte(0xff) // no byte of UTF-8
	if q[0] < utf8.RuneSelf {
		lower, upper = byte(q[0]), byte(unicode.ToUpper(q[0]))
	}
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf && s[i] != lower && s[i] != upper {
			i++
			continue
		}
		if took := matches(s[i:], q); took > 0 && n.stands(s, i, i+took) {
			hits = append(hits, Span{line, i, i + took})
			i += took
			continue
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return hits
}

// matches is the number of bytes of s that q takes, marks after its last letter
// included; 0 if s does not start with q.
func matches(s string, q []rune) int {
	at, k := 0, 0
	for at < len(s) {
		r, size := rune(s[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[at:])
		}
		f := fold(r)
		switch {
		case f == 0 && k == 0:
			return 0
		case f == 0:
		case k == len(q):
			return at
		case f != q[k]:
			return 0
		default:
			k++
		}
		at += size
	}
	if k < len(q) {
		return 0
	}
	return at
}

var latin = sync.OnceValue(func() []rune {
	table := make([]rune, 0x250)
	for r := range rune(len(table)) {
		table[r] = plain(r)
	}
	return table
})

// fold is r without case and accent; 0 for what is passed over.
func fold(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A'
	case r < utf8.RuneSelf:
		return r
	case r < 0x250:
		return latin()[r]
	case r == 0x200b, r == 0x200c, unicode.Is(unicode.Mn, r):
		return 0
	}
	return unicode.ToLower(r)
}

func plain(r rune) rune {
	base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	return unicode.ToLower(base)
}

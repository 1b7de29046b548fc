package text

import (
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
// passed over. An empty query finds nothing.
func Find(lines []Text, query string) []Span {
	q := foldQuery(query)
	if len(q) == 0 {
		return nil
	}
	var hits []Span
	for i, l := range lines {
		hits = findIn(hits, l, i, q)
	}
	return hits
}

// FindIn is Find in a single text; Line is 0.
func FindIn(t Text, query string) []Span {
	q := foldQuery(query)
	if len(q) == 0 {
		return nil
	}
	return findIn(nil, t, 0, q)
}

func foldQuery(query string) []rune {
	var q []rune
	for _, r := range Clean(query).s {
		if r = fold(r); r != 0 {
			q = append(q, r)
		}
	}
	return q
}

func findIn(hits []Span, t Text, line int, q []rune) []Span {
	s := t.s
	lower, upper := byte(0xff), byte(0xff) // no byte of UTF-8
	if t.ascii() {
		if q[0] >= utf8.RuneSelf {
			return hits
		}
		lower, upper = byte(q[0]), byte(unicode.ToUpper(q[0]))
	}
	for i := 0; i < len(s); {
		if lower != 0xff && s[i] != lower && s[i] != upper {
			i++
			continue
		}
		if n := matches(s[i:], q); n > 0 {
			hits = append(hits, Span{line, i, i + n})
			i += n
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

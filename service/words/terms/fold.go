package terms

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The ranges in which letters have cheap decompositions worth a table: Latin,
// Greek, Cyrillic; their extensions; the decorated letters of maths, which
// people use as fonts; and full-width forms.
const (
	foldLow                = 0x0530
	foldExtLow, foldExtEnd = 0x1E00, 0x2000
	foldMath, foldMathEnd  = 0x1D400, 0x1D800
	foldWide, foldWideEnd  = 0xFF10, 0xFF60
)

type foldTables struct {
	low  [foldLow]rune
	ext  [foldExtEnd - foldExtLow]rune
	math [foldMathEnd - foldMath]rune
	wide [foldWideEnd - foldWide]rune
}

var folds = sync.OnceValue(func() *foldTables {
	t := &foldTables{}
	fill := func(table []rune, from int) {
		for i := range table {
			table[i] = foldSlow(rune(from + i))
		}
	}
	fill(t.low[:], 0)
	fill(t.ext[:], foldExtLow)
	fill(t.math[:], foldMath)
	fill(t.wide[:], foldWide)
	return t
})

var foldPairs = map[rune]string{'ß': "ss", 'ẞ': "ss", 'æ': "ae", 'Æ': "ae", 'œ': "oe", 'Œ': "oe", 'þ': "th", 'Þ': "th"}

var foldSingles = map[rune]rune{'ø': 'o', 'Ø': 'o', 'đ': 'd', 'Đ': 'd', 'ð': 'd', 'Ð': 'd', 'ł': 'l', 'Ł': 'l', 'ı': 'i', 'İ': 'i', 'ё': 'е', 'Ё': 'е'}

// foldSlow is the base letter in lower case; 0 for a mark that is dropped.
func foldSlow(r rune) rune {
	if f, ok := foldSingles[r]; ok {
		return f
	}
	if r >= 0x0300 && r <= 0x036F {
		return 0
	}
	if base, _ := utf8.DecodeRune(norm.NFKD.PropertiesString(string(r)).Decomposition()); unicode.IsLetter(base) || unicode.IsNumber(base) {
		r = base
	}
	return unicode.ToLower(r)
}

func appendFolded(b []byte, r rune) []byte {
	if r < utf8.RuneSelf {
		return append(b, byte(unicode.ToLower(r)))
	}
	if p, ok := foldPairs[r]; ok {
		return append(b, p...)
	}
	if r >= 0x064B && r <= 0x0652 || r >= 0xFE00 && r <= 0xFE0F || r == 0x093C { // vowel points, variation selectors, nukta
		return b
	}
	t := folds()
	switch {
	case r < foldLow:
		r = t.low[r]
	case r >= foldExtLow && r < foldExtEnd:
		r = t.ext[r-foldExtLow]
	case r >= foldMath && r < foldMathEnd:
		r = t.math[r-foldMath]
	case r >= foldWide && r < foldWideEnd:
		r = t.wide[r-foldWide]
	default:
		r = unicode.ToLower(r)
	}
	if r == 0 {
		return b
	}
	return utf8.AppendRune(b, r)
}

// AppendName writes s as autocomplete compares it: folded, every run of
// separators one space, none in front. Symbols and emoji count as letters,
// because some names have nothing else.
func AppendName(b []byte, s string) []byte {
	start := len(b)
	for _, r := range s {
		switch {
		case WordRune(r):
			b = appendFolded(b, r)
		case unicode.IsSymbol(r) && r >= utf8.RuneSelf && r != utf8.RuneError:
			b = utf8.AppendRune(b, r)
		case len(b) > start && b[len(b)-1] != ' ':
			b = append(b, ' ')
		}
	}
	if len(b) > start && b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// Fold is s folded for comparison of whole names and places.
func Fold(s string) string { return string(AppendName(nil, s)) }

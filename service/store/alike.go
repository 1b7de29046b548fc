package store

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Alike says whether two names of users look the same to whoever reads them: in any case and
// width, with any accents on Latin, Greek and Cyrillic letters, and with letters of other
// alphabets, or digits, that look like these.
func Alike(a, b string) bool {
	a, b = bare(a), bare(b)
	return seen(a) == seen(b) || seen(strokes.Replace(a)) == seen(strokes.Replace(b))
}

// bare is a name without accents. In other scripts marks tell letters apart.
func bare(name string) string {
	var kept strings.Builder
	accents := false
	for _, r := range norm.NFKD.String(name) {
		mark := unicode.Is(unicode.Mn, r)
		if !mark {
			accents = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
		}
		if !mark || !accents {
			kept.WriteRune(r)
		}
	}
	return capitals.Replace(norm.NFC.String(kept.String()))
}

// seen is what a name looks like in any case.
func seen(bare string) string { return looks.Replace(strings.ToLower(bare)) }

// capitals are those that look like another letter than their small ones do.
var capitals = strings.NewReplacer("Η", "H", "Ν", "N", "Υ", "Y", "Χ", "X", "В", "B", "Н", "H", "Ι", "I", "І", "I", "Ӏ", "I")

// strokes are alike as they are written: a capital i, a small l and 1, but neither i nor L.
var strokes = strings.NewReplacer("I", "1", "l", "1", "ӏ", "1")

// looks are small letters and digits by what they look like.
var looks = strings.NewReplacer(
	"0", "o", "ı", "i", "ɩ", "i", "ɑ", "a", "ɡ", "g", "vv", "w",
	"а", "a", "в", "b", "г", "r", "е", "e", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p", "с", "c", "т", "t", "у", "y", "х", "x", "ь", "b",
	"і", "i", "ј", "j", "ѕ", "s", "һ", "h", "ӏ", "l", "ԁ", "d", "ԛ", "q", "ԝ", "w", "п", "n", "и", "u",
	"α", "a", "β", "b", "γ", "y", "ε", "e", "η", "n", "ι", "i", "κ", "k", "μ", "m", "ν", "v", "ο", "o", "ρ", "p", "σ", "o", "τ", "t", "υ", "u", "χ", "x", "ω", "w",
	"օ", "o", "ս", "u", "հ", "h", "ո", "n", "ց", "g", "ա", "w",
)

package store

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Alike says whether two names of users look the same to whoever reads them: in any case, width
// and with any accents, and with letters of other alphabets, or digits, that look like these.
func Alike(a, b string) bool { return seen(a) == seen(b) }

// seen is what a name looks like.
func seen(name string) string {
	plain, _, err := transform.String(transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), name)
	if err != nil {
		plain = name
	}
	return looks.Replace(strings.ToLower(capitals.Replace(plain)))
}

// capitals are those that look like another letter than their small ones do.
var capitals = strings.NewReplacer("Η", "h", "Ν", "n", "Υ", "y", "Χ", "x", "В", "b", "Н", "h", "І", "i", "Ӏ", "i")

// looks are small letters and digits by what they look like; i, l and 1 are one.
var looks = strings.NewReplacer(
	"0", "o", "1", "l", "i", "l", "ı", "l", "ɩ", "l", "ɑ", "a", "ɡ", "g", "rn", "m", "vv", "w",
	"а", "a", "в", "b", "г", "r", "е", "e", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p", "с", "c", "т", "t", "у", "y", "х", "x", "ь", "b",
	"і", "l", "ј", "j", "ѕ", "s", "һ", "h", "ӏ", "l", "ԁ", "d", "ԛ", "q", "ԝ", "w", "п", "n", "и", "u",
	"α", "a", "β", "b", "γ", "y", "ε", "e", "η", "n", "ι", "l", "κ", "k", "μ", "m", "ν", "v", "ο", "o", "ρ", "p", "σ", "o", "τ", "t", "υ", "u", "χ", "x", "ω", "w",
	"օ", "o", "ս", "u", "հ", "h", "ո", "n", "ց", "g", "ա", "w",
)

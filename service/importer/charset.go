package importer

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// charset names an encoding of a file's letters; "" is UTF-8.
type charset string

// The charsets that need no table.
const (
	utf8Text  charset = ""
	utf16Text charset = "utf-16"
)

// charsets are those that spreadsheets of other days and places write, by the names
// --encoding takes.
var charsets = map[charset]encoding.Encoding{
	"windows-1252": charmap.Windows1252, "windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251, "windows-1254": charmap.Windows1254,
	"macroman": charmap.Macintosh, "koi8-r": charmap.KOI8R, "shift-jis": japanese.ShiftJIS, "gb18030": simplifiedchinese.GB18030,
	"big5": traditionalchinese.Big5, "euc-kr": korean.EUCKR,
}

// Encodings are the names of the charsets a file can be told to be in.
var Encodings = func() (names []string) {
	for name := range maps.Keys(charsets) {
		names = append(names, string(name))
	}
	slices.Sort(names)
	return append([]string{"utf-8"}, names...)
}()

// wordPair is a range of lead bytes that most letters of a script of two bytes begin
// with.
type wordPair struct{ from, to byte }

// commonLeads lists the places of letters in daily use in the charsets of two bytes: kana
// and the first level of JIS, the first level of GB 2312, the first level of Big5, the
// syllables of KS X 1001.
var commonLeads = map[charset][]wordPair{
	"shift-jis": {{0x81, 0x83}, {0x88, 0x97}},
	"gb18030":   {{0xa1, 0xa3}, {0xb0, 0xd7}},
	"big5":      {{0xa1, 0xa1}, {0xa4, 0xc6}},
	"euc-kr":    {{0xa1, 0xa3}, {0xb0, 0xc8}},
}

// readable rates how legible a sample is in a charset, at most 1 for each byte that is not
// ASCII: letters that go on in the case and the script of those beside them speak for it,
// signs inside of words and letters that hardly any language has against.
func readable(sample []byte, name charset) float64 {
	high := 0
	for _, b := range sample {
		if b >= utf8.RuneSelf {
			high++
		}
	}
	if leads, ok := commonLeads[name]; ok {
		return pairs(sample, leads, name) / float64(high)
	}
	decoded, err := charsets[name].NewDecoder().Bytes(sample)
	if err != nil {
		return -1
	}
	return letters([]rune(string(decoded))) / float64(high)
}

// pairs scores a charset of two bytes. The two bytes of a letter count 1 each where
// it is common.
func pairs(sample []byte, leads []wordPair, name charset) (score float64) {
	low := 0
	for i := 0; i < len(sample); i++ {
		b := sample[i]
		switch {
		case b < utf8.RuneSelf:
			continue
		case name == "shift-jis" && b >= 0xa1 && b <= 0xdf: // kana of half width
			score -= 0.5
			continue
		case i+1 == len(sample):
			continue
		}
		next := sample[i+1]
		i++
		switch {
		case next < 0x40 || next == 0x7f:
			score -= 4
			i--
		case (name == "gb18030" || name == "euc-kr") && next < 0xa1:
			score -= 1
		case slices.ContainsFunc(leads, func(p wordPair) bool { return b >= p.from && b <= p.to }):
			score += 2
			if next < utf8.RuneSelf {
				score-- // its second byte was not counted
				low++
			}
		default:
			score -= 0.5
		}
	}
	switch {
	case name == "euc-kr":
		return score * 1.02 // its leads are those of Chinese, and fewer
	case name == "big5" && low == 0 && score > 10:
		return score * 0.8 // two in five of its letters end in ASCII
	}
	return score
}

// common are the letters beyond ASCII of the large languages in Latin letters.
var common = "äöüßÄÖÜéèêëàáâçñíìîïóòôúùûãõøåæœÉÈÀÁÇÑÓÚÍØÅąćęłńśźżŁŚŻčďěňřšťůžČŘŠŽőűăâîșțşţğıİŞĞ"

func letters(text []rune) (score float64) {
	at := func(i int) rune {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	for i, r := range text {
		if r < utf8.RuneSelf {
			continue
		}
		before, after := at(i-1), at(i+1)
		inside := unicode.IsLetter(before) && unicode.IsLetter(after)
		switch {
		case r == utf8.RuneError || unicode.IsControl(r):
			score -= 4
		case r == before || r == after: // what damage repeats
		case unicode.IsLetter(r):
			score += letter(r, before, after)
		case inside && r != '’' && r != '·':
			score -= 2
		case strings.ContainsRune("“”‘’–—…•¿¡ºª€£°«»„‚™®©½\u00a0", r):
			score += 0.5
		default:
			score -= 0.3
		}
	}
	return score
}

func letter(r, before, after rune) float64 {
	switch {
	case unicode.IsUpper(r) && unicode.IsLower(before):
		return -2
	case unicode.IsUpper(before) && unicode.IsLower(r) && unicode.IsUpper(after):
		return -2
	case unicode.IsLetter(before) && !sameScript(r, before) || unicode.IsLetter(after) && !sameScript(r, after):
		return -2
	case !unicode.IsLetter(before) && !unicode.IsLetter(after):
		return -0.2
	case unicode.Is(unicode.Cyrillic, r), strings.ContainsRune(common, r):
		return 1
	}
	return 0.2
}

func sameScript(a, b rune) bool {
	return unicode.Is(unicode.Cyrillic, a) == unicode.Is(unicode.Cyrillic, b) && unicode.Is(unicode.Latin, a) == unicode.Is(unicode.Latin, b)
}

// leastLead is the lead of the best charset over the next from which no doubt is told.
const leastLead = 0.15

// charsetOf finds the charset of text that is no UTF-8; doubt says that another one
// reads about as well, and otherwise.
func charsetOf(sample []byte) (best charset, doubt bool) {
	scores := map[charset]float64{}
	for name := range charsets {
		scores[name] = readable(sample, name)
	}
	best = slices.MaxFunc(slices.Sorted(maps.Keys(charsets)), func(a, b charset) int { return cmp.Compare(scores[a], scores[b]) })
	if usual := charset("windows-1252"); scores[usual] > scores[best]-0.02 {
		best = usual
	}
	text, _ := charsets[best].NewDecoder().Bytes(sample)
	for name, score := range scores {
		if name == best || score < scores[best]-leastLead {
			continue
		}
		if other, err := charsets[name].NewDecoder().Bytes(sample); err == nil && !bytes.Equal(text, other) {
			doubt = true
		}
	}
	return best, doubt || scores[best] < 0.3
}

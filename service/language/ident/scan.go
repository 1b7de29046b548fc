package ident

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// family is the letters that a word is written in.
type family uint8

// The families: of the first, several languages are told apart by their words.
const (
	latin family = iota
	cyrillic
	arabic
	devanagari
	modelled // how many those are
)

const (
	han         = modelled + iota // and the others that one language here is written in
	otherScript                   // of no language here
	families    = int(otherScript) + 1 + 18
)

// scripts are those that one language is written in, of which kana shows that Chinese
// characters are Japanese.
var scripts = []struct {
	table *unicode.RangeTable
	code  string
}{
	{unicode.Hangul, "ko"}, {unicode.Thai, "th"}, {unicode.Greek, "el"}, {unicode.Hebrew, "he"}, {unicode.Bengali, "bn"},
	{unicode.Tamil, "ta"}, {unicode.Telugu, "te"}, {unicode.Gujarati, "gu"}, {unicode.Gurmukhi, "pa"}, {unicode.Malayalam, "ml"},
	{unicode.Kannada, "kn"}, {unicode.Sinhala, "si"}, {unicode.Armenian, "hy"}, {unicode.Georgian, "ka"}, {unicode.Khmer, "km"},
	{unicode.Lao, "lo"}, {unicode.Myanmar, "my"}, {unicode.Ethiopic, "am"},
}

var scriptCodes = func() (out [families]string) {
	out[han] = "zh"
	for i, s := range scripts {
		out[int(otherScript)+1+i] = s.code
	}
	return out
}()

// unspaced are letters to a word where one language has a script to itself: some leave no
// spaces, and words of the others are counted longer, which changes nothing for them.
const unspaced = 3

// familyOf is the family of a letter; kana says that it is one of Japanese alone.
func familyOf(r rune) (f family, kana bool) {
	switch {
	case r < 0x250, unicode.Is(unicode.Latin, r):
		return latin, false
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillic, false
	case unicode.Is(unicode.Arabic, r):
		return arabic, false
	case unicode.Is(unicode.Devanagari, r):
		return devanagari, false
	case unicode.Is(unicode.Han, r):
		return han, false
	case unicode.Is(unicode.Hiragana, r), unicode.Is(unicode.Katakana, r), r == 'ー':
		return han, true
	}
	for i, s := range scripts {
		if unicode.Is(s.table, r) {
			return otherScript + 1 + family(i), false
		}
	}
	return otherScript, false
}

// run is a stretch of words of one family, with the sum of what their grams say.
type run struct {
	family family
	words  int
	grams  int
	sum    [dim]int32
}

func (r *run) add(o *run) {
	r.words, r.grams = r.words+o.words, r.grams+o.grams
	for k := range r.sum {
		r.sum[k] += o.sum[k]
	}
}

// scanned is a text taken apart.
type scanned struct {
	runs  []run
	kana  bool
	grams [mostGrams]uint32 // of the word that is read
}

func (s *scanned) words() (n int) {
	for i := range s.runs {
		n += s.runs[i].words
	}
	return n
}

const (
	// runLeast is the least number of words before the end of a sentence ends a run.
	runLeast = 6
	// pieceBytes is the length of each piece read of a long text, pieces their number,
	// spread over all of it: reading more would change nothing.
	pieceBytes = 160
	pieces     = 4
	longest    = 24 // letters of a word that are looked at
)

// scans are used again.
var scans = sync.Pool{New: func() any { return &scanned{} }}

// scan reads a text, or pieces of a long one.
func scan(text string) *scanned {
	s := scans.Get().(*scanned)
	s.runs, s.kana = s.runs[:0], false
	if len(text) <= pieces*pieceBytes {
		s.read(text)
		return s
	}
	for n := range pieces {
		from := n * (len(text) - pieceBytes) / (pieces - 1)
		piece := text[from : from+pieceBytes]
		// A word that is cut would be another one.
		if at := strings.IndexAny(piece, " \n"); n > 0 && at >= 0 {
			piece = piece[at:]
		}
		if at := strings.LastIndexAny(piece, " \n"); n < pieces-1 && at > 0 {
			piece = piece[:at]
		}
		s.read(strings.ToValidUTF8(piece, ""))
		s.fresh()
	}
	if s.words() == 0 {
		s.read(text) // nothing but signs where it was looked at
	}
	return s
}

// read adds the words of a text. Hashtags, names of accounts and addresses are none: they
// are in any language.
func (s *scanned) read(text string) {
	if !norm.NFC.IsNormalString(text) {
		text = norm.NFC.String(text)
	}
	word := [longest + 2]rune{edge}
	n, in, before := 0, otherScript, 0
	disguised := false
	end := func() {
		// A word with digits in it, and one whose letters stand apart, is meant to be read
		// as another one than it is written.
		if n > 0 && !disguised && (n > 1 || before != 1 || in >= modelled) {
			word[n+1] = edge
			s.word(word[:n+2], in)
		}
		if n > 0 {
			before = n
		}
		n, disguised = 0, false
	}
	for i := 0; i < len(text); {
		if c := rune(text[i] | ' '); 0 < n && n < longest && in == latin && 'a' <= c && c <= 'z' && c != 'h' && c != 'w' {
			if n < 2 || word[n] != c || word[n-1] != c {
				n++
				word[n] = c
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if skip := address(text[i:]); skip > 0 {
			end()
			i += skip
			continue
		}
		if n == 0 && (r == '#' || r == '@' || r == '＃') {
			i += size + nonSpace(text[i+size:])
			continue
		}
		i += size
		switch {
		case unicode.IsLetter(r):
			f, kana := familyOf(r)
			s.kana = s.kana || kana
			if f != in || n == longest && f >= modelled {
				end()
			}
			in = f
			if r = unicode.ToLower(r); n < longest && (n < 2 || word[n] != r || word[n-1] != r) {
				n++
				word[n] = r
			}
		case unicode.IsMark(r):
			if n > 0 && n < longest {
				n++
				word[n] = r
			}
		case unicode.IsDigit(r):
			disguised = true
		default:
			end()
			if strings.ContainsRune(".!?\n…。！？|", r) && s.last(runLeast) {
				s.fresh()
			}
		}
	}
	end()
}

// last: the run that is read has so many words.
func (s *scanned) last(words int) bool {
	return len(s.runs) > 0 && s.runs[len(s.runs)-1].words >= words
}

// fresh lets the next word begin a run.
func (s *scanned) fresh() {
	if len(s.runs) > 0 && s.runs[len(s.runs)-1].words > 0 {
		s.runs = append(s.runs, run{family: otherScript})
	}
}

// word adds one word between its edges.
func (s *scanned) word(w []rune, f family) {
	if len(s.runs) == 0 {
		s.runs = append(s.runs, run{family: f})
	}
	r := &s.runs[len(s.runs)-1]
	if r.words == 0 {
		r.family = f
	} else if r.family != f {
		s.runs = append(s.runs, run{family: f})
		r = &s.runs[len(s.runs)-1]
	}
	r.words++
	if f >= modelled {
		r.words += (len(w) - 3) / unspaced
	}
	if f < modelled {
		r.weigh(grams(s.grams[:0], w))
	}
}

// address returns the length of the address that a text begins with: it ends where no
// address goes on, since some scripts leave no space behind it.
func address(s string) int {
	if s[0]|' ' != 'h' && s[0]|' ' != 'w' {
		return 0
	}
	for _, p := range []string{"http://", "https://", "www."} {
		if len(s) >= len(p) && strings.EqualFold(s[:len(p)], p) {
			end := strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf })
			if end < 0 {
				return len(s)
			}
			return end
		}
	}
	return 0
}

func nonSpace(s string) int {
	if i := strings.IndexFunc(s, unicode.IsSpace); i >= 0 {
		return i
	}
	return len(s)
}

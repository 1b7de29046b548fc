package analysis

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Words are hidden from a reader of words by spaces, dots, digits, letters that
// change places, or by leaving the spaces out. What follows reads them as a person
// does; a word that is known is never changed.

const (
	spelledLeast = 4  // single letters in a row that may be one word
	runLeast     = 9  // letters of a word that may be several without spaces
	typoLeast    = 5  // letters of a word that may be misspelt
	swapLeast    = 3  // letters of a word that hatred is told by, apart or with two that have changed places
	aimedLeast   = 4  // letters of a word that is found without its space
	longWord     = 7  // letters of a word in which any one may be wrong
	segmentsMost = 12 // words that are looked for in one without spaces
)

// vocabulary holds the words that disguises are read as.
type vocabulary []*lexicon

// has: the word stands in the word files, in full or as the stem of one.
func (v vocabulary) has(word string) bool {
	return slices.ContainsFunc(v, func(l *lexicon) bool { return l.has(word) })
}

// spelled joins letters that stand alone in a row into the words they spell, and
// reads digits as letters where that makes a known word. It writes over the tokens: what
// is joined has no more words than letters.
func (v vocabulary) spelled(toks []token, text string) []token {
	out := toks[:0]
	for i := 0; i < len(toks); {
		n := 1
		for letter(toks[i]) && i+n < len(toks) && letter(toks[i+n]) &&
			len(strings.TrimRight(text[toks[i+n-1].end:toks[i+n].start], " ")) <= 1 {
			n++
		}
		if words := v.joined(toks[i : i+n]); words != nil {
			out = append(out, words...)
		} else {
			for _, t := range toks[i : i+n] {
				t.word = v.stretched(v.digits(t.word), text[t.start:t.end])
				out = append(out, t)
			}
		}
		i += n
	}
	return out
}

func letter(t token) bool {
	r, size := utf8.DecodeRuneInString(t.word)
	return size == len(t.word) && unicode.IsOneOf([]*unicode.RangeTable{unicode.Latin, unicode.Nd}, r)
}

// joined returns the words that single letters spell; nil where they spell none.
func (v vocabulary) joined(letters []token) []token {
	if len(letters) < swapLeast {
		return nil
	}
	var b strings.Builder
	for _, t := range letters {
		b.WriteString(t.word)
	}
	if len(letters) < spelledLeast && !v.aimed(b.String()) {
		return nil
	}
	ends := v.segments(b.String())
	out, from, first := make([]token, 0, len(ends)), 0, 0
	for _, end := range ends {
		t, next := letters[first], first+utf8.RuneCountInString(b.String()[from:end])
		t.word, t.end = b.String()[from:end], letters[next-1].end
		out, from, first = append(out, t), end, next
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// aimed: hatred is told by the word.
func (v vocabulary) aimed(word string) bool {
	return slices.ContainsFunc(v, func(l *lexicon) bool { return l.known(word).aimed })
}

// segments cuts a run of letters into known words, the longest first, and returns
// where each ends; nil where it cannot be cut so.
func (v vocabulary) segments(s string) []int {
	failed := make([]bool, len(s)+1)
	var cut func(from, words int) []int
	cut = func(from, words int) []int {
		if from == len(s) {
			return []int{}
		}
		if failed[from] || words == segmentsMost {
			return nil
		}
		for end := len(s); end > from; end-- {
			w := s[from:end]
			if len(w) < 2 && w != "i" && w != "a" || !v.has(w) {
				continue
			}
			if rest := cut(end, words+1); rest != nil {
				return append([]int{end}, rest...)
			}
		}
		failed[from] = true
		return nil
	}
	return cut(0, 0)
}

var (
	digitsAsI = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b")
	digitsAsL = strings.NewReplacer("0", "o", "1", "l", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b")
)

func (v vocabulary) digits(word string) string {
	if strings.IndexFunc(word, unicode.IsDigit) < 0 || !strings.ContainsAny(word, "0134578") || strings.Trim(word, "0123456789") == "" {
		return word
	}
	for _, r := range []*strings.Replacer{digitsAsI, digitsAsL} {
		if w := r.Replace(word); v.has(w) {
			return w
		}
	}
	return word
}

// stretched reads a word with letters repeated as one that is known with some of
// them twice: "bulllshiiit".
func (v vocabulary) stretched(word, raw string) string {
	if len(raw) <= len(word)+1 || v.has(word) {
		return word
	}
	b := []byte(word)
	for i := 0; i < len(b); i++ {
		if strings.Contains(strings.ToLower(raw), strings.Repeat(string(b[i]), 3)) {
			if w := word[:i+1] + word[i:]; v.has(w) {
				return w
			}
		}
	}
	return word
}

// undisguised is the reading with words without spaces cut apart and misspelt
// words read as those that hatred is told by; nil where nothing changes. It is made
// only of a text that names a group or shows contempt already.
func (r *reading) undisguised() *reading {
	v, toks, done := r.vocabulary(), []token(nil), 0
	unknown := func(i int) bool { return i < len(r.toks) && !r.toks[i].known }
	next := unknown(0)
	for i := 0; i < len(r.toks); i++ {
		strange := next
		next = unknown(i + 1)
		words, n := []token(nil), 1
		if (strange || next) && i+1 < len(r.toks) {
			if whole, ok := v.parted(r.toks[i], r.toks[i+1], r.text); ok {
				words, n, next = []token{whole}, 2, unknown(i+2)
			}
		}
		if strange && words == nil {
			words = v.corrected(r.toks[i])
		}
		if words != nil {
			toks = append(append(toks, r.toks[done:i]...), words...)
			done = i + n
			i = done - 1
		}
	}
	if toks == nil {
		return nil
	}
	out := &reading{text: r.text, toks: append(toks, r.toks[done:]...), sentences: r.sentences, quotes: r.quotes, speech: r.speech}
	out.find(v)
	return out
}

// signs stand for the letters that they look like.
var signs = map[string]string{"!": "i", "|": "i", "@": "a", "$": "s"}

// parted joins two pieces, one of them not known, of a word that hatred is told by:
// "despis e", "immi.grants".
func (v vocabulary) parted(a, b token, text string) (token, bool) {
	gap := text[a.end:b.start]
	least := aimedLeast
	if gap == " " {
		least = typoLeast
	}
	if len(gap) != 1 || len(a.word)+len(b.word) < least {
		return a, false
	}
	if whole := a.word + signs[gap] + b.word; v.aimed(whole) {
		return token{word: whole, start: a.start, end: b.end, tag: a.tag, line: a.line}, true
	}
	return a, false
}

// corrected reads a word that is not known as one or several that are; nil where it is like none.
func (v vocabulary) corrected(t token) []token {
	for _, l := range v {
		if w := l.bare[t.word]; w != "" {
			t.word = w
			return []token{t}
		}
	}
	if len(t.word) >= typoLeast && t.end-t.start == len(t.word) {
		if ends := v.segments(t.word); len(ends) > 2 && len(t.word) >= runLeast && v.aims(t.word, ends) > 1 || len(ends) == 2 && v.plainPair(t.word[:ends[0]], t.word[ends[0]:]) {
			out, from := make([]token, 0, len(ends)), 0
			for _, end := range ends {
				out = append(out, token{word: t.word[from:end], start: t.start + from, end: t.start + end})
				from = end
			}
			return out
		}
	}
	if single := once(t.word); single != t.word && len(single) >= aimedLeast && v.has(single) {
		t.word = single
		return []token{t}
	}
	if utf8.RuneCountInString(t.word) >= swapLeast {
		for _, l := range v {
			for _, w := range l.near[t.word[0]] {
				if oneEdit(t.word, w) {
					t.word = w
					return []token{t}
				}
			}
		}
	}
	return nil
}

// unaccented is a word without its accents: "Auslander" for "Ausländer".
func unaccented(s string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}

// once is a word with doubled letters written once.
func once(s string) string {
	return squeezed(s, func(rune, int) int { return 1 })
}

// aims counts the words of a cut that hatred is told by: one alone, as in "trans mis es",
// is a chance.
func (v vocabulary) aims(s string, ends []int) (n int) {
	from := 0
	for _, end := range ends {
		if w := s[from:end]; len(w) >= aimedLeast && v.aimed(w) {
			n++
		}
		from = end
	}
	return n
}

// plainPair: a small word and one that hatred is told by, or two of these, without
// their space.
func (v vocabulary) plainPair(a, b string) bool {
	small := func(w string) bool {
		return slices.ContainsFunc(v, func(l *lexicon) bool { return l.known(w).function })
	}
	return small(a) && v.aimed(b) || v.aimed(a) && (small(b) || v.aimed(b))
}

// oneEdit: the words differ by one letter that is missing, added, replaced, or has
// changed places with its neighbour. Their first letters are the same. In a short
// word a letter that is replaced makes another word, "cooks" is no misspelt "crooks":
// there only vowels and doubled letters may be missing or added, and in one of four
// letters two may only have changed places.
func oneEdit(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || a == "" || a[0] != b[0] {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < typoLeast && len(a) < len(b) {
		return false
	}
	long := len(b) >= longWord
	if len(a) < len(b) {
		return a[i:] == b[i+1:] && (long || strings.IndexByte("aeiou", b[i]) >= 0 || b[i] == b[i-1])
	}
	return i == len(a) || long && a[i+1:] == b[i+1:] ||
		i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

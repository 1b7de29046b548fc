package search

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is one word or number of a query: text[start:end]. Before is what
// stands between it and the token in front.
type token struct {
	start, end int
	before     string
	word       string   // folded
	terms      []string // as the index knows it; none for a stop word
	number     *number
	capital    bool // begins with a capital
	shout      bool // is all capitals
	used       bool // belongs to a filter
}

type number struct {
	value         float64
	scaled        bool // written with k, m, …
	percent, plus bool
}

// lex cuts a query into tokens. Text in a script without spaces is cut where
// a known word begins or ends.
func lex(text string) []token {
	var toks []token
	last, i := 0, 0
	emit := func(t token) {
		t.before = text[last:t.start]
		last = t.end
		toks = append(toks, t)
	}
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r >= '0' && r <= '9':
			t := lexNumber(text, i)
			emit(t)
			i = t.end
		case unspaced(r):
			end := runEnd(text, i, unspaced)
			for _, t := range segment(text, i, end) {
				emit(t)
			}
			i = end
		case wordRune(r):
			end := runEnd(text, i, func(r rune) bool { return wordRune(r) && !unspaced(r) })
			emit(wordToken(text, i, end))
			i = end
		default:
			i += size
		}
	}
	return toks
}

func runEnd(text string, i int, in func(rune) bool) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !in(r) {
			break
		}
		i += size
	}
	return i
}

func wordToken(text string, start, end int) token {
	raw := text[start:end]
	first, _ := utf8.DecodeRuneInString(raw)
	return token{start: start, end: end, word: foldWord(raw), terms: words(raw),
		capital: unicode.IsUpper(first), shout: len(raw) > 1 && raw == strings.ToUpper(raw) && raw != strings.ToLower(raw)}
}

// segment cuts a run at the longest words that are known.
func segment(text string, start, end int) []token {
	var toks []token
	rest := start
	for i := start; i < end; {
		n := knownWord(text[i:end])
		if n == 0 {
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			continue
		}
		if rest < i {
			toks = append(toks, wordToken(text, rest, i))
		}
		toks = append(toks, wordToken(text, i, i+n))
		i += n
		rest = i
	}
	if rest < end {
		toks = append(toks, wordToken(text, rest, end))
	}
	return toks
}

const longestKnown = 12 // characters

func knownWord(s string) (best int) {
	n := 0
	for i, r := range s {
		if n++; n > longestKnown {
			break
		}
		w := s[:i+utf8.RuneLen(r)]
		if n > 1 && (world().byName[w] != nil || len(closeWords().byWord[strings.Join(words(w), " ")]) > 0) || hasKey(world().langNames, w) || lexicon[w] != 0 {
			best = len(w)
		}
	}
	return best
}

func hasKey[K comparable, V any](m map[K]V, k K) bool {
	_, ok := m[k]
	return ok
}

var scales = map[string]float64{
	"k": 1e3, "tsd": 1e3, "thousand": 1e3, "tausend": 1e3, "mil": 1e3, "mille": 1e3, "bin": 1e3,
	"m": 1e6, "mio": 1e6, "mn": 1e6, "mln": 1e6, "million": 1e6, "millions": 1e6, "millionen": 1e6, "millones": 1e6, "milhoes": 1e6, "milyon": 1e6,
	"b": 1e9, "bn": 1e9, "billion": 1e9, "lakh": 1e5, "lakhs": 1e5, "crore": 1e7, "万": 1e4,
}

// lexNumber reads "20.000", "1,5m", "10k", "3.5 %", "50k+" or "20 thousand". A
// number with other letters attached ("5km", "90s") is a word.
func lexNumber(text string, start int) token {
	i := start
	for i < len(text) && (text[i] >= '0' && text[i] <= '9' || strings.IndexByte(".,'", text[i]) >= 0 && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9') {
		i++
	}
	n := &number{value: parseDigits(text[start:i])}
	end := runEnd(text, i, wordRune)
	if suffix := foldWord(text[i:end]); suffix != "" {
		scale, ok := scales[suffix]
		if !ok {
			return wordToken(text, start, end)
		}
		n.value, n.scaled = n.value*scale, true
	} else if gap := spaces(text[i:]); gap > 0 {
		after := runEnd(text, i+gap, wordRune)
		if scale, ok := scales[foldWord(text[i+gap:after])]; ok {
			n.value, n.scaled, end = n.value*scale, true, after
		}
	}
	t := token{start: start, number: n}
	t.end = n.tail(text, end)
	t.word = foldWord(text[start:end])
	t.terms = words(text[start:end])
	if math.IsInf(n.value, 0) || n.value > 1e12 {
		t.number = nil
	}
	return t
}

// tail reads a per cent sign or a plus behind the digits.
func (n *number) tail(text string, end int) int {
	rest := text[end:]
	gap := spaces(rest)
	for _, s := range []string{"%", "percent", "per cent", "prozent", "por ciento", "por cento", "pour cent"} {
		if len(rest) >= gap+len(s) && strings.EqualFold(rest[gap:gap+len(s)], s) {
			n.percent = true
			end += gap + len(s)
			break
		}
	}
	if strings.HasPrefix(text[end:], "+") {
		n.plus = true
		end++
	}
	return end
}

func spaces(s string) int { return len(s) - len(strings.TrimLeft(s, " \u00a0")) }

// parseDigits reads a number in which point and comma may both group
// thousands or part decimals: groups of exactly three digits are thousands.
func parseDigits(s string) float64 {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r < '0' })
	if len(parts) == 0 {
		return 0
	}
	grouped := len(parts) > 1 && len(parts[0]) <= 3 && parts[0] != "0"
	for _, p := range parts[1:] {
		grouped = grouped && len(p) == 3
	}
	digits := strings.Join(parts, "")
	if !grouped && len(parts) > 1 {
		digits = strings.Join(parts[:len(parts)-1], "") + "." + parts[len(parts)-1]
	}
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return math.Inf(1)
	}
	return v
}

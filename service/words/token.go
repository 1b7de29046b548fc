package words

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"greenroom/internal/statement"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// token is one word or number of a query: text[start:end]. Before is what
// stands between it and the token in front.
type token struct {
	start, end int
	before     string
	word       string   // folded
	said       string   // what it was meant to be, where it is misspelt
	terms      []string // as the index knows it; none for a stop word
	entry      lexicon.Entry
	number     *number
	handle     string        // of "@name": name
	capital    bool          // begins with a capital
	shout      bool          // is all capitals
	about      string        // the part of a compound that is a topic
	head       bool          // is the part of a compound that says who
	used       bool          // belongs to a filter
	crossed    bool          // a cross is drawn at it
	everyday   bool          // is no topic by itself: see everydayWord
	skipped    bool          // nothing read it
	row        *places.Place // that begins here, by the row it stands in
	rowWords   int           // that it has
}

type number struct {
	value         float64
	scaled        bool // written with k, m, thousand, …
	percent, plus bool
	top           float64 // of "five figures": the highest; 0 where one number is meant
	loose         bool    // a word that counts only in front of what is counted: "two"
}

const averageWord = 5 // bytes with the space behind; a guess at the room needed

// lex cuts a query into tokens. Text in a script without spaces is cut where
// a known word begins or ends.
func lex(text string) []token {
	toks := make([]token, 0, 1+len(text)/averageWord)
	last, i := 0, 0
	emit := func(t token) {
		t.before = text[last:t.start]
		if strings.HasPrefix(t.before, ". ") && statement.Abbreviated(text[:last], text[last:]) {
			t.before = t.before[1:]
		}
		last = t.end
		toks = append(toks, t)
	}
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '@' && handleEnd(text, i) > i+1:
			t := wordToken(text, i+1, handleEnd(text, i))
			t.handle = text[t.start:t.end]
			t.start--
			emit(t)
			i = t.end
		case r >= '0' && r <= '9':
			t := lexNumber(text, i, last)
			emit(t)
			i = t.end
		case terms.Unspaced(r):
			end := runEnd(text, i, terms.Unspaced)
			for _, t := range segment(text, i, end) {
				emit(t)
			}
			i = end
		case len(text) > i+3 && strings.EqualFold(text[i:i+4], "w/o "):
			emit(token{start: i, end: i + 3, word: "without"})
			i += 3
		case terms.WordRune(r):
			end := runEnd(text, i, spacedRune)
			end = max(end+upEnd(text[end:]), terms.LetterEnd(text, i))
			if g := genderEnd(text[end:]); g > 0 {
				t := wordToken(text[i:end]+text[end+1:end+g], 0, end-i+g-1)
				t.start, t.end = i, end+g
				emit(t)
				i = end + g
				continue
			}
			emit(wordToken(text, i, end))
			i = end
		default:
			i += size
		}
	}
	return toks
}

// genderEnd measures the ending of German words that mean women and men: "Bäcker*innen", "Köch:innen".
func genderEnd(rest string) int {
	const end = "innen"
	n := 1 + len(end)
	if len(rest) < n || strings.IndexByte("*:_/", rest[0]) < 0 || !strings.EqualFold(rest[1:n], end) || runEnd(rest, n, spacedRune) > n {
		return 0
	}
	return n
}

// upEnd measures what makes one word of two small ones: "make-up", "stand-up",
// "start-ups".
func upEnd(rest string) int {
	if len(rest) < 3 || !strings.EqualFold(rest[:3], "-up") {
		return 0
	}
	end := runEnd(rest, 3, spacedRune)
	if tail := rest[3:end]; tail != "" && tail != "s" {
		return 0
	}
	return end
}

func spacedRune(r rune) bool { return terms.WordRune(r) && !terms.Unspaced(r) }

func runEnd(text string, i int, in func(rune) bool) int {
	if n := strings.IndexFunc(text[i:], func(r rune) bool { return !in(r) }); n >= 0 {
		return i + n
	}
	return len(text)
}

// handleEnd returns the end of the handle whose @ stands at i, as networks write them; i+1
// where none follows, or where it is an address of mail.
func handleEnd(text string, i int) int {
	if r, _ := utf8.DecodeLastRuneInString(text[:i]); spacedRune(r) {
		return i + 1
	}
	end := runEnd(text, i+1, func(r rune) bool { return spacedRune(r) || r == '_' || r == '.' })
	return i + 1 + len(strings.TrimRight(text[i+1:end], "."))
}

func wordToken(text string, start, end int) token {
	raw := text[start:end]
	raw = strings.Replace(raw, "-", "", 1) // see upEnd and terms.LetterEnd
	first, _ := utf8.DecodeRuneInString(raw)
	return token{start: start, end: end, word: terms.Fold(raw), terms: topics.Terms(raw),
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
		_, spoken := places.Language(w)
		if spoken || lexicon.Known(w) || n > 1 && (len(places.Find(w)) > 0 || listed(topics.Terms(w))) {
			best = len(w)
		}
	}
	return best
}

func listed(words []string) bool { return topics.Listed(strings.Join(words, " ")) }

// lexNumber reads "20.000", "15 000", "1'000", "1,5m", "10k", "1万", "3.5 %" or
// "50k+", text[free:] is of no token yet. A number with other letters attached ("5km", "90s") is a word.
func lexNumber(text string, start, free int) token {
	end := digitsEnd(text, start)
	n := &number{value: parseDigits(text[start:end])}
	digits := end
	if end = runEnd(text, digits, spacedRune); strings.EqualFold(text[digits:end], "x") && timesBehind(text[end:]) { // "3x a week"
		end = digits
	} else if end > digits && slices.Contains(gluedUnits, terms.Fold(text[digits:end])) && (end-digits > 1 || digits-start > 1) { // "30d", no "3D"
		end = digits
	} else if end > digits {
		if !n.scale(terms.Fold(text[digits:end])) {
			return wordToken(text, start, end)
		}
	} else if r, size := utf8.DecodeRuneInString(text[end:]); terms.Unspaced(r) && n.scale(text[end:end+size]) {
		end += size
	}
	t := token{start: start, number: n}
	if start > free && text[start-1] == '%' {
		n.percent = true
		t.start--
	}
	t.end = n.tail(text, end)
	t.word, t.terms = terms.Fold(text[start:end]), topics.Terms(text[start:end])
	if math.IsInf(n.value, 0) || n.value > 1e12 {
		t.number = nil
	}
	return t
}

// gluedUnits are units that stand right behind a number: "30d", "2wks".
var gluedUnits = []string{"d", "days", "w", "wk", "wks", "mo", "mos", "mth", "mths", "y", "yr", "yrs", "j", "jrs", "tage", "sem", "gg"}

// timesBehind: what follows "3x" says in which time.
func timesBehind(rest string) bool {
	rest = strings.ToLower(strings.TrimLeft(rest, " "))
	return slices.ContainsFunc(timesWords, func(w string) bool { return strings.HasPrefix(rest, w) })
}

var timesWords = []string{"/", "a ", "per ", "week", "month", "dai", "pro ", "die ", "wö", "tägl", "im ", "par ", "por ", "a la ", "al ", "alla ", "à la ", "haftada", "ayda"}

// scale multiplies by a word like "k" or "thousand"; false for any other.
func (n *number) scale(word string) bool {
	by, ok := lexicon.Scaled(word)
	if ok {
		n.value, n.scaled = n.value*by, true
	}
	return ok
}

// digitsEnd returns the end of digits with the signs that group or part them: points,
// commas and apostrophes, and spaces before groups of exactly three.
func digitsEnd(text string, i int) int {
	first := i
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case isDigit(text, i):
		case strings.ContainsRune(".,'’", r) && isDigit(text, i+size):
		case unicode.IsSpace(r) && i-first <= 3 && groups(text[i:]) > 0:
			return i + groups(text[i:])
		default:
			return i
		}
		i += size
	}
	return i
}

func isDigit(text string, i int) bool { return i < len(text) && text[i] >= '0' && text[i] <= '9' }

// groups measures the groups of a space and three digits that s begins with; 0
// when what follows them belongs to their last word.
func groups(s string) (n int) {
	for {
		r, size := utf8.DecodeRuneInString(s[n:])
		at := n + size
		if !unicode.IsSpace(r) || r == '\n' || !isDigit(s, at) || !isDigit(s, at+1) || !isDigit(s, at+2) {
			return n
		}
		next, _ := utf8.DecodeRuneInString(s[at+3:])
		if spacedRune(next) || strings.ContainsRune(".,", next) && isDigit(s, at+4) {
			return 0
		}
		n = at + 3
	}
}

// tail reads a per cent sign or a plus behind the digits.
func (n *number) tail(text string, end int) int {
	rest := strings.TrimLeft(text[end:], " \u00a0\u202f")
	if strings.HasPrefix(rest, "%") {
		n.percent = true
		end = len(text) - len(rest) + 1
	}
	if strings.HasPrefix(text[end:], "+") {
		n.plus = true
		end++
	}
	return end
}

// parseDigits reads a number in which point and comma may both group
// thousands or part decimals: groups of exactly three digits are thousands.
func parseDigits(s string) float64 {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
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

// joined is the folded words of tokens i to j as tables key them; false when
// punctuation that parts phrases stands between, or a word that is used.
func (r *reader) joined(i, j int) (string, bool) {
	if j >= len(r.toks) {
		return "", false
	}
	for k := i + 1; k <= j; k++ {
		if r.toks[k].used || !softGap(r.toks[k].before) {
			return "", false
		}
	}
	if i == j {
		return r.toks[i].word, true
	}
	words := make([]string, 0, longestPhrase)
	for _, t := range r.toks[i : j+1] {
		words = append(words, t.word)
	}
	return strings.Join(words, " "), true
}

// plainGap reports whether only spaces and apostrophes stand between two tokens.
func plainGap(s string) bool { return strings.Trim(s, " \t\n\u00a0'’") == "" }

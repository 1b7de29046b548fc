package words

import (
	"math"
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// spellNumbers makes one token of a number and the words that belong to it:
// "50 thousand", "half a million", "three percent".
func (r *reader) spellNumbers() {
	toks := r.toks[:0]
	for i := 0; i < len(r.toks); {
		t, n := r.spelled(i)
		toks = append(toks, t)
		i += n
	}
	r.toks = toks
}

// spelled reads the number at token i; a token that is none comes back as it is.
func (r *reader) spelled(i int) (token, int) {
	if t, n := r.figures(i); n > 0 {
		return t, n
	}
	t, n := r.toks[i], number{}
	j := i + 1
	if t.number != nil {
		n = *t.number
	} else if j = r.inWords(i, &n); j == i {
		return t, 1
	}
	j = r.scaled(j, &n, t.number == nil)
	if k := r.phrase(j, lexicon.PerCent); k > 0 {
		n.percent = true
		j += k
	} else if before := r.toks[max(0, i-1)]; i > 0 && before.entry.Class&lexicon.PerCent != 0 {
		n.percent = true
	}
	if j == i+1 && t.number == nil && !n.scaled && !n.percent { // "two dogs"
		n.loose = true
		t.number = &n
		return t, 1
	}
	end := r.toks[j-1].end
	if j < len(r.toks) && shortened(r.toks[j-1].word) && strings.HasPrefix(r.toks[j].before, ".") { // "10 Tsd. Follower"
		r.toks[j].before = r.toks[j].before[1:]
		end++
	}
	words := r.text[t.start:end]
	return token{start: t.start, end: end, before: t.before, word: terms.Fold(words), terms: topics.Terms(words), number: &n}, j - i
}

// shortened: the word is, or ends in, a scale that is written with a point behind.
func shortened(word string) bool {
	for _, scale := range [...]string{"tsd", "mio", "mrd", "mln", "mn"} {
		if strings.HasSuffix(word, scale) && strings.Trim(word[:len(word)-len(scale)], "0123456789.,") == "" {
			return true
		}
	}
	return false
}

// scaled reads the scales behind a number and, behind one in words, what is
// added to it: "two million and a half". It returns the token after them.
func (r *reader) scaled(j int, n *number, inWords bool) int {
	for scale := 1.0; j < len(r.toks) && (plainGap(r.toks[j].before) || inWords && r.toks[j].before == "-"); j++ {
		switch e := r.toks[j].entry; {
		case r.toks[j].number != nil:
			return j
		case e.Class&lexicon.Scale != 0 && n.value*e.Number < 1e12:
			n.value, n.scaled, scale = n.value*e.Number, true, e.Number
		case inWords && n.value < 1 && e.Class&lexicon.About != 0 && (r.is(j+1, lexicon.Scale) || r.is(j+1, lexicon.About) && r.is(j+2, lexicon.Scale)): // "half a million"
		case r.lang.Code == "tr" && e.Class&lexicon.Number != 0 && e.Number == 0.5 && n.value >= 1: // "iki buçuk milyon"
			n.value += 0.5 * scale
		case inWords && e.Class&lexicon.And != 0 && r.half(j+1) > 0: // "two and a half", "two million and a half"
			n.value += 0.5 * scale
			j += r.half(j + 1)
		default:
			return r.hundredsBehind(j, n, inWords)
		}
	}
	return j
}

// spelled reports whether words are part of a number: it is no topic then.
func (n *number) spelled(word string) bool {
	return n != nil && (strings.Contains(word, " ") || !isDigit(word, 0))
}

// half counts the words of "a half" at token i.
func (r *reader) half(i int) int {
	for n := 1; n <= 2; n++ {
		if w := i + n - 1; r.is(w, lexicon.Number) && r.toks[w].entry.Number == 0.5 {
			return n
		}
		if !r.is(i, lexicon.About) {
			break
		}
	}
	return 0
}

const figuresReach = 4 // words between "five figures" and what they count

// figures reads "five figures", "double-digit", "fünfstellig" at token i beside what
// they count: all numbers of so many digits. Other figures are of action heroes.
func (r *reader) figures(i int) (token, int) {
	digits, n := r.digitsAt(i)
	if n == 0 || digits < 2 || digits > 9 || digits != math.Trunc(digits) {
		return token{}, 0
	}
	counted := lexicon.Class(0)
	for k := max(0, i-figuresReach); k < min(len(r.toks), i+n+figuresReach); k++ {
		counted |= r.toks[k].entry.Class & (lexicon.Followers | lexicon.Engagement | lexicon.Growth)
	}
	if counted == 0 {
		return token{}, 0
	}
	t, end := r.toks[i], r.toks[i+n-1].end
	low := math.Pow10(int(digits) - 1)
	return token{start: t.start, end: end, before: t.before, word: terms.Fold(r.text[t.start:end]),
		number: &number{value: low, top: 10*low - 1, percent: counted&lexicon.Followers == 0}}, n
}

// digitsAt is how many digits the words at token i say that a number has, and how
// many words do.
func (r *reader) digitsAt(i int) (digits float64, n int) {
	word := r.toks[i].word
	for cut := 2; cut <= len(word)-3; cut++ {
		if r.lang.Find(word[cut:]).Value != digitsValue {
			continue
		}
		if head, scaled, ok := r.valueOf(word[:cut]); ok && !scaled {
			return head, 1
		}
	}
	if n, e := r.entry(i, lexicon.Number); n == 2 && r.toks[i+1].entry.Value == digitsValue { // "double digits"
		return e.Number, n
	}
	if i+1 == len(r.toks) || r.toks[i+1].entry.Value != digitsValue || !plainGap(r.toks[i+1].before) && r.toks[i+1].before != "-" {
		return 0, 0
	}
	if t := r.toks[i]; t.number != nil {
		return t.number.value, 2
	}
	if e := r.toks[i].entry; e.Class&(lexicon.Number|lexicon.Times) != 0 {
		return e.Number, 2
	}
	return 0, 0
}

const digitsValue = "digits" // of "counted digits" in the files of languages

// digits makes the range of "five figures" of the number at the end of an amount,
// with the words that lead to it: "in the double digits".
func (r *reader) digits(a *amount) {
	top := r.toks[a.to].number
	switch {
	case top == nil || top.top == 0:
	case math.IsNaN(a.min):
		a.max = top.top
	case !a.compared:
		a.compared = true
		if !a.percent {
			a.max, a.ranged = top.top, true
		}
		a.from = r.backOver(a.from, lexicon.Place|lexicon.About)
	}
}

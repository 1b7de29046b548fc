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
	inWords := t.number == nil
	j = r.scaled(j, &n, inWords)
	if more := (number{}); inWords && n.value >= thousand { // "two thousand five hundred"
		end := r.inWords(j, &more)
		if more.value >= 100 && more.value < thousand && !r.is(end, lexicon.Scale) {
			n.value, j = n.value+more.value, end
		}
	}
	at := j
	if n.value < 1 && r.is(j, lexicon.About) { // "half a percent"
		at++
	}
	if k := r.phrase(at, lexicon.PerCent); k > 0 {
		n.percent = true
		j = at + k
	}
	n.percent = n.percent || r.is(i-1, lexicon.PerCent)
	if j == i+1 && inWords && !n.scaled && !n.percent && n.value < thousand { // "two dogs"
		n.loose = true
		t.number = &n
		return t, 1
	}
	words := r.text[t.start:r.toks[j-1].end]
	return token{start: t.start, end: r.toks[j-1].end, before: t.before, word: terms.Fold(words), terms: topics.Terms(words), number: &n}, j - i
}

// scaled reads the scales behind a number and, behind one in words, what is
// added to it: "two million and a half". It returns the token after them.
func (r *reader) scaled(j int, n *number, inWords bool) int {
	for scale := 1.0; j < len(r.toks) && r.inNumber(j, inWords) && r.toks[j].number == nil; {
		k, e := r.entry(j, lexicon.Scale)
		at := j
		if inWords && n.value < 1 { // "half a million", "three quarters of a million"
			at, k, e = r.ahead(j, lexicon.Scale, lexicon.About)
		}
		half := r.half(j)
		switch {
		case k > 0 && n.value*e.Number < 1e12:
			n.value, n.scaled, scale = n.value*e.Number, true, e.Number
			j = at + k
		case half > 0 && n.value >= 1 && (inWords || r.lang.Halves[r.wordAt(j)]):
			n.value += 0.5 * scale
			j += half
		default:
			return j
		}
	}
	return j
}

// inNumber: token i may be part of the number that ends in front of it.
func (r *reader) inNumber(i int, inWords bool) bool {
	return plainGap(r.toks[i].before) || inWords && r.toks[i].before == "-"
}

// half counts the words that add a half to the number in front of token i: "and a half",
// "y medio", "buçuk".
func (r *reader) half(i int) int {
	if r.lang.Halves[r.wordAt(i)] {
		return 1
	}
	if !r.is(i, lexicon.And) {
		return 0
	}
	at, n, e := r.ahead(i+1, lexicon.Number, lexicon.About)
	if e.Number != 0.5 {
		return 0
	}
	return at + n - i
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

// digitsAt returns the digits of the number in words at token i, and how many words they
// take.
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
		a.from = r.backOver(a.from, lexicon.Place|lexicon.About|lexicon.Low|lexicon.High)
	}
}

// inWords reads a number in words from token i, up to its first scale from a
// thousand on: "one hundred and fifty", "treinta y cinco", "zehntausend". It returns
// the token behind it; i where there is none.
func (r *reader) inWords(i int, n *number) int {
	if i >= len(r.toks) {
		return i
	}
	v, scaled, k := r.numberAt(i)
	if k == 0 || r.is(i, lexicon.Scale) && k == 1 && !r.startsWithScale(i) {
		return i
	}
	n.value, n.scaled = v, scaled
	j := i + k
	for n.value >= 1 && n.value < thousand && j < len(r.toks) {
		at := j
		if r.is(at, lexicon.And) && plainGap(r.toks[at].before) {
			at++
		}
		if at >= len(r.toks) || !r.inNumber(at, true) {
			break
		}
		w, scale, k := r.numberAt(at)
		switch {
		case k > 0 && at == j && scale && w == 100 && n.value < 10 && !n.scaled:
			n.value *= w
		case k > 0 && !scale && r.adds(n.value, w) && (at == j || r.joinsNumber(i, at+k, n.value, w)):
			n.value += w
		default:
			return r.decimals(j, n)
		}
		j = at + k
	}
	return j
}

// decimals reads "point five" behind a number, and returns the token behind.
func (r *reader) decimals(j int, n *number) int {
	if !r.among(j, wordPoint) {
		return j
	}
	end := j + 1
	for part := 0.1; end < len(r.toks); end++ {
		digit, _, k := r.numberAt(end)
		if k != 1 || digit >= 10 || digit != math.Trunc(digit) {
			break
		}
		n.value += digit * part
		part /= 10
	}
	if end == j+1 {
		return j
	}
	n.value, n.scaled = math.Round(n.value*1e6)/1e6, false
	return end
}

// numberAt returns the number in words at token i, below a thousand or as a scale, and how
// many words it takes.
func (r *reader) numberAt(i int) (v float64, scaled bool, words int) {
	if r.toks[i].number != nil {
		return 0, false, 0
	}
	if n, e := r.entry(i, lexicon.Number); n > 1 && e.Number > 0 && r.toks[i+n-1].entry.Value != digitsValue { // "quatre-vingt"
		return e.Number, false, n
	}
	t := r.toks[i]
	if v, scaled, ok := r.valueOf(t.word); ok {
		return v, scaled, 1
	}
	if v, ok := lexicon.Counts(t.word); ok && r.is(i+1, lexicon.Scale) && t.entry.Class == 0 { // "duzentos mil", where little tells the language
		return v, false, 1
	}
	if r.aPeriod(i) {
		return 1, false, 1
	}
	return 0, false, 0
}

// aPeriod: the "a" at token i counts the days behind it: "older than a week".
func (r *reader) aPeriod(i int) bool {
	if !r.lang.Articles[r.wordAt(i)] || !r.is(i+1, lexicon.Period) {
		return false
	}
	n, e := r.phraseBefore(i, lexicon.AtLeast|lexicon.AtMost)
	return n > 0 && e.Class&lexicon.Place == 0 // "in", "within"
}

// startsWithScale: the scale at token i stands for one of itself: "mil seguidores".
func (r *reader) startsWithScale(i int) bool {
	const bounds = lexicon.AtLeast | lexicon.AtMost | lexicon.Between
	_, n, _ := r.ahead(i+1, lexicon.Followers|lexicon.Scale|lexicon.Number, lexicon.About|lexicon.And)
	return n > 0 || r.is(i-1, lexicon.About|bounds)
}

// adds: a number is said by one below it behind it: "twenty" by "five", "deux cent"
// by "cinquante", and as each language says: "quatre-vingt" by "quinze", "on" by "beş".
func (r *reader) adds(v, w float64) bool {
	tens := math.Mod(v, 100)
	most, known := r.lang.Adds[tens]
	switch {
	case tens == 0:
		most = 99
	case !known && tens >= 20 && math.Mod(tens, 10) == 0:
		most = 9
	}
	return w >= 1 && w <= most && w == math.Trunc(w)
}

// joinsNumber: "and" makes one number of v and w, whose words begin at token i and end
// in front of token end, and not two: "between one hundred and fifty".
func (r *reader) joinsNumber(i, end int, v, w float64) bool {
	if math.Mod(v, 100) != 0 { // "treinta y cinco", "vingt et un"
		return r.lang.Joined[w]
	}
	if !r.isBetween(i) {
		return true
	}
	for r.is(end, lexicon.Scale) {
		end++
	}
	return r.is(end, lexicon.And|lexicon.To)
}

// isBetween: in front of token i stands a word that "and" follows on: not "from".
func (r *reader) isBetween(i int) bool {
	n, _ := r.phraseBefore(i, lexicon.Between)
	return anyAt(i-n, i, func(k int) bool { return r.among(k, wordBetween) })
}

// valueOf returns the number of a word; scaled, when a scale is part of it.
func (r *reader) valueOf(word string) (v float64, scaled, ok bool) {
	switch e := r.lang.Find(word); {
	case e.Class&(lexicon.Number|lexicon.Times) != 0 && e.Number > 0: // "twice"
		return e.Number, false, true
	case e.Class&lexicon.Scale != 0 && len(word) > 2:
		return e.Number, true, true
	}
	for cut := 2; cut <= len(word)-3; cut++ {
		tail, isScale := lexicon.Scaled(word[cut:])
		if !isScale {
			if tail, ok = lexicon.Counts(word[cut:]); !ok {
				continue
			}
		}
		if head, ok := r.compounded(word[:cut], tail, isScale); ok {
			return head, isScale, true
		}
	}
	return 0, false, false
}

// compounded is the number of a compound of a head and a tail: "zehn" + "tausend",
// "venti" + "cinque", "fünfund" + "zwanzig".
func (r *reader) compounded(head string, tail float64, scale bool) (float64, bool) {
	if unit, ok := strings.CutSuffix(head, "und"); ok && !scale && tail >= 20 && tail < 100 {
		if v, ok := lexicon.Counts(unit); ok && v >= 1 && v < 10 {
			return v + tail, true
		}
		for cut := 3; cut < len(unit)-2; cut++ { // "hundertfünfundzwanzig"
			if v, ok := lexicon.Counts(unit[cut:]); ok && v >= 1 && v < 10 {
				if more, _, ok := r.valueOf(unit[:cut]); ok && math.Mod(more, 100) == 0 {
					return more + v + tail, true
				}
			}
		}
		return 0, false
	}
	v, ok := lexicon.Counts(head)
	if !ok {
		v, _, ok = r.valueOf(head)
	}
	switch {
	case !ok || v < 0:
		return 0, false
	case scale:
		return v * tail, true
	}
	return v + tail, v >= 20 && r.adds(v, tail)
}

// spelled reports whether words are part of a number: it is no topic then.
func (n *number) spelled(word string) bool {
	return n != nil && (strings.Contains(word, " ") || !isDigit(word, 0))
}

package words

import (
	"math"
	"strings"

	"greenroom/service/words/lexicon"
)

// inWords reads a number in words from token i, up to its first scale from a
// thousand on: "one hundred and fifty", "treinta y cinco", "zehntausend". It returns
// the token behind it; i where there is none.
func (r *reader) inWords(i int, n *number) int {
	v, scaled, k := r.numberAt(i)
	if k == 0 || r.articleOf(i, v, scaled) || scaled && r.is(i, lexicon.Scale) && !r.startsWithScale(i) {
		return i
	}
	n.value, n.scaled = v, scaled
	j := i + k
	for n.value >= 1 && n.value < 1000 && j < len(r.toks) {
		at := j
		if r.is(at, lexicon.And) && plainGap(r.toks[at].before) {
			at++
		}
		if at >= len(r.toks) || !plainGap(r.toks[at].before) && r.toks[at].before != "-" {
			break
		}
		w, scale, k := r.numberAt(at)
		switch {
		case k == 0:
			return j
		case at == j && scale && w == 100 && n.value < 10 && !n.scaled:
			n.value *= w
		case !scale && r.adds(n.value, w) && (at == j || r.joinsNumber(i, at+k, n.value, w)):
			n.value += w
		default:
			return j
		}
		j = at + k
	}
	return j
}

// numberAt is what the words at token i count, below a thousand or as a scale, and
// how many words do.
func (r *reader) numberAt(i int) (v float64, scaled bool, words int) {
	if r.toks[i].number != nil {
		return 0, false, 0
	}
	if r.aPeriod(i) {
		return 1, false, 1
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
	return 0, false, 0
}

// aPeriod: the "a" at token i counts the days behind it: "older than a week".
func (r *reader) aPeriod(i int) bool {
	if w := r.toks[i].word; w != "a" && w != "an" || r.lang.Code != "en" || !r.is(i+1, lexicon.Period) {
		return false
	}
	n, e := r.phraseBefore(i, lexicon.AtLeast|lexicon.AtMost)
	return n > 0 && e.Class&lexicon.Place == 0 // "in", "within"
}

// startsWithScale: the scale at token i stands for one of itself: "mil seguidores".
func (r *reader) startsWithScale(i int) bool {
	return r.is(i+1, lexicon.Followers|lexicon.Scale) || r.is(i+1, lexicon.Number) && plainGap(r.toks[i+1].before) ||
		r.is(i+1, lexicon.About) && r.is(i+2, lexicon.Followers) || r.is(i-1, lexicon.About|lexicon.AtLeast|lexicon.AtMost)
}

// adds: a number is said by one below it behind it: "twenty" by "five", "deux cent"
// by "cinquante", "quatre-vingt" by "quinze", "on" by "beş".
func (r *reader) adds(v, w float64) bool {
	if w < 1 || w >= 100 || w != math.Trunc(w) {
		return false
	}
	switch tens := math.Mod(v, 100); {
	case tens == 0:
		return true
	case tens == 60 || tens == 80:
		return w < 10 || w < 20 && r.lang.Code == "fr"
	case tens == 10:
		return w < 10 && r.lang.Code == "tr"
	default:
		return tens >= 20 && math.Mod(v, 10) == 0 && w < 10
	}
}

// joinsNumber: "and" makes one number of v and w, whose words begin at token i and end
// in front of token end, and not two: "between one hundred and fifty".
func (r *reader) joinsNumber(i, end int, v, w float64) bool {
	if math.Mod(v, 100) != 0 { // "treinta y cinco", "vingt et un"
		return r.lang.AdjectivesFollow && (r.lang.Code != "fr" || w == 1 || w == 11)
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
	for k := i - n; k < i; k++ {
		if betweens[r.wordAt(k)] {
			return true
		}
	}
	return false
}

var betweens = map[string]bool{"between": true, "zwischen": true, "entre": true, "tra": true, "fra": true}

// hundredsBehind reads what a number of thousands has behind it at token j: "two
// thousand five hundred". It returns the token behind.
func (r *reader) hundredsBehind(j int, n *number, inWords bool) int {
	if !inWords || !n.scaled || n.value < 1000 {
		return j
	}
	var rest number
	end := r.inWords(j, &rest)
	if end == j || rest.value < 100 || rest.value >= 1000 || r.is(end, lexicon.Scale) {
		return j
	}
	n.value += rest.value
	return end
}

// articleOf: the word for one at token i is the article of a number that is
// written in digits, of a part of one, or of a compound: "un 3 %", "ein
// 5-%-Wachstum", "eine halbe Million", "einer Viertelmillion".
func (r *reader) articleOf(i int, v float64, scaled bool) bool {
	if v != 1 || scaled || i+1 >= len(r.toks) || !plainGap(r.toks[i+1].before) {
		return false
	}
	next := r.toks[i+1]
	if next.number != nil || next.entry.Class&lexicon.Number != 0 {
		return next.number != nil || next.entry.Number < 1 && r.lang.Code != "tr" // "bir buçuk"
	}
	_, compound, _ := r.valueOf(next.word)
	return compound && next.entry.Class&lexicon.Scale == 0
}

// valueOf is what a word counts; scaled, when a scale is part of it.
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

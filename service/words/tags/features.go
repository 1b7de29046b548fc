package tags

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"greenroom/internal/sequence"
	"greenroom/service/words/lexicon"
)

// Token is a word or a number of a query, text[Start:End], with what tables know of it.
type Token struct {
	Start, End int
	Before     string // what stands between it and the token in front
	Word       string // folded
	Class      lexicon.Class
	Topic      bool // a table of topics has it, or a phrase that it begins
	Place      bool // so for places
	Town       bool // so for towns that no other table has
	OtherWord  bool // the town's name is a word for something else as well
	Number     bool
	Capital    bool
	Code       bool     // that of a country or a state
	Everyday   bool     // a word that half of all texts have
	Purpose    int      // of its statement, by a number of the caller's
	Cues       []string // the kinds of the cue that it begins
}

// Items are the tokens with their features.
func Items(tokens []Token) []sequence.Item {
	d := &describer{toks: tokens, items: make([]sequence.Item, len(tokens))}
	d.turns()
	for i := range tokens {
		d.at = &d.items[i]
		d.at.Features = make([]uint32, 0, 96)
		if i > 0 && d.gap(i) >= gapComma {
			d.at.Joint = 1
		}
		d.describe(i)
	}
	return d.items
}

type describer struct {
	toks  []Token
	items []sequence.Item
	at    *sequence.Item
	not   []int // by token: the last word in front that may leave out, in its sentence; -1
	after []int // the next one behind
	label []int // the last word in front of the colon in its line; -1
	first []int // the first of its sentence
}

// turns notes for each token the words near it that may turn it.
func (d *describer) turns() {
	n := len(d.toks)
	all := make([]int, 4*n)
	d.not, d.after, d.label, d.first = all[:n], all[n:2*n], all[2*n:3*n], all[3*n:]
	not, label, first := -1, -1, 0
	for i, t := range d.toks {
		g := d.gap(i)
		if i > 0 && g >= gapSentence {
			not, first = -1, i
		}
		if strings.Contains(t.Before, "\n") {
			label = -1
		}
		if i > 0 && strings.Contains(t.Before, ":") {
			label = i - 1
		}
		d.not[i], d.label[i], d.first[i] = not, label, first
		if t.Class&(lexicon.Not|lexicon.NotAfter) != 0 || d.short(i) {
			not = i
		}
	}
	after := -1
	for i := n - 1; i >= 0; i-- {
		d.after[i] = after
		if d.toks[i].Class&(lexicon.Not|lexicon.NotAfter) != 0 || d.short(i) {
			after = i
		}
		if d.gap(i) >= gapSentence {
			after = -1
		}
	}
}

// short: the token is what "don't" and "isn't" are cut into.
func (d *describer) short(i int) bool {
	return d.toks[i].Word == "t" && i > 0 && strings.HasSuffix(d.toks[i-1].Word, "n")
}

// The gaps in front of a token, by what parts it from the one before.
const (
	gapJoined = iota
	gapBlank
	gapDash
	gapSlash
	gapComma
	gapColon
	gapParen
	gapSentence
	gapLine
)

// gap is what stands in front of token i.
func (d *describer) gap(i int) int {
	if i < 0 || i >= len(d.toks) {
		return gapLine
	}
	b := d.toks[i].Before
	switch {
	case strings.Contains(b, "\n"):
		return gapLine
	case strings.ContainsAny(b, "!?;") || strings.Contains(b, ". ") || strings.ContainsAny(b, "|•。"):
		return gapSentence
	case strings.ContainsAny(b, "()[]\"“”„«»"):
		return gapParen
	case strings.Contains(b, ":"):
		return gapColon
	case strings.ContainsAny(b, ",、，"):
		return gapComma
	case strings.ContainsAny(b, "/+&•·→"):
		return gapSlash
	case strings.Contains(b, " -") || strings.ContainsAny(b, "–—"):
		return gapDash
	case b == "" || !strings.ContainsAny(b, " \t\u00a0"):
		return gapJoined
	}
	return gapBlank
}

// FNV-1a over the kind of a feature and its words.
const fnvStart, fnvPrime = 2166136261, 16777619

func (d *describer) put(kind byte, parts ...string) {
	h := uint32(fnvStart)
	h = (h ^ uint32(kind)) * fnvPrime
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint32(p[i])) * fnvPrime
		}
		h = (h ^ '\x00') * fnvPrime
	}
	h ^= h >> 15
	d.at.Features = append(d.at.Features, h%Slots)
}

func (d *describer) putNumber(kind byte, values ...int) {
	h := uint32(fnvStart)
	h = (h ^ uint32(kind)) * fnvPrime
	for _, v := range values {
		h = (h ^ uint32(v&0xff)) * fnvPrime
		h = (h ^ uint32(v>>8&0xff)) * fnvPrime
	}
	h ^= h >> 15
	d.at.Features = append(d.at.Features, h%Slots)
}

// word is the token's word; signs where there is none, digits as one.
func (d *describer) word(i int) string {
	switch {
	case i < 0:
		return "<"
	case i >= len(d.toks):
		return ">"
	case d.toks[i].Number:
		return "0"
	}
	return d.toks[i].Word
}

// known is what tables say of a token in a few bits.
func (d *describer) known(i int) int {
	if i < 0 || i >= len(d.toks) {
		return 256
	}
	t := d.toks[i]
	k := 0
	for n, yes := range []bool{t.Topic, t.Place, t.Number, t.Capital, t.Class != 0, t.Town, t.Everyday, t.Code} {
		if yes {
			k |= 1 << n
		}
	}
	return k
}

// rough is the class of a token by those that matter most beside another.
func (d *describer) rough(i int) int {
	if i < 0 || i >= len(d.toks) {
		return -1
	}
	c := d.toks[i].Class
	for n, of := range []lexicon.Class{lexicon.Not, lexicon.NotAfter, lexicon.Ends, lexicon.Or | lexicon.And, lexicon.Who, lexicon.Place, lexicon.Speak | lexicon.Spoken, lexicon.On | lexicon.About, lexicon.AtLeast | lexicon.AtMost | lexicon.Between,
		lexicon.Followers | lexicon.Counted | lexicon.Engagement, lexicon.People | lexicon.Channel, lexicon.Posts | lexicon.Posting, lexicon.Period | lexicon.Rhythm | lexicon.Last | lexicon.Ago, lexicon.Filler, lexicon.Verb, lexicon.Common} {
		if c&of != 0 {
			return n
		}
	}
	if d.toks[i].Number {
		return 20
	}
	if d.toks[i].Topic {
		return 21
	}
	if d.toks[i].Place {
		return 22
	}
	if d.toks[i].Town {
		return 23
	}
	return 24
}

const far = 6

func (d *describer) describe(i int) {
	t := d.toks[i]
	d.put(1)
	w := d.word(i)
	d.put(2, w)
	d.put(3, d.word(i-1))
	d.put(4, d.word(i+1))
	d.put(5, d.word(i-2))
	d.put(6, d.word(i+2))
	d.put(7, d.word(i-1), w)
	d.put(8, w, d.word(i+1))
	d.put(9, d.word(i-2), d.word(i-1))
	if n := utf8.RuneCountInString(w); n > 3 {
		d.put(10, prefix(w, 3))
		d.put(11, suffix(w, 3))
		if n > 4 {
			d.put(12, prefix(w, 5))
			d.put(13, suffix(w, 2))
		}
		if n > 5 {
			d.put(14, suffix(w, 4))
		}
	}
	for k := -1; k <= 1; k++ {
		if i+k < 0 || i+k >= len(d.toks) {
			continue
		}
		for c := uint64(d.toks[i+k].Class); c != 0; c &= c - 1 {
			d.putNumber(byte(20+k), bits.TrailingZeros64(c))
		}
		d.putNumber(byte(24+k), d.known(i+k))
	}
	d.putNumber(30, d.rough(i-1), d.rough(i), d.rough(i+1))
	d.putNumber(31, d.rough(i-2), d.rough(i-1), d.rough(i))
	d.putNumber(32, d.rough(i), d.rough(i+1), d.rough(i+2))
	d.putNumber(33, d.gap(i), d.gap(i+1))
	d.putNumber(34, d.gap(i), d.rough(i))
	d.putNumber(35, min(len(d.toks), 20)/4, d.rough(i))
	d.put(36, d.word(d.first[i]))
	d.put(37, d.word(d.first[i]), d.word(min(d.first[i]+1, len(d.toks)-1)))
	if n := d.not[i]; n >= 0 {
		commas, between, ends := 0, 0, 0
		for k := n + 1; k <= i; k++ {
			if d.gap(k) >= gapDash {
				commas++
			}
			if k < i && d.toks[k].Class&lexicon.Filler == 0 {
				between++
			}
			if d.toks[k].Class&lexicon.Ends != 0 {
				ends = 1
			}
		}
		d.put(40, d.word(n))
		d.putNumber(41, min(commas, 3), min(between, far), ends)
		d.putNumber(42, min(i-n, far), d.gap(n+1), ends)
		d.put(43, d.word(n), string(rune('0'+min(commas, 2))), string(rune('0'+ends)))
	} else {
		d.putNumber(44, 0)
	}
	if n := d.after[i]; n >= 0 {
		commas := 0
		for k := i + 1; k <= n; k++ {
			if d.gap(k) >= gapDash {
				commas++
			}
		}
		d.put(45, d.word(n))
		d.putNumber(46, min(commas, 3), min(n-i, far))
		d.put(47, d.word(n), d.word(n+1), string(rune('0'+min(commas, 2))))
	}
	if n := d.label[i]; n >= 0 {
		d.put(48, d.word(n))
		d.put(49, d.word(n-1), d.word(n))
		d.putNumber(50, min(i-n, far))
	}
	if t.Capital {
		d.putNumber(51, d.gap(i))
	}
	d.putNumber(70, t.Purpose)
	d.putNumber(71, t.Purpose, d.rough(i))
	d.putNumber(72, t.Purpose, d.known(i))
	d.putNumber(73, d.known(i-1), d.known(i))
	d.putNumber(74, d.known(i), d.known(i+1))
	d.putNumber(75, d.known(i), d.gap(i), d.gap(i+1))
	d.putNumber(76, d.home(i-1), d.home(i), d.home(i+1))
	d.putNumber(77, d.home(i), d.rough(i), d.gap(i))
	d.cues(i)
	d.part(i)
}

// home is how surely a token is where somebody lives.
func (d *describer) home(i int) int {
	switch {
	case i < 0 || i >= len(d.toks):
		return 0
	case d.toks[i].Place:
		return 1
	case !d.toks[i].Town:
		return 2
	case d.toks[i].OtherWord:
		return 3
	}
	return 4
}

// cuesInFront is how many cues in front of a token it is read with.
const cuesInFront = 2

// cues puts those of token i, and the next ones of its sentence with the commas between.
func (d *describer) cues(i int) {
	for _, c := range d.toks[i].Cues {
		d.put(80, c)
	}
	commas := byte('0')
	part := func(k int) {
		if d.gap(k) >= gapDash && commas < '2' {
			commas++
		}
	}
	for k, n := i-1, 0; k >= 0 && d.gap(k+1) < gapSentence && n < cuesInFront; k-- {
		part(k + 1)
		for _, c := range d.toks[k].Cues {
			d.put(81+byte(n), c, string(commas))
		}
		n += min(1, len(d.toks[k].Cues))
	}
	commas = '0'
	for k := i + 1; k < len(d.toks) && d.gap(k) < gapSentence; k++ {
		part(k)
		for _, c := range d.toks[k].Cues {
			d.put(83, c, string(commas))
		}
		if d.toks[k].Cues != nil {
			return
		}
	}
}

// partMost is how many words of a token's part, to each side, it is read with.
const partMost = 7

// part puts the words that no sign parts from token i.
func (d *describer) part(i int) {
	var classes [2]lexicon.Class
	for side, step := range []int{-1, 1} {
		n := 0
		for k := i + step; n < partMost && k >= 0 && k < len(d.toks) && d.gap(max(k, k-step)) < gapDash; k += step {
			d.put(byte(60+side), d.word(k))
			classes[side] |= d.toks[k].Class
			n++
		}
		d.putNumber(byte(62+side), min(n, 4), d.rough(i))
		for c := uint64(classes[side]); c != 0; c &= c - 1 {
			d.putNumber(byte(64+side), bits.TrailingZeros64(c))
		}
		edge := i + step*(n+1)
		if n < partMost { // the word behind the sign
			d.put(byte(66+side), d.word(min(max(edge, -1), len(d.toks))))
		}
	}
}

func prefix(w string, n int) string {
	for i := range w {
		if n == 0 {
			return w[:i]
		}
		n--
	}
	return w
}

func suffix(w string, n int) string {
	for i := len(w); i > 0; {
		_, size := utf8.DecodeLastRuneInString(w[:i])
		if i -= size; n == 1 {
			return w[i:]
		}
		n--
	}
	return w
}

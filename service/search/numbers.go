package search

import (
	"math"
	"strings"

	"greenroom/api"
)

// numbers reads every range of followers or engagement in the query.
func (r *reader) numbers() {
	for i := 0; i < len(r.toks); i++ {
		if r.toks[i].used {
			continue
		}
		if r.toks[i].number != nil {
			if end, ok := r.quantity(i); ok {
				i = end
			}
		} else if end, ok := r.tier(i); ok {
			i = end
		}
	}
}

// amount is a range as it stands in the query, tokens from to to.
type amount struct {
	from, to int
	min, max float64 // NaN is open
	compared bool    // the query says over, under, between, +
	ranged   bool
	scaled   bool
	percent  bool
}

// quantity reads the range around the number at token i.
func (r *reader) quantity(i int) (end int, ok bool) {
	a := amount{from: i, to: i, min: r.toks[i].number.value, max: math.NaN()}
	a.note(r.toks[i].number)
	r.upper(&a)
	r.comparison(&a)
	field, text := r.unit(&a)
	if field == "" {
		return i, false
	}
	if a.ranged && a.min > a.max {
		a.min, a.max = a.max, a.min
	}
	if field == fieldEngagement {
		a.min, a.max = min(a.min, 100), min(a.max, 100)
	}
	r.between(field, a.min, a.max, text)
	return a.to, true
}

func (a *amount) note(n *number) {
	a.scaled = a.scaled || n.scaled
	a.percent = a.percent || n.percent
	if n.plus {
		a.compared = true
	}
}

// upper reads the second number of "10k-100k", "10 to 100k", "10k and 100k".
func (r *reader) upper(a *amount) {
	j := a.to + 1
	if j >= len(r.toks) {
		return
	}
	switch {
	case r.toks[j].number != nil && isDash(r.toks[j].before):
	case j+1 < len(r.toks) && r.toks[j+1].number != nil && joins(r.toks[j].word, r.before(a.from)):
		j++
	default:
		return
	}
	high := r.toks[j].number
	if low := r.toks[a.from].number; high.scaled && !low.scaled && a.min < 1000 && a.min < high.value {
		for _, scale := range []float64{1e6, 1e3} {
			if high.value >= scale {
				a.min *= scale
				break
			}
		}
	}
	a.max, a.ranged, a.compared, a.to = high.value, true, true, j
	a.note(high)
}

func isDash(s string) bool {
	switch strings.TrimSpace(s) {
	case "-", "–", "—", "~", "〜", "..", "…":
		return true
	}
	return false
}

// joins: "and" parts a range only after "between".
func joins(w, lead string) bool {
	switch w {
	case "to", "bis", "until", "till", "a", "à", "ate", "hasta", "ile":
		return true
	case "and", "und", "et", "y", "e", "ve":
		return opensRange(lead)
	}
	return false
}

func opensRange(w string) bool {
	switch w {
	case "between", "from", "zwischen", "von", "entre", "de", "tra", "da":
		return true
	}
	return false
}

func (r *reader) before(i int) string {
	if i == 0 || r.toks[i-1].used {
		return ""
	}
	return r.toks[i-1].word
}

// comparison reads what stands around the number: "at least", ">", "or more".
func (r *reader) comparison(a *amount) {
	if a.ranged {
		if opensRange(r.before(a.from)) {
			a.from--
		}
		return
	}
	sign := r.toks[a.from].before
	switch n, most := r.comparing(a.from); {
	case strings.ContainsAny(sign, ">≥"):
		a.compared = true
	case strings.ContainsAny(sign, "<≤"):
		a.atMost()
	case n > 0:
		a.from -= n
		a.compared = true
		if most {
			a.atMost()
		}
	}
	r.afterwards(a)
}

func (a *amount) atMost() {
	if math.IsNaN(a.max) {
		a.max = a.min
	}
	a.min, a.compared = math.NaN(), true
}

var comparatives = map[string]bool{ // true: at most
	"at least": false, "more than": false, "greater than": false, "higher than": false, "bigger than": false, "larger than": false, "no less than": false,
	"not less than": false, "mehr als": false, "plus de": false, "mas de": false, "mais de": false, "piu di": false, "starting at": false, "over": false,
	"au moins": false, "al menos": false, "pelo menos": false, "almeno": false, "en az": false, "minimum of": false, "acima de": false,
	"at most": true, "less than": true, "fewer than": true, "lower than": true, "smaller than": true, "up to": true, "no more than": true,
	"not more than": true, "not over": true, "bis zu": true, "weniger als": true, "moins de": true, "menos de": true, "meno di": true, "maximum of": true,
	"ate": true, "hasta": true, "jusqu a": true, "en fazla": true, "abaixo de": true, "not above": true, "not under": false, "not below": false,
}

// comparing counts the words before token i that compare it.
func (r *reader) comparing(i int) (n int, most bool) {
	skip := 0
	if w := r.before(i); w == "of" || w == "a" || w == "about" {
		skip = 1
	}
	for _, s := range []int{0, skip} {
		for n := 3; n > 0; n-- {
			if from := i - s - n; from >= 0 {
				if w, ok := r.joined(from, i-s-1); ok {
					if most, ok := comparatives[w]; ok {
						return n + s, most
					}
				}
			}
		}
		if w := lexicon[r.before(i-s)]; w&isAtMost != 0 {
			return 1 + s, true
		} else if w&isAtLeast != 0 {
			return 1 + s, false
		}
	}
	return 0, false
}

// afterwards reads "or more", "and up", "or less" behind the number.
func (r *reader) afterwards(a *amount) {
	w, ok := r.joined(a.to+1, a.to+2)
	if !ok {
		return
	}
	switch w {
	case "or more", "and more", "and up", "and above", "or above", "or higher", "oder mehr", "ou plus", "o mas", "ou mais", "and over", "or over", "and higher":
		a.compared, a.to = true, a.to+2
	case "or less", "or fewer", "or below", "and below", "or under", "and under", "oder weniger", "ou moins", "o menos", "or lower", "ou menos":
		a.to += 2
		a.atMost()
	}
}

// unit finds what is counted, behind the number or in front of it, and the
// words of the whole; "" when the number is about neither.
func (r *reader) unit(a *amount) (field, text string) {
	from, to := a.from, a.to
	if f, j := r.unitAfter(a.to); f != "" {
		field, to = f, j
	} else if f, j := r.unitBefore(a.from); f != "" {
		field, from = f, j
	}
	switch {
	case field != "":
	case a.percent && a.compared:
		field = fieldEngagement
	case !a.percent && a.compared && (a.scaled || max(orZero(a.min), orZero(a.max)) >= 1000) && r.uncounted(a.to+1) && !r.isMoney(a.from, a.to):
		field = fieldFollowers
	default:
		return "", ""
	}
	a.to = to
	return field, r.signed(from, to)
}

func orZero(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

// signed is the words from token from to token to with a comparison sign that
// stands in front.
func (r *reader) signed(from, to int) string {
	words := r.span(from, to)
	gap := r.toks[from].before
	if i := strings.IndexAny(gap, "<>≤≥"); i >= 0 {
		start := r.toks[from].start - len(gap) + i
		return r.text[start : r.toks[from].start+len(words)]
	}
	return words
}

func unitField(w string) string {
	switch c := lexicon[w]; {
	case c&isFollowers != 0:
		return fieldFollowers
	case c&isEngagement != 0:
		return fieldEngagement
	}
	return ""
}

func (r *reader) unitAfter(i int) (field string, end int) {
	for j := i + 1; j < len(r.toks) && j <= i+3 && !r.toks[j].used; j++ {
		if strings.ContainsAny(r.toks[j].before, ",;.") {
			return "", 0
		}
		w := r.toks[j].word
		if f := unitField(w); f != "" {
			if f == fieldEngagement && j+1 < len(r.toks) && strings.HasPrefix(r.toks[j+1].word, "rate") {
				j++
			}
			return f, j
		}
		if lexicon[w]&aboutNumber == 0 {
			break
		}
	}
	return "", 0
}

func (r *reader) unitBefore(i int) (field string, start int) {
	for j := i - 1; j >= 0 && j >= i-3 && !r.toks[j].used; j-- {
		w := r.toks[j].word
		if f := unitField(w); f != "" {
			return f, j
		}
		if lexicon[w]&aboutNumber == 0 {
			break
		}
	}
	return "", 0
}

// uncounted: the next word is not something else that is counted.
func (r *reader) uncounted(i int) bool {
	if i >= len(r.toks) {
		return true
	}
	switch r.toks[i].word {
	case "view", "views", "like", "likes", "comment", "comments", "post", "posts", "video", "videos", "calorie", "calories", "kcal", "dollar", "dollars",
		"euro", "euros", "usd", "eur", "gbp", "pounds", "year", "years", "km", "miles", "meters", "steps", "run", "race", "runs", "races", "budget", "words", "kilometers":
		return false
	}
	return true
}

func (r *reader) isMoney(from, to int) bool {
	for k := from; k <= to && k < len(r.toks); k++ {
		if strings.ContainsAny(r.toks[k].before, "$€£¥₹") {
			return true
		}
	}
	return to+1 < len(r.toks) && strings.ContainsAny(r.toks[to+1].before, "$€£¥₹")
}

// between adds a range as one or two filters of the same text.
func (r *reader) between(field string, lo, hi float64, text string) {
	b := &r.out.where.followers
	if field == fieldEngagement {
		b = &r.out.where.engagement
	}
	if !math.IsNaN(lo) {
		b.atLeast(lo)
		r.out.filters = append(r.out.filters, api.Filter{Field: field, Op: opGte, Value: lo, Text: text})
	}
	if !math.IsNaN(hi) {
		b.atMost(hi)
		r.out.filters = append(r.out.filters, api.Filter{Field: field, Op: opLte, Value: hi, Text: text})
	}
}

func (b *bounds) atLeast(v float64) {
	if b.min == nil || *b.min < v {
		b.min = &v
	}
}

func (b *bounds) atMost(v float64) {
	if b.max == nil || *b.max > v {
		b.max = &v
	}
}

func (b bounds) open() bool { return b.min == nil && b.max == nil }

func (b bounds) holds(v float64) bool {
	return b.open() || v >= 0 && (b.min == nil || v >= *b.min) && (b.max == nil || v <= *b.max)
}

// tier reads "micro-influencers", "nano or micro creators".
func (r *reader) tier(i int) (end int, ok bool) {
	lo, hi, j := math.Inf(1), 0.0, i
	for {
		name, n := r.toks[j].word, 1
		if w, ok := r.joined(j, j+1); ok && tiers[w] != [2]float64{} {
			name, n = w, 2
		}
		t, ok := tiers[name]
		if !ok {
			return i, false
		}
		lo, hi = min(lo, t[0]), max(hi, t[1])
		if t[1] == 0 {
			hi = math.Inf(1)
		}
		j += n
		if j+1 < len(r.toks) && tiers[r.toks[j+1].word] != [2]float64{} && lexicon[r.toks[j].word]&filler != 0 {
			j++
			continue
		}
		if j < len(r.toks) && tiers[r.toks[j].word] != [2]float64{} {
			continue
		}
		break
	}
	for n := range 2 { // "micro fitness influencers"
		if j+n < len(r.toks) && lexicon[r.toks[j+n].word]&people != 0 && !r.toks[j+n].used {
			if n == 0 {
				j++
			}
			if math.IsInf(hi, 1) {
				hi = math.NaN()
			}
			r.between(fieldFollowers, lo, hi, r.span(i, j-1))
			return j - 1, true
		}
	}
	return i, false
}

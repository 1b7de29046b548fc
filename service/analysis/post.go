package analysis

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"greenroom/api"
)

// Tone is how a text speaks. Score runs from -1 to 1; the quotes are the
// sentences it rests on.
type Tone struct {
	Sentiment api.Sentiment
	Score     float64
	Evidence  []string
}

// Sponsorship says whether a post is paid for, and by whom.
type Sponsorship struct {
	Paid     bool
	Brands   []string // as they are written
	Evidence []string
}

// PostReading is what the texts of one post say: its caption, and what is said
// in it.
type PostReading struct {
	Language    string // ISO 639-1; "" where none is recognised
	Tone        Tone
	Sponsorship Sponsorship
	Actions     []string // sentences that ask for something
}

// ReadPost reads the texts of one post. Mentions are the accounts it names.
func ReadPost(texts []Text, mentions []string) PostReading {
	var out PostReading
	var tone tally
	for _, t := range texts {
		r := read(t)
		if len(r.toks) == 0 {
			continue
		}
		if out.Language == "" && r.speech.sure && len(r.speech.codes) > 0 {
			out.Language = r.speech.codes[0]
		}
		tone.read(r)
		out.Sponsorship.read(r)
		for _, h := range r.hits {
			if h.group.kind == "action" && !r.stance(h).quoted {
				out.Actions = r.keep(out.Actions, h)
			}
		}
	}
	out.Tone, out.Actions = tone.tone(), first(mostEvidence, out.Actions)
	out.Sponsorship.finish(mentions)
	return out
}

// tally adds up what sounds good and bad.
type tally struct {
	good, bad         float64
	praise, complaint []string
	english           []float64 // ratings of texts in English
	foreign           bool      // texts in other languages speak too
	grave             bool      // a threat, or harm to oneself
}

// read counts the words of a text. A denied one turns, though not all the
// way: "not bad" is no praise. What comes after a "but" counts more.
func (t *tally) read(r *reading) {
	if len(r.speech.codes) > 0 && r.speech.codes[0] == "en" {
		t.english = append(t.english, r.english())
	} else {
		t.foreign = true
		t.signs(r)
	}
	if h, ok := r.grave(); ok {
		t.grave, t.complaint = true, r.keep(t.complaint, h)
	}
	ironic := strings.ContainsAny(r.text, irony)
	for _, h := range r.hits {
		good := h.group.kind == "positive" || h.group.kind == "praise"
		if !good && h.group.kind != "negative" && h.group.kind != "blame" || r.within(h) {
			continue
		}
		s, weight := r.stance(h), 1.0
		if s.quoted || s.reported {
			continue
		}
		from, _ := r.sentence(h.from)
		if r.turns(from, h.from) {
			weight = 2
		}
		if s.negated && !r.negates(h.from, h.next) && !r.spent(h) && (good || !r.deniedBehind(h)) { // "nobody answers" says its own no
			good, weight = !good, weight*0.6
		}
		if good && !ironic {
			t.good += weight
			t.praise = r.keep(t.praise, h)
		} else {
			t.bad += weight
			t.complaint = r.keep(t.complaint, h)
		}
	}
}

// graveMost is the best that a text with a threat or with harm to oneself is rated.
const graveMost = -0.4

// grave finds what threatens somebody, or tells of harm to oneself: no word of praise
// beside it makes a text a glad one.
func (r *reading) grave() (hit, bool) {
	heard := &judge{}
	for _, h := range append(slices.Clone(r.hits), r.combined()...) {
		kind := api.FlagType(h.group.kind)
		if h.group.severity == string(api.SeverityHigh) && (kind == api.FlagViolence || kind == api.FlagMisc) && heard.counts(kind, r.stance(h)) {
			return h, true
		}
	}
	return hit{}, false
}

// Emoji whose feeling is the same in all languages; VADER rates those of English.
const (
	glad  = "😀😃😄😁😊🥰😍😘😋🤩🥳🎉👏👍💪❤💕💖🙌✨🤗"
	irony = "🙄🙃😒🤡" // what sounds good beside one is not meant so
	upset = "😞😔😟🙁☹😣😖😫😩😢😡😠🤬😤👎💔🤮🤢😒"
)

// spent: the "not" in front of a phrase belongs to another one, as in "does not work and
// no answer".
func (r *reading) spent(h hit) bool {
	from, _ := r.sentence(h.from)
	not := -1
	for _, m := range within(r.marks, from, h.from) {
		if m.denies() {
			not = m.from
		}
	}
	return slices.ContainsFunc(within(r.hits, from, h.from), func(o hit) bool {
		_, idiom := idiomMeans[o.group.kind]
		return (idiom || o.group.kind == "negative") && o.from <= not && not < o.next && o.next <= h.from && r.negates(o.from, o.next)
	})
}

// deniedBehind: what sounds bad is denied behind itself alone, as praise may be ("gefällt mir
// nicht") but complaint is not: "tired of a queue that does not move".
func (r *reading) deniedBehind(h hit) bool {
	from, _ := r.sentence(h.from)
	return !r.mark(from, h.from, func(m hit) bool { return m.denies() && m.next <= h.from })
}

// within: the word is part of a longer phrase that sounds good or bad, "better" of "could
// have been better", or stands among the phrases, too.
func (r *reading) within(h hit) bool {
	_, phrase := idiomMeans[h.group.kind]
	return slices.ContainsFunc(within(r.hits, max(0, h.from-idiomMost), h.next), func(o hit) bool {
		_, idiom := idiomMeans[o.group.kind]
		if !idiom && o.group.kind != "negative" && o.group.kind != "positive" || o.from > h.from || o.next < h.next {
			return false
		}
		return o.next-o.from > h.next-h.from || idiom && !phrase
	})
}

// idiomMost is how many words before a word a phrase may begin that it is part of.
const idiomMost = 12

// signs counts each emoji of a text once, as one word.
func (t *tally) signs(r *reading) {
	seen := map[rune]bool{}
	for _, sign := range r.text {
		switch {
		case seen[sign]:
		case strings.ContainsRune(glad, sign):
			t.good++
		case strings.ContainsRune(upset, sign):
			t.bad++
		}
		seen[sign] = true
	}
}

// keep adds the sentence of a hit to a list, while more are wanted.
func (r *reading) keep(list []string, h hit) []string {
	if len(list) >= 2*mostEvidence {
		return list
	}
	return append(list, r.excerpt(h))
}

// tone weighs both sides; one word alone says little.
func (t *tally) tone() Tone {
	score, from := (t.good-t.bad)/(t.good+t.bad+1.5), 0.2
	if len(t.english) > 0 && !t.foreign {
		score, from = mean(t.english), vaderFrom
	}
	if t.grave {
		score = min(-math.Abs(score), graveMost)
	}
	out := Tone{Sentiment: api.SentimentNeutral, Score: math.Round(score*100) / 100}
	switch {
	case score >= from:
		out.Sentiment, out.Evidence = api.SentimentPositive, t.praise
	case score <= -from:
		out.Sentiment, out.Evidence = api.SentimentNegative, t.complaint
	default:
		out.Evidence = append(first(2, t.praise), first(2, t.complaint)...)
	}
	out.Evidence = first(mostEvidence, out.Evidence)
	return out
}

func mean(of []float64) (m float64) {
	for _, f := range of {
		m += f / float64(len(of))
	}
	return m
}

// read looks for a disclosure. One that the text takes back, quotes or tells
// of others is none.
func (s *Sponsorship) read(r *reading) {
	for _, h := range r.hits {
		if h.group.kind != "sponsor" || r.takenBack(h) {
			continue
		}
		if st := r.stance(h); st.quoted || st.reported || st.negated {
			continue
		}
		s.Paid = true
		s.Evidence = append(s.Evidence, r.excerpt(h))
		s.Brands = append(s.Brands, r.brands(h)...)
	}
}

// takenBack: the same sentence says that it is not paid. A gift that is "not
// paid" is a gift still.
func (r *reading) takenBack(h hit) bool {
	from, next := r.sentence(h.from)
	return slices.ContainsFunc(within(r.hits, from, next), func(m hit) bool {
		return m.group.kind == "unpaid" && m.next <= next && (m.from <= h.from && h.from < m.next+3 || m.from < h.next)
	})
}

func (s *Sponsorship) finish(mentions []string) {
	named := map[string]bool{}
	for _, b := range s.Brands {
		named[bare(b)] = true
	}
	for _, m := range mentions {
		if s.Paid && !named[bare(m)] {
			s.Brands = append(s.Brands, "@"+strings.TrimPrefix(m, "@"))
		}
	}
	s.Brands, s.Evidence = first(mostExamples, s.Brands), first(mostEvidence, s.Evidence)
}

// bare is a name as an account would write it.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// brands finds names in the sentence of a disclosure. One that "with" or "by"
// leads to is surer than any other capitals.
func (r *reading) brands(h hit) []string {
	from, next := r.sentence(h.from)
	// A bare "Ad." is its own sentence: the name comes in the next one.
	if next-from == h.next-h.from && next < len(r.toks) {
		_, next = r.sentence(next)
	}
	var led, others []string
	for i := from; i < next; {
		n := r.name(i, next)
		if n == 0 || r.function(i) || i < h.next && h.from < i+n && !r.led(i) {
			i++
			continue
		}
		lo, hi := r.toks[i].start, r.toks[i+n-1].end
		switch {
		case r.led(i):
			led = append(led, r.text[lo:hi])
		case n > 1, i == h.next, i+n == h.from, !r.ordinary(i):
			others = append(others, r.text[lo:hi])
		}
		i += n
	}
	if len(led) == 0 {
		led = others
	}
	if len(led) == 0 {
		led = r.honoured(h.next, next)
	}
	return first(3, led)
}

// led: "with", "by" or "thanks to" stands in front of token i.
func (r *reading) led(i int) bool {
	return slices.ContainsFunc(within(r.hits, max(0, i-patternMost), i), func(m hit) bool { return m.group.kind == "link" && m.next == i })
}

// name counts the words of a name that begins at token i: capitalised words,
// "&" and "and Co" between them.
func (r *reading) name(i, next int) int {
	if !r.capital(i) || r.toks[i].tag {
		return 0
	}
	n := 1
	for i+n < next && r.capital(i+n) && !r.toks[i+n].tag {
		gap := strings.TrimSpace(r.text[r.toks[i+n-1].end:r.toks[i+n].start])
		if gap != "" && gap != "&" && gap != "-" && gap != "'" && gap != "’" {
			break
		}
		n++
	}
	return n
}

func (r *reading) capital(i int) bool {
	c, _ := utf8.DecodeRuneInString(r.text[r.toks[i].start:])
	return unicode.IsUpper(c)
}

// function: a small word of the language, capitalised because a sentence
// begins.
func (r *reading) function(i int) bool {
	w := r.toks[i].word
	return slices.ContainsFunc(r.speech.codes, func(l string) bool { return lexicons[l]().function[w] }) || utf8.RuneCountInString(w) < 2
}

// ordinary: any word may have a capital there.
func (r *reading) ordinary(i int) bool {
	return i == 0 || strings.ContainsAny(r.gap(i), ".!?\n") || r.german(i)
}

// german: nouns are capitalised there, so that a capital tells nothing.
func (r *reading) german(i int) bool {
	return len(r.speech.codes) > 0 && r.speech.codes[0] == "de" && i > 0
}

// honoured is the name before "さん" and the like, which has no capitals.
func (r *reading) honoured(from, next int) []string {
	for i := from; i+1 < next && i+1 < len(r.toks); i++ {
		if r.toks[i].word == "さ" && r.toks[i+1].word == "ん" && i > from {
			return []string{strings.TrimSpace(r.text[r.toks[from].start:r.toks[i].start])}
		}
	}
	return nil
}

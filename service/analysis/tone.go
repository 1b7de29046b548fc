package analysis

import (
	"math"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/language/classify"
)

// Tone is the tone of a text. Score runs from -1 to 1; the quotes are the sentences it
// rests on.
type Tone struct {
	Sentiment api.Sentiment
	Score     float64
	Evidence  []string
}

// tally adds up what sounds good and bad.
type tally struct {
	good, bad         float64
	praise, complaint []string
	english           []float64 // ratings of texts in English
	foreign           bool      // texts in other languages speak too
	grave             bool      // a threat, hatred, or harm to oneself
	recounted         bool      // praise or blame is quoted or reported
	whole             *reading  // the text, where there is only one
	texts             int
}

// read counts the words of a text. A denied one turns, though not all the
// way: "not bad" is no praise. What comes after a "but" counts more.
func (t *tally) read(r *reading) {
	t.whole, t.texts = r, t.texts+1
	if len(r.speech.codes) > 0 && r.speech.codes[0] == "en" {
		t.english = append(t.english, r.english())
	} else {
		t.foreign = true
		t.signs(r)
	}
	if sentence, ok := r.grave(); ok {
		t.grave, t.complaint = true, first(2*mostEvidence, append([]string{sentence}, t.complaint...))
	}
	ironic := strings.ContainsAny(r.text, irony)
	for _, h := range r.hits {
		good := h.group.kind == "positive" || h.group.kind == "praise"
		if !good && h.group.kind != "negative" && h.group.kind != "blame" || r.within(h) {
			continue
		}
		s, weight := r.stance(h), 1.0
		if s.quoted || s.reported {
			t.recounted = true
			continue
		}
		from, _ := r.sentence(h.from)
		if r.turns(from, h.from) {
			weight = 2
		}
		if s.negated && !r.negates(h.from, h.next) && !r.spent(h) && (good || !r.deniedBehind(h)) { // "nobody answers" says its own no
			good, weight = !good, weight*0.6
		}
		r.feel(h.from, map[bool]float64{true: 1, false: -1}[good])
		if good && !ironic {
			t.good += weight
			t.praise = r.keep(t.praise, h)
		} else {
			t.bad += weight
			t.complaint = r.keep(t.complaint, h)
		}
	}
}

// graveMost is the best that a text with a threat, with hatred or with harm to oneself is rated.
const graveMost = -0.4

// grave finds what threatens somebody, hates, or tells of harm to oneself: no word of praise
// beside it makes a text a glad one.
func (r *reading) grave() (sentence string, yes bool) {
	heard := &judge{}
	plain, hatred := r.hateful()
	for _, of := range []struct {
		*reading
		hits []hit
	}{{r, r.hits}, {r, r.combined()}, {plain, hatred}} {
		for _, h := range of.hits {
			kind := api.FlagType(h.group.kind)
			if h.group.severity == string(api.SeverityHigh) && (kind == api.FlagViolence || kind == api.FlagMisc || kind == api.FlagHate) && heard.counts(kind, of.stance(h)) {
				return of.excerpt(h), true
			}
		}
	}
	return "", false
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
		return (idiom || o.group.kind == "negative") && o.from <= not && not < o.next
	})
}

// deniedBehind: what sounds bad is denied behind itself alone, as praise may be ("gefällt mir
// nicht") but complaint is not: "tired of a queue that does not move".
func (r *reading) deniedBehind(h hit) bool {
	from, _ := r.sentence(h.from)
	return !r.mark(from, h.from, func(m hit) bool { return m.denies() })
}

// within: the word is part of a longer phrase that sounds good or bad, "better" of "could
// have been better", begins in one, "worth it" of "not worth it", or stands among the phrases, too.
func (r *reading) within(h hit) bool {
	_, phrase := idiomMeans[h.group.kind]
	return slices.ContainsFunc(within(r.hits, max(0, h.from-idiomMost), h.next), func(o hit) bool {
		_, idiom := idiomMeans[o.group.kind]
		if !idiom && o.group.kind != "negative" && o.group.kind != "positive" || o.from > h.from || o.next < h.next && (!idiom || o.from == h.from || o.next <= h.from) {
			return false
		}
		return o.from < h.from || o.next-o.from > h.next-h.from || idiom && !phrase
	})
}

// idiomMost limits how many words before a word its phrase may begin.
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

// tone returns the tone by rules, which weights may overrule where the post is one short
// text.
func (t *tally) tone() Tone {
	ruled := t.ruled()
	out := ruled
	if t.weighs(ruled) {
		var f classify.Features
		t.whole.toneFeatures(ruled, &f)
		out = Overruled(ruled, classify.Tone().Leanings(&f))
	}
	switch out.Sentiment {
	case api.SentimentPositive:
		out.Evidence = t.praise
	case api.SentimentNegative:
		out.Evidence = t.complaint
	default:
		out.Evidence = append(first(2, t.praise), first(2, t.complaint)...)
	}
	if len(out.Evidence) == 0 && out.Sentiment != ruled.Sentiment {
		out.Evidence = t.whole.excerpts()
	}
	out.Evidence = first(mostEvidence, out.Evidence)
	return out
}

// ruled weighs both sides; one word alone says little.
func (t *tally) ruled() Tone {
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
		out.Sentiment = api.SentimentPositive
	case score <= -from:
		out.Sentiment = api.SentimentNegative
	}
	return out
}

// excerpts are the sentences of a text.
func (r *reading) excerpts() (out []string) {
	for _, s := range r.sentenceTokens() {
		out = append(out, r.excerpt(hit{from: s.lo, next: s.lo + 1}))
	}
	return out
}

func mean(of []float64) (m float64) {
	for _, f := range of {
		m += f / float64(len(of))
	}
	return m
}

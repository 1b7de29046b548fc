package analysis

import (
	"math"
	"strings"

	"greenroom/api"
	"greenroom/service/language/classify"
	"greenroom/service/languages"
)

// Whether a short text praises, blames or only reports is first said by rules. Then its features
// are weighed: what the rules say, its words and runs of letters, and its outline, which is what
// sounds good or bad in it and the marks of tone.txt between, in their order. The marks are the same
// in all languages ("again", "used to", "opens at"), so that what sentences of one teach holds in the others.

const (
	toneLeast   = 0.1  // what leans less far is neutral
	toneTurned  = 0.5  // what praise lacks beside it where rules hear blame, and blame where they hear praise
	toneTrusted = 1.0  // the logit of what the rules say
	toneStrong  = 0.42 // the rules' score of more than one word that says something
	feltLeast   = 0.3  // a rating that says something
)

// Items of an outline beside the marks.
const (
	itemGood  = "good"
	itemBad   = "bad"
	itemBreak = "|" // a sentence or a clause ends
	itemComma = ","
)

// toneSigns are those of a text that are traits.
var toneSigns = []string{"?", "!", "!!", ":", ";", "…", "\"", "“", "(", "%", ",", "—"}

// toneMarks are read when a text in the language comes first.
var toneMarks = perLanguage(languages.With(languages.Tone), func(lang string) *lexicon { return parse(languages.Read(lang, languages.Tone)) })

// feel notes what the rules make of token i.
func (r *reading) feel(i int, v float64) {
	if r.feelings == nil {
		r.feelings = make([]int8, len(r.toks))
	}
	switch {
	case v > feltLeast:
		r.feelings[i] = 1
	case v < -feltLeast:
		r.feelings[i] = -1
	}
}

// felt: the rules make something of token i.
func (r *reading) felt(i int) bool { return r.feelings != nil && r.feelings[i] != 0 }

// toneSides are the sentiments by the names that traits have for them.
var toneSides = map[api.Sentiment]string{api.SentimentPositive: "+", api.SentimentNegative: "-", api.SentimentNeutral: "0"}

// toneFeatures finds what weights of tone are asked of: the words of a text but for what it
// recites, what the rules say of it, and its outline.
func (r *reading) toneFeatures(ruled Tone, f *classify.Features) {
	side, strong := toneSides[ruled.Sentiment], ""
	if math.Abs(ruled.Score) > toneStrong {
		strong = "+"
	}
	signs := []classify.Sign{classify.NewSign("rules", side, strong), classify.NewSign("rules", r.speech.codes[0], side, strong)}
	both := func(name string) {
		signs = append(signs, classify.NewSign("mark", name), classify.NewSign("mark", name, side))
	}
	outline := r.toneOutline(both)
	for i, item := range outline {
		if i > 0 {
			signs = append(signs, classify.NewSign("pair", outline[i-1], item))
		}
		if i > 1 {
			signs = append(signs, classify.NewSign("apart", outline[i-2], item), classify.NewSign("three", outline[i-2], outline[i-1], item))
		}
	}
	for _, sign := range toneSigns {
		if strings.Contains(r.text, sign) {
			both(sign)
		}
	}
	f.Read(r.unrecited(), signs)
}

// unrecited is the text without what it recites.
func (r *reading) unrecited() string {
	text, cut := "", 0
	for _, q := range r.quotes {
		if 3*(q.hi-q.lo) < 2*len(r.text) {
			text, cut = text+r.text[cut:q.lo], q.hi
		}
	}
	return text + r.text[cut:]
}

// recited: token i stands in quotation marks, which do not hold most of the text.
func (r *reading) recited(i int) bool {
	q, ok := spanAt(r.quotes, r.toks[i].start)
	return ok && 3*(q.hi-q.lo) < 2*len(r.text)
}

// toneOutline returns the good and bad words and the marks in their order; it tells each
// mark.
func (r *reading) toneOutline(tell func(mark string)) []string {
	found := make([]hit, len(r.toks))
	known := toneMarks[r.speech.codes[0]]()
	for i := range r.toks {
		if r.recited(i) {
			continue
		}
		known.at(r.toks, r.text, i, func(e entry, next int) {
			tell(e.group.kind)
			if found[i].next < next {
				found[i] = hit{e.group, i, next}
			}
		})
	}
	out := append(make([]string, 0, 2*len(r.toks)), edgeTrait)
	for i, next := 0, 0; i < len(r.toks); i = next {
		if i > 0 {
			switch gap := r.gap(i); {
			case strings.ContainsAny(gap, ".!?;:…\n"):
				out = append(out, itemBreak)
			case strings.ContainsAny(gap, ",–—("):
				out = append(out, itemComma)
			}
		}
		var item string
		item, next = r.toneItem(i, found[i])
		if item != plainTrait || out[len(out)-1] != plainTrait {
			out = append(out, item)
		}
	}
	return append(out, edgeTrait)
}

// toneItem returns the item at token i, where a mark of tone may begin, and its end.
func (r *reading) toneItem(i int, mark hit) (item string, next int) {
	if r.felt(i) {
		if r.feelings[i] > 0 {
			return itemGood, i + 1
		}
		return itemBad, i + 1
	}
	if r.recited(i) {
		return plainTrait, i + 1
	}
	if mark.group != nil {
		for next = i + 1; next < mark.next && !r.felt(next); next++ {
		}
		return mark.group.kind, next
	}
	item = plainTrait
	for _, m := range within(r.marks, i, i+1) {
		if m.group.kind == kindContrast || m.denies() {
			item = m.group.kind
		}
	}
	return item, i + 1
}

// Sentiments are the kinds of the model of tone, in its order.
var Sentiments = []api.Sentiment{api.SentimentNegative, api.SentimentNeutral, api.SentimentPositive}

// Overruled is the tone that rules and weights say together; leanings are those of weights, as
// Sentiments. Where it is the one that the rules say, so is its score.
func Overruled(ruled Tone, leanings []float64) Tone {
	says, most, sum, score := api.SentimentNeutral, math.Inf(-1), 0.0, 0.0
	for k, side := range Sentiments {
		far := leanings[k] + Trusted(ruled.Sentiment, side)
		if side != ruled.Sentiment && side != api.SentimentNeutral && ruled.Sentiment != api.SentimentNeutral {
			far -= toneTurned
		}
		if far > most {
			says, most = side, far
		}
		odds := math.Exp(far)
		sum += odds
		score += odds * float64(k-1)
	}
	if says == ruled.Sentiment {
		return ruled
	}
	score = math.Round(100*score/sum) / 100
	if math.Abs(score) < toneLeast {
		says = api.SentimentNeutral
	}
	return Tone{Sentiment: says, Score: score}
}

// Trusted is the logit that rules alone give a sentiment, to which those of weights are added.
func Trusted(ruled, side api.Sentiment) float64 {
	switch {
	case side != ruled:
		return -toneTrusted
	case ruled == api.SentimentNeutral: // which they say where they know no word
		return 0
	}
	return toneTrusted
}

// weighs: weights are asked beside what the rules say of one short text in a language with marks. A
// threat and hatred are left to the rules, and what only quotes or reports.
func (t *tally) weighs(ruled Tone) bool {
	return t.texts == 1 && !t.grave && len(t.whole.text) <= vaderWhole && !(t.recounted && ruled.Sentiment == api.SentimentNeutral) &&
		len(t.whole.toks) > 0 && len(t.whole.speech.codes) > 0 && toneMarks[t.whole.speech.codes[0]] != nil
}

// ToneOf returns what weights of tone are asked of a text and what the rules say of it; false
// where weights are not asked.
func ToneOf(text Text) (*classify.Features, Tone, bool) {
	var t tally
	t.read(read(text))
	ruled := t.ruled()
	if !t.weighs(ruled) {
		return nil, ruled, false
	}
	var f classify.Features
	t.whole.toneFeatures(ruled, &f)
	return &f, ruled, true
}

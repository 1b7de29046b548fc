package analysis

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"greenroom/api"
	"greenroom/service/languages"
)

// Whether a short text praises, blames or only reports is first said by rules. Then its traits
// are weighed: its words, and its outline, which is what sounds good or bad in it and the
// marks of tone.txt between, in their order. The marks are the same in all languages ("again",
// "used to", "opens at"), so that what sentences of one teach holds in the others.

const (
	toneTrusted = 1.5  // the weight of what the rules say, chosen by lessons that were held back
	toneStrong  = 0.42 // the rules' score of more than one word that says something
	feltLeast   = 0.3  // a rating that says something
	toneTraits  = 10   // traits of a word, about
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

// traitsOfTone tells those of a text of which the rules say a tone, some more than once.
func (r *reading) traitsOfTone(ruled Tone, tell func(trait)) {
	side, strong := toneSides[ruled.Sentiment], ""
	if math.Abs(ruled.Score) > toneStrong {
		strong = "+"
	}
	tell(trait{outlineMark, side, strong})
	tell(trait{"~", side, strong}) // of the language
	both := func(name string) {
		tell(trait{outlineMark, name})
		tell(trait{outlineMark, name, "&", side})
	}
	outline := r.toneOutline(both)
	for i, item := range outline {
		pairs(outline[:i], item, outlineMark, tell)
		if i > 1 {
			tell(trait{outlineMark, outline[i-2], " ", outline[i-1], " ", item})
		}
	}
	for _, sign := range toneSigns {
		if strings.Contains(r.text, sign) {
			both(sign)
		}
	}
	for i, t := range r.toks {
		if !r.recited(i) {
			tell(trait{t.word})
		}
	}
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

// Weights of these traits are taught by sentences: `tone_lessons.txt` of each language and the
// cases of service/quality that rules are written against.
//
//	go test ./service/analysis -run TestToneWeights -teach

// toneWeight tells how far a trait leans towards praise and towards blame, in parts of
// weightUnit; towards neither it leans by what is missing of both to nothing.
type toneWeight struct{ good, bad int16 }

var toneTaught = perLanguage(languages.With(languages.Tone), func(lang string) map[uint64]toneWeight {
	return readToneWeights(languages.Read(lang, languages.ToneWeights))
})

// readToneWeights reads lines of two weights and, behind tabs, the traits that have them.
func readToneWeights(text string) map[uint64]toneWeight {
	out := make(map[uint64]toneWeight, strings.Count(text, "\t"))
	for line := range strings.Lines(text) {
		numbers, traits, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		good, bad, _ := strings.Cut(numbers, " ")
		g, err := strconv.ParseInt(good, 10, 16)
		b, err2 := strconv.ParseInt(bad, 10, 16)
		if err != nil || err2 != nil {
			continue
		}
		for name := range strings.SplitSeq(traits, "\t") {
			out[trait{name}.number()] = toneWeight{int16(g), int16(b)}
		}
	}
	return out
}

// weighedTone is the tone of a short text of which the rules say one: theirs, unless the weights
// of its traits speak for another more clearly.
func (r *reading) weighedTone(ruled Tone) Tone {
	if len(r.speech.codes) == 0 || toneTaught[r.speech.codes[0]] == nil {
		return ruled
	}
	own, shared := make([]uint64, 0, len(r.toks)+2), make([]uint64, 0, toneTraits*(len(r.toks)+2))
	r.traitsOfTone(ruled, func(t trait) {
		if t[0] == outlineMark {
			shared = append(shared, t.number())
		} else {
			own = append(own, t.number())
		}
	})
	good, bad, all := 0, 0, 0
	add := func(numbers []uint64, list map[uint64]toneWeight) {
		slices.Sort(numbers)
		numbers = slices.Compact(numbers)
		for _, n := range numbers {
			w := list[n]
			good, bad = good+int(w.good), bad+int(w.bad)
		}
		all += len(numbers)
	}
	add(shared, toneTaught[anyLanguage]())
	add(own, toneTaught[r.speech.codes[0]]())
	unit := 1 / (weightUnit * math.Sqrt(float64(all)))
	return overruled(ruled, likely(ruled.Sentiment, float64(good)*unit, float64(bad)*unit))
}

// toneOdds holds the probabilities that a text praises, blames, or does neither.
type toneOdds struct{ good, bad, neither float64 }

// likely makes odds of how far traits lean, and of what the rules say.
func likely(ruled api.Sentiment, good, bad float64) toneOdds {
	o := toneOdds{math.Exp(good), math.Exp(bad), math.Exp(-good - bad)}
	switch trusted := math.Exp(toneTrusted); ruled {
	case api.SentimentPositive:
		o.good *= trusted
	case api.SentimentNegative:
		o.bad *= trusted
	default:
		o.neither *= trusted
	}
	sum := o.good + o.bad + o.neither
	return toneOdds{o.good / sum, o.bad / sum, o.neither / sum}
}

// overruled is the tone that is likeliest. Where it is the one that the rules say, so is its score.
func overruled(ruled Tone, o toneOdds) Tone {
	says := api.SentimentNeutral
	switch {
	case o.good > o.bad && o.good > o.neither:
		says = api.SentimentPositive
	case o.bad > o.good && o.bad > o.neither:
		says = api.SentimentNegative
	}
	if says == ruled.Sentiment {
		return ruled
	}
	return Tone{Sentiment: says, Score: math.Round((o.good-o.bad)*100) / 100}
}

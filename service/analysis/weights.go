package analysis

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"greenroom/service/languages"
)

// Weights of traits are taught by sentences: `hatred_lessons.txt` of each language and the
// cases of service/quality that rules are written against.
//
//	go test ./service/analysis -run TestWeights -teach
//
// A statement leans towards hatred as far as the weights of its traits add up to, over
// the root of their number, so that long ones lean no further than short ones.

// leanMost is how far a statement may lean and still be let go. It was chosen by parts of
// the sentences that were held back from teaching: docs/QUALITY.md.
const leanMost = 1.4

// weights of traits by their numbers, in parts of weightUnit.
type weights map[uint64]int16

const weightUnit = 50

var taught = func() map[string]func() weights {
	out := map[string]func() weights{}
	for _, lang := range append([]string{anyLanguage}, languages.With(languages.Weights)...) {
		out[lang] = sync.OnceValue(func() weights { return readWeights(languages.Read(lang, languages.Weights)) })
	}
	return out
}()

// readWeights reads lines of a weight and, behind tabs, the traits that have it.
func readWeights(text string) weights {
	out := make(weights, strings.Count(text, "\t"))
	for line := range strings.Lines(text) {
		number, traits, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n, err := strconv.ParseInt(number, 10, 16)
		if err != nil {
			continue
		}
		for name := range strings.SplitSeq(traits, "\t") {
			out[trait{name}.number()] = int16(n)
		}
	}
	return out
}

// lean is how far a statement that names groups leans towards hatred; of its traits each
// counts once.
func (r *reading) lean(s span, groups []hit, lists ...weights) float64 {
	numbers := make([]uint64, 0, traitsEach*(s.hi-s.lo+2))
	r.traits(s, groups, func(t trait) { numbers = append(numbers, t.number()) })
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	sum := 0
	for _, n := range numbers {
		for _, list := range lists {
			sum += int(list[n])
		}
	}
	return float64(sum) / weightUnit / math.Sqrt(float64(max(1, len(numbers))))
}

// leaning finds statements about a group that lean far towards hatred by their traits,
// unless they quote, report or condemn it.
func (r *reading) leaning() (out []hit) {
	if len(r.speech.codes) == 0 || taught[r.speech.codes[0]] == nil {
		return nil
	}
	for _, s := range r.sentenceTokens() {
		groups := r.groups(s)
		if len(groups) == 0 {
			continue
		}
		said := r.statement(s)
		if said.hi-said.lo > statementMost || r.lean(said, groups, taught[anyLanguage](), taught[r.speech.codes[0]]()) <= leanMost {
			continue
		}
		if !r.objects(hit{lifeRefused, groups[0].from, groups[0].next}) {
			out = append(out, hit{lifeRefused, s.lo, s.hi})
		}
	}
	return out
}

package analysis

import (
	"math"
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

// weights of traits, in parts of weightUnit.
type weights map[string]int16

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
	out := weights{}
	for line := range strings.Lines(text) {
		number, traits, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n, err := strconv.ParseInt(number, 10, 16)
		if err != nil {
			continue
		}
		for trait := range strings.SplitSeq(traits, "\t") {
			out[trait] = int16(n)
		}
	}
	return out
}

// lean is how far traits lean towards hatred.
func lean(traits []string, lists ...weights) float64 {
	sum := 0
	for _, trait := range traits {
		for _, list := range lists {
			sum += int(list[trait])
		}
	}
	return float64(sum) / weightUnit / math.Sqrt(float64(max(1, len(traits))))
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
		if said.hi-said.lo > statementMost || lean(r.traits(said, groups), taught[anyLanguage](), taught[r.speech.codes[0]]()) <= leanMost {
			continue
		}
		if !r.objects(hit{lifeRefused, groups[0].from, groups[0].next}) {
			out = append(out, hit{lifeRefused, s.lo, s.hi})
		}
	}
	return out
}

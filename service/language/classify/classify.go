// Package classify says how far a text leans towards harm, and of which kind: logistic
// weights of words, letters and of what rules have seen in the text, taught by sentences
// that were written in pairs, one that harms and its twin that only looks so. It knows no
// rules and no flags; service/analysis asks it and decides, service/analysis/teach makes
// the weights. The same text gets the same answer on every machine.
package classify

import (
	_ "embed"
	"math"
	"sync"
)

// wordWorth is the weight of a word or a sign beside a run of characters: there are fewer of
// them. Chosen by the writers held back from teaching.
const wordWorth = 2

// Vector is the weights of one question, by slot.
type Vector struct {
	Bias, Unit float32 // Unit is what one step of a weight is worth
	Weights    []int8  // slotCount of them
}

// Model is a set of weights: one question whether a text harms, one for each kind.
type Model struct {
	Languages []string // of the texts that taught it
	Harm      Vector
	Kinds     []string
	Topics    []Vector           // as Kinds
	Limits    map[string]float64 // the logit from which something is told, by its name
}

//go:embed weights.bin
var packed []byte

// Taught is the model that the program holds.
var Taught = sync.OnceValue(func() *Model {
	m, err := Unpack(packed)
	if err != nil {
		panic(err) // embedded, and read by a test
	}
	return m
})

// score is the logit of a vector for features.
func (v *Vector) score(f *Features) float64 {
	words, runs := 0, 0
	for _, s := range f.Words {
		words += int(v.Weights[s])
	}
	for _, s := range f.Runs {
		runs += int(v.Weights[s])
	}
	return float64(wordWorth*words+runs)*float64(v.Unit)/f.Length() + float64(v.Bias)
}

// Length returns the divisor of the feature values, so that long texts lean no further
// than short ones.
func (f *Features) Length() float64 {
	return math.Sqrt(float64(max(1, len(f.Runs)+wordWorth*wordWorth*len(f.Words))))
}

// Harmful is the logit that a text harms.
func (m *Model) Harmful(f *Features) float64 { return m.Harm.score(f) }

// Least is the lowest limit of some names: from what is below nothing of them is told.
func (m *Model) Least(of func(name string) bool) float64 {
	least := math.Inf(1)
	for name, from := range m.Limits {
		if of(name) {
			least = min(least, from)
		}
	}
	return least
}

// Kind returns the likeliest kind of harm of a text.
func (m *Model) Kind(f *Features) string {
	best, most := "", math.Inf(-1)
	for i := range m.Topics {
		if s := m.Topics[i].score(f); s > most {
			best, most = m.Kinds[i], s
		}
	}
	return best
}

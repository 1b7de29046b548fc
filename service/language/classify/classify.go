// Package classify says how far a text leans towards harm, and of which kind, and whether it
// praises or blames: logistic weights of words, letters and of what rules have seen in the text,
// taught by sentences that were written in pairs, one that harms and its twin that only looks so. It knows no
// rules and no flags; service/analysis asks it and decides, service/analysis/teach makes
// the weights. The same text gets the same answer on every machine.
package classify

import (
	_ "embed"
	"math"
	"slices"
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

// Model is a set of weights: one question whether a text harms, two for each kind: whether
// it is about that, and how much more or less it harms if it is.
type Model struct {
	Languages []string // of the texts that taught it
	Harm      Vector
	Kinds     []string
	Topics    []Vector           // as Kinds
	rows      []int8             // the weights of all topics, slot after slot, so that asking all of them is one way through memory
	Experts   []Vector           // as Kinds
	Limits    map[string]float64 // the logit from which something is told, by its name
}

var (
	//go:embed weights.bin
	packed []byte
	//go:embed tone.bin
	packedTone []byte
)

// Taught is the model of harm that the program holds.
var Taught = sync.OnceValue(func() *Model { return unpacked(packed) })

// Tone is the model that the program holds of what a text is like: its kinds are sentiments.
var Tone = sync.OnceValue(func() *Model { return unpacked(packedTone) })

func unpacked(raw []byte) *Model {
	m, err := Unpack(raw)
	if err != nil {
		panic(err) // embedded, and read by a test
	}
	return m
}

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

// align lays the weights of all topics out for Kind.
func (m *Model) align() {
	n := len(m.Topics)
	m.rows = make([]int8, n*slotCount)
	for k := range m.Topics {
		for slot, w := range m.Topics[k].Weights {
			m.rows[slot*n+k] = w
		}
	}
}

// Leanings are the logits of all kinds, as Kinds.
func (m *Model) Leanings(f *Features) []float64 {
	n := len(m.Kinds)
	if m.rows == nil {
		m.align() // made by hand: Unpack and TeachExperts do it themselves
	}
	sums := make([]int, n)
	for _, s := range f.Words {
		for k, w := range m.rows[int(s)*n:][:n] {
			sums[k] += wordWorth * int(w)
		}
	}
	for _, s := range f.Runs {
		for k, w := range m.rows[int(s)*n:][:n] {
			sums[k] += int(w)
		}
	}
	out, length := make([]float64, n), f.Length()
	for k, sum := range sums {
		out[k] = float64(sum)*float64(m.Topics[k].Unit)/length + float64(m.Topics[k].Bias)
	}
	return out
}

// Kind returns the likeliest kind of harm of a text, and what a text of that kind leans
// beyond Harmful.
func (m *Model) Kind(f *Features) (kind string, beyond float64) {
	if len(m.Kinds) == 0 {
		return "", 0
	}
	leanings := m.Leanings(f)
	best := slices.Index(leanings, slices.Max(leanings))
	if best < len(m.Experts) {
		beyond = m.Experts[best].score(f)
	}
	return m.Kinds[best], beyond
}

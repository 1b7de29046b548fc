// Package tags tells what each word of a query is there for: a theme, a place, a size, small
// change; and whether it is asked for, left out or only wished. Weights say so, taught by
// labelled queries (teach). It knows the classes of words, and no list of topics or places: who
// asks says of each token whether it is one.
package tags

import (
	_ "embed"
	"sync"

	"greenroom/internal/sequence"
)

// Kind is what a word speaks of.
type Kind uint8

// The kinds.
const (
	Small    Kind = iota // small words, "not" and its kin
	Topic                // what creators post about or do
	Place                // where they live or come from
	Language             // what they post in
	Network
	Size     // numbers and sizes of an account
	Activity // how often, and when last
	Trait    // gender, age, verified, with an address
	Like     // a named creator
	Taste    // what nothing is known of: "authentic"
	Campaign // told of the campaign
	kinds
)

// Codes are the kinds as labelled queries name them, by their number.
const Codes = " tplnsawkxc"

// Stance is what is said of it.
type Stance uint8

// The stances.
const (
	Asked Stance = iota
	LeftOut
	Wished // or does not matter
	stances
)

// Signs are the stances as labelled queries name them, by their number.
const Signs = " -~"

// Labels is how many pairs of kind and stance there are.
const Labels = int(kinds) * int(stances)

// Label is the number of a pair.
func Label(k Kind, s Stance) int { return int(k)*int(stances) + int(s) }

// Tag is what a word is there for.
type Tag struct {
	Kind   Kind
	Stance Stance
	told   sequence.Told
}

// Set is a set of labels.
type Set uint64

// Of is all labels of some kinds.
func Of(list ...Kind) (s Set) {
	for _, k := range list {
		s |= (1<<stances - 1) << Label(k, 0)
	}
	return s
}

// said is all labels of what is spoken of.
const everything, said Set = 1<<Labels - 1, everything &^ (1<<stances - 1)

// Conditions are the labels of what is asked for or left out.
var Conditions = Of(Topic, Place, Language, Network, Size, Activity, Trait, Like) &^ said.With(Wished)

// With is those of a set with one stance.
func (s Set) With(as Stance) (out Set) {
	for k := range kinds {
		out |= s & (1 << Label(k, as))
	}
	return out
}

// Is is how sure it is that the word's label is of a set and of no other; below 0 where
// another is likelier.
func (t Tag) Is(s Set) float64 { return t.told.Ahead(uint64(s), uint64(everything&^s)) }

// Over is how sure it is that the word's label is of one set and not of another.
func (t Tag) Over(a, b Set) float64 { return t.told.Ahead(uint64(a), uint64(b)) }

// Leans is how sure it is that the word has a stance and no other, if it says anything.
func (t Tag) Leans(as Stance) float64 {
	of := said.With(as)
	return t.told.Ahead(uint64(of), uint64(said&^of))
}

// Slots is the number of features that are told apart.
const Slots = 1 << 17

//go:embed weights.bin
var packed []byte

var taught = sync.OnceValue(func() *sequence.Model { return sequence.Unpack(packed, Labels, Slots) })

// Tell tells the tag of each token of a query.
func Tell(tokens []Token) []Tag { return TellBy(taught(), tokens) }

// TellBy does so by other weights than those embedded.
func TellBy(m *sequence.Model, tokens []Token) []Tag {
	out := make([]Tag, len(tokens))
	for i, t := range m.Tell(Items(tokens)) {
		out[i] = Tag{Kind(t.Label / int(stances)), Stance(t.Label % int(stances)), t}
	}
	return out
}
